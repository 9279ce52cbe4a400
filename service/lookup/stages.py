"""One item of a game at each stage of the compiler: syntax tree, graph node, flat form, Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import assert_never

from attrs import fields, has

from bombsight.backends.python.source import item_source
from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.errors import InputError
from bombsight.compiler.findings import suggest_name
from bombsight.compiler.graph.nodes import Board, Define, Luck, Procedure, Reroll, RuleGraph, Table
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import Compilation
from bombsight.compiler.serialize.graph_form import GRAPH_FORM
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Span
from bombsight.flat.show import show
from bombsight.service.lookup.kinds import Stage

Item = Table | Define | Procedure | Reroll | Board | Luck


def items_by_id(graph: RuleGraph) -> dict[str, Item]:
    """Map ids such as ``table:B-5`` to graph items: those that are compiled to code, boards and luck."""
    return {
        **{f"table:{table.id}": table for table in graph.tables},
        **{f"define:{node.name}": node for node in graph.defines},
        **{f"procedure:{node.name}": node for node in graph.procedures},
        **{f"reroll:{node.name}": node for node in graph.rerolls},
        **{f"board:{node.name}": node for node in graph.boards},
        **{f"luck:{node.name}": node for node in graph.lucks},
    }


def find_item(graph: RuleGraph, word: str) -> tuple[str, Item]:
    """Find an item by id or name, ignoring case: ``B-5`` stands for ``table:B-5``.

    Raises:
        InputError: There is none, or there are several.
    """
    items = items_by_id(graph)
    for normalize in (str, str.lower):
        matching_ids = [id_ for id_ in items if normalize(word) in (normalize(id_), normalize(id_.partition(":")[2]))]
        if len(matching_ids) == 1:
            return matching_ids[0], items[matching_ids[0]]
        if matching_ids:
            raise InputError(f"{word} is the name of several items", "", f"Say which: {', '.join(matching_ids)}.")
    names = {id_.partition(":")[2]: None for id_ in items}
    hint = suggest_name(word, names) or "Tables, procedures, defines, tallies, rerolls, boards and luck can be shown."
    raise InputError(f"there is no item {word}", "", hint)


def render_stage(graph: RuleGraph, compilation: Compilation, word: str, stage: Stage, *, traced: bool) -> str:
    """Render an item as text at a stage of the compiler: syntax tree, graph node, flat form or Python.

    Args:
        graph: The rule graph, with the options' values.
        compilation: The compilation that made it.
        word: The id or the name of a table, procedure, define, tally, reroll, board or luck.
        stage: `ast`, `graph`, `flat` or `python`.
        traced: Whether to render Python code with journal events.

    Raises:
        InputError: There is no such item, or it has no code at that stage.
    """
    id_, node = find_item(graph, word)
    if isinstance(node, Board | Luck) and stage in ("flat", "python"):
        raise InputError(
            f"{word} is no rule of play, and becomes no code", "", "Show it as its syntax tree or its node."
        )
    match stage:
        case "ast":
            source = compilation.sources[node.span.path]
            return "".join(
                "\n".join(render_tree(item)) + "\n"
                for item in parse(source).file.items
                if item.span.start <= node.span.start < item.span.end
            )
        case "graph":
            return json.dumps(encode(node, GRAPH_FORM), ensure_ascii=False, indent=1) + "\n"
        case "flat":
            return show(lower(graph), id_)
        case "python":
            return item_source(lower(graph), id_, traced=traced)
        case _:
            assert_never(stage)


def render_tree(node: object, name: str = "", depth: int = 0) -> Iterator[str]:
    """Render a syntax tree, indented, with a line for each node and each word; spans are omitted."""
    indent, label = "  " * depth, f"{name}: " if name else ""
    if isinstance(node, tuple):
        for member in node:
            yield from render_tree(member, name, depth)
    elif has(kind := type(node)):
        yield f"{indent}{label}{kind.__name__}"
        for attribute in fields(kind):
            value = getattr(node, attribute.name)
            if not isinstance(value, Span) and value not in (None, (), "", attribute.default):
                yield from render_tree(value, attribute.name, depth + 1)
    else:
        yield f"{indent}{label}{node!r}"
