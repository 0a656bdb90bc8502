"""Where the command starts: its list of commands, and the one place where errors become sentences."""

from __future__ import annotations

import difflib
import importlib
import os
import signal
import sys
import threading
from collections.abc import Sequence
from types import FrameType

import click

import lookclear
from lookclear.errors import LookClearError

DONE, FAILED, USAGE, ENDED_EARLY = 0, 1, 2, 3
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_CRAWLING = frozenset({"crawl", "demo"})  # begin for a second or more before Scrapy takes care of signals

# name → (module that holds the command of the same name, line of help). A module is imported when its command
# is called: Scrapy and scikit-learn take a second that `--help` and `search` need not wait for.
COMMANDS = {
    "demo": ("lookclear.cli.demo", "Crawl the recorded demo web, index it and serve search on it."),
    "new": ("lookclear.cli.workspace", "Make a new workspace with a commented topic file."),
    "check": ("lookclear.cli.workspace", "Read a workspace and say what is wrong with it."),
    "crawl": ("lookclear.cli.crawl", "Crawl a workspace's topic, best links first."),
    "control": ("lookclear.cli.control", "Pause, resume or end a running crawl."),
    "search": ("lookclear.cli.search", "Search a workspace's index."),
    "serve": ("lookclear.cli.search", "Serve the search site of a workspace."),
    "status": ("lookclear.cli.status", "Say how far a workspace's crawl is."),
    "why": ("lookclear.cli.status", "Say how an address was found, scored and judged."),
    "label": ("lookclear.cli.label", "Say of a page whether it is on topic."),
    "train": ("lookclear.cli.train", "Learn the topic anew from pages and labels, or go back."),
    "evaluate": ("lookclear.cli.evaluate", "Compare strategies on a recorded web whose pages are labelled."),
    "index": ("lookclear.cli.index", "Look at a workspace's index, check it, or compact it."),
    "warm": ("lookclear.cli.warm", "Compile once what makes large indexes fast."),
}


class Commands(click.Group):
    """The commands of the table above, each imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return all names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; an unknown name is answered with the nearest one."""
        if cmd_name not in COMMANDS:
            nearest = difflib.get_close_matches(cmd_name, COMMANDS, n=1, cutoff=0.0)[0]
            ctx.fail(f"there is no command {cmd_name!r}; did you mean {nearest!r}?")
        command = getattr(importlib.import_module(COMMANDS[cmd_name][0]), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(lookclear.__version__, prog_name="lookclear")
@click.option("--debug", is_flag=True, help="Show where an error comes from.")
def lookclear_command(debug: bool) -> None:
    """Search engines for topics: crawl the web for one, index it, search it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code.

    0 done, 2 wrong usage, 3 starved or stopped early, 1 failed. Every error is one sentence that says what
    to do; only `--debug` shows the traceback.
    """
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    debug = arguments[:1] == ["--debug"]
    if _CRAWLING.intersection(arguments[: 1 + debug]) and _is_main_thread():
        for number in _SIGNALS:
            signal.signal(number, _interrupted)
    try:
        result = lookclear_command.main(arguments, prog_name="lookclear", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return USAGE
    except (_Interrupted, KeyboardInterrupt, click.Abort):
        click.echo("stopped", err=True)
        return ENDED_EARLY
    except BrokenPipeError:
        # The reader (`| head`) has gone. Python would complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except LookClearError as error:
        if debug:
            raise
        say_error(str(error))
        return error.exit_code
    except Exception as error:
        if debug:
            raise
        say_error(
            f"something went wrong inside LookClear ({type(error).__name__}: {error}); "
            "`lookclear --debug …` shows where"
        )
        return FAILED
    return result if isinstance(result, int) else DONE


class _Interrupted(BaseException):
    """Not KeyboardInterrupt: when that passes through an `exec` of a string, Python ends with a signal."""


def _interrupted(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature of a handler
    """End the command; a second signal does not change how it ends."""
    for one in _SIGNALS:
        signal.signal(one, signal.SIG_IGN)
    raise _Interrupted


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def say_error(sentence: str) -> None:
    """Write an error to standard error."""
    click.echo(f"{click.style('error:', fg='red', bold=True)} {sentence}", err=True)
