"""The columns of a matrix of questions, in the order in which its tables stand: one table for each kind of options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from bombsight.runtime.events.describe import Option
from bombsight.runtime.run.policies import Question
from bombsight.service.present.answer_parsing import is_number_choice

PIECE_KIND_END = re.compile(r"[.#]")
"""Ends the kind in the name of a piece: `Sky` in `Sky.fog`, `ships` in `ships#3`."""


def matrix_columns(rows: Sequence[Question]) -> list[Option]:
    """Merge the options of all rows into columns, each once: those of a table together, numbers by size."""
    columns = [*chain.from_iterable(merge_options([rows[row] for row in group]) for group in group_rows(rows))]
    columns = [*{column.name: column for column in columns}.values()]
    return sorted(columns, key=lambda column: int(column.name)) if is_number_choice(columns) else columns


def merge_options(rows: Sequence[Question]) -> list[Option]:
    """Merge the options of some rows, each once, in an order that fits all; behind the others if a row shares none."""
    columns: list[Option] = []
    names: list[str] = []
    for row in rows:
        at = 0 if any(option.name in names for option in row.options) else len(names)
        for option in row.options:
            if option.name not in names:
                columns.insert(at, option)
                names.insert(at, option.name)
            at = names.index(option.name) + 1
    return columns


def group_rows(rows: Sequence[Question]) -> list[list[int]]:
    """Group rows, by their indices: those with options of one kind are together, in the order of the first."""
    groups: list[tuple[set[str], list[int]]] = []
    for row, question in enumerate(rows):
        kinds = {kind_of_option(option) for option in question.options}
        joined = [group for group in groups if group[0] & kinds]
        members = sorted([row, *chain.from_iterable(own_rows for _, own_rows in joined)])
        groups = [group for group in groups if group not in joined]
        groups.append((kinds.union(*(own_kinds for own_kinds, _ in joined)), members))
    return sorted(members for _, members in groups)


def kind_of_option(option: Option) -> str:
    """The kind of pieces that an option is one of; empty for an option that is no piece."""
    return PIECE_KIND_END.split(option.piece)[0]
