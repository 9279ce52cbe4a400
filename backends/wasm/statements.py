"""Statements as instructions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve

from bombsight.backends.wasm.choices import Choices
from bombsight.backends.wasm.memory import BRIEF, WORD
from bombsight.backends.wasm.printer import ELSEWHERE
from bombsight.backends.wasm.rows import Address, copy_row
from bombsight.backends.wasm.surroundings import staying_name
from bombsight.backends.wasm.throwing import thrown
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.layout import SlotField
from bombsight.flat.passes.lanes import lanes
from bombsight.flat.types import NONE
from bombsight.flat.walking import statements

OUT = "over"
"""The label of a function's body: behind it stands what is done when the body is over."""


def result(number: int) -> str:
    """The variable for one of a function's results."""
    return f"result {number}"


class Statements(Choices):
    """Prints the statements of one function."""

    def block(self, block: fs.Block) -> None:
        """Statements one after the other."""
        for stmt in block:
            self.statement(stmt)

    def statement(self, stmt: fs.Stmt) -> None:
        """One statement.

        Raises:
            TypeError: It is none of the flat form.
        """
        add, value = self.add, self.value
        match stmt:
            case fs.SetLocal(name=name, value=given):
                value(given)
                add("local.set", name)
            case fs.NewHeld(name=name):
                add("i32.const", 0)
                add("local.set", f"count {name}")
            case fs.Append():
                self.append(stmt)
            case fs.SetSlot(slot=slot, value=given, site=site):
                self.set_slot(slot, given, site if self.around.traced else None)
            case fs.SetCounter(slot=slot, value=given):
                self.set_slot(slot, given, None)
            case fs.FallBack():
                self.fall_back(stmt)
            case fs.Draw(name=name, site=site, count=count, sides=sides):
                if self.around.hosted:
                    add("i32.const", site)
                add("call", thrown(count, sides))
                add("local.set", name)
            case fs.Bonus():
                self.bonus(stmt)
            case fs.Invoke():
                self.invoke(stmt)
            case fs.Ask():
                self.ask(stmt)
            case fs.DrawMember():
                self.draw_member(stmt)
            case fs.AskBranch():
                self.ask_branch(stmt)
            case fs.AskAgain():
                self.ask_again(stmt)
            case fs.Event(site=site, values=values):
                self.event(site, values)
            case fs.WorkOut(values=values):
                for given in values:
                    value(given)
                    add("drop")
            case fs.Count(site=site, steps=steps):
                self.take_steps(steps, site)
            case fs.Refill():
                add("call", "refill")
            case fs.Check(condition=condition, site=site):
                with self.where(condition):
                    add("i32.const", site)
                    add("call", "fault")
            case fs.Fail(site=site):
                self.fail(site)
            case fs.If(condition=condition, body=body, otherwise=otherwise):
                self.if_(condition, body, otherwise)
            case fs.Rows(row=row, arms=arms):
                self.rows(row, arms)
            case fs.Each():
                self.each_of(stmt)
            case fs.Numbered():
                self.numbered(stmt)
            case fs.Turns(label=label, times=times, body=body):
                value(times)
                left = self.keep()
                self.counted(label, left, lambda: self.block(body))
            case fs.While():
                self.while_(stmt)
            case fs.Labelled(label=label, body=body):
                add("block", f"leave {label}")
                add("loop", f"restart {label}")
                self.block(body)
                add("end")
                add("end")
            case fs.Leave(label=label):
                add("br", f"leave {label}")
            case fs.Restart(label=label):
                add("br", f"restart {label}")
            case fs.Return():
                self.give(stmt)
            case fs.EndOuter(procedure=procedure, value=given):
                value(given)
                add("global.set", "ended_value")
                add("i32.const", procedure + 1)
                add("global.set", "ended")
                add("br", OUT)
            case fs.NewElement():
                self.new_element(stmt)
            case fs.RemoveElement(list=list_, value=given, site=site):
                value(given)
                self.drop(list_, site)
            case fs.MoveElement(list=list_, value=given, first=first, site=site):
                value(given)
                add("i32.const", int(first))
                if self.around.traced:
                    add("i32.const", site)
                add("call", f"move {list_}")
            case fs.RemoveWhere():
                self.remove_where(stmt)
            case _:
                raise TypeError(f"{type(stmt).__name__} is no statement")

    def fail(self, site: int) -> None:
        """A fault."""
        self.add("i32.const", site)
        self.add("call", "fault")
        self.add("unreachable")

    # --- variables and state

    def append(self, stmt: fs.Append) -> None:
        """A list gets one more value."""
        count = f"count {stmt.variable}"
        self.add("local.get", count)
        self.add("i32.const", self.capacity(stmt.variable))
        self.add("i32.ge_s")
        self.fault_if(stmt.site)
        self.value(stmt.value)
        given = self.keep()
        self.add("local.get", "frame")
        self.add("local.get", count)
        self.add("i32.const", 2)
        self.add("i32.shl")
        self.add("i32.add")
        self.add("local.get", given)
        self.add("i32.store", self.held[stmt.variable])
        self.stepped(count, 1)

    def set_slot(self, slot: fx.Slot, value: fx.Expr, site: int | None) -> None:
        """A slot gets a value: the value is worked out first, then which slot; told at the site."""
        if site is not None:
            self.add("i32.const", site)
            self.value(value)
            self.absolute(slot)
            self.add("call", "change")
            self.around.on(self.code, (slot.base,))
            return
        if isinstance(slot.offset, fx.Num) or isinstance(value, fx.Num | fx.Local):
            at = self.address(slot)
            self.value(value)
        else:
            given = self.kept(value)
            at = self.address(slot)
            self.add("local.get", given)
        self.add("i32.store", at)
        self.around.on(self.code, (slot.base,))

    def absolute(self, slot: fx.Slot) -> None:
        """The address of a slot, on the stack."""
        self.add("i32.const", self.address(slot))
        self.add("i32.add")

    def fall_back(self, stmt: fs.FallBack) -> None:
        """Slots fall back to their defaults, or take new names."""
        traced = self.around.traced
        if stmt.names is None and not traced:
            offset = self.address(stmt.slot)
            slots = Address(offset, self.keep())
            defaults = evolve(slots, offset=offset + self.memory.defaults - self.memory.slots)
            copy_row(self.code, slots, defaults, stmt.count)
        else:
            if traced:
                self.add("i32.const", stmt.site)
            if stmt.names is not None:
                self.add("i32.const", self.memory.slot(stmt.names))
            self.absolute(stmt.slot)
            self.add("i32.const", stmt.count)
            self.add("call", "fall_back" if stmt.names is None else "rename_told" if traced else "rename")
        self.around.on(self.code, (stmt.slot.base,))

    def bonus(self, stmt: fs.Bonus) -> None:
        """A modifier."""
        if stmt.condition is None:
            self.value(stmt.amount)
        else:
            self.picked(stmt.condition, lambda: self.value(stmt.amount), lambda: self.add("i32.const", 0))
        self.add("local.tee", stmt.amount_name)
        self.add("local.get", stmt.total)
        self.add("i32.add")
        self.add("local.set", stmt.total)

    def invoke(self, stmt: fs.Invoke) -> None:
        """A call; what it ended around it is left at once."""
        self.values(stmt.args)
        called = self.around.functions[stmt.function]
        self.add("call", staying_name(called) if stmt.stays else stmt.function)
        names = (*stmt.names, *([None] * (called.results - len(stmt.names))))
        for name in reversed(names[: called.results]):
            if name is None:
                self.add("drop")
            else:
                self.add("local.set", name)
        if called.escapes:
            self.add("global.get", "ended")
            self.add("br_if", OUT)

    # --- events

    def event(self, site: int, values: Sequence[fx.Expr]) -> None:
        """An event."""
        next_ = self.variable("next event")
        count = len(values) + 1
        if count >= BRIEF:
            self.add("i32.const", count)
            self.add("call", "room")
            self.add("local.set", next_)
        elif not self.is_following():
            self.add("global.get", "events")
            self.add("local.set", next_)
        self.add("local.get", next_)
        self.add("i64.const", count | site << 32)  # both words at once
        self.add("i64.store", 0)
        for number, value in enumerate(values):
            self.add("local.get", next_)
            self.value(value)
            self.add("i32.store", WORD * (number + 2))
        self.add("local.get", next_)
        self.add("i32.const", count)
        self.add("call", "commit")
        self.add("local.set", next_)
        self.told = len(self.lines)

    def is_following(self) -> bool:
        """Whether ``next event`` holds the address of the next event.

        That is so from one event up to whatever else may tell of any, or is come to otherwise.
        """
        return self.told is not None and ELSEWHERE.isdisjoint([line[0] for line in self.lines[self.told :]])

    # --- control

    def if_(self, condition: fx.Expr, body: fs.Block, otherwise: fs.Block) -> None:
        """One of two blocks."""
        if not otherwise:
            with self.where(condition):
                self.block(body)
            return
        out = self.code.label("done")
        self.add("block", out)
        with self.where(condition):
            self.block(body)
            self.add("br", out)
        self.block(otherwise)
        self.add("end")

    def rows(self, row: str, arms: Sequence[fs.Arm]) -> None:
        """The block for a row's number; the last is for all numbers that no other is for.

        By a table of jumps; of two blocks by one jump, which a machine guesses rather than looks up.
        """
        if len(arms) == 1:
            self.block(arms[0].body)
            return
        others = arms[:-1]
        low = min(number for arm in others for number in arm.numbers)
        high = max(number for arm in others for number in arm.numbers)
        if len(others) == 1 and high - low + 1 == len(others[0].numbers):
            self.value(fx.Between(fx.Local(row), fx.Num(low), fx.Num(high)))
            self.add("if", "row")
            self.block(others[0].body)
            self.add("else")
            self.block(arms[-1].body)
            self.add("end")
            return
        out = self.code.label("rows")
        labels = [self.code.label("row") for _ in arms]
        by_number = {number: label for arm, label in zip(others, labels, strict=False) for number in arm.numbers}
        self.add("block", out)
        for label in reversed(labels):
            self.add("block", label)
        self.test(row, "i32.sub", low)
        table = [by_number.get(number, labels[-1]) for number in range(low, high + 1)]
        self.add("br_table", *table, labels[-1])
        for label, arm in zip(labels, arms, strict=True):
            self.add("end")
            self.block(arm.body)
            if label != labels[-1]:
                self.add("br", out)
        self.add("end")

    def each_of(self, stmt: fs.Each) -> None:
        """A loop over members that are fixed when it begins."""
        self.add("block", f"leave {stmt.label}")
        watched = stmt.watched
        asked = fx.Quantifier("any", stmt.variable, stmt.source, stmt.where)
        split = None if watched else lanes(asked, of_elements=stmt.steady)
        if split is not None:
            row = None
            if isinstance(stmt.source, fx.Elements):
                row = Address(self.memory.slot(self.lists[stmt.source.list].row))
            if stmt.steady:
                self.steady_turns(stmt.variable, split, row, lambda: self.block(stmt.body))
            else:
                self.turns_in_lanes(stmt.variable, split, lambda: self.block(stmt.body))
            self.add("end")
            return

        def turn(member: str, out: str) -> None:
            if watched is not None:
                self.test(member, "i32.ne", NONE)
                self.lives(watched, member)
                self.add("i32.and")
                self.add("if", "watched")
            if stmt.where is None:
                self.block(stmt.body)
            else:
                with self.where(stmt.where):
                    self.block(stmt.body)
            if watched is not None:
                self.add("end")

        self.each(stmt.variable, stmt.source, None, turn, snapshot=may_change(stmt.source, stmt.body))
        self.add("end")

    def numbered(self, stmt: fs.Numbered) -> None:
        """A loop over numbers, up or down."""
        step = -1 if stmt.down else 1
        self.value(stmt.first)
        at = self.keep()
        self.value(stmt.last)
        end = self.keep()
        self.add("block", f"leave {stmt.label}")
        with self.looped("numbers") as (out, again):
            self.add("local.get", at)
            self.add("local.get", end)
            self.add("i32.lt_s" if stmt.down else "i32.gt_s")
            self.add("br_if", out)
            self.add("local.get", at)
            self.add("local.set", stmt.variable)
            self.stepped(at, step)
            self.block(stmt.body)
            self.add("br", again)
        self.add("end")

    def counted(self, label: str, left: str, body: Callable[[], None]) -> None:
        """A loop of as many turns as a variable holds."""
        self.add("block", f"leave {label}")
        with self.looped("turns") as (out, again):
            self.test(left, "i32.le_s", 0)
            self.add("br_if", out)
            self.stepped(left, -1)
            body()
            self.add("br", again)
        self.add("end")

    def while_(self, stmt: fs.While) -> None:
        """A loop while a condition holds; ``after`` where its turns are used up."""
        self.add("i32.const", stmt.limit)
        left = self.keep()
        self.add("block", f"leave {stmt.label}")
        with self.looped("turns") as (out, again):
            self.test(left, "i32.le_s", 0)
            self.add("br_if", out)
            self.stepped(left, -1)
            self.branch(stmt.condition, f"leave {stmt.label}", when=False)
            self.block(stmt.body)
            self.add("br", again)
        self.block(stmt.after)
        self.add("end")

    def give(self, stmt: fs.Return) -> None:
        """The end of the function."""
        values = stmt.values
        self.values(values)
        for number in reversed(range(len(values))):
            self.add("local.set", result(number))
        if self.around.traced and stmt.site is not None:
            self.event(stmt.site, [fx.Local(result(number)) for number in range(len(values))])
        self.values(stmt.facts)
        for number in reversed(range(len(stmt.facts))):
            self.add("local.set", result(len(values) + number))
        self.add("br", OUT)

    # --- elements

    def new_element(self, stmt: fs.NewElement) -> None:
        """An element joins a list: its values are worked out before anything is done."""
        given: dict[str, str] = {}
        for id_, value in stmt.slots:
            self.value(value)
            given[id_] = self.keep()
        self.add("i32.const", stmt.full)
        self.add("call", f"new {stmt.list}")
        place = self.keep()
        for placed in self.fields_of(stmt.list):
            if placed.id in given:
                for number in range(placed.size):
                    self.add("local.get", place)
                    self.add("i32.const", WORD * placed.size)
                    self.add("i32.mul")
                    self.add("local.get", given[placed.id])
                    self.add("i32.store", self.memory.slot(placed.base + number))
            elif placed.counter is not None:
                self.add("i32.const", self.memory.slot(placed.counter))
                self.add("local.get", place)
                self.add("i32.const", WORD * placed.size)
                self.add("i32.mul")
                self.add("i32.const", self.memory.slot(placed.base))
                self.add("i32.add")
                self.add("i32.const", placed.size)
                self.add("call", "rename")
        if self.around.traced:
            self.add("i32.const", stmt.site)
            self.add("local.get", place)
            self.add("call", f"tell {stmt.list}")

    def fields_of(self, list_: str) -> list[SlotField]:
        """The fields of a list's elements."""
        return [placed for placed in self.around.program.fields if placed.id in self.lists[list_].fields]

    def remove_where(self, stmt: fs.RemoveWhere) -> None:
        """Every element for which the condition holds leaves."""
        pool = self.lists[stmt.list]
        source = fx.Elements(stmt.list, pool.capacity)
        asked = fx.Quantifier("any", stmt.variable, source, stmt.where)
        split = lanes(asked, of_elements=True) if stmt.steady else None

        def dropped(member: str, out: str) -> None:
            self.add("local.get", member)
            self.drop(stmt.list, stmt.site)

        if split is None:
            self.each(stmt.variable, source, stmt.where, dropped, snapshot=True)
        else:
            row = Address(self.memory.slot(pool.row))
            self.steady_turns(stmt.variable, split, row, lambda: dropped(stmt.variable, ""))

    def drop(self, list_: str, site: int) -> None:
        """The element on the stack leaves."""
        if self.around.traced:
            self.add("i32.const", site)
        self.add("call", f"drop {list_}")

    # --- around a body

    def entered(self, site: int, params: Sequence[str]) -> None:
        """It is told that the function begins."""
        self.event(site, [fx.Local(param) for param in params])

    def caught(self, number: int, results: int) -> None:
        """Where the procedure with this number was ended, its result is what ``end`` gave."""
        self.add("global.get", "ended")
        self.add("i32.const", number + 1)
        self.add("i32.eq")
        self.add("if", "ended")
        self.add("i32.const", 0)
        self.add("global.set", "ended")
        if results:
            self.add("global.get", "ended_value")
            self.add("local.set", result(0))
        self.add("end")

    def capacity(self, variable: str) -> int:
        """How many values a list can hold that is a variable."""
        return self.capacities[variable]


def may_change(source: fx.Source, body: fs.Block) -> bool:
    """Whether a loop's turns may change what it goes through; a list in a variable changes only in its function."""
    if not isinstance(source, fx.Held):
        return True
    changed = {stmt.variable for stmt in statements(body) if isinstance(stmt, fs.Append)}
    changed |= {stmt.name for stmt in statements(body) if isinstance(stmt, fs.NewHeld)}
    return source.variable in changed
