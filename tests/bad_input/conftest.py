"""Live rows crawl in processes of their own, as the tests of the adapters do."""

from tests.lookclear.adapters.conftest import new_topic

__all__ = ["new_topic"]
