"""Resolution of state: fields and lists, with records flattened to single values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from bombsight.compiler.amendments import own_origin
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.hints import field_titles, suggest_names
from bombsight.compiler.resolve.paths import leaf_field_ids
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.texts import split_template
from bombsight.compiler.resolve.type_check import bind_name
from bombsight.compiler.resolve.types import describe_type
from bombsight.compiler.resolve.visibility import resolve_field_visibility, resolve_seen
from bombsight.compiler.symbols import FieldShape
from bombsight.dsl import ast
from bombsight.flat.layout import ShortPart
from bombsight.flat.types import NONE, ElementType, EnumType, IntType, ListType, TextType, UnknownType


def resolve_state(ctx: Context, node: ast.State) -> Iterator[n.Field | n.StateList]:
    """Yield the fields and lists of a state block, and report an unknown owner."""
    if node.owner != "career" and node.owner not in ctx.env.procedures:
        ctx.findings.add(
            "N013",
            f"there is no procedure {node.owner} for this state to live as long as",
            node.span,
            help=suggest_names(ctx.env, node.owner, [*ctx.env.procedures, "career"], kind="procedure"),
        )
    for decl in node.fields:
        shape = ctx.env.fields.get(decl.name)
        if shape is None or shape.decl is not decl:  # a duplicate
            continue
        yield from resolve_field(ctx, shape, shape.name, shape.owner)
        if isinstance(shape.type, ListType) and isinstance(shape.type.element, ElementType):
            record = shape.type.element.record
            if ctx.env.lists[record] == shape.name:
                yield resolve_list(ctx, record, shape)


def resolve_element_fields(ctx: Context, node: ast.Record) -> Iterator[n.Field]:
    """Yield the fields of a record's elements; none if no list holds them."""
    list_ = ctx.env.lists.get(node.name)
    parts = resolve_short_title(ctx, node)
    if list_ is not None:
        for shape in ctx.env.records[node.name].values():
            id_ = f"{node.name}.{shape.name}"
            for field in resolve_field(ctx, shape, id_, list_, element=True, record=node.name):
                yield evolve(field, short_part=parts.get(shape.name)) if field.id == id_ else field


def resolve_short_title(ctx: Context, node: ast.Record) -> dict[str, ShortPart]:
    """Resolve the template of short titles of a record's elements to the part of each field; report unknown fields."""
    parts: dict[str, ShortPart] = {}
    before = ""
    for piece in split_template(node.short or "", node.span, ctx.env.sources):
        if isinstance(piece, str):
            before += piece
            continue
        inner, source, offset = piece
        name = inner.strip()
        shape, span = ctx.env.records[node.name].get(name), source.span(offset, offset + len(inner))
        if shape is None:
            help = suggest_names(ctx.env, name, field_titles(ctx.env.records[node.name]), "It has")
            ctx.findings.add("N001", f"{node.name} has no field {name}", span, help=help)
        elif name not in parts:
            parts[name] = ShortPart(order=len(parts), before=before)
            ctx.record_mention(span, "member", name, node.name, shape.type)
        before = ""
    if parts and before:
        last = next(reversed(parts))
        parts[last] = evolve(parts[last], after=before)
    return parts


def resolve_list(ctx: Context, record: str, shape: FieldShape) -> n.StateList:
    """Resolve a state list to its graph node."""
    assert isinstance(shape.type, ListType)
    if shape.indices:
        ctx.findings.add(
            "P038", "a list in state has no dimensions", shape.decl.span, help="Make it a field of the elements."
        )
    return n.StateList(
        id=shape.name,
        owner=shape.owner,
        title=shape.decl.title or "",
        record=record,
        type=shape.type,
        seen=resolve_seen(ctx, shape.decl.seen, Scope()),
        fields=tuple(
            leaf
            for member in ctx.env.records[record].values()
            for leaf in leaf_field_ids(ctx.env, f"{record}.{member.name}", member)
        ),
        span=shape.decl.span,
        origin=own_origin(shape.decl),
    )


