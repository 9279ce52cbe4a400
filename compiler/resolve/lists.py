"""Changes of lists of elements: add, remove, move, reset."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import expressions, paths
from bombsight.compiler.resolve.environment import Context, Done
from bombsight.compiler.resolve.hints import fields, near_in
from bombsight.compiler.resolve.narrowing import behind
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.type_check import bind, required
from bombsight.compiler.resolve.types import same_kind
from bombsight.dsl import ast
from bombsight.dsl.listing import listed
from bombsight.flat.types import BoolType, ElementType, EnumType, IntType, ListType, Type


def add_element(ctx: Context, stmt: ast.Add, name: str, type_: ListType, scope: Scope) -> list[g.Stmt]:
    """``add Ship(...) to ships``."""
    if not isinstance(type_.element, ElementType):  # which is told where the list is declared
        return []
    record = type_.element.record
    if not isinstance(stmt.value, ast.NewRecord):
        if isinstance(stmt.value, ast.Call) and stmt.value.name == record and not stmt.value.args:
            new = ast.NewRecord(record, (), span=stmt.value.span)
        else:
            ctx.findings.add(
                "P026",
                f"{name} takes a new {record}",
                stmt.value.span,
                help=f"Write `add {record}(...) to {name}`.",
            )
            return []
    else:
        new = stmt.value
    if new.name != record:
        ctx.findings.add("P026", f"{name} holds {record}, not {new.name}", new.span)
        return []
    members = ctx.env.records[record]
    inits: list[g.FieldInit] = []
    given: set[str] = set()
    for item in new.fields:
        shape = members.get(item.name)
        if shape is None or shape.type is None:
            ctx.findings.add(
                "N001",
                f"{record} has no field {item.name}",
                item.span,
                help=near_in(ctx.env, item.name, fields(members), "It has"),
            )
            continue
        if item.name in given:
            ctx.findings.add("N002", f"{item.name} is given twice", item.span)
        given.add(item.name)
        ctx.mention(item.span.first(len(item.name)), "member", item.name, record, shape.type)
        value = expressions.checked(ctx, item.value, scope, shape.type)
        inits.append(g.FieldInit(field=f"{record}.{item.name}", value=value))
    missing = [
        m for m, shape in members.items() if m not in given and shape.decl.default is None and needs_value(shape.type)
    ]
    if missing:
        ctx.findings.add(
            "P027",
            f"a new {record} needs {listed(missing)}",
            new.span,
            help=f"Write `{missing[0]}: ...`, or give the field a default.",
        )
    return [g.AddElement(list=name, record=record, fields=tuple(inits), span=stmt.span)]


def remove(ctx: Context, stmt: ast.Remove | ast.RemoveEach, scope: Scope) -> Done:
    """``remove``."""
    after = behind(ctx.env, scope, stmt)
    named = list_named(ctx, stmt.list, "only an element of a state list can be removed")
    if named is None:
        return [], after
    name, type_ = named
    if isinstance(stmt, ast.Remove):
        if not element_named(ctx, stmt, type_, scope, "removed"):
            return [], after
        return [g.Remove(variable=stmt.element, list=name, span=stmt.span)], after
    inner = bind(ctx, stmt.variable, type_.element, stmt.span, scope)
    where = expressions.boolean(ctx, stmt.where, inner) if stmt.where is not None else None
    if not isinstance(type_.element, ElementType):  # as above
        return [], after
    return [g.RemoveEach(variable=stmt.variable, list=name, where=where, span=stmt.span)], after


def move(ctx: Context, stmt: ast.Move, scope: Scope) -> Done:
    """``move``."""
    after = behind(ctx.env, scope, stmt)
    named = list_named(ctx, stmt.list, "only an element of a state list can be moved")
    if named is None:
        return [], after
    name, type_ = named
    if not element_named(ctx, stmt, type_, scope, "moved") or not isinstance(type_.element, ElementType):
        return [], after
    return [g.Move(variable=stmt.element, list=name, first=stmt.first, span=stmt.span)], after


def list_named(ctx: Context, node: ast.Expr, message: str) -> tuple[str, ListType] | None:
    """The state list that a change names, and its type; None after a finding, which says the message."""
    name = node.name if isinstance(node, ast.Name) else None
    type_ = ctx.env.fields[name].type if name is not None and name in ctx.env.fields else None
    if name is None or not isinstance(type_, ListType):
        ctx.findings.add("P033", message, node.span, help=near_in(ctx.env, name or "", [*ctx.env.lists.values()]))
        return None
    ctx.mention(node.span, "field", name, type_=type_)
    return name, type_


def element_named(ctx: Context, stmt: ast.Remove | ast.Move, type_: ListType, scope: Scope, done: str) -> bool:
    """Whether a change names a variable that holds an element of its list; else there is a finding.

    Args:
        ctx: The item.
        stmt: The change.
        type_: The type of its list.
        scope: What is in sight.
        done: What is done with the element, for the finding.
    """
    element = expressions.resolve(ctx, ast.Name(stmt.element, span=stmt.span), scope, None)
    if not same_kind(element.type, type_.element):
        ctx.findings.add("P001", f"{stmt.element} is no {type_.element}", stmt.span)
    required(ctx, element)
    if not isinstance(element, x.Var):
        ctx.findings.add(
            "P034",
            f"a name or a variable is {done}; keep the field in one first",
            stmt.span,
            help="Write `let it = ...` before.",
        )
        return False
    return True


def reset(ctx: Context, stmt: ast.Reset, target: ast.Expr, scope: Scope) -> Done:
    """``reset``: a field, a whole record, an array or a list."""
    after = behind(ctx.env, scope, stmt)
    place = paths.place(ctx, target, scope)
    if place is None:
        return [], after
    if place.element is not None:
        ctx.findings.add("P035", "an element's field cannot be reset; set it", stmt.span)
        return [], after
    if isinstance(place.shape.type, ListType):
        return [g.ResetList(list=place.id, span=stmt.span)], after
    leaves = paths.leaves(ctx.env, place.id, place.shape)
    return [g.ResetFields(fields=tuple(leaves), indices=place.indices, span=stmt.span)], after


def needs_value(type_: Type | None) -> bool:
    """Whether a field without a default must be given when an element is made."""
    return isinstance(type_, EnumType | IntType | BoolType | ElementType) and not type_.is_optional
