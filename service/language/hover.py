"""Hover texts: a table's card, a declaration, a modifier's effect, a keyword's manual entry, a suppressed finding."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from bombsight.compiler.codes import CODES, CODES_BY_NAME
from bombsight.compiler.explanations import render_constant_text
from bombsight.compiler.finding_pages import read_page
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
"""The gap before a citation that is set in a column; the gaps of a grid are kept."""

MAX_LINES = 12
"""The maximum number of lines of a declaration."""

BLOCK_KINDS = ("define", "enum", "record", "option", "board", "luck")
"""The kinds of names that are shown with the whole item, not only with its first line."""


@frozen
class Hover:
    """The hover text of a span.

    Attributes:
        span: The span.
        markdown: The text.
    """

    span: Span
    markdown: str


@pause_gc()
def hover_at(space: Workspace, path: Path, offset: int) -> Hover | None:
    """Make the hover at an offset; None if there is nothing to show."""
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


# --- suppressed findings


def hover_suppressed_code(source: Source, start: int, comment: str, offset: int) -> Hover | None:
    """Make the hover that explains a finding's code at an offset in a suppression comment; None beside codes.

    Args:
        source: The file.
        start: The offset of the comment.
        comment: The comment.
        offset: The offset of the cursor.
    """
    match = ALLOW_COMMENT.fullmatch(comment.rstrip())
    for name in WORD_PATTERN.finditer(comment, match.start("names"), match.end("names")) if match is not None else ():
        code = CODES.get(CODES_BY_NAME.get(name[0].lower(), name[0].upper()))
        if code is not None and name.start() <= offset - start <= name.end():
            span = source.span(start + name.start(), start + name.end())
            return Hover(span, f"**{code.code} {code.name}**: {read_page(code.code).title}")
    return None


# --- rows and modifiers


def hover_row(space: Workspace, path: Path, source: Source, offset: int) -> Hover | None:
    """Make the hover with the odds of the table row at an offset; None if no row is there.

    Args:
        space: The workspace.
        path: The file.
        source: Its text.
        offset: The offset of the cursor.
    """
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


def find_modifiers_by_name(graph: n.RuleGraph | None, resolved: ResolvedName) -> Iterator[tuple[n.Table, g.Modifier]]:
    """Find the modifiers that a resolved name means, each with the table to which it belongs."""
    for table in graph.tables if graph is not None else ():
        for modifier in table.modifiers:
            if modifier.label == resolved.name and (modifier.shared or resolved.of == table.id):
                yield table, modifier


def describe_modifier(space: Workspace, table: n.Table, modifier: g.Modifier) -> str:
    """Render a modifier's effect on the odds of a table's rows as a Markdown table; empty if the odds are unknown."""
    if table.rolled is None or not has_few_faces(table.rolled):
        return ""
    lines = [*describe_moved_rows(RollOdds.from_rolled(table.rolled), modifier)]
    amount = f"{amount_text(modifier.amount, space.rules.sources)} {modifier.label}"
    head = f"`{table.id}` by {table.rolled.dice.notation} alone, without and with {amount}:"
    return "\n".join((head, "", "| row | without | with |", "|---|---|---|", *lines)) if lines else ""


def describe_moved_rows(roll: RollOdds, modifier: g.Modifier) -> Iterator[str]:
    """Yield a Markdown table row for each row of a roll: its chance without and with a modifier."""
    for row in roll.rolled.rows:
        base_chance = roll.chance_of(row)
        chances = sorted(
            {each for added in possible_amounts(modifier.amount) if (each := roll.chance_of(row, added)) is not None}
        )
        if base_chance is not None and chances and row.cell is None:
            ends = " to ".join(roll.render_chance(each) for each in dict.fromkeys((chances[0], chances[-1])))
            yield f"| {row.label} {row.title} | {roll.render_chance(base_chance)} | {ends} |".replace("  |", " |")


# --- names


def describe_name(space: Workspace, resolved: ResolvedName) -> Iterator[str]:
    """Describe a resolved name in Markdown paragraphs: declaration, facts, card, amendments."""
    graph = space.rules.graph
    node: Any = resolved.node
    if isinstance(node, n.Table) and resolved.kind == "table" and graph is not None:
        card = build_card(node, graph, space.rules.sources)
        yield f"```text\n{render_card(card)}\n```"
        yield card.explanation
        yield describe_facts(resolved, card.origin)
        yield "\n".join(f"- {each.item}: {each.title}" for each in card.amendments)
        yield f"`bombsight roll {graph.game.id} {node.id} [DICE]...` tells what comes of your dice here, and why."
        return
    modifiers = [*find_modifiers_by_name(graph, resolved)] if resolved.kind == "modifier" else []
    place = modifiers[0][1].span if modifiers else next(iter(resolved.declared), None)
    source = source_of_span(space, place) if place is not None else None
    if source is not None and place is not None:
        yield f"```rules\n{declaration_text(space, source, place, whole=resolved.kind in BLOCK_KINDS)}\n```"
    origin = modifiers[0][1].origin if modifiers else origin_of(resolved)
    yield describe_facts(resolved, origin)
    yield explanation_of(resolved, graph)
    yield "\n".join(describe_value(resolved, graph))
    yield describe_amendments(space, origin)
    for table, modifier in modifiers:
        yield describe_modifier(space, table, modifier)


def source_of_span(space: Workspace, span: Span) -> Source | None:
    """Find the file that contains a span."""
    files = (*space.request.base, *space.request.house)
    return next((file for file in files if span.path in (file.path, file.file)), None)


def declaration_text(space: Workspace, source: Source, place: Span, *, whole: bool) -> str:
    """Quote the line that declares a name, or the whole item, without its indentation.

    Args:
        space: The workspace.
        source: The file.
        place: The span of the declaration.
        whole: Whether to include the lines of the item below it.
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
    """Describe a name's kind, type, standing (printed, reconstructed ...) and citation on one line."""
    kind_text = f"{resolved.kind} of {resolved.of}" if resolved.of not in ("", resolved.name) else resolved.kind
    type_text = f"`{resolved.type}`" if resolved.type is not None else ""
    return ", ".join(
        part for part in (kind_text, type_text, origin.standing_text, f"[{origin.cite}]" if origin.cite else "") if part
    )


