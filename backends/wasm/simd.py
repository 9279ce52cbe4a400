"""Quantifiers in lanes: four members are asked at once, see ``flat/passes/vectorize.py``."""

from __future__ import annotations

from typing import assert_never

from bombsight.backends.wasm.members import Members
from bombsight.backends.wasm.memory import WORD
from bombsight.backends.wasm.printer import Then
from bombsight.backends.wasm.rows import LANES, Address, others_in_row
from bombsight.flat import expressions as fx
from bombsight.flat.fold import COMPARE
from bombsight.flat.passes.vectorize import Lanes, is_row
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

AT_ONCE = ("<", ">", "==")
"""What a machine compares in one instruction; other comparisons are the opposites of these, or take as many."""


class InLanes(Members):
    """Prints them."""

    def in_lanes(self, node: fx.Quantifier, split: Lanes) -> None:
        """How many, whether any, or which: four members are asked at once, and their answers are bits of a number."""
        add = self.add
        if split.then is None:
            match node.kind:
                case "any":
                    self.any_in_lanes(node, split)
                case "count":
                    self.bits(node.variable, split)
                    bits = self.keep()
                    add("local.get", bits)
                    add("i32.popcnt")
                case "first":
                    self.bits(node.variable, split)
                    bits = self.keep()
                    self.lowest(bits, split.first)
                    add("i32.const", NONE)
                    add("local.get", bits)
                    add("select")
                case "sum":
                    raise TypeError("a sum is not in lanes")
                case _:
                    assert_never(node.kind)
            return
        self.bits(node.variable, split)
        bits = self.keep()
        found = self.code.fresh("found")
        add("i32.const", fx.value_without_members(node.kind))
        add("local.set", found)
        own = self.variable(node.variable)
        with self.looped("bits") as (out, again):
            add("local.get", bits)
            add("i32.eqz")
            add("br_if", out)
            self.lowest(bits, split.first)
            add("local.set", own)
            self.without_lowest(bits)
            match node.kind:
                case "count":
                    self.value(split.then)
                    add("local.get", found)
                    add("i32.add")
                    add("local.set", found)
                case "any" | "first":
                    self.branch(split.then, again, when=False)
                    add(*(("i32.const", 1) if node.kind == "any" else ("local.get", own)))
                    add("local.set", found)
                    add("br", out)
                case "sum":
                    raise TypeError("a sum is not in lanes")
                case _:
                    assert_never(node.kind)
            add("br", again)
        add("local.get", found)

    def any_in_lanes(self, node: fx.Quantifier, split: Lanes) -> None:
        """Not 0 where the condition holds for any member."""
        holds = self.is_shorter(split.at_once)
        for at in range(0, split.count, LANES):
            self.lane_condition(split.at_once, node.variable, split.first + at, holds=holds)
            left = split.count - at
            if left < LANES:
                self.four(*(-(holds == (lane < left)) for lane in range(LANES)))
                self.add("v128.and" if holds else "v128.or")
            if at:
                self.add("v128.or" if holds else "v128.and")
        self.add("i32x4.bitmask")
        self.add("i32.const", 0 if holds else (1 << LANES) - 1)
        self.add("i32.ne")

    def turns_in_lanes(self, variable: str, split: Lanes, body: Then) -> None:
        """A loop over numbers: what is done for each for which the condition holds when its turn comes.

        Who comes next is asked of all at once, anew behind each turn that was done, for it may have changed anything.
        """
        add = self.add
        add("i32.const", -1)
        left = self.keep()
        with self.looped("turns") as (out, again):
            self.bits(variable, split)
            add("local.get", left)
            add("i32.and")
            bits = self.keep()
            following = self.code.label("following")
            add("loop", following)
            add("local.get", bits)
            add("i32.eqz")
            add("br_if", out)
            self.lowest(bits, split.first)
            add("local.set", variable)
            if split.then is not None:
                self.without_lowest(bits)
                self.branch(split.then, following, when=False)
            add("end")
            add("i32.const", -2)
            add("local.get", variable)
            if split.first:
                add("i32.const", split.first)
                add("i32.sub")
            add("i32.shl")
            add("local.set", left)
            body()
            add("br", again)

    def steady_turns(self, variable: str, split: Lanes, row: Address | None, body: Then) -> None:
        """A loop over those for which the condition holds when it begins.

        Args:
            variable: Holds each.
            split: What is asked.
            row: Where the elements stand whose places are asked about; None for numbers.
            body: What is done for each.
        """
        add = self.add
        self.bits(variable, split)
        if row is not None:
            others_in_row(self.code, row, split.count, Address(self.around.constant((NONE,) * LANES)))
            add("i32.and")
        bits = self.keep()
        with self.looped("turns") as (out, again):
            add("local.get", bits)
            add("i32.eqz")
            add("br_if", out)
            self.lowest(bits, split.first)
            if row is None:
                add("local.set", variable)
            else:
                self.element(variable, row)
            self.without_lowest(bits)
            if split.then is not None:
                self.branch(split.then, again, when=False)
            body()
            add("br", again)
        self.places.pop(variable, None)

    def bits(self, variable: str, split: Lanes) -> None:
        """A number with a bit for each member, the lowest for the first: 1 where the condition holds."""
        holds = self.is_shorter(split.at_once)
        for at in range(0, split.count, LANES):
            self.lane_condition(split.at_once, variable, split.first + at, holds=holds)
            self.add("i32x4.bitmask")
            if at:
                self.add("i32.const", at)
                self.add("i32.shl")
                self.add("i32.or")
        if split.count % LANES:
            self.add("i32.const", (1 << split.count) - 1)
            self.add("i32.and")
        if not holds:
            self.add("i32.const", (1 << split.count) - 1)
            self.add("i32.xor")

    def lowest(self, bits: str, first: int) -> None:
        """The member whose bit is the lowest of those of a variable."""
        self.add("local.get", bits)
        self.add("i32.ctz")
        if first:
            self.add("i32.const", first)
            self.add("i32.add")

    def is_shorter(self, node: fx.Expr) -> bool:
        """Whether a condition takes no more instructions than its opposite."""
        return lane_effort(node, holds=True) <= lane_effort(node, holds=False)

    def lane_condition(self, node: fx.Expr, variable: str, first: int, *, holds: bool) -> None:
        """Whether a condition holds, or (``holds`` no) does not, for four members from one on."""
        if (known := self.known_lanes(node, variable, first)) is not None:
            self.four(*(-((value > 0) == holds) for value in known))
            return
        match node:
            case fx.Compare(op, left, right):
                self.lane_value(left, variable, first)
                self.lane_value(right, variable, first)
                self.add(f"i32x4.{COMPARISONS[op if holds else OPPOSITES[op]]}")
            case fx.Between(value, fx.Num(low), fx.Num(high)):
                self.lane_value(value, variable, first)
                if low:
                    self.same(low)
                    self.add("i32x4.sub")
                self.same(high - low)
                self.add("i32x4.le_u" if holds else "i32x4.gt_u")
            case fx.Among(value, members):
                equal = tuple(fx.Compare("==", value, member) for member in members)
                self.lane_condition(fx.Either(equal), variable, first, holds=holds)
            case fx.Not(value):
                self.lane_condition(value, variable, first, holds=not holds)
            case fx.All(terms) | fx.Either(terms):
                idle = (1,) * LANES if isinstance(node, fx.All) else (0,) * LANES
                asked = [term for term in terms if self.known_lanes(term, variable, first) != idle]
                for at, term in enumerate(asked):
                    self.lane_condition(term, variable, first, holds=holds)
                    if at:
                        self.add("v128.and" if isinstance(node, fx.All) == holds else "v128.or")
            case _:  # the rest: a value, of which only yes is above 0
                self.lane_value(node, variable, first)
                self.same(0)
                self.add("i32x4.gt_s" if holds else "i32x4.eq")

    def known_lanes(self, node: fx.Expr, variable: str, first: int) -> tuple[int, ...] | None:
        """A value for four members from one on, where it is known before anything runs; of a condition 1 or 0."""

        def of(part: fx.Expr) -> tuple[int, ...] | None:
            return self.known_lanes(part, variable, first)

        match node:
            case fx.Local(name) if name == variable:
                return tuple(range(first, first + LANES))
            case fx.Num(value):
                return (value,) * LANES
            case fx.Datum(data, index) if is_row(node, variable):
                at = first + beyond(index)
                held = self.around.program.data[data][at : at + LANES]
                return (*held, *(0,) * (LANES - len(held)))  # nobody asks of members behind the last
            case fx.Compare(op, left, right) if (one := of(left)) is not None and (other := of(right)) is not None:
                return tuple(int(COMPARE[op](a, b)) for a, b in zip(one, other, strict=True))
            case fx.Between(value, fx.Num(low), fx.Num(high)) if (one := of(value)) is not None:
                return tuple(int(low <= number <= high) for number in one)
            case fx.Among(value, members):
                return of(fx.Either(tuple(fx.Compare("==", value, each) for each in members)))
            case fx.Not(value) if (one := of(value)) is not None:
                return tuple(1 - number for number in one)
            case fx.All(terms) | fx.Either(terms):
                ends = int(isinstance(node, fx.Either))
                found = [of(term) for term in terms]
                if (ends,) * LANES in found:
                    return (ends,) * LANES
                known = [values for values in found if values is not None]
                combined = max if ends else min
                return tuple(map(combined, zip(*known, strict=True))) if len(known) == len(found) else None
            case _:  # the rest: not known before anything runs
                return None

    def lane_value(self, node: fx.Expr, variable: str, first: int) -> None:
        """A value for four members from one on."""
        match node:
            case fx.Local(name) if name == variable:
                self.four(*range(first, first + LANES))
            case fx.Num(value):
                self.same(value)
            case fx.Slot(base, offset) if is_row(node, variable):
                self.row(self.memory.slot(base), offset, first)
            case fx.Datum(data, index) if is_row(node, variable):
                self.row(self.memory.data[data], index, first)
            case _:  # the rest: the same for all members
                self.value(node)
                self.add("i32x4.splat")

    def row(self, address: int, offset: fx.Expr, first: int) -> None:
        """Four words in memory, those of the members from one on."""
        self.add("i32.const", 0)
        self.add("v128.load", address + WORD * (first + beyond(offset)))

    def same(self, value: int) -> None:
        """A number four times."""
        self.four(*[value] * LANES)

    def four(self, *values: int) -> None:
        """Four constants. They are read from memory, which a machine does in the instruction that works with them.

        To others it holds on, across calls and loops, and there it has to put them aside and take them up again.
        """
        self.add("i32.const", 0)
        self.add("v128.load", self.around.constant(values))


def beyond(index: fx.Expr) -> int:
    """How far behind the member of the same number what stands in a row is read."""
    return index.right.value if isinstance(index, fx.Arithmetic) and isinstance(index.right, fx.Num) else 0


def lane_effort(node: fx.Expr, *, holds: bool) -> int:
    """How many instructions a machine takes for a condition of four members, or for its opposite."""
    match node:
        case fx.Compare(op):
            return 1 if (op if holds else OPPOSITES[op]) in AT_ONCE else 2
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
