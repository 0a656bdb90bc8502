"""Learning from positive and unlabelled pages as a whole: negatives, rounds, vote, margins to check by."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy.sparse import csr_array, vstack

from lookclear.relevance.contract import Examples
from lookclear.relevance.margin import Held, Planes, folds_of, unsquashed
from lookclear.relevance.pu.linear import Linear
from lookclear.relevance.pu.negatives import Constraint, improved_one_dnf
from lookclear.relevance.pu.rounds import Round, RoundRules, run_rounds
from lookclear.relevance.pu.vote import found_votes
from lookclear.relevance.weighting import Weighting
from lookclear.text.vectors import Floats, Vocabulary

KIND = "vote"
VOTERS = 3  # newest classifiers that vote; earlier rounds have seen few of the negatives, and add noise


@dataclass(frozen=True, slots=True)
class PuRules:
    """How pages on topic are learned from them and unlabelled ones."""

    constraint: Constraint = Constraint.RATIO
    rounds: RoundRules = field(default_factory=lambda: RoundRules(guard=False, close=True))


@dataclass(frozen=True, slots=True)
class PuResult:
    """The model, margins of pages held out (None when there were too few), all rounds, votes of the last."""

    planes: Planes
    held: Held | None
    rounds: list[Round]
    votes: Floats
    notes: tuple[str, ...]


def learn_vote(
    vocabulary: Vocabulary,
    examples: Examples,
    generator: np.random.Generator,
    rules: PuRules | None = None,
) -> PuResult:
    """Return the weighted vote of the iterated classifiers; `examples` are checked ones.

    Each part of the pages is held out in turn; what the classifiers of each round say of pages held out
    decides what each of them counts in the vote. The rounds have no guard here: one that loses pages on
    topic loses its vote.
    """
    rules = rules or PuRules()
    weighting = Weighting.of(examples.positive, examples.unlabelled, examples.negative)
    folds = folds_of(examples, generator)
    unheld = [_squashed_held_out(weighting, fold.learned, fold.held, rules) for fold in folds]
    rounds, note = _rounds(weighting, examples, rules)
    voters = [one.classifier for one in rounds[-VOTERS:]]
    if not unheld:
        votes = np.eye(len(voters))[-1]
        alone = "with so few pages nothing can be held out: how sure the model is cannot be checked"
        return PuResult(
            Planes(KIND, vocabulary, weighting, voters, votes), None, rounds, votes, (*note, alone)
        )
    sides = [
        np.concatenate([_newest(part[side], len(voters)) for part in unheld], axis=1) for side in range(3)
    ]
    votes = found_votes(sides[0], np.concatenate(sides, axis=1), generator).weights
    margins = [tuple(unsquashed(votes @ _newest(side, len(voters))) for side in part) for part in unheld]
    held = Held.of(folds, [(one, other, third) for one, other, third in margins])
    return PuResult(Planes(KIND, vocabulary, weighting, voters, votes), held, rounds, votes, note)


def _rounds(weighting: Weighting, examples: Examples, rules: PuRules) -> tuple[list[Round], tuple[str, ...]]:
    positive, unlabelled = weighting.units(examples.positive), weighting.units(examples.unlabelled)
    off = weighting.units(examples.negative)
    if not unlabelled.shape[0]:
        return run_rounds(positive, off, np.arange(off.shape[0]), None, rules.rounds), ()
    found = improved_one_dnf(positive, unlabelled, rules.constraint)
    others: csr_array = vstack([unlabelled, off], format="csr")
    negatives = np.concatenate([found.rows, unlabelled.shape[0] + np.arange(off.shape[0])])
    return run_rounds(positive, others, negatives, None, rules.rounds), (found.note,) if found.note else ()


def _squashed_held_out(
    weighting: Weighting, learned: Examples, held: Examples, rules: PuRules
) -> tuple[Floats, Floats, Floats]:
    """Return tanh of the margins of all rounds, shape (rounds, pages), for each kind of held-out pages."""
    rounds, _ = _rounds(weighting, learned, rules)
    planes = [one.classifier for one in rounds]
    batches = (held.positive, held.unlabelled, held.negative)
    one, other, third = (_squashed(planes, weighting.units(rows)) for rows in batches)
    return one, other, third


def _squashed(planes: list[Linear], units: csr_array) -> Floats:
    return np.stack([np.tanh(plane.margins(units)) for plane in planes])


def _newest(margins: Floats, rounds: int) -> Floats:
    """Return the margins of the last so many rounds; where there are fewer, the first of them repeats."""
    newest: Floats = margins[np.maximum(np.arange(len(margins) - rounds, len(margins)), 0)]
    return newest
