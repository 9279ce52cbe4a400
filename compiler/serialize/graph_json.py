"""Encoding of rule graphs as JSON, lossless with spans and amendments."""

from __future__ import annotations

from bombsight.boundary.codec.encoding import encode
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.graph_form import DOCUMENT, GRAPH_FORM, VERSION, JsonObject


def graph_to_json(graph: RuleGraph) -> JsonObject:
    """Encode a rule graph as a JSON document, without loss: source positions and amendments included."""
    return {"document": DOCUMENT, "version": VERSION, **encode(graph, GRAPH_FORM)}
