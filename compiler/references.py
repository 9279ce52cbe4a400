"""References in the syntax tree: the names by which a node calls something, or gives a type."""

from __future__ import annotations

from typing import TypeGuard, assert_never, get_args

from bombsight.dsl import ast

CallNode = ast.Call | ast.LookUp | ast.ModifiersOn | ast.RollOn | ast.Do | ast.TakeEvery
"""What evaluates a derived value, runs a procedure, or rolls on a table or looks it up."""

CALL_NODES = frozenset(get_args(CallNode))


def is_call(node: ast.Node) -> TypeGuard[CallNode]:
    """Whether a node calls something by its name; a bare name may do so too, where it is that of a derived value."""
    return type(node) in CALL_NODES


def callee_name(node: CallNode) -> str:
    """The name of what a node calls."""
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
    """The name that a node gives for a type where nothing else can stand; empty where it gives none."""
    match node:
        case ast.NamedType(name=name) | ast.ListType(element=name) | ast.NamesType(of=name):
            return name
        case ast.Index(enum=name) | ast.NewRecord(name=name):
            return name
        case _:  # the rest: no place for a type
            return ""
