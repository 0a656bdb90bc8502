"""Lets `python -m lookclear.cli` be the command where its script is not on the path."""

import sys

from lookclear.cli.entry import main

sys.exit(main())
