"""Scrapy middlewares: thin adapters."""
