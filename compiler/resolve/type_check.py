"""Type checks of values against their places, and declarations of local names."""

from __future__ import annotations

from attrs import evolve

from bombsight.compiler.findings import Hint, fix_from_hint
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve.environment import Context, Env, Params
from bombsight.compiler.resolve.foreign import explain_truth
from bombsight.compiler.resolve.hints import hint_for_value
from bombsight.compiler.resolve.mentions import Meaning, Mention
from bombsight.compiler.resolve.scope import Scope, Variable
from bombsight.compiler.resolve.types import describe_type, is_same_kind
from bombsight.compiler.symbols import has_invalid_none_default
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Fix
from bombsight.dsl.dice import Dice
from bombsight.dsl.source import Span
from bombsight.dsl.words import value_words
from bombsight.flat.types import UNKNOWN, BoolType, EnumType, IntType, NoneType, TextType, Type, UnknownType

VALUE_WORDS = value_words()

# --- errors


def unknown_value(node: ast.Expr) -> x.Expr:
    """Make a placeholder expression of unknown type, in place of a node that cannot be resolved."""
    return x.Const(value=0, type=UNKNOWN, span=node.span)


def report_error(
    ctx: Context, node: ast.Expr, code: str, message: str, help: str = "", fix: Fix | None = None
) -> x.Expr:
    """Report an error and return a placeholder of unknown type, which suppresses further errors.

    Args:
        ctx: Collects the error.
        node: The expression.
        code: The code.
        message: The problem.
        help: Advice; a hint with one sure name becomes a fix.
        fix: A certain fix, or None.
    """
    ctx.findings.add(
        code, message, node.span, help=help, fix=fix or fix_from_hint(help, span_of_hinted_name(ctx.env, node, help))
    )
    return unknown_value(node)


def span_of_hinted_name(env: Env, node: ast.Expr, help: str) -> Span:
    """Return the place of the name that a hint wants to replace."""
    match node, help:
        case ((ast.Attribute() | ast.OptionValue()), Hint(word=word)):
            return node.span.last_characters(len(word))
        case ((ast.Call() | ast.Do()), Hint(word=word)):
            return env.word_span(node.span, word)
        case _:  # the rest: the whole expression
            return node.span


# --- type checks


def check_type(ctx: Context, expr: x.Expr, expected: Type) -> x.Expr:
    """Return a value checked against the type of its place, ignoring ranges; a mismatch gets an unknown type."""
    actual = expr.type
    if isinstance(actual, UnknownType) or isinstance(expected, UnknownType):
        return expr
    if isinstance(actual, NoneType):
        if not expected.is_optional:
            ctx.findings.add(
                "V005",
                f"none cannot stand here: this needs {expected}",
                expr.span,
                help="Write `or none` behind the type, or give a value.",
            )
        return evolve(expr, type=expected)
    if not is_same_kind(actual, expected):
        truth, fix = explain_truth(ctx.env, expr) if isinstance(expected, BoolType) else ("", None)
        ctx.findings.add(
            "P001",
            f"this is {describe_type(actual)}, but {describe_type(expected)} is needed",
            expr.span,
            help=f"Declare what it is kept in as `{actual}`."
            if isinstance(actual, TextType)
            else truth or own_words_help(ctx.env, actual, expected) or hint_for_value(ctx.env, "", expected),
            fix=fix,
        )
        return evolve(expr, type=UNKNOWN)
    return expr if expected.is_optional else require_not_none(ctx, expr)


def own_words_help(env: Env, actual: Type, expected: Type) -> str:
    """Return the advice to add `gives ENUM` to a table whose result words are all values of the enum; else empty."""
    if not isinstance(actual, EnumType) or not isinstance(expected, EnumType):
        return ""
    given, needed = env.enums[actual.enum], env.enums[expected.enum]
    if given.owner != "table" or not set(given.values) <= set(needed.values):
        return ""
    table = given.name.removesuffix(" result")
    return f"Table {table} does not say that its words are values of {needed.name}: write `gives {needed.name}` in it."


def require_not_none(ctx: Context, expr: x.Expr) -> x.Expr:
    """Return a value with a type without none; report it if it may be none."""
    if expr.type.is_optional and ctx.absent is not None:
        ctx.absent.append(expr)
        return evolve(expr, type=expr.type.without_none())
    if expr.type.is_optional and not (isinstance(expr, x.Read) and has_reported_none_default(ctx.env, expr)):
        ctx.findings.add(
            "V006",
            "this may be none here",
            expr.span,
            help="Test it first: `if ... is not none` around it, or `where` in the loop. "
            "Or say what counts instead, behind `or else`.",
        )
    return evolve(expr, type=expr.type.without_none()) if expr.type.is_optional else expr


def has_reported_none_default(env: Env, read: x.Read) -> bool:
    """Whether a field defaults to none without an optional type, which is already reported at its declaration."""
    first, *behind = read.field.split(".")
    shape = env.fields.get(first)
    owner = first if shape is None else shape.record
    for name in behind:
        shape = env.records.get(owner or "", {}).get(name)
        owner = shape.record if shape is not None else None
    return shape is not None and has_invalid_none_default(shape.decl)


