"""LookClear: a topic search engine built on a focused crawler."""

__version__ = "0.1.0"
