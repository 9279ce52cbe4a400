"""The rule graph as text: as data, and as drawings."""

from __future__ import annotations

import json
from collections.abc import Callable

from bombsight.boundary.errors import InputError
from bombsight.boundary.texts import escape_controls
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.dot import draw_dot
from bombsight.compiler.serialize.drawing import Unknown
from bombsight.compiler.serialize.graph_json import graph_to_json
from bombsight.compiler.serialize.loading import load_graph
from bombsight.compiler.serialize.mermaid import draw_mermaid
from bombsight.dsl.listing import listed

KINDS = ("table", "procedure", "define", "reroll", "modifier", "option", "enum", "field", "list")
"""What may stand before a colon in the id of a node."""

DRAW: dict[str, Callable[[RuleGraph, str | None], str | Unknown]] = {"dot": draw_dot, "mermaid": draw_mermaid}


def graph_text(graph: RuleGraph) -> str:
    """The graph as a JSON document."""
    return escape_controls(json.dumps(graph_to_json(graph), ensure_ascii=False, indent=1)) + "\n"


def drawn(graph: RuleGraph, form: str, focus: str | None) -> str:
    """The graph as a drawing, all of it or around one node; ``Sky`` stands for ``table:Sky`` where that is clear.

    Raises:
        InputError: There is no such node.
    """
    wanted = [None] if focus is None else [focus, *(f"{kind}:{focus}" for kind in KINDS if ":" not in focus)]
    found: list[str | Unknown] = []
    for name in wanted:
        text = DRAW[form](graph, name)
        if isinstance(text, str):
            return text
        found.append(text)
    near = [name for unknown in found if isinstance(unknown, Unknown) for name in unknown.near]
    hint = f"Did you mean {listed(dict.fromkeys(near[:3]), 'or')}?" if near else "Ids look like table:Sky."
    raise InputError(f"there is nothing called {focus} in {graph.game.title}", "", hint)


def is_rule_graph(text: str) -> bool:
    """Whether a text is a rule graph that we have written."""
    return not isinstance(load_graph(text), list)
