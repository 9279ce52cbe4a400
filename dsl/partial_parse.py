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

from bombsight.dsl.blocks import line_at, lines_of
from bombsight.dsl.failure import CHARACTER, Failure, attempt
from bombsight.dsl.grammar import holes, item_parser
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.recovery import MOST, NOWHERE, OVERLAY, Remainder, cut_at, fill, following
from bombsight.dsl.words import spellings

HEAD = "_HOLE_HEAD"
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

BLOCK = frozenset(("_INDENT",))
"""What alone may follow a line that must have lines of its own below it."""

IN_OVERLAYS = frozenset(("_HOLE_ENTRY", "_HOLE_PATCH", "_HOLE_EDIT"))
"""The holes that may stand in an overlay: in what it quotes there are none."""

LONGEST = 100_000
"""How many characters are read in all: somebody waits."""

CHEAP, DEAR = 0.5, 1.5
"""What holes cost, of which nobody says anything, and names, which are mistaken for something; all else costs 1."""

Item = tuple[int, int]
"""A rule, by its number, and how many of its symbols are read."""

Word = tuple[str, str]
"""A terminal and its text."""


@frozen
class Begun:
    """The beginning of an item.

    Attributes:
        text: Its text, with holes for what could not be read.
        accepts: The terminals that may come next; holes, and what orders lines, are not among them.
        parser: The parser, as it stands there.
    """

    text: str
    accepts: frozenset[str]
    parser: Any

    def with_words(self, words: Sequence[Word], name: str = "x") -> Tree[Token] | None:
        """The item with a few words more, ended as briefly as may be; None where they cannot stand there.

        Args:
            words: They stand where the text ends, one behind the other.
            name: What is written for the names with which it is ended, if it is with any.
        """
        ending = self.ending(words)
        if ending is None:
            return None
        parser = copied(self.parser)
        at = len(self.text)
        for kind, text in (*words, *((kind, name if kind == "NAME" else sample(kind)) for kind in ending)):
            parser.feed_token(placed(kind, text, at))
            at += len(text)
        tree: Tree[Token] = parser.feed_eof()  # type: ignore[no-untyped-call]  # lark gives no types here
        return tree

    def ending(self, words: Sequence[Word]) -> tuple[str, ...] | None:
        """The terminals that end the item behind a few words more; None where these cannot stand there."""
        parser = copied(self.parser)
        try:
            for kind, text in words:
                parser.feed_token(placed(kind, text, 0))
        except LarkError:
            return None
        return way_out(parser.parser_state.state_stack, quoting=OVERLAY.match(self.text) is not None)

    def phrase(self, kind: str) -> str:
        """What is written for a terminal, with the fixed words that alone can follow it: ``look up``."""
        said, parser = sample(kind), copied(self.parser)
        while True:
            parser.feed_token(placed(kind, sample(kind), 0))
            following = [*parser.accepts()]  # type: ignore[no-untyped-call]  # likewise
            if len(following) != 1 or not sample(following[0]).isalpha() or following[0] in SAMPLES:
                return said
            (kind,) = following
            said = f"{said} {sample(kind)}"


def copied(parser: InteractiveParser) -> InteractiveParser:
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


