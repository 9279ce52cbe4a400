"""Rows as odds see them: without the dice in their titles, and without throws behind the one that counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import evolve

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import child_names, walk_without_expressions

P = TypeVar("P")

Change = Callable[[g.Stmt], g.Stmt | None]
"""What becomes of a statement; None drops it."""

TELLING_STATEMENTS = (g.Nothing, g.Say, g.If, g.Step, g.Give, g.AgainEachOnce)
"""Statements of rows that only tell something."""


def drop_filled_titles(graph: n.RuleGraph) -> n.RuleGraph:
    """Return the graph without what fills the titles of its rows; tables without such rows stay the same objects."""
    return evolve(
        graph,
        tables=tuple(drop_titles_in(each) if has_filled_title(each) else each for each in graph.tables),
        procedures=tuple(drop_titles_in(each) if has_filled_title(each) else each for each in graph.procedures),
    )


def drop_titles_in(part: P) -> P:
    """Return a part of the graph without statements that fill titles."""
    return change_statements(part, lambda stmt: None if is_filled_title(stmt) else stmt)


def has_filled_title(item: n.Table | n.Procedure) -> bool:
    """Whether a row in an item has values in its title."""
    return any(map(is_filled_title, walk_without_expressions(item)))


def is_filled_title(part: object) -> bool:
    """Whether a part of the graph is the statement that fills the title of a row with values."""
    return isinstance(part, g.Say) and bool(part.row_title)


def throws_each_once(table: n.Table) -> bool:
    """Whether rows of a table throw its dice again, each row once."""
    return any(isinstance(part, g.AgainEachOnce) for part in walk_without_expressions(table))


def only_tells(table: n.Table) -> bool:
    """Whether the rows of a table only tell something: they change nothing, ask nothing, and throw no other dice."""
    return all(isinstance(part, TELLING_STATEMENTS) for part in walk_without_expressions(table) if g.is_stmt(part))


def keep_first_throw(table: n.Table) -> n.Table:
    """Return a table without the throws of ``again ..., each once``, if its rows only tell something.

    The chance of each row is that of the first throw, which the later ones cannot change.
    """
    if not throws_each_once(table) or not only_tells(table):
        return table
    return change_statements(
        table, lambda stmt: g.Give(values=(), span=stmt.span) if isinstance(stmt, g.AgainEachOnce) else stmt
    )


def change_statements(part: P, change: Change) -> P:
    """Return a part of the graph with other statements in its blocks."""
    node: Any = part
    if isinstance(node, tuple):
        found = (change(each) if g.is_stmt(each) else each for each in node)
        return tuple(change_statements(each, change) for each in found if each is not None)  # type: ignore[return-value]  # of the same parts
    if node is None or isinstance(node, str | int):
        return part
    new = {name: change_statements(getattr(node, name), change) for name in child_names(type(node))}
    changed = {name: value for name, value in new.items() if value != getattr(node, name)}
    return evolve(node, **changed) if changed else part
