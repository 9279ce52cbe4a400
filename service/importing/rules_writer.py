"""The writer of rules: files of rules for imported tables, in the layout of ``fmt``."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import define, evolve, field, frozen

from bombsight.dsl.formatter import format_source
from bombsight.dsl.source import Source
from bombsight.service.importing.calls import Call, recursive_tables, resolve_calls
from bombsight.service.importing.decision_terms import DecisionNames, EnumBook
from bombsight.service.importing.decision_writer import declare_enums, name_decision, write_decision
from bombsight.service.importing.limits import MAX_TABLES
from bombsight.service.importing.mission_writer import MAX_OFFERED, OfferedTable, write_mission
from bombsight.service.importing.model import (
    Imported,
    ImportedDecision,
    ImportedSource,
    ImportedTable,
    ImportNote,
)
from bombsight.service.importing.naming import NameBook, clean_text
from bombsight.service.importing.table_writer import CalledTables, WrittenItem, write_table

MAX_FILE_LINES = 12_000
"""The most lines of a file before the next one begins; rules may have 20,000."""

MAX_FILE_LENGTH = 1_200_000
"""The most characters of a file before the next one begins; rules may have 2,000,000."""

MISSION_FILE = "90-ask.rules"
"""The file of the mission that asks which table is wanted."""

RESERVED_NAMES = ("mission", "career", "watch")
"""Names that no table may have, for programs of rules give them a meaning."""

NOTE_PREFIX = "Not as in the source:"
"""How a comment on what did not come in begins."""

OWN_MARK = "  # of "
"""What stands before a file's name behind the chapter of tables that the user has made."""

MAX_NOTES = 20
"""The most notes that are written above a table, or above a file."""


@frozen
class WrittenFile:
    """A file of rules.

    Attributes:
        name: Its name.
        text: Its text.
    """

    name: str
    text: str


@frozen
class TableReport:
    """What came of a table.

    Attributes:
        id: Its id in the rules.
        title: Its title.
        sheet: The sheet of a spreadsheet that it stands on; empty for other formats.
        dice: Its dice; empty for a decision table, which has none.
        rows: The number of its rows.
        guesses: What the source does not say and was guessed.
    """

    id: str
    title: str
    sheet: str
    dice: str
    rows: int
    guesses: tuple[str, ...] = ()


@frozen
class SourceReport:
    """What came of a source.

    Attributes:
        path: The file, as the user named it.
        tables: The ids of its tables that came in.
        rows: The number of their rows.
        notes: What of it did not come in, or otherwise than it stands.
        details: What came of each of its tables.
    """

    path: str
    tables: tuple[str, ...]
    rows: int
    notes: tuple[ImportNote, ...]
    details: tuple[TableReport, ...] = ()


@frozen
class SourceItem:
    """A table of a source of which some tables are in the game already.

    Attributes:
        source: The number of the source.
        id: Its id.
        title: Its title.
        part: The title of the part of the game that it belongs to.
        lines: What is written of it, notes included.
    """

    source: int
    id: str
    title: str
    part: str
    lines: tuple[str, ...]


@frozen
class WrittenRules:
    """Rules for imported tables.

    Attributes:
        files: Their files.
        reports: What came of each source.
        comments: Comments on sources of which no table came in.
        items: The tables of sources that have no file, for some of their tables are in the game already.
    """

    files: tuple[WrittenFile, ...]
    reports: tuple[SourceReport, ...]
    comments: tuple[str, ...] = ()
    items: tuple[SourceItem, ...] = ()


@define
class PlacedTable:
    """A table on its way into the rules.

    Attributes:
        table: The table.
        source: The number of its source.
        id: Its id.
        names: The names of a decision table; None for one that is thrown for.
        item: What is written of it.
    """

    table: Imported
    source: int
    id: str
    names: DecisionNames | None = None
    item: WrittenItem = field(factory=lambda: WrittenItem(()))


