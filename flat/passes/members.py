"""Simplification of quantifiers, before any is unrolled.

Terms that do not depend on the member are moved out, and invariant values are computed before. A member that must equal
one value is replaced by it, without a loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from bombsight.dsl.node_classes import evolve_node
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.functions import Variable
from bombsight.flat.passes.facts import Facts, is_effect_free
from bombsight.flat.passes.rebuild import is_trivial, make_let
from bombsight.flat.passes.unroll import constant_members
from bombsight.flat.passes.weights import estimate_effort
from bombsight.flat.walking import Node, depends_on, map_nodes, operands, walk

MIN_MEMBERS = 3
"""The fewest members for which invariants are hoisted."""

HOISTABLE_NODES = (fx.Slot, fx.Datum, fx.Arithmetic, fx.Place, fx.Pick)
"""The classes of values that may be hoisted."""

MEMBER_ONLY_NODES = (fx.Num, fx.Datum, fx.Arithmetic, fx.Compare, fx.Between, fx.Among, fx.Not, fx.All, fx.Either)
"""The classes of nodes that fold to a constant if their parts do."""

MAX_LISTED_MEMBERS = 3
"""The most members listed one by one."""

MIN_EFFORT = 2.0
"""The least effort of a value that is worth a variable."""

Variables = Mapping[str, Variable]
Fresh = Callable[[Variable], str]
"""Makes a new variable like another, and returns its name."""

Copy = Callable[[fx.Expr, dict[str, fx.Expr]], fx.Expr]
"""Copies a value with substitutions and fresh variables."""


def simplify_members(node: fx.Quantifier, facts: Facts, variables: Variables, fresh: Fresh, copy: Copy) -> fx.Expr:
    """Simplify a quantifier: hoist invariants, and drop or restrict its loop.

    Args:
        node: The quantifier.
        facts: The program's facts.
        variables: The function's variables, by name.
        fresh: Makes a new variable.
        copy: Copies a value with substitutions.
    """
    if node.where is None:
        return node
    fewer = narrow_members(node, facts, copy)
    if fewer is not node:
        return simplify_members(fewer, facts, variables, fresh, copy)
    terms = node.where.terms if isinstance(node.where, fx.All) else (node.where,)
    settled = next((at for at, term in enumerate(terms) if not is_effect_free(term, facts.quiet)), len(terms))
    outside = tuple(
        term for term in terms[:settled] if not depends_on(term, node.variable) and facts.is_safe(term, variables)
    )
    if outside:
        inner = tuple(term for term in terms if term not in outside)
        rest = evolve_node(node, where=fold.conjunction(inner) if inner else None, steps=None, site=None)
        found = guard_value(outside, simplify_members(rest, facts, variables, fresh, copy), node.kind)
        return found if node.steps is None else fx.Taking(node.steps, node.site, found)
    if is_effect_free(node.where, facts.quiet):
        for at, term in enumerate(terms):
            value = required_value(term, node.variable)
            if value is not None:
                others = (*terms[:at], *terms[at + 1 :])
                return reduce_to_one_member(node, value, others, facts, variables, fresh, copy)
    return hoist_invariants(node, facts, variables, fresh, copy)


def narrow_members(node: fx.Quantifier, facts: Facts, copy: Copy) -> fx.Quantifier:
    """Restrict a quantifier to the members for which a term is constantly true; return it without that term.

    The remaining members must be consecutive, or few: otherwise testing all is as fast.
    """
    members = constant_members(node.source)
    if node.where is None or members is None:
        return node
    terms = node.where.terms if isinstance(node.where, fx.All) else (node.where,)
    for at, term in enumerate(terms):
        if not is_effect_free(term, facts.quiet):
            return node
        if len(terms) == 1 or not depends_on_member_only(term, node.variable):
            continue
        holds = [copy(term, {node.variable: member}) for member in members]
        remaining = [member for member, found in zip(members, holds, strict=True) if found != fold.NO]
        if not remaining or len(remaining) == len(members) or not all(isinstance(found, fx.Num) for found in holds):
            continue
        first, last = remaining[0].value, remaining[-1].value
        source: fx.Source
        if last - first == len(remaining) - 1:
            source = fx.Numbers(fx.Num(first), fx.Num(last), len(remaining))
        elif len(remaining) <= MAX_LISTED_MEMBERS:
            source = fx.Values(tuple(remaining))
        else:
            continue
        return evolve_node(node, source=source, where=fold.conjunction((*terms[:at], *terms[at + 1 :])))
    return node


def depends_on_member_only(term: fx.Expr, variable: str) -> bool:
    """Whether a term reads nothing but the loop variable."""
    return all(isinstance(part, MEMBER_ONLY_NODES) or part == fx.Local(variable) for part in walk(term))


def guard_value(conditions: tuple[fx.Expr, ...], value: fx.Expr, kind: fx.QuantifierKind) -> fx.Expr:
    """Make a quantifier's ``value`` hold only under conditions; else the result is as without members (0, none)."""
    match kind:
        case "any":
            return fold.conjunction((*conditions, value))
        case "count" | "sum" | "first" | "min" | "max" | "lowest" | "highest":
            return fold.pick(fold.conjunction(conditions), value, fx.Num(fx.value_without_members(kind)))
        case _:
            assert_never(kind)


