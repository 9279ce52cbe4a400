"""What is told of a place in the rules: a card, a declaration, what a modifier does, a word, an allowed finding."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from bombsight.compiler.codes import CODES, CODES_BY_NAME
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.suppressions import ALLOW_COMMENT
from bombsight.dsl.gc_pause import pause_gc
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.dsl.pieces import TEXT_OR_COMMENT
from bombsight.dsl.source import Source, Span
from bombsight.dsl.words import language_words
from bombsight.flat.types import EnumType
from bombsight.flat.words import word_for
from bombsight.service.language.card_text import render_card
from bombsight.service.language.inlay_odds import RollOdds, has_few_faces, odds_hints, possible_amounts
from bombsight.service.language.manual_help import describe_word
from bombsight.service.language.name_lookup import ResolvedName, resolve_name_at
from bombsight.service.language.workspace import Workspace
from bombsight.service.lookup.cards import build_card, overlay_item_name
from bombsight.service.lookup.manual import leading_phrase
from bombsight.service.lookup.rule_text import amount_text

WORD_PATTERN = re.compile(r"[A-Za-z_][\w-]*")

COLUMN_GAP = re.compile(r"(?<=\S) {3,}(?=\S)(?!.*\|)")
"""What sets a citation in a column; in a grid spaces stay."""

MAX_LINES = 12
"""So many lines of a declaration are shown."""

BLOCK_KINDS = ("define", "enum", "record", "option", "board")
"""What is shown with the lines below its first: they are what it is."""


@frozen
class Hover:
    """What is told of a place.

    Attributes:
        span: The place.
        markdown: What is told.
    """

    span: Span
    markdown: str


@pause_gc()
def hover_at(space: Workspace, path: Path, offset: int) -> Hover | None:
    """What is to be known at an offset; None where there is nothing.

    Args:
        space: The rules.
        path: The file.
        offset: In its text, from 0.

    Raises:
        KeyError: The file is none of these.
    """
    source = space.source(path)
    line = source.line_and_column(offset)[0]
    start, text = source.line_starts[line - 1], source.line_text(line)
    quoted = next((each for each in TEXT_OR_COMMENT.finditer(text) if each.start() < offset - start < each.end()), None)
    if quoted is not None and quoted[0].startswith("#"):
        return hover_suppressed_code(source, start + quoted.start(), quoted[0], offset)
    resolved = resolve_name_at(space, path, offset)
    if resolved is not None:
        return Hover(resolved.span, "\n\n".join(part for part in describe_name(space, resolved) if part))
    if quoted is not None:
        return None
    word = next((each for each in WORD_PATTERN.finditer(text) if each.start() <= offset - start <= each.end()), None)
    if word is not None and word[0] in language_words():
        phrase = leading_phrase(word[0], text[word.start() :])
        return Hover(source.span(start + word.start(), start + word.end()), describe_word(phrase))
    return hover_row(space, path, source, offset)


# --- findings that are let stand


def hover_suppressed_code(source: Source, start: int, comment: str, offset: int) -> Hover | None:
    """The finding that a comment lets stand."""
    match = ALLOW_COMMENT.fullmatch(comment.rstrip())
    for name in WORD_PATTERN.finditer(comment, match.start("names"), match.end("names")) if match is not None else ():
        code = CODES.get(CODES_BY_NAME.get(name[0].lower(), name[0].upper()))
        if code is not None and name.start() <= offset - start <= name.end():
            span = source.span(start + name.start(), start + name.end())
            return Hover(span, f"**{code.code} {code.name}**: {code.title}")
    return None


# --- rows and modifiers


def hover_row(space: Workspace, path: Path, source: Source, offset: int) -> Hover | None:
    """The odds of the row that the line of an offset is; None where it is none, and before it."""
    line = source.line_and_column(offset)[0]
    start, text = source.line_starts[line - 1], source.line_text(line)
    text_start = start + len(text) - len(text.lstrip())
    row_hints = odds_hints(space, path, (start, start + len(text))) if text_start <= offset else ()
    tooltip = row_hints[0].tooltip.replace("\n", "  \n") if row_hints else ""
    return (
        Hover(source.span(text_start, row_hints[0].offset), tooltip)
        if tooltip and offset <= row_hints[0].offset
        else None
    )


def modifiers_called(graph: n.RuleGraph | None, resolved: ResolvedName) -> Iterator[tuple[n.Table, g.Modifier]]:
    """The modifiers of a name, each with a table that it belongs to."""
    for table in graph.tables if graph is not None else ():
        for modifier in table.modifiers:
            if modifier.label == resolved.name and (modifier.shared or resolved.of == table.id):
                yield table, modifier


def describe_modifier(space: Workspace, table: n.Table, modifier: g.Modifier) -> str:
    """What a modifier makes of each row of a table, by the dice alone; empty where that is open."""
    if table.rolled is None or not has_few_faces(table.rolled):
        return ""
    lines = [*describe_moved_rows(RollOdds.from_rolled(table.rolled), modifier)]
    amount = f"{amount_text(modifier.amount, space.rules.sources)} {modifier.label}"
    head = f"`{table.id}` by {table.rolled.dice.notation} alone, without and with {amount}:"
    return "\n".join((head, "", "| row | without | with |", "|---|---|---|", *lines)) if lines else ""


def describe_moved_rows(roll: RollOdds, modifier: g.Modifier) -> Iterator[str]:
    """The rows of a roll that a modifier makes likelier or less likely."""
    for row in roll.rolled.rows:
        base_chance = roll.chance_of(row)
        chances = sorted(
            {each for added in possible_amounts(modifier.amount) if (each := roll.chance_of(row, added)) is not None}
        )
        if base_chance is not None and chances and row.cell is None:
            ends = " to ".join(roll.render_share(each) for each in dict.fromkeys((chances[0], chances[-1])))
            yield f"| {row.label} {row.title} | {roll.render_share(base_chance)} | {ends} |".replace("  |", " |")


# --- names


def describe_name(space: Workspace, resolved: ResolvedName) -> Iterator[str]:
    """What is to be known of a name, paragraph by paragraph."""
    graph = space.rules.graph
    node: Any = resolved.node
    if isinstance(node, n.Table) and resolved.kind == "table" and graph is not None:
        card = build_card(node, graph, space.rules.sources)
        yield f"```text\n{render_card(card)}\n```"
        yield describe_facts(resolved, card.origin)
        yield "\n".join(f"- {each.item}: {each.title}" for each in card.amendments)
        return
    modifiers = [*modifiers_called(graph, resolved)] if resolved.kind == "modifier" else []
    place = modifiers[0][1].span if modifiers else next(iter(resolved.declared), None)
    source = source_of_span(space, place) if place is not None else None
    if source is not None and place is not None:
        yield f"```rules\n{declaration_text(space, source, place, whole=resolved.kind in BLOCK_KINDS)}\n```"
    origin = modifiers[0][1].origin if modifiers else origin_of(resolved)
    yield describe_facts(resolved, origin)
    yield "\n".join(describe_value(resolved, graph))
    yield describe_amendments(space, origin)
    for table, modifier in modifiers:
        yield describe_modifier(space, table, modifier)


def source_of_span(space: Workspace, span: Span) -> Source | None:
    """The file of a place."""
    files = (*space.request.base, *space.request.house)
    return next((file for file in files if span.path in (file.path, file.file)), None)


def declaration_text(space: Workspace, source: Source, place: Span, *, whole: bool) -> str:
    """The line in which something is declared.

    Args:
        space: The rules.
        source: The file.
        place: Where it is declared.
        whole: Whether what stands below the line is shown as well.
    """
    item = space.item_at(Path(source.file or source.path), place.start) if whole else None
    last = item.span.end_line if item is not None else place.line
    lines = [source.line_text(number) for number in range(place.line, last + 1)]
    indent = len(lines[0]) - len(lines[0].lstrip())
    shown_lines = [
        COLUMN_GAP.sub("  ", line[min(indent, len(line) - len(line.lstrip())) :]) for line in lines if line.strip()
    ]
    return "\n".join([*shown_lines[:MAX_LINES], *(["..."] if len(shown_lines) > MAX_LINES else [])])


def describe_facts(resolved: ResolvedName, origin: Origin) -> str:
    """What a name is, of which type, where it comes from and how well it is known, in a line."""
    kind_text = f"{resolved.kind} of {resolved.of}" if resolved.of not in ("", resolved.name) else resolved.kind
    type_text = f"`{resolved.type}`" if resolved.type is not None else ""
    return ", ".join(
        part for part in (kind_text, type_text, origin.standing_text, f"[{origin.cite}]" if origin.cite else "") if part
    )


def origin_of(resolved: ResolvedName) -> Origin:
    """Where something comes from: an enum's value may say it for itself."""
    node: Any = resolved.node
    if isinstance(node, n.Enum) and resolved.kind == "value" and resolved.name in node.values and node.origins:
        return node.origins[node.values.index(resolved.name)].inherit_from(node.origin)
    if isinstance(node, n.Table) and resolved.kind in ("parameter", "part", "note"):
        return NO_ORIGIN
    origin = getattr(node, "origin", NO_ORIGIN)
    return origin if isinstance(origin, Origin) else NO_ORIGIN


def describe_value(resolved: ResolvedName, graph: n.RuleGraph | None) -> Iterator[str]:
    """The title of an enum's value and what is printed beside it, as it counts."""
    node = resolved.node
    enums = {enum.name: enum.values for enum in graph.enums} if graph is not None else {}
    if isinstance(node, n.Enum) and resolved.kind == "value" and resolved.name in node.values:
        position = node.values.index(resolved.name)
        if node.titles[position] != resolved.name:
            yield f"“{node.titles[position]}”"
        for column in node.columns:
            words_of = enums.get(column.type.enum, ()) if isinstance(column.type, EnumType) else ()
            yield f"- {column.name}: {word_for(column.values[position], column.type, words_of)}"


def describe_amendments(space: Workspace, origin: Origin) -> str:
    """The overlay items that touched something, a line each."""
    graph = space.rules.graph
    titles = {
        overlay_item_name(overlay, entry): entry.title
        for overlay in (graph.overlays if graph is not None else ())
        for entry in overlay.entries
    }
    return "\n".join(f"- {item}: {titles.get(item, '')}".rstrip(": ") for item in origin.amended_by)
