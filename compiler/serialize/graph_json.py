"""A rule graph as JSON: places and amendments included, so that nothing is lost."""

from __future__ import annotations

from bombsight.boundary.codec.encoding import encode
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.graph_form import GRAPH_FORM, VERSION, JsonObject


def graph_to_json(graph: RuleGraph) -> JsonObject:
    """A rule graph as a document of plain dicts, lists, texts and numbers."""
    return {"version": VERSION, **encode(graph, GRAPH_FORM)}
