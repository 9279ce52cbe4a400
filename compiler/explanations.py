"""Explanations of a game's things, and its primer, as texts: printed data stand in their holes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bombsight.compiler.constants import evaluate_constant
from bombsight.compiler.edges import items_of
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.graph.walk import walk
from bombsight.flat.types import NONE, BoolType, EnumType, Type

CHOICE_PREFIX = "choice:"
"""The beginning of the id of a choice."""


def explanation_texts(graph: RuleGraph) -> Mapping[str, str]:
    """Return the text of each explanation by the id of its thing: ``table:Sky``, ``enum:Weather/fog``."""
    return {each.target: render_constant_text(each.text, graph) for each in graph.explanations}


def render_constant_text(text: x.Template, graph: RuleGraph) -> str:
    """Put the values of its expressions into a text; ``?`` for one that is no constant."""
    return "".join(part if isinstance(part, str) else constant_title(part, graph) for part in text.parts)


def constant_title(node: x.Expr, graph: RuleGraph) -> str:
    """Return the value of a constant as players read it; ``?`` if it is none."""
    value = evaluate_constant(node, graph)
    return "?" if value is None else value_title(value, node.type.without_none(), graph)


def value_title(value: int, type_: Type, graph: RuleGraph) -> str:
    """Return a value as players read it: the title of an enum's value, yes or no, a number."""
    if value == NONE:
        return "none"
    if isinstance(type_, EnumType):
        found = next((enum for enum in graph.enums if enum.name == type_.enum), None)
        if found is not None and 0 <= value < len(found.values):
            return found.titles[value] or found.values[value].replace("_", " ")
    return ("no", "yes")[value] if isinstance(type_, BoolType) else str(value)


def explainable_targets(graph: RuleGraph) -> Iterator[str]:
    """Yield the id of each thing of a graph that an explanation may name."""
    for option in graph.options:
        yield f"option:{option.name}"
        yield from (f"option:{option.name}/{word}" for word in option.words)
    for enum in graph.enums:
        if enum.owner != "option":
            yield f"enum:{enum.name}"
            yield from (f"enum:{enum.name}/{value}" for value in enum.values)
    yield from (f"field:{field.id}" for field in graph.fields)
    yield from (f"field:{list_.id}" for list_ in graph.lists)
    yield from (f"table:{table.id}" for table in graph.tables)
    for define in graph.defines:
        if define.forecast is None:
            yield f"{'define' if define.tally is None else 'tally'}:{define.name}"
    yield from (f"procedure:{procedure.name}" for procedure in graph.procedures)
    for choice in choices_of(graph):
        path = choice.id.removeprefix(CHOICE_PREFIX)
        yield f"question:{path}"
        if isinstance(choice, g.ChooseBranch):
            yield from (f"answer:{path}/{branch.name}" for branch in choice.branches)


def choices_of(graph: RuleGraph) -> Iterator[g.Choose | g.ChooseBranch]:
    """Yield each choice in the items of a graph."""
    for _, item in items_of(graph):
        yield from (node for node in walk(item) if isinstance(node, g.Choose | g.ChooseBranch))
