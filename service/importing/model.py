"""The model of imported tables: what every reader makes, and what the writer of rules takes."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from attrs import frozen


@frozen
class ImportNote:
    """A thing of a source that is not taken, or taken otherwise than it stands.

    Attributes:
        place: Where it stands in the source: ``line 5``, ``results[3]``; may be empty.
        text: What it is, and what came of it.
    """

    place: str
    text: str

    def __str__(self) -> str:
        """Render as ``place: text``."""
        return f"{self.place}: {self.text}" if self.place else self.text


@frozen
class Throw:
    """The throw of a table.

    Attributes:
        dice: The dice as rules write them, ``2d6`` or ``d66``; a single die may have more sides than rules allow.
        constant: What is added to them.
    """

    dice: str
    constant: int = 0


@frozen
class Reference:
    """A row's reference to another table.

    Attributes:
        targets: The keys by which it may name the table, the best first: ids, paths, titles.
        times: How many rolls it asks for, at least 1.
        is_explicit: Whether the format marks it as a reference; otherwise the words of the row sound like one.
        may_be_own: Whether it may name the row's own table.
    """

    targets: tuple[str, ...]
    times: int = 1
    is_explicit: bool = True
    may_be_own: bool = True


@frozen
class ImportedRow:
    """A row of a table that is thrown for.

    Attributes:
        low, high: The totals that lead to it; None for an open end.
        text: Its text; may be empty.
        references: The tables that it names.
        again: How many more throws of its own table it asks for; 0 for none.
        place: Where it stands in the source.
        remark: What is for the table's maker, such as a page; empty for none.
        more: Further totals that lead to it, as ``low`` and ``high``, for a key such as ``2, 7-9``.
    """

    low: int | None
    high: int | None
    text: str
    references: tuple[Reference, ...] = ()
    again: int = 0
    place: str = ""
    remark: str = ""
    more: tuple[tuple[int | None, int | None], ...] = ()

    @property
    def ranges(self) -> tuple[tuple[int | None, int | None], ...]:
        """All totals that lead to it."""
        return ((self.low, self.high), *self.more)


@frozen
class ImportedTable:
    """A table that is thrown for.

    Attributes:
        keys: The keys by which rows of the same source name it: ids, paths, titles.
        title: Its title.
        throw: Its dice.
        rows: Its rows, as they stand.
        place: Where it stands in the source.
        notes: What of it is not taken.
        group: The heading of the source that it stands below; empty for the source itself.
        guesses: What the source does not say and the reader has guessed, for the report.
        sheet: As of :class:`CellTable`.
    """

    keys: tuple[str, ...]
    title: str
    throw: Throw
    rows: tuple[ImportedRow, ...]
    place: str = ""
    notes: tuple[ImportNote, ...] = ()
    group: str = ""
    guesses: tuple[str, ...] = ()
    sheet: str = ""


@frozen
class CellTable:
    """A table of cells, as it stands in CSV, Markdown, HTML or a spreadsheet.

    Attributes:
        title: Its title.
        lines: Its lines of cells; they may differ in length.
        places: Where each line stands.
        throw: The dice that the source names beside it; None without any.
        keys: Other names of it.
        group: The heading of the source that it stands below; empty for the source itself.
        notes: What of it is not taken.
        sheet: The sheet of a spreadsheet that it stands on; empty for other formats.
    """

    title: str
    lines: tuple[tuple[str, ...], ...]
    places: tuple[str, ...]
    throw: Throw | None = None
    keys: tuple[str, ...] = ()
    group: str = ""
    notes: tuple[ImportNote, ...] = ()
    sheet: str = ""


class HitPolicy(Enum):
    """What a decision table gives where several of its rules hold (DMN 1.5, 8.2.10)."""

    UNIQUE = "UNIQUE"
    ANY = "ANY"
    FIRST = "FIRST"
    PRIORITY = "PRIORITY"
    COLLECT = "COLLECT"
    RULE_ORDER = "RULE ORDER"
    OUTPUT_ORDER = "OUTPUT ORDER"


class Aggregation(Enum):
    """How a decision table that collects makes one value of many."""

    SUM = "SUM"
    LEAST = "MIN"
    GREATEST = "MAX"
    COUNT = "COUNT"


Value = str | int | bool
"""A value of a decision table: a text, a number in units of the column's scale, yes or no."""


@frozen
class WordColumn:
    """A column of texts.

    Attributes:
        name: Its name in the source.
        values: All texts that it may hold, in order.
    """

    name: str
    values: tuple[str, ...]


@frozen
class NumberColumn:
    """A column of numbers.

    Attributes:
        name: Its name in the source.
        low, high: Its range, in units of the scale.
        scale: The units to one of the source: 100 for hundredths.
    """

    name: str
    low: int
    high: int
    scale: int = 1


@frozen
class FlagColumn:
    """A column of yes and no.

    Attributes:
        name: Its name in the source.
    """

    name: str


Column = WordColumn | NumberColumn | FlagColumn


@frozen
class NumberSpan:
    """A range of numbers, in units of the column's scale; None for an open end."""

    low: int | None
    high: int | None


Test = tuple[Value | NumberSpan, ...]
"""A test of an input: the values and ranges for which it holds; empty for any."""


@frozen
class ImportedRule:
    """A rule of a decision table.

    Attributes:
        tests: A test for each input.
        values: A value for each output; None for none.
        place: Where it stands in the source.
        can_hold: Whether any input passes its tests.
    """

    tests: tuple[Test, ...]
    values: tuple[Value | None, ...]
    place: str = ""
    can_hold: bool = True


@frozen
class ImportedDecision:
    """A decision table: looked up by its inputs, without dice.

    Attributes:
        keys: As of :class:`ImportedTable`.
        title: Its title.
        inputs, outputs: Its columns; at least one each.
        rules: Its rules, in order.
        policy: What it gives where several rules hold.
        aggregation: How it makes one value of many; None if it does not.
        place, notes, group: As of :class:`ImportedTable`.
    """

    keys: tuple[str, ...]
    title: str
    inputs: tuple[Column, ...]
    outputs: tuple[Column, ...]
    rules: tuple[ImportedRule, ...]
    policy: HitPolicy = HitPolicy.UNIQUE
    aggregation: Aggregation | None = None
    place: str = ""
    notes: tuple[ImportNote, ...] = ()
    group: str = ""


Imported = ImportedTable | ImportedDecision


@frozen
class SourceParts:
    """What a file holds, tables of cells as they stand.

    Attributes:
        path: The file, as the user named it.
        title: Its title.
        parts: Its tables, in order.
        notes: What of it is not taken, apart from notes of its tables.
    """

    path: str
    title: str
    parts: tuple[Imported | CellTable, ...]
    notes: tuple[ImportNote, ...] = ()


@frozen
class ImportedSource:
    """What a file holds.

    Attributes:
        path: The file, as the user named it.
        title: Its title.
        tables: Its tables, in order.
        notes: What of it is not taken, apart from notes of its tables.
    """

    path: str
    title: str
    tables: tuple[Imported, ...]
    notes: tuple[ImportNote, ...] = ()

    def all_notes(self) -> Iterator[ImportNote]:
        """Yield the notes of the file and of its tables."""
        yield from self.notes
        for table in self.tables:
            yield from table.notes
