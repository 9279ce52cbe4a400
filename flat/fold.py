"""Smart constructors of expressions: they fold constants and simplify as far as the operands allow."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from bombsight.flat import expressions as fx
from bombsight.flat.types import NONE
from bombsight.flat.walking import walk

NO = fx.Num(0)
YES = fx.Num(1)
NOTHING = fx.Num(NONE)

COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
"""The Python function of each comparison operator."""


def num(value: bool | int) -> fx.Num:
    """Make a constant expression from a number or a truth value (1 or 0)."""
    return fx.Num(int(value))


def arithmetic(op: fx.ArithmeticOp, left: fx.Expr, right: fx.Expr) -> fx.Expr:
    """Make an expression for a sum, a difference or a product; folds constants."""
    match op, left, right:
        case "+", fx.Num(a), fx.Num(b):
            return fx.Num(a + b)
        case "-", fx.Num(a), fx.Num(b):
            return fx.Num(a - b)
        case "*", fx.Num(a), fx.Num(b):
            return fx.Num(a * b)
        case (
            ("+" | "-", value, fx.Num(0)) | ("+", fx.Num(0), value) | ("*", value, fx.Num(1)) | ("*", fx.Num(1), value)
        ):
            return value
        case "+", _, fx.Negative(inner):
            return arithmetic("-", left, inner)
        case "+", fx.Arithmetic("+", inner, fx.Num(a)), fx.Num(b):
            return arithmetic("+", inner, fx.Num(a + b))
        case _:  # the rest: not foldable
            return fx.Arithmetic(op, left, right)


def plus(left: fx.Expr, right: fx.Expr | int) -> fx.Expr:
    """Make an expression for a sum; folds constants."""
    return arithmetic("+", left, fx.Num(right) if isinstance(right, int) else right)


def times(left: fx.Expr, right: int) -> fx.Expr:
    """Make an expression for a product; folds constants."""
    return arithmetic("*", left, fx.Num(right))


def negate_number(value: fx.Expr) -> fx.Expr:
    """Make an expression for the negation of a number; folds constants."""
    return fx.Num(-value.value) if isinstance(value, fx.Num) else fx.Negative(value)


def quotient(left: fx.Expr, divisor: fx.Expr, up: bool) -> fx.Expr:
    """Make an expression for a quotient, rounded up or down; folds constants."""
    match left, divisor:
        case fx.Num(a), fx.Num(b):
            return fx.Num(-(-a // b) if up else a // b)
        case _, fx.Num(1):
            return left
        case _:  # the rest: not foldable
            return fx.Quotient(left, divisor, up)


def compare(op: fx.CompareOp, left: fx.Expr, right: fx.Expr) -> fx.Expr:
    """Make an expression for a comparison; folds constants."""
    if isinstance(left, fx.Num) and isinstance(right, fx.Num):
        return num(COMPARE[op](left.value, right.value))
    return fx.Compare(op, left, right)


def equal(left: fx.Expr, right: fx.Expr | int) -> fx.Expr:
    """Make an expression for an equality test; folds constants."""
    return compare("==", left, fx.Num(right) if isinstance(right, int) else right)


def between(value: fx.Expr, low: fx.Expr, high: fx.Expr) -> fx.Expr:
    """Make an expression for a range test; folds constants."""
    match value, low, high:
        case fx.Num(v), fx.Num(a), fx.Num(b):
            return num(a <= v <= b)
        case _, fx.Num(a), fx.Num(b) if a == b:
            return equal(value, low)
        case _:  # the rest: not foldable
            return fx.Between(value, low, high)


def among(value: fx.Expr, members: Sequence[fx.Expr]) -> fx.Expr:
    """Make an expression for a membership test; folds constants."""
    if isinstance(value, fx.Num) and all(isinstance(member, fx.Num) for member in members):
        return num(value in members)
    if len(members) == 1:
        return equal(value, members[0])
    return fx.Among(value, tuple(members))


def negation(value: fx.Expr) -> fx.Expr:
    """Make an expression for the logical negation of a condition; folds constants."""
    match value:
        case fx.Num(v):
            return num(not v)
        case fx.Not(inner):
            return inner
        case fx.Compare("==", left, right):
            return fx.Compare("!=", left, right)
        case fx.Compare("!=", left, right):
            return fx.Compare("==", left, right)
        case _:  # the rest: not foldable
            return fx.Not(value)


def conjunction(terms: Sequence[fx.Expr]) -> fx.Expr:
    """Make a conjunction; terms before one that is always false are dropped if they cannot fault."""
    return _join_terms(terms, fx.All, neutral=1)


def disjunction(terms: Sequence[fx.Expr]) -> fx.Expr:
    """Make a disjunction; terms before one that is always true are dropped if they cannot fault."""
    return _join_terms(terms, fx.Either, neutral=0)


def _join_terms(terms: Sequence[fx.Expr], join: type[fx.All] | type[fx.Either], neutral: int) -> fx.Expr:
    """Make a conjunction or disjunction (``join``), with nested ones merged and ``neutral`` terms dropped."""
    kept: list[fx.Expr] = []
    for term in terms:
        if isinstance(term, join):
            kept.extend(term.terms)
        elif not isinstance(term, fx.Num):
            kept.append(term)
        elif bool(term.value) != bool(neutral):
            if not any(map(can_fault, kept)):
                return num(not neutral)
            kept.append(num(not neutral))
            break
    if not kept:
        return num(neutral)
    return kept[0] if len(kept) == 1 else join(tuple(kept))


def pick(condition: fx.Expr, value: fx.Expr, otherwise: fx.Expr) -> fx.Expr:
    """Make a conditional expression; folds constants."""
    if isinstance(condition, fx.Num):
        return value if condition.value else otherwise
    return value if value == otherwise and not can_fault(condition) else fx.Pick(condition, value, otherwise)


def or_else(value: fx.Expr, otherwise: fx.Expr) -> fx.Expr:
    """Make an expression for a value with a fallback for none; folds constants."""
    if isinstance(value, fx.Num):
        return otherwise if value.value == NONE else value
    return fx.OrElse(value, otherwise)


def extreme(which: Literal["min", "max"], values: Sequence[fx.Expr]) -> fx.Expr:
    """Make an expression for a minimum or maximum (``which``); folds constants."""
    known = [value.value for value in values if isinstance(value, fx.Num)]
    if len(known) == len(values):
        return fx.Num(min(known) if which == "min" else max(known))
    return fx.Extreme(which, tuple(values))


def clamp(value: fx.Expr, low: int, high: int) -> fx.Expr:
    """Make an expression that clamps a value to a range."""
    return fx.Num(min(max(value.value, low), high)) if isinstance(value, fx.Num) else fx.Clamp(value, low, high)


def neighbour(value: fx.Expr, step: Literal[1, -1], size: int) -> fx.Expr:
    """Make an expression for the enum value ``step`` places on, or none beyond the ends; folds constants."""
    if isinstance(value, fx.Num):
        return fx.Num(value.value + step) if 0 <= value.value + step < size else NOTHING
    return fx.Neighbour(value, step, size)


def some(value: fx.Expr, site: int) -> fx.Expr:
    """Make an expression that faults at a site if the value is none; folds constants."""
    if isinstance(value, fx.Num):
        return fx.Failure(site) if value.value == NONE else value
    return fx.Some(value, site)


FAULTS = (fx.Some, fx.Fit, fx.Failure)

MAYBE_FAULTING = frozenset({*FAULTS, fx.Taking, fx.Place, fx.Quantifier, fx.Call})
"""Nodes that may fault, directly or in a part."""


def can_fault(value: fx.Expr | fx.Source, functions: frozenset[str] | None = None) -> bool:
    """Whether evaluating a value may fault; ``functions`` names those whose calls may fault, None says that all may."""
    for part in walk(value):
        if type(part) not in MAYBE_FAULTING:
            continue
        match part:
            case fx.Place(site=None) | fx.Quantifier(steps=None):
                pass
            case fx.Call(function=function) if functions is not None and function not in functions:
                pass
            case _:  # the rest: of MAYBE_FAULTING, may fault
                return True
    return False
