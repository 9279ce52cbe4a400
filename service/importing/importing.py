"""Import: a new game made of files of tables, or such tables added to a game that is there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import either
from bombsight.dsl.formatter import format_source
from bombsight.dsl.source import Source
from bombsight.service.common.files import overwrite_text
from bombsight.service.games.library import load_game_folder, read_files
from bombsight.service.importing.model import ImportedSource
from bombsight.service.importing.naming import clean_text
from bombsight.service.importing.reading import interpret_source, read_sources
from bombsight.service.importing.replacing import (
    PresentTable,
    find_present_tables,
    match_tables,
    place_items,
    update_mission,
)
from bombsight.service.importing.rules_writer import SourceReport, write_rules
from bombsight.service.scaffolding.game import wrap_in_package
from bombsight.service.scaffolding.new_files import check_new_id, check_nothing_there, write_new_files

MANIFEST_FILE = "00-game.rules"
"""The file of a new game's manifest."""

NEEDED_VERSION = "0.2"
"""The oldest version of the program that knows every word that is written here."""

OWN_LICENCE = "all rights reserved"
"""The licence of a game of the user's own tables, until he writes another."""

MAX_LISTED = 10
"""The most tables that a message lists."""

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")

NEW_GAME = f"Make one of the files: {either('bombsight new NAME --from FILE', 'bombsight.new_from_tables(...)')}."
"""What to do where there is no game to add tables to."""

CHAPTER = re.compile(r'^chapter +"([^"\n]*)"', re.MULTILINE)

TEXT_OR_COMMENT = re.compile(r'"[^"\n]*"|#[^\n]*')


@frozen
class ImportedGame:
    """What came of an import.

    Attributes:
        folder: The folder of the game, as one would type it.
        files: The files that were written.
        reports: What came of each source.
        is_new: Whether the game is new.
        notes: What is left for the user to do.
    """

    folder: Path
    files: tuple[Path, ...]
    reports: tuple[SourceReport, ...]
    is_new: bool
    notes: tuple[str, ...] = ()

    @property
    def table_count(self) -> int:
        """The number of tables that came in."""
        return sum(len(report.tables) for report in self.reports)


def import_new_game(
    name: str,
    paths: Sequence[Path],
    folder: Path | None = None,
    folders: tuple[Path, ...] = (),
    *,
    as_package: bool = False,
    is_own: bool = False,
) -> ImportedGame:
    """Make a new game of files of tables.

    Args:
        name: The id of the game.
        paths: The files; a folder stands for the files in it.
        folder: The folder to create; None for one with the id's name in the current folder.
        folders: Folders of games whose ids are taken, besides the usual places.
        as_package: Whether the game's folder lies within one that makes a Python package of it, with hosted checks.
        is_own: Whether the user has made the tables, so that they come from nowhere else.

    Raises:
        InputError: The id is invalid or taken, a file lies in the way, a source cannot be read or holds no tables, or
            the folder cannot be written; then nothing is left of it.
    """
    check_new_id(name, folders)
    place = folder if folder is not None else Path(name)
    check_no_game_there(place)
    check_nothing_there(place)
    texts, reports = draft_game(name, [interpret_source(source) for source in read_sources(paths)], is_own=is_own)
    files = write_new_files(place, wrap_in_package(name, texts) if as_package else texts)
    return ImportedGame(place / name if as_package else place, files, reports, is_new=True)


def draft_game(
    name: str, sources: Sequence[ImportedSource], *, is_own: bool
) -> tuple[dict[str, str], tuple[SourceReport, ...]]:
    """Draft the files of a new game of tables: their texts by name, and what came of each source.

    Args:
        name: The id of the game.
        sources: The tables.
        is_own: Whether the user has made them.

    Raises:
        InputError: No table came in.
    """
    written = write_rules(sources, [name], mission=True, is_own=is_own)
    check_any_table(written.reports)
    manifest = write_manifest(name, sources, written.comments, is_own=is_own)
    return {MANIFEST_FILE: manifest, **{file.name: file.text for file in written.files}}, written.reports


def check_no_game_there(place: Path) -> None:
    """Raise an error if a game lies where a new one is wanted: its tables are brought in again otherwise.

    Raises:
        InputError: One does.
    """
    if load_game_folder(place) is not None:
        again = f"bombsight new --into {place} --from FILE --replace"
        raise InputError(
            "a game lies here already", str(place), f"`{again}` brings a changed file in again; -o PATH makes another."
        )


