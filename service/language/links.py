"""Document links: from an overlay's head to its game, from suppressed codes to their pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from bombsight.compiler.codes import CODES, CODES_BY_NAME
from bombsight.compiler.finding_pages import read_page
from bombsight.compiler.suppressions import ALLOW_COMMENT
from bombsight.dsl.file_kind import find_headings
from bombsight.dsl.pieces import TEXT_OR_COMMENT
from bombsight.dsl.source import Source, Span
from bombsight.service.games.source_files import canonical_path
from bombsight.service.language.open_workspaces import OpenWorkspace
from bombsight.service.lint.codes_catalog import address_of_code

OVERLAY_HEAD = re.compile(
    r'^(?:errata|variant|preferences|house)[ ]+\w+[ ]+"[^"\n]*"[ ]+for[ ]+(?P<game>\w+)', re.MULTILINE
)
"""The head of an overlay that names its game."""

CODE_OR_NAME = re.compile(r"[\w-]+")


@frozen
class Link:
    """A word that links to another place.

    Attributes:
        span: The word.
        address: The target.
        tooltip: A short description of the target.
    """

    span: Span
    address: str
    tooltip: str


def find_links(workspace: OpenWorkspace, path: Path) -> Iterator[Link]:
    """Find the document links of a file, in file order."""
    source = workspace.space.source(path)
    collected = [*game_links(workspace, source), *code_page_links(source)]
    yield from sorted(collected, key=lambda link: link.span.start)


def game_links(workspace: OpenWorkspace, source: Source) -> Iterator[Link]:
    """Yield links from the game's id in overlay heads to the game's manifest."""
    manifests = {
        each.name: canonical_path(file.file)
        for file in workspace.space.request.base
        if file.file
        for each in find_headings(file.text)
        if each.kind == "game"
    }
    for head in OVERLAY_HEAD.finditer(source.text):
        if head["game"] in manifests:
            span = source.span(*head.span("game"))
            yield Link(span, manifests[head["game"]].as_uri(), f"The manifest of {head['game']}")


def code_page_links(source: Source) -> Iterator[Link]:
    """Yield links from the finding codes in suppression comments to their documentation pages."""
    for comment in TEXT_OR_COMMENT.finditer(source.text):
        match = ALLOW_COMMENT.fullmatch(comment[0].rstrip())
        for name in CODE_OR_NAME.finditer(comment[0], *match.span("names")) if match is not None else ():
            code = CODES_BY_NAME.get(name[0].lower(), name[0].upper())
            if code in CODES:
                start = comment.start() + name.start()
                span = source.span(start, start + len(name[0]))
                yield Link(span, address_of_code(code), f"{code}: {read_page(code).title}")
