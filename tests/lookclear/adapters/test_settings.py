import pytest
import scrapy
from scrapy.settings import Settings

from lookclear import __version__
from lookclear.config import CrawlSettings
from lookclear.settings import from_topic


@pytest.fixture
def settings() -> Settings:
    values = Settings()
    values.setmodule("lookclear.settings", priority="project")
    return values


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ROBOTSTXT_OBEY", True),
        ("CONCURRENT_REQUESTS_PER_DOMAIN", 1),
        ("DOWNLOAD_DELAY", 1.0),
        ("AUTOTHROTTLE_ENABLED", False),
        ("DOWNLOAD_TIMEOUT", 30.0),
        ("DOWNLOAD_MAXSIZE", 8 * 1024 * 1024),
        ("RETRY_TIMES", 1),
        ("REDIRECT_MAX_TIMES", 5),
        ("COOKIES_ENABLED", False),
        ("TELNETCONSOLE_ENABLED", False),
        ("REMOTE_CONTROL_ENABLED", False),
        ("REFERRER_POLICY", "no-referrer"),
        ("USER_AGENT", f"LookClear/{__version__}"),
    ],
)
def test_crawls_are_polite_bounded_and_closed_by_default(
    settings: Settings, name: str, value: object
) -> None:
    assert settings[name] == value


def test_only_http_and_https_are_fetched(settings: Settings) -> None:
    handlers = settings.getwithbase("DOWNLOAD_HANDLERS")
    assert sorted(scheme for scheme, handler in handlers.items() if handler) == ["http", "https"]


def test_the_delay_is_not_undercut_by_chance(settings: Settings) -> None:
    name = "DOWNLOAD_DELAY_JITTER" if scrapy.version_info >= (2, 19) else "RANDOMIZE_DOWNLOAD_DELAY"
    assert not settings[name]
    assert settings.getpriority(name) == 20


def test_a_timeout_is_not_tried_again(settings: Settings) -> None:
    assert not [name for name in settings.getlist("RETRY_EXCEPTIONS") if "Timeout" in name]


def test_what_the_topic_file_says_is_what_scrapy_gets() -> None:
    crawl = CrawlSettings(
        user_agent="Me/1",
        contact="you@example.org",
        private_networks=True,
        latency_factor=2,
        patience_s=9,
        robots_cache_s=8,
        obey_robots=False,
        concurrency=3,
        per_host=2,
        delay_s=0.5,
        timeout_s=7,
        max_bytes=99,
    )
    values = from_topic(crawl)
    assert values.pop("DEFAULT_REQUEST_HEADERS")["From"] == "you@example.org"
    assert values == {
        "USER_AGENT": "Me/1",
        "ROBOTSTXT_OBEY": False,
        "CONCURRENT_REQUESTS": 3,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 2,
        "DOWNLOAD_DELAY": 0.5,
        "DOWNLOAD_TIMEOUT": 7,
        "DOWNLOAD_MAXSIZE": 99,
        "LOOKCLEAR_PRIVATE_NETWORKS": True,
        "LOOKCLEAR_LATENCY_FACTOR": 2,
        "LOOKCLEAR_PATIENCE": 9,
        "LOOKCLEAR_ROBOTS_CACHE": 8,
    }


def test_the_contact_is_part_of_the_name() -> None:
    values = from_topic(CrawlSettings(contact="https://example.org/bot"))
    assert values["USER_AGENT"] == f"LookClear/{__version__} (+https://example.org/bot)"
    assert "From" not in values["DEFAULT_REQUEST_HEADERS"]


def test_a_recorded_web_is_read_without_delay_one_by_one() -> None:
    values = from_topic(CrawlSettings(delay_s=5, concurrency=16), recorded=True)
    assert (values["DOWNLOAD_DELAY"], values["CONCURRENT_REQUESTS"]) == (0, 1)
