"""Crawls a workspace through `lookclear.spiders.run.crawl`: `python crawl.py FOLDER [JSON of arguments]`.

Prints the report as JSON and ends with its exit code, as the command line does. `"network": false` ends the
process with code 97 as soon as anything connects anywhere; `"largest_file"` limits files to so many bytes;
`"processes": false` lets no process be started; `"outage": [a, b]` gives every name this machine's address,
but none from second a to second b after the first was looked up; `"names": false` gives none to any name.
"""

import json
import os
import resource
import socket
import sys
import time

from lookclear.errors import LookClearError
from lookclear.session import ConsoleLine
from lookclear.spiders.run import crawl
from lookclear.topics.workspace import Workspace

arguments = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
if not arguments.pop("network", True):
    socket.socket.connect = socket.socket.connect_ex = lambda *_: os._exit(97)
    socket.getaddrinfo = socket.gethostbyname = lambda *_, **__: os._exit(97)
if not arguments.pop("processes", True):
    sys.executable = "/no/such/python"
if outage := arguments.pop("outage", None):
    moments: list[float] = []

    def look_up(name: str) -> str:
        moments.append(time.monotonic())
        if outage[0] <= moments[-1] - moments[0] < outage[1]:
            raise socket.gaierror(socket.EAI_AGAIN, "no resolver answers")
        return "127.0.0.1"

    socket.gethostbyname = look_up
if not arguments.pop("names", True):

    def only_figures(name: str) -> str:
        if name.replace(".", "").isdecimal():
            return name
        raise socket.gaierror(socket.EAI_NONAME, "no such name")

    socket.gethostbyname = only_figures
if limit := arguments.pop("largest_file", 0):
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    report = crawl(Workspace.open(sys.argv[1]), on_progress=ConsoleLine(), **arguments)
except LookClearError as error:
    sys.exit(
        f"error: {error}"
        if error.exit_code == 1
        else (print(f"error: {error}", file=sys.stderr), error.exit_code)[1]
    )
print(report.as_json().decode())
sys.exit(report.exit_code)