def begun(text: str) -> Begun | None:
    """The beginning of an item, up to a cursor.

    Args:
        text: From where the item begins up to the cursor; empty where none has begun.

    Returns:
        None where the line of the cursor cannot be read up to there, or stands where none can; and where that would
        take too long.
    """
    item = Remainder(text)
    line = text.rfind("\n") + 1
    for _ in range(min(MOST, LONGEST // (len(text) + 1))):
        failed = attempt(item.text + NOWHERE)
        if isinstance(failed, Tree):
            return None
        if failed.kind == CHARACTER and failed.start >= len(text) and failed.accepts != BLOCK:
            accepts = frozenset(each for each in failed.accepts if not each.startswith("_NL") and each in written())
            parser: InteractiveParser = failed.error.interactive_parser  # type: ignore[attr-defined]  # of every such error
            return Begun(item.text, accepts, parser)
        if not without_mistake(item, failed) or item.text[line:] != text[line:]:
            return None
    return None


def without_mistake(item: Remainder, failed: Failure) -> bool:
    """Put a hole in the place of the line above the cursor's that cannot be read; whether that is possible."""
    lines = lines_of(item.text)
    if not lines or (failed.start >= len(item.text) and failed.kind != CHARACTER):
        return False
    number = line_at(lines, failed.start)
    if failed.accepts == BLOCK and not item.text[lines[number].start : failed.start].strip():
        number = line_at(lines, item.text.rfind("\n", 0, failed.start))  # it is the line above that lacks something
    return fill(item, following(item, failed) or cut_at(item, number))


@cache
def written() -> frozenset[str]:
    """The terminals for which something is written."""
    return frozenset((*spellings(), *SAMPLES))


def sample(kind: str) -> str:
    """A text for a terminal."""
    return SAMPLES.get(kind) or next(iter(spellings().get(kind, ())), "") or holes().get(kind, "")


def placed(kind: str, text: str, at: int) -> Token:
    """A word as the parser takes it."""
    return Token(kind, text, at, 1, at + 1, 1, at + 1 + len(text), at + len(text))


# --- the shortest way out


@frozen
class Rules:
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
def rules(quoting: bool) -> Rules:
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
    barred = frozenset(holes()) - IN_OVERLAYS if quoting else frozenset((HEAD,))
    table = lark.parser.parser._parse_table
    shifts = (pair for row in table.states.values() for pair in row.items() if pair[1][0].name == "Shift")
    reached = {state: str(symbol) for symbol, (_, state) in shifts}
    return Rules(
        origins,
        symbols,
        {name: tuple(all_) for name, all_ in of.items()},
        brief(origins, symbols, barred),
        reached,
        "start",
    )


def brief(
    origins: Sequence[str], symbols: Sequence[Sequence[str]], barred: frozenset[str]
) -> dict[str, tuple[float, tuple[str, ...]]]:
    """What every symbol is made of most briefly: terminals stand for themselves, but for those that are barred."""
    made = {*origins}
    found: dict[str, tuple[float, tuple[str, ...]]] = {
        name: (cost(name), (name,)) for all_ in symbols for name in all_ if name not in made and name not in barred
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


def cost(terminal: str) -> float:
    """What it costs to write a terminal."""
    return CHEAP if terminal in holes() else DEAR if terminal in ("NAME", "ID", "STRING") else 1


def way_out(states: Sequence[int], *, quoting: bool) -> tuple[str, ...]:
    """The terminals that end an item most briefly (Dijkstra's algorithm over what may be whole next).

    Args:
        states: The stack of the parser, the bottom first.
        quoting: Whether the item is an overlay.
    """
    found = rules(quoting)
    levels = [*viable(found, [found.reached[state] for state in states[1:]])]
    top = len(levels) - 1
    waiting: list[tuple[float, int, str, tuple[str, ...]]] = []

    def go_on(price: float, words: tuple[str, ...], level: int, items: Iterator[Item]) -> None:
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

    go_on(0, (), top, (item for item in levels[top] if item[1] or not top))
    seen: set[tuple[int, str]] = set()
    while waiting:
        price, level, whole, words = heappop(waiting)
        if whole == found.start:
            return words
        if (level, whole) in seen:
            continue
        seen.add((level, whole))
        behind = ((rule, dot + 1) for rule, dot in levels[level] if found.symbols[rule][dot : dot + 1] == (whole,))
        go_on(price, words, level + 1, behind)
    return ()


def viable(found: Rules, symbols: Sequence[str]) -> Iterator[set[Item]]:
    """The items (LR(0)) of each state of a stack, by what was read from one to the next."""
    items = closure(found, {(rule, 0) for rule in found.of[found.start]})
    yield items
    for symbol in symbols:
        items = closure(
            found, {(rule, dot + 1) for rule, dot in items if found.symbols[rule][dot : dot + 1] == (symbol,)}
        )
        yield items


def closure(found: Rules, items: set[Item]) -> set[Item]:
    """Items with those that may begin where they go on."""
    waiting = [*items]
    while waiting:
        rule, dot = waiting.pop()
        for symbol in found.symbols[rule][dot : dot + 1]:
            for other in found.of.get(symbol, ()):
                if (other, 0) not in items:
                    items.add((other, 0))
                    waiting.append((other, 0))
    return items
