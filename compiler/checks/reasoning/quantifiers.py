"""Quantifiers: spelt out member by member where there are few; of many numbers and of lists how many is a guess."""

from __future__ import annotations

from functools import reduce
from typing import assert_never

from bombsight.compiler.checks.reasoning.atoms import YES, Atom
from bombsight.compiler.checks.reasoning.symbolic_state import Knowledge, Snapshot
from bombsight.compiler.checks.reasoning.values import COMPARED, NUMERIC, Element, Value
from bombsight.compiler.checks.reasoning.widening import Guesses
from bombsight.compiler.graph import expressions as x
from bombsight.flat.types import INT_MAX, NONE, ElementType, IntType, ListType

SPELT = 100
"""Of so many numbers from one end to another that are worked out, each is looked at by itself."""

MOST_HELD = 255
"""So many elements a list is taken to hold of which nothing is known."""

MOST_SPELT = 1_000
"""The same of ends that are written down."""


class Quantifiers(Guesses):
    """Works out count, any, first and sum."""

    def condition(self, expr: x.Expr | None, known: Knowledge) -> int:
        """The diagram of a condition; where there is none, it always holds."""
        return YES if expr is None else self.number(expr, known)

    def quantifier(self, expr: x.Quantifier, known: Knowledge) -> Value:
        """count, any, first, sum: spelt out over enums, sets and ranges; over lists a guess at how many there are."""
        members = self.members(expr.domain, known)
        if members is None:
            if isinstance(expr.domain, x.RangeDomain):
                return self.over_range(expr, expr.domain, known)
            return self.counted(expr, known, self.capacity(expr.domain, known))
        space = self.space
        held, values = [], []
        for member in members:
            itself = x.Const(value=member, type=expr.domain.type)
            inner = known.naming(expr.variable, Snapshot(itself.type, itself, known))
            held.append(space.both(self.reached(member, expr.domain, known), self.condition(expr.where, inner)))
            values.append(space.leaf(member) if expr.value is None else self.number(expr.value, inner))
        match expr.kind:
            case "any":
                return space.either(held)
            case "count":
                return reduce(lambda a, b: space.apply(NUMERIC["+"], a, b), held, space.leaf(0))
            case "sum":
                added = [space.choice(where, value, space.leaf(0)) for where, value in zip(held, values, strict=True)]
                return reduce(lambda a, b: space.apply(NUMERIC["+"], a, b), added, space.leaf(0))
            case "first":
                found = space.leaf(NONE)
                for where, value in zip(reversed(held), reversed(values), strict=True):
                    found = space.choice(where, value, found)
                return found
            case _:
                assert_never(expr.kind)

    def capacity(self, domain: x.Domain, known: Knowledge) -> int:
        """How many members a list that is gone through can have."""
        match domain:
            case x.ElementsDomain(list=name):
                return self.program.capacities[name]
            case x.LocalListDomain(variable=name) if name in known.names:
                type_ = known.names[name].type
                return type_.capacity if isinstance(type_, ListType) else MOST_HELD
            case x.LocalListDomain() | x.EnumDomain() | x.SetDomain() | x.RangeDomain():
                return MOST_HELD
            case _:
                assert_never(domain)

    def members(self, domain: x.Domain, known: Knowledge) -> list[int] | None:
        """The members that a domain may have, where they can be told and are few enough, else None."""
        match domain:
            case x.EnumDomain(enum=enum):
                return list(range(len(self.program.enums[enum].values)))
            case x.SetDomain(members=members) if not isinstance(domain.type, ElementType):
                values = [self.space.constant(self.number(member, known)) for member in members]
                found = [value for value in values if value is not None]
                return found if len(found) == len(values) else None
            case x.RangeDomain(low=x.Const(value=low), high=x.Const(value=high)):
                return list(range(low, high + 1)) if high - low < MOST_SPELT else None
            case x.RangeDomain(low=x.BaseExpr(type=IntType(low=low)), high=x.BaseExpr(type=IntType(high=high))):
                return list(range(low, high + 1)) if high - low < SPELT else None
            case _:  # the rest: its members cannot be told, or are too many
                return None

    def reached(self, member: int, domain: x.Domain, known: Knowledge) -> int:
        """Whether a member that a domain may have is one of it: where the ends of a range are worked out."""
        match domain:
            case x.RangeDomain(low=x.Const(), high=x.Const()):
                return YES
            case x.RangeDomain(low=low, high=high):
                leaf = self.space.leaf(member)
                above = self.space.apply(COMPARED["<="], self.number(low, known), leaf)
                return self.space.both(above, self.space.apply(COMPARED["<="], leaf, self.number(high, known)))
            case x.EnumDomain() | x.SetDomain() | x.ElementsDomain() | x.LocalListDomain():
                return YES
            case _:
                assert_never(domain)

    def counted(self, expr: x.Quantifier, known: Knowledge, most: int) -> Value:
        """A quantifier over a list: how many members there are is a guess, and the rest follows from it, but a sum.

        Args:
            expr: The quantifier.
            known: What is known there.
            most: How many members there are at most.
        """
        if expr.kind == "sum":
            return self.guess(expr, known)
        as_count = x.Quantifier(
            kind="count", variable=expr.variable, domain=expr.domain, where=expr.where, type=IntType(0, 255)
        )
        key = (self.shape(as_count, known, {}), self.versions(as_count, known))
        type_ = IntType(0, most)
        atom = Atom(("count", key), "the number of members", type_, self.program.domain(type_), guess=True)
        number = self.space.atom(atom)
        some = self.space.apply(COMPARED[">"], number, self.space.leaf(0))
        match expr.kind:
            case "count":
                return number
            case "any":
                return some
            case "first" if isinstance(expr.type, ElementType):
                return Element(("first", key), expr.variable, some)
            case "first":
                return self.space.choice(some, self.guess(expr, known), self.space.leaf(NONE))
            case _:
                assert_never(expr.kind)

    def over_range(self, expr: x.Quantifier, domain: x.RangeDomain, known: Knowledge) -> Value:
        """A quantifier over more numbers than are looked at one by one.

        What holds of its ends holds of some of them; for the others there is a guess.

        Args:
            expr: The quantifier.
            domain: The numbers.
            known: What is known there.
        """
        space, low, high = self.space, self.number(domain.low, known), self.number(domain.high, known)
        some = space.apply(COMPARED["<="], low, high)
        if expr.where is None:
            match expr.kind:
                case "any":
                    return some
                case "first":
                    return space.choice(some, low, space.leaf(NONE))
                case "count":
                    more = space.apply(NUMERIC["+"], space.apply(NUMERIC["-"], high, low), space.leaf(1))
                    return space.apply(NUMERIC["max"], space.leaf(0), more)
                case "sum":
                    pass
                case _:
                    assert_never(expr.kind)
        self.gave_up = True
        if expr.kind == "sum":
            return self.guess(expr, known)
        ends = [
            self.condition(expr.where, known.naming(expr.variable, Snapshot(domain.type, end, known)))
            for end in (domain.low, domain.high)
        ]
        guessed = self.counted(expr, known, self.most(domain))
        assert isinstance(guessed, int)
        match expr.kind:
            case "any":
                return space.both(some, space.either([*ends, guessed]))
            case "count":
                return space.choice(some, guessed, space.leaf(0))
            case "first":
                return space.choice(some, guessed, space.leaf(NONE))
            case _:
                assert_never(expr.kind)

    def most(self, domain: x.RangeDomain) -> int:
        """How many numbers there are at most."""
        low, high = domain.low.type, domain.high.type
        return max(0, high.high - low.low + 1) if isinstance(low, IntType) and isinstance(high, IntType) else INT_MAX
