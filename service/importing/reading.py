"""Reading of a file of tables: its format by its ending and its content, and the reader for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, assert_never

from bombsight.boundary.documents import parse_json
from bombsight.boundary.errors import InputError, clip, reason_of
from bombsight.boundary.files import read_input_file
from bombsight.boundary.texts import decode_utf8
from bombsight.service.common.table_formats import FORMATS, OTHER_SHEETS, OTHER_TEXTS, TextFormat
from bombsight.service.importing.cells import tables_of_cells
from bombsight.service.importing.csv_reader import read_csv
from bombsight.service.importing.datasworn_reader import is_datasworn, read_datasworn
from bombsight.service.importing.dmn_reader import read_dmn
from bombsight.service.importing.foundry_reader import is_foundry, read_foundry
from bombsight.service.importing.html_reader import read_html
from bombsight.service.importing.limits import MAX_FILES, MAX_SOURCE_BYTES
from bombsight.service.importing.markdown_reader import read_markdown
from bombsight.service.importing.model import (
    CellTable,
    Imported,
    ImportedSource,
    ImportNote,
    SourceParts,
)
from bombsight.service.importing.spreadsheet_reader import read_spreadsheet
from bombsight.service.importing.yaml_parser import parse_yaml

LOCK_PREFIX = "~$"
"""How the file begins that Excel keeps beside a spreadsheet while it is open."""


def read_sources(paths: Sequence[Path]) -> list[SourceParts]:
    """Read files of tables; a folder stands for all files in it whose format is known.

    Raises:
        InputError: A file cannot be read, or is not of its format; or there are too many files.
    """
    sources: list[SourceParts] = []
    for path in paths:
        if path.is_dir():
            files = list(files_of_folder(path))
            if not files:
                raise InputError("no file here has a format that can be taken", str(path), f"These can: {endings()}")
            sources += [read_file_of_folder(file) for file in files]
        else:
            sources.append(read_source_file(path))
    return sources


def read_file_of_folder(path: Path) -> SourceParts:
    """Read the tables of a file of a folder; one that cannot be read has none, and a note says why."""
    try:
        return read_source_file(path)
    except InputError as error:
        place = error.place.removeprefix(str(path)).strip(":")
        return SourceParts(
            str(path), title_of_file(path), (), (ImportNote(f"line {place}" if place else "", error.message),)
        )


def files_of_folder(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and its subfolders whose format is known, by name.

    Raises:
        InputError: It cannot be read, or there are too many files.
    """
    try:
        found = sorted(
            path
            for path in folder.rglob("*")
            if path.suffix.lower() in FORMATS and path.is_file() and not path.name.startswith((".", LOCK_PREFIX))
        )
    except OSError as error:
        raise InputError(f"cannot be read: {reason_of(error)}", str(folder)) from error
    if len(found) > MAX_FILES:
        raise InputError(f"it has more than {MAX_FILES:,} files", str(folder), "Name those that are wanted.")
    yield from found


def interpret_source(source: SourceParts) -> ImportedSource:
    """Read tables of cells as tables that are thrown for."""
    tables: list[Imported] = []
    for part in source.parts:
        if isinstance(part, CellTable):
            tables += tables_of_cells(part)
        else:
            tables.append(part)
    return ImportedSource(source.path, source.title, tuple(tables), source.notes)


def endings() -> str:
    """The endings of all formats, in a phrase."""
    return ", ".join(FORMATS)


def read_source_file(path: Path) -> SourceParts:
    """Read the tables of a file.

    Raises:
        InputError: It cannot be read, its format is unknown, or it is not of its format.
    """
    place = str(path)
    content = read_input_file(place, MAX_SOURCE_BYTES)
    return read_source_content(content, place, title_of_file(path))


def title_of_file(path: Path) -> str:
    """The title of a file: its name without the ending, in words."""
    words = path.name.partition(".")[0].replace("_", " ").replace("-", " ").strip() or "Tables"
    return words[0].upper() + words[1:]