def required_value(term: fx.Expr, variable: str) -> fx.Expr | None:
    """Return the value that the loop variable must equal for a term to hold; None if it is no such equality test."""
    match term:
        case fx.Compare("==", fx.Local(name), value) if name == variable and not depends_on(value, variable):
            return value
        case fx.Compare("==", value, fx.Local(name)) if name == variable and not depends_on(value, variable):
            return value
        case _:  # the rest: no such test
            return None


def reduce_to_one_member(
    node: fx.Quantifier,
    value: fx.Expr,
    others: tuple[fx.Expr, ...],
    facts: Facts,
    variables: Variables,
    fresh: Fresh,
    copy: Copy,
) -> fx.Expr:
    """Replace a quantifier over numbers by a test of the one value that its member must equal.

    Args:
        node: The quantifier.
        value: The value.
        others: The other terms of its condition.
        facts: The program's facts.
        variables: The function's variables, by name.
        fresh: Makes a new variable.
        copy: Copies a value with substitutions.
    """
    if node.kind in ("lowest", "highest") and node.value is not None and not is_effect_free(node.value, facts.quiet):
        return hoist_invariants(node, facts, variables, fresh, copy)  # the value is not given, but may fault
    match node.source:
        case fx.Numbers(fx.Num(first), fx.Num(last)) if first <= last:
            pass
        case _:  # the rest: no constant range
            return hoist_invariants(node, facts, variables, fresh, copy)
    reach = facts.range_of(value, variables)
    named = (
        value
        if is_trivial(value)
        else fx.Local(fresh(evolve_node(variables[node.variable], low=-(2**31) + 1, none=True)))
    )
    is_inside = reach is not None and first <= reach[0] and reach[1] <= last
    conditions = [] if is_inside else [fold.between(named, fx.Num(first), fx.Num(last))]
    conditions += [copy(term, {node.variable: named}) for term in others]
    found = fold.conjunction(conditions)
    match node.kind:
        case "first" | "lowest" | "highest":
            found = fold.pick(found, named, fold.NOTHING)
        case "sum" | "min" | "max":
            assert node.value is not None
            without = fx.Num(fx.value_without_members(node.kind))
            found = fold.pick(found, copy(node.value, {node.variable: named}), without)
        case "count" | "any":
            found = found if fx.is_condition(found) else fold.pick(found, fold.YES, fold.NO)
        case _:
            assert_never(node.kind)
    if isinstance(named, fx.Local) and named != value:
        found = fx.Let(named.name, value, found)
    return found if node.steps is None else fx.Taking(node.steps, node.site, found)


