"""What is compared between Python and the page is the language, not what one game needs of it.

So the small games use it all: each word, and each word at each place where the grammar has it. A place is a rule of the
grammar with what may stand in it: `WHEN` in `beside`, `together` in a choice between named answers.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any

import pytest
from lark import Lark
from lark.grammar import Rule

from bombsight.dsl.grammar import make_lark
from bombsight.dsl.pieces import split_items
from bombsight.dsl.words import language_words, spellings
from tests.web.small_games import SMALL_GAMES

NOT_PLAYED = {"overlay", "example"}
"""Items of which nothing is played: what an overlay puts in place of something is written as that is, and examples play
what rules there are."""

TEXTS = [file.read_text(encoding="utf-8") for path in SMALL_GAMES.values() for file in sorted(path.glob("*.rules"))]


def test_the_small_games_use_each_word_of_the_language() -> None:
    left_out = language_words() - words_of(rules_played())
    plain = "\n".join(re.sub(r'"[^"\n]*"|#.*', "", text) for text in TEXTS)
    assert language_words() - left_out - {*re.findall(r"[a-z]+", plain)} == set()
    assert {"house", "leads", "never"} <= left_out


def test_the_small_games_use_each_word_wherever_the_grammar_has_it() -> None:
    missing = defaultdict(set)
    for place, part in sorted(places(rules_played()) - places(rules_used(TEXTS))):
        missing[place].add(part)
    assert {**missing} == {}, "write it into a small game, tests/service/ferry perhaps"


@pytest.mark.parametrize("place", [("beside", "WHEN"), ("choose_branch", "together"), ("results_of", "args")])
def test_places_are_told_apart(place: tuple[str, str]) -> None:
    assert place in places(rules_played())
    assert place not in places(rules_used(["define lit: yes/no = yes\n"]))


def places(rules: Iterable[Rule]) -> set[tuple[str, str]]:
    """What stands in rules: the name of the rule or, of one of several ways to write it, of that, and each part of it.

    Rules that lark made of a repetition say by themselves only that there may be more than two.
    """
    return {
        (str(rule.alias or rule.origin.name), symbol.name)
        for rule in rules
        for symbol in rule.expansion
        if not symbol.name.startswith("__") or symbol.is_term
    }


def words_of(rules: Iterable[Rule]) -> set[str]:
    """The words that stand in rules."""
    terminals = {symbol.name for rule in rules for symbol in rule.expansion if symbol.is_term}
    spelled = " ".join(text for terminal in terminals for text in spellings().get(terminal, ()))
    return {*re.findall(r"[a-z]+", spelled)}


@cache
def grammar() -> Lark:
    """The parser of one item."""
    return make_lark()


def rules_played() -> set[Rule]:
    """The rules of the grammar by which what is played is written.

    Lark has a rule for each way to write one, with or without what may be left out.
    """
    by_name = defaultdict(list)
    for rule in grammar().rules:
        by_name[str(rule.origin.name)].append(rule)
    found: dict[str, list[Rule]] = {name: [] for name in NOT_PLAYED}
    waiting = ["start"]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = by_name[name]
            waiting += [part.name for rule in by_name[name] for part in rule.expansion if not part.is_term]
    return {rule for rules in found.values() for rule in rules}


def rules_used(texts: Iterable[str]) -> set[Rule]:
    """The rules of the grammar by which texts of rules are written."""
    used: set[Rule] = set()

    def build_and_note(rule: Rule, build: Callable[[list[Any]], Any], children: list[Any]) -> Any:
        used.add(rule)
        return build(children)

    parser = grammar().parser.parser.parser  # lark has no public way to be told of each rule that it finds
    builders = parser.callbacks
    parser.callbacks = {rule: partial(build_and_note, rule, build) for rule, build in builders.items()}
    for text in texts:
        for piece in split_items(text).pieces:
            grammar().parse(piece.text)
    parser.callbacks = builders
    return used
