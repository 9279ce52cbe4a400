"""Symbolic state and path conditions: at a point of the rules, what its names stand for, and what holds.

State changes as rules run, so every field that is written gets a new *version*; what was known before stays known of
the older one, and no fact has to be forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import VARIABLE
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.dsl.node_classes import field, frozen, unguarded
from bombsight.dsl.source import Span
from bombsight.flat.types import BOOL, Type

NATURAL = "natural"
"""The name under which the dice as they fell are known; no variable can be called so."""

fresh = count(1)


@unguarded
class Unknown:
    """A name that may be anything of its type.

    Attributes:
        name: The name.
        type: Its type.
        serial: What tells it from others of its name.
        values: What it can be; None for all of its type.
        call: The roll or the procedure whose value it keeps; None where it keeps none.
        listed: Whether it goes through the values of an enum, as printed data list them.
    """

    name: str
    type: Type
    serial: int
    values: Sequence[int] | None = None
    call: x.Call | None = None
    listed: bool = False


@frozen(eq=False)
class Snapshot:
    """A name for a value as it was when the name came to be, or when it was set."""

    type: Type
    value: x.Expr
    known: Knowledge


@frozen(eq=False)
class Fact:
    """A condition that held, or did not, when it was asked.

    Attributes:
        condition: The condition.
        holds: Whether it held.
        known: What was known there.
        was_set: Whether it holds because a statement has just made it so.
    """

    condition: x.Expr
    holds: bool
    known: Knowledge
    was_set: bool = False


@frozen(eq=False)
class Knowledge:
    """What is known at one point.

    Attributes:
        names: What the names in sight stand for.
        versions: How often fields changed on the way, as numbers that tell one from another.
        facts: Conditions that hold.
    """

    names: Mapping[str, Unknown | Snapshot] = field(factory=dict)
    versions: Mapping[str, int] = field(factory=dict)
    facts: tuple[Fact, ...] = ()

    def naming(self, name: str, what: Unknown | Snapshot) -> Knowledge:
        """The same with a name more."""
        return Knowledge({**self.names, name: what}, self.versions, self.facts)

    def free(self, name: str, type_: Type, values: Sequence[int] | None = None) -> Knowledge:
        """The same with a name of which only the type is known."""
        return self.naming(name, Unknown(name, type_, next(fresh), values))

    def keeping(self, name: str, type_: Type, call: x.Expr | None) -> Knowledge:
        """The same with a name for what was drawn."""
        kept = call if isinstance(call, x.Call) else None
        return self.naming(name, Unknown(name, type_, next(fresh), None, kept))

    def member(self, variable: str, domain: x.Domain) -> Knowledge:
        """The same with a name for any member of a domain."""
        values: Sequence[int] | None = None
        match domain:
            case x.SetDomain(members=members):
                written = [member.value for member in members if isinstance(member, x.Const)]
                values = sorted(set(written)) if members and len(written) == len(members) else None
            case x.RangeDomain(low=x.Const(value=low), high=x.Const(value=high)) if low <= high:
                values = IntervalSet.between(low, high)
            case x.RangeDomain(low=low, high=high, type=type_):
                named = x.Var(name=variable, type=type_)
                inside = x.InRange(value=named, low=low, high=high, type=BOOL, span=low.span.to(high.span))
                return self.free(variable, type_).holding(inside)
            case x.EnumDomain():
                return self.naming(variable, Unknown(variable, domain.type, next(fresh), listed=True))
            case _:  # the rest: no more is known than its type
                pass
        return self.free(variable, domain.type, values)

    def holding(self, condition: x.Expr | None, holds: bool = True) -> Knowledge:
        """The same where a condition holds, or does not."""
        if condition is None:
            return self
        facts = (Fact(part, held, self) for part, held in parted(condition, holds))
        return Knowledge(self.names, self.versions, (*self.facts, *facts))

    def after(self, target: x.Read, value: x.Expr, span: Span) -> Knowledge:
        """The same where a field has just been given a value."""
        made = x.Comparison(op="==", left=target, right=value, type=BOOL, span=span)
        return Knowledge(self.names, self.versions, (*self.facts, Fact(made, True, self, was_set=True)))

    def changed(self, writes: Iterable[str]) -> Knowledge:
        """The same after fields, lists and variables changed."""
        names, versions = dict(self.names), dict(self.versions)
        for written in writes:
            versions[written] = next(fresh)
            name = written.removeprefix(VARIABLE)
            if name != written and name in names:
                names[name] = Unknown(name, names[name].type, next(fresh))
        return Knowledge(names, versions, self.facts)


def parted(condition: x.Expr, holds: bool) -> Iterator[tuple[x.Expr, bool]]:
    """A condition as the conditions that must all hold, or not, where it does: each is known by itself then."""
    match condition:
        case x.NotExpr(value=inner):
            yield from parted(inner, not holds)
        case x.AndExpr(terms=terms) if holds:
            for term in terms:
                yield from parted(term, holds)
        case x.OrExpr(terms=terms) if not holds:
            for term in terms:
                yield from parted(term, holds)
        case _:  # the rest: cannot be parted
            yield condition, holds


def parameters(node: n.Table | n.Procedure | n.Define) -> Knowledge:
    """What is known where an item begins: its parameters."""
    known = Knowledge()
    for param in node.params:
        known = known.free(param.name, param.type)
    return known


def some(variable: str, domain: x.Domain, where: x.Expr | None) -> x.Expr:
    """The condition that a domain has a member."""
    return x.Quantifier(kind="any", variable=variable, domain=domain, where=where, type=BOOL)
