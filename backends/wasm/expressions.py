"""Expressions of the flat form as WebAssembly instructions, each of which leaves its value on the stack."""

from __future__ import annotations

from typing import assert_never

from bombsight.backends.wasm.branching import BranchPrinter, constant_members
from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.printer import ARITHMETIC
from bombsight.backends.wasm.simd import COMPARISONS
from bombsight.flat import expressions as fx
from bombsight.flat.passes.vectorize import split_into_lanes
from bombsight.flat.types import NONE


class ExpressionPrinter(BranchPrinter):
    """Prints the expressions of one function."""

    # --- values

    def emit_values(self, nodes: tuple[fx.Expr, ...]) -> None:
        """Emit values in order, each of which is left on the stack."""
        for node in nodes:
            self.emit_value(node)

    def emit_relative_address(self, node: fx.Slot) -> int:
        """Emit the variable part of a slot's address; return the constant part, which the load or store adds."""
        match node.offset:
            case fx.Num(value):
                self.add("i32.const", 0)
                return self.memory.slot_address(node.base + value)
            case fx.Arithmetic("+", offset, fx.Num(value)) if node.base + value >= 0:
                self.emit_scaled_index(offset)
                return self.memory.slot_address(node.base + value)
            case offset:  # the rest: evaluated as it is
                self.emit_scaled_index(offset)
                return self.memory.slot_address(node.base)

    def emit_value(self, node: fx.Expr) -> None:
        """Emit an expression, which leaves its value on the stack."""
        add, value = self.add, self.emit_value
        match node:
            case fx.Num(number):
                add("i32.const", number)
            case fx.Local(name):
                add("local.get", name)
            case fx.Slot():
                add("i32.load", self.emit_relative_address(node))
            case fx.Length(variable):
                add("local.get", f"count {variable}")
            case fx.Datum(data, index):
                self.emit_scaled_index(index)
                add("i32.load", self.memory.data[data])
            case fx.Arithmetic(op, left, right):
                value(left)
                value(right)
                add(ARITHMETIC[op])
            case fx.Quotient(left, divisor, up):
                self.emit_quotient(left, divisor, up)
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
                self.emit_between(node)
            case fx.Among(inner, members):
                self.emit_among(inner, members)
            case fx.Contains():
                self.emit_contains(node)
            case fx.Not(inner):
                value(inner)
                add("i32.eqz")
            case fx.All() | fx.Either():
                self.emit_terms(node)
            case fx.Extreme(which, members):
                self.emit_extreme(which, members)
            case fx.Clamp(inner, low, high):
                self.emit_bound(self.evaluate_to_local(inner), "i32.gt_s", low)
                self.emit_bound(self.pop_to_local(), "i32.lt_s", high)
            case fx.Neighbour(inner, step, size):
                name = self.evaluate_to_local(inner)
                add("local.get", name)
                add("i32.const", step)
                add("i32.add")
                add("i32.const", NONE)
                add("local.get", name)
                add("i32.const", size - 1 if step > 0 else 0)
                add("i32.lt_s" if step > 0 else "i32.gt_s")
                add("select")
            case fx.Pick(condition, inner, otherwise) if self.is_speculatable(inner) and self.is_speculatable(
                otherwise
            ):
                value(inner)
                value(otherwise)
                value(condition)
                add("select")
            case fx.Pick(condition, inner, otherwise):
                self.emit_pick(condition, lambda: value(inner), lambda: value(otherwise))
            case fx.OrElse(inner, otherwise):
                name = self.evaluate_to_local(inner)
                self.emit_either(
                    lambda: self.emit_comparison(name, "i32.eq", NONE),
                    lambda: value(otherwise),
                    lambda: add("local.get", name),
                )
            case fx.Some(inner, site):
                name = self.evaluate_to_local(inner)
                self.emit_comparison(name, "i32.eq", NONE)
                self.emit_fault_if(site)
                add("local.get", name)
            case fx.Fit():
                self.emit_fit(node)
            case fx.Failure(site):
                add("i32.const", site)
                add("call", "fault")
                add("unreachable")
            case fx.Live(list_, inner):
                name = self.evaluate_to_local(inner)
                add("local.get", name)
                add("i32.const", NONE)
                self.emit_is_in_list(list_, name)
                add("select")
            case fx.Place(_, fx.Local(name), None) if name in self.places:
                add("local.get", self.places[name])
            case fx.Place(list_, inner, None):
                value(inner)
                self.emit_element_place(list_)
            case fx.Place(list_, inner, site):
                name = self.evaluate_to_local(inner)
                self.emit_comparison(name, "i32.eq", NONE)
                self.emit_is_in_list(list_, name)
                add("i32.eqz")
                add("i32.or")
                assert site is not None  # without a site it matches an earlier case
                self.emit_fault_if(site)
                add("local.get", name)
                self.emit_element_place(list_)
            case fx.Call(function, args, part):
                self.emit_values(args)
                add("call", function)
                self.emit_result_part(function, part)
            case fx.Let(variable, inner, body):
                value(inner)
                add("local.set", self.declare_local(variable))
                value(body)
            case fx.Taking(steps, site, inner):
                self.emit_step_charge(steps, site)
                value(inner)
            case fx.Quantifier():
                self.emit_quantifier(node)
            case _:
                assert_never(node)

    # --- pieces

    def emit_bound(self, name: str, comparison: str, number: int) -> None:
        """Emit a variable's value limited on one side: ``number`` unless its ``comparison`` with ``number`` holds."""
        self.add("local.get", name)
        self.add("i32.const", number)
        self.emit_comparison(name, comparison, number)
        self.add("select")

    def emit_extreme(self, kind: str, members: tuple[fx.Expr, ...]) -> None:
        """Emit the minimum (``kind`` ``min``) or the maximum of values."""
        self.emit_value(members[0])
        best = self.pop_to_local()
        for member in members[1:]:
            self.emit_value(member)
            other = self.pop_to_local()
            self.add("local.get", best)
            self.add("local.get", other)
            self.add("local.get", best)
            self.add("local.get", other)
            self.add("i32.lt_s" if kind == "min" else "i32.gt_s")
            self.add("select")
            self.add("local.set", best)
        self.add("local.get", best)

    def emit_quotient(self, left: fx.Expr, divisor: fx.Expr, up: bool) -> None:
        """Emit a quotient, rounded up if ``up``, else down; the instruction by itself rounds towards 0."""
        a, b = self.evaluate_to_local(left), self.evaluate_to_local(divisor)
        self.add("local.get", a)
        self.add("local.get", b)
        self.add("i32.div_s")
        self.add("local.get", a)
        self.add("local.get", b)
        self.add("i32.rem_s")
        self.add("i32.const", 0)
        self.add("i32.gt_s" if up else "i32.lt_s")
        self.add("i32.add" if up else "i32.sub")

    def emit_between(self, node: fx.Between) -> None:
        """Emit the range test of a value; a single comparison if the bounds are constant."""
        match node.low, node.high:
            case fx.Num(low), fx.Num(high) if low <= high:
                self.emit_value(node.value)
                if low:
                    self.add("i32.const", low)
                    self.add("i32.sub")
                self.add("i32.const", high - low)
                self.add("i32.le_u")
            case _:  # the rest: computed bounds
                self.emit_value(node.low)
                low_ = self.pop_to_local()
                name = self.evaluate_to_local(node.value)

                def emit_high_test() -> None:
                    """Emit the comparison with the upper bound."""
                    self.add("local.get", name)
                    self.emit_value(node.high)
                    self.add("i32.le_s")

                self.add("local.get", low_)
                self.add("local.get", name)
                self.add("i32.le_s")
                self.add("if", "between", I32)
                emit_high_test()
                self.add("else")
                self.add("i32.const", 0)
                self.add("end")

    def emit_among(self, value: fx.Expr, members: tuple[fx.Expr, ...]) -> None:
        """Emit the test whether a value is one of several; small constants become the bits of a mask."""
        constants = [member.value for member in members if isinstance(member, fx.Num)]
        name = self.evaluate_to_local(value)
        if len(constants) == len(members) > 2 and max(constants) - min(constants) < 32:
            low = min(constants)
            bits = sum(1 << number - low for number in set(constants))
            offset = name
            if low:
                self.emit_comparison(name, "i32.sub", low)
                offset = self.pop_to_local()
            self.add("i32.const", 1)
            self.add("local.get", offset)
            self.add("i32.shl")
            self.add("i32.const", bits - (1 << 32) if bits >> 31 else bits)
            self.add("i32.and")
            self.add("i32.const", 0)
            self.add("i32.ne")
            self.emit_comparison(offset, "i32.lt_u", 32)
            self.add("i32.and")
            return
        self.add("i32.const", 0)
        for member in members:
            self.add("local.get", name)
            self.emit_value(member)
            self.add("i32.eq")
            self.add("i32.or")

    def emit_terms(self, node: fx.All | fx.Either) -> None:
        """Emit the truth value of a conjunction or disjunction."""
        settles = isinstance(node, fx.Either)
        groups = self.group_terms(node.terms)
        if len(groups) > 1:
            self.emit_pick(node, lambda: self.add("i32.const", 1), lambda: self.add("i32.const", 0))
        elif self.emit_group_value(groups[0], is_any=settles):
            self.add("i32.eqz")

    def emit_fit(self, node: fx.Fit) -> None:
        """Emit a value with its range check, which faults if the value is out of range."""
        name = self.evaluate_to_local(node.value)
        self.emit_comparison(name, "i32.lt_s", node.low)
        self.emit_comparison(name, "i32.gt_s", node.high)
        self.add("i32.or")
        if node.optional:
            self.emit_comparison(name, "i32.ne", NONE)
            self.add("i32.and")
        self.emit_fault_if(node.site)
        self.add("local.get", name)

    def emit_result_part(self, function: str, part: int | None) -> None:
        """Emit the selection of result number ``part`` from the results of a call, which are on the stack."""
        results = self.context.functions[function].results
        if part is None:
            return
        for _ in range(results - 1 - part):
            self.add("drop")
        if part:
            name = self.pop_to_local()
            for _ in range(part):
                self.add("drop")
            self.add("local.get", name)

    # --- members

    def emit_quantifier(self, node: fx.Quantifier) -> None:
        """Emit the value of a quantifier."""
        if node.steps is not None:
            self.emit_step_charge(node.steps, node.site)
        if node.kind == "count" and node.where is None and isinstance(node.source, fx.Elements):
            self.add("i32.const", 0)
            self.add("i32.load", self.memory.slot_address(self.lists[node.source.list].count))
            return
        split = split_into_lanes(node)
        if split is not None:
            self.emit_simd_quantifier(node, split)
            return
        own = self.declare_local(node.variable)
        if self.is_unrolled(node) and node.where is not None:
            for at, number in enumerate(constant_members(node.source)):
                self.add("i32.const", number)
                self.add("local.set", own)
                self.emit_value(node.where)
                if at:
                    self.add("i32.add" if node.kind == "count" else "i32.or")
            return
        result = self.code.fresh_local("found")
        self.add("i32.const", fx.value_without_members(node.kind))
        self.add("local.set", result)
        best = result
        if node.kind in ("lowest", "highest"):
            best = self.code.fresh_local("best")
            self.add("i32.const", NONE)
            self.add("local.set", best)

        def emit_turn(member: str, exit_label: str) -> None:
            """Callback of the member loop: emit the update of the result for a member that satisfies the condition."""
            match node.kind:
                case "sum":
                    assert node.value is not None
                    self.add("local.get", result)
                    self.emit_value(node.value)
                    self.add("i32.add")
                    self.add("local.set", result)
                case "count":
                    self.emit_comparison(result, "i32.add", 1)
                    self.add("local.set", result)
                case "any" | "first":
                    self.add(*(("i32.const", 1) if node.kind == "any" else ("local.get", member)))
                    self.add("local.set", result)
                    self.add("br", exit_label)
                case "min" | "max" | "lowest" | "highest" as kind:
                    assert node.value is not None
                    value = self.evaluate_to_local(node.value)
                    self.add("local.get", value)
                    self.add("local.get", best)
                    self.add("i32.lt_s" if fx.better_comparison(kind) == "<" else "i32.gt_s")
                    self.emit_comparison(best, "i32.eq", NONE)
                    self.add("i32.or")
                    self.add("if", "better")
                    self.add("local.get", value)
                    self.add("local.set", best)
                    if fx.gives_member(kind):
                        self.add("local.get", member)
                        self.add("local.set", result)
                    self.add("end")
                case _:
                    assert_never(node.kind)

        self.emit_member_loop(own, node.source, node.where, emit_turn)
        self.add("local.get", result)
