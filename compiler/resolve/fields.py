"""State: fields and lists, records spread into their leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.compiler.amended import own_origin
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.hints import near_in
from bombsight.compiler.resolve.paths import leaves
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.type_check import bind
from bombsight.compiler.resolve.types import describe
from bombsight.compiler.resolve.visibility import of_field, seen_by
from bombsight.compiler.symbols import FieldShape
from bombsight.dsl import ast
from bombsight.flat.types import NONE, ElementType, EnumType, IntType, ListType, TextType, UnknownType


def state(ctx: Context, node: ast.State) -> Iterator[n.Field | n.StateList]:
    """The fields and lists of a block of state; it lives as long as a procedure that exists."""
    if node.owner != "career" and node.owner not in ctx.env.procedures:
        ctx.findings.add(
            "N013",
            f"there is no procedure {node.owner} for this state to live as long as",
            node.span,
            help=near_in(ctx.env, node.owner, [*ctx.env.procedures, "career"], kind="procedure"),
        )
    for decl in node.fields:
        shape = ctx.env.fields.get(decl.name)
        if shape is None or shape.decl is not decl:  # the name was taken before
            continue
        yield from field_nodes(ctx, shape, shape.name, shape.owner)
        if isinstance(shape.type, ListType) and isinstance(shape.type.element, ElementType):
            record = shape.type.element.record
            if ctx.env.lists[record] == shape.name:
                yield list_node(ctx, record, shape)


def element_fields(ctx: Context, node: ast.Record) -> Iterator[n.Field]:
    """The fields of a record's elements, where a list holds such."""
    list_ = ctx.env.lists.get(node.name)
    if list_ is not None:
        for shape in ctx.env.records[node.name].values():
            yield from field_nodes(ctx, shape, f"{node.name}.{shape.name}", list_, element=True, record=node.name)


def list_node(ctx: Context, record: str, shape: FieldShape) -> n.StateList:
    """A state list."""
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
        seen=seen_by(ctx, shape.decl.seen, Scope()),
        fields=tuple(
            leaf
            for member in ctx.env.records[record].values()
            for leaf in leaves(ctx.env, f"{record}.{member.name}", member)
        ),
        span=shape.decl.span,
        origin=own_origin(shape.decl),
    )


def field_nodes(
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
    """The leaves of a field.

    Args:
        ctx: Where findings go.
        shape: The declaration.
        id_: What the ids of the leaves begin with.
        owner: The procedure whose state it is; empty for the game's.
        element: Whether it is a field of a list's elements.
        indices: The enums that it is indexed by further out.
        names: How they are declared there.
        title: Of what it is part of; empty at the top.
        record: The record that it is a field of; empty for one that stands in state alone.
        seen: Who may see what it is part of, where it does not say itself who may see it.
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
                field_nodes(
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
        if element and isinstance(shape.type.element, ElementType):  # else it is told already
            ctx.findings.add("P025", "a list in state holds records", decl.span)
        return []
    value = default(ctx, shape, indices, names, element)
    return [
        n.Field(
            id=id_,
            owner=owner,
            title=title,
            type=shape.type,
            indices=indices,
            index_names=unique(names),
            full=decl.full,
            default=value,
            element=element,
            matters=decl.matters,
            seen=of_field(ctx, seen, indices, names, record, id_),
            span=decl.span,
            origin=own_origin(decl),
        )
    ]


def default(
    ctx: Context, shape: FieldShape, indices: tuple[str, ...], names: tuple[ast.Index, ...], element: bool
) -> x.Expr:
    """What a field falls back to."""
    assert shape.type is not None
    decl = shape.decl
    if decl.default is None:
        if shape.type.is_optional:
            return x.Const(value=NONE, type=shape.type)
        if not element and not isinstance(shape.type, TextType):
            ctx.findings.add("P036", f"{decl.name} needs a default", decl.span, help="Write `= ...` behind its type.")
        low = shape.type.low if isinstance(shape.type, IntType) else 0
        return x.Const(value=low, type=shape.type)
    scope = Scope(default=True)
    for index, enum in zip(names, indices, strict=True):
        if index.name is not None:
            scope = bind(ctx, index.name, EnumType(enum), index.span, scope)
    value = expressions.expect(ctx, decl.default, scope, shape.type)
    if (
        isinstance(value.type, IntType)
        and isinstance(shape.type, IntType)
        and (value.type.low < shape.type.low or value.type.high > shape.type.high)
    ):
        ctx.findings.add(
            "V001",
            f"this default is {describe(value.type)}, which is not within {shape.type}",
            value.span,
            help="Widen the range.",
        )
    if decl.full and not isinstance(shape.type, IntType | UnknownType):
        ctx.findings.add("P040", "only a number can be `full`", decl.span)
    return value


def unique(names: Sequence[ast.Index]) -> tuple[str, ...]:
    """Names of dimensions, each its own: unnamed ones are numbered by their place."""
    return tuple(index.name or f"_{at}" for at, index in enumerate(names))
