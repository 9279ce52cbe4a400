"""An item up to a cursor: what may be written next, and how it could be ended as briefly as may be.

Whoever types has written the beginning of something, and nothing below it counts. So the text is read up to the cursor;
lines above that cannot be read give way to holes, as in :mod:`bombsight.dsl.recovery`. What the parser would take next
is what may be written there. To know what a name there would mean, the item is ended: of all ways on from the
parser's stack that the grammar has, the shortest is taken, holes for lines where they will do. This is the search of a
repairing parser (Corchuelo's forward moves), with nothing but insertions.
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
"""The hole of a first line, which never ends anything."""

SAMPLES = {
    "NAME": "x",
    "ID": "x",
    "INT": "0",
    "SIGNED": "+0",
    "DICE": "1d6",
    "STRING": '""',
    "CMP": "<",
    "CHOICE": "x/x",
    "CASE_ID": "x-x",
}
"""What is written for terminals that stand for more than words."""

BLOCK_TERMINALS = frozenset(("_INDENT",))
"""What alone may follow a line that must have lines of its own below it."""

OVERLAY_HOLES = frozenset(("_HOLE_ENTRY", "_HOLE_PATCH", "_HOLE_EDIT"))
"""The holes that may stand in an overlay: in what it quotes there are none."""

MAX_LENGTH = 100_000
"""How many characters are read in all: somebody waits."""

LOW_COST, HIGH_COST = 0.5, 1.5
"""What holes cost, of which nobody says anything, and names, which are mistaken for something; all else costs 1."""

Item = tuple[int, int]
"""A rule, by its number, and how many of its symbols are read."""

Word = tuple[str, str]
"""A terminal and its text."""


@frozen
class PartialItem:
    """The beginning of an item.

    Attributes:
        text: Its text, with holes for what could not be read.
        accepts: The terminals that may come next; holes, and what orders lines, are not among them.
        parser: The parser, as it stands there.
    """

    text: str
    accepts: frozenset[str]
    parser: Any

    def complete_with(self, words: Sequence[Word], name: str = "x") -> Tree[Token] | None:
        """The item with a few words more, ended as briefly as may be; None where they cannot stand there.

        Args:
            words: They stand where the text ends, one behind the other.
            name: What is written for the names with which it is ended, if it is with any.
        """
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
        """The terminals that end the item behind a few words more; None where these cannot stand there."""
        parser = copy_parser(self.parser)
        try:
            for kind, text in words:
                parser.feed_token(make_token(kind, text, 0))
        except LarkError:
            return None
        return find_shortest_ending(parser.parser_state.state_stack, quoting=OVERLAY.match(self.text) is not None)

    def phrase_for(self, kind: str) -> str:
        """What is written for a terminal, with the fixed words that alone can follow it: ``look up``."""
        said, parser = sample_text(kind), copy_parser(self.parser)
        while True:
            parser.feed_token(make_token(kind, sample_text(kind), 0))
            following = [*parser.accepts()]  # type: ignore[no-untyped-call]  # likewise
            if len(following) != 1 or not sample_text(following[0]).isalpha() or following[0] in SAMPLES:
                return said
            (kind,) = following
            said = f"{said} {sample_text(kind)}"


def copy_parser(parser: InteractiveParser) -> InteractiveParser:
    """A parser that goes on by itself; lark's own copy forgets where words end.

    What stands on the stack may grow: lark makes one list of a repeated part. What is inside of that never changes.
    """
    other: InteractiveParser = parser.copy(deepcopy_values=False)  # type: ignore[no-untyped-call]  # lark gives no types here
    state = other.parser_state
    state.value_stack = [
        Tree(value.data, [*value.children], copy(value.meta)) if isinstance(value, Tree) else value
        for value in state.value_stack
    ]
    return other


def parse_partial(text: str) -> PartialItem | None:
    """The beginning of an item, up to a cursor.

    Args:
        text: From where the item begins up to the cursor; empty where none has begun.

    Returns:
        None where the line of the cursor cannot be read up to there, or stands where none can; and where that would
        take too long.
    """
    item = HoledItem(text)
    line = text.rfind("\n") + 1
    for _ in range(min(MAX_FINDINGS, MAX_LENGTH // (len(text) + 1))):
        failed = try_parse(item.text + STOP_CHARACTER)
        if isinstance(failed, Tree):
            return None
        if failed.kind == CHARACTER and failed.start >= len(text) and failed.accepts != BLOCK_TERMINALS:
            accepts = frozenset(
                each for each in failed.accepts if not each.startswith("_NL") and each in written_terminals()
            )
            parser: InteractiveParser = failed.error.interactive_parser  # type: ignore[attr-defined]  # of every such error
            return PartialItem(item.text, accepts, parser)
        if not blank_mistake_above(item, failed) or item.text[line:] != text[line:]:
            return None
    return None


def blank_mistake_above(item: HoledItem, failed: Failure) -> bool:
    """Put a hole in the place of the line above the cursor's that cannot be read; whether that is possible."""
    lines = code_lines(item.text)
    if not lines or (failed.start >= len(item.text) and failed.kind != CHARACTER):
        return False
    number = line_number_at(lines, failed.start)
    if failed.accepts == BLOCK_TERMINALS and not item.text[lines[number].start : failed.start].strip():
        number = line_number_at(
            lines, item.text.rfind("\n", 0, failed.start)
        )  # it is the line above that lacks something
    return put_hole(item, find_follow_up_cut(item, failed) or cut_of_line(item, number))


