"""Expressions as instructions: each leaves its value on the stack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from attrs import define, field

from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.memory import WORD, Memory
from bombsight.backends.wasm.module import Code
from bombsight.flat import expressions as fx
from bombsight.flat.functions import Function
from bombsight.flat.layout import STEPS, SlotList
from bombsight.flat.passes.lanes import Lanes, is_row, lanes
from bombsight.flat.program import Program
from bombsight.flat.types import NONE

COMPARISONS = {
    "<": "i32.lt_s",
    "<=": "i32.le_s",
    ">": "i32.gt_s",
    ">=": "i32.ge_s",
    "==": "i32.eq",
    "!=": "i32.ne",
}
ARITHMETIC = {"+": "i32.add", "-": "i32.sub", "*": "i32.mul"}

CALM = 2
"""So deep a value may be that is worked out where nobody asked."""

SIDE_BY_SIDE = 16
"""So many members may be looked at one and all."""

LANES = 4
"""So many integers one instruction works on at once."""

SMALL = 1 << 12
"""So large an index may be that is read where nobody asked: what stands there is in memory still."""

Then = Callable[[], None]
"""Prints what is done."""


@define
class Frame:
    """The part of the memory's stack that a call of a function takes.

    Attributes:
        used: Bytes that are taken where the code is being printed.
        size: Bytes that are taken where most are.
    """

    used: int = 0
    size: int = 0

    def take(self, words: int) -> int:
        """So many words more; the offset of the first."""
        at = self.used
        self.used += WORD * words
        self.size = max(self.size, self.used)
        return at


def step(code: Code, address: int, by: int) -> None:
    """A word in memory goes up or down."""
    code.add("i32.const", 0)
    code.add("i32.const", 0)
    code.add("i32.load", address)
    code.add("i32.const", by)
    code.add("i32.add")
    code.add("i32.store", address)


@define(kw_only=True)
class Surroundings:
    """What the functions of a program have in common.

    Attributes:
        program: The program.
        memory: Where everything lives.
        traced: Whether the code tells all it does.
        functions: The functions by name.
        lists: The lists by id.
        clocks: The clock of each slot that what is kept was read from.
        constants: Lists of constants, behind the stack, by address.
        sums: Where sums of clocks are kept: addresses and how many words.
        taken: How many words behind the stack are taken.
    """

    program: Program
    memory: Memory
    traced: bool
    functions: Mapping[str, Function]
    lists: Mapping[str, SlotList]
    clocks: Mapping[int, int]
    constants: dict[tuple[int, ...], int] = field(factory=dict)
    sums: list[tuple[int, int]] = field(factory=list)
    taken: int = 0

    def constant(self, values: tuple[int, ...]) -> int:
        """The address of a list of constants."""
        if values not in self.constants:
            self.constants[values] = self.take(len(values))
        return self.constants[values]

    def take(self, words: int) -> int:
        """The address of so many words behind the stack, which are 0 at the start."""
        address = self.memory.top + WORD * self.taken
        self.taken += words
        return address

    def clock(self, number: int) -> int:
        """The address of a clock."""
        return self.memory.top + WORD * number

    def on(self, code: Code, slots: Iterable[int]) -> None:
        """The clocks of slots that change go on."""
        for number in sorted({self.clocks[slot] for slot in slots if slot in self.clocks}):
            step(code, self.clock(number), 1)


class Expressions:
    """Prints the expressions of one function.

    Attributes:
        around: What it shares with others.
        code: Takes the instructions.
        frame: The function's part of the stack; the local ``frame`` is its address.
        held: Where in the frame each list stands that is a variable; its length is a local.
    """

    def __init__(self, around: Surroundings, function: Function, code: Code) -> None:
        self.around = around
        self.memory = around.memory
        self.lists = around.lists
        self.code = code
        self.frame = Frame()
        self.variables = {variable.name: variable for variable in function.locals}
        self.held: dict[str, int] = {}
        self.capacities: dict[str, int] = {}
        for variable in function.locals:
            if variable.capacity is not None:
                self.capacities[variable.name] = variable.capacity
                self.held[variable.name] = self.frame.take(variable.capacity)
                code.locals[f"count {variable.name}"] = I32
            elif variable.name not in function.params:
                code.locals[variable.name] = I32

    def add(self, *instruction: str | int) -> None:
        """An instruction."""
        self.code.lines.append(instruction)

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
            case offset:
                self.scaled(offset)
                return self.memory.slot(node.base)

    def scaled(self, index: fx.Expr) -> None:
        """An index in bytes."""
        match index:
            case fx.Num(value):
                self.add("i32.const", WORD * value)
            case fx.Arithmetic("*", left, fx.Num(value)):
                self.value(left)
                self.add("i32.const", WORD * value)
                self.add("i32.mul")
            case fx.Arithmetic("+" | "-" as op, left, right):
                self.scaled(left)
                self.scaled(right)
                self.add(ARITHMETIC[op])
            case _:
                self.value(index)
                self.add("i32.const", 2)
                self.add("i32.shl")

    def value(self, node: fx.Expr) -> None:
        """A value.

        Raises:
            TypeError: It is no expression of the flat form.
        """
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
                add(COMPARISONS[op])
            case fx.Between():
                self.between(node)
            case fx.Among(inner, members):
                self.among(inner, members)
            case fx.Contains():
                self.contains(node)
            case fx.Not(inner):
                value(inner)
                add("i32.eqz")
            case fx.All(terms):
                self.joined(terms, settles=0)
            case fx.Either(terms):
                self.joined(terms, settles=1)
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
                self.either(lambda: value(condition), lambda: value(inner), lambda: value(otherwise))
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
            case fx.Place(list_, inner, None):
                value(inner)
                self.place(list_)
            case fx.Place(list_, inner, int() as site):
                name = self.kept(inner)
                self.test(name, "i32.eq", NONE)
                self.lives(list_, name)
                add("i32.eqz")
                add("i32.or")
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
                raise TypeError(f"{type(node).__name__} is no value")

    def is_calm(self, node: fx.Expr | fx.Source, most: int = CALM) -> bool:
        """Whether a value may as well be worked out where nobody asked: it is soon done, and can do no harm."""
        match node:
            case fx.Num():
                return True
            case fx.Local():
                return True
            case fx.Slot(offset=offset) | fx.Datum(index=offset):
                return self.is_index(offset)
            case fx.Compare(left=left, right=right):
                return most > 0 and self.is_calm(left, most - 1) and self.is_calm(right, most - 1)
            case fx.Between(value, fx.Num(), fx.Num()) | fx.Not(value):
                return most > 0 and self.is_calm(value, most - 1)
            case fx.Among(value, members):
                return most > 0 and self.is_calm(value, most - 1) and all(isinstance(m, fx.Num) for m in members)
            case _:
                return False

    def is_index(self, node: fx.Expr) -> bool:
        """Whether a value is small for certain, so that memory can be read there."""
        match node:
            case fx.Num():
                return True
            case fx.Local(name):
                variable = self.variables.get(name)
                return variable is not None and not variable.none and 0 <= variable.low <= variable.high < SMALL
            case fx.Arithmetic("+", left, right):
                return self.is_index(left) and self.is_index(right)
            case fx.Arithmetic("*", left, fx.Num(value)):
                return 0 <= value < SMALL and self.is_index(left)
            case _:
                return False

    # --- pieces

    def keep(self) -> str:
        """A variable that takes the value on the stack."""
        name = self.code.fresh("kept")
        self.add("local.set", name)
        return name

    def kept(self, node: fx.Expr) -> str:
        """A variable that holds a value."""
        if isinstance(node, fx.Local):
            return node.name
        self.value(node)
        return self.keep()

    def test(self, name: str, comparison: str, number: int) -> None:
        """A variable compared with a number."""
        self.add("local.get", name)
        self.add("i32.const", number)
        self.add(comparison)

    def fault_if(self, site: int) -> None:
        """A fault where the condition on the stack holds."""
        self.add("if", "fault")
        self.add("i32.const", site)
        self.add("call", "fault")
        self.add("end")

    def either(self, condition: Then, body: Then, otherwise: Then) -> None:
        """One of two values."""
        condition()
        self.add("if", "pick", I32)
        body()
        self.add("else")
        otherwise()
        self.add("end")

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
            case _:
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

    def joined(self, terms: tuple[fx.Expr, ...], settles: int) -> None:
        """Terms up to the first that settles them; calm ones side by side are all worked out, which is sooner done."""
        groups: list[list[fx.Expr]] = []
        for term in terms:
            if groups and self.is_calm(term) and self.is_calm(groups[-1][0]):
                groups[-1].append(term)
            else:
                groups.append([term])
        *others, last = groups

        def together(group: list[fx.Expr]) -> None:
            self.value(group[0])
            for term in group[1:]:
                self.value(term)
                self.add("i32.or" if settles else "i32.and")

        for group in others:
            together(group)
            self.add("if", "join", I32)
            if settles:
                self.add("i32.const", 1)
                self.add("else")
        if settles:
            together(last)
            for _ in others:
                self.add("end")
        else:
            together(last)
            for _ in others:
                self.add("else")
                self.add("i32.const", 0)
                self.add("end")

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

    def place(self, list_: str) -> None:
        """The place of the element on the stack."""
        self.add("i32.const", self.lists[list_].capacity)
        self.add("i32.rem_u")

    def lives(self, list_: str, name: str) -> None:
        """Whether the place of a variable's element holds it; also for none, where the place is free."""
        self.add("local.get", name)
        self.place(list_)
        self.add("i32.const", 2)
        self.add("i32.shl")
        self.add("i32.load", self.memory.slot(self.lists[list_].base))
        self.add("local.get", name)
        self.add("i32.eq")

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

    def contains(self, node: fx.Contains) -> None:
        """Whether a list holds a value."""
        name = self.kept(node.value)
        found = self.code.fresh("found")
        self.add("i32.const", 0)
        self.add("local.set", found)

        def look(member: str, out: str) -> None:
            self.add("local.get", member)
            self.add("local.get", name)
            self.add("i32.eq")
            self.add("local.tee", found)
            self.add("br_if", out)

        member = self.code.fresh("member")
        self.each(member, fx.Held(node.variable, 0), None, look)
        self.add("local.get", found)

    def quantifier(self, node: fx.Quantifier) -> None:
        """How many, whether any, or which."""
        if node.steps is not None and node.site is not None:
            self.take_steps(node.steps, node.site)
        if node.kind == "count" and node.where is None and isinstance(node.source, fx.Elements):
            self.add("i32.const", 0)
            self.add("i32.load", self.memory.slot(self.lists[node.source.list].count))
            return
        split = lanes(node)
        if split is not None:
            self.in_lanes(node, split)
            return
        known = known_members(node.source)
        own = self.variable(node.variable)
        if node.kind != "first" and node.where is not None and known is not None and self.is_calm(node.where):
            for at, number in enumerate(known):
                self.add("i32.const", number)
                self.add("local.set", own)
                self.value(node.where)
                if at:
                    self.add("i32.add" if node.kind == "count" else "i32.or")
            return
        found = self.code.fresh("found")
        self.add("i32.const", NONE if node.kind == "first" else 0)
        self.add("local.set", found)

        def take(member: str, out: str) -> None:
            if node.kind == "count":
                self.test(found, "i32.add", 1)
                self.add("local.set", found)
                return
            if node.kind == "any":
                self.add("i32.const", 1)
            else:
                self.add("local.get", member)
            self.add("local.set", found)
            self.add("br", out)

        self.each(own, node.source, node.where, take)
        self.add("local.get", found)

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
            self.test(bits, "i32.sub", 1)
            add("local.get", bits)
            add("i32.and")
            add("local.set", bits)
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
                self.add(COMPARISONS[op].replace("i32", "i32x4"))
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

    def variable(self, name: str) -> str:
        """A variable that an expression has of its own."""
        self.code.locals.setdefault(name, I32)
        return name

    def take_steps(self, steps: fx.Expr, site: int | None) -> None:
        """So many steps fewer; a fault at the site where there are none left."""
        at = self.memory.slot(STEPS)
        self.add("i32.const", 0)
        self.add("i32.const", 0)
        self.add("i32.load", at)
        self.value(steps)
        self.add("i32.sub")
        self.add("i32.store", at)
        if site is not None:
            self.add("i32.const", 0)
            self.add("i32.load", at)
            self.add("i32.const", 0)
            self.add("i32.lt_s")
            self.fault_if(site)

    @contextmanager
    def looped(self, hint: str) -> Iterator[tuple[str, str]]:
        """A loop: labels of what leaves it, and of what begins it again."""
        out, again = self.code.label("out"), self.code.label(hint)
        self.add("block", out)
        self.add("loop", again)
        yield out, again
        self.add("end")
        self.add("end")

    def each(
        self,
        member: str,
        source: fx.Source,
        where: fx.Expr | None,
        take: Callable[[str, str], None],
        snapshot: bool = False,
    ) -> None:
        """A loop over members.

        Args:
            member: The variable that holds each.
            source: What is gone through.
            where: What must hold of a member; None for nothing.
            take: Prints what is done with a member: its variable, and the label that leaves the loop.
            snapshot: Whether what is done may change the source: then it is copied first.
        """
        match source:
            case fx.Numbers(first, last):
                self.value(first)
                at = self.keep()
                self.value(last)
                end = self.keep()
                with self.looped("numbers") as (out, again):
                    self.add("local.get", at)
                    self.add("local.get", end)
                    self.add("i32.gt_s")
                    self.add("br_if", out)
                    self.add("local.get", at)
                    self.add("local.set", member)
                    self.stepped(at, 1)
                    self.taken(member, None, where, take, out)
                    self.add("br", again)
            case fx.Values(values) if constants(values):
                address = self.around.constant(tuple(value.value for value in values if isinstance(value, fx.Num)))
                self.stored(member, None, address, lambda: self.add("i32.const", len(values)), None, where, take)
            case fx.Values(values):
                before = self.frame.used
                offset = self.frame.take(len(values))
                for number, value in enumerate(values):
                    self.add("local.get", "frame")
                    self.value(value)
                    self.add("i32.store", offset + WORD * number)
                self.stored(member, "frame", offset, lambda: self.add("i32.const", len(values)), None, where, take)
                self.frame.used = before
            case fx.Elements(list_):
                pool = self.lists[list_]
                before = self.frame.used
                base, offset = None, self.memory.slot(pool.base)
                if snapshot:
                    copied = self.frame.take(pool.capacity)
                    self.add("local.get", "frame")
                    self.add("i32.const", copied)
                    self.add("i32.add")
                    self.add("i32.const", offset)
                    self.add("i32.const", WORD * pool.capacity)
                    self.add("memory.copy")
                    base, offset = "frame", copied
                self.living(member, base, offset, pool.count, where, take)
                self.frame.used = before
            case fx.Held(variable, most, list_):
                before = self.frame.used
                offset = self.held[variable]
                count = f"count {variable}"
                if snapshot:
                    copied = self.frame.take(most)
                    self.add("local.get", "frame")
                    self.add("i32.const", copied)
                    self.add("i32.add")
                    self.add("local.get", "frame")
                    self.add("i32.const", offset)
                    self.add("i32.add")
                    self.add("local.get", count)
                    self.add("i32.const", WORD)
                    self.add("i32.mul")
                    self.add("memory.copy")
                    offset = copied
                    self.add("local.get", count)
                    count = self.keep()

                def alive() -> None:
                    assert list_ is not None
                    self.test(member, "i32.ne", NONE)
                    self.lives(list_, member)
                    self.add("i32.and")

                self.stored(
                    member,
                    "frame",
                    offset,
                    lambda: self.add("local.get", count),
                    alive if list_ is not None else None,
                    where,
                    take,
                )
                self.frame.used = before
            case _:
                raise TypeError(f"{type(source).__name__} is nothing to go through")

    def stored(
        self,
        member: str,
        base: str | None,
        offset: int,
        count: Then,
        there: Then | None,
        where: fx.Expr | None,
        take: Callable[[str, str], None],
    ) -> None:
        """A loop over words in memory."""
        at, end = self.code.fresh("at"), self.code.fresh("end")
        self.add("i32.const", 0)
        if base is not None:
            self.add("local.get", base)
            self.add("i32.add")
        self.add("local.tee", at)
        count()
        self.add("i32.const", 2)
        self.add("i32.shl")
        self.add("i32.add")
        self.add("local.set", end)
        with self.looped("members") as (out, again):
            self.add("local.get", at)
            self.add("local.get", end)
            self.add("i32.ge_u")
            self.add("br_if", out)
            self.add("local.get", at)
            self.add("i32.load", offset)
            self.add("local.set", member)
            self.stepped(at, WORD)
            self.taken(member, there, where, take, out)
            self.add("br", again)

    def living(
        self,
        member: str,
        base: str | None,
        offset: int,
        counter: int,
        where: fx.Expr | None,
        take: Callable[[str, str], None],
    ) -> None:
        """A loop over the elements of a list in memory, up to the last: a slot counts how many there are."""
        at, left = self.code.fresh("at"), self.code.fresh("left")
        if base is None:
            self.add("i32.const", 0)
        else:
            self.add("local.get", base)
        self.add("local.set", at)
        self.add("i32.const", 0)
        self.add("i32.load", self.memory.slot(counter))
        self.add("local.set", left)
        with self.looped("elements") as (out, again):
            self.add("local.get", left)
            self.add("i32.eqz")
            self.add("br_if", out)
            self.add("local.get", at)
            self.add("i32.load", offset)
            self.add("local.set", member)
            self.stepped(at, WORD)
            self.test(member, "i32.eq", NONE)
            self.add("br_if", again)
            self.stepped(left, -1)
            self.taken(member, None, where, take, out)
            self.add("br", again)

    def stepped(self, name: str, step: int) -> None:
        """A variable goes up."""
        self.test(name, "i32.add", step)
        self.add("local.set", name)

    def taken(
        self, member: str, there: Then | None, where: fx.Expr | None, take: Callable[[str, str], None], out: str
    ) -> None:
        """What is done with a member, if it is there and the condition holds."""
        if there is not None:
            there()
            self.add("if", "there")
        if where is not None:
            self.value(where)
            self.add("if", "where")
        take(member, out)
        if where is not None:
            self.add("end")
        if there is not None:
            self.add("end")


def constants(values: tuple[fx.Expr, ...]) -> bool:
    """Whether all are numbers."""
    return all(isinstance(value, fx.Num) for value in values)


def known_members(source: fx.Source) -> list[int] | None:
    """The members of a source that is constant and not empty; None for others."""
    match source:
        case fx.Numbers(fx.Num(first), fx.Num(last)) if 0 <= last - first < SIDE_BY_SIDE:
            return list(range(first, last + 1))
        case _:
            return None
