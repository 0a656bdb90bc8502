import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from lookclear.errors import UsageError
from search_ui.app import create_app
from search_ui.server import PortUnavailable, RunningSite, address_of, bind

HELLO = Starlette(routes=[Route("/", lambda _: PlainTextResponse("hello"))])

PROGRAM = """
import sys
from pathlib import Path
from search_ui.app import create_app
from search_ui.server import serve
serve(create_app(Path(sys.argv[1]), title="Accounting"), port=0, announce=lambda url: print(url, flush=True))
print("ended", flush=True)
"""


def fetch(url: str) -> str:
    with urllib.request.urlopen(url) as response:
        return response.read().decode()


def test_port_0_takes_a_free_port_and_says_which() -> None:
    with RunningSite(HELLO, port=0) as running:
        assert not running.url.endswith(":0/")
        assert fetch(running.url) == "hello"


def test_a_busy_port_is_one_sentence_with_a_way_out() -> None:
    with RunningSite(HELLO, port=0) as running:
        port = int(running.url.rstrip("/").rpartition(":")[2])
        with pytest.raises(PortUnavailable) as caught:
            bind("127.0.0.1", port)
    assert isinstance(caught.value, UsageError)
    assert str(caught.value) == (
        f"port {port} on 127.0.0.1 is already in use; "
        "stop the program that uses it, or choose another: --port 0 picks a free one"
    )


def test_the_port_is_free_again_after_stop() -> None:
    with RunningSite(HELLO, port=0) as running:
        port = int(running.url.rstrip("/").rpartition(":")[2])
    with RunningSite(HELLO, port=port) as again:
        assert fetch(again.url) == "hello"


@pytest.mark.parametrize(
    ("host", "port"), [("127.0.0.1", 65536), ("127.0.0.1", -1), ("no host.invalid", 0), ("", 99999)]
)
def test_an_address_that_cannot_be_is_refused_with_a_hint(host: str, port: int) -> None:
    with pytest.raises(PortUnavailable) as caught:
        bind(host, port)
    assert caught.value.hint


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
def test_ipv6_addresses_are_written_in_brackets() -> None:
    try:
        listening = bind("::1", 0)
    except PortUnavailable:
        pytest.skip("IPv6 is switched off on this machine")
    with listening:
        assert address_of(listening).startswith("http://[::1]:")


def test_all_interfaces_are_announced_as_an_address_that_can_be_opened() -> None:
    with bind("0.0.0.0", 0) as listening:
        assert address_of(listening).startswith("http://127.0.0.1:")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_site_without_noise(glossary_index: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-c", PROGRAM, str(glossary_index)]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert '"ok"' in fetch(url + "healthz")
        process.send_signal(number)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, output.strip(), errors) == (0, "ended", "")


def test_a_request_line_of_100_kilobytes_is_answered_by_the_site(glossary_index: Path) -> None:
    with RunningSite(create_app(glossary_index, title="Accounting"), port=0) as running:
        assert "only its first part" in fetch(running.url + "search?q=" + "%E4%BC%9A%E8%AE%A1+" * 16_000)
