"""Settings: their one table, and the loader of `topic.toml`."""

from lookclear.config.choice import StrategyChoice
from lookclear.config.settings import (
    STRATEGIES,
    TUNNELS,
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
    "TUNNELS",
    "CrawlSettings",
    "IndexSettings",
    "ParsingSettings",
    "RelevanceSettings",
    "Scope",
    "SiteSettings",
    "StrategyChoice",
    "TopicFile",
    "check_strategy",
    "load_topic_file",
    "parse_topic_file",
]
