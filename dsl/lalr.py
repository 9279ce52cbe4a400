"""LALR(1) parse tables as plain values: extracted from lark once, and stored as JSON.

lark reads the grammar, decides which terminals each lexer state takes, and computes the LALR(1) tables. The part that
the :mod:`driver <bombsight.dsl.driver>` needs is integers, words and patterns, which load fast and without lark.
:mod:`bombsight.dsl.tables` has those of the language.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import astuple

from bombsight.dsl.node_classes import frozen

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule as LarkRule

GRAMMAR: Path = Path(__file__).with_name("grammar.lark")

START = "start"
ACCEPT = -1
"""The action that accepts an item."""


Parts = tuple[tuple[int, bool, int], ...]


@frozen
class Production:
    """A reduction: how the parts of a grammar rule become one value.

    Attributes:
        name: The symbol on the left-hand side.
        size: The number of symbols on the right-hand side.
        parts: The parts passed to the builder: the index, whether it is a list to splice, and the number of absent
            parts (None) before it. None if all parts are passed as they are.
        absent: The number of absent parts at the end.
        method: The builder's method; empty if the parts stay a list, or one part always stands for the whole.
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
        """Whether the production is a unit rule: it has one part, and passes that part on unchanged."""
        return self.alone and self.size == 1 and self.parts is None


@frozen
class Tables:
    """The tables of an LALR(1) parser with a contextual lexer.

    Attributes:
        begin: The initial state.
        actions: For each state, by symbol, the next state, or the bitwise complement of the number of the production to
            reduce; :data:`ACCEPT` at the end.
        productions: The productions by number; the first is the item itself.
        lexers: For each state the number of its lexer.
        terminals: The pattern of each terminal.
        ignored: The terminals that are skipped.
        taken: For each lexer its terminals, in the order in which they are tried.
        words: For each lexer its keywords: by terminal, the texts that are another terminal.
        spelled: The text of each terminal that is a fixed word or sign.
    """

    begin: int
    actions: tuple[dict[str, int], ...]
    productions: tuple[Production, ...]
    lexers: tuple[int, ...]
    terminals: dict[str, str]
    ignored: tuple[str, ...]
    taken: tuple[tuple[str, ...], ...]
    words: tuple[dict[str, dict[str, str]], ...]
    spelled: dict[str, str]

    def lexer_pattern(self, names: Iterable[str], *first: str) -> str:
        """Make the regular expression of a lexer: skipped text, groups to try ``first``, a named group per terminal.

        Skipped text comes first, for no other token begins with a blank or a comment's sign.

        Args:
            names: The terminals.
            first: Groups to try before them.
        """
        ignored = "|".join(self.terminals[name] for name in self.ignored)
        groups = (*first, *(f"(?P<{name}>{self.terminals[name]})" for name in names))
        return f"(?>(?:{ignored})*)(?:{'|'.join(groups)})"


def grammar_digest() -> str:
    """The hash of the grammar file, by which stored parse tables are known to be current."""
    return sha256(GRAMMAR.read_text(encoding="utf-8").encode()).hexdigest()


