"""Settings: their one table, and the loader of `topic.toml`."""

from lookclear.config.settings import (
    STRATEGIES,
    CrawlSettings,
    IndexSettings,
    ParsingSettings,
    RelevanceSettings,
    Scope,
    SiteSettings,
    TopicFile,
)
from lookclear.config.topicfile import check_strategy, load_topic_file, parse_topic_file

__all__ = [
    "STRATEGIES",
    "CrawlSettings",
    "IndexSettings",
    "ParsingSettings",
    "RelevanceSettings",
    "Scope",
    "SiteSettings",
    "TopicFile",
    "check_strategy",
    "load_topic_file",
    "parse_topic_file",
]
