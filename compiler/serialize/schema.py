"""The JSON Schema of the rule graph, generated from the classes.

``python -m bombsight.compiler.serialize.schema`` writes it to ``compiler/schema/rule-graph.schema.json``.
"""

from __future__ import annotations

import json
from pathlib import Path

from bombsight.boundary.codec.schemas import Schema, schema_id, schema_of
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.graph_form import DOCUMENT, GRAPH_FORM, VERSION

SCHEMA_PATH = Path(__file__).resolve().parent.parent / "schema" / "rule-graph.schema.json"
"""The path of the generated schema."""


def rule_graph_schema() -> Schema:
    """Generate the JSON Schema of the documents of :func:`~bombsight.compiler.serialize.graph_json.graph_to_json`."""
    return schema_of(
        schema_id(DOCUMENT, VERSION), "Rule graph", GRAPH_FORM, (RuleGraph, {"document": DOCUMENT, "version": VERSION})
    )


def render_graph_schema() -> str:
    """Render the JSON Schema of rule graphs as the text of its file."""
    return json.dumps(rule_graph_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SCHEMA_PATH.write_text(render_graph_schema(), encoding="utf-8")
