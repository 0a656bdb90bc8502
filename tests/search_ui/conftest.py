"""A site over a real index of the glossary, asked through Starlette's test client."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from search_ui.app import create_app
from search_ui.site import CrawlStatus
from tests.search_ui.sample import build_index

EXAMPLES = ("balance sheet", "现金流量表")


@pytest.fixture(scope="session")
def glossary_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_index(tmp_path_factory.mktemp("glossary") / "index")


@pytest.fixture(scope="session")
def make_client() -> Callable[..., TestClient]:
    def make(folder: Path, **values: object) -> TestClient:
        texts = {"title": "Accounting", "description": "Terms of accounting.", "examples": EXAMPLES}
        return TestClient(create_app(folder, **texts | values), raise_server_exceptions=False)

    return make


@pytest.fixture(scope="session")
def site(glossary_index: Path, make_client: Callable[..., TestClient]) -> Iterator[TestClient]:
    with make_client(glossary_index) as client:
        yield client


@pytest.fixture
def empty_site(tmp_path: Path, make_client: Callable[..., TestClient]) -> Iterator[TestClient]:
    with make_client(tmp_path / "index", read_status=lambda: CrawlStatus(running=True)) as client:
        yield client
