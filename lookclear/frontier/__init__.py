"""The frontier: which addresses wait, which are out, which are done, and which were refused."""

from lookclear.frontier.base import Frontier, FrontierStats

__all__ = ["Frontier", "FrontierStats"]
