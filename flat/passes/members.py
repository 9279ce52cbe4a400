"""Quantifiers told more simply, before any is unrolled.

What does not depend on the member is asked once: whole terms stand outside, small values are worked out before. A
member that must be one certain value is that value, and nothing is gone through.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from bombsight.dsl.node_classes import evolved
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.functions import Variable
from bombsight.flat.passes.facts import Facts, is_settled
from bombsight.flat.passes.rebuild import is_easy, let
from bombsight.flat.passes.unroll import constants
from bombsight.flat.passes.weights import effort
from bombsight.flat.walking import Node, mapped, mentions, parts, walk

MANY = 3
"""From so many members on something is worked out before."""

WORTH_A_NAME = (fx.Slot, fx.Datum, fx.Arithmetic, fx.Place, fx.Pick)
"""What may be worked out before."""

KNOWN = (fx.Num, fx.Datum, fx.Arithmetic, fx.Compare, fx.Between, fx.Among, fx.Not, fx.All, fx.Either)
"""What comes of constants is constant."""

FEW = 3
"""So many members are asked one after the other."""

LEAST = 2.0
"""So much effort is worth a variable."""

Variables = Mapping[str, Variable]
Fresh = Callable[[Variable], str]
"""Makes a variable like another."""

Copy = Callable[[fx.Expr, dict[str, fx.Expr]], fx.Expr]
"""Makes a copy of a value, variables replaced by others."""


def simpler(node: fx.Quantifier, facts: Facts, variables: Variables, fresh: Fresh, copy: Copy) -> fx.Expr:
    """A quantifier told more simply, or as it is.

    Args:
        node: The quantifier.
        facts: Of the program.
        variables: Of the function, by name.
        fresh: Makes a variable like another.
        copy: Makes a copy of a value, variables replaced.
    """
    if node.where is None:
        return node
    fewer = narrowed(node, facts, copy)
    if fewer is not node:
        return simpler(fewer, facts, variables, fresh, copy)
    terms = node.where.terms if isinstance(node.where, fx.All) else (node.where,)
    settled = next((at for at, term in enumerate(terms) if not is_settled(term, facts.quiet)), len(terms))
    outside = tuple(
        term for term in terms[:settled] if not mentions(term, node.variable) and facts.is_safe(term, variables)
    )
    if outside:
        inner = tuple(term for term in terms if term not in outside)
        rest = evolved(node, where=fold.conjunction(inner) if inner else None, steps=None, site=None)
        found = where_all(outside, simpler(rest, facts, variables, fresh, copy), node.kind)
        return found if node.steps is None else fx.Taking(node.steps, node.site, found)
    if is_settled(node.where, facts.quiet):
        for at, term in enumerate(terms):
            value = only_value(term, node.variable)
            if value is not None:
                others = (*terms[:at], *terms[at + 1 :])
                return one_member(node, value, others, facts, variables, fresh, copy)
    return worked_before(node, facts, variables, fresh, copy)


def narrowed(node: fx.Quantifier, facts: Facts, copy: Copy) -> fx.Quantifier:
    """A quantifier over those of its members alone of which it is known that a term holds; it then asks the others.

    Who is left must follow one another, or be few: else all of them may be gone through as soon.
    """
    members = constants(node.source)
    if node.where is None or members is None:
        return node
    terms = node.where.terms if isinstance(node.where, fx.All) else (node.where,)
    for at, term in enumerate(terms):
        if not is_settled(term, facts.quiet):
            return node
        if len(terms) == 1 or not is_known(term, node.variable):
            continue
        holds = [copy(term, {node.variable: member}) for member in members]
        left = [member for member, found in zip(members, holds, strict=True) if found != fold.NO]
        if not left or len(left) == len(members) or not all(isinstance(found, fx.Num) for found in holds):
            continue
        first, last = left[0].value, left[-1].value
        source: fx.Source
        if last - first == len(left) - 1:
            source = fx.Numbers(fx.Num(first), fx.Num(last), len(left))
        elif len(left) <= FEW:
            source = fx.Values(tuple(left))
        else:
            continue
        return evolved(node, source=source, where=fold.conjunction((*terms[:at], *terms[at + 1 :])))
    return node


def is_known(term: fx.Expr, variable: str) -> bool:
    """Whether a term depends on the member alone."""
    return all(isinstance(part, KNOWN) or part == fx.Local(variable) for part in walk(term))


def where_all(conditions: tuple[fx.Expr, ...], found: fx.Expr, kind: fx.QuantifierKind) -> fx.Expr:
    """What a quantifier gives where these hold; nothing where they do not."""
    match kind:
        case "any":
            return fold.conjunction((*conditions, found))
        case "count" | "sum" | "first":
            return fold.pick(fold.conjunction(conditions), found, fx.Num(fx.value_without_members(kind)))
        case _:
            assert_never(kind)


def only_value(term: fx.Expr, variable: str) -> fx.Expr | None:
    """What a member must be for the term to hold; None where that is not one value."""
    match term:
        case fx.Compare("==", fx.Local(name), value) if name == variable and not mentions(value, variable):
            return value
        case fx.Compare("==", value, fx.Local(name)) if name == variable and not mentions(value, variable):
            return value
        case _:  # the rest: not known to be one value
            return None


def one_member(
    node: fx.Quantifier,
    value: fx.Expr,
    others: tuple[fx.Expr, ...],
    facts: Facts,
    variables: Variables,
    fresh: Fresh,
    copy: Copy,
) -> fx.Expr:
    """What a quantifier gives over numbers that may be only one value."""
    match node.source:
        case fx.Numbers(fx.Num(first), fx.Num(last)) if first <= last:
            pass
        case _:  # the rest: not numbers that are known here
            return worked_before(node, facts, variables, fresh, copy)
    reach = facts.range_of(value, variables)
    named = value if is_easy(value) else fx.Local(fresh(evolved(variables[node.variable], low=-(2**31) + 1, none=True)))
    within = reach is not None and first <= reach[0] and reach[1] <= last
    conditions = [] if within else [fold.between(named, fx.Num(first), fx.Num(last))]
    conditions += [copy(term, {node.variable: named}) for term in others]
    found = fold.conjunction(conditions)
    match node.kind:
        case "first":
            found = fold.pick(found, named, fold.NOTHING)
        case "sum":
            assert node.value is not None
            found = fold.pick(found, copy(node.value, {node.variable: named}), fold.NO)
        case "count" | "any":
            found = found if fx.is_condition(found) else fold.pick(found, fold.YES, fold.NO)
        case _:
            assert_never(node.kind)
    if isinstance(named, fx.Local) and named != value:
        found = fx.Let(named.name, value, found)
    return found if node.steps is None else fx.Taking(node.steps, node.site, found)


def worked_before(node: fx.Quantifier, facts: Facts, variables: Variables, fresh: Fresh, copy: Copy) -> fx.Expr:
    """A quantifier, with what is the same for all members worked out before."""
    assert node.where is not None
    if node.source.most < MANY:
        return node
    own = {node.variable} | {inner.variable for inner in walk(node.where) if isinstance(inner, fx.Quantifier | fx.Let)}
    where = mapped(node.where, lambda inner: regrouped(inner, own))
    same = list(dict.fromkeys(largest(where, own, facts, variables)))
    if not same:
        return node
    names = {part: fx.Local(fresh(like(part, facts, variables))) for part in same}

    def named(inner: Node) -> Node:
        return names.get(inner, inner) if isinstance(inner, fx.BaseExpr) else inner

    where = copy(mapped(where, named), {})
    found = worked_before(evolved(node, where=where), facts, variables, fresh, copy)
    for part, name in reversed(names.items()):
        found = let(name.name, part, found)
    return found


def regrouped(node: Node, own: set[str]) -> Node:
    """An index as a sum of two: what is the same for all members, and what is not."""
    match node:
        case fx.Slot(base, index):
            return fx.Slot(base, regrouped_index(index, own))
        case fx.Datum(data, index):
            return fx.Datum(data, regrouped_index(index, own))
        case _:  # the rest: has no index
            return node


def regrouped_index(index: fx.Expr, own: set[str]) -> fx.Expr:
    """The same of the index itself."""
    sums = summands(index, 1)
    one = [
        part for part in sums if not isinstance(part[0], fx.Num) and not any(mentions(part[0], name) for name in own)
    ]
    other = [part for part in sums if part not in one]
    if not one or all(isinstance(part, fx.Num) for part, _ in other):
        return index
    return fold.plus(added(one), added(other))


def summands(value: fx.Expr, factor: int) -> list[tuple[fx.Expr, int]]:
    """What a sum is made of, and how often each is in it."""
    match value:
        case fx.Arithmetic("+", left, right):
            return [*summands(left, factor), *summands(right, factor)]
        case fx.Arithmetic("*", left, fx.Num(times)):
            return summands(left, factor * times)
        case _:  # the rest: a summand as a whole
            return [(value, factor)]


def added(sums: list[tuple[fx.Expr, int]]) -> fx.Expr:
    """The sum of these."""
    found: fx.Expr = fold.NO
    for value, factor in sums:
        found = fold.plus(found, fold.times(value, factor))
    return found


def largest(value: fx.Expr | fx.Source, own: set[str], facts: Facts, variables: Variables) -> list[fx.Expr]:
    """The largest parts of a value that can be worked out before, and are worth a variable.

    Args:
        value: The value.
        own: Variables on which they may not depend.
        facts: Of the program.
        variables: Of the function, by name.
    """
    if (
        isinstance(value, WORTH_A_NAME)
        and not any(mentions(value, name) for name in own)
        and facts.is_safe(value, variables)
    ):
        return [value] if effort(value, {}) >= LEAST else []
    return [found for part in parts(value) for found in largest(part, own, facts, variables)]


def like(value: fx.Expr, facts: Facts, variables: Variables) -> Variable:
    """A variable that can hold a value."""
    found = facts.range_of(value, variables)
    if found is not None:
        return Variable(name="same", low=found[0], high=found[1], none=False)
    found = facts.apart_from_none(value, variables)
    return Variable(name="same") if found is None else Variable(name="same", low=found[0], high=found[1])
