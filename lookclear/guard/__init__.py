"""Parsing in child processes: a page that hangs, eats memory or crashes its parser costs that page alone."""

from lookclear.guard.job import DEFAULT_PARSER, ExtraName, Job, ParserBroke, ParserName, Understood
from lookclear.guard.limits import Limits
from lookclear.guard.pool import ParserPool

__all__ = [
    "DEFAULT_PARSER",
    "ExtraName",
    "Job",
    "Limits",
    "ParserBroke",
    "ParserName",
    "ParserPool",
    "Understood",
]
