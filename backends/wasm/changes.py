"""What a statement changes, and what is told of it: variables, slots, elements of lists, events."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bombsight.backends.wasm.choices import Choices
from bombsight.backends.wasm.memory import BRIEF, WORD
from bombsight.backends.wasm.printer import ELSEWHERE
from bombsight.backends.wasm.rows import Address, copy_row
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.layout import SlotField


class Changes(Choices):
    """Prints what changes the state or a variable, and events."""

    # --- variables and slots

    def append(self, stmt: fs.Append) -> None:
        """A list gets one more value."""
        count = f"count {stmt.variable}"
        self.add("local.get", count)
        self.add("i32.const", self.capacities[stmt.variable])
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

    def move_element(self, stmt: fs.MoveElement) -> None:
        """An element goes to the front of its list or to its end."""
        self.value(stmt.value)
        self.add("i32.const", int(stmt.first))
        if self.around.traced:
            self.add("i32.const", stmt.site)
        self.add("call", f"move {stmt.list}")

    def drop(self, list_: str, site: int) -> None:
        """The element on the stack leaves."""
        if self.around.traced:
            self.add("i32.const", site)
        self.add("call", f"drop {list_}")

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
