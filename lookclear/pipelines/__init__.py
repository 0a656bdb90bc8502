"""Scrapy item pipelines: thin adapters."""
