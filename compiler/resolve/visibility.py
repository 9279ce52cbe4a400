"""Resolution of visibility: one of the players, nobody, or everybody."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TypeVar, cast

from attrs import evolve

from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.choosers import report_no_players
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.narrowing import narrow
from bombsight.compiler.resolve.scope import Scope, Variable
from bombsight.compiler.resolve.type_check import bind_name
from bombsight.compiler.symbols import PLAYERS
from bombsight.dsl import ast
from bombsight.dsl.source import NOWHERE
from bombsight.dsl.walk import child_fields
from bombsight.flat.types import ElementType, EnumType


def resolve_seen(ctx: Context, node: ast.Seen | None, scope: Scope) -> g.Seen | None:
    """Resolve ``seen by EXPR when EXPR``, which players may see something and when; None without such a clause."""
    players = ctx.env.players.get(PLAYERS)
    if node is None:
        return None
    if players is None:
        report_no_players(ctx, node)
        return None
    when = expressions.resolve_boolean(ctx, node.when, scope) if node.when is not None else None
    known = narrow(ctx.env, scope, when)
    by = expressions.resolve_typed(ctx, node.by, known, EnumType(players).with_none()) if node.by is not None else None
    return g.Seen(by=by, when=when, span=node.span)


def resolve_field_visibility(
    ctx: Context, node: ast.Seen | None, indices: Sequence[str], names: Sequence[ast.Index], record: str, id_: str
) -> g.Seen | None:
    """Resolve which players may see a field.

    Args:
        ctx: Collects errors.
        node: The visibility as written.
        indices: The enums of the field's dimensions.
        names: Their declarations; an unnamed one gets the name of its index.
        record: The record of the field; empty for a field of no record.
        id_: The field's id.
    """
    if node is None:
        return None
    scope = Scope()
    for at, (index, enum) in enumerate(zip(names, indices, strict=True)):
        if index.name is not None:
            scope = bind_name(ctx, index.name, EnumType(enum), index.span, scope)
        else:
            scope = scope.with_variable(f"_{at}", Variable(EnumType(enum), index.span))
    if record:
        head, *parts = id_.split(".")[:-1]
        holder: ast.Expr = ast.Name(head, span=NOWHERE)
        if head not in ctx.env.fields:  # an element of a list, as a variable named like its record
            scope = scope.with_variable(head, Variable(ElementType(head), node.span))
        elif ctx.env.fields[head].indices:
            held = [name.name or f"_{at}" for at, name in enumerate(names)][: len(ctx.env.fields[head].indices)]
            holder = ast.Subscript(holder, tuple(ast.Name(name, span=NOWHERE) for name in held), span=NOWHERE)
        for part in parts:
            holder = ast.Attribute(holder, part, span=NOWHERE)
        beside = ctx.env.records[record].keys() - scope.variables.keys()
        node = qualify_fields(node, beside, holder)
    return resolve_seen(ctx, node, scope)


Part = TypeVar("Part")


def qualify_fields(node: Part, sibling_fields: Set[str], holder: ast.Expr) -> Part:
    """Replace bare field names of a record in a syntax node by paths through ``holder``: ``oars`` by ``boat.oars``."""
    if isinstance(node, ast.Name) and node.name in sibling_fields:
        return cast(Part, ast.Attribute(holder, node.name, span=node.span))
    if isinstance(node, tuple):
        return cast(Part, tuple(qualify_fields(each, sibling_fields, holder) for each in node))
    if isinstance(node, ast.Node):
        parts = {name: qualify_fields(getattr(node, name), sibling_fields, holder) for name in child_fields(type(node))}
        return evolve(node, **parts)
    return node