def write_rules(
    sources: Sequence[ImportedSource],
    taken_names: Sequence[str] = (),
    taken_titles: Iterable[str] = (),
    *,
    mission: bool,
    present_ids: Mapping[tuple[int, int], str] | None = None,
    is_own: bool = False,
) -> WrittenRules:
    """Write the rules of imported tables: a file for each source, and one that asks which table is wanted.

    Args:
        sources: What the files hold.
        taken_names: Names that are in use, as those of a game that the tables join.
        taken_titles: Titles of chapters that are in use.
        mission: Whether to write the mission that asks.
        present_ids: The ids of tables that replace one of the game, by the numbers of their source and of themselves.
        is_own: Whether whoever imports them has made them: then no chapter says that they come from elsewhere.
    """
    names = NameBook()
    names.reserve(taken_names)
    names.reserve(RESERVED_NAMES)
    enums = EnumBook(names)
    placed = list(place_tables(sources, names, present_ids or {}))
    joined = {number for number, _ in present_ids or {}}
    notes: dict[int, list[ImportNote]] = {number: list(source.notes) for number, source in enumerate(sources)}
    if sum(len(source.tables) for source in sources) > MAX_TABLES:
        notes[len(sources) - 1].append(ImportNote("", f"only the first {MAX_TABLES:,} tables are taken"))
    for each in placed:
        if isinstance(each.table, ImportedDecision):
            declare_enums(each.table, enums)
    for each in placed:
        if isinstance(each.table, ImportedDecision):
            each.names = name_decision(each.table, each.id, names)
    write_items(placed, enums)
    offered: list[OfferedTable] = []
    parts = part_titles(sources, placed, taken_titles)
    for number, each in enumerate(placed):
        if each.item.lines:
            offered.append(OfferedTable(each.table, each.id, parts[number], each.names))
    files: list[WrittenFile] = []
    file_names = NameBook()
    enum_lines = list(enums.items)
    for number, source in enumerate(sources):
        own = [(each, parts[index]) for index, each in enumerate(placed) if each.source == number and each.item.lines]
        if number in joined:
            continue
        base = file_names.allocate(source.title, "tables")
        files += write_source_files(f"10-{base}", source, notes[number], own, is_own=is_own)
    if enum_lines:
        files.append(formatted_file("05-words.rules", ["# The words of the decision tables.", "", *enum_lines]))
    if mission and offered:
        if len(offered) > MAX_OFFERED:
            notes[0].append(ImportNote("", f"the mission offers only the first {MAX_OFFERED:,} tables"))
        files.append(formatted_file(MISSION_FILE, write_mission(offered, names, enums)))
    reports = tuple(
        make_report(source, [each for each in placed if each.source == number], notes[number])
        for number, source in enumerate(sources)
    )
    tableless = [
        ImportNote(file_name(report.path), str(note))
        for report in reports
        if not report.tables
        for note in report.notes
    ]
    items = tuple(
        SourceItem(
            each.source,
            each.id,
            clean_text(each.table.title) or each.id,
            parts[number],
            (*note_lines(each.item.notes), *each.item.lines),
        )
        for number, each in enumerate(placed)
        if each.source in joined and each.item.lines
    )
    return WrittenRules(tuple(files), reports, tuple(note_lines(tableless)), items)


def place_tables(
    sources: Sequence[ImportedSource], names: NameBook, present_ids: Mapping[tuple[int, int], str]
) -> Iterator[PlacedTable]:
    """Yield the tables of all sources with their ids, up to a bound; ``present_ids`` as in :func:`write_rules`."""
    count = 0
    for number, source in enumerate(sources):
        for index, table in enumerate(source.tables):
            count += 1
            if count > MAX_TABLES:
                return
            id_ = present_ids.get((number, index)) or names.allocate(table.title, "table")
            yield PlacedTable(table, number, id_)


def write_items(placed: Sequence[PlacedTable], enums: EnumBook) -> None:
    """Write each table; one that cannot be written keeps no lines, and nothing calls it."""
    tables = [each.table for each in placed]
    calls, missing = resolve_calls(tables)
    is_left_out = {
        number for number, table in enumerate(tables) if isinstance(table, ImportedTable) and not can_be_written(table)
    }
    calls = {
        place: kept
        for place, called in calls.items()
        if (kept := tuple(call for call in called if call.table not in is_left_out))
    }
    recursive = recursive_tables(len(tables), calls)
    by_table: dict[int, dict[int, tuple[Call, ...]]] = {}
    for (table_number, row), called in calls.items():
        by_table.setdefault(table_number, {})[row] = called
    ids = [each.id for each in placed]
    for number, each in enumerate(placed):
        match each.table:
            case ImportedTable():
                if each.table.rows:
                    called_tables = CalledTables(ids, by_table.get(number, {}))
                    item = write_table(each.table, each.id, called_tables, is_recursive=number in recursive)
                elif each.table.notes:  # they say why
                    item = WrittenItem(())
                else:
                    item = WrittenItem((), (ImportNote(each.table.place, "it has no rows that can be thrown for"),))
            case ImportedDecision():
                assert each.names is not None
                item = write_decision(each.table, each.names, enums)
        each.item = evolve(item, notes=(*each.table.notes, *missing.get(number, ()), *item.notes))


def can_be_written(table: ImportedTable) -> bool:
    """Whether rules have dice for a table, and it has rows."""
    if not table.rows:
        return False
    return bool(write_table(evolve(table, rows=()), "t", CalledTables((), {}), is_recursive=False).lines)


