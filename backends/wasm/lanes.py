"""Quantifiers in lanes: four members are asked at once, see ``flat/passes/lanes.py``."""

from __future__ import annotations

from bombsight.backends.wasm.members import Members
from bombsight.backends.wasm.memory import WORD
from bombsight.backends.wasm.rows import LANES
from bombsight.flat import expressions as fx
from bombsight.flat.passes.lanes import Lanes, is_row
from bombsight.flat.types import NONE

COMPARISONS = {
    "<": "lt_s",
    "<=": "le_s",
    ">": "gt_s",
    ">=": "ge_s",
    "==": "eq",
    "!=": "ne",
}


class InLanes(Members):
    """Prints them."""

    def in_lanes(self, node: fx.Quantifier, split: Lanes) -> None:
        """How many, whether any, or which: four members are asked at once, and their answers are bits of a number."""
        add = self.add
        for at in range(0, split.count, LANES):
            self.lane_condition(split.at_once, node.variable, split.first + at)
            add("i32x4.bitmask")
            if at:
                add("i32.const", at)
                add("i32.shl")
                add("i32.or")
        if split.count % LANES:
            add("i32.const", (1 << split.count) - 1)
            add("i32.and")
        bits = self.keep()
        if split.then is None:
            add("local.get", bits)
            match node.kind:
                case "count":
                    add("i32.popcnt")
                case "any":
                    add("i32.const", 0)
                    add("i32.ne")
                case _:
                    self.lowest(bits, split.first)
                    add("i32.const", NONE)
                    add("local.get", bits)
                    add("select")
            return
        found = self.code.fresh("found")
        add("i32.const", NONE if node.kind == "first" else 0)
        add("local.set", found)
        own = self.variable(node.variable)
        with self.looped("bits") as (out, again):
            add("local.get", bits)
            add("i32.eqz")
            add("br_if", out)
            add("local.get", bits)
            self.lowest(bits, split.first)
            add("local.set", own)
            self.without_lowest(bits)
            self.value(split.then)
            if node.kind == "count":
                add("local.get", found)
                add("i32.add")
                add("local.set", found)
            else:
                add("i32.eqz")
                add("br_if", again)
                if node.kind == "any":
                    add("i32.const", 1)
                else:
                    add("local.get", own)
                add("local.set", found)
                add("br", out)
            add("br", again)
        add("local.get", found)

    def lowest(self, bits: str, first: int) -> None:
        """The member whose bit is the lowest of those on the stack."""
        self.add("i32.ctz")
        if first:
            self.add("i32.const", first)
            self.add("i32.add")

    def lane_condition(self, node: fx.Expr, variable: str, first: int) -> None:
        """A condition for four members from one on."""
        match node:
            case fx.Compare(op, left, right):
                self.lane_value(left, variable, first)
                self.lane_value(right, variable, first)
                self.add(f"i32x4.{COMPARISONS[op]}")
            case fx.Between(value, fx.Num(low), fx.Num(high)):
                self.lane_value(value, variable, first)
                if low:
                    self.same(low)
                    self.add("i32x4.sub")
                self.same(high - low)
                self.add("i32x4.le_u")
            case fx.Among(value, members):
                for at, member in enumerate(members):
                    self.lane_condition(fx.Compare("==", value, member), variable, first)
                    if at:
                        self.add("v128.or")
            case fx.Not(value):
                self.lane_condition(value, variable, first)
                self.add("v128.not")
            case fx.All(terms) | fx.Either(terms):
                for at, term in enumerate(terms):
                    self.lane_condition(term, variable, first)
                    if at:
                        self.add("v128.and" if isinstance(node, fx.All) else "v128.or")
            case _:
                self.lane_value(node, variable, first)
                self.same(0)
                self.add("i32x4.ne")

    def lane_value(self, node: fx.Expr, variable: str, first: int) -> None:
        """A value for four members from one on."""
        match node:
            case fx.Local(name) if name == variable:
                self.add("v128.const", *range(first, first + LANES))
            case fx.Num(value):
                self.same(value)
            case fx.Slot(base, offset) if is_row(node, variable):
                self.row(self.memory.slot(base), offset, first)
            case fx.Datum(data, index) if is_row(node, variable):
                self.row(self.memory.data[data], index, first)
            case _:
                self.value(node)
                self.add("i32x4.splat")

    def row(self, address: int, offset: fx.Expr, first: int) -> None:
        """Four words in memory, those of the members from one on."""
        more = offset.right.value if isinstance(offset, fx.Arithmetic) and isinstance(offset.right, fx.Num) else 0
        self.add("i32.const", 0)
        self.add("v128.load", address + WORD * (first + more))

    def same(self, value: int) -> None:
        """A number four times."""
        self.add("v128.const", *[value] * LANES)
