import pytest

from lookclear.cli.output import highlighted, print_fields, printable


@pytest.mark.parametrize("text", ["\x1b[2Jx", "x\x9b31m", "\u202ex", "x\x07", "x\r"])
def test_text_from_the_web_cannot_command_the_terminal(text, capsys):
    assert not set(printable(text)) & set("\x1b\x9b\u202e\x07\r")
    print_fields([("title", text)])
    shown = capsys.readouterr().out + highlighted([(text, True)]).plain
    assert not set(shown) & set("\x1b\x9b\u202e\x07\r")
