"""Merging of tests on one value: together they accept a set of its values, which may have a shorter test."""

from __future__ import annotations

from collections.abc import Mapping

from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.functions import Variable
from bombsight.flat.passes.facts import Facts, is_effect_free
from bombsight.flat.types import NONE

MAX_RANGE = 64
"""The largest range of values that is analysed."""

MAX_MEMBERS = 6
"""The most values listed in a test."""

Values = frozenset[int]


def merge_tests(node: fx.All | fx.Either, facts: Facts, variables: Mapping[str, Variable]) -> fx.Expr:
    """Return a conjunction or disjunction with adjacent tests of the same value merged; any other node unchanged."""
    found: list[fx.Expr] = []
    for term in node.terms:
        joined = merge_two_tests(found[-1], term, node, facts, variables) if found else None
        if joined is None:
            found.append(term)
        else:
            found[-1] = joined
    if len(found) == len(node.terms):
        return node
    return fold.conjunction(found) if isinstance(node, fx.All) else fold.disjunction(found)


def merge_two_tests(
    left: fx.Expr, right: fx.Expr, node: fx.All | fx.Either, facts: Facts, variables: Mapping[str, Variable]
) -> fx.Expr | None:
    """Merge two tests of the same value; None if they test different values, or the result is too long.

    Args:
        left: The one test.
        right: The other.
        node: The conjunction or disjunction that they are terms of.
        facts: The program's facts.
        variables: The function's variables, by name.
    """
    value = tested_value(left)
    if value is None or value != tested_value(right) or not is_effect_free(value):
        return None
    reach = facts.range_without_none(value, variables)
    if reach is None or reach[1] - reach[0] >= MAX_RANGE:
        return None
    can_be = set(range(reach[0], reach[1] + 1))
    if facts.range_of(value, variables) is None:
        can_be.add(NONE)
    first, second = passing_values(left, can_be), passing_values(right, can_be)
    if first is None or second is None:
        return None
    return shortest_test(value, first & second if isinstance(node, fx.All) else first | second, can_be)


def tested_value(term: fx.Expr) -> fx.Expr | None:
    """Return the variable or slot that a term tests against constants; None if the term is no such test."""
    match term:
        case fx.Compare("==" | "!=", (fx.Local() | fx.Slot()) as value, fx.Num()):
            return value
        case fx.Compare("==" | "!=", fx.Num(), (fx.Local() | fx.Slot()) as value):
            return value
        case fx.Between((fx.Local() | fx.Slot()) as value, fx.Num(), fx.Num()):
            return value
        case fx.Among((fx.Local() | fx.Slot()) as value, members) if all(isinstance(m, fx.Num) for m in members):
            return value
        case fx.Not(inner):
            return tested_value(inner)
        case fx.All(terms) | fx.Either(terms):
            found = {tested_value(inner) for inner in terms}
            return found.pop() if len(found) == 1 else None
        case _:  # the rest: no test of one value
            return None


def passing_values(term: fx.Expr, can_be: set[int]) -> Values | None:
    """Return those of the values ``can_be`` for which a test of one variable or slot holds; None if unknown."""
    match term:
        case fx.Compare(op, fx.Num(number), _) | fx.Compare(op, _, fx.Num(number)):
            return frozenset(v for v in can_be if (v == number) == (op == "=="))
        case fx.Between(_, fx.Num(low), fx.Num(high)):
            return frozenset(v for v in can_be if low <= v <= high)
        case fx.Among(_, members):
            numbers = {member.value for member in members if isinstance(member, fx.Num)}
            return frozenset(v for v in can_be if v in numbers)
        case fx.Not(inner):
            found = passing_values(inner, can_be)
            return None if found is None else frozenset(can_be - found)
        case fx.All(terms) | fx.Either(terms):
            sets = [passing_values(inner, can_be) for inner in terms]
            known = [found for found in sets if found is not None]
            if len(known) < len(sets):
                return None
            whole = frozenset[int]()
            return known[0].intersection(*known) if isinstance(term, fx.All) else whole.union(*known)
        case _:  # the rest: unknown
            return None


def shortest_test(value: fx.Expr, passing: Values, can_be: set[int]) -> fx.Expr | None:
    """Return the shortest test that accepts the ``passing`` ones of the values ``can_be``; None if too long."""
    if not passing or len(passing) == len(can_be):
        return fold.num(bool(passing))
    failing = sorted(can_be - passing)
    sorted_passing = sorted(passing)
    if len(sorted_passing) == 1:
        return fold.equal(value, sorted_passing[0])
    if len(failing) == 1:
        return fold.compare("!=", value, fx.Num(failing[0]))
    if sorted_passing[-1] - sorted_passing[0] == len(sorted_passing) - 1:
        return fold.between(value, fx.Num(sorted_passing[0]), fx.Num(sorted_passing[-1]))
    if failing[-1] - failing[0] == len(failing) - 1:
        return fold.negation(fold.between(value, fx.Num(failing[0]), fx.Num(failing[-1])))
    if len(sorted_passing) <= MAX_MEMBERS:
        return fold.among(value, [fx.Num(number) for number in sorted_passing])
    return (
        fold.negation(fold.among(value, [fx.Num(number) for number in failing]))
        if len(failing) <= MAX_MEMBERS
        else None
    )


def merge_picks(node: fx.Pick) -> fx.Expr:
    """Merge nested conditional expressions: ``7 if v == 7 else 8 if v == 8 else y`` to ``v if v in {7, 8} else y``.

    Picks of two values that differ only in a constant become a pick of the constant.
    """
    match node:
        case fx.Pick(
            fx.Compare("==", one, fx.Num(number)),
            fx.Num(given),
            fx.Pick(fx.Compare("==", other, fx.Num(another)), fx.Num(as_given), otherwise),
        ) if one == other and number == given and another == as_given:
            return fx.Pick(fold.among(one, [fx.Num(number), fx.Num(another)]), one, otherwise)
        case fx.Pick(
            fx.Compare("==", one, fx.Num(number)),
            fx.Num(given),
            fx.Pick(fx.Among(other, members), as_it_is, otherwise),
        ) if one == other == as_it_is and number == given:
            return fx.Pick(fx.Among(one, (fx.Num(number), *members)), one, otherwise)
        case fx.Pick(
            condition, fx.Arithmetic(op, fx.Num() as one, value), fx.Arithmetic(same, fx.Num() as other, as_well)
        ) if op == same and value == as_well:
            return fx.Arithmetic(op, fx.Pick(condition, one, other), value)
        case _:  # the rest: stays as it is
            return node
