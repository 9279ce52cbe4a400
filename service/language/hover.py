"""What is told of a place in the rules: a card, a declaration, what a modifier does, a word, an allowed finding."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from bombsight.compiler.codes import CODES, NAMES
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.suppressions import WHOLE
from bombsight.dsl.gc_pause import uncollected
from bombsight.dsl.origin import UNSAID, Origin
from bombsight.dsl.pieces import TEXT_OR_COMMENT
from bombsight.dsl.source import Source, Span
from bombsight.dsl.words import words
from bombsight.flat.types import EnumType
from bombsight.flat.words import word_for
from bombsight.service.language.card_text import card_text
from bombsight.service.language.inlay_odds import Roll, amounts, hints, is_counted
from bombsight.service.language.manual_words import on_word
from bombsight.service.language.names import Named, named_at
from bombsight.service.language.workspace import Workspace
from bombsight.service.lookup.cards import card_of, item_name
from bombsight.service.lookup.manual import phrase_at
from bombsight.service.lookup.rule_text import amount_text

WORD = re.compile(r"[A-Za-z_][\w-]*")

GAP = re.compile(r"(?<=\S) {3,}(?=\S)(?!.*\|)")
"""What sets a citation in a column; in a grid spaces stay."""

MOST_LINES = 12
"""So many lines of a declaration are shown."""

BLOCKS = ("define", "enum", "record", "option", "board")
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


@uncollected()
def hover(space: Workspace, path: Path, offset: int) -> Hover | None:
    """What is to be known at an offset; None where there is nothing.

    Args:
        space: The rules.
        path: The file.
        offset: In its text, from 0.

    Raises:
        KeyError: The file is none of these.
    """
    source = space.source(path)
    line = source.place(offset)[0]
    start, text = source.line_starts[line - 1], source.line_text(line)
    quoted = next((each for each in TEXT_OR_COMMENT.finditer(text) if each.start() < offset - start < each.end()), None)
    if quoted is not None and quoted[0].startswith("#"):
        return allowed(source, start + quoted.start(), quoted[0], offset)
    named = named_at(space, path, offset)
    if named is not None:
        return Hover(named.span, "\n\n".join(part for part in told(space, named) if part))
    if quoted is not None:
        return None
    word = next((each for each in WORD.finditer(text) if each.start() <= offset - start <= each.end()), None)
    if word is not None and word[0] in words():
        meant = phrase_at(word[0], text[word.start() :])
        return Hover(source.span(start + word.start(), start + word.end()), on_word(meant))
    return on_row(space, path, source, offset)


# --- findings that are let stand


def allowed(source: Source, start: int, comment: str, offset: int) -> Hover | None:
    """The finding that a comment lets stand."""
    whole = WHOLE.fullmatch(comment.rstrip())
    for name in WORD.finditer(comment, whole.start("names"), whole.end("names")) if whole is not None else ():
        code = CODES.get(NAMES.get(name[0].lower(), name[0].upper()))
        if code is not None and name.start() <= offset - start <= name.end():
            span = source.span(start + name.start(), start + name.end())
            return Hover(span, f"**{code.code} {code.name}**: {code.title}")
    return None


# --- rows and modifiers


def on_row(space: Workspace, path: Path, source: Source, offset: int) -> Hover | None:
    """The odds of the row that the line of an offset is; None where it is none, and before it."""
    line = source.place(offset)[0]
    start, text = source.line_starts[line - 1], source.line_text(line)
    begun = start + len(text) - len(text.lstrip())
    found = hints(space, path, (start, start + len(text))) if begun <= offset else ()
    said = found[0].tooltip.replace("\n", "  \n") if found else ""
    return Hover(source.span(begun, found[0].offset), said) if said and offset <= found[0].offset else None


def called(graph: n.RuleGraph | None, named: Named) -> Iterator[tuple[n.Table, g.Modifier]]:
    """The modifiers of a name, each with a table that it belongs to."""
    for table in graph.tables if graph is not None else ():
        for modifier in table.modifiers:
            if modifier.label == named.name and (modifier.shared or named.of == table.id):
                yield table, modifier


def on_modifier(space: Workspace, table: n.Table, modifier: g.Modifier) -> str:
    """What a modifier makes of each row of a table, by the dice alone; empty where that is open."""
    if table.rolled is None or not is_counted(table.rolled):
        return ""
    lines = [*moved(Roll.of_dice(table.rolled), modifier)]
    amount = f"{amount_text(modifier.amount, space.rules.sources)} {modifier.label}"
    head = f"`{table.id}` by {table.rolled.dice.notation} alone, without and with {amount}:"
    return "\n".join((head, "", "| row | without | with |", "|---|---|---|", *lines)) if lines else ""


def moved(roll: Roll, modifier: g.Modifier) -> Iterator[str]:
    """The rows of a roll that a modifier makes likelier or less likely."""
    for row in roll.rolled.rows:
        plain = roll.chance(row)
        known = sorted({each for added in amounts(modifier.amount) if (each := roll.chance(row, added)) is not None})
        if plain is not None and known and row.cell is None:
            ends = " to ".join(roll.told(each) for each in dict.fromkeys((known[0], known[-1])))
            yield f"| {row.label} {row.title} | {roll.told(plain)} | {ends} |".replace("  |", " |")


# --- names


def told(space: Workspace, named: Named) -> Iterator[str]:
    """What is to be known of a name, paragraph by paragraph."""
    graph = space.rules.graph
    node: Any = named.node
    if isinstance(node, n.Table) and named.kind == "table" and graph is not None:
        card = card_of(node, graph, space.rules.sources)
        yield f"```text\n{card_text(card)}\n```"
        yield facts(named, card.origin)
        yield "\n".join(f"- {each.item}: {each.title}" for each in card.amendments)
        return
    modifiers = [*called(graph, named)] if named.kind == "modifier" else []
    place = modifiers[0][1].span if modifiers else next(iter(named.declared), None)
    source = source_of(space, place) if place is not None else None
    if source is not None and place is not None:
        yield f"```rules\n{declaration(space, source, place, whole=named.kind in BLOCKS)}\n```"
    origin = modifiers[0][1].origin if modifiers else origin_of(named)
    yield facts(named, origin)
    yield "\n".join(data(named, graph))
    yield amendments(space, origin)
    for table, modifier in modifiers:
        yield on_modifier(space, table, modifier)


def source_of(space: Workspace, span: Span) -> Source | None:
    """The file of a place."""
    files = (*space.request.base, *space.request.house)
    return next((file for file in files if span.path in (file.path, file.file)), None)


def declaration(space: Workspace, source: Source, place: Span, *, whole: bool) -> str:
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
    shown = [GAP.sub("  ", line[min(indent, len(line) - len(line.lstrip())) :]) for line in lines if line.strip()]
    return "\n".join([*shown[:MOST_LINES], *(["..."] if len(shown) > MOST_LINES else [])])


def facts(named: Named, origin: Origin) -> str:
    """What a name is, of which type, where it comes from and how well it is known, in a line."""
    what = f"{named.kind} of {named.of}" if named.of not in ("", named.name) else named.kind
    kind = f"`{named.type}`" if named.type is not None else ""
    return ", ".join(part for part in (what, kind, origin.reason, f"[{origin.cite}]" if origin.cite else "") if part)


def origin_of(named: Named) -> Origin:
    """Where something comes from: an enum's value may say it for itself."""
    node: Any = named.node
    if isinstance(node, n.Enum) and named.kind == "value" and named.name in node.values and node.origins:
        return node.origins[node.values.index(named.name)].within(node.origin)
    if isinstance(node, n.Table) and named.kind in ("parameter", "part", "note"):
        return UNSAID
    found = getattr(node, "origin", UNSAID)
    return found if isinstance(found, Origin) else UNSAID


def data(named: Named, graph: n.RuleGraph | None) -> Iterator[str]:
    """The title of an enum's value and what is printed beside it, as it counts."""
    node = named.node
    enums = {enum.name: enum.values for enum in graph.enums} if graph is not None else {}
    if isinstance(node, n.Enum) and named.kind == "value" and named.name in node.values:
        at = node.values.index(named.name)
        if node.titles[at] != named.name:
            yield f"“{node.titles[at]}”"
        for column in node.columns:
            words_of = enums.get(column.type.enum, ()) if isinstance(column.type, EnumType) else ()
            yield f"- {column.name}: {word_for(column.values[at], column.type, words_of)}"


def amendments(space: Workspace, origin: Origin) -> str:
    """The overlay items that touched something, a line each."""
    graph = space.rules.graph
    titles = {
        item_name(overlay, entry): entry.title
        for overlay in (graph.overlays if graph is not None else ())
        for entry in overlay.entries
    }
    return "\n".join(f"- {item}: {titles.get(item, '')}".rstrip(": ") for item in origin.amended_by)