def resolve_field(
    ctx: Context,
    shape: FieldShape,
    id_: str,
    owner: str,
    *,
    element: bool = False,
    indices: tuple[str, ...] = (),
    names: tuple[ast.Index, ...] = (),
    title: str = "",
    record: str = "",
    seen: ast.Seen | None = None,
) -> list[n.Field]:
    """Resolve a declared field to its leaf fields, recursively through records.

    Args:
        ctx: Collects errors.
        shape: The declaration.
        id_: The prefix of the leaves' ids.
        owner: The procedure that owns the state, or `career`; for an element's field its list.
        element: Whether it is a field of a list's elements.
        indices: The enums of outer dimensions.
        names: Their declarations.
        title: The title of the enclosing field; empty at the top.
        record: The record that it belongs to; empty for a state field.
        seen: The visibility of the enclosing field, which it inherits by default.
    """
    decl = shape.decl
    seen = decl.seen or seen
    indices += shape.indices
    names += decl.indices[: len(shape.indices)]
    own = decl.title or ""
    title = f"{title}: {own}" if title and own else own or ("" if shape.record is None else title)
    if shape.record is not None:
        if decl.default is not None:
            ctx.findings.add("P039", "a record has no default of its own", decl.span, help="Give its fields defaults.")
        leaves: list[n.Field] = []
        for member in ctx.env.records[shape.record].values():
            leaves.extend(
                resolve_field(
                    ctx,
                    member,
                    f"{id_}.{member.name}",
                    owner,
                    element=element,
                    indices=indices,
                    names=names,
                    title=title,
                    record=shape.record,
                    seen=seen,
                )
            )
        return leaves
    assert shape.type is not None
    if isinstance(shape.type, ListType):
        if element and isinstance(shape.type.element, ElementType):  # else it is already reported
            ctx.findings.add("P025", "a list in state holds records", decl.span)
        return []
    value = resolve_default(ctx, shape, indices, names, element)
    return [
        n.Field(
            id=id_,
            owner=owner,
            title=title,
            type=shape.type,
            indices=indices,
            index_names=dimension_names(names),
            full=decl.full,
            default=value,
            element=element,
            matters=decl.matters,
            seen=resolve_field_visibility(ctx, seen, indices, names, record, id_),
            span=decl.span,
            origin=own_origin(decl),
        )
    ]


def resolve_default(
    ctx: Context, shape: FieldShape, indices: tuple[str, ...], names: tuple[ast.Index, ...], element: bool
) -> x.Expr:
    """Resolve the default of a field.

    Args:
        ctx: Collects errors.
        shape: The declaration.
        indices: The enums of its dimensions.
        names: Their declarations.
        element: Whether it is a field of a list's elements.
    """
    assert shape.type is not None
    decl = shape.decl
    if decl.default is None:
        if shape.type.is_optional:
            return x.Const(value=NONE, type=shape.type)
        is_value = isinstance(decl.type, ast.NamedType) and decl.type.name.lower() in ("true", "false")
        if not element and not isinstance(shape.type, TextType) and not is_value:  # that is said of its type
            ctx.findings.add("P036", f"{decl.name} needs a default", decl.span, help="Write `= ...` behind its type.")
        low = shape.type.low if isinstance(shape.type, IntType) else 0
        return x.Const(value=low, type=shape.type)
    scope = Scope(default=True)
    for index, enum in zip(names, indices, strict=True):
        if index.name is not None:
            scope = bind_name(ctx, index.name, EnumType(enum), index.span, scope)
    value = expressions.resolve_typed(ctx, decl.default, scope, shape.type)
    if (
        isinstance(value.type, IntType)
        and isinstance(shape.type, IntType)
        and (value.type.low < shape.type.low or value.type.high > shape.type.high)
    ):
        ctx.findings.add(
            "V001",
            f"this default is {describe_type(value.type)}, which is not within {shape.type}",
            value.span,
            help="Widen the range.",
        )
    if decl.full and not isinstance(shape.type, IntType | UnknownType):
        ctx.findings.add("P040", "only a number can be `full`", decl.span)
    return value


def dimension_names(names: Sequence[ast.Index]) -> tuple[str, ...]:
    """Return unique names for an array's dimensions; unnamed ones are numbered."""
    return tuple(index.name or f"_{at}" for at, index in enumerate(names))
