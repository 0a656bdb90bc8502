"""Serves a recorded web on loopback: each of its hosts has an address of its own (127.0.0.1, .2, …).

`python -m benchmarks.web_server WARC` prints one JSON line, `{"port": …, "seeds": […]}`, and serves until its
input ends. `/log` on any host returns the seconds at which something was asked for, in order, and forgets
them. Links between the hosts are rewritten to where they are served, so that a crawl stays on loopback, and
those to what was not recorded lead nowhere, so that every request gets a page.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Container
from functools import partial
from pathlib import Path
from urllib.parse import urldefrag, urljoin, urlsplit

from lookclear.replay.web import RecordedWeb

_LOG = "/log"
_HREF = re.compile(rb"""(?<=\bhref=)(["'])([^"'#][^"']*)\1""", re.IGNORECASE)
_HEAD = "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{more}\r\n"


class Served:
    """The answers of a recorded web by (loopback address, path with query)."""

    def __init__(self, web: RecordedWeb) -> None:
        recorded = [one for url in web if (one := web.get(url)) is not None]
        hosts = Counter(urlsplit(one.url).netloc for one in recorded)
        self.addresses = {host: f"127.0.0.{n}" for n, (host, _) in enumerate(hosts.most_common(250), 1)}
        self._recorded = [one for one in recorded if urlsplit(one.url).netloc in self.addresses]
        self.answers: dict[tuple[str, str], bytes] = {}
        self.pages: list[str] = []

    def rewrite(self, port: int) -> None:
        """Make the answers for a port."""
        known = {one.url for one in self._recorded}
        names = "|".join(sorted(map(re.escape, self.addresses), key=len, reverse=True))
        link = re.compile(rf"https?://({names})(?=[/\"'?#])".encode())

        def local(found: re.Match[bytes]) -> bytes:
            return f"http://{self.addresses[found[1].decode()]}:{port}".encode()

        for one in self._recorded:
            parts = urlsplit(one.url)
            address, path = self.addresses[parts.netloc], parts.path or "/"
            path += f"?{parts.query}" if parts.query else ""
            body = link.sub(local, _HREF.sub(partial(_if_known, one.url, known), one.body))
            location = link.sub(local, one.header("location").encode()).decode()
            more = f"Location: {location}\r\n" if location else ""
            kind = one.header("content-type") or "text/html"
            head = _HEAD.format(status=f"{one.status} -", kind=kind, length=len(body), more=more)
            self.answers.setdefault((address, path), head.encode("latin-1") + body)
            if one.status == 200 and "html" in kind:
                self.pages.append(f"http://{address}:{port}{path}")


def _if_known(base: str, known: Container[str], found: re.Match[bytes]) -> bytes:
    """Return a link as it is when its target was recorded, and one that leads nowhere otherwise."""
    try:
        target = urldefrag(urljoin(base, found[2].decode()))[0]
    except ValueError:
        target = ""
    return found[0] if target in known else b'"#"'


async def serve(served: Served) -> None:
    """Answer until standard input ends."""
    asked: list[float] = []
    missing = _HEAD.format(status="404 -", kind="text/html", length=0, more="").encode()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        own = writer.get_extra_info("sockname")[0]
        try:
            while request := await reader.readuntil(b"\r\n\r\n"):
                path = request.split(b" ", 2)[1].decode("latin-1")
                if path == _LOG:
                    body = json.dumps(asked).encode()
                    asked.clear()
                    head = _HEAD.format(status="200 -", kind="application/json", length=len(body), more="")
                    writer.write(head.encode() + body)
                else:
                    found = served.answers.get((own, path), missing)
                    asked.append(time.monotonic())
                    writer.write(found)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "0.0.0.0", 0)
    port = server.sockets[0].getsockname()[1]
    served.rewrite(port)
    seeds = [next(page for page in served.pages if f"//{at}:" in page) for at in served.addresses.values()]
    print(json.dumps({"port": port, "pages": len(served.pages), "seeds": seeds}), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(serve(Served(RecordedWeb.open(Path(sys.argv[1])))))
