"""The add-on in a Scrapy project that knows nothing else of LookClear."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from scrapy.settings import Settings
from scrapy.spiders import Spider
from scrapy.utils.test import get_crawler

from lookclear import settings as ours
from lookclear.addon import COMPONENTS, LookClearAddon
from lookclear.spiders.lci import LciSpider
from tests.lookclear.adapters.conftest import ROOT, environment
from tests.web.site import Answer, Site, page

ADDONS = {"lookclear.addon.LookClearAddon": 300}
PLAIN_SPIDER = """
import json, pathlib
from scrapy import Request, Spider

class PlainSpider(Spider):
    name = "plain"

    async def start(self):
        for number, score in enumerate((.1, .2, .9)):
            yield Request(f"{self.site}/{number}", meta={"lookclear": {"score": score}})

    def parse(self, response):
        if getattr(self, "die_at", "") and response.url.endswith(self.die_at):
            import os
            os._exit(9)
        yield {"url": response.url}

    def closed(self, reason):
        stats = {k: v for k, v in self.crawler.stats.get_stats().items() if isinstance(v, (int, str))}
        pathlib.Path("stats.json").write_text(json.dumps(stats))
"""
SPEAKING = """
import json, pathlib
from scrapy import signals

class Speaking:
    @classmethod
    def from_crawler(cls, crawler):
        def write():
            stats = {k: v for k, v in crawler.stats.get_stats().items() if isinstance(v, (int, str))}
            pathlib.Path("stats.json").write_text(json.dumps(stats))
        crawler.signals.connect(write, signals.engine_stopped, weak=False)
        return cls()