def part_titles(
    sources: Sequence[ImportedSource], placed: Sequence[PlacedTable], taken_titles: Iterable[str]
) -> list[str]:
    """Name the part of the game that each table belongs to, by its group and its source; no two parts share a name.

    Args:
        sources: The sources.
        placed: The tables.
        taken_titles: Names that are in use.
    """
    used: dict[tuple[int, str], str] = {}
    taken = set(taken_titles)
    titles: list[str] = []
    for each in placed:
        key = (each.source, each.table.group)
        if key not in used:
            base = clean_text(each.table.group or sources[each.source].title)[:200] or "Tables"
            title, number = base, 1
            while title in taken:
                number += 1
                title = f"{base} ({number})"
            taken.add(title)
            used[key] = title
        titles.append(used[key])
    return titles


def write_source_files(
    base: str,
    source: ImportedSource,
    notes: Sequence[ImportNote],
    placed: Sequence[tuple[PlacedTable, str]],
    *,
    is_own: bool,
) -> Iterator[WrittenFile]:
    """Yield the files of a source: its tables below chapters, which say where they come from.

    Args:
        base: The name of the first file, without its ending.
        source: The source.
        notes: What of it is not taken.
        placed: Its tables that are written, each with the title of its chapter.
        is_own: Whether whoever imports them has made them.
    """
    name = clean_text(file_name(source.path)) or "a file"
    evidence = f"{OWN_MARK}{name}" if is_own else f' recovered "{name}"'
    lines = note_lines(notes)
    length = 0
    number = 1
    chapter: str | None = None
    order = {part: index for index, part in enumerate(dict.fromkeys(part for _, part in placed))}
    for each, part in sorted(placed, key=lambda pair: order[pair[1]]):
        item = ["", *note_lines(each.item.notes), *each.item.lines]
        if len(lines) + len(item) > MAX_FILE_LINES or length > MAX_FILE_LENGTH:
            yield formatted_file(f"{base}{'' if number == 1 else f'_{number}'}.rules", lines)
            lines, length, chapter = [], 0, None
            number += 1
        if part != chapter:
            heading = part if number == 1 or chapter is not None else f"{part}, part {number}"
            lines += ["", f'chapter "{heading}"{evidence}']
            chapter = part
        lines += item
        length += sum(map(len, item))
    if placed:
        yield formatted_file(f"{base}{'' if number == 1 else f'_{number}'}.rules", lines)


def file_name(path: str) -> str:
    """The name of a file, without its folders."""
    return path.replace("\\", "/").rpartition("/")[2]


def note_lines(notes: Sequence[ImportNote]) -> list[str]:
    """Write notes as comments, up to a number of them."""
    lines: list[str] = []
    for note in notes[:MAX_NOTES]:
        lines += textwrap.wrap(clean_text(f"{NOTE_PREFIX} {note}"), 110, break_on_hyphens=False)[:4]
    if len(notes) > MAX_NOTES:
        lines.append(f"and {len(notes) - MAX_NOTES:,} more like these")
    return [f"# {line}" for line in lines]


def formatted_file(name: str, lines: Sequence[str]) -> WrittenFile:
    """Make a file of lines, in the layout of ``fmt``."""
    text = "\n".join([*lines, ""]).lstrip("\n")
    return WrittenFile(name, format_source(Source(name, text)))


def make_report(source: ImportedSource, placed: Sequence[PlacedTable], notes: Sequence[ImportNote]) -> SourceReport:
    """Report what came of a source."""
    written = [each for each in placed if each.item.lines]
    rows = sum(len(table_rows(each.table)) for each in written)
    all_notes = [*notes, *(note_of(note, each) for each in placed for note in each.item.notes)]
    details = tuple(map(make_table_report, written))
    return SourceReport(source.path, tuple(each.id for each in written), rows, tuple(all_notes), details)


def make_table_report(placed: PlacedTable) -> TableReport:
    """Report what came of a table."""
    table = placed.table
    title, rows = clean_text(table.title), len(table_rows(table))
    match table:
        case ImportedTable():
            constant = f"{table.throw.constant:+d}" if table.throw.constant else ""
            dice = f"{table.throw.dice}{constant}"
            return TableReport(placed.id, title, clean_text(table.sheet), dice, rows, table.guesses)
        case ImportedDecision():
            return TableReport(placed.id, title, "", "", rows)


def note_of(note: ImportNote, placed: PlacedTable) -> ImportNote:
    """Add the table to a note about it."""
    title = clean_text(placed.table.title)[:60]
    if note.place.partition(",")[0] == title:  # the sheet has that name
        return note
    place = f"{title}, {note.place}" if note.place else title
    return ImportNote(place, note.text)


def table_rows(table: Imported) -> Sequence[object]:
    """The rows of a table, or the rules of a decision table."""
    return table.rows if isinstance(table, ImportedTable) else table.rules
