"""Resolution of statements that change lists: add, remove, move, reset."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import expressions, paths
from bombsight.compiler.resolve.environment import Context, StmtResult
from bombsight.compiler.resolve.hints import field_titles, suggest_names
from bombsight.compiler.resolve.narrowing import scope_after
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.type_check import bind_name, require_not_none
from bombsight.compiler.resolve.types import is_same_kind
from bombsight.dsl import ast
from bombsight.dsl.listing import join_names
from bombsight.flat.types import BoolType, ElementType, EnumType, IntType, ListType, Type


def resolve_add_element(ctx: Context, stmt: ast.Add, name: str, type_: ListType, scope: Scope) -> list[g.Stmt]:
    """Resolve ``add R(...) to list``, which adds a new element of record R to a state list.

    Args:
        ctx: The context of the item.
        stmt: The statement.
        name: The list.
        type_: Its type.
        scope: The scope.
    """
    if not isinstance(type_.element, ElementType):  # already reported at the declaration of the list
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
                help=suggest_names(ctx.env, item.name, field_titles(members), "It has"),
            )
            continue
        if item.name in given:
            ctx.findings.add("N002", f"{item.name} is given twice", item.span)
        given.add(item.name)
        ctx.record_mention(item.span.first_characters(len(item.name)), "member", item.name, record, shape.type)
        value = expressions.resolve_in_range(ctx, item.value, scope, shape.type)
        inits.append(g.FieldInit(field=f"{record}.{item.name}", value=value))
    missing = [
        m for m, shape in members.items() if m not in given and shape.decl.default is None and needs_value(shape.type)
    ]
    if missing:
        ctx.findings.add(
            "P027",
            f"a new {record} needs {join_names(missing)}",
            new.span,
            help=f"Write `{missing[0]}: ...`, or give the field a default.",
        )
    return [g.AddElement(list=name, record=record, fields=tuple(inits), span=stmt.span)]


def resolve_remove(ctx: Context, stmt: ast.Remove | ast.RemoveEach, scope: Scope) -> StmtResult:
    """Resolve ``remove``, of one or all matching list elements, to a graph statement, with the scope after it."""
    after = scope_after(ctx.env, scope, stmt)
    named = resolve_list_target(ctx, stmt.list, "only an element of a state list can be removed")
    if named is None:
        return [], after
    name, type_ = named
    if isinstance(stmt, ast.Remove):
        if not check_list_element(ctx, stmt, type_, scope, "removed"):
            return [], after
        return [g.Remove(variable=stmt.element, list=name, span=stmt.span)], after
    inner = bind_name(ctx, stmt.variable, type_.element, stmt.span, scope)
    where = expressions.resolve_boolean(ctx, stmt.where, inner) if stmt.where is not None else None
    if not isinstance(type_.element, ElementType):  # already reported
        return [], after
    return [g.RemoveEach(variable=stmt.variable, list=name, where=where, span=stmt.span)], after


def resolve_move(ctx: Context, stmt: ast.Move, scope: Scope) -> StmtResult:
    """Resolve ``move``, of an element to its list's start or end, to a graph statement, with the scope after it."""
    after = scope_after(ctx.env, scope, stmt)
    named = resolve_list_target(ctx, stmt.list, "only an element of a state list can be moved")
    if named is None:
        return [], after
    name, type_ = named
    if not check_list_element(ctx, stmt, type_, scope, "moved") or not isinstance(type_.element, ElementType):
        return [], after
    return [g.Move(variable=stmt.element, list=name, first=stmt.first, span=stmt.span)], after


def resolve_list_target(ctx: Context, node: ast.Expr, message: str) -> tuple[str, ListType] | None:
    """Resolve the state list that a statement changes, with its type; None after an error."""
    name = node.name if isinstance(node, ast.Name) else None
    type_ = ctx.env.fields[name].type if name is not None and name in ctx.env.fields else None
    if name is None or not isinstance(type_, ListType):
        ctx.findings.add("P033", message, node.span, help=suggest_names(ctx.env, name or "", [*ctx.env.lists.values()]))
        return None
    ctx.record_mention(node.span, "field", name, type_=type_)
    return name, type_


def check_list_element(ctx: Context, stmt: ast.Remove | ast.Move, type_: ListType, scope: Scope, verb: str) -> bool:
    """Whether a statement names a variable that holds an element of its list; report an error if not.

    Args:
        ctx: The item.
        stmt: The statement.
        type_: The type of its list.
        scope: The scope.
        verb: The participle for the message.
    """
    element = expressions.resolve(ctx, ast.Name(stmt.element, span=stmt.span), scope, None)
    if not is_same_kind(element.type, type_.element):
        ctx.findings.add("P001", f"{stmt.element} is no {type_.element}", stmt.span)
    require_not_none(ctx, element)
    if not isinstance(element, x.Var):
        ctx.findings.add(
            "P034",
            f"a name or a variable is {verb}; keep the field in one first",
            stmt.span,
            help="Write `let it = ...` before.",
        )
        return False
    return True


def resolve_reset(ctx: Context, stmt: ast.Reset, target: ast.Expr, scope: Scope) -> StmtResult:
    """Resolve ``reset`` of a field, record, array or list to a graph statement, with the scope after it."""
    after = scope_after(ctx.env, scope, stmt)
    place = paths.resolve_path(ctx, target, scope)
    if place is None:
        return [], after
    if place.element is not None:
        ctx.findings.add("P035", "an element's field cannot be reset; set it", stmt.span)
        return [], after
    if isinstance(place.shape.type, ListType):
        return [g.ResetList(list=place.id, span=stmt.span)], after
    leaves = paths.leaf_field_ids(ctx.env, place.id, place.shape)
    return [g.ResetFields(fields=tuple(leaves), indices=place.indices, span=stmt.span)], after


def needs_value(type_: Type | None) -> bool:
    """Whether a new element must state a value for a field of this type that has no default."""
    return isinstance(type_, EnumType | IntType | BoolType | ElementType) and not type_.is_optional
