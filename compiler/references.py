"""References in the syntax tree: the callee or type that a node names."""

from __future__ import annotations

from typing import TypeGuard, assert_never, get_args

from bombsight.dsl import ast

CallNode = ast.Call | ast.LookUp | ast.ModifiersOn | ast.RollOn | ast.Do | ast.TakeEvery
"""A node that evaluates a define, runs a procedure, or rolls on a table or looks it up."""

CALL_NODES = frozenset(get_args(CallNode))


def is_call(node: ast.Node) -> TypeGuard[CallNode]:
    """Whether a node calls an item by name; a bare name, which may be a define's, does not count."""
    return type(node) in CALL_NODES


def callee_name(node: CallNode) -> str:
    """Return the name of the item that a node calls."""
    match node:
        case ast.Call(name=name):
            return name
        case ast.RollOn(table=name) | ast.LookUp(table=name) | ast.ModifiersOn(table=name) | ast.TakeEvery(table=name):
            return name
        case ast.Do(procedure=name):
            return name
        case _:
            assert_never(node)


def referenced_type_name(node: ast.Node) -> str:
    """Return the type name that a node uses, for example of a declaration; empty if it uses none."""
    match node:
        case ast.NamedType(name=name) | ast.ListType(element=name) | ast.NamesType(of=name):
            return name
        case ast.Index(enum=name) | ast.NewRecord(name=name):
            return name
        case _:  # the rest: no place for a type
            return ""
