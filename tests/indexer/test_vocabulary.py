import random

from indexer.lexicon import Lexicon
from indexer.vocabulary import Vocabulary


def test_a_new_term_is_found_at_once_at_any_size():
    rng = random.Random(5)
    lexicon = Lexicon()
    vocabulary = Vocabulary(lexicon)
    for _ in range(60):
        for _ in range(rng.randint(0, 20)):
            lexicon.assign("".join(rng.choices("ab搜索", k=rng.randint(1, 4))))
        start = rng.choice(["a", "ab", "搜", "搜索", "b"])
        terms = lexicon.terms_from(0)
        assert sorted(vocabulary.beginning(start)) == sorted(term for term in terms if term.startswith(start))
        assert dict(vocabulary.close_to("ab", 1)).keys() >= {
            term for term in terms if term in ("ab", "a", "abb")
        }


def test_runs_stay_few():
    lexicon = Lexicon()
    vocabulary = Vocabulary(lexicon)
    for number in range(2000):
        lexicon.assign(f"term{number}")
        list(vocabulary.beginning("x"))
    assert len(vocabulary._runs) < 12
