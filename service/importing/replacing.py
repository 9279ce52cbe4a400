"""Tables of a changed file in the place of those that a game has: found by title or id, written where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from bombsight.dsl.pieces import split_items
from bombsight.dsl.source import Source
from bombsight.service.importing.decision_terms import EnumBook
from bombsight.service.importing.mission_writer import OfferedTable, write_mission
from bombsight.service.importing.model import ImportedSource, ImportedTable, Throw
from bombsight.service.importing.naming import NameBook, clean_text, make_name
from bombsight.service.importing.rules_writer import (
    MISSION_FILE,
    NOTE_PREFIX,
    OWN_MARK,
    RESERVED_NAMES,
    SourceItem,
    file_name,
    formatted_file,
)

TABLE_HEAD = re.compile(r'table +(\w+)(?: +"([^"\n]*)")?')
CHAPTER_HEAD = re.compile(r'chapter +"([^"\n]*)"([^\n]*)')
OFFER = re.compile(r"^  (\w+): roll on \1$", re.MULTILINE)


@frozen
class PresentTable:
    """A table that a game has.

    Attributes:
        id: Its id.
        title: Its title; empty without one.
        file: The number of its file.
        start, end: The offsets of its text in the file; notes of an import above it belong to it.
        chapter: The title of its chapter; empty without one.
        evidence: What stands behind that title, such as the name of the file that it is taken from.
    """

    id: str
    title: str
    file: int
    start: int
    end: int
    chapter: str = ""
    evidence: str = ""

    def is_taken_from(self, path: str) -> bool:
        """Whether its chapter names a file."""
        name = clean_text(file_name(path))
        return f'"{name}"' in self.evidence or self.evidence.strip() == f"{OWN_MARK}{name}".strip()


def find_present_tables(texts: Sequence[Source]) -> Iterator[PresentTable]:
    """Yield the tables of a game's files."""
    for number, source in enumerate(texts):
        chapter = evidence = ""
        above = ""
        for piece in split_items(source.text).pieces:
            if found := CHAPTER_HEAD.match(piece.text):
                chapter, evidence = found[1], found[2]
            elif found := TABLE_HEAD.match(piece.text):
                start = piece.offset - len(notes_at_end(above))
                end = piece.offset + len(piece.text) - len(comments_at_end(piece.text))
                yield PresentTable(found[1], found[2] or "", number, start, end, chapter, evidence)
            above = source.text[: piece.offset + len(piece.text)]


def comments_at_end(text: str) -> str:
    """The empty lines and the comments in column 0 with which a text ends: they are about what follows."""
    found = re.search(r"(?:(?<=\n)[ \t\r]*\n|(?<=\n)#[^\n]*(?:\n|\Z))*\Z", text)
    return found[0] if found is not None else ""


def notes_at_end(text: str) -> str:
    """The notes of an import with which a text ends: a block of comments that begins with their words."""
    found = re.search(r"(?:^#[^\n]*\n)*\Z", text, re.MULTILINE)
    block = found[0] if found is not None else ""
    return block if block.startswith(f"# {NOTE_PREFIX}") else ""


def match_tables(
    sources: Sequence[ImportedSource], present: Sequence[PresentTable]
) -> Mapping[tuple[int, int], PresentTable]:
    """Find the table of a game that each table of some sources is called like, by title or else by id.

    Of several, one that is taken from the same file comes first. Decision tables are called like none.
    """
    matched: dict[tuple[int, int], PresentTable] = {}
    used: set[str] = set()
    for number, source in enumerate(sources):
        for index, table in enumerate(source.tables):
            if not isinstance(table, ImportedTable):
                continue
            title, id_ = clean_text(table.title), make_name(table.title, "table")
            alike = [each for each in present if each.id not in used and (each.title == title or each.id == id_)]
            alike.sort(key=lambda each: (not each.is_taken_from(source.path), each.title != title))
            if alike:
                matched[number, index] = alike[0]
                used.add(alike[0].id)
    return matched


def place_items(
    texts: Sequence[Source], items: Sequence[SourceItem], matched: Mapping[str, PresentTable]
) -> tuple[dict[int, str], frozenset[str]]:
    """Write items into the files of a game.

    Args:
        texts: The files.
        items: The tables of sources of which some replace one of the game, in order.
        matched: The tables of the game that are replaced, by id.

    Returns:
        The files that change, by number, and the ids of the tables that stay as they are.
    """
    edits: dict[int, list[tuple[int, int, str]]] = {}
    unchanged: set[str] = set()
    last: dict[int, PresentTable] = {}
    anchors = {each.source: matched[each.id] for each in reversed(items) if each.id in matched}
    for item in items:
        text = formatted_file("", item.lines).text.strip("\n") + "\n"
        here = matched.get(item.id)
        if here is None:  # a new one stands behind the table of its file before it
            place = last.get(item.source, anchors[item.source])
            edits.setdefault(place.file, []).append((place.end, place.end, f"\n{text}"))
            continue
        last[item.source] = here
        if texts[here.file].text[here.start : here.end].strip() == text.strip():
            unchanged.add(item.id)
        else:
            edits.setdefault(here.file, []).append((here.start, here.end, text))
    return {number: edit_text(texts[number].text, changes) for number, changes in edits.items()}, frozenset(unchanged)


def edit_text(text: str, changes: Sequence[tuple[int, int, str]]) -> str:
    """Change parts of a text; what is put at one place stands in the order given."""
    parts: list[str] = []
    end = 0
    for start, stop, new in sorted(changes, key=lambda change: change[:2]):
        parts += [text[end:start], new]
        end = stop
    return "".join([*parts, text[end:]])


def update_mission(
    texts: Sequence[Source], present: Sequence[PresentTable], items: Sequence[SourceItem], titles: Mapping[str, str]
) -> tuple[int, str] | None:
    """Write the mission of a game anew, so that it offers new tables; None if it is not as an import writes it.

    Args:
        texts: The files of the game.
        present: The tables of the game.
        items: The new tables.
        titles: The new titles of tables, by id.

    Returns:
        The number of its file, and its text.
    """
    number = next((each for each, text in enumerate(texts) if file_name(text.path) == MISSION_FILE), None)
    if number is None:
        return None
    by_id = {each.id: each for each in present}
    ids = OFFER.findall(texts[number].text)
    if not all(id_ in by_id for id_ in ids):
        return None
    offered = [offer_table(id_, by_id[id_].title, by_id[id_].chapter) for id_ in ids]
    if mission_text(offered) != texts[number].text:
        return None
    renamed = [evolve(each, table=evolve(each.table, title=titles.get(each.id, each.table.title))) for each in offered]
    return number, mission_text([*renamed, *(offer_table(each.id, each.title, each.part) for each in items)])


def offer_table(id_: str, title: str, part: str) -> OfferedTable:
    """Make the offer of a table by its id, its title and the part of the game that it belongs to."""
    return OfferedTable(ImportedTable((), title, Throw("1d2"), ()), id_, part)


def mission_text(offered: Sequence[OfferedTable]) -> str:
    """Write the file of the mission of a game whose tables are all thrown for."""
    names = NameBook()
    names.reserve(RESERVED_NAMES)
    names.reserve(each.id for each in offered)
    return formatted_file(MISSION_FILE, write_mission(offered, names, EnumBook(names))).text
