"""A rule graph as JSON, and back, without loss: places and amendments included."""

from __future__ import annotations

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.converter import JsonObject, converter
from bombsight.compiler.serialize.shape import VERSION


def graph_to_json(graph: RuleGraph) -> JsonObject:
    """A rule graph as a document of plain dicts, lists, texts and numbers."""
    return {"version": VERSION, **converter().unstructure(graph)}


def graph_from_json(data: JsonObject) -> RuleGraph:
    """The rule graph of a document that :func:`graph_to_json` wrote.

    Documents from elsewhere are for :func:`~bombsight.compiler.serialize.loading.load_graph`: one that does not fit the
    schema may raise anything here.
    """
    return converter().structure(data, RuleGraph)
