"""Groups of the language's keywords, derived from its grammar: an editor gives each group a colour.

There is no list of words here. A word belongs to the first group whose description fits it, so that a new word of the
grammar finds its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from bombsight.compiler.symbols import BUILTINS
from bombsight.dsl.grammar import make_lark
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.tables import language_tables
from bombsight.dsl.words import item_words, language_words, reserved_words, spellings

if TYPE_CHECKING:
    from lark import Lark

WORD_GROUPS = {
    "origin": "says where a rule comes from: `cite`, `printed`",
    "item": "begins an item: `table`",
    "constant": "is a value all by itself: `yes`, `none`",
    "statement": "begins a statement: `set`, `roll`",
    "operator": "stands between values or before one, and makes them another: `and`, `is`",
    "function": "begins a value that is looked for: `count`",
    "line": "begins another line: `gives`, `answer`",
    "joining": "stands within a line: `to`, `when`",
}
"""The groups, each with the description of its words."""

FUNCTION_WORDS = BUILTINS | {"sum"}
"""Words that are keywords, or built-in names, only before a bracket: `min(a, b)`."""

LAYOUT_TERMINALS = frozenset(("_NL", "_INDENT", "_DEDENT"))
"""The terminals of line ends and indentation."""

LINE_EDGE = "line"
"""The start or end of a line among the neighbours of a :class:`WordContext`."""


@frozen
class WordContext:
    """A context of neighbours in which a word is a keyword and no name, as `good` in `wounds "Wounds" good: 0..3`.

    Attributes:
        group: Its group.
        words: The words for which this holds.
        before: The possible tokens before it: words, signs, the terminals NAME, INT, SIGNED and STRING, or
            :data:`LINE_EDGE`.
        behind: The possible tokens after it, likewise.
    """

    group: str
    words: tuple[str, ...]
    before: tuple[str, ...]
    behind: tuple[str, ...]


@cache
def words_by_group() -> dict[str, tuple[str, ...]]:
    """Map each colour group to its keywords in alphabetical order; each keyword is in one group."""
    rules = productions_of(make_lark())
    value_names = value_symbols(rules)
    forms = [(name, parts) for name in value_names for parts in rules[name]]
    shared = [first_words(parts) for _, parts in forms if value_names & {*parts}]
    lone = [first_words(parts) for _, parts in forms if len(parts) == 1]
    opening = [first_words(parts[:1]) for _, parts in forms if not value_names & {*parts}]
    candidates = {
        "origin": {word for name in ("cite", "provenance") for word in first_words(first_symbols(rules, name))},
        "item": item_words(),
        "constant": {word for found in lone for word in found},
        "statement": first_words(first_symbols(rules, "statement")),
        "operator": {word for found in shared for word in found} - FUNCTION_WORDS,
        "function": {word for found in opening for word in found} | FUNCTION_WORDS,
        "line": first_words(line_start_terminals()),
        "joining": language_words(),
    }
    remaining = set(language_words())
    result = {}
    for group in WORD_GROUPS:
        result[group] = tuple(sorted(remaining & candidates[group]))
        remaining -= candidates[group]
    return result


@cache
def phrase_patterns() -> tuple[tuple[str, str], ...]:
    """List patterns of phrases such as `or else`, each with the colour group of its first word."""
    several = {name: spelling for name, spelling in spellings().items() if any(" " in text for text in spelling)}
    grouped_patterns = (
        (group_of(text[0].partition(" ")[0]), language_tables().terminals[name]) for name, text in several.items()
    )
    return tuple(sorted(grouped_patterns))


def group_of(word: str) -> str:
    """The colour group of a keyword."""
    (result,) = (group for group, words in words_by_group().items() if word in words)
    return result


@cache
def word_contexts() -> tuple[WordContext, ...]:
    """List the contexts in which words that may be names are keywords, outside phrases."""
    contexts = []
    for terminal, spelling in sorted(spellings().items()):
        if {*spelling}.isdisjoint(language_words() - reserved_words()) or FUNCTION_WORDS.issuperset(spelling):
            continue
        words_before: dict[tuple[str, ...], set[str]] = {}
        for before in sorted(language_tables().terminals.keys() | LAYOUT_TERMINALS):
            behind = terminals_after_pair(before, terminal)
            if behind:
                words_before.setdefault(terminal_texts(behind), set()).update(terminal_texts((before,)))
        group = group_of(spelling[0])
        contexts += [
            WordContext(group, spelling, tuple(sorted(before)), behind)
            for behind, before in sorted(words_before.items())
        ]
    return tuple(contexts)


def terminals_after_pair(previous: str, terminal: str) -> frozenset[str]:
    """The grammar terminals that may follow a pair of terminals; empty if the pair cannot occur."""
    states = language_tables().actions
    shifted = {state[terminal] for state in states if state.get(terminal, -1) >= 0}
    actions = [states[state[previous]].get(terminal) for state in states if state.get(previous, -1) >= 0]
    behind = {state for way in actions if way is not None for state in ([way] if way >= 0 else shifted)}
    return frozenset(
        name
        for state in behind
        for name in states[state]
        if name in language_tables().terminals.keys() | LAYOUT_TERMINALS
    )


def terminal_texts(terminals: Iterable[str]) -> tuple[str, ...]:
    """The texts that terminals match, for a :class:`WordContext`."""
    texts = {
        text
        for name in terminals
        if name != "JOINED"  # a joined text ends like any other
        for text in (spellings().get(name) or (LINE_EDGE if name in LAYOUT_TERMINALS else name,))
    }
    return tuple(sorted(texts))


def unconditional_words() -> frozenset[str]:
    """The words that are keywords everywhere, not only in phrases and contexts."""
    return language_words() & reserved_words()


def line_start_terminals() -> frozenset[str]:
    """The grammar terminals that can begin a line inside an item."""
    return frozenset(name for block in LAYOUT_TERMINALS for name in terminals_after(block))


@cache
def terminals_after(terminal: str) -> frozenset[str]:
    """The grammar terminals that may follow another (its FOLLOW set)."""
    parse_tables = language_tables()
    states = {state[terminal] for state in parse_tables.actions if state.get(terminal, -1) >= 0}
    return frozenset(
        name
        for state in states
        for name in parse_tables.actions[state]
        if name in parse_tables.terminals.keys() | LAYOUT_TERMINALS
    )


def first_words(terminals: Iterable[str]) -> frozenset[str]:
    """The words of terminals; of a phrase terminal only its first word."""
    texts = (text.partition(" ")[0] for name in terminals for text in spellings().get(name, ()))
    return frozenset(word for word in texts if re.fullmatch("[a-z]+", word))


# --- the rules of the grammar

Productions = dict[str, list[tuple[str, ...]]]


def productions_of(parser: Lark) -> Productions:
    """Map each symbol of the grammar to its productions, a tuple of symbols for each."""
    productions: Productions = {}
    every: list[Any] = parser.rules
    for rule in every:
        productions.setdefault(str(rule.origin.name), []).append(tuple(str(part.name) for part in rule.expansion))
    return productions


def value_symbols(rules: Productions) -> frozenset[str]:
    """The grammar symbols that can be a value, or a repeated part of one."""

    def direct_parts(name: str) -> Iterator[str]:
        """Yield the symbols that alone make up a production of a symbol, or repeat in it."""
        for parts in rules[name]:
            yield from (part for part in parts if part in rules and (len(parts) == 1 or part.startswith("__")))

    return transitive_closure(("expr",), direct_parts)


def first_symbols(rules: Productions, name: str) -> frozenset[str]:
    """The FIRST set of a symbol: the symbols that can begin it."""
    return transitive_closure((name,), lambda symbol: (parts[0] for parts in rules.get(symbol, ()) if parts))


def transitive_closure(start: Iterable[str], successors: Callable[[str], Iterable[str]]) -> frozenset[str]:
    """Collect everything reachable from the start."""
    visited: set[str] = set()
    worklist = [*start]
    while worklist:
        name = worklist.pop()
        if name not in visited:
            visited.add(name)
            worklist.extend(successors(name))
    return frozenset(visited)
