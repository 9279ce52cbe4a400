"""The parse tables of the grammar as plain values, read off lark once and kept in the cache folder.

lark reads the grammar, decides which words each state of the parser can take, and works out the LALR(1) tables. What
the :mod:`driver <bombsight.dsl.driver>` needs of that is integers, words and patterns, which load in no time, and
without lark.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from attrs import asdict, frozen

from bombsight.dsl.caches import cache_folder, keep_text, recall_text

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule as LarkRule

TABLES_VERSION = 1
"""Raised when the form of what is kept changes."""

START = "start"
ACCEPT = -1
"""The action at which an item is whole: nothing of it is left to read."""


Parts = tuple[tuple[int, bool, int], ...]


@frozen
class Production:
    """What becomes of a rule's parts once all of them are read.

    Attributes:
        name: The symbol they make together.
        size: How many parts there are.
        parts: Those that the builder is given: which it is, whether it is a list to be opened, and how many absent
            ones (None) come before it. None where it is given all of them as they are.
        absent: How many absent ones come at the end.
        method: The builder's method; empty where they stay a list, or are never built since one always stands for all.
        alone: Whether a single part stands for the whole (lark's ``?rule``).
    """

    name: str
    size: int
    parts: Parts | None
    absent: int
    method: str
    alone: bool

    @property
    def is_unit(self) -> bool:
        """Whether it is but another name for its one part."""
        return self.alone and self.size == 1 and self.parts is None


@frozen
class Tables:
    """The tables of an LALR(1) parser with a lexer that knows the parser's state.

    Attributes:
        begin: The state before anything is read.
        actions: For each state what a symbol leads to: the next state, or the bitwise complement of the number of the
            production that is whole; :data:`ACCEPT` at the end.
        productions: What they are by number; the first is the item itself.
        lexers: For each state the number of its lexer.
        patterns: A lexer's pattern: what is passed over, then a group for each terminal under its name.
        words: A lexer's words of their own: by terminal, what text is another one.
        spelled: What is written for each terminal that is a fixed word or sign.
    """

    begin: int
    actions: tuple[dict[str, int], ...]
    productions: tuple[Production, ...]
    lexers: tuple[int, ...]
    patterns: tuple[str, ...]
    words: tuple[dict[str, dict[str, str]], ...]
    spelled: dict[str, str]


@cache
def tables() -> Tables:
    """The tables of the language's grammar, from the cache folder or made now."""
    from bombsight.dsl.grammar import GRAMMAR, item_parser

    grammar = GRAMMAR.read_bytes()
    file = cache_folder() / f"tables-{TABLES_VERSION}-{sha256(grammar).hexdigest()}.json"
    kept = recall_text(file)
    found = None if kept is None else load(kept)
    if found is None:
        found = tables_of(item_parser())
        keep_text(file, dump(found))
    return found


def dump(tables: Tables) -> str:
    """Tables as they are kept."""
    return json.dumps(asdict(tables), separators=(",", ":"))


def load(text: str) -> Tables | None:
    """Tables from the cache; None where it holds none."""
    try:
        data: dict[str, Any] = json.loads(text)
        productions = tuple(production(**each) for each in data["productions"])
        lists = {name: tuple(data[name]) for name in ("actions", "lexers", "patterns", "words")}
        return Tables(begin=data["begin"], productions=productions, spelled=data["spelled"], **lists)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def production(parts: list[list[Any]] | None, **named: Any) -> Production:
    """A production from the cache."""
    return Production(parts=None if parts is None else tuple((at, opened, gap) for at, opened, gap in parts), **named)


# --- made from lark's


def tables_of(lark: Lark) -> Tables:
    """What lark worked out. Its attributes are its own, so a test holds trees made both ways equal."""
    table = lark.parser.parser._parse_table
    order = {state: number for number, state in enumerate(table.states)}
    numbers: dict[LarkRule, int] = {}
    rules = {argument for row in table.states.values() for action, argument in row.values() if action.name == "Reduce"}
    for number, rule in enumerate(sorted(rules, key=lambda rule: (rule.origin.name != START, rule.order, str(rule)))):
        numbers[rule] = number
    actions = tuple(
        {
            str(symbol): order[argument] if action.name == "Shift" else ~numbers[argument]
            for symbol, (action, argument) in row.items()
        }
        for row in table.states.values()
    )
    contextual = lark.parser.lexer.lexer
    kinds = {id(lexer): lexer for lexer in contextual.lexers.values()}
    places = {each: number for number, each in enumerate(kinds)}
    return Tables(
        begin=order[table.start_states[START]],
        actions=actions,
        productions=tuple(map(production_of, numbers)),
        lexers=tuple(places[id(contextual.lexers[state])] for state in order),
        patterns=tuple(map(pattern_of, kinds.values())),
        words=tuple(map(words_of, kinds.values())),
        spelled={str(each.name): each.pattern.value for each in lark.terminals if each.pattern.type == "str"},
    )


def production_of(rule: LarkRule) -> Production:
    """What lark's tree builder does for a rule: it leaves out fixed words, opens lists, and marks what is absent."""
    size = len(rule.expansion)
    gaps = [len(gap) for gap in "".join(str(int(each)) for each in rule.options.empty_indices).split("0")]
    if not rule.options.empty_indices:
        gaps = [0] * (size + 1)
    parts: list[tuple[int, bool, int]] = []
    absent = 0
    symbols: Sequence[Any] = rule.expansion  # a terminal alone knows whether it is left out
    for at, symbol in enumerate(symbols):
        absent += gaps[at]
        if not (symbol.is_term and symbol.filter_out):
            parts.append((at, not symbol.is_term and symbol.name.startswith("_"), absent))
            absent = 0
    absent += gaps[size]
    name = rule.alias or rule.options.template_source or rule.origin.name
    return Production(
        name=str(rule.origin.name),
        size=size,
        parts=None if not absent and parts == [(at, False, 0) for at in range(size)] else tuple(parts),
        absent=absent,
        method="" if name.startswith("_") else f"n_{name.rstrip('_')}",
        alone=bool(rule.options.expand1 and not rule.alias),
    )


def pattern_of(lexer: Any) -> str:
    """The pattern of a lexer. What it ignores comes first: nothing else begins with a blank or a comment's sign."""
    scanner = lexer.scanner
    ignored = [each.pattern.to_regexp() for each in scanner.terminals if each.name in lexer.ignore_types]
    taken = [
        f"(?P<{each.name}>{each.pattern.to_regexp()})"
        for each in scanner.terminals
        if each.name not in lexer.ignore_types
    ]
    return f"(?>(?:{'|'.join(ignored)})*)(?:{'|'.join(taken)})"


def words_of(lexer: Any) -> dict[str, dict[str, str]]:
    """The words that a lexer tells from what their terminals' pattern takes, such as ``when`` from a name."""
    return {
        str(terminal): {each.pattern.value: str(each.name) for each in callback.scanner.terminals}
        for terminal, callback in lexer.callback.items()
    }