"""


@dataclass
class Project:
    """A Scrapy project of somebody else."""

    folder: Path

    def crawl(self, spider: str, code: int = 0, **arguments: Any) -> dict[str, Any]:
        """Run `scrapy crawl`; returns the stats."""
        given = [part for name, value in arguments.items() for part in ("-a", f"{name}={value}")]
        done = subprocess.run(
            [sys.executable, "-m", "scrapy", "crawl", spider, *given],
            cwd=self.folder,
            env=environment(),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == code, done.stderr
        assert "Traceback" not in done.stderr, done.stderr
        written = self.folder / "stats.json"
        return json.loads(written.read_text()) if written.exists() else {}


@pytest.fixture
def new_project(tmp_path: Path) -> Callable[..., Project]:
    """Return a function that writes a project with the add-on and these settings."""

    def make(**settings: Any) -> Project:
        folder = tmp_path / "foreign"
        (folder / "other" / "spiders").mkdir(parents=True)
        (folder / "scrapy.cfg").write_text("[settings]\ndefault = other.settings\n")
        for name in ("other/__init__.py", "other/spiders/__init__.py"):
            (folder / name).write_text("")
        (folder / "other" / "spiders" / "plain.py").write_text(PLAIN_SPIDER)
        (folder / "other" / "speaking.py").write_text(SPEAKING)
        values = {
            "BOT_NAME": "other",
            "SPIDER_MODULES": ["other.spiders", "lookclear.spiders"],
            "ADDONS": ADDONS,
            "EXTENSIONS": {"other.speaking.Speaking": 10},
            "TELNETCONSOLE_ENABLED": False,
            "REMOTE_CONTROL_ENABLED": False,
            **settings,
        }
        (folder / "other" / "settings.py").write_text("".join(f"{k} = {v!r}\n" for k, v in values.items()))
        return Project(folder)

    return make


@pytest.fixture
def settings_for() -> Callable[..., Settings]:
    """Return a function that gives the settings a spider gets in a project with these settings."""

    def get(spider: type[Spider], **project: Any) -> Settings:
        crawler = get_crawler(spider)
        crawler.settings.frozen = False
        crawler.settings.setdict(project, priority="project")
        LookClearAddon.from_crawler(crawler).update_settings(crawler.settings)
        return crawler.settings

    return get


NewProject = Callable[..., Project]
SettingsFor = Callable[..., Settings]
TEXT = {"Content-Type": "text/plain"}
GARDEN = {
    "/robots.txt": Answer("Sitemap: /map.xml\nUser-agent: *\nDisallow: /no", headers=TEXT),
    "/": page("garden 园艺", ["/roses", "/no", "/gone", "/a.zip"]),
    "/roses": page("garden roses 园艺"),
    "/island": page("garden island 园艺"),
    "/map.xml": "<urlset><url><loc>/island</loc></url><url><loc>/roses</loc></url></urlset>",
}


def test_a_topic_is_crawled_from_a_foreign_project(new_project: NewProject, new_topic: Any) -> None:
    with Site(GARDEN) as site:
        topic = new_topic([site.url("/")], {"delay_s": 0})
        stats = new_project(LOG_LEVEL="ERROR").crawl("lci", topic=topic.folder)
        assert set(topic.visited()) == {site.url(path) for path in ("/", "/roses", "/island")}
    assert topic.state(site.url("/no")).outcome == "robots"
    assert stats["lookclear/pages"] == 3
    assert stats["lookclear/stop_reason"] == "done"


def test_every_stat_is_in_the_handbook(new_project: NewProject, new_topic: Any) -> None:
    table = (
        (ROOT / "docs" / "crawling.md").read_text(encoding="utf-8").split("## In your own Scrapy project")[1]
    )
    documented = re.findall(r"^\| `(lookclear/[^`]+)`", table, re.M)
    assert len(documented) == len(set(documented)) > 10
    patterns = {name: re.compile(re.sub(r"<[^>]+>", "[a-z0-9-]+", name)) for name in documented}
    with Site(GARDEN) as site:
        topic = new_topic([site.url("/")], {"delay_s": 0})
        stats = new_project(LOG_LEVEL="ERROR").crawl("lci", topic=topic.folder)
    counted = [name for name in stats if name.startswith("lookclear/")]
    assert len(counted) > 10
    for name in counted:
        assert any(pattern.fullmatch(name) for pattern in patterns.values()), f"{name} is not documented"


def test_other_spiders_get_best_first_order_and_nothing_else(new_project: NewProject) -> None:
    with Site({f"/{number}": page("x") for number in range(3)}) as site:
        stats = new_project(CONCURRENT_REQUESTS=1).crawl("plain", site=site.url(""))
        assert site.asked(robots=True) == ["/0", "/2", "/1"]
    assert stats["item_scraped_count"] == 3
    assert not [name for name in stats if name.startswith("lookclear/")]


def test_other_spiders_go_on_after_a_kill(new_project: NewProject) -> None:
    project = new_project(CONCURRENT_REQUESTS=1, LOOKCLEAR_FRONTIER="frontier.sqlite")
    with Site({f"/{number}": page("x") for number in range(3)}) as site:
        project.crawl("plain", code=9, site=site.url(""), die_at="/2")
        project.crawl("plain", site=site.url(""))
        assert site.asked(robots=True) == ["/0", "/2", "/2", "/1"]


def test_a_spider_of_another_kind_keeps_all_settings_but_the_scheduler(settings_for: SettingsFor) -> None:
    before = get_crawler(Spider).settings.copy_to_dict()
    after = settings_for(Spider).copy_to_dict()
    assert {name for name in after if after[name] != before.get(name)} == {"SCHEDULER"}
    assert after["SCHEDULER"] == ours.SCHEDULER


def test_a_crawl_of_a_workspace_gets_all_parts_with_their_places(settings_for: SettingsFor) -> None:
    settings = settings_for(LciSpider)
    for name in COMPONENTS:
        wanted = {path.rsplit(".", 1)[1]: place for path, place in getattr(ours, name, {}).items()}
        got = {one.__name__: place for one, place in settings[name].items()}
        assert got == wanted
    assert settings.getbool("COOKIES_ENABLED") is False
    assert settings["BOT_NAME"] == get_crawler(Spider).settings["BOT_NAME"]


def test_what_the_project_sets_wins(settings_for: SettingsFor) -> None:
    archive = "lookclear.middlewares.archive.ArchiveMiddleware"
    settings = settings_for(
        LciSpider,
        SCHEDULER="scrapy.core.scheduler.Scheduler",
        RETRY_TIMES=7,
        DOWNLOADER_MIDDLEWARES={archive: None, "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": 1},
    )
    assert settings["SCHEDULER"] == "scrapy.core.scheduler.Scheduler"
    assert settings["RETRY_TIMES"] == 7
    assert settings["REDIRECT_MAX_TIMES"] == ours.REDIRECT_MAX_TIMES
    places = {
        str(getattr(one, "__name__", one)): place for one, place in settings["DOWNLOADER_MIDDLEWARES"].items()
    }
    assert places[archive] is None
    assert places["scrapy.downloadermiddlewares.offsite.OffsiteMiddleware"] == 1
    assert places["RobotsMiddleware"] == 100
