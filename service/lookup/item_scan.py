"""Scan of rules files for the lines that begin items: their names and titles, without parsing what stands below.

It serves completion, where a tenth of a second counts and rules may be half written. So it also finds the items of
files with errors, and it misses items that an overlay adds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source
from bombsight.service.games.library import GameFolder, read_files

ITEM_START = re.compile(
    r"^(?P<kind>game|table|enum|record|option|define|tally|forecast|procedure|reroll|board|luck|errata|variant|preferences|modifier)"
    r" +"
    r"(?P<name>[A-Za-z_][\w-]*)"
    r'(?: *"(?P<title>[^"\n]*)")?'
    r"(?P<rest>[^\n]*)",
    re.MULTILINE,
)
"""A line in the first column that begins an item with a name."""

OPTION_VALUES = re.compile(r"from +([A-Za-z_][\w-]*(?: *, *[A-Za-z_][\w-]*)*)")
"""The values of an option that is neither yes or no nor a number."""

SEATS_LINE = re.compile(r"^  players +([A-Za-z_]\w*)", re.MULTILINE)
"""The manifest's line that names the enum of its seats."""

ENUM_VALUE = re.compile(r'([A-Za-z_][\w-]*)(?: *"([^"\n]*)")?')


@frozen
class ScannedItem:
    """An item as its first line has it.

    Attributes:
        kind: `table`, `option`, `procedure` and so on.
        name: Its name or id.
        title: Its title; may be empty.
        rest: The rest of the line.
    """

    kind: str
    name: str
    title: str
    rest: str


def scan_items(game: GameFolder) -> list[ScannedItem]:
    """Scan the files of a game for its items, in order; unreadable files are left out."""
    sources, _ = read_files(game.files)
    return [item for source in sources for item in scan_text(source.text)]


def scan_text(text: str) -> Iterator[ScannedItem]:
    """Yield the items of a rules file."""
    for found in ITEM_START.finditer(text):
        yield ScannedItem(found["kind"], found["name"], found["title"] or "", found["rest"])


def option_values(item: ScannedItem) -> list[str]:
    """The values that an option can have; none if it is a number, or not an option."""
    if item.kind != "option":
        return []
    values = OPTION_VALUES.search(item.rest)
    if values is not None:
        return [value.strip() for value in values[1].split(",")]
    return [] if re.search(r"\bfrom\b", item.rest) else ["yes", "no"]


def scan_seats(game: GameFolder) -> list[tuple[str, str]]:
    """Scan the files of a game for its players, as names and titles: the values of the enum that the manifest names."""
    sources, _ = read_files(game.files)
    enums = [found[1] for source in sources for found in SEATS_LINE.finditer(source.text)]
    return [value for source in sources for enum in enums[:1] for value in scan_enum(source, enum)]


def scan_enum(source: Source, name: str) -> list[tuple[str, str]]:
    """Scan a file for the values of an enum, as names and titles; none if it is declared elsewhere."""
    declared = re.search(
        rf'^enum +{name}(?: *"[^"\n]*")? *:(?P<values>[^\n#]*(?:\n +[^\n#]*)*)', source.text, re.MULTILINE
    )
    return [(value[1], value[2] or "") for value in ENUM_VALUE.finditer(declared["values"])] if declared else []
