import json
import os
import signal
import subprocess
import sys

import pytest

from lookclear.cli import main
from tests.web.topical import record, topical

SITE = "http://garden.test"


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    folder = tmp_path_factory.mktemp("web")
    pages = topical([SITE], 60)
    (folder / "labels.jsonl").write_text(
        "".join(
            json.dumps({"url": url, "labels": ["garden" if "tomato" in html else "ball"]}) + "\n"
            for url, html in pages.items()
        )
    )
    return record(pages, folder / "warc"), folder / "labels.jsonl"


def run(web, *arguments, cwd):
    command = [sys.executable, "-m", "lookclear.cli", "evaluate", "--no-cache"]
    command += ["--web", web[0], "--labels", web[1]]
    return subprocess.run(
        [*map(str, command), *map(str, arguments)], cwd=cwd, capture_output=True, text=True, check=False
    )


def test_one_command_prints_the_table_and_writes_numbers_and_curves(web, tmp_path):
    done = run(
        web,
        *("--topic", "garden", "ball", "--strategy", "breadth-first", "link-context"),
        *("--pages", 15, "--repeats", 2, "--templates", "entropy"),
        *("--json", tmp_path / "out/r.json", "--plot", tmp_path / "out/r.svg"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "link-context" in done.stdout
    assert "2 topics together" in done.stdout
    assert "crawls, 12 of 12" in done.stderr  # 2 topics, 2 seed sets, 2 strategies and the oracle
    document = json.loads((tmp_path / "out/r.json").read_text())
    assert [topic["label"] for topic in document["topics"]] == ["garden", "ball"]
    assert set(document["mean"]) == {"breadth-first", "link-context"}
    assert (tmp_path / "out/r.svg").read_text().startswith("<svg")


@pytest.fixture
def evaluate(capsys):
    """Run the command in this process; return its exit code and what it printed."""

    def run(*arguments):
        code = main(["evaluate", "--no-cache", "--jobs", "1", *map(str, arguments)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


QUICK = ("--pages", 5, "--repeats", 1, "--strategy", "best-first", "mix")


def test_several_webs_have_a_table_each_and_a_mean_in_100_columns(web, evaluate, tmp_path):
    other = tmp_path / "小网"
    other.mkdir()
    record(topical([SITE], 40), other)
    marks = [{"url": f"{SITE}/{n}", "labels": ["garden", "园艺"]} for n in range(12)]
    (other / "labels.jsonl").write_text("".join(json.dumps(mark) + "\n" for mark in marks))
    code, out, err = evaluate(
        *("--web", web[0], other / "pages-00001.warc.gz", "--labels", web[1], other / "labels.jsonl"),
        *("--topic", "garden", "warc/ball", "小网/园艺", "--json", tmp_path / "r.json", *QUICK),
    )
    assert code == 0, err
    assert "warc: ball:" in out
    assert "小网: 园艺: 12 relevant pages" in out
    assert "mean of 2 webs" in out
    assert "auc/oracle against best-first" in out
    assert max(map(len, out.splitlines())) <= 100
    document = json.loads((tmp_path / "r.json").read_text())
    assert [[t["label"] for t in w["topics"]] for w in document["webs"]] == [
        ["garden", "ball"],
        ["garden", "园艺"],
    ]
    of = [w["mean"]["mix"]["recall"] for w in document["webs"]]
    assert document["mean"]["mix"]["recall"] == pytest.approx(sum(of) / 2)


def test_a_topic_that_is_too_small_on_one_web_is_left_out_there_and_said(web, evaluate, tmp_path):
    (tmp_path / "l.jsonl").write_text(
        "".join(
            json.dumps({"url": f"{SITE}/{n}", "labels": ["garden"] if n == 0 else ["ball"]}) + "\n"
            for n in range(9)
        )
    )
    code, _, err = evaluate(
        *("--web", web[0], web[0], "--labels", web[1], tmp_path / "l.jsonl"),
        *("--topic", "garden", "ball", *QUICK),
    )
    assert code == 0
    assert "garden is left out on warc-2: 1 pages carry it, 4 are needed" in err


def test_a_model_judges_where_there_are_no_labels_and_says_so(web, evaluate, tmp_path):
    labels = [json.loads(line) for line in web[1].read_text().splitlines()]
    examples = [line["url"] for line in labels if line["labels"] == ["garden"]][:16]
    (tmp_path / "examples.txt").write_text("# on gardening\n" + "\n".join(examples[1:]) + "\n")
    code, out, err = evaluate(
        *("--web", web[0], "--judge", "model", "--examples", examples[0], tmp_path / "examples.txt"),
        *("--topic", "园艺", "--json", tmp_path / "r.json", *QUICK),
    )
    assert code == 0, err
    assert "a model judged" in out
    assert "园艺:" in out
    judge = json.loads((tmp_path / "r.json").read_text())["web"]["judge"]
    assert (judge["kind"], judge["examples"], judge["trained_on"]) == ("model", 16, 8)
    assert 0 < judge["precision"] <= 1


def test_ctrl_c_stops_all_processes_with_one_word(web, tmp_path):
    command = [sys.executable, "-m", "lookclear.cli", "evaluate", "--no-cache", "--jobs", "2"]
    command += ["--web", web[0], "--labels", web[1], "--topic", "garden", "--repeats", "5000"]
    process = subprocess.Popen(
        list(map(str, command)),
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Who runs the tests in the background may ignore Ctrl-C, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads here
    )
    said = ""
    while "crawls, 100 of" not in said:
        said += process.stderr.readline()
        assert process.poll() is None, said
    os.killpg(process.pid, signal.SIGINT)
    _, rest = process.communicate(timeout=60)
    assert process.returncode == 3
    assert rest.splitlines()[-1] == "stopped"
    assert "Traceback" not in rest
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--topic", "gardn"], "labels of this web: ball, garden"),
        (["--topic", "garden", "--strategy", "bestfirst"], "did you mean 'best-first'"),
        (["--topic", "garden", "--strategy", "orakel"], "to compare with: oracle, random"),
        (["--topic", "garden", "--pages", "0"], "--pages"),
        (["--topic", "garden", "--spoil", "4"], "4 of 3 seeds cannot be spoiled"),
        (["--topic", "garden", "--templates", "some"], "'share', 'entropy', 'none'"),
        (["--topic", "garden", "--strategy", "mix", "--against", "random"], "compared are: mix"),
        (["--topic", "garden", "--jobs", "0"], "--jobs"),
        ([], "give --topic LABEL"),
        (["--topic", "garden", "--labels", "x"], "cannot read the labels x"),
        (["--topic", "garden", "--web", "a", "b"], "1 files of labels"),
    ],
)
def test_what_is_wrong_is_one_sentence(web, evaluate, arguments, said):
    given = [] if "--labels" in arguments else ["--labels", web[1]]
    given += [] if "--web" in arguments[1:] else ["--web", web[0]]
    code, _, err = evaluate(*given, *arguments)
    assert code == 2
    assert said in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "give --web, or the folder of a workspace"),
        (["--web", "w"], "--judge model with --examples"),
        (["--web", "w", "--judge", "model"], "give --examples"),
        (["--web", "w", "--judge", "model", "--examples", "nothing.txt"], "nothing.txt is no address"),
        (["--web", "w", "--judge", "model", "--labels", "l"], "leave --labels"),
        (["--web", "w", "--judge", "model", "--examples", "http://a.test/"], "no recorded web at w"),
        (["nowhere", "--web", "w"], "there is no folder nowhere"),
    ],
)
def test_what_does_not_fit_together_is_one_sentence(evaluate, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    code, _, err = evaluate(*arguments)
    assert code == 2
    assert said in err


def test_labels_of_pages_that_are_not_recorded_are_left_out_and_said(web, evaluate, tmp_path):
    (tmp_path / "l.jsonl").write_text(
        web[1].read_text() + json.dumps({"url": "http://elsewhere.test/", "labels": ["garden"]}) + "\n"
    )
    code, out, err = evaluate("--web", web[0], "--labels", tmp_path / "l.jsonl", "--topic", "garden", *QUICK)
    assert code == 0
    assert "1 labelled pages are not recorded and left out" in err
    _, same, _ = evaluate("--web", web[0], "--labels", web[1], "--topic", "garden", *QUICK)
    assert out.splitlines()[0] == same.splitlines()[0]


def test_an_ontology_lets_the_strategy_that_goes_by_it_run(web, evaluate, tmp_path):
    (tmp_path / "garden.ttl").write_text(
        "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n"
        '<g:a> a skos:Concept ; skos:prefLabel "garden"@en ; skos:altLabel "tomato"@en .\n'
        '<g:b> a skos:Concept ; skos:broader <g:a> ; skos:prefLabel "compost"@en , "土壤"@zh .'
    )
    given = ("--web", web[0], "--labels", web[1], "--topic", "garden", "--strategy", "ontology", "random")
    code, out, err = evaluate(*given, "--pages", 10, "--repeats", 1, "--ontology", tmp_path / "garden.ttl")
    assert code == 0, err
    assert "ontology" in out
    code, _, err = evaluate(*given, "--pages", 10, "--repeats", 1)
    assert code == 2
    assert "needs an ontology" in err
    assert "--ontology" in err
    code, _, err = evaluate(*given, "--ontology", tmp_path / "none.ttl")
    assert code == 2
    assert "there is no ontology" in err


def test_a_workspace_that_was_not_crawled_is_answered_with_the_command(evaluate, workspace):
    code, _, err = evaluate(workspace, "--judge", "model")
    assert code == 2
    assert "lookclear crawl" in err