def read_source_content(content: bytes, place: str, title: str) -> SourceParts:
    """Read the tables of a file's content; the ending of ``place`` says its format.

    Args:
        content: The content.
        place: The file.
        title: Its title.

    Raises:
        InputError: Its format is unknown, or it is not of its format.
    """
    name = Path(place).name
    suffix = Path(place).suffix.lower()
    if name.startswith(LOCK_PREFIX):
        raise InputError(
            "this file only marks a spreadsheet that is open", place, f"Name it: {name.removeprefix(LOCK_PREFIX)}"
        )
    format_ = FORMATS.get(suffix)
    match format_:
        case "spreadsheet":
            return read_spreadsheet(content, place, title)
        case "DMN":
            return read_dmn(content, place, title)
        case None:
            raise InputError(
                f"`{clip(suffix or place)}` is no ending of a format that can be taken",
                place,
                hint_for_ending(suffix),
            )
        case _:
            return read_source_text(decode_text(content, place), format_, place, title)


def hint_for_ending(suffix: str) -> str:
    """What to do with a file whose ending is no format's."""
    if suffix in OTHER_SHEETS:
        return "Open it in your spreadsheet program and save it as .xlsx, or a sheet of it as .csv."
    if suffix in OTHER_TEXTS:
        return "Open it and save it as .html, or copy its tables into a spreadsheet and save that as .xlsx."
    return f"These can: {endings()}"


def decode_text(content: bytes, place: str) -> str:
    """Decode a text: UTF-8, or UTF-16 where a mark says so.

    Raises:
        InputError: It is neither.
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return content.decode("utf-16")
        except UnicodeDecodeError as error:
            raise InputError("this is no text in UTF-16", place, "Save the file as UTF-8 text.") from error
    return decode_utf8(content, place)


def read_source_text(text: str, format_: TextFormat, place: str, title: str) -> SourceParts:
    """Read the tables of a text.

    Args:
        text: The text.
        format_: Its format.
        place: The file.
        title: Its title.

    Raises:
        InputError: It is not of its format.
    """
    match format_:
        case "CSV":
            return read_csv(text, place, title)
        case "TSV":
            return read_csv(text, place, title, "\t")
        case "HTML":
            return read_html(text, place, title)
        case "JSON":
            return read_data(parse_document(text, place), place, title)
        case "YAML":
            return read_data(parse_yaml(text, place), place, title)
        case "compendium":
            return read_data(parse_lines(text, place), place, title)
        case "text":
            if "|" not in text and not text.lstrip().startswith(("#", "-", "*", "1")):
                return read_csv(text, place, title, "\t")
            return read_markdown(text, place, title)
        case "Markdown":
            return read_markdown(text, place, title)
        case _:
            assert_never(format_)


CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f]")


def parse_document(text: str, place: str) -> Any:
    """Parse JSON; a text whose lines are documents each is a list of them. Line breaks within strings are forgiven.

    Raises:
        InputError: It is no JSON.
    """
    try:
        return parse_json(text)
    except ValueError as error:
        if "Invalid control character" in str(error) and (cleaned := CONTROL_CHARACTERS.sub(" ", text)) != text:
            return parse_document(cleaned, place)
        if "Extra data" in str(error) and "\n" in text.strip():
            return parse_lines(text, place)
        raise InputError(f"this is no JSON that can be taken: {clip(str(error))}", place) from error


def parse_lines(text: str, place: str) -> list[Any]:
    """Parse a text whose lines are JSON documents.

    Raises:
        InputError: A line is none.
    """
    found: list[Any] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                found.append(parse_json(line))
            except ValueError as error:
                raise InputError("this line is no JSON that can be taken", f"{place}:{number}") from error
    return found


def read_data(data: Any, place: str, title: str) -> SourceParts:
    """Read the tables of parsed JSON or YAML, by what it holds.

    Raises:
        InputError: It holds tables of no known format.
    """
    if is_foundry(data):
        return read_foundry(data, place, title)
    if is_datasworn(data):
        return read_datasworn(data, place, title)
    raise InputError(
        "it holds no tables of a format that can be taken",
        place,
        "JSON and YAML can be roll tables of Foundry, or of Datasworn: lists of rows with `min` and `max`.",
    )
