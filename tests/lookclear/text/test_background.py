import pytest

from lookclear.text import background
from lookclear.text.background import COMMON, RARE, page_share


@pytest.fixture
def shares_anew():
    """Ask for shares as a process does that has just begun."""

    def ask():
        background._english.cache_clear()
        background._chinese.cache_clear()
        return [page_share(word) for word in ("market", "soil", "我们", "土壤", "qwxyzzy")]

    yield ask
    background._english.cache_clear()
    background._chinese.cache_clear()


@pytest.mark.parametrize(
    ("common", "rare"), [("market", "mycorrhiza"), ("我们", "土壤"), ("time", "harvest")]
)
def test_everyday_words_stand_on_more_pages_than_special_ones(common, rare):
    assert RARE <= page_share(rare) < page_share(common) <= COMMON


def test_an_unknown_word_is_taken_as_rare():
    assert page_share("qwxyzzy") == RARE
    assert page_share("龘龘龘") == RARE


def test_what_is_kept_of_the_word_lists_says_the_same(tmp_path, monkeypatch, shares_anew):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = shares_anew()
    kept = sorted((tmp_path / "lookclear" / "words").iterdir())
    assert len(kept) == 2
    monkeypatch.setattr(background, "_english_of", None)  # nobody may read the lists again
    monkeypatch.setattr(background, "_chinese_of", None)
    assert shares_anew() == made


@pytest.mark.parametrize("damage", [b"", b"x" * 100, None], ids=["empty", "foreign", "cut"])
def test_a_damaged_file_is_made_anew(tmp_path, monkeypatch, shares_anew, damage):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = shares_anew()
    files = sorted((tmp_path / "lookclear" / "words").iterdir())
    sound = [file.read_bytes() for file in files]
    for file in files:
        file.write_bytes(file.read_bytes()[:-1] if damage is None else damage)
    assert shares_anew() == made
    assert [file.read_bytes() for file in files] == sound


def test_shares_are_known_where_nothing_can_be_kept(tmp_path, monkeypatch, shares_anew):
    made = shares_anew()
    (tmp_path / "lookclear").write_text("a file where a folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert shares_anew() == made
