"""Outcomes and refusals as small numbers, for arrays; files hold the words."""

from __future__ import annotations

from lookclear.domain import Outcome, Refusal

OUTCOMES: tuple[Outcome, ...] = tuple(Outcome)
REFUSALS: tuple[Refusal, ...] = tuple(Refusal)
CODE_OF_OUTCOME = {outcome: code for code, outcome in enumerate(OUTCOMES)}
CODE_OF_REFUSAL = {refusal: code for code, refusal in enumerate(REFUSALS)}
