"""Expressions of the flat form as Python source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from bombsight.backends.python.constants import SymbolTable
from bombsight.backends.python.inline_assignment import bind_at_first_read, is_binding
from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat.expressions import is_condition
from bombsight.flat.functions import Variable
from bombsight.flat.passes.facts import is_effect_free
from bombsight.flat.types import NONE
from bombsight.flat.walking import depends_on, walk

TERNARY, OR, AND, NOT, COMPARISON, SUM, PRODUCT, SIGN, ATOM = range(9)
"""Precedence levels of Python expressions."""

RenderedExpr = tuple[str, int]
"""Source text and its precedence."""


@frozen
class SlotRunMatch:
    """A quantifier that compares each slot of one run with a value: for equality if ``same``, else inequality."""

    value: str
    slots: str
    length: int
    same: bool

    @property
    def count(self) -> str:
        """Python source that counts the slots equal to the value."""
        return f"{self.slots}.count({self.value})"


class ExpressionRenderer:
    """Renders expressions: conditions as Python truth values, values as integers.

    Attributes:
        symbols: Names of slots, functions and data.
        locals: Python names of the current function's variables.
        variables: Ranges of these variables.
        in_source: Whether the iterable of a comprehension is being rendered, where Python forbids ``:=``.
    """

    def __init__(self, symbols: SymbolTable, locals: Mapping[str, str], variables: Mapping[str, Variable]) -> None:
        """Make a renderer for a function with these names and these variables."""
        self.symbols = symbols
        self.locals = locals
        self.variables = variables
        self.in_source = False

    # --- entry points

    def render_value(self, node: fx.Expr, precedence: int = TERNARY) -> str:
        """Render an expression as an integer, parenthesized if it binds more loosely than ``precedence``."""
        return self.parenthesize(self.value_with_precedence(node), precedence)

    def render_condition(self, node: fx.Expr, precedence: int = TERNARY) -> str:
        """Render a condition as a truth value, parenthesized if it binds more loosely than ``precedence``."""
        return self.parenthesize(self.condition_with_precedence(node), precedence)

    def render_values(self, nodes: tuple[fx.Expr, ...]) -> str:
        """Render values separated by commas."""
        return ", ".join(self.render_value(node) for node in nodes)

    def render_tuple(self, nodes: tuple[fx.Expr, ...]) -> str:
        """Render values as a tuple."""
        return f"({self.render_values(nodes)}{',' if len(nodes) == 1 else ''})"

    @staticmethod
    def parenthesize(rendered: RenderedExpr, precedence: int) -> str:
        """Put source in parentheses if it binds more loosely than ``precedence``."""
        source, bound = rendered
        return source if bound >= precedence else f"({source})"

    def render_slot_index(self, node: fx.Slot) -> str:
        """Render the index of a slot."""
        name = self.symbols.slots[node.base]
        return name if node.offset == fx.Num(0) else f"{name} + {self.render_value(node.offset, PRODUCT)}"

    # --- ranges

    def is_nonnegative(self, value: fx.Expr) -> bool:
        """Whether a value is at least 0, or none: then ``value < 0`` tests whether it is none."""
        value_range = self.symbols.facts.range_without_none(value, self.variables)
        return value_range is not None and value_range[0] >= 0

    def is_at_least(self, low: int, value: fx.Expr) -> bool:
        """Whether a value is never none and never less than ``low``."""
        value_range = self.symbols.facts.range_of(value, self.variables)
        return value_range is not None and value_range[0] >= low

    # --- conditions

    def condition_with_precedence(self, node: fx.Expr) -> RenderedExpr:
        """Render a condition as a truth value; return the source and its precedence."""
        match node:
            case fx.Num(value):
                return ("True" if value else "False"), ATOM
            case fx.Compare("==" | "!=" as op, left, fx.Num(number)) if number == NONE and self.is_nonnegative(left):
                return f"{self.render_value(left, SUM)} {'<' if op == '==' else '>='} 0", COMPARISON
            case fx.Between(value, fx.Num(low), high) if self.is_at_least(low, value):
                return f"{self.render_value(value, SUM)} <= {self.render_value(high, SUM)}", COMPARISON
            case fx.Compare(op, left, right):
                return f"{self.render_value(left, SUM)} {op} {self.render_value(right, SUM)}", COMPARISON
            case fx.Between(value, low, high):
                return (
                    (
                        f"{self.render_value(low, SUM)} <= {self.render_value(value, SUM)}"
                        f" <= {self.render_value(high, SUM)}"
                    ),
                    COMPARISON,
                )
            case fx.Among(value, members):
                return f"{self.render_value(value, SUM)} in {self.render_tuple(members)}", COMPARISON
            case fx.Contains(variable, value):
                return f"{self.render_value(value, SUM)} in {self.locals[variable]}", COMPARISON
            case fx.Not(value):
                return f"not {self.render_condition(value, NOT)}", NOT
            case fx.All(terms):
                return " and ".join(self.render_condition(term, NOT) for term in terms), AND
            case fx.Either(terms):
                return " or ".join(self.render_condition(term, AND) for term in terms), OR
            case fx.Let(variable, value, body) if self.in_source:
                return (
                    f"(lambda {self.locals[variable]}: {self.render_condition(body)})({self.render_value(value)})",
                    ATOM,
                )
            case fx.Let() if is_binding(node):
                return self.value_with_precedence(node)
            case fx.Let(variable, value, body) if (bound := self.inline_let(variable, value, body)) is not None:
                return self.condition_with_precedence(bound)
            case fx.Let(variable, value, body):
                return (
                    f"{self.render_condition(body, OR)} if {self.render_assignment_test(variable, value)} else False",
                    TERNARY,
                )
            case fx.Taking(steps, site, value):
                return f"{self.render_step_charge(steps, site)} or {self.render_condition(value, AND)}", OR
            case fx.Pick(condition, value, otherwise):
                return (
                    (
                        f"{self.render_condition(value, OR)} if {self.render_condition(condition, OR)}"
                        f" else {self.render_condition(otherwise)}"
                    ),
                    TERNARY,
                )
            case fx.Quantifier("any"):
                return self.render_charged_quantifier(node, self.render_quantifier(node)), ATOM
            case _:  # the rest: a value 1 or 0, which Python accepts as a truth value
                return self.value_with_precedence(node)

    # --- values

    def value_with_precedence(self, node: fx.Expr) -> RenderedExpr:
        """Render a value as an integer; return the source and its precedence."""
        if is_condition(node) and not isinstance(node, fx.Num | fx.BaseCondition):
            return self.condition_as_number(node)
        match node:
            case fx.Num(value):
                return ("NONE", ATOM) if value == NONE else (str(value), ATOM if value >= 0 else SIGN)
            case fx.Local(name):
                return self.locals[name], ATOM
            case fx.Slot():
                return f"S[{self.render_slot_index(node)}]", ATOM
            case fx.Length(variable):
                return f"len({self.locals[variable]})", ATOM
            case fx.Datum(data, index):
                return f"{self.symbols.data[data]}[{self.render_value(index)}]", ATOM
            case fx.Arithmetic("*", left, right):
                return f"{self.render_value(left, PRODUCT)} * {self.render_value(right, SIGN)}", PRODUCT
            case fx.Arithmetic("+", left, fx.Num(number)) if number < 0:
                return f"{self.render_value(left, SUM)} - {-number}", SUM
            case fx.Arithmetic(op, left, right):
                return f"{self.render_value(left, SUM)} {op} {self.render_value(right, PRODUCT)}", SUM
            case fx.Quotient(left, divisor, up) if up:
                return f"-(-{self.render_value(left, ATOM)} // {self.render_value(divisor, SIGN)})", SIGN
            case fx.Quotient(left, divisor):
                return f"{self.render_value(left, PRODUCT)} // {self.render_value(divisor, SIGN)}", PRODUCT
            case fx.Negative(value):
                return f"-{self.render_value(value, SIGN)}", SIGN
            case fx.Extreme(which, (fx.Num() | fx.Local() as one, fx.Num() | fx.Local() as other)):
                first, second = self.render_value(one), self.render_value(other)
                return f"{first} if {first} {'<' if which == 'min' else '>'} {second} else {second}", TERNARY
            case fx.Extreme(which, values):
                return f"{which}({self.render_values(values)})", ATOM
            case fx.Clamp(fx.Local(name), low, high):
                name = self.locals[name]
                return f"{name} if {low} <= {name} <= {high} else {low} if {name} < {low} else {high}", TERNARY
            case fx.Clamp(value, low, high) if not self.in_source:
                clamped = f"{low} if (known := {self.render_value(value)}) < {low}"
                return f"{clamped} else {high} if known > {high} else known", TERNARY
            case fx.Clamp(value, low, high):
                return f"min(max({self.render_value(value)}, {low}), {high})", ATOM
            case fx.Neighbour(fx.Local(name), 1, size):
                return f"{self.locals[name]} + 1 if {self.locals[name]} < {size - 1} else NONE", TERNARY
            case fx.Neighbour(fx.Local(name), -1, _):
                return f"{self.locals[name]} - 1 if {self.locals[name]} > 0 else NONE", TERNARY
            case fx.Neighbour(value, step, size):
                return (
                    f"following({self.render_value(value)}, {size})"
                    if step == 1
                    else f"preceding({self.render_value(value)})",
                    ATOM,
                )
            case fx.Pick(condition, value, otherwise):
                return (
                    (
                        f"{self.render_value(value, OR)} if {self.render_condition(condition, OR)}"
                        f" else {self.render_value(otherwise)}"
                    ),
                    TERNARY,
                )
            case fx.OrElse(fx.Local() | fx.Slot(offset=fx.Num()) as value, otherwise):
                source = self.render_value(value, SUM)
                return f"{source} if {source} != NONE else {self.render_value(otherwise)}", TERNARY
            case fx.OrElse(value, fx.Num() | fx.Local() as otherwise) if self.in_source:
                return f"or_else({self.render_value(value)}, {self.render_value(otherwise)})", ATOM
            case fx.OrElse(value, otherwise) if self.in_source:
                either = f"lambda known: known if known != NONE else {self.render_value(otherwise)}"
                return f"({either})({self.render_value(value)})", ATOM
            case fx.OrElse(value, otherwise):
                return (
                    f"known if (known := {self.render_value(value)}) != NONE else {self.render_value(otherwise)}",
                    TERNARY,
                )
            case fx.Some(value, site) if self.in_source:
                return f"some({self.render_value(value)}, {site})", ATOM
            case fx.Some(value, site):
                return f"known if (known := {self.render_value(value)}) != NONE else fault({site})", TERNARY
            case fx.Fit(value, low, high, optional, site) if optional or self.in_source:
                return (
                    f"{'fit_or_none' if optional else 'fit'}({self.render_value(value)}, {low}, {high}, {site})",
                    ATOM,
                )
            case fx.Fit(value, low, high, _, site):
                return f"known if {low} <= (known := {self.render_value(value)}) <= {high} else fault({site})", TERNARY
            case fx.Failure(site):
                return f"fault({site})", ATOM
            case fx.Live(list_, value):
                return f"live_{list_}({self.render_value(value)})", ATOM
            case fx.Place(list_, value, None):
                return f"{self.render_value(value, PRODUCT)} % {self.symbols.lists[list_].capacity}", PRODUCT
            case fx.Place(list_, value, site):
                return f"at_{list_}({self.render_value(value)}, {site})", ATOM
            case fx.Call(function, args, part):
                return f"{self.symbols.functions[function]}({self.render_values(args)})" + (
                    "" if part is None else f"[{part}]"
                ), ATOM
            case fx.Let(variable, value, body) if self.in_source:
                return f"(lambda {self.locals[variable]}: {self.render_value(body)})({self.render_value(value)})", ATOM
            case fx.Let(variable, value) if is_binding(node):
                return f"({self.locals[variable]} := {self.render_value(value)})", ATOM
            case fx.Let(variable, value, body) if (bound := self.inline_let(variable, value, body)) is not None:
                return self.value_with_precedence(bound)
            case fx.Let(variable, value, body):
                return (
                    f"{self.render_value(body, OR)} if {self.render_assignment_test(variable, value)} else NONE",
                    TERNARY,
                )
            case fx.Taking(steps, site, value):
                return f"{self.render_step_charge(steps, site)} or {self.render_value(value, AND)}", OR
            case fx.Quantifier():
                return self.render_charged_quantifier(node, self.render_quantifier(node)), ATOM
            case fx.BaseCondition():
                return self.condition_as_number(node)
            case _:
                assert_never(node)

    # --- pieces

    def condition_as_number(self, condition: fx.Expr) -> RenderedExpr:
        """Render a condition as 1 or 0; return the source and its precedence."""
        return f"1 if {self.render_condition(condition, OR)} else 0", TERNARY

    def inline_let(self, variable: str, value: fx.Expr, body: fx.Expr) -> fx.Expr | None:
        """Inline a ``let``: return its body with the variable assigned at its first read; None if that is not safe."""
        if not is_effect_free(value, self.symbols.quiet) or not depends_on(body, variable):
            return None
        if any(map(is_binding, walk(value))):
            return None  # another read may come before the moved binding
        bound = bind_at_first_read(body, variable, value)
        return None if bound is None else bound.body

    def render_assignment_test(self, variable: str, value: fx.Expr) -> str:
        """Render an assignment, ``(name := value) is not None``, as a condition that always holds."""
        return f"({self.locals[variable]} := {self.render_value(value)}) is not None"

    def render_step_charge(self, steps: fx.Expr, site: int | None) -> str:
        """Render a call that takes steps from the budget and returns a false value, or faults at ``site``."""
        return f"look({self.render_value(steps)}, {'None' if site is None else site})"

    # --- members

    def render_charged_quantifier(self, node: fx.Quantifier, source: str) -> str:
        """Put the charge of a quantifier's steps, if it takes any, before its ``source``: ``(look(...) or source)``."""
        return source if node.steps is None else f"({self.render_step_charge(node.steps, node.site)} or {source})"

    def render_quantifier(self, node: fx.Quantifier) -> str:
        """Render a quantifier as a comprehension or a built-in."""
        variable, source, where = node.variable, node.source, node.where
        match node.kind:
            case "any":
                return self.render_any(variable, source, where)
            case "count":
                return self.render_count(variable, source, where)
            case "sum":
                assert node.value is not None
                return f"sum({self.render_value(node.value)} {self.render_comprehension_tail(variable, source, where)})"
            case "first":
                return (
                    f"next(({self.locals[variable]} {self.render_comprehension_tail(variable, source, where)}), NONE)"
                )
            case "min" | "max" | "lowest" | "highest":
                assert node.value is not None
                choose = "min" if fx.better_comparison(node.kind) == "<" else "max"
                value, tail = self.render_value(node.value), self.render_comprehension_tail(variable, source, where)
                if not fx.gives_member(node.kind):
                    return f"{choose}(({value} {tail}), default=NONE)"
                own = self.locals[variable]
                return f"{choose}(({own} {tail}), key=lambda {own}: {value}, default=NONE)"
            case _:
                assert_never(node.kind)

    def render_any(self, variable: str, source: fx.Source, where: fx.Expr | None) -> str:
        """Render the test whether any member of a domain satisfies the condition."""
        alike = self.match_slot_run(variable, source, where)
        if alike is not None:
            return f"({alike.value} in {alike.slots})" if alike.same else f"({alike.count} < {alike.length})"
        conditions = self.render_member_condition(variable, source, where)
        return f"any({conditions or 'True'} for {self.locals[variable]} in {self.render_members(source)})"

    def render_count(self, variable: str, source: fx.Source, where: fx.Expr | None) -> str:
        """Render the count of members of a domain that satisfy the condition."""
        if isinstance(source, fx.Elements) and where is None:
            return f"({source.most} - S[{self.symbols.runs[source.list]}].count(NONE))"
        alike = self.match_slot_run(variable, source, where)
        if alike is not None:
            return alike.count if alike.same else f"({alike.length} - {alike.count})"
        return f"sum(1 {self.render_comprehension_tail(variable, source, where)})"

    def match_slot_run(self, variable: str, source: fx.Source, where: fx.Expr | None) -> SlotRunMatch | None:
        """Match a quantifier that compares each slot of a run with one value; None if it has another form."""
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
            case _:  # the rest: no constant run of slots
                return None
        if offset != fx.Local(variable) or depends_on(value, variable) or length < 1:
            return None
        name = self.symbols.slots[slot.base]
        slots = f"S[{f'{name} + {start}' if start else name}:{name} + {start + length}]"
        return SlotRunMatch(self.render_value(value, SUM), slots, length, same)

    def render_comprehension_tail(self, variable: str, source: fx.Source, where: fx.Expr | None) -> str:
        """Render the part ``for x in members if condition`` of a comprehension."""
        conditions = self.render_member_condition(variable, source, where)
        return f"for {self.locals[variable]} in {self.render_members(source)}" + (
            f" if {conditions}" if conditions else ""
        )

    def render_member_condition(self, variable: str, source: fx.Source, where: fx.Expr | None) -> str:
        """Render the filter of a domain: the test for free places of a list, and the condition; may be empty."""
        own = self.render_member_test(variable, source)
        if where is None:
            return own
        return f"{own} and {self.render_condition(where, NOT)}" if own else self.render_condition(where, OR)

    def render_member_test(self, variable: str, source: fx.Source) -> str:
        """Render the test that a place of a list holds a member, and is not free; empty for a domain without places."""
        match source:
            case fx.Elements():
                return f"{self.locals[variable]} >= 0"
            case fx.Held(_, _, list_) if list_ is not None:
                return f"live_{list_}({self.locals[variable]}) != NONE"
            case fx.Held() | fx.Numbers() | fx.Values():
                return ""
            case _:
                assert_never(source)

    def render_non_member_test(self, variable: str, source: fx.Source) -> str:
        """Render the test that a place of a list is free, or its element left; empty for a domain without places."""
        if isinstance(source, fx.Elements):
            return f"{self.locals[variable]} < 0"
        return self.render_member_test(variable, source).replace("!=", "==")

    def render_members(self, source: fx.Source) -> str:
        """Render a domain of members as an iterable that the loop body cannot change."""
        outside, self.in_source = self.in_source, True
        try:
            return self.render_domain(source)
        finally:
            self.in_source = outside

    def render_domain(self, source: fx.Source) -> str:
        """Render the domain of a loop or quantifier as a Python expression to iterate over: ``range(8)``."""
        match source:
            case fx.Numbers(fx.Num(0), fx.Num(last), _):
                return f"range({last + 1})"
            case fx.Numbers(first, fx.Num(last), _):
                return f"range({self.render_value(first)}, {last + 1})"
            case fx.Numbers(first, last, _):
                return f"range({self.render_value(first)}, {self.render_value(last, SUM)} + 1)"
            case fx.Values(values):
                return self.render_tuple(values)
            case fx.Elements(list_):
                return f"S[{self.symbols.runs[list_]}]"
            case fx.Held(variable):
                return f"tuple({self.locals[variable]})"
            case _:
                assert_never(source)
