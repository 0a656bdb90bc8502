"""Commands of `scrapy` in this project: thin adapters."""
