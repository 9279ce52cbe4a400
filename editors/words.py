"""The words of the language in groups, as its grammar uses them: an editor gives each group a colour.

No list is kept here. A word belongs to the first group whose sentence is true of it, so that a new word of the grammar
finds its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from bombsight.compiler.symbols import BUILTINS
from bombsight.dsl.grammar import make_lark
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.tables import tables
from bombsight.dsl.words import item_words, reserved_words, spellings, words

if TYPE_CHECKING:
    from lark import Lark

GROUPS = {
    "origin": "says where a rule comes from: `cite`, `printed`",
    "item": "begins an item: `table`",
    "constant": "is a value all by itself: `yes`, `none`",
    "statement": "begins a statement: `set`, `roll`",
    "operator": "stands between values or before one, and makes them another: `and`, `is`",
    "function": "begins a value that is looked for: `count`",
    "line": "begins another line: `gives`, `answer`",
    "joining": "stands within a line: `to`, `when`",
}
"""The groups, each with what is true of its words."""

CALLED = BUILTINS | {"sum"}
"""What is a word of the language, or a name that it knows, only before a bracket: `min(a, b)`."""

BLOCKS = frozenset(("_NL", "_INDENT", "_DEDENT"))
"""The terminals of line ends and indentation."""

LINE = "line"
"""The place at the beginning of a line, or at its end, among those of a :class:`Place`."""


@frozen
class Place:
    """Where a word is one of the language that may be a name elsewhere, as `good` in `wounds "Wounds" good: 0..3`.

    Attributes:
        group: Its group.
        words: The words for which this holds.
        before: What may stand before it: words, signs, the terminals NAME, INT, SIGNED and STRING, or :data:`LINE`.
        behind: What may stand behind it, likewise.
    """

    group: str
    words: tuple[str, ...]
    before: tuple[str, ...]
    behind: tuple[str, ...]


@cache
def grouped() -> dict[str, tuple[str, ...]]:
    """The words of each group, in the order of the alphabet; each word of the language is in one."""
    rules = rules_of(make_lark())
    inside = inner(rules)
    forms = [(name, parts) for name in inside for parts in rules[name]]
    shared = [spelled(parts) for _, parts in forms if inside & {*parts}]
    lone = [spelled(parts) for _, parts in forms if len(parts) == 1]
    opening = [spelled(parts[:1]) for _, parts in forms if not inside & {*parts}]
    found = {
        "origin": {word for name in ("cite", "provenance") for word in spelled(first(rules, name))},
        "item": item_words(),
        "constant": {word for found in lone for word in found},
        "statement": spelled(first(rules, "statement")),
        "operator": {word for found in shared for word in found} - CALLED,
        "function": {word for found in opening for word in found} | CALLED,
        "line": spelled(begins_a_line()),
        "joining": words(),
    }
    left = set(words())
    made = {}
    for group in GROUPS:
        made[group] = tuple(sorted(left & found[group]))
        left -= found[group]
    return made


@cache
def phrases() -> tuple[tuple[str, str], ...]:
    """The patterns of several words that mean something only together, `or else`, each with the group of the first."""
    several = {name: spelling for name, spelling in spellings().items() if any(" " in text for text in spelling)}
    found = ((group_of(text[0].partition(" ")[0]), tables().terminals[name]) for name, text in several.items())
    return tuple(sorted(found))


def group_of(word: str) -> str:
    """The group of a word."""
    (found,) = (group for group, words in grouped().items() if word in words)
    return found


@cache
def places() -> tuple[Place, ...]:
    """The words that may be names, unless they are part of a phrase, each with the places where it is none."""
    made = []
    for terminal, spelling in sorted(spellings().items()):
        if {*spelling}.isdisjoint(words() - reserved_words()) or CALLED.issuperset(spelling):
            continue
        found: dict[tuple[str, ...], set[str]] = {}
        for before in sorted(tables().terminals.keys() | BLOCKS):
            behind = between(before, terminal)
            if behind:
                found.setdefault(written(behind), set()).update(written((before,)))
        group = group_of(spelling[0])
        made += [Place(group, spelling, tuple(sorted(before)), behind) for behind, before in sorted(found.items())]
    return tuple(made)


def between(before: str, terminal: str) -> frozenset[str]:
    """The terminals that may follow one that stands behind another; none where it cannot stand there."""
    states = tables().actions
    shifted = {state[terminal] for state in states if state.get(terminal, -1) >= 0}
    reached = [states[state[before]].get(terminal) for state in states if state.get(before, -1) >= 0]
    behind = {state for way in reached if way is not None for state in ([way] if way >= 0 else shifted)}
    return frozenset(name for state in behind for name in states[state] if name in tables().terminals.keys() | BLOCKS)


def written(terminals: Iterable[str]) -> tuple[str, ...]:
    """What is written for some terminals, as a :class:`Place` has it."""
    found = {text for name in terminals for text in (spellings().get(name) or (LINE if name in BLOCKS else name,))}
    return tuple(sorted(found))


def alone() -> frozenset[str]:
    """The words that are words wherever they stand; the others are so in their phrases and places alone."""
    return words() & reserved_words()


def begins_a_line() -> frozenset[str]:
    """The terminals with which a line below an item begins."""
    return frozenset(name for block in BLOCKS for name in after(block))


@cache
def after(terminal: str) -> frozenset[str]:
    """The terminals that may follow another."""
    found = tables()
    states = {state[terminal] for state in found.actions if state.get(terminal, -1) >= 0}
    return frozenset(
        name for state in states for name in found.actions[state] if name in found.terminals.keys() | BLOCKS
    )


def spelled(terminals: Iterable[str]) -> frozenset[str]:
    """The words that are written for some terminals; of a phrase the first, which the others only follow."""
    written = (text.partition(" ")[0] for name in terminals for text in spellings().get(name, ()))
    return frozenset(word for word in written if re.fullmatch("[a-z]+", word))


# --- the rules of the grammar

Rules = dict[str, list[tuple[str, ...]]]


def rules_of(parser: Lark) -> Rules:
    """The symbols that each symbol of the grammar is made of, one tuple for each way."""
    made: Rules = {}
    every: list[Any] = parser.rules
    for rule in every:
        made.setdefault(str(rule.origin.name), []).append(tuple(str(part.name) for part in rule.expansion))
    return made


def inner(rules: Rules) -> frozenset[str]:
    """The symbols that a value may be, or a part of it that repeats itself."""

    def reached(name: str) -> Iterator[str]:
        for parts in rules[name]:
            yield from (part for part in parts if part in rules and (len(parts) == 1 or part.startswith("__")))

    return closed(("expr",), reached)


def first(rules: Rules, name: str) -> frozenset[str]:
    """The symbols with which one may begin."""
    return closed((name,), lambda symbol: (parts[0] for parts in rules.get(symbol, ()) if parts))


def closed(begin: Iterable[str], reached: Callable[[str], Iterable[str]]) -> frozenset[str]:
    """All that is reached from some names, one step after the other."""
    met: set[str] = set()
    left = [*begin]
    while left:
        name = left.pop()
        if name not in met:
            met.add(name)
            left.extend(reached(name))
    return frozenset(met)
