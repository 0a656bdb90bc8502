"""The main text of a page: what a reader came for, without the furniture around it (docs/algorithms.md)."""

from lookclear.html.main_text.extraction import MainText, main_text

__all__ = ["MainText", "main_text"]
