"""What a game's rules say to who plays: what its things do in play, and how the game goes."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from bombsight.compiler.explanations import choices_of, render_constant_text
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.dsl.origin import Origin
from bombsight.service.lookup.verbalizer import readable_name


@frozen(kw_only=True)
class ExplainedThing:
    """A thing of a game with what it does in play.

    Attributes:
        kind: ``table``, ``option``, ``enum``, ``field``, ``procedure``, ``define``, ``tally``, ``question``,
            ``answer``.
        name: Its name: ``Sky``, ``Weather/fog``, ``watch/order/trim``.
        title: Its title; its name in words if it has none.
        text: What it does.
        origin: The origin of the text.
    """

    kind: str
    name: str
    title: str
    text: str
    origin: Origin


@frozen(kw_only=True)
class Primer:
    """How a game goes, in one page for who plays it for the first time.

    Attributes:
        title: Its heading.
        paragraphs: Its paragraphs.
    """

    title: str
    paragraphs: tuple[str, ...]


def find_primer(graph: n.RuleGraph) -> Primer | None:
    """Find the primer of a game; None if the rules have none."""
    for node in graph.primers:
        return Primer(title=node.title, paragraphs=tuple(render_constant_text(each, graph) for each in node.paragraphs))
    return None


def explained_things(graph: n.RuleGraph) -> Iterator[ExplainedThing]:
    """Yield each explained thing of a game, in the order of the rules."""
    titles = dict(item_titles(graph))
    for node in graph.explanations:
        _, _, name = node.target.partition(":")
        yield ExplainedThing(
            kind=node.kind,
            name=name,
            title=titles.get(node.target) or readable_name(node.names[-1]),
            text=render_constant_text(node.text, graph),
            origin=node.origin.with_place(node.span),
        )


def item_titles(graph: n.RuleGraph) -> Iterator[tuple[str, str]]:
    """Yield the id and the title of each thing of a game that an explanation may name, and that has a title."""
    for option in graph.options:
        yield f"option:{option.name}", option.title
    for enum in graph.enums:
        for value, title in zip(enum.values, enum.titles, strict=True):
            yield f"enum:{enum.name}/{value}", title
    for field in graph.fields:
        yield f"field:{field.id}", field.title
    for list_ in graph.lists:
        yield f"field:{list_.id}", list_.title
    for table in graph.tables:
        yield f"table:{table.id}", table.title
    for procedure in graph.procedures:
        yield f"procedure:{procedure.name}", procedure.title
    for define in graph.defines:
        if define.tally is not None:
            yield f"tally:{define.name}", define.tally.title
    yield from choice_titles(graph)


def choice_titles(graph: n.RuleGraph) -> Iterator[tuple[str, str]]:
    """Yield the id and the title of each question, if it has no holes, and each answer."""
    for choice in choices_of(graph):
        path = choice.id.partition(":")[2]
        if all(isinstance(part, str) for part in choice.ask.parts):
            yield f"question:{path}", text_with_gaps(choice.ask.parts)
        if isinstance(choice, g.ChooseBranch):
            for branch in choice.branches:
                yield f"answer:{path}/{branch.name}", text_with_gaps(branch.title.parts)


def text_with_gaps(parts: tuple[object, ...]) -> str:
    """Return a text with an ellipsis for each value that only play knows."""
    return "".join(part if isinstance(part, str) else "…" for part in parts)
