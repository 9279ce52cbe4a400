"""Quantifiers as SIMD code, which tests four members at once; see ``flat/passes/vectorize.py``."""

from __future__ import annotations

from typing import assert_never

from bombsight.backends.wasm.members import MemberLoopPrinter
from bombsight.backends.wasm.memory import WORD
from bombsight.backends.wasm.printer import Emitter
from bombsight.backends.wasm.rows import LANES, Address, emit_difference_mask
from bombsight.flat import expressions as fx
from bombsight.flat.fold import COMPARE
from bombsight.flat.passes.vectorize import LaneSplit, is_contiguous
from bombsight.flat.types import NONE

COMPARISONS = {
    "<": "lt_s",
    "<=": "le_s",
    ">": "gt_s",
    ">=": "ge_s",
    "==": "eq",
    "!=": "ne",
}


OPPOSITES: dict[fx.CompareOp, fx.CompareOp] = {
    "<": ">=",
    "<=": ">",
    ">": "<=",
    ">=": "<",
    "==": "!=",
    "!=": "==",
}

NATIVE_COMPARISONS = ("<", ">", "==")
"""Comparisons that a machine has as one instruction; the others are their opposites, or take two."""


class SimdPrinter(MemberLoopPrinter):
    """Prints quantifiers as SIMD code."""

    def emit_simd_quantifier(self, node: fx.Quantifier, lanes: LaneSplit) -> None:
        """Emit a quantifier as SIMD code, by a bit mask of the members that satisfy its split condition, ``lanes``."""
        add = self.add
        if lanes.then is None:
            match node.kind:
                case "any":
                    self.emit_simd_any(node, lanes)
                case "count":
                    self.emit_lane_mask(node.variable, lanes)
                    bits = self.pop_to_local()
                    add("local.get", bits)
                    add("i32.popcnt")
                case "first":
                    self.emit_lane_mask(node.variable, lanes)
                    bits = self.pop_to_local()
                    self.emit_lowest_member(bits, lanes.first)
                    add("i32.const", NONE)
                    add("local.get", bits)
                    add("select")
                case "sum" | "min" | "max" | "lowest" | "highest":
                    raise TypeError(f"a quantifier with values, {node.kind}, is not in lanes")
                case _:
                    assert_never(node.kind)
            return
        self.emit_lane_mask(node.variable, lanes)
        bits = self.pop_to_local()
        result = self.code.fresh_local("found")
        add("i32.const", fx.value_without_members(node.kind))
        add("local.set", result)
        own = self.declare_local(node.variable)
        with self.loop_block("bits") as (out, again):
            add("local.get", bits)
            add("i32.eqz")
            add("br_if", out)
            self.emit_lowest_member(bits, lanes.first)
            add("local.set", own)
            self.emit_clear_lowest_bit(bits)
            match node.kind:
                case "count":
                    self.emit_value(lanes.then)
                    add("local.get", result)
                    add("i32.add")
                    add("local.set", result)
                case "any" | "first":
                    self.emit_branch(lanes.then, again, when=False)
                    add(*(("i32.const", 1) if node.kind == "any" else ("local.get", own)))
                    add("local.set", result)
                    add("br", out)
                case "sum" | "min" | "max" | "lowest" | "highest":
                    raise TypeError(f"a quantifier with values, {node.kind}, is not in lanes")
                case _:
                    assert_never(node.kind)
            add("br", again)
        add("local.get", result)

    def emit_simd_any(self, node: fx.Quantifier, lanes: LaneSplit) -> None:
        """Emit the test whether the vectorized condition in ``lanes`` holds for any member, as SIMD code."""
        holds = self.is_cheaper_than_opposite(lanes.at_once)
        for at in range(0, lanes.count, LANES):
            self.emit_lane_condition(lanes.at_once, node.variable, lanes.first + at, holds=holds)
            left = lanes.count - at
            if left < LANES:
                self.emit_four(*(-(holds == (lane < left)) for lane in range(LANES)))
                self.add("v128.and" if holds else "v128.or")
            if at:
                self.add("v128.or" if holds else "v128.and")
        self.add("i32x4.bitmask")
        self.add("i32.const", 0 if holds else (1 << LANES) - 1)
        self.add("i32.ne")

    def emit_simd_turns(self, variable: str, lanes: LaneSplit, emit_body: Emitter) -> None:
        """Emit a loop over the members for which the split condition, ``lanes``, holds when their turn comes.

        The mask is computed anew after each turn, which may have changed anything.
        """
        add = self.add
        add("i32.const", -1)
        left = self.pop_to_local()
        with self.loop_block("turns") as (out, again):
            self.emit_lane_mask(variable, lanes)
            add("local.get", left)
            add("i32.and")
            bits = self.pop_to_local()
            following = self.code.fresh_label("following")
            add("loop", following)
            add("local.get", bits)
            add("i32.eqz")
            add("br_if", out)
            self.emit_lowest_member(bits, lanes.first)
            add("local.set", variable)
            if lanes.then is not None:
                self.emit_clear_lowest_bit(bits)
                self.emit_branch(lanes.then, following, when=False)
            add("end")
            add("i32.const", -2)
            add("local.get", variable)
            if lanes.first:
                add("i32.const", lanes.first)
                add("i32.sub")
            add("i32.shl")
            add("local.set", left)
            emit_body()
            add("br", again)

    def emit_fixed_mask_turns(self, variable: str, lanes: LaneSplit, row: Address | None, emit_body: Emitter) -> None:
        """Emit a loop over the members for which the split condition, ``lanes``, holds when the loop begins.

        Args:
            variable: The variable that holds each member.
            lanes: The condition.
            row: The address of the elements whose places the condition tests; None for numbers.
            emit_body: Emits the body.
        """
        add = self.add
        self.emit_lane_mask(variable, lanes)
        if row is not None:
            emit_difference_mask(self.code, row, lanes.count, Address(self.context.constant_address((NONE,) * LANES)))
            add("i32.and")
        bits = self.pop_to_local()
        with self.loop_block("turns") as (out, again):
            add("local.get", bits)
            add("i32.eqz")
            add("br_if", out)
            self.emit_lowest_member(bits, lanes.first)
            if row is None:
                add("local.set", variable)
            else:
                self.emit_element(variable, row)
            self.emit_clear_lowest_bit(bits)
            if lanes.then is not None:
                self.emit_branch(lanes.then, again, when=False)
            emit_body()
            add("br", again)
        self.places.pop(variable, None)

    def emit_lane_mask(self, variable: str, lanes: LaneSplit) -> None:
        """Emit a bit mask of the members that satisfy the vectorized condition in ``lanes``, the lowest bit first."""
        holds = self.is_cheaper_than_opposite(lanes.at_once)
        for at in range(0, lanes.count, LANES):
            self.emit_lane_condition(lanes.at_once, variable, lanes.first + at, holds=holds)
            self.add("i32x4.bitmask")
            if at:
                self.add("i32.const", at)
                self.add("i32.shl")
                self.add("i32.or")
        if lanes.count % LANES:
            self.add("i32.const", (1 << lanes.count) - 1)
            self.add("i32.and")
        if not holds:
            self.add("i32.const", (1 << lanes.count) - 1)
            self.add("i32.xor")

    def emit_lowest_member(self, bits: str, first: int) -> None:
        """Emit the member of the lowest set bit in a mask, whose bit 0 stands for member ``first``."""
        self.add("local.get", bits)
        self.add("i32.ctz")
        if first:
            self.add("i32.const", first)
            self.add("i32.add")

    def is_cheaper_than_opposite(self, node: fx.Expr) -> bool:
        """Whether a condition takes no more instructions than its opposite."""
        return lane_effort(node, holds=True) <= lane_effort(node, holds=False)

    def emit_lane_condition(self, node: fx.Expr, variable: str, first: int, *, holds: bool) -> None:
        """Emit a condition for four members at once, or, without ``holds``, its opposite.

        Args:
            node: The condition.
            variable: The variable of the member.
            first: The first of the four members.
            holds: Whether to emit the condition itself.
        """
        if (known := self.constant_lanes(node, variable, first)) is not None:
            self.emit_four(*(-((value > 0) == holds) for value in known))
            return
        match node:
            case fx.Compare(op, left, right):
                self.emit_lane_value(left, variable, first)
                self.emit_lane_value(right, variable, first)
                self.add(f"i32x4.{COMPARISONS[op if holds else OPPOSITES[op]]}")
            case fx.Between(value, fx.Num(low), fx.Num(high)):
                self.emit_lane_value(value, variable, first)
                if low:
                    self.emit_splat(low)
                    self.add("i32x4.sub")
                self.emit_splat(high - low)
                self.add("i32x4.le_u" if holds else "i32x4.gt_u")
            case fx.Among(value, members):
                equal = tuple(fx.Compare("==", value, member) for member in members)
                self.emit_lane_condition(fx.Either(equal), variable, first, holds=holds)
            case fx.Not(value):
                self.emit_lane_condition(value, variable, first, holds=not holds)
            case fx.All(terms) | fx.Either(terms):
                idle = (1,) * LANES if isinstance(node, fx.All) else (0,) * LANES
                asked = [term for term in terms if self.constant_lanes(term, variable, first) != idle]
                for at, term in enumerate(asked):
                    self.emit_lane_condition(term, variable, first, holds=holds)
                    if at:
                        self.add("v128.and" if isinstance(node, fx.All) == holds else "v128.or")
            case _:  # the rest: a value, true above 0
                self.emit_lane_value(node, variable, first)
                self.emit_splat(0)
                self.add("i32x4.gt_s" if holds else "i32x4.eq")

    def constant_lanes(self, node: fx.Expr, variable: str, first: int) -> tuple[int, ...] | None:
        """Evaluate a constant expression for the four members from ``first`` on; None if it is not constant."""

        def lanes_of(part: fx.Expr) -> tuple[int, ...] | None:
            """Evaluate a part of the expression for the four members; None if it is not constant."""
            return self.constant_lanes(part, variable, first)

        match node:
            case fx.Local(name) if name == variable:
                return tuple(range(first, first + LANES))
            case fx.Num(value):
                return (value,) * LANES
            case fx.Datum(data, index) if is_contiguous(node, variable):
                at = first + row_offset(index)
                held = self.context.program.data[data][at : at + LANES]
                return (*held, *(0,) * (LANES - len(held)))  # lanes after the last member are masked
            case fx.Compare(op, left, right) if (one := lanes_of(left)) is not None and (
                other := lanes_of(right)
            ) is not None:
                return tuple(int(COMPARE[op](a, b)) for a, b in zip(one, other, strict=True))
            case fx.Between(value, fx.Num(low), fx.Num(high)) if (one := lanes_of(value)) is not None:
                return tuple(int(low <= number <= high) for number in one)
            case fx.Among(value, members):
                return lanes_of(fx.Either(tuple(fx.Compare("==", value, each) for each in members)))
            case fx.Not(value) if (one := lanes_of(value)) is not None:
                return tuple(1 - number for number in one)
            case fx.All(terms) | fx.Either(terms):
                ends = int(isinstance(node, fx.Either))
                lane_values = [lanes_of(term) for term in terms]
                if (ends,) * LANES in lane_values:
                    return (ends,) * LANES
                constants = [values for values in lane_values if values is not None]
                combined = max if ends else min
                return (
                    tuple(map(combined, zip(*constants, strict=True))) if len(constants) == len(lane_values) else None
                )
            case _:  # the rest: not constant
                return None

    def emit_lane_value(self, node: fx.Expr, variable: str, first: int) -> None:
        """Emit a value for the four members from ``first`` on, as a vector."""
        match node:
            case fx.Local(name) if name == variable:
                self.emit_four(*range(first, first + LANES))
            case fx.Num(value):
                self.emit_splat(value)
            case fx.Slot(base, offset) if is_contiguous(node, variable):
                self.emit_row_load(self.memory.slot_address(base), offset, first)
            case fx.Datum(data, index) if is_contiguous(node, variable):
                self.emit_row_load(self.memory.data[data], index, first)
            case _:  # the rest: the same for all members
                self.emit_value(node)
                self.add("i32x4.splat")

    def emit_row_load(self, address: int, offset: fx.Expr, first: int) -> None:
        """Emit the load of the four words of a row for the members from ``first`` on."""
        self.add("i32.const", 0)
        self.add("v128.load", address + WORD * (first + row_offset(offset)))

    def emit_splat(self, value: int) -> None:
        """Emit a vector of the same number four times."""
        self.emit_four(*[value] * LANES)

    def emit_four(self, *values: int) -> None:
        """Emit a vector of four constants, as a load from memory, which folds into the next instruction.

        The WebAssembly compiler keeps other constants in registers across calls and loops, and has to spill and reload
        them.
        """
        self.add("i32.const", 0)
        self.add("v128.load", self.context.constant_address(values))


def row_offset(index: fx.Expr) -> int:
    """Return the constant that an index adds to the number of a quantifier's member; 0 for the bare number."""
    return index.right.value if isinstance(index, fx.Arithmetic) and isinstance(index.right, fx.Num) else 0


def lane_effort(node: fx.Expr, *, holds: bool) -> int:
    """Count the SIMD instructions to test a condition for four members; without ``holds``, to test its opposite."""
    match node:
        case fx.Compare(op):
            return 1 if (op if holds else OPPOSITES[op]) in NATIVE_COMPARISONS else 2
        case fx.Between():
            return 3 if holds else 4
        case fx.Among(members=members):
            return len(members) * (2 if holds else 3)
        case fx.Not(value):
            return lane_effort(value, holds=not holds)
        case fx.All(terms) | fx.Either(terms):
            return sum(1 + lane_effort(term, holds=holds) for term in terms)
        case _:  # the rest: a value, which is compared with 0
            return 1
