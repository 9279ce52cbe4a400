"""Rewriting of the values in a block, with removal of statements that become dead."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_not
from typing import Any

from bombsight.dsl.node_classes import evolve_node
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.walking import TERMINAL, node_attributes

Values = Callable[[fx.Expr], fx.Expr]
Sources = Callable[[fx.Source], fx.Source]
Expand = Callable[[fs.Stmt], fs.Block]


def single_statement(stmt: fs.Stmt) -> fs.Block:
    """Return a block of one statement: the default expansion."""
    return (stmt,)


def revise_block(block: fs.Block, values: Values, sources: Sources, expand: Expand = single_statement) -> fs.Block:
    """Return a block with the values in it rewritten, and dead statements removed.

    Args:
        block: The block.
        values: Rewrites a value.
        sources: Rewrites the source of a loop.
        expand: Expands a statement before its values are rewritten.
    """
    found: list[fs.Stmt] = []
    for stmt in (part for whole in block for part in expand(whole)):
        for made in fold_statement(revise_statement(stmt, values, sources, expand)):
            found.append(made)
            if isinstance(made, TERMINAL):
                return tuple(found)
    return tuple(found)


def revise_statement(stmt: fs.Stmt, values: Values, sources: Sources, expand: Expand) -> fs.Stmt:
    """Return a statement with the values in it, and in its nested statements, rewritten.

    Args:
        stmt: The statement.
        values: Rewrites a value.
        sources: Rewrites the source of a loop.
        expand: Expands a statement.
    """
    new = {}
    kind: type = type(stmt)
    for name in node_attributes(kind):
        item = getattr(stmt, name)
        made = revise_attribute(item, values, sources, expand)
        if made is not item:
            new[name] = made
    return evolve_node(stmt, **new) if new else stmt


def revise_attribute(item: Any, values: Values, sources: Sources, expand: Expand) -> Any:
    """Return the value of a statement's attribute with the values in it rewritten.

    Args:
        item: The attribute's value.
        values: Rewrites a value.
        sources: Rewrites the source of a loop.
        expand: Expands a statement.
    """
    if fx.is_expr(item):
        return values(item)
    if fx.is_source(item):
        return sources(item)
    if isinstance(item, fs.Arm):
        return evolve_node(item, body=revise_block(item.body, values, sources, expand))
    if isinstance(item, tuple):
        if item and isinstance(item[0], fs.BaseStmt):
            return revise_block(item, values, sources, expand)
        made = tuple([revise_attribute(each, values, sources, expand) for each in item])
        return made if any(map(is_not, item, made)) else item
    return item


def fold_statement(stmt: fs.Stmt) -> fs.Block:
    """Return the block that remains of a statement with a constant condition; any other statement alone."""
    match stmt:
        case fs.If(condition=fx.Num(value), body=body, otherwise=otherwise):
            return body if value else otherwise
        case fs.Check(condition=fx.Num(0)):
            return ()
        case fs.Check(condition=fx.Num(), site=site):
            return (fs.Fail(site=site),)
        case fs.Bonus(condition=fx.Num(1)):
            return (evolve_node(stmt, condition=None),)
        case fs.WorkOut(values=values) if not any(map(fold.can_fault, values)):
            return ()
        case _:  # the rest: no constant condition
            return (stmt,)