@cache
def written_terminals() -> frozenset[str]:
    """The terminals for which something is written."""
    return frozenset((*spellings(), *SAMPLES))


def sample_text(kind: str) -> str:
    """A text for a terminal."""
    return SAMPLES.get(kind) or next(iter(spellings().get(kind, ())), "") or hole_characters().get(kind, "")


def make_token(kind: str, text: str, at: int) -> Token:
    """A word as the parser takes it."""
    return Token(kind, text, at, 1, at + 1, 1, at + 1 + len(text), at + len(text))


# --- the shortest way out


@frozen
class GrammarIndex:
    """The grammar as what its parser's stack is searched by.

    Attributes:
        origins: What each rule makes.
        symbols: Of what.
        of: The rules that make something, by its name.
        briefest: What something is made of in the end, most briefly, and what that costs.
        reached: The symbol behind which each state of the parser stands.
        start: What an item is.
    """

    origins: tuple[str, ...]
    symbols: tuple[tuple[str, ...], ...]
    of: dict[str, tuple[int, ...]]
    briefest: dict[str, tuple[float, tuple[str, ...]]]
    reached: dict[int, str]
    start: str


@cache
def grammar_index(quoting: bool) -> GrammarIndex:
    """Those of the language, read off lark's parser, whose attributes are its own.

    Args:
        quoting: Whether they are for an overlay.
    """
    lark = item_parser()
    origins = tuple(str(rule.origin.name) for rule in lark.rules)
    symbols = tuple(tuple(str(symbol.name) for symbol in rule.expansion) for rule in lark.rules)
    of: dict[str, list[int]] = {}
    for number, origin in enumerate(origins):
        of.setdefault(origin, []).append(number)
    barred = frozenset(hole_characters()) - OVERLAY_HOLES if quoting else frozenset((HEAD_HOLE,))
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
    """What every symbol is made of most briefly: terminals stand for themselves, but for those that are barred."""
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
    """What it costs to write a terminal."""
    return LOW_COST if terminal in hole_characters() else HIGH_COST if terminal in ("NAME", "ID", "STRING") else 1


def find_shortest_ending(states: Sequence[int], *, quoting: bool) -> tuple[str, ...]:
    """The terminals that end an item most briefly (Dijkstra's algorithm over what may be whole next).

    Args:
        states: The stack of the parser, the bottom first.
        quoting: Whether the item is an overlay.
    """
    found = grammar_index(quoting)
    levels = [*viable_items(found, [found.reached[state] for state in states[1:]])]
    top = len(levels) - 1
    waiting: list[tuple[float, int, str, tuple[str, ...]]] = []

    def explore(price: float, words: tuple[str, ...], level: int, items: Iterator[Item]) -> None:
        """What comes of reading these items to their ends: each makes something whole, further down the stack."""
        for rule, dot in items:
            rest = [found.briefest.get(symbol) for symbol in found.symbols[rule][dot:]]
            known = [each for each in rest if each is not None]
            if len(known) == len(rest):
                more = tuple(word for _, parts in known for word in parts)
                heappush(
                    waiting,
                    (price + sum(each for each, _ in known), level - dot, found.origins[rule], (*words, *more)),
                )

    explore(0, (), top, (item for item in levels[top] if item[1] or not top))
    seen: set[tuple[int, str]] = set()
    while waiting:
        price, level, whole, words = heappop(waiting)
        if whole == found.start:
            return words
        if (level, whole) in seen:
            continue
        seen.add((level, whole))
        behind = ((rule, dot + 1) for rule, dot in levels[level] if found.symbols[rule][dot : dot + 1] == (whole,))
        explore(price, words, level + 1, behind)
    return ()


def viable_items(grammar: GrammarIndex, symbols: Sequence[str]) -> Iterator[set[Item]]:
    """The items (LR(0)) of each state of a stack, by what was read from one to the next."""
    items = closure(grammar, {(rule, 0) for rule in grammar.of[grammar.start]})
    yield items
    for symbol in symbols:
        items = closure(
            grammar, {(rule, dot + 1) for rule, dot in items if grammar.symbols[rule][dot : dot + 1] == (symbol,)}
        )
        yield items


def closure(grammar: GrammarIndex, items: set[Item]) -> set[Item]:
    """Items with those that may begin where they go on."""
    waiting = [*items]
    while waiting:
        rule, dot = waiting.pop()
        for symbol in grammar.symbols[rule][dot : dot + 1]:
            for other in grammar.of.get(symbol, ()):
                if (other, 0) not in items:
                    items.add((other, 0))
                    waiting.append((other, 0))
    return items
