"""Scrapy download handlers: thin adapters."""
