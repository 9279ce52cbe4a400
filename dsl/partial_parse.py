"""Partial parsing for completion: the expected terminals at a cursor, and the shortest completion of the item.

The text below a cursor does not count for the line being typed. So the text is parsed up to the cursor; unreadable
lines above give way to holes, as in :mod:`bombsight.dsl.recovery`. The terminals that the parser accepts next are the
candidates. To resolve a name there, the item is completed by the cheapest ending that the grammar allows from the
parser's stack, with holes for lines where they fit. This is the search of a repairing parser (Corchuelo's forward
moves), with nothing but insertions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from functools import cache
from heapq import heappop, heappush
from typing import Any

from lark import Token, Tree
from lark.exceptions import LarkError
from lark.parsers.lalr_interactive_parser import InteractiveParser

from bombsight.dsl.blocks import code_lines, line_number_at
from bombsight.dsl.failure import CHARACTER, Failure, try_parse
from bombsight.dsl.grammar import hole_characters, item_parser
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.recovery import (
    MAX_FINDINGS,
    OVERLAY,
    STOP_CHARACTER,
    HoledItem,
    cut_of_line,
    find_follow_up_cut,
    put_hole,
)
from bombsight.dsl.words import spellings

HEAD_HOLE = "_HOLE_HEAD"
"""The hole of a first line, never used in an ending."""

SAMPLES = {
    "NAME": "x",
    "ID": "x",
    "INT": "0",
    "SIGNED": "+0",
    "DICE": "1d6",
    "STRING": '""',
    "JOINED": '""',
    "CMP": "<",
    "CHOICE": "x/x",
    "CASE_ID": "x-x",
}
"""Sample texts for terminals that are no fixed words."""

BLOCK_TERMINALS = frozenset(("_INDENT",))
"""The only terminals that may follow a line that requires a block."""

OVERLAY_HOLES = frozenset(("_HOLE_ENTRY", "_HOLE_PATCH", "_HOLE_EDIT"))
"""The holes allowed in an overlay: its quotations have none."""

MAX_LENGTH = 100_000
"""The most characters parsed in all: somebody waits."""

LOW_COST, HIGH_COST = 0.5, 1.5
"""The costs of holes, which cause no findings, and of names, which could be mistaken; other terminals cost 1."""

Item = tuple[int, int]
"""An LR(0) item: a rule's number, and the number of its symbols already read."""

Word = tuple[str, str]
"""A terminal and its text."""


@frozen
class PartialItem:
    """The beginning of an item, parsed up to a cursor.

    Attributes:
        text: Its text, with holes for unreadable lines.
        accepts: The terminals that may come next, without holes and layout.
        parser: The parser in its state at the cursor.
    """

    text: str
    accepts: frozenset[str]
    parser: Any

    def complete_with(self, words: Sequence[Word], name: str = "x") -> Tree[Token] | None:
        """Append words and the cheapest ending to the item, with ``name`` for names; return the parse tree or None."""
        ending = self.shortest_ending(words)
        if ending is None:
            return None
        parser = copy_parser(self.parser)
        at = len(self.text)
        for kind, text in (*words, *((kind, name if kind == "NAME" else sample_text(kind)) for kind in ending)):
            parser.feed_token(make_token(kind, text, at))
            at += len(text)
        tree: Tree[Token] = parser.feed_eof()  # type: ignore[no-untyped-call]  # lark gives no types here
        return tree

    def shortest_ending(self, words: Sequence[Word]) -> tuple[str, ...] | None:
        """Return the terminals that end the item at the least cost after further words; None if these do not fit."""
        parser = copy_parser(self.parser)
        try:
            for kind, text in words:
                parser.feed_token(make_token(kind, text, 0))
        except LarkError:
            return None
        return find_shortest_ending(parser.parser_state.state_stack, in_overlay=OVERLAY.match(self.text) is not None)

    def phrase_for(self, kind: str) -> str:
        """Return the text of a terminal (``kind``) with the fixed words that alone can follow it: ``look up``."""
        said, parser = sample_text(kind), copy_parser(self.parser)
        while True:
            parser.feed_token(make_token(kind, sample_text(kind), 0))
            following = [*parser.accepts()]  # type: ignore[no-untyped-call]  # likewise
            if len(following) != 1 or not sample_text(following[0]).isalpha() or following[0] in SAMPLES:
                return said
            (kind,) = following
            said = f"{said} {sample_text(kind)}"


