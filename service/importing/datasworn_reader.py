"""The reader of Datasworn, JSON or YAML: its oracles, and every other list of rows with ends in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import define, frozen

from bombsight.service.importing.dice_notation import parse_throw
from bombsight.service.importing.keys import guess_throw
from bombsight.service.importing.limits import MAX_TABLES
from bombsight.service.importing.model import ImportedRow, ImportedTable, ImportNote, Reference, SourceParts, Throw
from bombsight.service.importing.row_texts import read_row_text

ENDS = (("min", "max"), ("Floor", "Ceiling"), ("floor", "ceiling"))
"""The keys of a row's lower and upper end, by the version of the format."""

TEXTS = ("text", "result", "Result", "Description", "description")
"""The keys of a row's text."""

MORE_TEXTS = ("text2", "text3", "summary", "Summary", "detail")
"""The keys of what stands behind it."""

USUAL_DICE = "1d100"
"""The dice of lists that name none: those of themes and of truths."""

MACRO = re.compile(r"\{\{\s*\w{1,20}[:>]+\s*([^{}\n]{1,200}?)\s*\}\}")
"""Matches a place where another table is printed: ``{{table:starforged/oracles/core/action}}``."""

NAMES = ("name", "Name", "title", "label", "Title")


@frozen
class FoundRows:
    """A list of rows in a document.

    Attributes:
        path: The keys that lead to it.
        owner: The object that has it.
        names: The names of the objects around it, outermost first.
        rows: The rows.
    """

    path: tuple[str | int, ...]
    owner: Mapping[str, Any]
    names: tuple[str, ...]
    rows: Sequence[Any]


@define
class RowPlace:
    """Where a table stands, in words: ``oracles.core.contents.action``."""

    path: tuple[str | int, ...]

    def __str__(self) -> str:
        """Join the keys by dots."""
        return ".".join(map(str, self.path))


def is_datasworn(data: Any) -> bool:
    """Whether JSON data hold a list of rows with ends."""
    return next(find_rows(data), None) is not None


def find_rows(data: Any) -> Iterator[FoundRows]:
    """Yield every list of rows in a document, in its order, without recursion."""
    open_: list[tuple[tuple[str | int, ...], tuple[str, ...], Any, Mapping[str, Any]]] = [((), (), data, {})]
    while open_:
        path, names, value, owner = open_.pop()
        if isinstance(value, Mapping):
            name = next((str(value[key]) for key in NAMES if isinstance(value.get(key), str)), "")
            inner = (*names, name) if name else names
            open_ += [((*path, str(key)), inner, each, value) for key, each in reversed([*value.items()])]
        elif isinstance(value, list) and value:
            if all(isinstance(each, Mapping) and has_ends(each) for each in value):
                yield FoundRows(path, owner, names, value)
            else:
                open_ += [((*path, number), names, each, owner) for number, each in reversed([*enumerate(value)])]


def has_ends(row: Mapping[str, Any]) -> bool:
    """Whether an object is a row: it has two ends, or says which chance it has."""
    return (
        read_ends(row) is not None
        or any(low in row and high in row for low, high in ENDS)
        or ("Chance" in row and isinstance(row.get("Description", ""), str))
    )


def read_ends(row: Mapping[str, Any]) -> tuple[int, int] | None:
    """Read the ends of a row; None if one is missing, as in rows that cannot be thrown."""
    inner = row.get("roll")
    if isinstance(inner, Mapping):
        row = inner
    for low, high in ENDS:
        ends = row.get(low), row.get(high)
        if all(isinstance(end, int) and not isinstance(end, bool) and abs(end) <= 1_000_000 for end in ends):
            return ends  # type: ignore[return-value]  # both are integers
    return None


def read_datasworn(data: Any, path: str, title: str) -> SourceParts:
    """Read every table of a document.

    Args:
        data: The document, parsed.
        path: The file, for messages.
        title: The title of the file.
    """
    tables: list[ImportedTable] = []
    notes: list[ImportNote] = []
    root = str(data.get("_id") or "") if isinstance(data, Mapping) else ""
    for found in find_rows(data):
        if len(tables) >= MAX_TABLES:
            notes.append(ImportNote(str(RowPlace(found.path)), f"only the first {MAX_TABLES:,} tables are read"))
            break
        table = read_table(found, root)
        if table is None:
            notes.append(ImportNote(str(RowPlace(found.path)), "its rows have no ends: nothing can be thrown for"))
        else:
            tables.append(table)
    return SourceParts(path, title, tuple(tables), tuple(notes))


