"""Headings: the lines that begin a manifest or an overlay, read without parsing what is below.

Only the words of those lines count, as the grammar has them: ``game NAME "Title"`` and ``house NAME "Title" for GAME``.
A file that cannot be parsed has its headings all the same, and one of thousands of lines has it at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bombsight.dsl.node_classes import frozen
from bombsight.dsl.pieces import TEXT_OR_COMMENT, WORD
from bombsight.dsl.source import Source

MANIFEST = "game"
OVERLAYS = ("errata", "variant", "house")


@frozen
class Heading:
    """The line that begins a manifest or an overlay.

    Attributes:
        kind: ``game``, ``errata``, ``variant`` or ``house``.
        name: Its name; of a manifest the game's id.
        of: The game that an overlay is for; empty where the line does not say, and for a manifest.
    """

    kind: str
    name: str
    of: str = ""


def headings(text: str) -> Iterator[Heading]:
    """The manifests and overlays of a file, in their order."""
    for line in text.split("\n"):
        if line.startswith((MANIFEST, *OVERLAYS)):
            match [*tokens(line)]:
                case ["game", name, *_] if not is_text(name):
                    yield Heading("game", name)
                case [("errata" | "variant" | "house") as kind, name, title, "for", of, *_] if is_text(title):
                    yield Heading(kind, name, of)
                case [("errata" | "variant" | "house") as kind, name, *_] if not is_text(name):
                    yield Heading(kind, name)


def tokens(line: str) -> Iterator[str]:
    """The words and texts of a line, up to what is neither, or to a comment."""
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


def is_text(token: str) -> bool:
    """Whether a token is a text in quotes."""
    return token.startswith('"')


# --- several files


def game_id(sources: Iterable[Source]) -> str:
    """The id in the first manifest of some files; empty where none holds one."""
    found = (each.name for source in sources for each in headings(source.text) if each.kind == MANIFEST)
    return next(found, "")


def overlay_names(sources: Iterable[Source], kind: str) -> list[str]:
    """The names of overlays of one kind in some files, in their order."""
    return [each.name for source in sources for each in headings(source.text) if each.kind == kind]
