"""What a topic file is made of, from whatever a person has."""

from pathlib import Path

import pytest

from lookclear.errors import UsageError
from lookclear.session.starting import MOST_FILES, gather, language_of_word, shared_words
from lookclear.topics.new import write_topic
from lookclear.topics.workspace import Workspace

MARSH = "Cord grass grows in the salt marsh and holds its mud. The marsh is a coastal wetland of salt water."
ZHAO = "盐沼是海岸的湿地，生长着耐盐的草本植物。湿地保护海岸，盐沼里有许多鸟类。"


def page(folder: Path, name: str, text: str, canonical: str = "") -> Path:
    link = f'<link rel=canonical href="{canonical}">' if canonical else ""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"<title>{text[:20]}</title>{link}<p>{text}</p>", encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "topic"


def test_a_folder_of_pages_becomes_examples_seeds_languages_and_words(folder: Path, tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    page(pages, "a.html", MARSH, "https://a.test/marsh")
    page(pages, "deep/盐沼.htm", ZHAO, "https://zh.test/盐沼")
    (pages / "notes.txt").write_text("The marsh in May: cord grass, mud and salt.", encoding="utf-8")
    (pages / "report.pdf").write_bytes(b"%PDF-1.4")
    (pages / "empty.html").touch()
    found = gather(folder, examples=[str(pages)])
    assert found.examples == ("../pages/a.html", "../pages/deep/盐沼.htm", "../pages/notes.txt")
    assert found.seeds == ("https://a.test/marsh", "https://zh.test/%E7%9B%90%E6%B2%BC")
    assert set(found.languages) == {"en", "zh"}
    assert {"marsh", "salt"} <= set(found.suggested)
    assert any("1 files in" in note and "no pages" in note for note in found.notes)
    assert any("hold no page, such as empty.html" in note for note in found.notes)
    write_topic(
        folder, name="", seeds=found.seeds, keywords=(), examples=found.examples, suggested=found.suggested
    )
    topic = Workspace.open(folder).topic
    assert all(Path(one).is_file() for one in topic.examples)
    assert "# Words that the examples share:" in (folder / "topic.toml").read_text(encoding="utf-8")


def test_addresses_given_as_examples_are_seeds_too_unless_there_are_others(
    folder: Path, tmp_path: Path
) -> None:
    listed = tmp_path / "urls.txt"
    listed.write_text("# mine\nhttps://a.test/1\n\nhttps://a.test/2\n", encoding="utf-8")
    found = gather(folder, examples=[str(listed), "https://a.test/3"])
    assert found.examples == found.seeds == ("https://a.test/1", "https://a.test/2", "https://a.test/3")
    found = gather(folder, examples=[str(listed)], seeds=["https://b.test/"])
    assert found.seeds == ("https://b.test/",)


@pytest.mark.parametrize(
    ("keywords", "languages"),
    [(["salt marsh"], ("en",)), (["盐沼"], ("zh",)), (["salt marsh", "盐沼", " "], ("en", "zh")), ([], ())],
)
def test_languages_are_guessed_from_keywords(
    folder: Path, keywords: list[str], languages: tuple[str, ...]
) -> None:
    assert gather(folder, keywords=keywords).languages == languages
    assert gather(folder, keywords=keywords, languages=["de"]).languages == ("de",)


@pytest.mark.parametrize(("word", "code"), [("しおぬま", "ja"), ("소금", "ko"), ("3D", "en"), ("", "en")])
def test_the_script_tells_the_language_of_a_word(word: str, code: str) -> None:
    assert language_of_word(word) == code


def test_of_a_large_folder_a_part_is_taken_evenly(folder: Path, tmp_path: Path) -> None:
    for number in range(MOST_FILES * 2):
        (tmp_path / f"{number:04}.txt").write_text(f"salt marsh {number}", encoding="utf-8")
    found = gather(folder, counter_examples=[str(tmp_path)])
    assert len(found.counter_examples) == MOST_FILES
    assert found.counter_examples[1] == "../0002.txt"
    assert "spread evenly" in found.notes[0]


@pytest.mark.parametrize("what", ["nothing.html", "empty", "blank.txt", "binary.html"])
def test_what_holds_no_page_is_named(folder: Path, tmp_path: Path, what: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "blank.txt").write_text(" \n", encoding="utf-8")
    (tmp_path / "binary.html").write_bytes(b"")
    with pytest.raises(UsageError) as caught:
        gather(folder, examples=[str(tmp_path / what)])
    assert what in caught.value.message
    assert caught.value.hint


def test_words_that_every_text_has_are_not_suggested() -> None:
    assert shared_words([]) == []


SKOS = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <http://marsh.test/> .
:scheme a skos:ConceptScheme ; skos:hasTopConcept :marsh .
:marsh a skos:Concept ; skos:prefLabel "salt marsh"@en , "盐沼"@zh ; skos:altLabel "tidal marsh"@en ;
  skos:narrower :grass .
:grass a skos:Concept ; skos:prefLabel "cord grass"@en , "米草"@zh .
"""


@pytest.mark.parametrize("way", ["ontology", "examples"])
def test_a_file_of_concepts_gives_keywords_and_languages_and_is_kept(
    folder: Path, tmp_path: Path, way: str
) -> None:
    path = tmp_path / "marsh.ttl"
    path.write_text(SKOS, encoding="utf-8")
    found = gather(folder, **{way: str(path) if way == "ontology" else [str(path)]})  # type: ignore[arg-type]
    assert found.keywords == ("salt marsh", "盐沼", "cord grass", "米草")
    assert set(found.languages) == {"en", "zh"}
    assert found.ontology == "../marsh.ttl"
    write_topic(folder, name="", seeds=["http://a.test/"], keywords=found.keywords, ontology=found.ontology)
    concepts = Workspace.open(folder).ontology()
    assert concepts is not None
    assert len(concepts.nodes) == 2
    assert gather(folder, examples=[str(path)], keywords=["mine"]).keywords == ("mine",)


def test_of_two_files_of_concepts_none_is_chosen(folder: Path) -> None:
    with pytest.raises(UsageError, match="two ontologies"):
        gather(folder, examples=["a.ttl", "b.rdf"])


@pytest.mark.parametrize("content", ["", "no concepts at all", "<rdf"])
def test_a_file_of_concepts_without_any_is_named(folder: Path, tmp_path: Path, content: str) -> None:
    path = tmp_path / "bad.ttl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError, match=r"bad\.ttl"):
        gather(folder, ontology=str(path))
