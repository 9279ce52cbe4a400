"""What stands at a place of the rules, told beside it: a card, a declaration, what a modifier does, a word, a finding."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from bombsight.compiler.allows import WHOLE
from bombsight.compiler.codes import CODES, NAMES
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.dsl.origin import UNSAID, Origin
from bombsight.dsl.pieces import TEXT_OR_COMMENT
from bombsight.dsl.source import Source, Span
from bombsight.dsl.words import words
from bombsight.service.cards import card_of, item_name
from bombsight.service.language.card_text import card_text
from bombsight.service.language.chances import Roll, amounts, hints
from bombsight.service.language.names import Named, named_at
from bombsight.service.manual import section_on
from bombsight.service.rule_text import amount_text
from bombsight.service.workspace import Workspace

WORD = re.compile(r"[A-Za-z_][\w-]*")

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
        return Hover(source.span(start + word.start(), start + word.end()), on_word(word[0]))
    return on_row(space, path, source, line)


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


# --- words of the language


def on_word(word: str) -> str:
    """What the manual says of a word, in a line, and where there is more."""
    section = section_on(word)
    if section is None:
        return f"`{word}`: a word of the language."
    said = line_on(word, section.lines)
    more = f"[{section.title}]({section.page}.md#{section.anchor}), `bombsight help {word}`"
    return "\n\n".join(part for part in (said, more) if part)


def line_on(word: str, lines: tuple[str, ...]) -> str:
    """The line of a section that says most of a word: of a table's row its cells, else the sentence that has it."""
    quoted = re.compile(rf"`[^`]*(?<![\w-]){re.escape(word)}(?![\w-])[^`]*`")
    begun = re.compile(rf"^\| `{re.escape(word)}(?![\w-])")
    row = next((each for each in lines if begun.match(each)), None) or next(
        (each for each in lines if each.startswith("|") and quoted.search(each)), None
    )
    if row is not None:
        return ": ".join(cell.strip() for cell in row.strip("| ").split(" | "))
    prose = " ".join(each for each in lines if each and not each.startswith(("#", "|", "```", " ")))
    return next((each.strip() for each in re.split(r"(?<=[.:]) ", prose) if quoted.search(each)), "")


# --- rows and modifiers


def on_row(space: Workspace, path: Path, source: Source, line: int) -> Hover | None:
    """The odds of the row that a line is."""
    start = source.line_starts[line - 1]
    begun = start + len(source.line_text(line)) - len(source.line_text(line).lstrip())
    found = hints(space, path, (start, start + len(source.line_text(line))))
    return Hover(source.span(begun, found[0].offset), "  \n".join(found[0].tooltip.split("\n"))) if found else None


def on_modifier(space: Workspace, span: Span) -> Iterator[str]:
    """What a modifier makes of each row of the tables that it belongs to, by the dice alone."""
    graph = space.rules.graph
    for table in graph.tables if graph is not None else ():
        for modifier in table.modifiers:
            if table.rolled is None or modifier.span.line != span.line or not same_file(space, modifier.span, span):
                continue
            roll = Roll.of_dice(table.rolled) if Roll.is_countable(table.rolled) else None
            lines = [*moved(roll, modifier)] if roll is not None else []
            if lines:
                amount = f"{amount_text(modifier.amount, space.rules.sources)} {modifier.label}"
                yield f"`{table.id}` by {table.rolled.dice.notation} alone, without and with {amount}:"
                yield "\n".join(("| row | without | with |", "|---|---|---|", *lines))


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
    if named.kind == "table" and isinstance(named.node, n.Table) and graph is not None:
        card = card_of(named.node, graph, space.rules.sources)
        yield f"```text\n{card_text(card)}\n```"
        yield facts(named, card.origin)
        yield amendments(space, card.origin)
        return
    source = source_of(space, named.declared[0]) if named.declared else None
    if source is not None:
        yield f"```rules\n{declaration(space, source, named)}\n```"
    origin = origin_of(named)
    yield facts(named, origin)
    yield "\n".join(data(named))
    yield amendments(space, origin)
    if named.kind == "modifier":
        yield from on_modifier(space, named.declared[0] if named.declared else named.span)


def source_of(space: Workspace, span: Span) -> Source | None:
    """The file of a place."""
    files = (*space.request.base, *space.request.house)
    return next((file for file in files if span.path in (file.path, file.file)), None)


def same_file(space: Workspace, one: Span, other: Span) -> bool:
    """Whether two places stand in one file, however they call it."""
    return source_of(space, one) is source_of(space, other)


def declaration(space: Workspace, source: Source, named: Named) -> str:
    """The line in which a name is declared, with what stands below it where that says what it is."""
    span = named.declared[0]
    first = source.line_text(span.line)
    lines = [first]
    if named.kind in BLOCKS:
        item = space.item_at(Path(source.file or source.path), span.start)
        last = item.span.end_line if item is not None else span.line
        lines = [source.line_text(number) for number in range(span.line, last + 1)]
    indent = len(first) - len(first.lstrip())
    shown = [line[min(indent, len(line) - len(line.lstrip())) :] for line in lines if line.strip()]
    return "\n".join([*shown[:MOST_LINES], *(["..."] if len(shown) > MOST_LINES else [])])


def facts(named: Named, origin: Origin) -> str:
    """What a name is, of which type, where it comes from and how well it is known, in a line."""
    what = f"{named.kind} of {named.of}" if named.of else named.kind
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


def data(named: Named) -> Iterator[str]:
    """The title of an enum's value and what is printed beside it, as it counts."""
    node = named.node
    if isinstance(node, n.Enum) and named.kind == "value" and named.name in node.values:
        at = node.values.index(named.name)
        if node.titles[at] != named.name:
            yield f"“{node.titles[at]}”"
        for column in node.columns:
            yield f"- {column.name}: {column_value(column, at)}"


def column_value(column: n.Column, at: int) -> str:
    """What is printed in a column."""
    return str(column.values[at])


def amendments(space: Workspace, origin: Origin) -> str:
    """The overlay items that touched something, a line each."""
    graph = space.rules.graph
    titles = {
        item_name(overlay, entry): entry.title
        for overlay in (graph.overlays if graph is not None else ())
        for entry in overlay.entries
    }
    return "\n".join(f"- {item}: {titles.get(item, '')}".rstrip(": ") for item in origin.amended_by)
