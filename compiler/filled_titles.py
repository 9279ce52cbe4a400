"""Removal of the statements that fill titles of rows, for questions that their dice do not decide: odds."""

from __future__ import annotations

from typing import Any, TypeVar

from attrs import evolve

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import child_names, walk_without_expressions

P = TypeVar("P")


def drop_filled_titles(graph: n.RuleGraph) -> n.RuleGraph:
    """Return the graph without what fills the titles of its rows; tables without such rows stay the same objects."""
    tables = tuple(
        drop_titles_in(table) if any(map(is_filled_title, walk_without_expressions(table))) else table
        for table in graph.tables
    )
    procedures = tuple(
        drop_titles_in(each) if any(map(is_filled_title, walk_without_expressions(each))) else each
        for each in graph.procedures
    )
    return evolve(graph, tables=tables, procedures=procedures)


def is_filled_title(part: object) -> bool:
    """Whether a part of the graph is the statement that fills the title of a row with values."""
    return isinstance(part, g.Say) and bool(part.row_title)


def drop_titles_in(part: P) -> P:
    """Return a part of the graph without statements that fill titles."""
    node: Any = part
    if isinstance(node, tuple):
        return tuple(drop_titles_in(each) for each in node if not is_filled_title(each))  # type: ignore[return-value]  # of the same parts
    if node is None or isinstance(node, str | int):
        return part
    new = {name: drop_titles_in(getattr(node, name)) for name in child_names(type(node))}
    changed = {name: value for name, value in new.items() if value != getattr(node, name)}
    return evolve(node, **changed) if changed else node
