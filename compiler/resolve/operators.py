"""Resolution of operators, with the range of each result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, assert_never

from bombsight.compiler.findings import replacement_fix
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve import calls, expressions, names
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.foreign import explain_members
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.type_check import (
    check_not_empty,
    check_type,
    narrow_type_by_defines,
    report_error,
    require_not_none,
    unknown_value,
)
from bombsight.compiler.resolve.types import describe_type, fits_32_bits, is_same_kind
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Fix
from bombsight.flat.types import (
    BOOL,
    INT_MAX,
    INT_MIN,
    UNKNOWN,
    EnumType,
    IntType,
    ListType,
    NoneType,
    PartsType,
    TextType,
    Type,
    UnknownType,
)


def resolve_arithmetic(ctx: Context, node: ast.Binary, scope: Scope) -> x.Expr:
    """Resolve a sum, difference or product, with its range."""
    match node:  # `K-1` may be the name of a table
        case ast.Binary(op="-", left=ast.Name(name=name), right=ast.Number(value=number)):
            if name not in scope.variables and f"{name}-{number}" in ctx.env.tables:
                return calls.report_uncalled(ctx, node, f"{name}-{number}")
        case _:  # the rest: plain arithmetic
            pass
    left, right = expressions.resolve_number(ctx, node.left, scope), expressions.resolve_number(ctx, node.right, scope)
    if not isinstance(left.type, IntType) or not isinstance(right.type, IntType):
        return x.Arithmetic(op=node.op, left=left, right=right, type=UNKNOWN, span=node.span)
    type_ = arithmetic_range(node.op, left.type, right.type)
    if not fits_32_bits(type_):
        return report_error(ctx, node, "V004", "this may not fit 32 bits", "Use smaller ranges.")
    return x.Arithmetic(op=node.op, left=left, right=right, type=type_, span=node.span)


def resolve_comparison(ctx: Context, node: ast.Compare, scope: Scope) -> x.Expr:
    """Resolve a comparison of two numbers; enum values do not compare."""
    sides = [
        narrow_type_by_defines(expressions.resolve(ctx, side, scope, None), scope) for side in (node.left, node.right)
    ]
    if any(isinstance(side.type, EnumType) for side in sides):
        return report_error(
            ctx, node, "P001", "values of an enum have an order, but no size", order_test_help(ctx, node, sides)
        )
    left, right = expressions.require_number(ctx, sides[0]), expressions.require_number(ctx, sides[1])
    return x.Comparison(op=node.op, left=left, right=right, type=BOOL, span=node.span)


def order_test_help(ctx: Context, node: ast.Compare, operands: Sequence[x.Expr]) -> str:
    """Return the advice to write ``x in a..b`` where two enum values are compared by ``<``, ``<=``, ``>`` or ``>=``."""
    asked, other = node.left, operands[1]
    op = node.op
    if isinstance(operands[0], x.Const):
        asked, other = node.right, operands[0]
        op = MIRRORED_COMPARATORS[op]
    what = ctx.env.source_text(asked.span)
    if not isinstance(other, x.Const) or not isinstance(other.type, EnumType):
        return f"Write `{what} in low..high`, with the first and the last of the values that are meant."
    values = ctx.env.enums[other.type.enum].values
    at = other.value
    match op:
        case ">" | ">=":
            at += op == ">"
            span = f"{values[at]}..{values[-1]}" if at < len(values) else ""
        case "<" | "<=":
            at -= op == "<"
            span = f"{values[0]}..{values[at]}" if at >= 0 else ""
        case _:
            assert_never(op)
    return f"Write `{what} in {span}`." if span else f"None of its values is beyond {values[other.value]}."


MIRRORED_COMPARATORS: dict[ast.Comparator, ast.Comparator] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""Each comparison operator with the one for swapped operands."""


def arithmetic_range(op: ast.Operator, left: IntType, right: IntType) -> IntType:
    """Return the range of a sum, a difference or a product."""
    match op:
        case "+":
            return IntType(left.low + right.low, left.high + right.high)
        case "-":
            return IntType(left.low - right.high, left.high - right.low)
        case "*":
            corners = [left.low * right.low, left.low * right.high, left.high * right.low, left.high * right.high]
            return IntType(min(corners), max(corners))
        case _:
            assert_never(op)


