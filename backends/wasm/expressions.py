"""Expressions as instructions: each leaves its value on the stack."""

from __future__ import annotations

from typing import assert_never

from bombsight.backends.wasm.branching import Branching, known_members
from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.printer import ARITHMETIC
from bombsight.backends.wasm.simd import COMPARISONS
from bombsight.flat import expressions as fx
from bombsight.flat.passes.vectorize import lanes
from bombsight.flat.types import NONE


class Expressions(Branching):
    """Prints the expressions of one function."""

    # --- values

    def values(self, nodes: tuple[fx.Expr, ...]) -> None:
        """Values one after the other."""
        for node in nodes:
            self.value(node)

    def address(self, node: fx.Slot) -> int:
        """The address of a slot: what stands on the stack, with the number given added."""
        match node.offset:
            case fx.Num(value):
                self.add("i32.const", 0)
                return self.memory.slot(node.base + value)
            case fx.Arithmetic("+", offset, fx.Num(value)) if node.base + value >= 0:
                self.scaled(offset)
                return self.memory.slot(node.base + value)
            case offset:  # the rest: worked out as it is
                self.scaled(offset)
                return self.memory.slot(node.base)

    def value(self, node: fx.Expr) -> None:
        """A value."""
        add, value = self.add, self.value
        match node:
            case fx.Num(number):
                add("i32.const", number)
            case fx.Local(name):
                add("local.get", name)
            case fx.Slot():
                add("i32.load", self.address(node))
            case fx.Length(variable):
                add("local.get", f"count {variable}")
            case fx.Datum(data, index):
                self.scaled(index)
                add("i32.load", self.memory.data[data])
            case fx.Arithmetic(op, left, right):
                value(left)
                value(right)
                add(ARITHMETIC[op])
            case fx.Quotient(left, divisor, up):
                self.quotient(left, divisor, up)
            case fx.Negative(inner):
                add("i32.const", 0)
                value(inner)
                add("i32.sub")
            case fx.Compare("==", left, fx.Num(0)):
                value(left)
                add("i32.eqz")
            case fx.Compare(op, left, right):
                value(left)
                value(right)
                add(f"i32.{COMPARISONS[op]}")
            case fx.Between():
                self.between(node)
            case fx.Among(inner, members):
                self.among(inner, members)
            case fx.Contains():
                self.contains(node)
            case fx.Not(inner):
                value(inner)
                add("i32.eqz")
            case fx.All() | fx.Either():
                self.conditions(node)
            case fx.Extreme(which, members):
                self.extreme(which, members)
            case fx.Clamp(inner, low, high):
                self.extreme_of(self.kept(inner), "i32.gt_s", low)
                self.extreme_of(self.keep(), "i32.lt_s", high)
            case fx.Neighbour(inner, step, size):
                name = self.kept(inner)
                add("local.get", name)
                add("i32.const", step)
                add("i32.add")
                add("i32.const", NONE)
                add("local.get", name)
                add("i32.const", size - 1 if step > 0 else 0)
                add("i32.lt_s" if step > 0 else "i32.gt_s")
                add("select")
            case fx.Pick(condition, inner, otherwise) if self.is_calm(inner) and self.is_calm(otherwise):
                value(inner)
                value(otherwise)
                value(condition)
                add("select")
            case fx.Pick(condition, inner, otherwise):
                self.picked(condition, lambda: value(inner), lambda: value(otherwise))
            case fx.OrElse(inner, otherwise):
                name = self.kept(inner)
                self.either(
                    lambda: self.test(name, "i32.eq", NONE), lambda: value(otherwise), lambda: add("local.get", name)
                )
            case fx.Some(inner, site):
                name = self.kept(inner)
                self.test(name, "i32.eq", NONE)
                self.fault_if(site)
                add("local.get", name)
            case fx.Fit():
                self.fit(node)
            case fx.Failure(site):
                add("i32.const", site)
                add("call", "fault")
                add("unreachable")
            case fx.Live(list_, inner):
                name = self.kept(inner)
                add("local.get", name)
                add("i32.const", NONE)
                self.lives(list_, name)
                add("select")
            case fx.Place(_, fx.Local(name), None) if name in self.places:
                add("local.get", self.places[name])
            case fx.Place(list_, inner, None):
                value(inner)
                self.place(list_)
            case fx.Place(list_, inner, site):
                name = self.kept(inner)
                self.test(name, "i32.eq", NONE)
                self.lives(list_, name)
                add("i32.eqz")
                add("i32.or")
                assert site is not None  # without one it has been dealt with above
                self.fault_if(site)
                add("local.get", name)
                self.place(list_)
            case fx.Call(function, args, part):
                self.values(args)
                add("call", function)
                self.part(function, part)
            case fx.Let(variable, inner, body):
                value(inner)
                add("local.set", self.variable(variable))
                value(body)
            case fx.Taking(steps, site, inner):
                self.take_steps(steps, site)
                value(inner)
            case fx.Quantifier():
                self.quantifier(node)
            case _:
                assert_never(node)

    # --- pieces

    def extreme_of(self, name: str, comparison: str, number: int) -> None:
        """The variable, or the number where the comparison does not hold."""
        self.add("local.get", name)
        self.add("i32.const", number)
        self.test(name, comparison, number)
        self.add("select")

    def extreme(self, which: str, members: tuple[fx.Expr, ...]) -> None:
        """The least or the greatest; all are worked out."""
        self.value(members[0])
        best = self.keep()
        for member in members[1:]:
            self.value(member)
            other = self.keep()
            self.add("local.get", best)
            self.add("local.get", other)
            self.add("local.get", best)
            self.add("local.get", other)
            self.add("i32.lt_s" if which == "min" else "i32.gt_s")
            self.add("select")
            self.add("local.set", best)
        self.add("local.get", best)

    def quotient(self, left: fx.Expr, divisor: fx.Expr, up: bool) -> None:
        """A quotient rounded down, or up: the machine's own is rounded towards 0."""
        a, b = self.kept(left), self.kept(divisor)
        self.add("local.get", a)
        self.add("local.get", b)
        self.add("i32.div_s")
        self.add("local.get", a)
        self.add("local.get", b)
        self.add("i32.rem_s")
        self.add("i32.const", 0)
        self.add("i32.gt_s" if up else "i32.lt_s")
        self.add("i32.add" if up else "i32.sub")

    def between(self, node: fx.Between) -> None:
        """Whether a value lies in a range; with constants in one comparison."""
        match node.low, node.high:
            case fx.Num(low), fx.Num(high) if low <= high:
                self.value(node.value)
                if low:
                    self.add("i32.const", low)
                    self.add("i32.sub")
                self.add("i32.const", high - low)
                self.add("i32.le_u")
            case _:  # the rest: bounds that are worked out
                self.value(node.low)
                low_ = self.keep()
                name = self.kept(node.value)

                def high_() -> None:
                    self.add("local.get", name)
                    self.value(node.high)
                    self.add("i32.le_s")

                self.add("local.get", low_)
                self.add("local.get", name)
                self.add("i32.le_s")
                self.add("if", "between", I32)
                high_()
                self.add("else")
                self.add("i32.const", 0)
                self.add("end")

    def among(self, value: fx.Expr, members: tuple[fx.Expr, ...]) -> None:
        """Whether a value is one of the members: small constants by the bits of a number."""
        known = [member.value for member in members if isinstance(member, fx.Num)]
        name = self.kept(value)
        if len(known) == len(members) > 2 and max(known) - min(known) < 32:
            low = min(known)
            bits = sum(1 << number - low for number in set(known))
            offset = name
            if low:
                self.test(name, "i32.sub", low)
                offset = self.keep()
            self.add("i32.const", 1)
            self.add("local.get", offset)
            self.add("i32.shl")
            self.add("i32.const", bits - (1 << 32) if bits >> 31 else bits)
            self.add("i32.and")
            self.add("i32.const", 0)
            self.add("i32.ne")
            self.test(offset, "i32.lt_u", 32)
            self.add("i32.and")
            return
        self.add("i32.const", 0)
        for member in members:
            self.add("local.get", name)
            self.value(member)
            self.add("i32.eq")
            self.add("i32.or")

    def conditions(self, node: fx.All | fx.Either) -> None:
        """Whether all of some terms hold, or any of them."""
        settles = isinstance(node, fx.Either)
        groups = self.grouped(node.terms)
        if len(groups) > 1:
            self.picked(node, lambda: self.add("i32.const", 1), lambda: self.add("i32.const", 0))
        elif self.joined(groups[0], settles=settles):
            self.add("i32.eqz")

    def fit(self, node: fx.Fit) -> None:
        """A value in its range."""
        name = self.kept(node.value)
        self.test(name, "i32.lt_s", node.low)
        self.test(name, "i32.gt_s", node.high)
        self.add("i32.or")
        if node.optional:
            self.test(name, "i32.ne", NONE)
            self.add("i32.and")
        self.fault_if(node.site)
        self.add("local.get", name)

    def part(self, function: str, part: int | None) -> None:
        """Of several values on the stack the one meant."""
        results = self.around.functions[function].results
        if part is None:
            return
        for _ in range(results - 1 - part):
            self.add("drop")
        if part:
            name = self.keep()
            for _ in range(part):
                self.add("drop")
            self.add("local.get", name)

    # --- members

    def quantifier(self, node: fx.Quantifier) -> None:
        """How many, whether any, which, or the sum."""
        if node.steps is not None:
            self.take_steps(node.steps, node.site)
        if node.kind == "count" and node.where is None and isinstance(node.source, fx.Elements):
            self.add("i32.const", 0)
            self.add("i32.load", self.memory.slot(self.lists[node.source.list].count))
            return
        split = lanes(node)
        if split is not None:
            self.in_lanes(node, split)
            return
        own = self.variable(node.variable)
        if self.is_side_by_side(node) and node.where is not None:
            for at, number in enumerate(known_members(node.source)):
                self.add("i32.const", number)
                self.add("local.set", own)
                self.value(node.where)
                if at:
                    self.add("i32.add" if node.kind == "count" else "i32.or")
            return
        found = self.code.fresh("found")
        self.add("i32.const", fx.value_without_members(node.kind))
        self.add("local.set", found)

        def take(member: str, out: str) -> None:
            match node.kind:
                case "sum":
                    assert node.value is not None
                    self.add("local.get", found)
                    self.value(node.value)
                    self.add("i32.add")
                    self.add("local.set", found)
                case "count":
                    self.test(found, "i32.add", 1)
                    self.add("local.set", found)
                case "any" | "first":
                    self.add(*(("i32.const", 1) if node.kind == "any" else ("local.get", member)))
                    self.add("local.set", found)
                    self.add("br", out)
                case _:
                    assert_never(node.kind)

        self.each(own, node.source, node.where, take)
        self.add("local.get", found)
