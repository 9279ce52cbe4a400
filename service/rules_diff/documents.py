"""Differences of rules as a document."""

from __future__ import annotations

from attrs import frozen

from bombsight.dsl.origin import Origin
from bombsight.service.common.document import Document
from bombsight.service.table_odds.documents import SituationOdds


@frozen(kw_only=True)
class Entry:
    """An item of an overlay that is in force on one side alone.

    Attributes:
        item: ``house crack_shot 1``.
        title: What it says of itself.
        side: ``now`` or ``was``: where it is in force.
    """

    item: str
    title: str
    origin: Origin
    side: str


@frozen(kw_only=True)
class PartChange:
    """What changed within an item.

    Attributes:
        where: The part in words: ``modifier wet``, ``row 2..3``, ``rows 2 and 3..``, ``row fog, night column horn``,
            ``step Landing``; empty for the whole.
        was, now: How it is written on each side; empty where it is not there.
        by: The overlay items that did it, where they are known.
        place: Where it stands now, or stood, ``file:line:column``.
    """

    where: str
    was: str
    now: str
    by: tuple[str, ...]
    place: str


@frozen(kw_only=True)
class ItemChange:
    """An item that was added, removed or changed.

    Attributes:
        change: ``added``, ``removed`` or ``changed``.
        kind: ``table``, ``procedure``, ``option`` and so on.
        parts: What changed within it.
        more: How many further changes within it are not told, because there are too many to be read.
    """

    change: str
    kind: str
    name: str
    title: str
    parts: tuple[PartChange, ...]
    more: int


@frozen(kw_only=True)
class TableMoved:
    """A table whose odds are others.

    Attributes:
        direct: Whether the table itself was changed; else something that it leads to.
        situations: The cases in which they are, those that move most first; their ``against`` is what they were.
        more: How many further cases there are.
    """

    table: str
    title: str
    direct: bool
    situations: tuple[SituationOdds, ...]
    more: int


@frozen(kw_only=True)
class ExampleChange:
    """A worked example that comes out otherwise.

    Attributes:
        holds: Whether it holds now, and did not; else it held, and does no more.
        expected: What it says, where it parts from the rules under which it fails.
        found: What the game does there.
    """

    title: str
    place: str
    cite: str
    holds: bool
    expected: str
    found: str


@frozen(kw_only=True)
class Differences(Document):
    """What two sets of rules differ in.

    Attributes:
        game: The id of the game, as it is now.
        was, now: What each side is, in words.
        entries: The items of overlays in force on one side alone.
        items: What was added, removed, changed, in the order of the rules.
        tables: The tables whose odds are others.
        same: How many tables are touched, and whose odds are what they were when a game begins.
        untried: Tables that are touched and were not looked at, because there are too many, or too much in them.
        examples: The game's worked examples that come out otherwise.
        examined: How many examples were run: those that come to something that changed.
        unfinished: How many more were not run to their end by both, because they would take too many steps.
    """

    document = "differences"

    game: str
    title: str
    was: str
    now: str
    entries: tuple[Entry, ...]
    items: tuple[ItemChange, ...]
    tables: tuple[TableMoved, ...]
    same: int
    untried: tuple[str, ...]
    examples: tuple[ExampleChange, ...]
    examined: int
    unfinished: int