def import_into_game(folder: Path, paths: Sequence[Path], *, replace: bool = False) -> ImportedGame:
    """Add files of tables to the rules of a game, or put them in the place of tables that are called alike.

    Args:
        folder: The folder of the game.
        paths: The files; a folder stands for the files in it.
        replace: Whether a table takes the place of one of the game with its title or id.

    Raises:
        InputError: There is no game in the folder, a source cannot be read or holds no tables, a file of the same
            name lies there already, or the game has tables of such a file and ``replace`` is not set; then nothing is
            written.
    """
    game = load_game_folder(folder)
    if game is None or not game.files:
        raise InputError("there is no game here", str(folder), NEW_GAME)
    paths_of_game = [*game.files, *game.tests]
    texts, findings = read_files(paths_of_game)
    if findings:
        raise InputError("a file of the game cannot be read", str(folder), "See bombsight lint.")
    taken = find_used_names(texts)
    sources = [interpret_source(source) for source in read_sources(paths)]
    chapters = find_chapter_titles(texts)
    present = tuple(find_present_tables(texts))
    alike = match_tables(sources, present)
    if not replace:
        check_not_taken_before(folder, sources, alike)
    replaced = alike if replace else {}
    present_ids = {place: table.id for place, table in replaced.items()}
    written = write_rules(sources, sorted(taken), chapters, mission=False, present_ids=present_ids)
    check_any_table(written.reports)
    changed, unchanged = place_items(texts, written.items, {table.id: table for table in replaced.values()})
    added = [item for item in written.items if item.id not in present_ids.values()]
    mission = update_mission(texts, present, added, {item.id: item.title for item in written.items})
    if mission is not None and mission[1] != texts[mission[0]].text:
        changed[mission[0]] = mission[1]
    names = {file.name for file in game.files}
    comments = "".join(f"{line}\n" for line in written.comments)
    texts_by_name = {
        free_file_name(file.name, names): file.text if number else comments + file.text
        for number, file in enumerate(written.files)
    }
    new_files = write_new_files(folder, texts_by_name)
    for number, text in changed.items():
        overwrite_text(paths_of_game[number], text)
    files = (*(paths_of_game[number] for number in sorted(changed)), *new_files)
    notes = [note for source in sources if replace for note in notes_of_left_tables(source, present, replaced.values())]
    if alike and not replace:
        ids = ", ".join(dict.fromkeys(table.id for table in alike.values()))
        notes.append(f"called like tables of the game: {ids}; --replace would put the new ones in their place")
    if written.files or (added and mission is None):
        notes.append("nothing rolls on the new tables yet: write `roll on ID` where that is wanted")
    reports = tuple(mark_replaced(report, frozenset(present_ids.values()), unchanged) for report in written.reports)
    return ImportedGame(folder, files, reports, is_new=False, notes=tuple(notes))


def find_used_names(texts: Iterable[Source]) -> set[str]:
    """Find all names in rules, which tables that join them may not have."""
    return {found for text in texts for found in NAME.findall(TEXT_OR_COMMENT.sub(" ", text.text))}


def find_chapter_titles(texts: Iterable[Source]) -> set[str]:
    """Find the titles of all chapters in rules."""
    return {found[1] for text in texts for found in CHAPTER.finditer(text.text)}


def check_not_taken_before(
    folder: Path, sources: Sequence[ImportedSource], alike: Mapping[tuple[int, int], PresentTable]
) -> None:
    """Raise an error if a game has tables of one of the files already: to have them twice is hardly wanted.

    Args:
        folder: The folder of the game.
        sources: What the files hold.
        alike: The game's table that each table is called like.

    Raises:
        InputError: It has.
    """
    adding = either("--replace", "replace=True")
    for number, source in enumerate(sources):
        ids = [table.id for (each, _), table in alike.items() if each == number and table.is_taken_from(source.path)]
        if ids:
            more = f" and {len(ids) - MAX_LISTED} more" if len(ids) > MAX_LISTED else ""
            raise InputError(
                f"{folder.name or folder} has tables of this file already: {', '.join(ids[:MAX_LISTED])}{more}",
                source.path,
                f"To put the new ones in their place, add {adding}; what you changed in these tables is lost.",
            )


def notes_of_left_tables(
    source: ImportedSource, present: Sequence[PresentTable], replaced: Iterable[PresentTable]
) -> Iterator[str]:
    """Yield a note of the tables that a game has of a file which does not have them any more."""
    kept = {table.id for table in replaced}
    left = [table.id for table in present if table.is_taken_from(source.path) and table.id not in kept]
    if left:
        yield f"not in {Path(source.path).name} any more, and left as they are: {', '.join(left)}"


def mark_replaced(report: SourceReport, replaced: frozenset[str], unchanged: frozenset[str]) -> SourceReport:
    """Say in a report which tables replace one of the game, and which are as they were."""
    details = [
        evolve(each, guesses=(*each.guesses, "as it was" if each.id in unchanged else "replaced"))
        if each.id in replaced
        else each
        for each in report.details
    ]
    return evolve(report, details=tuple(details))


def free_file_name(name: str, present: set[str]) -> str:
    """Find a file name like ``name`` that is not in use, and note it as used."""
    base = name.removesuffix(".rules")
    found, number = name, 1
    while found in present:
        number += 1
        found = f"{base}_{number}.rules"
    present.add(found)
    return found


def check_any_table(reports: Sequence[SourceReport]) -> None:
    """Raise an error if no table came in.

    Raises:
        InputError: None did; the first note says why.
    """
    if any(report.tables for report in reports):
        return
    first = next((note for report in reports for note in report.notes), None)
    place = reports[0].path if reports else ""
    hint = str(first) if first is not None else "Tables have a column of keys or weights, or are lists of texts."
    raise InputError("there is no table in it that can be taken", place, hint)


def write_manifest(name: str, sources: Sequence[ImportedSource], comments: Sequence[str], *, is_own: bool) -> str:
    """Write the manifest of a game that was made of files, perhaps the user's own; ``comments`` stand above it."""
    title = clean_text(name.replace("_", " ").capitalize())
    files = [clean_text(Path(source.path).name) for source in sources]
    named = ", ".join(files[:5]) + (f" and {len(files) - 5:,} more files" if len(files) > 5 else "")
    origin = "" if is_own else f" from {named}"
    warning = "# The texts belong to whoever wrote them: see what their licence allows before you hand this game on."
    lines = [
        f"# Made of {named}.",
        *([] if is_own else [warning]),
        *comments,
        "",
        f'game {name} "{title}"',
        '  version "1.0"',
        f'  licence "{OWN_LICENCE if is_own else "as of the sources of its tables"}"',
        f"  needs bombsight {NEEDED_VERSION}",
        "  language 1",
        f'  about "Tables{origin}. You are asked which one is wanted, and it is rolled on."',
        "  sources optional",
        "",
    ]
    return format_source(Source(MANIFEST_FILE, "\n".join(lines)))
