"""The sequence of play as a list of lists: steps, what is done in each, what is rolled and decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, assert_never

from attrs import evolve, frozen

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import Procedure, RuleGraph
from bombsight.compiler.graph.walk import children
from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.phrases import label
from bombsight.service.lookup.search import said
from bombsight.service.site.pages.book import Book
from bombsight.service.site.pages.frame import Page, page
from bombsight.service.site.pages.parts import Place, source

PassageKind = Literal["procedure", "step", "table", "choice"]


@frozen
class Passage:
    """A part of the sequence of play.

    Attributes:
        kind: What part it is.
        name: The name of the procedure or the table; empty for others.
        title: What it is called.
        within: What is done in it, in order; empty where that was told before.
    """

    kind: PassageKind
    name: str
    title: str
    within: tuple[Passage, ...] = ()


def sequence_of(graph: RuleGraph, name: str) -> Passage:
    """What a procedure does, and what it calls; each procedure is told where it first comes."""
    return Telling(graph).procedure(name)


class Telling:
    """A sequence of play that is being told.

    Attributes:
        told: The procedures that were told already.
    """

    def __init__(self, graph: RuleGraph) -> None:
        self.procedures = {each.name: each for each in graph.procedures}
        self.tables = {each.id: label(each.id, each.title) for each in graph.tables}
        self.told: set[str] = set()

    def procedure(self, name: str) -> Passage:
        """A procedure."""
        found = self.procedures[name]
        passage = Passage("procedure", name, found.title)
        if name in self.told:
            return passage
        self.told.add(name)
        return evolve(passage, within=self.within(found))

    def within(self, part: Procedure | g.Step) -> tuple[Passage, ...]:
        """What is done in a part; what is done more often than once is told once."""
        return tuple(dict.fromkeys(self.passages(part.body)))

    def passages(self, part: object) -> Iterator[Passage]:
        """The passages in a part of the rules, in the order of the text."""
        match part:
            case None | str():
                return
            case tuple():
                for each in part:
                    yield from self.passages(each)
                return
            case g.Step(title=title, name=name):
                yield Passage("step", "", title or name, self.within(part))
                return
            case g.ChooseBranch(ask=ask) | g.Choose(ask=ask):
                yield Passage("choice", "", said(ask).replace("{}", "…"))
            case _:  # the rest: nothing that is told by itself
                pass
        yield from self.passages(children(part))
        match part:
            case x.DoCall(procedure=name):
                called = self.procedure(name)
                # What has no title is told as if it stood where it is called.
                yield from [called] if called.title else called.within
            case x.RollOn(table=table):
                yield Passage("table", table, self.tables[table])
            case _:  # the rest: neither a call nor a roll
                pass


def told(passages: Sequence[Passage], place: Place, deep: int) -> Element:
    """Passages as a list.

    Args:
        passages: The passages.
        place: The page.
        deep: How many levels of lists there are.
    """
    return tag("ol", (passage_told(each, place, deep) for each in passages), class_="sequence")


def passage_told(passage: Passage, place: Place, deep: int) -> Element:
    """A passage, with what is done in it."""
    within = [told(passage.within, place, deep - 1)] if passage.within and deep > 1 else []
    return tag("li", head(passage, place), within, class_=passage.kind)


def head(passage: Passage, place: Place) -> list[Node]:
    """What a passage is called."""
    name = f"{passage.kind} {passage.name}"
    match passage.kind:
        case "step":
            return [tag("span", passage.title)]
        case "choice":
            return [tag("span", "You decide: ", class_="faint"), tag("span", passage.title)]
        case "table":
            return [tag("span", "Roll on ", class_="faint"), place.named(name, passage.title)]
        case "procedure":
            thing = next((thing for thing in place.book.described if str(thing) == name), None)
            cited = [] if thing is None else source(thing.origin, place)
            return [place.named(name, passage.title), *([" "] if cited else []), *cited]
        case _:
            assert_never(passage.kind)


def sequence_page(book: Book) -> Page:
    """The page of the sequence of play."""
    place = Place(book, book.addresses.sequence)
    game = book.graph.game
    begin = game.career or game.mission
    passage = sequence_of(book.graph, begin)
    content = [
        tag("h1", "Sequence of play"),
        tag(
            "p",
            "What is done in which order, what is rolled, and what you decide, read off the rules as they are played. "
            "Each part is told where it first comes.",
            class_="lede",
        ),
        told([passage], place, 99),
    ]
    return page(place.path, "Sequence of play", f"The sequence of play of {book.title}.", content, book)
