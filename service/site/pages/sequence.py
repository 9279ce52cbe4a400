"""The sequence of play as nested lists: steps, actions, rolls and decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, assert_never

from attrs import evolve, frozen

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import Procedure, RuleGraph
from bombsight.compiler.graph.walk import children
from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.phrases import table_label
from bombsight.service.lookup.search import template_text
from bombsight.service.site.pages.book import Book
from bombsight.service.site.pages.fragments import PageContext, render_source
from bombsight.service.site.pages.frame import Page, render_page

PassageKind = Literal["procedure", "step", "table", "choice"]


@frozen
class Passage:
    """A part of the sequence of play: a step, action, roll or decision, with its own parts.

    Attributes:
        kind: Its kind.
        name: The name of the procedure or the table; empty for others.
        title: Its title.
        within: Its parts, in order; empty if they were listed before.
    """

    kind: PassageKind
    name: str
    title: str
    within: tuple[Passage, ...] = ()


def build_sequence(graph: RuleGraph, name: str) -> Passage:
    """Build the sequence of play of a procedure; each called procedure is expanded at its first call."""
    return SequenceBuilder(graph).build_procedure(name)


class SequenceBuilder:
    """Builds a sequence of play from the rule graph.

    Attributes:
        visited: The procedures already expanded.
    """

    def __init__(self, graph: RuleGraph) -> None:
        """Make a builder from a rule graph, whose procedures and tables it indexes by name."""
        self.procedures = {each.name: each for each in graph.procedures}
        self.tables = {each.id: table_label(each.id, each.title) for each in graph.tables}
        self.visited: set[str] = set()

    def build_procedure(self, name: str) -> Passage:
        """Build the passage (part of the sequence of play) of a procedure; it has its parts at the first call only."""
        procedure = self.procedures[name]
        passage = Passage("procedure", name, procedure.title)
        if name in self.visited:
            return passage
        self.visited.add(name)
        return evolve(passage, within=self.build_body(procedure))

    def build_body(self, part: Procedure | g.Step) -> tuple[Passage, ...]:
        """Build the passages (steps, rolls ...) of the body of a procedure or step, each of several equal ones once."""
        return tuple(dict.fromkeys(self.collect_passages(part.body)))

    def collect_passages(self, part: object) -> Iterator[Passage]:
        """Yield the passages (steps, actions, rolls, decisions) in a node of the rule graph, in text order."""
        match part:
            case None | str():
                return
            case tuple():
                for each in part:
                    yield from self.collect_passages(each)
                return
            case g.Step(title=title, name=name):
                yield Passage("step", "", title or name, self.build_body(part))
                return
            case g.ChooseBranch(ask=ask) | g.Choose(ask=ask):
                yield Passage("choice", "", template_text(ask).replace("{}", "…"))
            case _:  # the rest: no passage itself
                pass
        yield from self.collect_passages(children(part))
        match part:
            case x.DoCall(procedure=name):
                callee = self.build_procedure(name)
                # A procedure without a title is inlined.
                yield from [callee] if callee.title else callee.within
            case x.RollOn(table=table):
                yield Passage("table", table, self.tables[table])
            case _:  # the rest: neither a call nor a roll
                pass


def render_passages(passages: Sequence[Passage], context: PageContext, depth: int) -> Element:
    """Render passages (steps, actions, rolls, decisions) of the sequence of play as a nested list.

    Of its levels, at most `depth` are rendered.
    """
    return tag("ol", (render_passage(each, context, depth) for each in passages), class_="sequence")


def render_passage(passage: Passage, context: PageContext, depth: int) -> Element:
    """Render a passage (step, action, roll or decision) of the sequence of play with its parts."""
    inner = [render_passages(passage.within, context, depth - 1)] if passage.within and depth > 1 else []
    return tag("li", render_passage_title(passage, context), inner, class_=passage.kind)


def render_passage_title(passage: Passage, context: PageContext) -> list[Node]:
    """Render the title of a passage (step, action, roll or decision), linked to its declaration."""
    name = f"{passage.kind} {passage.name}"
    match passage.kind:
        case "step":
            return [tag("span", passage.title)]
        case "choice":
            return [tag("span", "You decide: ", class_="faint"), tag("span", passage.title)]
        case "table":
            return [tag("span", "Roll on ", class_="faint"), context.link_by_name(name, passage.title)]
        case "procedure":
            thing = next((thing for thing in context.book.described if str(thing) == name), None)
            source_nodes = [] if thing is None else render_source(thing.origin, context)
            return [context.link_by_name(name, passage.title), *([" "] if source_nodes else []), *source_nodes]
        case _:
            assert_never(passage.kind)


def build_sequence_page(book: Book) -> Page:
    """Build the page of the sequence of play."""
    context = PageContext(book, book.addresses.sequence)
    game = book.graph.game
    first_procedure = game.career or game.mission
    passage = build_sequence(book.graph, first_procedure)
    content = [
        tag("h1", "Sequence of play"),
        tag(
            "p",
            "What is done in which order, what is rolled, and what you decide, read off the rules as they are played. "
            "Each part is told where it first comes.",
            class_="lede",
        ),
        render_passages([passage], context, 99),
    ]
    return render_page(context.path, "Sequence of play", f"The sequence of play of {book.title}.", content, book)
