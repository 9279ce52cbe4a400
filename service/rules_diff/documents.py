"""The JSON document of the differences of two sets of rules."""

from __future__ import annotations

from attrs import frozen

from bombsight.dsl.origin import Origin
from bombsight.service.common.document import Document
from bombsight.service.table_odds.documents import SituationOdds


@frozen(kw_only=True)
class Entry:
    """An overlay item that is in force under only one of the two sets of rules.

    Attributes:
        item: ``house crack_shot 1``.
        title: Its title.
        side: The side on which it is in force: ``now`` or ``was``.
    """

    item: str
    title: str
    origin: Origin
    side: str


@frozen(kw_only=True)
class PartChange:
    """A change within an item.

    Attributes:
        where: The part in words: ``modifier wet``, ``row 2..3``, ``rows 2 and 3..``, ``row fog, night column horn``,
            ``step Landing``; empty for the whole.
        was, now: Its text on each side; empty on a side without it.
        by: The overlay items that changed it, if known.
        place: Its place on the new side, or else on the old, ``file:line:column``.
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
        parts: The changes within it.
        more: The number of further changes within it, left out because there are too many to read.
    """

    change: str
    kind: str
    name: str
    title: str
    parts: tuple[PartChange, ...]
    more: int


@frozen(kw_only=True)
class TableMoved:
    """A table with changed odds.

    Attributes:
        direct: Whether the table itself was changed, not only something that it depends on.
        situations: The cases with changed odds, those with the largest change first; ``against`` has the old odds.
        more: The number of further cases.
    """

    table: str
    title: str
    direct: bool
    situations: tuple[SituationOdds, ...]
    more: int


@frozen(kw_only=True)
class ExampleChange:
    """A worked example (unit test of rules) that passes under only one of the two sets of rules.

    Attributes:
        holds: Whether it holds now, and did not before; else the reverse.
        expected: The example's expectation at its first difference from the rules under which it fails.
        found: The game's event there.
    """

    title: str
    place: str
    cite: str
    holds: bool
    expected: str
    found: str


@frozen(kw_only=True)
class Differences(Document):
    """The differences of two sets of rules.

    Attributes:
        game: The id of the game on the new side.
        was, now: The name of each side.
        entries: The overlay items in force on one side only.
        items: The added, removed and changed items, in the order of the rules.
        tables: The tables with changed odds.
        same: The number of tables that reach a change and have the same odds in the state at the start of a game.
        untried: The tables that reach a change and were not compared, because there are too many, or they are too
            large.
        examples: The game's worked examples that hold on one side only.
        examined: The number of examples run: those that reach a change.
        unfinished: The number of further examples that took too many steps on a side.
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
