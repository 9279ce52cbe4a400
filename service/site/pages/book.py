"""A game as its pages tell it: everything that it declares, described, and where each thing is told."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import frozen

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source
from bombsight.service.compiling import compiled
from bombsight.service.described import Described, all_described
from bombsight.service.rulings import InForce, rules_in_force
from bombsight.service.site.pages.addresses import Addresses, addresses_of
from bombsight.service.summaries import Summary, found
from bombsight.service.things import Contents, Thing, contents, entries_of


@frozen(slots=False, eq=False, kw_only=True)
class Book:
    """A game.

    Attributes:
        request: By which rules it is told.
        graph: Its rules.
        sources: Their files.
        summary: How much of it there is, and how well that is known.
        rules: What is in force.
        contents: What it declares, file by file.
        described: Each of these things.
        addresses: Where each is told.
    """

    request: Request
    graph: RuleGraph
    sources: Mapping[str, Source]
    summary: Summary
    rules: InForce
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
    def chapter_of(self) -> Mapping[str, str]:
        """The title of the chapter of each item, by its id."""
        return {id_: chapter.title for chapter in self.graph.chapters for id_ in chapter.items}


def book_of(request: Request) -> Book:
    """A game, read.

    Raises:
        InputError: An option is unknown.
        WrongRules: The rules have errors.
    """
    graph, result = compiled(request)
    entries = entries_of(graph, result.sources)
    told = contents(graph, (entry for entry in entries if entry.listed), result.sources)
    return Book(
        request=request,
        graph=graph,
        sources=result.sources,
        summary=found(graph),
        rules=rules_in_force(graph, result),
        contents=told,
        described={each.thing: each for each in all_described(request, graph, result, entries)},
        addresses=addresses_of(graph.game.id, told, graph.overlays),
    )