def dump_tables(tables: Tables) -> str:
    """Serialize parse tables to JSON text; equal sets of grammar symbols are stored once."""
    groups: dict[tuple[str, ...], int] = {}
    actions = []
    for row in tables.actions:
        leading: dict[int, list[str]] = defaultdict(list)
        for symbol, action in row.items():
            leading[action].append(symbol)
        actions.append([[groups.setdefault(tuple(all_), len(groups)), action] for action, all_ in leading.items()])
    data = {
        "grammar": grammar_digest(),
        "begin": tables.begin,
        "groups": [" ".join(group) for group in groups],
        "actions": actions,
        "productions": [astuple(each) for each in tables.productions],
        "lexers": tables.lexers,
        "terminals": tables.terminals,
        "ignored": tables.ignored,
        "taken": [" ".join(names) for names in tables.taken],
        "words": tables.words,
        "spelled": tables.spelled,
    }
    lines = (f"{json.dumps(name)}:{json.dumps(value, separators=(',', ':'))}" for name, value in data.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def load_tables(text: str, *, any_grammar: bool = False) -> Tables | None:
    """Deserialize parse tables from JSON text; None if they are of another grammar, unless ``any_grammar``."""
    data: dict[str, Any] = json.loads(text)
    if not any_grammar and data["grammar"] != grammar_digest():
        return None
    groups = [group.split() for group in data["groups"]]
    return Tables(
        begin=data["begin"],
        actions=tuple({symbol: action for group, action in row for symbol in groups[group]} for row in data["actions"]),
        productions=tuple(map(production_from_json, data["productions"])),
        lexers=tuple(data["lexers"]),
        terminals=data["terminals"],
        ignored=tuple(data["ignored"]),
        taken=tuple(tuple(names.split()) for names in data["taken"]),
        words=tuple(data["words"]),
        spelled=data["spelled"],
    )


def production_from_json(data: Sequence[Any]) -> Production:
    """Deserialize a production of the parse tables."""
    name, size, parts, *rest = data
    taken = None if parts is None else tuple((at, opened, gap) for at, opened, gap in parts)
    return Production(name, size, taken, *rest)


# --- extracted from lark


def extract_tables(lark: Lark) -> Tables:
    """Extract the parse tables from lark's parser, in a deterministic order.

    They are private attributes of lark, so a test compares the trees of both parsers.
    """
    table = lark.parser.parser._parse_table
    rules = {argument for row in table.states.values() for action, argument in row.values() if action.name == "Reduce"}
    ranked = sorted(rules, key=lambda rule: (rule.origin.name != START, rule.order, str(rule)))
    numbers = {rule: number for number, rule in enumerate(ranked)}
    order = number_states(table.states, table.start_states[START])
    actions = tuple(
        {
            str(symbol): order[argument] if action.name == "Shift" else ~numbers[argument]
            for symbol, (action, argument) in sorted(table.states[state].items())
        }
        for state in order
    )
    lexers = {state: lexer_without_contextual(lark.parser.lexer.lexer.lexers[state]) for state in order}
    kinds = {id(lexer): lexer for lexer in lexers.values()}
    places = {each: number for number, each in enumerate(kinds)}
    ignored = tuple(sorted({str(name) for lexer in kinds.values() for name in lexer.ignore_types}))
    return Tables(
        begin=0,
        actions=actions,
        productions=tuple(map(production_of_rule, ranked)),
        lexers=tuple(places[id(lexers[state])] for state in order),
        terminals={str(each.name): each.pattern.to_regexp() for each in sorted(lark.terminals, key=lambda it: it.name)},
        ignored=ignored,
        taken=tuple(terminals_taken_by(lexer, ignored) for lexer in kinds.values()),
        words=tuple(map(keywords_by_terminal, kinds.values())),
        spelled={str(each.name): each.pattern.value for each in lark.terminals if each.pattern.type == "str"},
    )


def number_states(states: Mapping[int, Mapping[str, tuple[Any, Any]]], begin: int) -> dict[int, int]:
    """Map lark's state numbers, which vary from run to run, to the order of discovery from state ``begin``."""
    order = {begin: 0}
    waiting = [begin]
    for state in waiting:
        for _, (action, to) in sorted(states[state].items(), key=lambda entry: entry[0]):
            if action.name == "Shift" and to not in order:
                order[to] = len(order)
                waiting.append(to)
    return order


def production_of_rule(rule: LarkRule) -> Production:
    """Convert a lark rule to a production: which parts to drop (fixed words), to splice (lists), to mark as absent."""
    size = len(rule.expansion)
    gaps = [len(gap) for gap in "".join(str(int(each)) for each in rule.options.empty_indices).split("0")]
    if not rule.options.empty_indices:
        gaps = [0] * (size + 1)
    parts: list[tuple[int, bool, int]] = []
    absent = 0
    symbols: Sequence[Any] = rule.expansion  # only terminals have `filter_out`
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


def lexer_without_contextual(lexer: Any) -> Any:
    """Return the lexer of a parser state that knows no contextual keywords: the wrapped lexer, or the lexer itself."""
    return getattr(lexer, "by_itself", lexer)


def terminals_taken_by(lexer: Any, ignored: Sequence[str]) -> tuple[str, ...]:
    """List the names of the terminals that a lexer matches, without the ``ignored`` ones."""
    return tuple(str(each.name) for each in lexer.scanner.terminals if each.name not in ignored)


def keywords_by_terminal(lexer: Any) -> dict[str, dict[str, str]]:
    """Map each terminal whose matches may be keywords, such as ``NAME``, to those keywords and their terminals."""
    return {
        str(terminal): {each.pattern.value: str(each.name) for each in callback.scanner.terminals}
        for terminal, callback in sorted(lexer.callback.items())
    }
