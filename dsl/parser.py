"""From text to syntax tree, item by item."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.driver import driver
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.pieces import Piece, cut, declared, stray
from bombsight.dsl.recognise.finding import Finding
from bombsight.dsl.source import Source

Read = tuple[ast.Item | None, tuple[Diagnostic, ...]]
"""An item, None where it cannot be read, and what is wrong with it."""


@frozen
class Parsed:
    """What was read of a file, and what could not be.

    Attributes:
        file: The items that could be read.
        diagnostics: What is wrong with the others.
        lost: Names that those may have declared.
        pieces: What came of each piece of the text, by its line and the piece.
    """

    file: ast.File
    diagnostics: tuple[Diagnostic, ...]
    lost: frozenset[str] = frozenset()
    pieces: Mapping[tuple[int, Piece], Read] = field(default=MappingProxyType({}), eq=False, repr=False)


def parse(source: Source, before: Parsed | None = None) -> Parsed:
    """Read a rules file.

    Never raises on what a user wrote: what cannot be read is a diagnostic, and the items around it are kept.

    Args:
        source: The file.
        before: What was read of the same file before; what stands there still, in the same place, is not read again.
    """
    known = before.pieces if before is not None and before.file.path == source.path else {}
    pieces: dict[tuple[int, Piece], Read] = {}
    items: list[ast.Item] = []
    diagnostics: list[Diagnostic] = []
    parts = cut(source.text)
    lost = stray(parts.preamble)
    if lost:
        diagnostics.append(Finding("E017", *lost).placed(source, 0))
    unfinished: Diagnostic | None = None  # the finding for lines that should have been indented below an item
    names: set[str] = set()
    for piece in parts.pieces:
        at = (source.place(piece.offset)[0], piece)
        item, found = pieces[at] = known.get(at) or read(source, piece)
        if item is not None:
            items.append(item)
        else:
            names |= declared(piece)
        if item is None and unfinished and found[0].code == "E016":
            if unfinished.code == "E015":
                diagnostics.remove(unfinished)
                diagnostics.append(found[0])
                unfinished = found[0]
            continue
        diagnostics.extend(found)
        unfinished = next((finding for finding in found if finding.code in ("E015", "E016")), None)
    file = ast.File(source.path, tuple(items), span=source.span(0, len(source.text)))
    return Parsed(file, tuple(diagnostics), frozenset(names), pieces)


@lru_cache(maxsize=256)
def read_file(source: Source) -> Parsed:
    """The same, kept: a game is compiled several times in one process, with one overlay or another."""
    return parse(source)


def read(source: Source, piece: Piece) -> Read:
    """One item, and what is wrong with it."""
    if "\t" not in piece.text:
        item = driver().read(source, piece.offset, piece.code)
        if item is not None:
            return item, ()
    from bombsight.dsl.careful import read_carefully  # lark is loaded only where something is wrong

    return read_carefully(source, piece)


def read_within(carrier: str, text: str, source: Source, offset: int) -> ast.Item | None:
    """An item that a piece of another text completes, such as a line of a script; None where it cannot be read so.

    Args:
        carrier: The beginning of the item.
        text: The rest of it, on one line.
        source: The file that holds the text.
        offset: Where in the file the text begins.
    """
    return driver().read(source, offset - len(carrier), f"{carrier}{text}\n", len(carrier))
