"""The `lookclear` command: parses, calls, prints."""
