"""Lowering of single dice: the outcome of a throw is a number whose digits are the faces, from the lowest on.

A ``0`` among the first digits is no die; so as many dice as a value says have one encoding (``Dice.outcome``).
"""

from __future__ import annotations

from itertools import pairwise
from typing import assert_never

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.lower import expressions
from bombsight.compiler.lower.expressions import lower_expr
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.dsl.dice import Dice
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.types import IntType


def lower_dice_fact(node: x.DiceFact, builder: FunctionBuilder) -> fx.Expr:
    """Lower how many dice of a throw show some faces, or how many show the same."""
    return add_up([fold.pick(test, fold.YES, fold.NO) for test in lower_tests(node, builder)])


def lower_comparison(node: x.Comparison, builder: FunctionBuilder) -> fx.Expr:
    """Lower a comparison; one of dice with a number needs no count, but only the tests."""
    match node:
        case x.Comparison(op=">=", left=x.DiceFact(faces=None) as fact, right=x.Const(value=number)) if number > 0:
            tests = lower_tests(fact, builder)
            return tests[number - 1] if number <= len(tests) else fold.NO
        case x.Comparison(op="==", left=x.DiceFact(faces=None) as fact, right=x.Const(value=number)) if number > 0:
            tests = [*lower_tests(fact, builder), fold.NO]
            same = tests[number - 1 : number + 1]
            return fold.conjunction([same[0], fold.negation(same[1])]) if len(same) == 2 else fold.NO
        case x.Comparison(op=">=", left=x.DiceFact() as fact, right=x.Const(value=1)):
            return fold.disjunction(lower_tests(fact, builder))
        case x.Comparison(op="==", left=x.DiceFact() as fact, right=x.Const(value=0)):
            return fold.negation(fold.disjunction(lower_tests(fact, builder)))
        case _:  # the rest: a comparison of two values
            return expressions.lower_comparison(node, builder)


def lower_tests(node: x.DiceFact, builder: FunctionBuilder) -> list[fx.Expr]:
    """Lower a number of dice to as many tests as there are dice: so many of these hold.

    Of dice that show the same, the tests are whether one does, whether two do, and so on: each follows from the next.
    """
    outcome = lower_expr(node.outcome, builder)
    digits = digits_of(outcome, node.dice)
    if node.faces is not None:
        return [is_among(digit, node.faces, node.dice) for digit in digits]
    is_die = isinstance(node.type, IntType) and node.type.low > 0  # there are as many dice in each throw
    found: list[fx.Expr] = [fold.YES if is_die else fold.compare(">", outcome, fx.Num(0))]
    for count in range(2, len(digits) + 1):
        runs = zip(digits, digits[count - 1 :], strict=False)  # the digits are sorted: equal ones are neighbours
        found.append(fold.disjunction([is_same(last, first, is_die=is_die) for first, last in runs]))
    return found


def is_same(digit: fx.Expr, other: fx.Expr, *, is_die: bool) -> fx.Expr:
    """Return the test whether two dice show the same; without ``is_die`` the first may be none."""
    same = fold.compare("==", digit, other)
    return same if is_die else fold.conjunction([fold.compare(">", digit, fx.Num(0)), same])


def lower_natural_faces(node: x.NaturalFaces, builder: FunctionBuilder) -> fx.Expr:
    """Lower the single dice of the current roll; a fault outside a roll."""
    if builder.faces is None:
        return fx.Failure(builder.add_fault_site(node.span, "no dice lie on the table"))
    return builder.faces


def result_of_outcome(outcome: fx.Expr, dice: Dice) -> fx.Expr:
    """Return the result of a throw of single dice, given its outcome: the sum of the faces, or of those that count."""
    if dice.keep == "digits":
        return outcome
    digits = digits_of(outcome, dice)  # the highest face is the first
    match dice.keep:
        case "highest":
            counted = digits[: dice.kept]
        case "lowest":
            counted = digits[-dice.kept :]
        case "sum" | "fate":
            counted = digits
        case _:
            assert_never(dice.keep)
    return fold.plus(add_up(counted), len(counted) * (dice.lowest_face - 1))


def digits_of(outcome: fx.Expr, dice: Dice) -> list[fx.Expr]:
    """Return the digits of the outcome of a throw, from the last on."""
    quotients = [outcome]
    for at in range(1, dice.die_count):
        quotients.append(fold.quotient(outcome, fx.Num(dice.face_base**at), up=False))
    lasts = [
        fold.arithmetic("-", quotient, fold.times(following, dice.face_base))
        for quotient, following in pairwise(quotients)
    ]
    return [*lasts, quotients[-1]]


def is_among(digit: fx.Expr, faces: tuple[tuple[int, int], ...], dice: Dice) -> fx.Expr:
    """Return the test whether the die with a digit shows one of some faces."""
    tests = []
    for low, high in faces:
        first, last = fx.Num(dice.face_digit(low)), fx.Num(dice.face_digit(high))
        tests.append(fold.compare("==", digit, first) if low == high else fold.between(digit, first, last))
    return fold.disjunction(tests)


def add_up(values: list[fx.Expr]) -> fx.Expr:
    """Return the sum of some numbers."""
    total: fx.Expr = fold.NO
    for value in values:
        total = fold.plus(total, value)
    return total
