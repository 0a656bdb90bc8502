"""The search site."""
