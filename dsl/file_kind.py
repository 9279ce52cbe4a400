"""Headings: the lines that begin a manifest or an overlay, found without parsing the lines below.

Only the words of those lines count, as the grammar has them: ``game NAME "Title"`` and ``house NAME "Title" for GAME``.
So the headings of an invalid file are known, too, and those of a file of thousands of lines at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, get_args

from bombsight.dsl.node_classes import frozen
from bombsight.dsl.pieces import TEXT_OR_COMMENT, WORD
from bombsight.dsl.source import Source

OverlayKind = Literal["errata", "variant", "preferences", "house"]
"""The kind of an overlay, lowest layer first: corrections, another way to play, preferences, house rules."""

PREFERENCES: OverlayKind = "preferences"
"""The kind of overlays that change no rule of play."""

MANIFEST = "game"
OVERLAYS: tuple[OverlayKind, ...] = get_args(OverlayKind)


@frozen
class Heading:
    """The line that begins a manifest or an overlay.

    Attributes:
        kind: ``game``, ``errata``, ``variant``, ``preferences`` or ``house``.
        name: Its name; of a manifest the game's id.
        of: The game that an overlay is for; empty if the line does not say, and for a manifest.
    """

    kind: Literal["game", OverlayKind]
    name: str
    of: str = ""


def find_headings(text: str) -> Iterator[Heading]:
    """Yield the headings of manifests and overlays in a file, in order."""
    return (found for line in text.split("\n") if (found := parse_heading(line)) is not None)


def parse_heading(line: str) -> Heading | None:
    """Parse a line as the heading of a manifest or an overlay; None for any other line."""
    if line.startswith((MANIFEST, *OVERLAYS)):
        match [*tokenize_heading(line)]:
            case ["game", name, *_] if not is_quoted_text(name):
                return Heading("game", name)
            case [("errata" | "variant" | "preferences" | "house") as kind, name, title, "for", of, *_] if (
                is_quoted_text(title)
            ):
                return Heading(kind, name, of)
            case [("errata" | "variant" | "preferences" | "house") as kind, name, *_] if not is_quoted_text(name):
                return Heading(kind, name)
            case _:  # the rest: only begins like one
                pass
    return None


def lines_of_other_games(text: str, game: str) -> list[range]:
    """The ranges of lines (from 1) of overlays for other games than ``game``; none if no overlay is for ``game``.

    So a file can hold the same house rule for several games. If nothing in it is for this game, the user probably took
    the wrong file or game, and no line is skipped.

    Returns:
        A range for each such overlay: from the comments right above its heading to the line before the next one.
    """
    lines = text.split("\n")
    overlay_starts = [
        (number, found) for number, line in enumerate(lines) if (found := parse_heading(line)) is not None
    ]
    if game not in {found.of for _, found in overlay_starts if found.of}:
        return []
    starts = [comment_start_above(lines, number) + 1 for number, _ in overlay_starts]
    parts = zip(overlay_starts, starts, [*starts[1:], len(lines) + 1], strict=True)
    return [range(start, end) for (_, found), start, end in parts if found.of not in ("", game)]


def comment_start_above(lines: Sequence[str], number: int) -> int:
    """The index (from 0) of the first comment line right above a line; the line's own index without comments."""
    while number and lines[number - 1].startswith("#"):
        number -= 1
    return number


def tokenize_heading(line: str) -> Iterator[str]:
    """Yield the words and string literals of a heading, up to the first other token or a comment."""
    at = 0
    while at < len(line):
        if line[at] in " \t\r":
            at += 1
            continue
        found = TEXT_OR_COMMENT.match(line, at) or WORD.match(line, at)
        if found is None or found[0].startswith("#"):
            return
        yield found[0]
        at = found.end()


def is_quoted_text(token: str) -> bool:
    """Whether a token is a string literal."""
    return token.startswith('"')


# --- several files


def find_game_id(sources: Iterable[Source]) -> str:
    """The id of the game in the first manifest of several files; empty if no file has a manifest."""
    found = (each.name for source in sources for each in find_headings(source.text) if each.kind == MANIFEST)
    return next(found, "")


NEEDS = re.compile(r"^[ \t]+needs[ \t]+(\w+(?:[ \t]*,[ \t]*\w+)*)[ \t]*(?:#.*)?$", re.MULTILINE)
"""Matches the line of an overlay that names others which must be in force with it."""


def find_needed_overlays(sources: Iterable[Source]) -> set[str]:
    """The names of the overlays that those in several files need, as their lines ``needs`` say."""
    lists = (found[1] for source in sources for found in NEEDS.finditer(source.text))
    return {name.strip() for names in lists for name in names.split(",")}


ENTRY = re.compile(r'([ \t]+)(\w+)[ \t]*"')
"""Matches the beginning of the first line of an overlay's item: its indentation and its number."""


def find_entry_numbers(sources: Iterable[Source], kind: OverlayKind, name: str) -> list[str]:
    """The numbers of the items of an overlay in several files, in order."""
    numbers: list[str] = []
    for source in sources:
        is_inside, indentation = False, ""
        for line in source.text.split("\n"):
            if line[:1].strip():
                found = parse_heading(line)
                is_inside, indentation = found is not None and (found.kind, found.name) == (kind, name), ""
            elif is_inside and (entry := ENTRY.match(line)) and entry[1] == (indentation or entry[1]):
                indentation = entry[1]
                numbers.append(entry[2])
    return numbers


def find_overlay_names(sources: Iterable[Source], kind: OverlayKind) -> list[str]:
    """The names of the overlays of one kind in several files, in order."""
    return [each.name for source in sources for each in find_headings(source.text) if each.kind == kind]
