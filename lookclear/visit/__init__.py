"""The pure step of a crawl: a page goes in, its relevance and its links as candidates come out."""

from lookclear.visit.concepts import check_ontology
from lookclear.visit.core import REFRESH_EVERY, TopicCrawl
from lookclear.visit.features import FeatureReader, PageFeatures
from lookclear.visit.judging import DIGITS
from lookclear.visit.result import Visit
from lookclear.visit.teachers import Said

__all__ = [
    "DIGITS",
    "REFRESH_EVERY",
    "FeatureReader",
    "PageFeatures",
    "Said",
    "TopicCrawl",
    "Visit",
    "check_ontology",
]
