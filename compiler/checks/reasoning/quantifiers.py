"""Abstract evaluation of quantifiers: unrolled for few members, over-approximated for lists and long ranges."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import assert_never

from bombsight.compiler.checks.reasoning.atoms import YES, Atom
from bombsight.compiler.checks.reasoning.symbolic_state import SymbolicState, ValueSnapshot
from bombsight.compiler.checks.reasoning.values import (
    COMPARISON_OPERATORS,
    NUMERIC_OPERATORS,
    AbstractValue,
    ElementValue,
)
from bombsight.compiler.checks.reasoning.widening import WideningEvaluator
from bombsight.compiler.graph import expressions as x
from bombsight.flat.types import INT_MAX, NONE, ElementType, IntType, ListType

MAX_COMPUTED_RANGE = 100
"""The maximum length of a range with computed ends that is unrolled."""

DEFAULT_CAPACITY = 255
"""The assumed capacity of an unknown list."""

MAX_CONSTANT_RANGE = 1_000
"""The maximum length of a range with constant ends that is unrolled."""


class QuantifierEvaluator(WideningEvaluator):
    """An evaluator of ``count``, ``any``, ``first``, ``sum``, ``min``, ``max``, ``lowest`` and ``highest``."""

    def condition_diagram(self, expr: x.Expr | None, state: SymbolicState) -> int:
        """Build the diagram of an optional condition; None counts as always true."""
        return YES if expr is None else self.diagram_of(expr, state)

    def evaluate_quantifier(self, expr: x.Quantifier, state: SymbolicState) -> AbstractValue:
        """Evaluate a quantifier: unrolled for few members, over-approximated for lists."""
        members = self.members_of(expr.domain, state)
        if members is None:
            if isinstance(expr.domain, x.RangeDomain):
                return self.evaluate_over_range(expr, expr.domain, state)
            return self.evaluate_over_list(expr, state, self.capacity_of(expr.domain, state))
        space = self.space
        conditions, values = [], []
        for member in members:
            itself = x.Const(value=member, type=expr.domain.type)
            inner = state.bind(expr.variable, ValueSnapshot(itself.type, itself, state))
            conditions.append(
                space.conjunction(
                    self.membership_condition(member, expr.domain, state), self.condition_diagram(expr.where, inner)
                )
            )
            values.append(space.leaf_node(member) if expr.value is None else self.diagram_of(expr.value, inner))
        match expr.kind:
            case "any":
                return space.disjunction(conditions)
            case "count":
                return reduce(lambda a, b: space.apply(NUMERIC_OPERATORS["+"], a, b), conditions, space.leaf_node(0))
            case "sum":
                added = [
                    space.if_then_else(where, value, space.leaf_node(0))
                    for where, value in zip(conditions, values, strict=True)
                ]
                return reduce(lambda a, b: space.apply(NUMERIC_OPERATORS["+"], a, b), added, space.leaf_node(0))
            case "first":
                found = space.leaf_node(NONE)
                for where, value in zip(reversed(conditions), reversed(values), strict=True):
                    found = space.if_then_else(where, value, found)
                return found
            case "min" | "max" | "lowest" | "highest":
                best, holder = self.best_of(expr.kind, members, conditions, values)
                return best if expr.kind in ("min", "max") else holder
            case _:
                assert_never(expr.kind)

    def best_of(
        self, kind: x.BestKind, members: Sequence[int], conditions: Sequence[int], values: Sequence[int]
    ) -> tuple[int, int]:
        """Build the diagrams of the best value among members, and of the first member that has it; none without any.

        Args:
            kind: The kind of the quantifier: ``min`` and ``lowest`` seek the least value.
            members: The members, in order.
            conditions: The diagrams of whether each counts.
            values: The diagrams of their values.
        """
        space, is_better = self.space, COMPARISON_OPERATORS["<" if kind in ("min", "lowest") else ">"]
        best = holder = none = space.leaf_node(NONE)
        for member, condition, value in zip(members, conditions, values, strict=True):
            is_first = space.apply(COMPARISON_OPERATORS["=="], best, none)
            counts = space.conjunction(condition, space.disjunction([is_first, space.apply(is_better, value, best)]))
            best = space.if_then_else(counts, value, best)
            holder = space.if_then_else(counts, space.leaf_node(member), holder)
        return best, holder

    def capacity_of(self, domain: x.Domain, state: SymbolicState) -> int:
        """The maximum number of members of a domain that is a list."""
        match domain:
            case x.ElementsDomain(list=name):
                return self.program.capacities[name]
            case x.LocalListDomain(variable=name) if name in state.names:
                type_ = state.names[name].type
                return type_.capacity if isinstance(type_, ListType) else DEFAULT_CAPACITY
            case x.LocalListDomain() | x.EnumDomain() | x.SetDomain() | x.RangeDomain():
                return DEFAULT_CAPACITY
            case _:
                assert_never(domain)

    def members_of(self, domain: x.Domain, state: SymbolicState) -> list[int] | None:
        """The values that may be members of a domain; None if they are unknown or too many."""
        match domain:
            case x.EnumDomain(enum=enum):
                return list(range(len(self.program.enums[enum].values)))
            case x.SetDomain(members=members) if not isinstance(domain.type, ElementType):
                values = [self.space.constant_value(self.diagram_of(member, state)) for member in members]
                found = [value for value in values if value is not None]
                return found if len(found) == len(values) else None
            case x.RangeDomain(low=x.Const(value=low), high=x.Const(value=high)):
                return list(range(low, high + 1)) if high - low < MAX_CONSTANT_RANGE else None
            case x.RangeDomain(low=x.BaseExpr(type=IntType(low=low)), high=x.BaseExpr(type=IntType(high=high))):
                return list(range(low, high + 1)) if high - low < MAX_COMPUTED_RANGE else None
            case _:  # the rest: its members are unknown, or too many
                return None

    def membership_condition(self, member: int, domain: x.Domain, state: SymbolicState) -> int:
        """Build the diagram of whether a value is in a domain, which may be a range with computed ends."""
        match domain:
            case x.RangeDomain(low=x.Const(), high=x.Const()):
                return YES
            case x.RangeDomain(low=low, high=high):
                leaf = self.space.leaf_node(member)
                above = self.space.apply(COMPARISON_OPERATORS["<="], self.diagram_of(low, state), leaf)
                return self.space.conjunction(
                    above, self.space.apply(COMPARISON_OPERATORS["<="], leaf, self.diagram_of(high, state))
                )
            case x.EnumDomain() | x.SetDomain() | x.ElementsDomain() | x.LocalListDomain():
                return YES
            case _:
                assert_never(domain)

    def evaluate_over_list(self, expr: x.Quantifier, state: SymbolicState, capacity: int) -> AbstractValue:
        """Evaluate a quantifier over a list, from a guess (over-approximation) of its count or sum."""
        if expr.kind == "sum":
            return self.guess_diagram(expr, state)
        as_count = x.Quantifier(
            kind="count", variable=expr.variable, domain=expr.domain, where=expr.where, type=IntType(0, 255)
        )
        key = (self.structural_key(as_count, state, {}), self.versions_read(as_count, state))
        type_ = IntType(0, capacity)
        atom = Atom(("count", key), "the number of members", type_, self.program.domain_of(type_), is_guess=True)
        number = self.space.atom_diagram(atom)
        some = self.space.apply(COMPARISON_OPERATORS[">"], number, self.space.leaf_node(0))
        match expr.kind:
            case "count":
                return number
            case "any":
                return some
            case "first" if isinstance(expr.type, ElementType):
                return ElementValue(("first", key), expr.variable, some)
            case "lowest" | "highest" if isinstance(expr.type, ElementType):
                return ElementValue((expr.kind, self.identity_of(expr, state)), expr.variable, some)
            case "first" | "min" | "max" | "lowest" | "highest":
                return self.space.if_then_else(some, self.guess_diagram(expr, state), self.space.leaf_node(NONE))
            case _:
                assert_never(expr.kind)

    def evaluate_over_range(self, expr: x.Quantifier, domain: x.RangeDomain, state: SymbolicState) -> AbstractValue:
        """Evaluate a quantifier over a range that is too long to unroll.

        The condition is evaluated at both ends; the numbers between are a guess.
        """
        space, low, high = self.space, self.diagram_of(domain.low, state), self.diagram_of(domain.high, state)
        some = space.apply(COMPARISON_OPERATORS["<="], low, high)
        if expr.where is None:
            match expr.kind:
                case "any":
                    return some
                case "first":
                    return space.if_then_else(some, low, space.leaf_node(NONE))
                case "count":
                    more = space.apply(
                        NUMERIC_OPERATORS["+"], space.apply(NUMERIC_OPERATORS["-"], high, low), space.leaf_node(1)
                    )
                    return space.apply(NUMERIC_OPERATORS["max"], space.leaf_node(0), more)
                case "min" | "max" | "lowest" | "highest":
                    self.has_widened = True
                    return space.if_then_else(some, self.guess_diagram(expr, state), space.leaf_node(NONE))
                case "sum":
                    pass
                case _:
                    assert_never(expr.kind)
        self.has_widened = True
        if expr.kind == "sum":
            return self.guess_diagram(expr, state)
        ends = [
            self.condition_diagram(expr.where, state.bind(expr.variable, ValueSnapshot(domain.type, end, state)))
            for end in (domain.low, domain.high)
        ]
        guess = self.evaluate_over_list(expr, state, self.max_range_size(domain))
        assert isinstance(guess, int)
        match expr.kind:
            case "any":
                return space.conjunction(some, space.disjunction([*ends, guess]))
            case "count":
                return space.if_then_else(some, guess, space.leaf_node(0))
            case "first" | "min" | "max" | "lowest" | "highest":
                return space.if_then_else(some, guess, space.leaf_node(NONE))
            case _:
                assert_never(expr.kind)

    def max_range_size(self, domain: x.RangeDomain) -> int:
        """The maximum number of members of a range, from the types of its ends."""
        low, high = domain.low.type, domain.high.type
        return max(0, high.high - low.low + 1) if isinstance(low, IntType) and isinstance(high, IntType) else INT_MAX
