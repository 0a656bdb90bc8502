"""A site with admin pages over a workspace that was crawled once, asked from this machine."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lxml import html
from starlette.testclient import TestClient

from lookclear.cli.search import site_of
from lookclear.topics.workspace import Workspace
from tests.lookclear.cli.small_web import TOPIC, write_web

SITE = "http://127.0.0.1:8080"


class Admin:
    """A browser on this machine: it keeps cookies and fills in the hidden field of forms."""

    def __init__(self, folder: Path, client: TestClient) -> None:
        self.folder = folder
        self.client = client

    @property
    def workspace(self) -> Workspace:
        return Workspace.open(self.folder)

    def page(self, address: str, status: int = 200) -> html.HtmlElement:
        response = self.client.get(address)
        assert response.status_code == status, (address, response.status_code, response.text)
        return html.fromstring(response.text)

    def post(self, address: str, status: int = 200, **fields: str) -> html.HtmlElement:
        """Post a form as the page of the same room holds it, and follow where it leads."""
        token = self.page("/admin").cssselect("input[name=token]")[0].get("value")
        response = self.client.post(address, data={"token": token, **fields})
        assert response.status_code == status, (address, response.status_code, response.text)
        return html.fromstring(response.text)


@pytest.fixture(scope="session")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a web and of a workspace that fetched four pages of it; copy it, do not change it."""
    root = tmp_path_factory.mktemp("admin")
    write_web(root / "web.warc.gz")
    (root / "marsh").mkdir()
    (root / "marsh" / "topic.toml").write_text(TOPIC, encoding="utf-8")

    command = [sys.executable, "-m", "lookclear.cli", "crawl", str(root / "marsh"), "--pages", "4"]
    subprocess.run(command, check=True, capture_output=True)
    return root


@pytest.fixture
def make_admin(crawled: Path, tmp_path: Path) -> Iterator[Callable[..., Admin]]:
    clients: list[TestClient] = []

    def make(*, client: tuple[str, int] = ("127.0.0.1", 5000), base: str = SITE, **values: str) -> Admin:
        folder = tmp_path / "copy"
        if not folder.exists():
            shutil.copytree(crawled, folder)
        app = site_of(Workspace.open(folder / "marsh"), **values)
        clients.append(TestClient(app, base_url=base, client=client, raise_server_exceptions=False))
        return Admin(folder / "marsh", clients[-1].__enter__())

    yield make
    for one in clients:
        one.__exit__(None, None, None)


@pytest.fixture
def admin(make_admin: Callable[..., Admin]) -> Admin:
    return make_admin()


def becomes(true: Callable[[], bool], within_s: float = 60.0) -> bool:
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.1)
    return False


__all__ = ["Admin", "becomes"]
