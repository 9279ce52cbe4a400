"""Changes as instructions: of variables, slots and lists, with their events."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bombsight.backends.wasm.choices import ChoicePrinter
from bombsight.backends.wasm.memory import BRIEF_EVENT_WORDS, WORD
from bombsight.backends.wasm.printer import CONTROL_INSTRUCTIONS
from bombsight.backends.wasm.rows import Address, emit_copy_row
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.layout import SlotField


class StateChangePrinter(ChoicePrinter):
    """Prints changes of state or variables, and events."""

    # --- variables and slots

    def emit_append(self, stmt: fs.Append) -> None:
        """Emit an append to a list in a variable, with a fault if it is full."""
        count = f"count {stmt.variable}"
        self.add("local.get", count)
        self.add("i32.const", self.capacities[stmt.variable])
        self.add("i32.ge_s")
        self.emit_fault_if(stmt.site)
        self.emit_value(stmt.value)
        value_local = self.pop_to_local()
        self.add("local.get", "frame")
        self.add("local.get", count)
        self.add("i32.const", 2)
        self.add("i32.shl")
        self.add("i32.add")
        self.add("local.get", value_local)
        self.add("i32.store", self.held[stmt.variable])
        self.emit_step(count, 1)

    def emit_modifier(self, stmt: fs.Bonus) -> None:
        """Emit the addition of a modifier's amount to the total of a roll, if the modifier applies."""
        if stmt.condition is None:
            self.emit_value(stmt.amount)
        else:
            self.emit_pick(stmt.condition, lambda: self.emit_value(stmt.amount), lambda: self.add("i32.const", 0))
        self.add("local.tee", stmt.amount_name)
        self.add("local.get", stmt.total)
        self.add("i32.add")
        self.add("local.set", stmt.total)

    def emit_set_slot(self, slot: fx.Slot, value: fx.Expr, site: int | None) -> None:
        """Emit an assignment to a slot, with a journal event if ``site`` is not None; the value is evaluated first."""
        if site is not None:
            self.add("i32.const", site)
            self.emit_value(value)
            self.emit_absolute_address(slot)
            self.add("call", "change")
            self.context.emit_clock_ticks(self.code, (slot.base,))
            return
        if isinstance(slot.offset, fx.Num) or isinstance(value, fx.Num | fx.Local):
            at = self.emit_relative_address(slot)
            self.emit_value(value)
        else:
            value_local = self.evaluate_to_local(value)
            at = self.emit_relative_address(slot)
            self.add("local.get", value_local)
        self.add("i32.store", at)
        self.context.emit_clock_ticks(self.code, (slot.base,))

    def emit_absolute_address(self, slot: fx.Slot) -> None:
        """Emit the memory address of a slot."""
        self.add("i32.const", self.emit_relative_address(slot))
        self.add("i32.add")

    def emit_fall_back(self, stmt: fs.FallBack) -> None:
        """Emit the reset of slots to their defaults, or to fresh names from a list of names."""
        traced = self.context.traced
        if stmt.names is None and not traced:
            offset = self.emit_relative_address(stmt.slot)
            slots = Address(offset, self.pop_to_local())
            defaults = evolve(slots, offset=offset + self.memory.defaults - self.memory.slots)
            emit_copy_row(self.code, slots, defaults, stmt.count)
        else:
            if traced:
                self.add("i32.const", stmt.site)
            if stmt.names is not None:
                self.add("i32.const", self.memory.slot_address(stmt.names))
            self.emit_absolute_address(stmt.slot)
            self.add("i32.const", stmt.count)
            self.add("call", "fall_back" if stmt.names is None else "rename_told" if traced else "rename")
        self.context.emit_clock_ticks(self.code, (stmt.slot.base,))

    # --- elements

    def emit_new_element(self, stmt: fs.NewElement) -> None:
        """Emit the creation of a list's element; its fields are evaluated first."""
        value_locals: dict[str, str] = {}
        for id_, value in stmt.slots:
            self.emit_value(value)
            value_locals[id_] = self.pop_to_local()
        self.add("i32.const", stmt.full)
        self.add("call", f"new {stmt.list}")
        place = self.pop_to_local()
        for placed in self.fields_of(stmt.list):
            if placed.id in value_locals:
                for number in range(placed.size):
                    self.add("local.get", place)
                    self.add("i32.const", WORD * placed.size)
                    self.add("i32.mul")
                    self.add("local.get", value_locals[placed.id])
                    self.add("i32.store", self.memory.slot_address(placed.base + number))
            elif placed.counter is not None:
                self.add("i32.const", self.memory.slot_address(placed.counter))
                self.add("local.get", place)
                self.add("i32.const", WORD * placed.size)
                self.add("i32.mul")
                self.add("i32.const", self.memory.slot_address(placed.base))
                self.add("i32.add")
                self.add("i32.const", placed.size)
                self.add("call", "rename")
        if self.context.traced:
            self.add("i32.const", stmt.site)
            self.add("local.get", place)
            self.add("call", f"tell {stmt.list}")

    def fields_of(self, list_: str) -> list[SlotField]:
        """List the fields of the elements of a state list, given by its id."""
        return [placed for placed in self.context.program.fields if placed.id in self.lists[list_].fields]

    def emit_move_element(self, stmt: fs.MoveElement) -> None:
        """Emit the move of an element to the start or end of its list."""
        self.emit_value(stmt.value)
        self.add("i32.const", int(stmt.first))
        if self.context.traced:
            self.add("i32.const", stmt.site)
        self.add("call", f"move {stmt.list}")

    def emit_remove_element(self, list_: str, site: int) -> None:
        """Emit the call that removes the element on the stack from its list; ``site`` is that of the event."""
        if self.context.traced:
            self.add("i32.const", site)
        self.add("call", f"drop {list_}")

    # --- events

    def emit_event(self, site: int, values: Sequence[fx.Expr]) -> None:
        """Emit the writing of a journal event, of a site (code location) with values, to the event buffer."""
        next_ = self.declare_local("next event")
        count = len(values) + 1
        if count >= BRIEF_EVENT_WORDS:
            self.add("i32.const", count)
            self.add("call", "room")
            self.add("local.set", next_)
        elif not self.is_event_address_current():
            self.add("global.get", "events")
            self.add("local.set", next_)
        self.add("local.get", next_)
        self.add("i64.const", count | site << 32)  # length and site in one store
        self.add("i64.store", 0)
        for number, value in enumerate(values):
            self.add("local.get", next_)
            self.emit_value(value)
            self.add("i32.store", WORD * (number + 2))
        self.add("local.get", next_)
        self.add("i32.const", count)
        self.add("call", "commit")
        self.add("local.set", next_)
        self.last_event_end = len(self.lines)

    def is_event_address_current(self) -> bool:
        """Whether the local ``next event`` still has the address of the next event.

        Any call or change of control flow since the last event may have moved it.
        """
        return self.last_event_end is not None and CONTROL_INSTRUCTIONS.isdisjoint(
            [line[0] for line in self.lines[self.last_event_end :]]
        )
