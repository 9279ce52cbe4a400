"""Expressions as Python source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from bombsight.backends.python.constants import Constants
from bombsight.backends.python.inline_assignment import bound_first, is_binding
from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat.expressions import is_condition
from bombsight.flat.functions import Variable
from bombsight.flat.passes.facts import is_settled
from bombsight.flat.types import NONE
from bombsight.flat.walking import mentions, walk

TERNARY, OR, AND, NOT, COMPARISON, SUM, PRODUCT, SIGN, ATOM = range(9)
"""How tightly the parts of an expression are bound."""

Shown = tuple[str, int]
"""Source and how tightly it is bound."""


@frozen
class Alike:
    """A run of slots and a value: the members are those that hold it, or with ``same`` False those that do not."""

    value: str
    slots: str
    length: int
    same: bool

    @property
    def count(self) -> str:
        """How many hold it."""
        return f"{self.slots}.count({self.value})"


class Expressions:
    """Prints expressions; a condition is a Python truth, a value an integer.

    Attributes:
        constants: What the source is to call slots, functions and data.
        locals: What it is to call the variables of the function at hand.
        variables: What these can be.
        in_source: Whether what is printed says what a comprehension goes through, where Python allows no ``:=``.
    """

    def __init__(self, constants: Constants, locals: Mapping[str, str], variables: Mapping[str, Variable]) -> None:
        self.constants = constants
        self.locals = locals
        self.variables = variables
        self.in_source = False

    # --- entry points

    def value(self, node: fx.Expr, tightly: int = TERNARY) -> str:
        """An integer, in brackets where it must be bound more tightly."""
        return self.wrapped(self.shown_value(node), tightly)

    def condition(self, node: fx.Expr, tightly: int = TERNARY) -> str:
        """A truth."""
        return self.wrapped(self.shown_condition(node), tightly)

    def values(self, nodes: tuple[fx.Expr, ...]) -> str:
        """Integers with commas."""
        return ", ".join(self.value(node) for node in nodes)

    def tuple(self, nodes: tuple[fx.Expr, ...]) -> str:
        """A tuple of integers."""
        return f"({self.values(nodes)}{',' if len(nodes) == 1 else ''})"

    @staticmethod
    def wrapped(shown: Shown, tightly: int) -> str:
        """Source in brackets where it must be."""
        source, bound = shown
        return source if bound >= tightly else f"({source})"

    def index(self, node: fx.Slot) -> str:
        """The index of a slot."""
        name = self.constants.slots[node.base]
        return name if node.offset == fx.Num(0) else f"{name} + {self.value(node.offset, PRODUCT)}"

    # --- ranges

    def is_natural(self, value: fx.Expr) -> bool:
        """Whether a value is at least 0 where it is not none, so that Python tells none sooner by its being less."""
        found = self.constants.facts.apart_from_none(value, self.variables)
        return found is not None and found[0] >= 0

    def is_least(self, low: int, value: fx.Expr) -> bool:
        """Whether a value is never none and never less than this."""
        found = self.constants.facts.range_of(value, self.variables)
        return found is not None and found[0] >= low

    # --- conditions

    def shown_condition(self, node: fx.Expr) -> Shown:
        """A condition."""
        match node:
            case fx.Num(value):
                return ("True" if value else "False"), ATOM
            case fx.Compare("==" | "!=" as op, left, fx.Num(number)) if number == NONE and self.is_natural(left):
                return f"{self.value(left, SUM)} {'<' if op == '==' else '>='} 0", COMPARISON
            case fx.Between(value, fx.Num(low), high) if self.is_least(low, value):
                return f"{self.value(value, SUM)} <= {self.value(high, SUM)}", COMPARISON
            case fx.Compare(op, left, right):
                return f"{self.value(left, SUM)} {op} {self.value(right, SUM)}", COMPARISON
            case fx.Between(value, low, high):
                return f"{self.value(low, SUM)} <= {self.value(value, SUM)} <= {self.value(high, SUM)}", COMPARISON
            case fx.Among(value, members):
                return f"{self.value(value, SUM)} in {self.tuple(members)}", COMPARISON
            case fx.Contains(variable, value):
                return f"{self.value(value, SUM)} in {self.locals[variable]}", COMPARISON
            case fx.Not(value):
                return f"not {self.condition(value, NOT)}", NOT
            case fx.All(terms):
                return " and ".join(self.condition(term, NOT) for term in terms), AND
            case fx.Either(terms):
                return " or ".join(self.condition(term, AND) for term in terms), OR
            case fx.Let(variable, value, body) if self.in_source:
                return f"(lambda {self.locals[variable]}: {self.condition(body)})({self.value(value)})", ATOM
            case fx.Let() if is_binding(node):
                return self.shown_value(node)
            case fx.Let(variable, value, body) if (bound := self.first(variable, value, body)) is not None:
                return self.shown_condition(bound)
            case fx.Let(variable, value, body):
                return f"{self.condition(body, OR)} if {self.kept(variable, value)} else False", TERNARY
            case fx.Taking(steps, site, value):
                return f"{self.taken(steps, site)} or {self.condition(value, AND)}", OR
            case fx.Pick(condition, value, otherwise):
                return (
                    f"{self.condition(value, OR)} if {self.condition(condition, OR)} else {self.condition(otherwise)}",
                    TERNARY,
                )
            case fx.Quantifier("any"):
                return self.looking(node, self.quantified(node)), ATOM
            case _:  # the rest: any value is 1 or 0 here, which Python takes for true and false
                return self.shown_value(node)

    # --- values

    def shown_value(self, node: fx.Expr) -> Shown:
        """A value."""
        if is_condition(node) and not isinstance(node, fx.Num | fx.BaseCondition):
            return self.number_of(node)
        match node:
            case fx.Num(value):
                return ("NONE", ATOM) if value == NONE else (str(value), ATOM if value >= 0 else SIGN)
            case fx.Local(name):
                return self.locals[name], ATOM
            case fx.Slot():
                return f"S[{self.index(node)}]", ATOM
            case fx.Length(variable):
                return f"len({self.locals[variable]})", ATOM
            case fx.Datum(data, index):
                return f"{self.constants.data[data]}[{self.value(index)}]", ATOM
            case fx.Arithmetic("*", left, right):
                return f"{self.value(left, PRODUCT)} * {self.value(right, SIGN)}", PRODUCT
            case fx.Arithmetic("+", left, fx.Num(number)) if number < 0:
                return f"{self.value(left, SUM)} - {-number}", SUM
            case fx.Arithmetic(op, left, right):
                return f"{self.value(left, SUM)} {op} {self.value(right, PRODUCT)}", SUM
            case fx.Quotient(left, divisor, up) if up:
                return f"-(-{self.value(left, ATOM)} // {self.value(divisor, SIGN)})", SIGN
            case fx.Quotient(left, divisor):
                return f"{self.value(left, PRODUCT)} // {self.value(divisor, SIGN)}", PRODUCT
            case fx.Negative(value):
                return f"-{self.value(value, SIGN)}", SIGN
            case fx.Extreme(which, (fx.Num() | fx.Local() as one, fx.Num() | fx.Local() as other)):
                first, second = self.value(one), self.value(other)
                return f"{first} if {first} {'<' if which == 'min' else '>'} {second} else {second}", TERNARY
            case fx.Extreme(which, values):
                return f"{which}({self.values(values)})", ATOM
            case fx.Clamp(fx.Local(name), low, high):
                name = self.locals[name]
                return f"{name} if {low} <= {name} <= {high} else {low} if {name} < {low} else {high}", TERNARY
            case fx.Clamp(value, low, high) if not self.in_source:
                known = f"{low} if (known := {self.value(value)}) < {low}"
                return f"{known} else {high} if known > {high} else known", TERNARY
            case fx.Clamp(value, low, high):
                return f"min(max({self.value(value)}, {low}), {high})", ATOM
            case fx.Neighbour(fx.Local(name), 1, size):
                return f"{self.locals[name]} + 1 if {self.locals[name]} < {size - 1} else NONE", TERNARY
            case fx.Neighbour(fx.Local(name), -1, _):
                return f"{self.locals[name]} - 1 if {self.locals[name]} > 0 else NONE", TERNARY
            case fx.Neighbour(value, step, size):
                return (
                    f"following({self.value(value)}, {size})" if step == 1 else f"preceding({self.value(value)})",
                    ATOM,
                )
            case fx.Pick(condition, value, otherwise):
                return (
                    f"{self.value(value, OR)} if {self.condition(condition, OR)} else {self.value(otherwise)}",
                    TERNARY,
                )
            case fx.OrElse(fx.Local() | fx.Slot(offset=fx.Num()) as value, otherwise):
                found = self.value(value, SUM)
                return f"{found} if {found} != NONE else {self.value(otherwise)}", TERNARY
            case fx.OrElse(value, fx.Num() | fx.Local() as otherwise) if self.in_source:
                return f"or_else({self.value(value)}, {self.value(otherwise)})", ATOM
            case fx.OrElse(value, otherwise) if self.in_source:
                either = f"lambda known: known if known != NONE else {self.value(otherwise)}"
                return f"({either})({self.value(value)})", ATOM
            case fx.OrElse(value, otherwise):
                return f"known if (known := {self.value(value)}) != NONE else {self.value(otherwise)}", TERNARY
            case fx.Some(value, site) if self.in_source:
                return f"some({self.value(value)}, {site})", ATOM
            case fx.Some(value, site):
                return f"known if (known := {self.value(value)}) != NONE else fault({site})", TERNARY
            case fx.Fit(value, low, high, optional, site) if optional or self.in_source:
                return f"{'fit_or_none' if optional else 'fit'}({self.value(value)}, {low}, {high}, {site})", ATOM
            case fx.Fit(value, low, high, _, site):
                return f"known if {low} <= (known := {self.value(value)}) <= {high} else fault({site})", TERNARY
            case fx.Failure(site):
                return f"fault({site})", ATOM
            case fx.Live(list_, value):
                return f"live_{list_}({self.value(value)})", ATOM
            case fx.Place(list_, value, None):
                return f"{self.value(value, PRODUCT)} % {self.constants.lists[list_].capacity}", PRODUCT
            case fx.Place(list_, value, site):
                return f"at_{list_}({self.value(value)}, {site})", ATOM
            case fx.Call(function, args, part):
                return f"{self.constants.functions[function]}({self.values(args)})" + (
                    "" if part is None else f"[{part}]"
                ), ATOM
            case fx.Let(variable, value, body) if self.in_source:
                return f"(lambda {self.locals[variable]}: {self.value(body)})({self.value(value)})", ATOM
            case fx.Let(variable, value) if is_binding(node):
                return f"({self.locals[variable]} := {self.value(value)})", ATOM
            case fx.Let(variable, value, body) if (bound := self.first(variable, value, body)) is not None:
                return self.shown_value(bound)
            case fx.Let(variable, value, body):
                return f"{self.value(body, OR)} if {self.kept(variable, value)} else NONE", TERNARY
            case fx.Taking(steps, site, value):
                return f"{self.taken(steps, site)} or {self.value(value, AND)}", OR
            case fx.Quantifier():
                return self.looking(node, self.quantified(node)), ATOM
            case fx.BaseCondition():
                return self.number_of(node)
            case _:
                assert_never(node)

    # --- pieces

    def number_of(self, condition: fx.Expr) -> Shown:
        """A condition as 1 or 0."""
        return f"1 if {self.condition(condition, OR)} else 0", TERNARY

    def first(self, variable: str, value: fx.Expr, body: fx.Expr) -> fx.Expr | None:
        """A body whose variable gets its value where it is first read; None where it must get it before."""
        if not is_settled(value, self.constants.quiet) or not mentions(body, variable):
            return None
        if any(map(is_binding, walk(value))):
            return None  # what it binds may be read sooner
        placed = bound_first(body, variable, value)
        return None if placed is None else placed.body

    def kept(self, variable: str, value: fx.Expr) -> str:
        """A variable gets a value; true, for an integer is never None."""
        return f"({self.locals[variable]} := {self.value(value)}) is not None"

    def taken(self, steps: fx.Expr, site: int | None) -> str:
        """Steps are taken; not true."""
        return f"look({self.value(steps)}, {'None' if site is None else site})"

    # --- members

    def looking(self, node: fx.Quantifier, source: str) -> str:
        """A quantifier that charges itself."""
        return source if node.steps is None else f"({self.taken(node.steps, node.site)} or {source})"

    def quantified(self, node: fx.Quantifier) -> str:
        """What a quantifier finds among its members."""
        variable, source, where = node.variable, node.source, node.where
        match node.kind:
            case "any":
                return self.any_(variable, source, where)
            case "count":
                return self.count(variable, source, where)
            case "sum":
                assert node.value is not None
                return f"sum({self.value(node.value)} {self.each(variable, source, where)})"
            case "first":
                return f"next(({self.locals[variable]} {self.each(variable, source, where)}), NONE)"
            case _:
                assert_never(node.kind)

    def any_(self, variable: str, source: fx.Source, where: fx.Expr | None) -> str:
        """Whether there is a member for which the condition holds."""
        alike = self.alike(variable, source, where)
        if alike is not None:
            return f"({alike.value} in {alike.slots})" if alike.same else f"({alike.count} < {alike.length})"
        conditions = self.conditions(variable, source, where)
        return f"any({conditions or 'True'} for {self.locals[variable]} in {self.members(source)})"

    def count(self, variable: str, source: fx.Source, where: fx.Expr | None) -> str:
        """How many members there are for which the condition holds."""
        if isinstance(source, fx.Elements) and where is None:
            return f"({source.most} - S[{self.constants.runs[source.list]}].count(NONE))"
        alike = self.alike(variable, source, where)
        if alike is not None:
            return alike.count if alike.same else f"({alike.length} - {alike.count})"
        return f"sum(1 {self.each(variable, source, where)})"

    def alike(self, variable: str, source: fx.Source, where: fx.Expr | None) -> Alike | None:
        """Whether members are those whose slot, in one run, holds a certain value; else None."""
        value: fx.Expr
        same = True
        match where:
            case fx.Slot() as slot:
                value = fx.Num(1)
            case fx.Not(fx.Slot() as slot):
                value = fx.Num(0)
            case fx.Compare("==" | "!=" as op, fx.Slot() as slot, value):
                same = op == "=="
            case _:  # the rest: not the value of one slot
                return None
        match source, slot.offset:
            case fx.Numbers(fx.Num(first), fx.Num(last), _), fx.Arithmetic("+", offset, fx.Num(more)):
                start, length = first + more, last - first + 1
            case fx.Numbers(fx.Num(start), fx.Num(last), _), offset:
                length = last - start + 1
            case _:  # the rest: not a run of slots that is known here
                return None
        if offset != fx.Local(variable) or mentions(value, variable) or length < 1:
            return None
        name = self.constants.slots[slot.base]
        slots = f"S[{f'{name} + {start}' if start else name}:{name} + {start + length}]"
        return Alike(self.value(value, SUM), slots, length, same)

    def each(self, variable: str, source: fx.Source, where: fx.Expr | None) -> str:
        """The tail of a comprehension."""
        conditions = self.conditions(variable, source, where)
        return f"for {self.locals[variable]} in {self.members(source)}" + (f" if {conditions}" if conditions else "")

    def conditions(self, variable: str, source: fx.Source, where: fx.Expr | None) -> str:
        """What must hold of a member; empty for nothing."""
        own = self.is_member(variable, source)
        if where is None:
            return own
        return f"{own} and {self.condition(where, NOT)}" if own else self.condition(where, OR)

    def is_member(self, variable: str, source: fx.Source) -> str:
        """What tells a member from the empty places between; empty where there are none."""
        match source:
            case fx.Elements():
                return f"{self.locals[variable]} >= 0"
            case fx.Held(_, _, list_) if list_ is not None:
                return f"live_{list_}({self.locals[variable]}) != NONE"
            case fx.Held() | fx.Numbers() | fx.Values():
                return ""
            case _:
                assert_never(source)

    def no_member(self, variable: str, source: fx.Source) -> str:
        """The opposite."""
        if isinstance(source, fx.Elements):
            return f"{self.locals[variable]} < 0"
        return self.is_member(variable, source).replace("!=", "==")

    def members(self, source: fx.Source) -> str:
        """Something to go through that does not change meanwhile."""
        outside, self.in_source = self.in_source, True
        try:
            return self.gone_through(source)
        finally:
            self.in_source = outside

    def gone_through(self, source: fx.Source) -> str:
        """The members of a source."""
        match source:
            case fx.Numbers(fx.Num(0), fx.Num(last), _):
                return f"range({last + 1})"
            case fx.Numbers(first, fx.Num(last), _):
                return f"range({self.value(first)}, {last + 1})"
            case fx.Numbers(first, last, _):
                return f"range({self.value(first)}, {self.value(last, SUM)} + 1)"
            case fx.Values(values):
                return self.tuple(values)
            case fx.Elements(list_):
                return f"S[{self.constants.runs[list_]}]"
            case fx.Held(variable):
                return f"tuple({self.locals[variable]})"
            case _:
                assert_never(source)
