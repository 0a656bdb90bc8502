"""docs/index.md says what the code does."""

import re
from pathlib import Path

import indexer
from indexer import repair

ROOT = Path(indexer.__file__).parent
TEXT = (ROOT.parent / "docs" / "index.md").read_text(encoding="utf-8")


def test_every_message_code_is_explained():
    codes = {
        value
        for name, value in vars(repair).items()
        if name.isupper() and isinstance(value, str) and value != "site"
    }
    table = TEXT.partition("| code | what happened |")[2].partition("\n\n")[0]
    explained = set(re.findall(r"(?m)^\| `([a-z-]+)[:A-Z]*` \|", table))
    assert codes == explained


def test_every_module_has_its_room():
    rooms = TEXT.partition("| module | room |")[2].partition("\n\n")[0]
    named = set(re.findall(r"`(\w+)`", rooms))
    modules = {path.stem for path in ROOT.glob("*.py")} - {"__init__", "document", "errors"}
    assert modules == named
