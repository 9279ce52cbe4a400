"""Resolution of names: bare words, and names after a dot."""

from __future__ import annotations

from collections.abc import Iterable

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve import calls, expressions, paths
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.foreign import explain_bound
from bombsight.compiler.resolve.hints import hint_for_name, hint_for_value, hint_for_word, suggest_names
from bombsight.compiler.resolve.mentions import Mention
from bombsight.compiler.resolve.scope import FACES_FACTS, Scope, UnresolvedWord
from bombsight.compiler.resolve.type_check import meaning_of_variable, report_error, require_not_none, unknown_value
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Edit, Fix
from bombsight.dsl.listing import join_names
from bombsight.dsl.source import Span
from bombsight.flat.types import ElementType, EnumType, IntType, PartsType, Type


def needs_expected_type(ctx: Context, node: ast.Expr, scope: Scope) -> bool:
    """Whether a bare word can only be an enum value, whose enum must be inferred from the other operand."""
    return (
        isinstance(node, ast.Name)
        and node.name not in scope.variables
        and node.name not in ctx.env.fields
        and node.name not in ctx.env.defines
    )


def resolve_bare_name(ctx: Context, node: ast.Name, scope: Scope, expected: Type | None) -> x.Expr:
    """Resolve a bare name: a variable, a field, a define or an enum value."""
    name, span, env = node.name, node.span, ctx.env
    if name in scope.variables:
        record_variable_mention(ctx, name, span, scope)
        return x.Var(name=name, type=scope.variables[name].type, span=span)
    if isinstance(expected, EnumType) and expected.enum in env.enums:
        values = env.enums[expected.enum].values
        if name in values:
            ctx.record_mention(span, "value", name, expected.enum)
            return x.Const(value=values.index(name), type=EnumType(expected.enum), span=span)
    if name in env.fields:
        place = paths.resolve_path(ctx, node, scope)
        return paths.read_path(ctx, place, node) if place else unknown_value(node)
    if name in env.defines:
        return calls.resolve_call(ctx, ast.Call(name, (), span=span), scope)
    owners = env.owners.get(name, ())
    if len(owners) == 1:
        values = env.enums[owners[0]].values
        ctx.record_mention(span, "value", name, owners[0])
        return x.Const(value=values.index(name), type=EnumType(owners[0]), span=span)
    if owners:
        return report_error(
            ctx,
            node,
            "N003",
            f"{name} belongs to {join_names(owners, 'and to')}, and this place does not settle which",
            f"Write {owners[0]}.{name}.",
        )
    if ctx.sights is not None:
        ctx.sights.append(UnresolvedWord(name, scope, expected))
    if name in env.options:
        return report_error(ctx, node, "N001", f"{name} is an option", f"Write `option {name}`.")
    if name in env.procedures or name in env.tables:
        return calls.report_uncalled(ctx, node, name)
    help, fix = explain_bound(ctx, node)
    if help:
        return report_error(ctx, node, "N001", f"there is no {name}", help, fix)
    if isinstance(expected, EnumType) and expected.enum in env.enums:
        hint = hint_for_word(env, name, scope, expected)
        return report_error(ctx, node, "N001", f"{name} is no {expected.enum}, and nothing else is called so", hint)
    return report_error(ctx, node, "N001", f"there is no {name}", hint_for_word(env, name, scope, expected))


def record_variable_mention(ctx: Context, name: str, span: Span, scope: Scope) -> None:
    """Record a mention of a variable, if mentions are requested.

    Args:
        ctx: The context of the item.
        name: The variable.
        span: The place of the name.
        scope: The scope.
    """
    if ctx.mentions is not None:
        variable = scope.variables[name]
        ctx.mentions.append(Mention(span, meaning_of_variable(name, variable), variable.type))


def resolve_option_value(ctx: Context, node: ast.Expr, name: str) -> x.Expr:
    """Resolve the name of an option to a read of its value."""
    type_ = ctx.env.options.get(name)
    if type_ is None:
        return report_error(ctx, node, "N001", f"there is no option {name}", hint_for_name(ctx.env, "option", name))
    return x.OptionRead(option=name, type=type_, span=node.span)


