"""The rule graph as JSON, and as drawings in text form."""

from __future__ import annotations

import json
from collections.abc import Callable

from bombsight.boundary.errors import InputError
from bombsight.boundary.texts import escape_controls
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.dot import draw_dot
from bombsight.compiler.serialize.drawing import UnknownFocus
from bombsight.compiler.serialize.graph_json import graph_to_json
from bombsight.compiler.serialize.loading import load_graph
from bombsight.compiler.serialize.mermaid import draw_mermaid
from bombsight.dsl.listing import join_names

NODE_KINDS = ("table", "procedure", "define", "reroll", "modifier", "option", "enum", "field", "list")
"""The prefixes of node ids, before the colon."""

DRAW_FUNCTIONS: dict[str, Callable[[RuleGraph, str | None], str | UnknownFocus]] = {
    "dot": draw_dot,
    "mermaid": draw_mermaid,
}


def render_graph_json(graph: RuleGraph) -> str:
    """Serialize a rule graph as a JSON document."""
    return escape_controls(json.dumps(graph_to_json(graph), ensure_ascii=False, indent=1)) + "\n"


def draw_graph(graph: RuleGraph, format_name: str, focus: str | None) -> str:
    """Draw a rule graph, or the part around the node ``focus``, as text in the format ``dot`` or ``mermaid``.

    Raises:
        InputError: There is no such node.
    """
    candidates = [None] if focus is None else [focus, *(f"{kind}:{focus}" for kind in NODE_KINDS if ":" not in focus)]
    attempts: list[str | UnknownFocus] = []
    for name in candidates:
        text = DRAW_FUNCTIONS[format_name](graph, name)
        if isinstance(text, str):
            return text
        attempts.append(text)
    near = [name for unknown in attempts if isinstance(unknown, UnknownFocus) for name in unknown.similar_ids]
    hint = f"Did you mean {join_names(dict.fromkeys(near[:3]), 'or')}?" if near else "Ids look like table:Sky."
    raise InputError(f"there is nothing called {focus} in {graph.game.title}", "", hint)


def is_rule_graph(text: str) -> bool:
    """Whether a text is a rule graph's JSON document that this program wrote."""
    return not isinstance(load_graph(text), list)
