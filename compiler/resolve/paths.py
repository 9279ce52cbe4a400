"""Resolution of paths into state: ``keeper[k].watches`` and the like."""

from __future__ import annotations

from attrs import evolve

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.environment import Context, Env
from bombsight.compiler.resolve.foreign import LENGTH_WORDS, count_help, explain_index
from bombsight.compiler.resolve.hints import field_titles, hint_for_name, suggest_names
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.type_check import (
    check_default_read,
    narrow_type_by_defines,
    report_error,
    require_not_none,
)
from bombsight.compiler.resolve.types import describe_type
from bombsight.compiler.symbols import FieldShape
from bombsight.dsl import ast
from bombsight.dsl.listing import join_names
from bombsight.dsl.node_classes import frozen
from bombsight.flat.types import ElementType, EnumType, ListType, UnknownType


@frozen
class StatePath:
    """A resolved path into state such as ``keeper[k].watches``, perhaps with indices still missing.

    Attributes:
        id: The id so far: ``keeper``, ``keeper.watches``.
        shape: The field at its end.
        element: The element that the field belongs to, or None.
        indices: The indices so far.
        missing: Enum names of dimensions without an index yet.
    """

    id: str
    shape: FieldShape
    element: x.Expr | None
    indices: tuple[x.Expr, ...]
    missing: tuple[str, ...]


MEMBERS_HELP = (
    "`first(x in {0})` is the first of it, `first(x in {0} where ...)` the first for which something holds; "
    "`for each x in {0}` goes through all."
)


def resolve_path(ctx: Context, node: ast.Expr, scope: Scope) -> StatePath | None:
    """Resolve ``keeper[k].watches`` to a path into state; None after an error, or for an enum data column."""
    env = ctx.env
    match node:
        case ast.Name(name=name) if name not in scope.variables and name in env.fields:
            check_default_read(ctx, node.span, scope)
            shape = env.fields[name]
            ctx.record_mention(node.span, "field", name, type_=shape.type)
            return StatePath(name, shape, None, (), shape.indices)
        case ast.Subscript(value=value, indices=indices):
            help, fix = explain_index(env, node)
            if help and isinstance(value, ast.Name) and value.name not in env.declared:
                report_error(ctx, node, "N001", f"there is no field {value.name}", help, fix)
                return None
            at = resolve_path(ctx, value, scope)
            if at is None:
                return None
            if len(indices) > len(at.missing):
                if len(at.shape.indices) == len(at.shape.decl.indices):  # else an index was unknown and is reported
                    what, help = f"has {len(at.shape.indices)} dimensions", "Leave out an index."
                    if isinstance(at.shape.type, ListType):
                        what, help = "is a list, which has no numbers", MEMBERS_HELP.format(at.id)
                    ctx.findings.add("P008", f"{at.id} {what}", node.span, help=help)
                return None
            resolved = tuple(
                expressions.resolve_typed(ctx, index, scope, EnumType(enum))
                for index, enum in zip(indices, at.missing, strict=False)
            )
            return evolve(at, indices=at.indices + resolved, missing=at.missing[len(indices) :])
        case ast.Attribute(value=value, name=name):
            if record_field_at(ctx, value, scope) is not None:
                return resolve_member(ctx, node, resolve_path(ctx, value, scope))
            return resolve_element_field(
                ctx, node, narrow_type_by_defines(expressions.resolve(ctx, value, scope, None), scope)
            )
        case ast.Name(name=name) if name not in scope.variables and name not in env.declared:
            report_error(ctx, node, "N001", f"there is no field {name}", hint_for_name(env, "field", name))
            return None
        case _:  # the rest: no path
            ctx.findings.add("P009", "this is not a field", node.span)
            return None


def resolve_member(ctx: Context, node: ast.Attribute, outer: StatePath | None) -> StatePath | None:
    """Resolve ``outer.name`` where the field ``outer`` holds a record; None if it holds none, or after an error."""
    if outer is None or outer.shape.record is None:
        return None
    shape = resolve_record_field(ctx, node, outer.shape.record)
    if shape is None:
        return None
    return StatePath(f"{outer.id}.{node.name}", shape, outer.element, outer.indices, outer.missing + shape.indices)


def resolve_element_field(ctx: Context, node: ast.Attribute, owner: x.Expr) -> StatePath | None:
    """Resolve ``x.name`` where ``x`` is a list's element to the path of the element's field; None after an error."""
    if isinstance(owner.type, ElementType):
        shape = resolve_record_field(ctx, node, owner.type.record)
        if shape is None:
            return None
        return StatePath(f"{owner.type.record}.{node.name}", shape, require_not_none(ctx, owner), (), shape.indices)
    if isinstance(owner.type, EnumType):
        ctx.findings.add("P010", f"{node.name} is printed data, which no rule changes", node.span)
    elif not isinstance(owner.type, UnknownType):
        is_length = isinstance(owner.type, ListType) and node.name in LENGTH_WORDS
        help = count_help(ctx.env.source_text(node.value.span)) if is_length else ""
        ctx.findings.add("P011", f"{describe_type(owner.type)} has no {node.name}", node.span, help=help)
    return None


def resolve_record_field(ctx: Context, node: ast.Attribute, record: str) -> FieldShape | None:
    """Find the shape of the record field that a name after a dot denotes; None after an error."""
    members = ctx.env.records[record]
    if node.name not in members:
        ctx.findings.add(
            "N001",
            f"{record} has no field {node.name}",
            node.span,
            help=suggest_names(ctx.env, node.name, field_titles(members), "It has"),
        )
    else:
        ctx.record_mention(
            node.span.last_characters(len(node.name)), "member", node.name, record, members[node.name].type
        )
    return members.get(node.name)


def record_field_at(ctx: Context, node: ast.Expr, scope: Scope) -> FieldShape | None:
    """Return the shape (type and dimensions) of the field at a path if the field holds a record; else None."""
    shape: FieldShape | None = None
    match node:
        case ast.Name(name=name) if name not in scope.variables:
            shape = ctx.env.fields.get(name)
        case ast.Subscript(value=value):
            shape = record_field_at(ctx, value, scope)
        case ast.Attribute(value=value, name=name):
            outer = record_field_at(ctx, value, scope)
            shape = ctx.env.records[outer.record].get(name) if outer is not None and outer.record else None
        case _:  # the rest: no path
            pass
    return shape if shape is not None and shape.record is not None else None


def read_path(ctx: Context, path: StatePath, node: ast.Expr) -> x.Expr:
    """Make the expression that reads a state path; report a path that lacks indices or denotes a whole record."""
    if path.missing:
        indices = ", ".join(f"a {enum}" for enum in path.missing)
        help = f"Write which, `{ctx.env.source_text(node.span)}[...]`, with {indices} in the brackets."
        return report_error(ctx, node, "P008", f"{path.id} needs an index for {join_names(path.missing)}", help)
    if path.shape.type is None:
        return report_error(ctx, node, "P012", f"{path.id} is a whole record; name one of its fields")
    return x.Read(field=path.id, element=path.element, indices=path.indices, type=path.shape.type, span=node.span)


def leaf_field_ids(env: Env, id_: str, shape: FieldShape) -> list[str]:
    """Return the ids of the single-valued fields inside a field, through records held by value."""
    if shape.record is None:
        return [] if isinstance(shape.type, ListType) else [id_]
    members = env.records[shape.record].items()
    return [leaf for name, member_ in members for leaf in leaf_field_ids(env, f"{id_}.{name}", member_)]
