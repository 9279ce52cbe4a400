"""The data of a game's reference pages: all its declarations with their descriptions and addresses."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from attrs import frozen

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.graph.overlays import OverlayEntry
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source
from bombsight.service.lookup.cards import overlay_item_name
from bombsight.service.lookup.contents import Contents, Thing, build_contents, collect_entries
from bombsight.service.lookup.description import Described, describe_all
from bombsight.service.lookup.rulings import InForce, OverlayLine, rules_in_force
from bombsight.service.lookup.summaries import Summary, summarize_graph
from bombsight.service.programs.compile import compile_game
from bombsight.service.site.pages.addresses import Addresses, build_addresses
from bombsight.service.site.surroundings import ALONE, Surroundings

DIGIT_PATTERN = re.compile(r"\d")
"""A digit: a table with one in its id is cited by it, others by their titles."""

MATCH_NOTHING = "(?!)"
"""A pattern that never matches."""


@frozen(slots=False, eq=False, kw_only=True)
class Book:
    """The data of a game's reference pages: its rules, declarations and addresses.

    Attributes:
        request: The compilation request of its rules.
        graph: The rule graph.
        sources: The rules files.
        summary: The size and provenance of the game.
        rules: The rules in force.
        offered: The overlays in force only in other editions of the game, which a player chooses before it begins.
        contents: The declarations, file by file.
        described: The description of each declaration.
        addresses: The address of each declaration.
        surroundings: The larger site that the pages are a part of.
        has_workshop: Whether the site has a workshop, to which the pages link.
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
    surroundings: Surroundings
    has_workshop: bool = False

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
        """The tables, in the order of the files."""
        return tuple(thing for chapter in self.contents.chapters for thing in chapter.things if thing.kind == "table")

    @cached_property
    def citation_targets(self) -> Mapping[str, str]:
        """Maps citations (``K-1``, ``errata 12``) to the addresses of the tables and overlay items cited."""
        items = {
            entry.origin.cite: self.addresses.names[overlay_item_name(overlay, entry)]
            for overlay in self.graph.overlays
            if all(map(is_cited_by_number, overlay.entries))
            for entry in overlay.entries
        }
        # Items of the overlay `rulings` are cited as `ruling 26`.
        singular = {
            f"{overlay.name.removesuffix('s')} {entry.number}": self.addresses.names[overlay_item_name(overlay, entry)]
            for overlay in self.graph.overlays
            for entry in overlay.entries
        }
        tables = {thing.name: self.addresses.things[thing] for thing in self.tables if DIGIT_PATTERN.search(thing.name)}
        return {**singular, **items, **tables}

    @cached_property
    def citation_pattern(self) -> re.Pattern[str]:
        """A regular expression that finds citations of the game's tables and overlay items in a text."""
        names = sorted(self.citation_targets, key=len, reverse=True)
        return re.compile(rf"(?<![\w.-])({'|'.join(map(re.escape, names)) or MATCH_NOTHING})(?![\w-]|\.\w)")

    @cached_property
    def chapter_titles(self) -> Mapping[str, str]:
        """Maps the ids of items to the titles of their chapters."""
        return {id_: chapter.title for chapter in self.graph.chapters for id_ in chapter.items}


def is_cited_by_number(entry: OverlayEntry) -> bool:
    """Whether an overlay item's citation is its own number, such as ``errata 12``, not an amended rule's."""
    return re.fullmatch(rf"[A-Za-z ]+-?0*{re.escape(entry.number)}", entry.origin.cite) is not None


def build_book(requests: Sequence[Request], surroundings: Surroundings = ALONE, *, has_workshop: bool = False) -> Book:
    """Compile a game, and collect the data of its reference pages.

    Args:
        requests: The request of the rules to show, then those of the other editions.
        surroundings: The larger site that the pages are a part of.
        has_workshop: Whether the site has a workshop.

    Raises:
        InputError: An option is unknown.
        WrongRules: The rules have errors.
    """
    request = requests[0]
    graph, result = compile_game(request)
    entries = collect_entries(graph, result.sources)
    declared = build_contents(graph, (entry for entry in entries if entry.listed), result.sources)
    others = [compile_game(other) for other in requests[1:]]
    base_overlays = {overlay.name for overlay in graph.overlays}
    overlays = [overlay for other, _ in others for overlay in other.overlays if overlay.name not in base_overlays]
    offered = [line for other in others for line in rules_in_force(*other).overlays if line.name not in base_overlays]
    return Book(
        request=request,
        graph=graph,
        sources=result.sources,
        summary=summarize_graph(graph),
        rules=rules_in_force(graph, result),
        offered=tuple(offered),
        contents=declared,
        described={each.thing: each for each in describe_all(request, graph, result, entries)},
        addresses=build_addresses(graph.game.id, declared, (*graph.overlays, *overlays)),
        surroundings=surroundings,
        has_workshop=has_workshop,
    )
