"""Scrapy extensions: thin adapters."""
