"""How the words of a query may stand in pages: the recall path for Chinese.

A page's words depend on their neighbours, so a query's word may stand there in pieces (主题 爬虫) or inside a
longer word (长江 in 武汉长江大桥). Each Chinese word and phrase is therefore also looked for character by
character, and counts less where it is found only that way.
"""

from __future__ import annotations

from indexer.analysis import is_han
from indexer.plan import And, Literal, Node, Not, Or, Phrase, Recall, Term


def expand(plan: Node) -> Node:
    """Return the plan with Chinese words and phrases also as the characters they are made of."""
    if isinstance(plan, Term):
        return Recall(plan, Literal(plan.field, (plan.text,))) if is_han(plan.text) else plan
    if isinstance(plan, Phrase):
        return Recall(plan, Literal(plan.field, plan.words)) if any(map(is_han, plan.words)) else plan
    if isinstance(plan, Not):
        return Not(expand(plan.child))
    if isinstance(plan, And | Or):
        return type(plan)(tuple(expand(child) for child in plan.children))
    if isinstance(plan, Recall):
        return Recall(_expand_words(plan.exact), plan.otherwise)
    return plan


def _expand_words(plan: Node) -> Node:
    """Return the parts of one typed word expanded, but for single characters: alone they say too little."""
    if isinstance(plan, Term) and len(plan.text) == 1:
        return plan
    return And(tuple(map(_expand_words, plan.children))) if isinstance(plan, And) else expand(plan)
