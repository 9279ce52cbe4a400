"""Looking for a text everywhere in a game: names, titles, citations, what the rules say to the player, their lines."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from attrs import evolve

from bombsight.compiler.edges import inside
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.expressions import Template
from bombsight.compiler.graph.node import BaseNode
from bombsight.compiler.graph.overlays import OverlayInForce
from bombsight.compiler.graph.walk import children
from bombsight.compiler.request import Request
from bombsight.dsl.origin import UNSAID, Origin
from bombsight.dsl.source import NOWHERE, Span
from bombsight.service.lookup.contents import Contents, Entry, Hit, contents, entries_of
from bombsight.service.lookup.rule_text import Sources, span_lines
from bombsight.service.programs.compile import compiled

WORD = re.compile(r"[^\W_]+")

LONG = 4
"""A word of so many letters is looked for by itself."""

NAMES = ("title", "label", "name", "text")
"""What parts of the graph are called by."""


def looked_for(entries: Iterable[Entry], text: str, sources: Sources) -> list[Entry]:
    """The things that hold a text where a reader sees it; else those of which a line reads so; else those by words.

    Of words with spaces between them those are enough that hold them all; what is written as a name is a guess, and
    one word of it may be right.

    Args:
        entries: What the game declares.
        text: What is looked for, with spaces or as a name has them.
        sources: The files.
    """
    among = [*entries]
    words = [word for word in WORD.findall(text) if len(word) >= LONG]
    found = [*holding(among, text)] or [*lines_holding(among, text, sources)]
    if found or len(words) < 2:
        return found
    by_word = [{str(entry.thing): entry for entry in holding(among, word)} for word in words]
    held = {name: entry for each in reversed(by_word) for name, entry in each.items()}
    wanted = (" " in text and set.intersection(*map(set, by_word))) or held
    return [held[name] for entry in among if (name := str(entry.thing)) in wanted]


def contents_of(request: Request, kinds: Collection[str] = (), text: str = "") -> Contents:
    """What a game declares.

    Args:
        request: The game and by which rules.
        kinds: The kinds of things that are asked for; all where none is.
        text: What they must hold somewhere; may be empty.

    Raises:
        InputError: An option is unknown.
        WrongRules: The rules have errors.
    """
    graph, result = compiled(request)
    listed = (entry for entry in entries_of(graph, result.sources) if entry.listed)
    wanted = (entry for entry in listed if not kinds or entry.thing.kind in kinds)
    return contents(graph, looked_for(wanted, text, result.sources) if text else wanted, result.sources)


def lines_holding(entries: Iterable[Entry], text: str, sources: Sources) -> Iterator[Entry]:
    """The things of which a line reads so, whatever its spaces and capitals."""
    wanted = " ".join(text.lower().split())
    for entry in entries:
        hits = [
            Hit(text=line, place=evolve(span, line=span.line + below))
            for node in entry.nodes
            if (span := getattr(node, "span", NOWHERE)).path
            for below, written in enumerate(span_lines(span, sources))
            if wanted in (line := " ".join(written.split())).lower()
        ]
        if hits:
            yield evolve(entry, thing=evolve(entry.thing, hits=tuple(hits)))


def holding(entries: Iterable[Entry], text: str) -> Iterator[Entry]:
    """The things that hold a text, whatever its capitals, each with the lines that do.

    What has it in its own name or title has no lines for that.
    """
    low = text.lower()
    for entry in entries:
        hits = {hit.text: hit for hit in reversed([*hits_in(entry)]) if low in hit.text.lower()}
        thing = entry.thing
        own = (thing.name, thing.title, thing.origin.cite, str(thing))
        if hits or any(low in each.lower() for each in own):
            shown = tuple(hit for hit in reversed(hits.values()) if hit.text not in own)
            yield evolve(entry, thing=evolve(thing, hits=shown))


def hits_in(entry: Entry) -> Iterator[Hit]:
    """Every text of a thing that a reader sees, with its place."""
    place = entry.thing.origin.place
    for node in entry.nodes:
        if isinstance(node, OverlayInForce):
            for each in node.entries:
                yield Hit(text=f"{each.number} {each.title}", place=place)
                yield Hit(text=each.origin.cite, place=place)
        elif isinstance(node, n.Enum):
            for value, title in zip(node.values, node.titles, strict=True):
                yield Hit(text=value if title == value else f"{value} {title}", place=place)
            for column in node.columns:
                yield Hit(text=column.name, place=place)
        else:
            if isinstance(node, n.Option):
                yield from (Hit(text=word, place=place) for word in node.words)
            for _, part in inside("", node):
                yield from part_hits(part, place)


def part_hits(part: Any, place: Span) -> Iterator[Hit]:
    """The texts of one part of the graph."""
    span: Span = getattr(part, "span", NOWHERE)
    where = span if span.path else place
    if isinstance(part, n.Table):
        for line in (part.grid.head, *part.grid.lines) if part.grid else ():
            yield from (Hit(text=cell.replace("_", " "), place=where) for cell in line)
    for child in children(part):
        if isinstance(child, Template):
            yield Hit(text=said(child), place=where)
    if not isinstance(part, BaseNode):
        for name in NAMES:
            value = getattr(part, name, "")
            if isinstance(value, str):
                yield Hit(text=value, place=where)
    origin: Origin = getattr(part, "origin", UNSAID)
    yield Hit(text=origin.cite, place=where)
    yield Hit(text=origin.evidence, place=where)


def said(template: Template) -> str:
    """A text with a pair of braces for each value in it."""
    return "".join(part if isinstance(part, str) else "{}" for part in template.parts)