def resolve_attribute(ctx: Context, node: ast.Attribute, scope: Scope, expected: Type | None) -> x.Expr:
    """Resolve a name after a dot: a field, a column, a part, or a qualified enum value."""
    base, env = node.value, ctx.env
    if isinstance(base, ast.Name):
        if base.name in env.enums and base.name not in scope.variables:
            values = env.enums[base.name].values
            if node.name in values:
                ctx.record_mention(base.span, "enum", base.name)
                ctx.record_mention(node.span.last_characters(len(node.name)), "value", node.name, base.name)
                return x.Const(value=values.index(node.name), type=EnumType(base.name), span=node.span)
            meant = hint_for_value(env, node.name, EnumType(base.name))
            return report_error(ctx, node, "N001", f"{node.name} is no {base.name}", meant)
        variable = scope.variables.get(base.name)
        if variable is not None:
            if node.name in ("natural", "total") and variable.rolled:
                record_variable_mention(ctx, base.name, base.span, scope)
                return x.RollFact(
                    variable=base.name,
                    fact="natural" if node.name == "natural" else "total",
                    type=IntType(-999, 999),
                    span=node.span,
                )
            if variable.rolled and node.name not in attributes_of(ctx, variable.type):
                record_variable_mention(ctx, base.name, base.span, scope)
                facts = ("natural", "total", *(FACES_FACTS if variable.dice is not None else ()))
                known = suggest_names(ctx.env, node.name, [*attributes_of(ctx, variable.type), *facts], "It has")
                return report_error(ctx, node, "N001", f"{base.name} has no {node.name}", known)
            if isinstance(variable.type, PartsType):
                return resolve_part(ctx, node, base, variable.type, scope)
        elif (indexed := index_enum_with(ctx, base.name, node.name)) is not None:
            ctx.findings.add(
                "P008",
                f"{base.name} has no part {node.name}, but one for each {indexed}",
                node.span,
                help=f"Write `{base.name}[{node.name}]`.",
                fix=Fix(f"Write `{base.name}[{node.name}]`", (Edit(node.span, f"{base.name}[{node.name}]"),)),
            )
            return unknown_value(node)
    if paths.record_field_at(ctx, base, scope) is not None:
        place = paths.resolve_path(ctx, node, scope)
    else:
        owner = expressions.resolve(ctx, base, scope, None)
        if isinstance(owner.type, EnumType):
            return calls.resolve_column(ctx, owner, node.name, node)
        place = paths.resolve_element_field(ctx, node, owner)
    return paths.read_path(ctx, place, node) if place is not None else unknown_value(node)


def attributes_of(ctx: Context, type_: Type) -> Iterable[str]:
    """Return the names of what a value of a type has behind a dot."""
    match type_:
        case PartsType(parts=parts):
            return [part.name for part in parts]
        case EnumType(enum=enum):
            return [column.name for column in ctx.env.enums[enum].columns]
        case ElementType(record=record):
            return ctx.env.records[record]
        case _:  # the rest: nothing
            return ()


def index_enum_with(ctx: Context, field: str, word: str) -> str | None:
    """Return the enum that indexes an array field, if the enum contains a word; else None."""
    shape = ctx.env.fields.get(field)
    if shape is None or len(shape.indices) != 1 or shape.record is not None:
        return None
    enum = ctx.env.enums[shape.indices[0]]
    return enum.name if word in enum.values else None


def resolve_part(ctx: Context, node: ast.Attribute, base: ast.Name, type_: PartsType, scope: Scope) -> x.Expr:
    """Resolve ``x.part``, a named part of the result that a variable holds.

    Args:
        ctx: The context of the item.
        node: The whole expression.
        base: The variable.
        type_: Its type.
        scope: The scope.
    """
    for each in type_.parts:
        if each.name == node.name:
            whole = x.Var(name=base.name, type=type_, span=base.span)
            record_variable_mention(ctx, base.name, base.span, scope)
            table = scope.variables[base.name].table
            ctx.record_mention(node.span.last_characters(len(node.name)), "part", node.name, table, each.type)
            part_type = each.type
            if type_.optional and not scope.knows_not_none(whole):
                if ctx.absent is None:
                    require_not_none(ctx, whole)
                else:
                    part_type = part_type.with_none()
            return x.PartOf(variable=base.name, part=node.name, type=part_type, span=node.span)
    parts = suggest_names(ctx.env, node.name, [part.name for part in type_.parts], "Its parts are")
    return report_error(ctx, node, "N001", f"{base.name} has no part {node.name}", parts)