def narrow_type(expr: x.Expr, scope: Scope) -> x.Expr:
    """Return a value without none in its type, if a test outside defines has shown that it is not none."""
    if expr.type.is_optional and scope.knows_not_none(expr, ignores_defines=True):
        return evolve(expr, type=expr.type.without_none())
    return expr


def narrow_type_by_defines(expr: x.Expr, scope: Scope) -> x.Expr:
    """Return a value without none in its type, if any test, also inside a define, has shown that it is not none."""
    if expr.type.is_optional and scope.knows_not_none(expr):
        return evolve(expr, type=expr.type.without_none())
    return expr


def check_range(ctx: Context, value: x.Expr, type_: Type) -> None:
    """Report a value whose range never overlaps the expected one; a partial overlap is checked in play.

    Of a conditional, report each such value.
    """
    if isinstance(value, x.Conditional):
        check_range(ctx, value.value, type_)
        check_range(ctx, value.otherwise, type_)
        return
    if isinstance(value.type, IntType) and isinstance(type_, IntType):
        if value.type.low > type_.high or value.type.high < type_.low:
            ctx.findings.add(
                "V001",
                f"this is {describe_type(value.type)}, which is never within {type_}",
                value.span,
                help="Widen the range or mend the value.",
            )


def check_not_empty(ctx: Context, low: x.Expr, high: x.Expr, help: str = "Put the lower end first.") -> None:
    """Report a range whose lower end always exceeds its upper end.

    Args:
        ctx: The context of the item.
        low: The lower end.
        high: The upper end.
        help: The advice.
    """
    ends = [bounds_of(end) for end in (low, high)]
    if ends[0] and ends[1] and ends[0][0] > ends[1][1]:
        first, last = sorted((low.span, high.span), key=lambda span: span.start)
        span = first.extend_to(last)
        ctx.findings.add("V003", f"the range {ctx.env.source_text(span)} is always empty", span, help=help)


def bounds_of(expr: x.Expr) -> tuple[int, int] | None:
    """Return the least and the greatest value of a number; of a constant enum value, its index as both; else None."""
    match expr:
        case x.BaseExpr(type=IntType(low=low, high=high)):
            return low, high
        case x.Const(value=value, type=EnumType()):
            return value, value
        case _:  # the rest: not known
            return None


# --- names


def bind_name(
    ctx: Context,
    name: str,
    type_: Type,
    span: Span,
    scope: Scope,
    *,
    settable: bool = False,
    rolled: bool = False,
    dice: Dice | None = None,
    fewer: bool = False,
    owner: str = "",
    table: str = "",
    help: str = "Choose another name.",
) -> Scope:
    """Return the scope with a new local name, and report conflicts with visible and declared names.

    Args:
        ctx: Collects errors.
        name: The name.
        type_: The type of its value.
        span: The declaration.
        scope: The scope before it.
        settable: Whether ``set`` may change it.
        rolled: Whether it holds a roll, with natural dice and total.
        dice: The dice of that roll.
        fewer: Whether there may be fewer of these dice.
        owner: The item whose parameter it is.
        table: The table whose result it holds.
        help: Advice for a conflict with a declared name.
    """
    env = ctx.env
    place = env.word_span(span, name)
    if name in VALUE_WORDS:
        ctx.findings.add(
            "N005", f"{name} is a word of the language and cannot be a name", place, help="Choose another name."
        )
    elif name in scope.variables:
        ctx.findings.add(
            "N004",
            f"{name} is already a name here",
            place,
            labels=[(scope.variables[name].span, "given here")],
            help="Choose another name.",
        )
    elif name in env.declared or name in env.owners:
        what = "a value of " + env.owners[name][0] if name in env.owners else "declared elsewhere"
        labels = [(env.declared[name], "declared here")] if name in env.declared else []
        ctx.findings.add(
            "N004",
            f"{name} is {what}, so it cannot be a variable's name",
            place,
            labels=labels,
            help=help,
        )
    variable = Variable(type_, span, settable, rolled, owner, table, dice, fewer)
    if ctx.mentions is not None and not owner:
        ctx.mentions.append(Mention(span, meaning_of_variable(name, variable), type_, declares=True))
    return scope.with_variable(name, variable)


def meaning_of_variable(name: str, variable: Variable) -> Meaning:
    """Return the declaration that a variable name refers to: a parameter of an item, or a local variable."""
    return Meaning("parameter", name, variable.of) if variable.of else Meaning("variable", name, "", variable.span)


def result_table_of(value: x.Expr) -> str:
    """Return the name of the table whose roll or look-up a value is; empty for other values."""
    return value.table if isinstance(value, x.RollOn | x.LookUp) else ""


def bind_params(ctx: Context, params: Params, span: Span, scope: Scope, owner: str) -> Scope:
    """Return the scope with the parameters of an item declared in it.

    Args:
        ctx: The context of the item.
        params: The names and types of the parameters.
        span: The place of their declaration.
        scope: The scope.
        owner: The name of the item.
    """
    for name, type_ in params:
        scope = bind_name(ctx, name, type_, span, scope, owner=owner)
    return scope


def check_default_read(ctx: Context, span: Span, scope: Scope) -> None:
    """Report a read of state inside the default of a field."""
    if scope.default:
        hint = "It may use options, printed data and its own index."
        ctx.findings.add("P007", "a default may not read state", span, help=hint)