def origin_of(resolved: ResolvedName) -> Origin:
    """The provenance (citation and standing) of what a resolved name means; an enum value may have its own."""
    node: Any = resolved.node
    if isinstance(node, n.Enum) and resolved.kind == "value" and resolved.name in node.values and node.origins:
        return node.origins[node.values.index(resolved.name)].inherit_from(node.origin)
    if isinstance(node, n.Table) and resolved.kind in ("parameter", "part", "note"):
        return NO_ORIGIN
    origin = getattr(node, "origin", NO_ORIGIN)
    return origin if isinstance(origin, Origin) else NO_ORIGIN


def explanation_of(resolved: ResolvedName, graph: n.RuleGraph | None) -> str:
    """Return what a named thing does in play; empty if the rules do not say."""
    kind = resolved.kind
    owned = {"value": "enum", "choice": "question", "answer": "answer"}
    start = resolved.of.replace("option ", "option:") if resolved.of.startswith("option ") else ""
    name = resolved.name.replace(".", "/") if kind == "enum" else resolved.name
    targets = {
        f"{start}/{name}" if start else f"{owned[kind]}:{resolved.of}/{name}" if kind in owned else f"{kind}:{name}",
        f"tally:{name}" if kind == "define" else "",
    }
    for node in graph.explanations if graph is not None else ():
        is_answer = kind == "answer" and node.kind == kind and (node.names[0], node.names[-1]) == (resolved.of, name)
        if is_answer or node.target in targets:
            assert graph is not None
            return render_constant_text(node.text, graph)
    return ""


def describe_value(resolved: ResolvedName, graph: n.RuleGraph | None) -> Iterator[str]:
    """Yield an enum value's title, and its cells in the enum's grid, after amendments."""
    node = resolved.node
    enums = {enum.name: enum.values for enum in graph.enums} if graph is not None else {}
    if isinstance(node, n.Enum) and resolved.kind == "value" and resolved.name in node.values:
        position = node.values.index(resolved.name)
        if node.titles[position] != resolved.name:
            yield f"“{node.titles[position]}”"
        for column in node.columns:
            words_of = enums.get(column.type.enum, ()) if isinstance(column.type, EnumType) else ()
            yield f"- {column.name}: {word_for(column.values[position], column.type, words_of)}"
        for tables in node.table_columns:
            yield f"- {tables.name}: {f'table {name}' if (name := tables.tables[position]) else '-'}"


def describe_amendments(space: Workspace, origin: Origin) -> str:
    """List in Markdown the overlay items that amended a rule, each on a line."""
    graph = space.rules.graph
    titles = {
        overlay_item_name(overlay, entry): entry.title
        for overlay in (graph.overlays if graph is not None else ())
        for entry in overlay.entries
    }
    return "\n".join(f"- {item}: {titles.get(item, '')}".rstrip(": ") for item in origin.amended_by)