def copy_parser(parser: InteractiveParser) -> InteractiveParser:
    """Copy a parser's state; unlike lark's own copy, it keeps the positions of tokens.

    Lists on the stack are copied, for lark extends the list of a repeated part in place; their members never change.
    """
    other: InteractiveParser = parser.copy(deepcopy_values=False)  # type: ignore[no-untyped-call]  # lark gives no types here
    state = other.parser_state
    state.value_stack = [
        Tree(value.data, [*value.children], copy(value.meta)) if isinstance(value, Tree) else value
        for value in state.value_stack
    ]
    return other


def parse_partial(text: str) -> PartialItem | None:
    """Parse an unfinished item, from its start (empty if none has begun) to a cursor.

    Returns:
        None if the cursor's line is invalid up to the cursor, or cannot stand there, or parsing would take too long.
    """
    item = HoledItem(text)
    line = text.rfind("\n") + 1
    for _ in range(min(MAX_FINDINGS, MAX_LENGTH // (len(text) + 1))):
        failure = try_parse(item.text + STOP_CHARACTER)
        if isinstance(failure, Tree):
            return None
        if failure.kind == CHARACTER and failure.start >= len(text) and failure.accepts != BLOCK_TERMINALS:
            accepts = frozenset(
                each for each in failure.accepts if not each.startswith("_NL") and each in written_terminals()
            )
            parser: InteractiveParser = failure.error.interactive_parser  # type: ignore[attr-defined]  # of every such error
            return PartialItem(item.text, accepts, parser)
        if not blank_mistake_above(item, failure) or item.text[line:] != text[line:]:
            return None
    return None


def blank_mistake_above(item: HoledItem, failure: Failure) -> bool:
    """Replace the unreadable line above the cursor by a placeholder (hole); return whether the parser accepts one."""
    lines = code_lines(item.text)
    if not lines or (failure.start >= len(item.text) and failure.kind != CHARACTER):
        return False
    number = line_number_at(lines, failure.start)
    if failure.accepts == BLOCK_TERMINALS and not item.text[lines[number].start : failure.start].strip():
        number = line_number_at(lines, item.text.rfind("\n", 0, failure.start))  # the line above lacks its block
    return put_hole(item, find_follow_up_cut(item, failure) or cut_of_line(item, number))


@cache
def written_terminals() -> frozenset[str]:
    """The terminals of the grammar for which a text exists."""
    return frozenset((*spellings(), *SAMPLES))


def sample_text(kind: str) -> str:
    """A sample text for a terminal of the grammar: a name, a number, or its fixed word."""
    return SAMPLES.get(kind) or next(iter(spellings().get(kind, ())), "") or hole_characters().get(kind, "")


def make_token(kind: str, text: str, at: int) -> Token:
    """Make a token for lark's parser, of a terminal at a text offset."""
    return Token(kind, text, at, 1, at + 1, 1, at + 1 + len(text), at + len(text))


# --- the cheapest ending


@frozen
class GrammarIndex:
    """The grammar, indexed for the search from a parser's stack.

    Attributes:
        origins: For each rule the symbol on its left-hand side.
        symbols: For each rule the symbols on its right-hand side.
        of: The rules of a symbol, by its name.
        briefest: The cheapest expansion of each symbol, and its cost.
        reached: The symbol by which each state is entered.
        start: The start symbol.
    """

    origins: tuple[str, ...]
    symbols: tuple[tuple[str, ...], ...]
    of: dict[str, tuple[int, ...]]
    briefest: dict[str, tuple[float, tuple[str, ...]]]
    reached: dict[int, str]
    start: str


@cache
def grammar_index(in_overlay: bool) -> GrammarIndex:
    """Index the grammar's rules for the search for endings, in overlays or in other items."""
    lark = item_parser()
    origins = tuple(str(rule.origin.name) for rule in lark.rules)
    symbols = tuple(tuple(str(symbol.name) for symbol in rule.expansion) for rule in lark.rules)
    of: dict[str, list[int]] = {}
    for number, origin in enumerate(origins):
        of.setdefault(origin, []).append(number)
    barred = frozenset(hole_characters()) - OVERLAY_HOLES if in_overlay else frozenset((HEAD_HOLE,))
    table = lark.parser.parser._parse_table
    shifts = (pair for row in table.states.values() for pair in row.items() if pair[1][0].name == "Shift")
    reached = {state: str(symbol) for symbol, (_, state) in shifts}
    return GrammarIndex(
        origins,
        symbols,
        {name: tuple(all_) for name, all_ in of.items()},
        shortest_expansions(origins, symbols, barred),
        reached,
        "start",
    )


def shortest_expansions(
    origins: Sequence[str], symbols: Sequence[Sequence[str]], barred: frozenset[str]
) -> dict[str, tuple[float, tuple[str, ...]]]:
    """Map each grammar symbol to the cost and terminals of its cheapest expansion without ``barred`` terminals."""
    made = {*origins}
    found: dict[str, tuple[float, tuple[str, ...]]] = {
        name: (terminal_cost(name), (name,))
        for all_ in symbols
        for name in all_
        if name not in made and name not in barred
    }
    changed = True
    while changed:
        changed = False
        for origin, parts in zip(origins, symbols, strict=True):
            if all(part in found for part in parts):
                price = sum(found[part][0] for part in parts)
                if price < found.get(origin, (price + 1,))[0]:
                    found[origin] = price, tuple(word for part in parts for word in found[part][1])
                    changed = True
    return found


def terminal_cost(terminal: str) -> float:
    """The cost of a terminal in the search for an item's cheapest ending."""
    return (
        LOW_COST
        if terminal in hole_characters()
        else HIGH_COST
        if terminal in ("NAME", "ID", "STRING", "JOINED")
        else 1
    )


def find_shortest_ending(states: Sequence[int], *, in_overlay: bool) -> tuple[str, ...]:
    """Find the terminals that end an item at the least cost from a parser's state stack, by Dijkstra's algorithm."""
    found = grammar_index(in_overlay)
    levels = [*viable_items(found, [found.reached[state] for state in states[1:]])]
    top = len(levels) - 1
    waiting: list[tuple[float, int, str, tuple[str, ...]]] = []

    def push_completions(price: float, words: tuple[str, ...], level: int, items: Iterator[Item]) -> None:
        """Push onto the search queue, for each LR(0) item, the cost and terminals that complete its rule.

        Args:
            price: The cost so far.
            words: The terminals so far.
            level: The items' level of the stack.
            items: The items.
        """
        for rule, dot in items:
            rest = [found.briefest.get(symbol) for symbol in found.symbols[rule][dot:]]
            known = [each for each in rest if each is not None]
            if len(known) == len(rest):
                more = tuple(word for _, parts in known for word in parts)
                heappush(
                    waiting,
                    (price + sum(each for each, _ in known), level - dot, found.origins[rule], (*words, *more)),
                )

    push_completions(0, (), top, (item for item in levels[top] if item[1] or not top))
    seen: set[tuple[int, str]] = set()
    while waiting:
        price, level, whole, words = heappop(waiting)
        if whole == found.start:
            return words
        if (level, whole) in seen:
            continue
        seen.add((level, whole))
        behind = ((rule, dot + 1) for rule, dot in levels[level] if found.symbols[rule][dot : dot + 1] == (whole,))
        push_completions(price, words, level + 1, behind)
    return ()


def viable_items(grammar: GrammarIndex, symbols: Sequence[str]) -> Iterator[set[Item]]:
    """Yield for each state of a parser's stack its set of LR(0) items, from the grammar symbols between the states."""
    items = closure(grammar, {(rule, 0) for rule in grammar.of[grammar.start]})
    yield items
    for symbol in symbols:
        items = closure(
            grammar, {(rule, dot + 1) for rule, dot in items if grammar.symbols[rule][dot : dot + 1] == (symbol,)}
        )
        yield items


def closure(grammar: GrammarIndex, items: set[Item]) -> set[Item]:
    """Return a set of LR(0) items extended by the beginnings of all rules that may come next (LR closure)."""
    waiting = [*items]
    while waiting:
        rule, dot = waiting.pop()
        for symbol in grammar.symbols[rule][dot : dot + 1]:
            for other in grammar.of.get(symbol, ()):
                if (other, 0) not in items:
                    items.add((other, 0))
                    waiting.append((other, 0))
    return items
