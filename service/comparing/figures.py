"""The reader of transcriptions as figures in JSON: tables with ``results``, ``rows``, ``cells`` or ``values``.

- ``results``: by the columns, if there are any, then by the total: ``{"front": {"2": "hit"}}``.
- ``rows``: a list of ``{"span": [1, 3], "gives": "light"}``; by column, if there are any. An end of null is open.
- ``cells``: by the columns, if there are any, then by the face of a d66.
- ``values``: of a table without dice, by its key.

A value is a word, a figure, or a list of both. A list of ``{"sub": [1, 2], "value": "hit"}`` is a die that follows.
Anything else, as effects on a state, is counted as left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import define, field

from bombsight.service.comparing.transcribed import Scalar, TranscribedCell, TranscribedTable

COLLECTIONS = ("tables", "charts", "procedures", "mats")
"""The keys of a document that hold tables."""

CONTENTS = ("results", "rows", "cells", "values", "needs")
"""The keys of a table that hold its figures."""

MAX_CELLS = 200_000
"""The most cells of a document."""


def is_figures(data: Any) -> bool:
    """Whether JSON data are a transcription in figures."""
    return next(find_tables(data), None) is not None


def find_tables(data: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the tables of a document with their names."""
    if not isinstance(data, Mapping):
        return
    for key in COLLECTIONS:
        collection = data.get(key)
        pairs: list[tuple[str, Any]] = []
        if isinstance(collection, Mapping):
            pairs = [(str(name), table) for name, table in collection.items()]
        elif isinstance(collection, list):
            pairs = [(str(table["id"]), table) for table in collection if isinstance(table, Mapping) and "id" in table]
        for name, table in pairs:
            if isinstance(table, Mapping) and any(
                isinstance(table.get(content), Mapping | list) for content in CONTENTS
            ):
                yield name, table


def read_figures(data: Any) -> list[TranscribedTable]:
    """Read the tables of a document."""
    return [read_table(name, table) for name, table in find_tables(data)]


@define
class CellReader:
    """A reader of the cells of one table.

    Attributes:
        name: The name of the table, for places.
        is_rolled: Whether it has dice.
        cells: The cells so far.
        left_out: How many cells say more than a value.
    """

    name: str
    is_rolled: bool
    cells: list[TranscribedCell] = field(factory=list)
    left_out: int = 0

    def read(self, node: Any, path: tuple[str, ...], subs: tuple[int, ...] = ()) -> None:
        """Read what stands at the end of a path of keys."""
        if len(self.cells) >= MAX_CELLS or len(path) > 10:
            self.left_out += 1
        elif isinstance(node, Mapping) and is_result(node):
            self.add(node["effect"]["result"], path, subs)
        elif isinstance(node, Mapping) and not is_described(node):
            for key, inner in node.items():
                self.read(inner, (*path, str(key)), subs)
        elif isinstance(node, list) and node and all(isinstance(each, Mapping) for each in node):
            self.read_list(node, path, subs)
        else:
            self.add(node, path, subs)

    def read_list(self, node: Sequence[Mapping[str, Any]], path: tuple[str, ...], subs: tuple[int, ...]) -> None:
        """Read a list of rows with spans, or of results of a die that follows."""
        for each in node:
            if "span" in each and "gives" in each:
                self.add_span(each, path)
            elif isinstance(each.get("sub"), list) and "value" in each and not set(each) - {"sub", "value", "sub_dice"}:
                for face in each["sub"]:
                    if isinstance(face, int):
                        self.read(each["value"], path, (*subs, face))
            elif len(node) == 1 and is_result(each):
                self.add(each["effect"]["result"], path, subs)
            else:
                self.left_out += 1

    def add_span(self, row: Mapping[str, Any], path: tuple[str, ...]) -> None:
        """Add a row with a span."""
        values = scalars(row["gives"])
        ends = row["span"]
        is_span = isinstance(ends, list) and len(ends) == 2 and all(end is None or isinstance(end, int) for end in ends)
        if not is_span or values is None or "then" in row or "effect" in row:
            self.left_out += 1
            return
        place = " ".join([self.name, *path, str(ends)])
        self.cells.append(TranscribedCell(path, ends[0], ends[1], True, values, (), place))

    def add(self, value: Any, path: tuple[str, ...], subs: tuple[int, ...]) -> None:
        """Add a cell, whose total is the last key of its path if the table has dice."""
        values = scalars(value)
        place = " ".join([self.name, *path, *map(str, subs)])
        if values is None or not path:
            self.left_out += 1
        elif not self.is_rolled:
            self.cells.append(TranscribedCell(path, None, None, False, values, subs, place))
        elif path[-1].lstrip("-").isdigit() and len(path[-1]) < 8:
            total = int(path[-1])
            self.cells.append(TranscribedCell(path[:-1], total, total, True, values, subs, place))
        else:
            self.left_out += 1


def is_result(node: Mapping[str, Any]) -> bool:
    """Whether an object only says the result: ``{"effect": {"result": "out"}}``."""
    effect = node.get("effect")
    return set(node) == {"effect"} and isinstance(effect, Mapping) and set(effect) == {"result"}


def is_described(node: Mapping[str, Any]) -> bool:
    """Whether an object says more than values by key."""
    return bool(set(node) & {"effect", "then", "given", "if", "each", "sub", "roll", "rolls", "follows", "ends"})


def scalars(value: Any) -> tuple[Scalar, ...] | None:
    """A value, or a list of values, as a tuple; None for anything else."""
    if value is None or isinstance(value, str | int | bool):
        return (value,)
    if isinstance(value, list) and value and all(each is None or isinstance(each, str | int | bool) for each in value):
        return tuple(value)
    return None


def read_table(name: str, table: Mapping[str, Any]) -> TranscribedTable:
    """Read a table of a document."""
    dice = table.get("dice")
    has_spans = isinstance(table.get("rows"), Mapping | list)
    reader = CellReader(name, is_rolled=dice is not None or has_spans or "cells" in table)
    for content in CONTENTS:
        if content not in table:
            continue
        reader.is_rolled = content in ("rows", "cells") or (content == "results" and dice is not None)
        reader.read(table[content], ())
    title = table.get("title")
    names = (name, title) if isinstance(title, str) else (name,)
    text = dice if isinstance(dice, str) else ""
    return TranscribedTable(names, text, tuple(reader.cells), reader.left_out, name)
