"""Full-text search in a game: names, titles, citations, texts for the player, lines of the rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from attrs import evolve

from bombsight.compiler.edges import walk_with_owners
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.expressions import Template
from bombsight.compiler.graph.node import BaseNode
from bombsight.compiler.graph.overlays import OverlayInForce
from bombsight.compiler.graph.walk import children
from bombsight.compiler.request import Request
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.dsl.source import NOWHERE, Span
from bombsight.service.lookup.contents import Contents, Hit, ThingEntry, build_contents, collect_entries
from bombsight.service.lookup.rule_text import Sources, span_lines
from bombsight.service.programs.compile import compile_game

WORD_PATTERN = re.compile(r"[^\W_]+")

MIN_WORD_LENGTH = 4
"""The minimum length of a word that is searched for by itself."""

NAME_ATTRIBUTES = ("title", "label", "name", "text")
"""The attributes of graph nodes that hold names and texts."""


def search_entries(entries: Iterable[ThingEntry], text: str, sources: Sources) -> list[ThingEntry]:
    """Find declarations by text: in visible texts, else in source lines, else by its single words.

    If its words are separated by spaces, all must match; a text written as one name is a guess, and one word suffices.
    """
    candidates = [*entries]
    words = [word for word in WORD_PATTERN.findall(text) if len(word) >= MIN_WORD_LENGTH]
    matches = [*find_text_matches(candidates, text)] or [*find_line_matches(candidates, text, sources)]
    if matches or len(words) < 2:
        return matches
    by_word = [{str(entry.thing): entry for entry in find_text_matches(candidates, word)} for word in words]
    entries_by_name = {name: entry for each in reversed(by_word) for name, entry in each.items()}
    matching_names = (" " in text and set.intersection(*map(set, by_word))) or entries_by_name
    return [entries_by_name[name] for entry in candidates if (name := str(entry.thing)) in matching_names]


def find_contents(request: Request, kinds: Collection[str] = (), text: str = "") -> Contents:
    """Build the contents of a game, restricted to some kinds of declarations and to matches of a text.

    Raises:
        InputError: An option is unknown.
        WrongRules: The rules have errors.
    """
    graph, result = compile_game(request)
    listed_entries = (entry for entry in collect_entries(graph, result.sources) if entry.listed)
    selected = (entry for entry in listed_entries if not kinds or entry.thing.kind in kinds)
    return build_contents(graph, search_entries(selected, text, result.sources) if text else selected, result.sources)


def find_line_matches(entries: Iterable[ThingEntry], text: str, sources: Sources) -> Iterator[ThingEntry]:
    """Yield the declarations whose source lines contain a text, ignoring spacing and case, with these lines."""
    normalized_text = " ".join(text.lower().split())
    for entry in entries:
        hits = [
            Hit(text=line, place=evolve(span, line=span.line + below))
            for node in entry.nodes
            if (span := getattr(node, "span", NOWHERE)).path
            for below, source_line in enumerate(span_lines(span, sources))
            if normalized_text in (line := " ".join(source_line.split())).lower()
        ]
        if hits:
            yield evolve(entry, thing=evolve(entry.thing, hits=tuple(hits)))


def find_text_matches(entries: Iterable[ThingEntry], text: str) -> Iterator[ThingEntry]:
    """Yield the declarations whose visible texts contain a text, ignoring case, with the matching texts.

    A match in the declaration's own name or title is not listed.
    """
    low = text.lower()
    for entry in entries:
        hits = {hit.text: hit for hit in reversed([*searchable_texts(entry)]) if low in hit.text.lower()}
        thing = entry.thing
        own_names = (thing.name, thing.title, thing.origin.cite, str(thing))
        if hits or any(low in each.lower() for each in own_names):
            visible_hits = tuple(hit for hit in reversed(hits.values()) if hit.text not in own_names)
            yield evolve(entry, thing=evolve(thing, hits=visible_hits))


def searchable_texts(entry: ThingEntry) -> Iterator[Hit]:
    """Yield the texts of a declaration that a reader sees (titles, citations, questions), with their places."""
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
            for _, part in walk_with_owners("", node):
                yield from searchable_texts_of_part(part, place)


def searchable_texts_of_part(part: Any, place: Span) -> Iterator[Hit]:
    """Yield the texts that a reader sees in one graph node, with a place."""
    span: Span = getattr(part, "span", NOWHERE)
    where = span if span.path else place
    if isinstance(part, n.Table):
        for line in (part.grid.head, *part.grid.lines) if part.grid else ():
            yield from (Hit(text=cell.replace("_", " "), place=where) for cell in line)
    for child in children(part):
        if isinstance(child, Template):
            yield Hit(text=template_text(child), place=where)
    if not isinstance(part, BaseNode):
        for name in NAME_ATTRIBUTES:
            value = getattr(part, name, "")
            if isinstance(value, str):
                yield Hit(text=value, place=where)
    origin: Origin = getattr(part, "origin", NO_ORIGIN)
    yield Hit(text=origin.cite, place=where)
    yield Hit(text=origin.evidence, place=where)


def template_text(template: Template) -> str:
    """Format a text template as text, with ``{}`` for each inserted value."""
    return "".join(part if isinstance(part, str) else "{}" for part in template.parts)
