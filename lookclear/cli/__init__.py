"""The `lookclear` command: parses, calls, prints. One module a group of commands."""

from lookclear.cli.entry import main

__all__ = ["main"]
