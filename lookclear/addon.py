"""Brings LookClear into any Scrapy project: ADDONS = {"lookclear.addon.LookClearAddon": 300}.

Every spider of the project gets the best-first scheduler; nothing else changes for it. A spider that crawls a
workspace (`lci`) gets all parts and settings of `lookclear.settings`. What the project sets itself wins.
"""

from __future__ import annotations

from typing import Any

from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object

from lookclear import settings as ours

COMPONENTS = ("DOWNLOADER_MIDDLEWARES", "SPIDER_MIDDLEWARES", "ITEM_PIPELINES", "EXTENSIONS")  # are merged
# Where spiders are, what is logged and whether there is a console is for a project to say.
PROJECTS_OWN = frozenset(
    "BOT_NAME SPIDER_MODULES NEWSPIDER_MODULE COMMANDS_MODULE LOG_LEVEL LOGSTATS_INTERVAL STATS_DUMP "
    "DEFAULT_DROPITEM_LOG_LEVEL TELNETCONSOLE_ENABLED REMOTE_CONTROL_ENABLED ADDONS".split()
)


class LookClearAddon:
    """Settings are made at the priority `addon`, below those of project, spider and command line."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawls_workspace: bool = getattr(crawler.spidercls, "crawls_workspace", False)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LookClearAddon:
        """Build for a crawl."""
        return cls(crawler)

    def update_settings(self, settings: BaseSettings) -> None:
        """Install the scheduler and, for a spider that crawls a workspace, all else."""
        settings.set("SCHEDULER", ours.SCHEDULER, priority="addon")
        if not self._crawls_workspace:
            return
        for name, value in vars(ours).items():
            if not name.isupper() or name.startswith("_") or name in PROJECTS_OWN:
                continue
            if name in COMPONENTS:
                _add_components(settings, name, value)
            else:
                settings.set(name, value, priority="addon")


def _add_components(settings: BaseSettings, name: str, components: dict[str, Any]) -> None:
    """Add what the project does not mention, under whatever name, with our priority."""
    for path, priority in components.items():
        settings.setdefault_in_component_priority_dict(name, load_object(path), priority)
