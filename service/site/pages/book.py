"""A game as its pages tell it: everything that it declares, described, and where each thing is told."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from attrs import frozen

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.graph.overlays import OverlayEntry
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source
from bombsight.service.lookup.cards import item_name
from bombsight.service.lookup.contents import Contents, Thing, contents, entries_of
from bombsight.service.lookup.description import Described, all_described
from bombsight.service.lookup.rulings import InForce, OverlayLine, rules_in_force
from bombsight.service.lookup.summaries import Summary, found
from bombsight.service.programs.compile import compiled
from bombsight.service.site.pages.addresses import Addresses, addresses_of

NUMBERED = re.compile(r"\d")
"""A table whose id has a number is called by it; others are called by their titles."""

NEVER = "(?!)"
"""A pattern that is found nowhere."""


@frozen(slots=False, eq=False, kw_only=True)
class Book:
    """A game.

    Attributes:
        request: By which rules it is told.
        graph: Its rules.
        sources: Their files.
        summary: How much of it there is, and how well that is known.
        rules: What is in force.
        offered: What is in force in other editions of the game, which are chosen before it is played.
        contents: What it declares, file by file.
        described: Each of these things.
        addresses: Where each is told.
    """

    request: Request
    graph: RuleGraph
    sources: Mapping[str, Source]
    summary: Summary
    rules: InForce
    offered: tuple[OverlayLine, ...]
    contents: Contents
    described: Mapping[Thing, Described]
    addresses: Addresses

    @property
    def id(self) -> str:
        """The game's id, which is the name of its folder."""
        return self.graph.game.id

    @property
    def title(self) -> str:
        """The game's title."""
        return self.graph.game.title

    @cached_property
    def tables(self) -> tuple[Thing, ...]:
        """Its tables, in the order of the files."""
        return tuple(thing for chapter in self.contents.chapters for thing in chapter.things if thing.kind == "table")

    @cached_property
    def cited(self) -> Mapping[str, str]:
        """What citations may name and has a page, with its address: tables by their ids, errata by their citations."""
        items = {
            entry.origin.cite: self.addresses.names[item_name(overlay, entry)]
            for overlay in self.graph.overlays
            if all(map(is_cited_by_number, overlay.entries))
            for entry in overlay.entries
        }
        # What is called `rulings` is cited as `ruling 26`.
        singular = {
            f"{overlay.name.removesuffix('s')} {entry.number}": self.addresses.names[item_name(overlay, entry)]
            for overlay in self.graph.overlays
            for entry in overlay.entries
        }
        tables = {thing.name: self.addresses.things[thing] for thing in self.tables if NUMBERED.search(thing.name)}
        return {**singular, **items, **tables}

    @cached_property
    def citation(self) -> re.Pattern[str]:
        """Where a citation, or a line of a card, names one of these."""
        names = sorted(self.cited, key=len, reverse=True)
        return re.compile(rf"(?<![\w.-])({'|'.join(map(re.escape, names)) or NEVER})(?![\w-]|\.\w)")

    @cached_property
    def chapter_of(self) -> Mapping[str, str]:
        """The title of the chapter of each item, by its id."""
        return {id_: chapter.title for chapter in self.graph.chapters for id_ in chapter.items}


def is_cited_by_number(entry: OverlayEntry) -> bool:
    """Whether the citation of an item is its own name, such as ``errata 12``, and not that of a rule it is about."""
    return re.fullmatch(rf"[A-Za-z ]+-?0*{re.escape(entry.number)}", entry.origin.cite) is not None


def book_of(requests: Sequence[Request]) -> Book:
    """A game, read.

    Args:
        requests: The rules that are told, then those of its other editions.

    Raises:
        InputError: An option is unknown.
        WrongRules: The rules have errors.
    """
    request = requests[0]
    graph, result = compiled(request)
    entries = entries_of(graph, result.sources)
    told = contents(graph, (entry for entry in entries if entry.listed), result.sources)
    others = [compiled(other) for other in requests[1:]]
    held = {overlay.name for overlay in graph.overlays}
    overlays = [overlay for other, _ in others for overlay in other.overlays if overlay.name not in held]
    offered = [line for other in others for line in rules_in_force(*other).overlays if line.name not in held]
    return Book(
        request=request,
        graph=graph,
        sources=result.sources,
        summary=found(graph),
        rules=rules_in_force(graph, result),
        offered=tuple(offered),
        contents=told,
        described={each.thing: each for each in all_described(request, graph, result, entries)},
        addresses=addresses_of(graph.game.id, told, (*graph.overlays, *overlays)),
    )
