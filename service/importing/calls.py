"""Calls: which table a row's references name, across all files of an import."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from attrs import frozen

from bombsight.service.importing.model import Imported, ImportedTable, ImportNote
from bombsight.service.importing.row_texts import asks_for_roll

MAX_TIMES = 10
"""The most rolls on one table that a row may ask for."""

MAX_CALLS = 20
"""The most tables that one row may roll on."""

PREFIX = re.compile(r"^(?:id|datasworn|oracle_rollable|oracle_collection|oracle|#)[:#]?", re.IGNORECASE)
NO_WORD = re.compile(r"[^\w]+|_+")
ARTICLE = re.compile(r"^(?:the|a|an) ")
NOUN = re.compile(r" (?:random )?(?:table|tables|chart|list|oracle|oracles)$")


@frozen
class Call:
    """A call of a table by a row.

    Attributes:
        table: The index of the table.
        times: How often it is rolled on, from 1 to ``MAX_TIMES``.
    """

    table: int
    times: int


Calls = Mapping[tuple[int, int], tuple[Call, ...]]
"""The calls of a row, by the indices of its table and of the row; a row without calls is missing."""


@lru_cache(maxsize=10_000)
def key_forms(key: str) -> tuple[str, ...]:
    """The forms in which a key is compared: an id is compared by its last part, too; a title without its noun."""
    key = key.strip().casefold()
    bare = key
    while (shorter := PREFIX.sub("", bare)) != bare and shorter:
        bare = shorter
    words = ARTICLE.sub("", NO_WORD.sub(" ", bare).strip())
    forms = [key, bare, words, NOUN.sub("", words)]
    if "." in bare and " " not in bare:
        forms.append(bare.rpartition(".")[2])
    return tuple(dict.fromkeys(form for form in forms if form))


def index_tables(tables: Sequence[Imported]) -> Mapping[str, int]:
    """Index tables by the forms of their keys; a form that two tables share names the first."""
    index: dict[str, int] = {}
    for number, table in enumerate(tables):
        for key in table.keys:
            for form in key_forms(key):
                index.setdefault(form, number)
    return index


def resolve_calls(tables: Sequence[Imported]) -> tuple[Calls, Mapping[int, tuple[ImportNote, ...]]]:
    """Find the tables that rows name; return the calls, and for each table notes of what no table is found for."""
    index = index_tables(tables)
    divided = find_divided_sheets(tables)
    calls: dict[tuple[int, int], tuple[Call, ...]] = {}
    notes: dict[int, tuple[ImportNote, ...]] = {}
    for number, table in enumerate(tables):
        if not isinstance(table, ImportedTable):
            continue
        missing: list[ImportNote] = []
        for row_number, row in enumerate(table.rows):
            found: dict[int, int] = {}
            known_notes = len(missing)
            for reference in row.references:
                target = find_target(reference.targets, index)
                if target is not None and not isinstance(tables[target], ImportedTable):
                    target = None  # it wants to know its inputs
                if target == number and not reference.may_be_own:
                    continue
                if target is not None and (target != number or not row.again):
                    found[target] = max(found.get(target, 0), min(reference.times, MAX_TIMES))
                elif target is None and reference.is_explicit:
                    missing.append(ImportNote(row.place, f"there is no table `{reference.targets[0]}` to roll on"))
                elif target is None and find_target(reference.targets, divided) is not None:
                    text = f"`{row.text[:40]}` rolls on nothing: that sheet has several tables"
                    missing.append(ImportNote(row.place, text))
            if not (found or row.again or len(missing) > known_notes) and asks_for_roll(row.text):
                missing.append(ImportNote(row.place, f"`{row.text[:60]}` asks for a roll, but comes in as text alone"))
            if found:
                taken = [Call(target, times) for target, times in found.items()][:MAX_CALLS]
                calls[number, row_number] = tuple(taken)
        if missing:
            notes[number] = tuple(missing)
    return calls, notes


def find_divided_sheets(tables: Sequence[Imported]) -> Mapping[str, int]:
    """Index the first table of each sheet that holds several, by the forms of the sheet's name."""
    first: dict[str, int] = {}
    divided: dict[str, int] = {}
    for number, table in enumerate(tables):
        if isinstance(table, ImportedTable) and table.sheet:
            start = first.setdefault(table.sheet, number)
            if start != number:
                divided.update(dict.fromkeys(key_forms(table.sheet), start))
    return divided


def find_target(targets: Iterable[str], index: Mapping[str, int]) -> int | None:
    """Find the table that the first known of some keys names; None if none is known."""
    for target in targets:
        for form in key_forms(target):
            if form in index:
                return index[form]
    return None


def recursive_tables(count: int, calls: Calls) -> frozenset[int]:
    """Find the tables, of ``count``, that can come to be rolled on within a roll on themselves."""
    callees: dict[int, set[int]] = {}
    for (table, _), called in calls.items():
        callees.setdefault(table, set()).update(call.table for call in called)
    return frozenset(
        number for number in range(count) if number in callees and is_reachable(number, callees[number], callees)
    )


def is_reachable(target: int, start: Iterable[int], callees: Mapping[int, set[int]]) -> bool:
    """Whether calls lead from some tables to a target."""
    open_ = list(start)
    seen: set[int] = set()
    while open_:
        number = open_.pop()
        if number == target:
            return True
        if number not in seen:
            seen.add(number)
            open_.extend(callees.get(number, ()))
    return False
