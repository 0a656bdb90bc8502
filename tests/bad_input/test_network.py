"""Rows of the network: private addresses behind names and redirects, certificates, busy hosts."""

from __future__ import annotations

import datetime
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.bad_input.raw import RawSite, head
from tests.bad_input.rows import case
from tests.lookclear.adapters import conftest
from tests.web.site import Answer, Site, moved, page

NewTopic = Callable[..., Any]
LIVE = {"delay_s": 0, "concurrency": 4}


@pytest.mark.parametrize("elsewhere", [case("B90", "http://nobody.invalid/")])
def test_no_name_redirect_or_robots_txt_leads_into_a_private_network(
    new_topic: NewTopic, elsewhere: str
) -> None:
    """One seed is on this machine and one is not, so only that one's address and port are open."""
    with Site({"*": page("secret")}) as inside, Site({}) as site:
        hidden = [inside.url("/figures"), f"http://localhost:{inside.port}/name"]
        site.pages["/"] = page("garden", [*hidden, "/redirect", f"http://localhost:{site.port}/open"])
        site.pages |= {"/redirect": moved(inside.url("/redirected")), "/open": page("compost")}
        topic = new_topic([site.url("/"), elsewhere], LIVE)
        report = topic.crawl()
        states = [topic.state(url) for url in [*hidden, site.url("/redirect")]]
        assert inside.log == []
    assert [state.outcome for state in states] == ["private"] * 3
    assert "private_networks = true" in states[0].detail
    assert report["outcomes"]["fetched"] == 2


@pytest.mark.parametrize("allowed", [case("B90", True)])
def test_a_setting_opens_private_networks(new_topic: NewTopic, allowed: bool) -> None:
    with Site({"*": page("soil")}) as inside, Site({}) as site:
        site.pages["/"] = page("garden", [inside.url("/x")])
        topic = new_topic([site.url("/"), "http://nobody.invalid/"], LIVE | {"private_networks": allowed})
        assert topic.crawl()["outcomes"]["fetched"] >= 2


@pytest.mark.parametrize("names", [case("B62", ["other.test"]), case("B62", [])])
def test_public_text_is_read_whoever_vouches_for_it(
    new_topic: NewTopic, tmp_path: Path, names: list[str]
) -> None:
    body = page("garden 园艺").encode()
    answers = {
        "/": head("200 OK", "Content-Type: text/html", f"Content-Length: {len(body)}") + body,
        "*": head("404 No", "Content-Length: 0"),
    }
    with RawSite(answers, tls=expired_certificate(tmp_path, names)) as site:
        topic = new_topic([site.url("/")], LIVE)
        assert topic.crawl()["outcomes"] == {"fetched": 1}


@pytest.mark.parametrize(
    ("status", "wait"), [case("B55", 503, "2"), case("B55", 429, "date"), case("F40", 429, "2")]
)
def test_a_busy_host_is_left_alone_as_long_as_it_says_and_then_asked_more_slowly(
    new_topic: NewTopic, status: int, wait: str
) -> None:
    def until(_: Any) -> Answer | str:
        if site.asked().count("/busy") > 1:
            return page("compost")
        in_3_s = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=3)
        said = in_3_s.strftime("%a, %d %b %Y %H:%M:%S GMT") if wait == "date" else wait
        return Answer("", status, {"Retry-After": said})

    links = ["/busy", "/1", "/2", "/3"]
    with Site({"/": page("garden", links), "/busy": until}) as site:
        site.pages |= {link: page(f"soil {link}") for link in links[1:]}
        topic = new_topic([site.url("/")], LIVE | {"delay_s": 0.2, "latency_factor": 0})
        report = topic.crawl()
        log = [(line.path, line.at) for line in site.log]
    assert report["outcomes"] == {"fetched": 5}
    at = [moment for _, moment in log]
    first = next(n for n, (path, _) in enumerate(log) if path == "/busy")
    assert at[first + 1] - at[first] >= 1.9
    gaps = [b - a for a, b in zip(at[first + 1 :], at[first + 2 :], strict=False)]
    assert min(gaps) >= 0.4  # twice the delay


def expired_certificate(folder: Path, names: list[str]) -> ssl.SSLContext:
    """Return a context with a certificate that is its own witness, of other names, and expired."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "nobody.test")])
    then = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(then)
        .not_valid_after(then + datetime.timedelta(days=9))
    )
    if names:
        other = x509.SubjectAlternativeName([x509.DNSName(name) for name in names])
        builder = builder.add_extension(other, critical=False)
    path = folder / "own.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context


@pytest.mark.parametrize("proxy", ["localhost", "127.0.0.1"])
def test_a_proxy_on_this_machine_may_be_a_name(
    new_topic: NewTopic, monkeypatch: pytest.MonkeyPatch, proxy: str
) -> None:
    seed = "http://garden.example.org/"
    with Site({seed: page("garden 园艺", ["/1", "http://127.0.0.1:9/"]), f"{seed}1": page("soil")}) as site:
        monkeypatch.setattr(conftest, "environment", with_proxy(f"http://{proxy}:{site.port}"))
        topic = new_topic([seed], {"delay_s": 0, "contact": "you@example.org"})
        topic.crawl()
        asked = site.asked()
    assert topic.visited() == [seed, f"{seed}1"]
    assert set(asked) >= {seed, f"{seed}1"}


def with_proxy(url: str) -> Callable[[], dict[str, str]]:
    kept = conftest.environment()
    return lambda: kept | {"http_proxy": url}
