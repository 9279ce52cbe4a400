"""Symbolic state and path conditions: at a point of the rules, what its names stand for, and what holds.

State changes as rules run, so every field that is written gets a new *version*; what was known before stays known of
the older one, and no fact has to be forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import VARIABLE_PREFIX
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.dsl.node_classes import field, frozen, unguarded
from bombsight.dsl.source import Span
from bombsight.flat.types import BOOL, Type

NATURAL = "natural"
"""The name under which the dice as they fell are known; no variable can be called so."""

serial_numbers = count(1)


@unguarded
class UnknownValue:
    """A name that may be anything of its type.

    Attributes:
        name: The name.
        type: Its type.
        serial: What tells it from others of its name.
        values: What it can be; None for all of its type.
        call: The roll or the procedure whose value it keeps; None where it keeps none.
        is_enum_member: Whether it goes through the values of an enum, as printed data list them.
    """

    name: str
    type: Type
    serial: int
    values: Sequence[int] | None = None
    call: x.Call | None = None
    is_enum_member: bool = False


@frozen(eq=False)
class ValueSnapshot:
    """A name for a value as it was when the name came to be, or when it was set."""

    type: Type
    value: x.Expr
    state: SymbolicState


@frozen(eq=False)
class PathCondition:
    """A condition that held, or did not, when it was asked.

    Attributes:
        condition: The condition.
        holds: Whether it held.
        state: What was known there.
        was_set: Whether it holds because a statement has just made it so.
    """

    condition: x.Expr
    holds: bool
    state: SymbolicState
    was_set: bool = False


@frozen(eq=False)
class SymbolicState:
    """What is known at one point.

    Attributes:
        names: What the names in sight stand for.
        versions: How often fields changed on the way, as numbers that tell one from another.
        path_conditions: Conditions that hold.
    """

    names: Mapping[str, UnknownValue | ValueSnapshot] = field(factory=dict)
    versions: Mapping[str, int] = field(factory=dict)
    path_conditions: tuple[PathCondition, ...] = ()

    def bind(self, name: str, value: UnknownValue | ValueSnapshot) -> SymbolicState:
        """The same with a name more."""
        return SymbolicState({**self.names, name: value}, self.versions, self.path_conditions)

    def bind_unknown(self, name: str, type_: Type, values: Sequence[int] | None = None) -> SymbolicState:
        """The same with a name of which only the type is known."""
        return self.bind(name, UnknownValue(name, type_, next(serial_numbers), values))

    def bind_call_result(self, name: str, type_: Type, call: x.Expr | None) -> SymbolicState:
        """The same with a name for what was drawn."""
        kept_call = call if isinstance(call, x.Call) else None
        return self.bind(name, UnknownValue(name, type_, next(serial_numbers), None, kept_call))

    def bind_member(self, variable: str, domain: x.Domain) -> SymbolicState:
        """The same with a name for any member of a domain."""
        values: Sequence[int] | None = None
        match domain:
            case x.SetDomain(members=members):
                constants = [member.value for member in members if isinstance(member, x.Const)]
                values = sorted(set(constants)) if members and len(constants) == len(members) else None
            case x.RangeDomain(low=x.Const(value=low), high=x.Const(value=high)) if low <= high:
                values = IntervalSet.from_range(low, high)
            case x.RangeDomain(low=low, high=high, type=type_):
                named = x.Var(name=variable, type=type_)
                inside = x.InRange(value=named, low=low, high=high, type=BOOL, span=low.span.extend_to(high.span))
                return self.bind_unknown(variable, type_).assume(inside)
            case x.EnumDomain():
                return self.bind(
                    variable, UnknownValue(variable, domain.type, next(serial_numbers), is_enum_member=True)
                )
            case _:  # the rest: no more is known than its type
                pass
        return self.bind_unknown(variable, domain.type, values)

    def assume(self, condition: x.Expr | None, holds: bool = True) -> SymbolicState:
        """The same where a condition holds, or does not."""
        if condition is None:
            return self
        facts = (PathCondition(part, held, self) for part, held in split_condition(condition, holds))
        return SymbolicState(self.names, self.versions, (*self.path_conditions, *facts))

    def assume_assigned(self, target: x.Read, value: x.Expr, span: Span) -> SymbolicState:
        """The same where a field has just been given a value."""
        made = x.Comparison(op="==", left=target, right=value, type=BOOL, span=span)
        return SymbolicState(
            self.names, self.versions, (*self.path_conditions, PathCondition(made, True, self, was_set=True))
        )

    def havoc(self, writes: Iterable[str]) -> SymbolicState:
        """The same after fields, lists and variables changed."""
        names, versions = dict(self.names), dict(self.versions)
        for changed_name in writes:
            versions[changed_name] = next(serial_numbers)
            name = changed_name.removeprefix(VARIABLE_PREFIX)
            if name != changed_name and name in names:
                names[name] = UnknownValue(name, names[name].type, next(serial_numbers))
        return SymbolicState(names, versions, self.path_conditions)


def split_condition(condition: x.Expr, holds: bool) -> Iterator[tuple[x.Expr, bool]]:
    """A condition as the conditions that must all hold, or not, where it does: each is known by itself then."""
    match condition:
        case x.NotExpr(value=inner):
            yield from split_condition(inner, not holds)
        case x.AndExpr(terms=terms) if holds:
            for term in terms:
                yield from split_condition(term, holds)
        case x.OrExpr(terms=terms) if not holds:
            for term in terms:
                yield from split_condition(term, holds)
        case _:  # the rest: cannot be parted
            yield condition, holds


def entry_state(node: n.Table | n.Procedure | n.Define) -> SymbolicState:
    """What is known where an item begins: its parameters."""
    state = SymbolicState()
    for param in node.params:
        state = state.bind_unknown(param.name, param.type)
    return state


def has_member_condition(variable: str, domain: x.Domain, where: x.Expr | None) -> x.Expr:
    """The condition that a domain has a member."""
    return x.Quantifier(kind="any", variable=variable, domain=domain, where=where, type=BOOL)