def read_table(found: FoundRows, root: str) -> ImportedTable | None:
    """Read a list of rows; None if no row has ends.

    Args:
        found: The rows, and where they stand.
        root: The id of the document, with which ids begin.
    """
    place = str(RowPlace(found.path))
    last = str(found.path[-1]) if found.path else "rows"
    is_own = last in ("rows", "table", "Table", "entries", "Oracles")
    name = found.names[-1] if found.names else last.replace("_", " ").capitalize()
    title = name if is_own else f"{name}: {last.replace('_', ' ')}"
    if (is_own and len(found.names) > 2) or (
        is_own and len(found.names) == 2 and isinstance(found.path[-1], str) and not root
    ):  # "Name" of many a place would not tell them apart
        title = f"{found.names[-2]}: {name}"
    notes: list[ImportNote] = []
    rows: list[ImportedRow] = []
    last_end = 0
    for number, row in enumerate(found.rows):
        row_place = f"{place}.{number}"
        ends = read_ends(row)
        if ends is None and isinstance(row.get("Chance"), int):
            ends = last_end + 1, int(row["Chance"])
        if ends is None:
            notes.append(ImportNote(row_place, "this row has no ends and is left out"))
            continue
        last_end = ends[1]
        rows.append(read_row(row, ends, row_place))
    if not rows:
        return None
    dice = str(found.owner.get("dice") or found.owner.get("Dice") or "")
    throw = parse_throw(dice) if len(dice) < 40 else None
    if throw is None:
        top = max(row.high or 0 for row in rows)
        throw = Throw(USUAL_DICE) if not dice and 20 < top <= 100 else guess_throw(rows)
        if dice:
            notes.append(
                ImportNote(place, f"its dice `{dice[:40]}` are not taken; rows are thrown for with {throw.dice}")
            )
    group = found.names[1] if len(found.names) > 2 else found.names[0] if len(found.names) > 1 else ""
    return ImportedTable(
        table_keys(found, root, title, is_own=is_own), title, throw, tuple(rows), place, tuple(notes), group
    )


def table_keys(found: FoundRows, root: str, title: str, *, is_own: bool) -> tuple[str, ...]:
    """List the keys by which rows name a table: its id, as it stands or made of where it stands, and its title."""
    path = [str(part) for part in (found.path[:-1] if is_own else found.path)]
    bare = [part for part in path if part not in ("contents", "collections")]
    written = [
        str(found.owner[key]) for key in ("_id", "$id", "id") if isinstance(found.owner.get(key), str) and is_own
    ]
    tails = ["/".join([root, *bare]) if root else "/".join(bare), "/".join([root, *bare[1:]])]
    names = [title, found.names[-1]] if found.names and is_own else [title]
    return (*written, *(each.rpartition(":")[2] for each in written), *filter(None, tails), *names)


def read_row(row: Mapping[str, Any], ends: tuple[int, int], place: str) -> ImportedRow:
    """Read a row: its text, and the oracles that it names.

    Args:
        row: The row.
        ends: Its ends.
        place: Where it stands.
    """
    text = next((str(row[key]) for key in TEXTS if isinstance(row.get(key), str)), "")
    more = [str(row[key]) for key in MORE_TEXTS if isinstance(row.get(key), str)]
    whole = ": ".join([text, *more])
    references = [Reference((found[1],), is_explicit=False) for found in MACRO.finditer(whole)]
    read = read_row_text(MACRO.sub("", whole).strip())
    again = 0
    rolls = row.get("oracle_rolls")
    for roll in rolls if isinstance(rolls, list) else ():
        if not isinstance(roll, Mapping):
            continue
        times = roll.get("number_of_rolls")
        times = times if isinstance(times, int) and 1 <= times <= 10 else 1
        target = roll.get("oracle")
        if isinstance(target, str) and target:
            references.append(Reference((target,), times))
        else:
            again = max(again, times)
    old = row.get("Oracle rolls")
    references += [Reference((each,)) for each in old if isinstance(each, str)] if isinstance(old, list) else []
    if references or again:  # the format says it: the words need not be interpreted
        return ImportedRow(*ends, read.text, tuple(references), again, place)
    return ImportedRow(*ends, read.text, read.references, read.again, place)