def hoist_invariants(node: fx.Quantifier, facts: Facts, variables: Variables, fresh: Fresh, copy: Copy) -> fx.Expr:
    """Hoist the loop-invariant values out of a quantifier.

    Args:
        node: The quantifier.
        facts: The program's facts.
        variables: The function's variables, by name.
        fresh: Makes a new variable.
        copy: Copies a value with substitutions.
    """
    assert node.where is not None
    if node.source.most < MIN_MEMBERS:
        return node
    own = {node.variable} | {inner.variable for inner in walk(node.where) if isinstance(inner, fx.Quantifier | fx.Let)}
    where = map_nodes(node.where, lambda inner: regroup_node(inner, own))
    same = list(dict.fromkeys(largest_invariants(where, own, facts, variables)))
    if not same:
        return node
    names = {part: fx.Local(fresh(variable_for(part, facts, variables))) for part in same}

    def replace_invariant(inner: Node) -> Node:
        """Callback of the rewriting: replace a hoisted value by its variable; return any other node unchanged."""
        return names.get(inner, inner) if isinstance(inner, fx.BaseExpr) else inner

    where = copy(map_nodes(where, replace_invariant), {})
    found = hoist_invariants(evolve_node(node, where=where), facts, variables, fresh, copy)
    for part, name in reversed(names.items()):
        found = make_let(name.name, part, found)
    return found


def regroup_node(node: Node, bound: set[str]) -> Node:
    """Split the index of a slot or datum into a part without ``bound`` variables and the rest; keep other nodes."""
    match node:
        case fx.Slot(base, index):
            return fx.Slot(base, regroup_index(index, bound))
        case fx.Datum(data, index):
            return fx.Datum(data, regroup_index(index, bound))
        case _:  # the rest: has no index
            return node


def regroup_index(index: fx.Expr, bound: set[str]) -> fx.Expr:
    """Regroup an index into a loop-invariant part plus a part that varies with the ``bound`` (loop) variables."""
    sums = summands(index, 1)
    invariant = [
        part
        for part in sums
        if not isinstance(part[0], fx.Num) and not any(depends_on(part[0], name) for name in bound)
    ]
    varying = [part for part in sums if part not in invariant]
    if not invariant or all(isinstance(part, fx.Num) for part, _ in varying):
        return index
    return fold.plus(sum_of(invariant), sum_of(varying))


def summands(value: fx.Expr, factor: int) -> list[tuple[fx.Expr, int]]:
    """Split a sum, times a factor, into its summands, each with its own factor: ``a + 3 * b`` to ``(a, 1), (b, 3)``."""
    match value:
        case fx.Arithmetic("+", left, right):
            return [*summands(left, factor), *summands(right, factor)]
        case fx.Arithmetic("*", left, fx.Num(times)):
            return summands(left, factor * times)
        case _:  # the rest: a summand as a whole
            return [(value, factor)]


def sum_of(sums: list[tuple[fx.Expr, int]]) -> fx.Expr:
    """Make the sum of summands, each with its factor."""
    found: fx.Expr = fold.NO
    for value, factor in sums:
        found = fold.plus(found, fold.times(value, factor))
    return found


def largest_invariants(
    value: fx.Expr | fx.Source, bound: set[str], facts: Facts, variables: Variables
) -> list[fx.Expr]:
    """Return the largest loop-invariant parts of a value that are safe to hoist and worth a variable.

    Args:
        value: The value.
        bound: Variables on which they may not depend.
        facts: The program's facts.
        variables: The function's variables, by name.
    """
    if (
        isinstance(value, HOISTABLE_NODES)
        and not any(depends_on(value, name) for name in bound)
        and facts.is_safe(value, variables)
    ):
        return [value] if estimate_effort(value, {}) >= MIN_EFFORT else []
    return [found for part in operands(value) for found in largest_invariants(part, bound, facts, variables)]


def variable_for(value: fx.Expr, facts: Facts, variables: Variables) -> Variable:
    """Make a variable, a template to be renamed, whose range covers a value."""
    found = facts.range_of(value, variables)
    if found is not None:
        return Variable(name="same", low=found[0], high=found[1], none=False)
    found = facts.range_without_none(value, variables)
    return Variable(name="same") if found is None else Variable(name="same", low=found[0], high=found[1])
