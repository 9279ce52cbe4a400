"""The parser: from text to syntax tree, item by item."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from attrs import evolve

from bombsight.dsl import ast
from bombsight.dsl.damage import Damage, ItemReading, collect_words, item_name
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.driver import shared_driver
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.pieces import Piece, find_stray_code, split_items
from bombsight.dsl.recognise.finding import Finding
from bombsight.dsl.relocate import move_tree
from bombsight.dsl.source import Source

ENDS_EARLY_CODES = frozenset(("E014", "E041", "E051", "E053", "E054", "E055"))
"""Slips whose cause may be that the lines below are not indented."""

UNINDENTED_CODES = frozenset(("E016", "E084"))
"""The findings that such lines get in column 0."""

MAX_MISTAKEN_ITEMS = 200
"""The most invalid items of a file that are analysed: more than anybody fixes before linting again."""

MAX_MISTAKEN_CHARACTERS = 30_000
"""The most characters in analysed invalid items: each is parsed a dozen times."""

FIELD_LINE = re.compile(r'\w+( *"[^"\n]*")?( *\[[^\]\n]*\])? *:')
"""Matches the beginning of a field, which is no item."""


@frozen
class ParsedFile:
    """The result of parsing a file.

    Attributes:
        file: The tree of the readable items, including damaged ones.
        diagnostics: The syntax errors.
        damaged: The items with unparsed parts, or none parsed.
        pieces: The result for each piece of the text, by its line and the piece.
    """

    file: ast.File
    diagnostics: tuple[Diagnostic, ...]
    damaged: tuple[Damage, ...] = ()
    pieces: Mapping[tuple[int, Piece], ItemReading] = field(default=MappingProxyType({}), eq=False, repr=False)


def parse(source: Source, previous: ParsedFile | None = None) -> ParsedFile:
    """Parse a rules file to items and findings, without raising; items unchanged since ``previous`` are reused.

    Unreadable lines become findings, and the items around them are kept. Items unchanged since the ``previous`` result
    for the same file are not parsed again.
    """
    previous_readings = previous.pieces if previous is not None and previous.file.path == source.path else {}
    elsewhere: dict[str, tuple[int, int, ast.Item]] = {
        piece.text: (piece.offset, line, reading.item)
        for (line, piece), reading in previous_readings.items()
        if reading.item is not None and not reading.diagnostics and reading.damage is None
    }
    pieces: dict[tuple[int, Piece], ItemReading] = {}
    diagnostics: list[Diagnostic] = []
    damaged: list[Damage] = []
    items: list[ast.Item] = []
    parts = split_items(source.text)
    stray_range = find_stray_code(parts.preamble)
    if stray_range:
        diagnostics.append(Finding("E017", *stray_range).to_diagnostic(source, 0))
        lines = source.span(0, len(parts.preamble))
        damaged.append(Damage(lines, "", collect_words(parts.preamble), (lines,)))
    unfinished: Diagnostic | None = None  # the finding for lines that should have been indented below an item
    above: Piece | None = None  # the last item
    mistaken, characters, passed_over = 0, 0, False
    for piece in parts.pieces:
        key = (source.line_and_column(piece.offset)[0], piece)
        reading = previous_readings.get(key)
        if reading is None and piece.text in elsewhere:
            offset, line, item = elsewhere[piece.text]
            reading = ItemReading(move_tree(item, piece.offset - offset, key[0] - line))
        if (mistaken >= MAX_MISTAKEN_ITEMS or characters >= MAX_MISTAKEN_CHARACTERS) and (
            reading is None or reading.diagnostics
        ):
            valid_item = read_valid_item(source, piece)
            if valid_item is None:
                if not passed_over:
                    diagnostics.append(Finding("E088", 0, len(piece.code.rstrip())).to_diagnostic(source, piece.offset))
                passed_over = True
                damaged.append(damage_of_unread_item(source, piece))
                continue
            reading = ItemReading(valid_item)
        reading = reading or read_item(source, piece)
        if reading.diagnostics:
            mistaken, characters = mistaken + 1, characters + len(piece.text)
        pieces[key] = reading
        item_diagnostics = reading.diagnostics
        unindented = reading.item is None and is_about_unindented_line(item_diagnostics[0], piece)
        if reading.item is not None:
            items.append(reading.item)
        if reading.damage is not None:
            damaged.append(extend_damage(source, reading.damage, above) if unindented else reading.damage)
            if unindented and unfinished:
                if unfinished.code not in UNINDENTED_CODES:
                    diagnostics.remove(unfinished)
                    diagnostics.append(item_diagnostics[0])
                    unfinished = item_diagnostics[0]
                continue
        if not unindented:
            above = piece
        diagnostics.extend(item_diagnostics)
        unfinished = (
            item_diagnostics[-1]
            if item_diagnostics and (unindented or is_about_missing_lines(item_diagnostics[-1], source, piece))
            else None
        )
    file = ast.File(source.path, tuple(items), span=source.span(0, len(source.text)))
    return ParsedFile(file, tuple(diagnostics), tuple(damaged), pieces)


def is_about_unindented_line(finding: Diagnostic, piece: Piece) -> bool:
    """Whether a finding is about a line in column 0 that should be indented: it begins no item, or is a field."""
    return finding.code == "E016" or (finding.code == "E084" and FIELD_LINE.match(piece.text) is not None)


def is_about_missing_lines(finding: Diagnostic, source: Source, piece: Piece) -> bool:
    """Whether a finding says that an item (``piece``) lacks lines at its end."""
    last = source.line_and_column(piece.offset + len(piece.code) - 1)[0]
    return finding.code == "E015" or (finding.code in ENDS_EARLY_CODES and finding.span.line == last)


def damage_of_unread_item(source: Source, piece: Piece) -> Damage:
    """Make the damage record of an item that was not read at all: its whole span, and the words in it."""
    span = source.span(piece.offset, piece.offset + len(piece.code) - 1)
    return Damage(span, item_name(piece.code), collect_words(piece.code), (span,))


def extend_damage(source: Source, damage: Damage, piece_above: Piece | None) -> Damage:
    """Extend a damage record of unindented lines to the item above them (``piece_above``), if there is one."""
    if piece_above is None:
        return damage
    return evolve(damage, name=item_name(piece_above.text), span=source.span(piece_above.offset, damage.span.end))


@lru_cache(maxsize=256)
def parse_cached(source: Source) -> ParsedFile:
    """Parse a rules file, or return the cached result of an earlier parse of the same text."""
    return parse(source)


def read_item(source: Source, piece: Piece) -> ItemReading:
    """Parse one item (``piece``) to a reading: its tree, findings and damage; with error recovery if it is invalid."""
    item = read_valid_item(source, piece)
    if item is not None:
        return ItemReading(item)
    from bombsight.dsl.lark_fallback import read_with_recovery  # lark is imported only for invalid items

    return read_with_recovery(source, piece)


def read_valid_item(source: Source, piece: Piece) -> ast.Item | None:
    """Parse one item (``piece``) by the fast driver, and return its tree; None if it is invalid."""
    return shared_driver().parse_item(source, piece.offset, piece.code) if "\t" not in piece.text else None


def read_fragment(carrier: str, text: str, source: Source, offset: int) -> ast.Item | None:
    """Parse a text, such as a line of a script, as the end of an item that ``carrier`` begins; None if that fails.

    Args:
        carrier: The beginning of the item.
        text: The rest of it, on one line.
        source: The file that holds the text.
        offset: The offset of the text in the file.
    """
    return shared_driver().parse_item(source, offset - len(carrier), f"{carrier}{text}\n", len(carrier))
