"""Measures of luck in the flat form: what each row of a table counts, and how a throw finds its row.

No run executes any of it. A throw of the journal is judged beside the run, in the state in which it fell: the bounds of
rows and the modifiers that depend on the state are asides, whose arguments are the integers of the roll's event
(:class:`bombsight.flat.sites.RollSite`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bombsight.dsl.node_classes import frozen
from bombsight.flat.sites import Aside, Hole, Tone

JudgedValue = int | Aside | Hole
"""A number that is known, that the event holds, or that is computed in the state of the throw."""


@frozen(kw_only=True)
class TotalSpan:
    """The totals from ``low`` to ``high``; a bound of None is open."""

    low: JudgedValue | None = None
    high: JudgedValue | None = None


@frozen(kw_only=True)
class ArgumentMatch:
    """The values of one of the event's integers for which a row applies.

    Attributes:
        index: The index of the integer.
        intervals: The values, as ascending runs from first to last.
    """

    index: int
    intervals: tuple[tuple[int, int], ...]


@frozen(kw_only=True)
class RowTest:
    """When a row of a table applies.

    Attributes:
        natural: Whether it looks at the dice as they lie, before any modifier.
        otherwise: Whether it applies if no other row does.
        spans: The totals, or for a natural row the dice.
        matches: The arguments.
        condition: A further condition of a natural row; None for always.
    """

    natural: bool = False
    otherwise: bool = False
    spans: tuple[TotalSpan, ...] = ()
    matches: tuple[ArgumentMatch, ...] = ()
    condition: JudgedValue | None = None


@frozen(kw_only=True)
class DiceModifier:
    """A modifier that looks at the dice, with its condition (None for always)."""

    amount: JudgedValue
    condition: JudgedValue | None = None


@frozen(kw_only=True)
class JudgedTable:
    """How a throw on a table finds its row.

    Attributes:
        table: The id of the table.
        modifiers: The sum of the modifiers that do not look at the dice.
        dice_modifiers: The modifiers that do.
        rows: A test for each row of the table's site, in the same order.
    """

    table: str
    modifiers: JudgedValue
    dice_modifiers: tuple[DiceModifier, ...] = ()
    rows: tuple[RowTest, ...] = ()


@frozen(kw_only=True)
class LuckTable:
    """What throws on a table count towards a measure of luck.

    Attributes:
        table: The id of the table.
        counts: What each row counts, in the order of the rows of its site.
        condition: The condition, in the state of the throw, under which it counts; None for always.
    """

    table: str
    counts: tuple[int, ...]
    condition: JudgedValue | None = None


@frozen(kw_only=True)
class Luck:
    """A measure of luck.

    Attributes:
        title: The title for readers.
        matters: Whether more of it is ``good`` or ``bad`` for the player.
        tables: The tables whose throws count.
    """

    name: str
    title: str
    matters: Tone
    tables: tuple[LuckTable, ...]


def luck_asides(lucks: Iterable[Luck], tables: Iterable[JudgedTable]) -> Iterator[Aside]:
    """Yield the asides (values computed for display) by which throws are judged."""
    values: list[JudgedValue | None] = [counted.condition for luck in lucks for counted in luck.tables]
    for table in tables:
        values += values_of_table(table)
    yield from (value for value in values if isinstance(value, Aside))


def values_of_table(table: JudgedTable) -> list[JudgedValue | None]:
    """List the values by which throws on a table find their rows; None where there is nothing to compute."""
    values: list[JudgedValue | None] = [table.modifiers]
    for modifier in table.dice_modifiers:
        values += [modifier.amount, modifier.condition]
    for row in table.rows:
        values += [row.condition, *(end for span in row.spans for end in (span.low, span.high))]
    return values
