"""What in a file leads somewhere that can be opened: the game that an overlay is for, the pages of allowed findings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from bombsight.compiler.codes import CODES, NAMES
from bombsight.compiler.suppressions import WHOLE
from bombsight.dsl.file_kind import headings
from bombsight.dsl.pieces import TEXT_OR_COMMENT
from bombsight.dsl.source import Source, Span
from bombsight.service.games.reading import whole_path
from bombsight.service.language.open_workspaces import Room
from bombsight.service.lint.pages import address_of_page

FOR = re.compile(r'^(?:errata|variant|house)[ ]+\w+[ ]+"[^"\n]*"[ ]+for[ ]+(?P<game>\w+)', re.MULTILINE)
"""The head of an overlay that says for which game it is."""

NAME = re.compile(r"[\w-]+")


@frozen
class Link:
    """A word that leads somewhere.

    Attributes:
        span: The word.
        address: Where it leads.
        told: What there is, in a few words.
    """

    span: Span
    address: str
    told: str


def links(room: Room, path: Path) -> Iterator[Link]:
    """The words of a file that lead somewhere, in their order.

    Raises:
        KeyError: The file is none of the room's.
    """
    source = room.space.source(path)
    found = [*to_games(room, source), *to_pages(source)]
    yield from sorted(found, key=lambda link: link.span.start)


def to_games(room: Room, source: Source) -> Iterator[Link]:
    """The games that overlays are for, if it is the one that the file belongs to: they lead to its manifest."""
    manifests = {
        each.name: whole_path(file.file)
        for file in room.space.request.base
        if file.file
        for each in headings(file.text)
        if each.kind == "game"
    }
    for head in FOR.finditer(source.text):
        if head["game"] in manifests:
            span = source.span(*head.span("game"))
            yield Link(span, manifests[head["game"]].as_uri(), f"The manifest of {head['game']}")


def to_pages(source: Source) -> Iterator[Link]:
    """The findings that comments let stand: each leads to its page."""
    for comment in TEXT_OR_COMMENT.finditer(source.text):
        whole = WHOLE.fullmatch(comment[0].rstrip())
        for name in NAME.finditer(comment[0], *whole.span("names")) if whole is not None else ():
            code = NAMES.get(name[0].lower(), name[0].upper())
            if code in CODES:
                start = comment.start() + name.start()
                span = source.span(start, start + len(name[0]))
                yield Link(span, address_of_page(code), f"{code}: {CODES[code].title}")
