"""Symbolic states: the values of names and the path conditions at a point of the rules.

Every write gives a field a new *version*. Earlier facts stay true of the earlier version, so none must be forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import VARIABLE_PREFIX
from bombsight.compiler.graph.intervals import IntervalSet, Numbers
from bombsight.dsl.dice import Dice
from bombsight.dsl.node_classes import field, frozen, unguarded
from bombsight.dsl.source import Span
from bombsight.flat.types import BOOL, IntType, Type

NATURAL = "natural"
"""The name of the natural dice; a word of the language, so no variable can have it."""

serial_numbers = count(1)


@unguarded
class UnknownValue:
    """A symbolic variable: a name with any value of its type.

    Attributes:
        serial: The number that distinguishes it from others of its name.
        values: Its possible values; None for all of its type.
        call: The roll or call whose result it holds; None if it holds none.
        is_enum_member: Whether it iterates over the values of an enum, as printed data list them.
        dice: The dice, if its values are outcomes of their throw that tell single dice apart.
    """

    name: str
    type: Type
    serial: int
    values: Numbers | None = None
    call: x.Call | None = None
    is_enum_member: bool = False
    dice: Dice | None = None


@frozen(eq=False)
class ValueSnapshot:
    """A name bound to an expression, with the state in which the expression was evaluated."""

    type: Type
    value: x.Expr
    state: SymbolicState


@frozen(eq=False)
class PathCondition:
    """A condition that was tested, with its outcome.

    Attributes:
        holds: Whether it held.
        state: The symbolic state of the test.
        was_set: Whether it holds because of an assignment.
    """

    condition: x.Expr
    holds: bool
    state: SymbolicState
    was_set: bool = False


@frozen(eq=False)
class SymbolicState:
    """The symbolic state at one point: names, field versions, path conditions.

    Attributes:
        names: The values of the names in scope.
        versions: The version of each field that was written on the way.
        path_conditions: The conditions known to hold.
    """

    names: Mapping[str, UnknownValue | ValueSnapshot] = field(factory=dict)
    versions: Mapping[str, int] = field(factory=dict)
    path_conditions: tuple[PathCondition, ...] = ()

    def bind(self, name: str, value: UnknownValue | ValueSnapshot) -> SymbolicState:
        """Return the state with a name bound to a value."""
        return SymbolicState({**self.names, name: value}, self.versions, self.path_conditions)

    def bind_unknown(self, name: str, type_: Type, values: Numbers | None = None) -> SymbolicState:
        """Return the state with a name bound to an unknown value of a type, or to one of ``values``."""
        return self.bind(name, UnknownValue(name, type_, next(serial_numbers), values))

    def bind_dice(self, dice: Dice) -> SymbolicState:
        """Return the state in which dice lie on the table."""
        type_ = IntType(min(dice.outcomes), max(dice.outcomes))
        single = dice if dice.single else None
        return self.bind(NATURAL, UnknownValue(NATURAL, type_, next(serial_numbers), dice.outcomes, dice=single))

    def bind_call_result(self, name: str, type_: Type, call: x.Expr | None) -> SymbolicState:
        """Return the state with a name bound to the unknown result of a throw or a call."""
        kept_call = call if isinstance(call, x.Call) else None
        return self.bind(name, UnknownValue(name, type_, next(serial_numbers), None, kept_call))

    def bind_member(self, variable: str, domain: x.Domain) -> SymbolicState:
        """Return the state with a name bound to an unknown member of a domain."""
        values: Numbers | None = None
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
            case _:  # the rest: only the type is known
                pass
        return self.bind_unknown(variable, domain.type, values)

    def assume(self, condition: x.Expr | None, holds: bool = True) -> SymbolicState:
        """Return the state with the assumption that a condition holds, or with ``holds=False`` fails."""
        if condition is None:
            return self
        facts = (PathCondition(part, held, self) for part, held in split_condition(condition, holds))
        return SymbolicState(self.names, self.versions, (*self.path_conditions, *facts))

    def assume_assigned(self, target: x.Read, value: x.Expr, span: Span) -> SymbolicState:
        """Return the state with the assumption that a field equals the value just assigned to it."""
        made = x.Comparison(op="==", left=target, right=value, type=BOOL, span=span)
        return SymbolicState(
            self.names, self.versions, (*self.path_conditions, PathCondition(made, True, self, was_set=True))
        )

    def havoc(self, writes: Iterable[str]) -> SymbolicState:
        """Return the state in which the written fields, lists and variables have unknown values."""
        names, versions = dict(self.names), dict(self.versions)
        for changed_name in writes:
            versions[changed_name] = next(serial_numbers)
            name = changed_name.removeprefix(VARIABLE_PREFIX)
            if name != changed_name and name in names:
                names[name] = UnknownValue(name, names[name].type, next(serial_numbers))
        return SymbolicState(names, versions, self.path_conditions)


def split_condition(condition: x.Expr, holds: bool) -> Iterator[tuple[x.Expr, bool]]:
    """Split a condition with a known outcome into terms with known outcomes: ``a and b`` that holds into both."""
    match condition:
        case x.NotExpr(value=inner):
            yield from split_condition(inner, not holds)
        case x.AndExpr(terms=terms) if holds:
            for term in terms:
                yield from split_condition(term, holds)
        case x.OrExpr(terms=terms) if not holds:
            for term in terms:
                yield from split_condition(term, holds)
        case _:  # the rest: cannot be split
            yield condition, holds


def entry_state(node: n.Table | n.Procedure | n.Define) -> SymbolicState:
    """The symbolic state at the entry of an item: each parameter has an unknown value."""
    state = SymbolicState()
    for param in node.params:
        state = state.bind_unknown(param.name, param.type)
    return state


def has_member_condition(variable: str, domain: x.Domain, where: x.Expr | None) -> x.Expr:
    """Build the condition that a domain has a member that passes its filter: ``any v in domain where ...``."""
    return x.Quantifier(kind="any", variable=variable, domain=domain, where=where, type=BOOL)