def resolve_division(ctx: Context, node: ast.Divide, scope: Scope) -> x.Expr:
    """Resolve a quotient with its rounding and range."""
    left = expressions.resolve_number(ctx, node.left, scope)
    right = expressions.resolve(ctx, node.right, scope, None)
    rounding = node.rounding
    if rounding is None:
        ctx.findings.add(
            "V007",
            "this division does not say how it rounds",
            node.span,
            help="Write `rounded down` or `rounded up` behind it.",
        )
        rounding = "down"
    divisor = require_divisor(ctx, right, node.right)
    if divisor is None:
        return unknown_value(node)
    if not isinstance(left.type, IntType):
        return unknown_value(node)
    low, high = left.type.low, left.type.high
    ends = [divisor.type.low, divisor.type.high] if isinstance(divisor.type, IntType) else [1]
    corners = [divide_rounded(number, divided_by, rounding) for number in (low, high) for divided_by in ends]
    type_ = IntType(min(corners), max(corners))
    return x.Quotient(left=left, divisor=divisor, rounding=rounding, type=type_, span=node.span)


def divide_rounded(number: int, divisor: int, rounding: ast.Rounding) -> int:
    """Divide by a positive number, rounding up or down."""
    match rounding:
        case "down":
            return number // divisor
        case "up":
            return -(-number // divisor)
        case _:
            assert_never(rounding)


def require_divisor(ctx: Context, right: x.Expr, node: ast.Expr) -> x.Expr | None:
    """Return the divisor if it is a positive constant or all-positive printed data; else report it and return None."""
    if isinstance(right, x.Const) and right.value > 0:
        return right
    if isinstance(right, x.EnumData) and isinstance(right.type, IntType) and right.type.low > 0:
        return right
    if not isinstance(right.type, UnknownType):
        ctx.findings.add(
            "V008",
            "a divisor must be a positive number, or printed data that are all positive",
            node.span,
            help="Division by what may be 0 has no answer.",
        )
    return None


def resolve_equality(ctx: Context, node: ast.Is, scope: Scope) -> x.Expr:
    """Resolve ``==``, ``!=`` or ``is``; the type of each operand disambiguates enum words in the other."""
    left_node, right_node = node.left, node.right
    if names.needs_expected_type(ctx, left_node, scope):
        right = expressions.resolve(ctx, right_node, scope, None)
        left = expressions.resolve(ctx, left_node, scope, right.type)
    else:
        left = expressions.resolve(ctx, left_node, scope, None)
        right = expressions.resolve(ctx, right_node, scope, left.type)
    if not isinstance(left.type, NoneType) and not isinstance(right.type, NoneType):
        if isinstance(left.type, TextType) or isinstance(right.type, TextType):
            return report_error(ctx, node, "P016", "no rule may ask what a name is")
        if not is_same_kind(left.type, right.type):
            ctx.findings.add("P001", f"{describe_type(left.type)} cannot be {describe_type(right.type)}", node.span)
    elif isinstance(left.type, NoneType) and isinstance(right.type, NoneType):
        ctx.findings.add("P001", "none is always none", node.span)
    elif isinstance(right.type, NoneType) and not (left.type.is_optional or isinstance(left.type, UnknownType)):
        if not scope.knows_not_none(left):
            ctx.findings.add("V009", "this can never be none", left.span, help="Leave the test out.")
    op = "!=" if node.negated else "=="
    return x.Comparison(op="!=" if op == "!=" else "==", left=left, right=right, type=BOOL, span=node.span)


def one_of_help(ctx: Context, node: ast.Or) -> tuple[str, Fix | None]:
    """Return the advice to write `x is a or b` as `x in {a, b}`, with a fix if it is certain."""
    first, *others = node.terms
    words = [term for term in others if not isinstance(term, ast.Is)]
    asked = {ctx.env.source_text(term.left.span) for term in node.terms if isinstance(term, ast.Is)}
    alike = {term.negated for term in node.terms if isinstance(term, ast.Is)}
    is_whole = isinstance(first, ast.Is) and len(asked) == len(alike) == 1 and (words == others or not first.negated)
    if not is_whole or any(isinstance(term, ast.Compare) for term in others):
        return "Write a whole condition on each side: `oil is 0 or lamp is 0`.", None
    plain = [term.right if isinstance(term, ast.Is) else term for term in node.terms]
    values = ", ".join(ctx.env.source_text(term.span) for term in plain)
    written = f"{'not ' if alike.pop() else ''}{asked.pop()} in {{{values}}}"
    return f"Write `{written}`.", replacement_fix(node.span, written)


def resolve_or_else(ctx: Context, node: ast.OrElse, scope: Scope, expected: Type | None) -> x.Expr:
    """Resolve ``x or else y``: dice are allowed in x, which is always evaluated, not in y."""
    value = expressions.resolve(ctx, node.value, scope, expected)
    if isinstance(value.type, UnknownType):
        expressions.resolve(ctx, node.otherwise, scope.without_draws(), expected)
        return unknown_value(node)
    if isinstance(value.type, PartsType):
        help = "Ask for one part of it, or test it first: `if ... is not none`."
        return report_error(
            ctx, node, "P001", f"this is {describe_type(value.type)}, and `or else` takes a single value", help
        )
    otherwise = expressions.resolve(ctx, node.otherwise, scope.without_draws(), value.type)
    if isinstance(value.type, NoneType):
        return report_error(ctx, node, "P001", "none is always none", "Write what stands behind `or else` alone.")
    if not value.type.is_optional:
        summed = isinstance(node.value, ast.Binary | ast.Negate)
        ctx.findings.add(
            "V009",
            "this can never be none",
            value.span,
            labels=[(otherwise.span, "this never counts")],
            help="Leave `or else` out."
            + (" It takes the whole sum: where a part may be none, write `2 + (x or else 0)`." if summed else ""),
        )
    elif isinstance(otherwise.type, NoneType):
        ctx.findings.add("V009", "none or else none is none", otherwise.span, help="Leave `or else none` out.")
        return value
    elif not is_same_kind(otherwise.type, value.type):
        ctx.findings.add(
            "P001",
            f"this is {describe_type(otherwise.type)}, but {describe_type(value.type.without_none())} is needed",
            otherwise.span,
        )
        return unknown_value(node)
    return x.OrElse(value=value, otherwise=otherwise, type=or_else_type(value.type, otherwise.type), span=node.span)


def or_else_type(value: Type, otherwise: Type) -> Type:
    """Return the type of ``x or else y`` from the types of both operands."""
    found = value.without_none()
    if isinstance(found, IntType) and isinstance(otherwise, IntType):
        found = IntType(min(found.low, otherwise.low), max(found.high, otherwise.high))
    return found.with_none() if otherwise.is_optional else found


def resolve_range_test(ctx: Context, node: ast.Within, scope: Scope) -> x.Expr:
    """Resolve ``x in low..high`` for numbers or enum values; an open end is the first or last value."""
    value = require_not_none(ctx, narrow_type_by_defines(expressions.resolve(ctx, node.value, scope, None), scope))
    type_ = value.type if isinstance(value.type, EnumType) else IntType(INT_MIN, INT_MAX)
    low = expressions.resolve_typed(ctx, node.low, scope, type_) if node.low else None
    high = expressions.resolve_typed(ctx, node.high, scope, type_) if node.high else None
    if not isinstance(value.type, IntType | EnumType | UnknownType):
        ctx.findings.add("P001", f"this is {describe_type(value.type)}, but a number is needed", value.span)
    if isinstance(type_, EnumType):
        low = low or x.Const(value=0, type=type_, span=node.span)
        high = high or x.Const(value=len(ctx.env.enums[type_.enum].values) - 1, type=type_, span=node.span)
    if low is None or high is None:
        op: Literal["<=", ">="] = "<=" if low is None else ">="
        end = low or high
        assert end is not None
        return x.Comparison(op=op, left=value, right=end, type=BOOL, span=node.span)
    check_not_empty(ctx, low, high)
    return x.InRange(value=value, low=low, high=high, type=BOOL, span=node.span)


def resolve_membership(ctx: Context, node: ast.Member, scope: Scope) -> x.Expr:
    """Resolve ``x in {a, b}`` and ``x in list``."""
    value = expressions.resolve(ctx, node.value, scope, None)
    if isinstance(node.members, ast.SetLiteral):
        members = tuple(expressions.resolve_typed(ctx, m, scope, value.type.with_none()) for m in node.members.members)
        return x.OneOf(value=value, members=members, type=BOOL, span=node.span)
    if isinstance(node.members, ast.Name):
        variable = scope.variables.get(node.members.name)
        if variable is not None and isinstance(variable.type, ListType):
            names.record_variable_mention(ctx, node.members.name, node.members.span, scope)
            return x.InList(
                value=check_type(ctx, value, variable.type.element.with_none()),
                variable=node.members.name,
                type=BOOL,
                span=node.span,
            )
    help, fix = "Write `in {a, b}` or `in 1..3`.", None
    match node.members:
        case ast.Binary(op="-", left=low, right=high):
            written = f"{ctx.env.source_text(low.span)}..{ctx.env.source_text(high.span)}"
            help, fix = f"Write `in {written}`.", replacement_fix(node.members.span, written)
        case ast.Name(name=name) if name in scope.variables and scope.variables[name].rolled:
            help = f"Of each die of a roll write `any 6 in {name}`, `count 6 in {name}` or `{name}.doubles`."
            if isinstance(node.value, ast.Number):
                fix = replacement_fix(node.span, f"any {node.value.value} in {name}")
        case _:  # the rest: no known idiom
            help = explain_members(ctx.env, node, value) or help
    return report_error(ctx, node, "P005", "behind `in` stands a set, a range or a list that is a variable", help, fix)
