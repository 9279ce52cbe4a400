"""Constant evaluation: values of the rule graph that no state, dice or parameter can change."""

from __future__ import annotations

from operator import eq, ge, gt, le, lt, ne

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.nodes import Define, DefineException, RuleGraph

MAX_DEPTH = 20
"""The maximum depth of defines that call each other."""

COMPARISONS = {"<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne}
"""The comparisons of the language."""


def evaluate_constant(node: x.Expr, graph: RuleGraph, depth: int = 0) -> int | None:
    """Evaluate an expression of printed data, options and defines of these; None for any other.

    Args:
        node: The expression.
        graph: The rule graph, with the options in force.
        depth: The number of defines around the expression.

    Returns:
        The value: a number, 0 or 1 for no or yes, the index of an enum's value.
    """

    def of(part: x.Expr) -> int | None:
        """Evaluate a part of the expression."""
        return evaluate_constant(part, graph, depth)

    match node:
        case x.Const(value=value):
            return value
        case x.OptionRead(option=name):
            return next((option.value for option in graph.options if option.name == name), None)
        case x.EnumData(enum=enum, column=column, value=member):
            at = of(member)
            values = next(
                (each.values for one in graph.enums if one.name == enum for each in one.columns if each.name == column),
                (),
            )
            return values[at] if at is not None and 0 <= at < len(values) else None
        case x.Arithmetic(op=op, left=left, right=right):
            first, second = of(left), of(right)
            if first is None or second is None:
                return None
            return {"+": first + second, "-": first - second, "*": first * second}[op]
        case x.Negation(value=value):
            found = of(value)
            return None if found is None else -found
        case x.CallDefine(define=name, args=()) if depth < MAX_DEPTH:
            define = next((each for each in graph.defines if each.name == name), None)
            return None if define is None else evaluate_define(define, graph, depth + 1)
        case _:  # the rest: a condition, or no constant
            return evaluate_condition(node, graph, depth)


def evaluate_condition(node: x.Expr, graph: RuleGraph, depth: int) -> int | None:
    """Evaluate a condition on constants, as :func:`evaluate_constant` does; None for any other expression."""

    def of(part: x.Expr) -> int | None:
        """Evaluate a part of the condition."""
        return evaluate_constant(part, graph, depth)

    match node:
        case x.NotExpr(value=value):
            found = of(value)
            return None if found is None else int(not found)
        case x.AndExpr(terms=terms):
            values = [of(term) for term in terms]
            return 0 if 0 in values else None if None in values else 1
        case x.OrExpr(terms=terms):
            values = [of(term) for term in terms]
            return 1 if any(values) else None if None in values else 0
        case x.Comparison(op=op, left=left, right=right):
            first, second = of(left), of(right)
            if first is None or second is None:
                return None
            return int(COMPARISONS[op](first, second))
        case _:  # the rest: depends on state or dice, or is not needed in a text
            return None


def evaluate_define(define: Define, graph: RuleGraph, depth: int) -> int | None:
    """Evaluate a define without parameters; None unless its value is a constant."""
    value = applying_value(define.base, define.exceptions, graph, depth)
    return None if value is None else evaluate_constant(value, graph, depth)


def applying_value(
    base: x.Expr, exceptions: tuple[DefineException, ...], graph: RuleGraph, depth: int
) -> x.Expr | None:
    """Find the expression that applies, a base or that of an exception; None if that depends on more than constants."""
    for each in exceptions:
        holds = evaluate_constant(each.condition, graph, depth)
        if holds is None:
            return None
        if holds:
            return applying_value(each.value, each.exceptions, graph, depth)
    return base
