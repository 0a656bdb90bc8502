import pytest

from lookclear.errors import UsageError
from lookclear.replay.judge import train_judge
from lookclear.replay.pages import RecordedPages
from lookclear.replay.web import RecordedWeb
from tests.web.topical import GARDEN, record, topical

SITE = "http://garden.test"


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    return RecordedPages(RecordedWeb.open(record(topical([SITE], 120), tmp_path_factory.mktemp("warc"))))


def on_topic(pages):
    return sorted(url for url in pages.web if set(pages.fetch(url).page.title.split()) & set(GARDEN))


def test_a_judge_learns_the_topic_from_half_of_the_examples(pages):
    truth = on_topic(pages)
    judge = train_judge(pages, truth[:24], seeds=3, random_seed=0)
    assert (judge.trained_on, len(judge.told)) == (12, 12)
    right = set(truth) & set(judge.relevant)
    assert len(right) >= 0.9 * len(truth)
    assert len(right) >= 0.9 * len(judge.relevant)
    assert judge.recall > 0.8
    assert 0 < judge.precision < 0.9  # garden pages that are no examples count against it


def test_a_judge_never_sees_what_the_crawler_is_told(pages, monkeypatch):
    shown = []
    from lookclear.replay import judge as module

    real = module._judged

    def watched(given, truth, held_out):
        shown.extend(page.url for page in given)
        return real(given, truth, held_out)

    monkeypatch.setattr(module, "_judged", watched)
    judge = train_judge(pages, on_topic(pages)[:20], seeds=3, random_seed=1)
    assert not set(judge.told) & set(shown)
    assert len(shown) == 120 - len(judge.told)


def test_the_same_seed_gives_the_same_judge_and_another_one_splits_differently(pages):
    examples = on_topic(pages)[:20]
    first = train_judge(pages, examples, seeds=3, random_seed=1)
    assert train_judge(pages, reversed(examples), seeds=3, random_seed=1) == first
    assert train_judge(pages, examples, seeds=3, random_seed=2).told != first.told


def test_too_few_examples_are_answered_with_how_many_are_needed(pages):
    examples = [*on_topic(pages)[:4], "http://elsewhere.test/", f"{SITE}/0#part"]
    with pytest.raises(UsageError, match="of 6 examples are pages of the recorded web; 8 are needed"):
        train_judge(pages, examples, seeds=3, random_seed=0)
