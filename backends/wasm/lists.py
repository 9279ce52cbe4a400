"""Module functions of state: those of lists, and the reset of regions."""

from __future__ import annotations

from bombsight.backends.wasm.context import ModuleContext, emit_increment
from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.memory import WORD, MemoryLayout
from bombsight.backends.wasm.module import FunctionCode
from bombsight.backends.wasm.rows import Address, emit_replace_in_row
from bombsight.backends.wasm.state import emit_fall_back_run, emit_name_anew
from bombsight.flat.layout import Region, SlotField, SlotList
from bombsight.flat.types import NONE


def list_functions(pool: SlotList, context: ModuleContext) -> list[FunctionCode]:
    """Make the module functions of a state list: creation, removal, events and move of an element."""
    fields = [placed for placed in context.program.fields if placed.id in pool.fields]
    codes = [new_element_function(pool, fields, context), remove_element_function(pool, context)]
    if pool.order is not None:
        codes += [
            order_removal_function(pool, pool.order, context.memory),
            move_element_function(pool, pool.order, context),
        ]
    return [*codes, element_event_function(pool, fields, context.memory)] if context.traced else codes


def new_element_function(pool: SlotList, fields: list[SlotField], context: ModuleContext) -> FunctionCode:
    """Make the function that creates a list's element, at the lowest free place; it faults if the list is full."""
    memory = context.memory
    following = {slot for found in context.program.following for slot in found.slots}
    code = FunctionCode(f"new {pool.id}", {"full": I32}, (I32,), {"place": I32}).add_text(
        f"""
        block found
        loop next
        local.get place
        i32.const {pool.capacity}
        i32.ge_s
        if full
        local.get full
        call fault
        end
        local.get place
        i32.const 2
        i32.shl
        i32.load {memory.slot_address(pool.base)}
        i32.const {NONE}
        i32.eq
        br_if found
        local.get place
        i32.const 1
        i32.add
        local.set place
        br next
        end
        end
        local.get place
        i32.const 2
        i32.shl
        i32.const 0
        i32.load {memory.slot_address(pool.serial)}
        i32.const {pool.capacity}
        i32.mul
        local.get place
        i32.add
        i32.store {memory.slot_address(pool.base)}
        """
    )
    if pool.order is not None:
        code.add_text(
            f"""
            i32.const 0
            i32.load {memory.slot_address(pool.count)}
            i32.const 2
            i32.shl
            local.get place
            i32.const 2
            i32.shl
            i32.load {memory.slot_address(pool.base)}
            i32.store {memory.slot_address(pool.order)}
            """
        )
    for slot in (pool.serial, pool.count):
        emit_increment(code, memory.slot_address(slot), 1)
    for placed in fields:
        if placed.counter is not None:
            continue  # the creation of the element sets its name
        for number, value in enumerate(placed.defaults):
            slot = memory.slot_address(placed.base + number)
            code.add("local.get", "place")
            code.add("i32.const", WORD * placed.size)
            code.add("i32.mul")
            if placed.base + number in following:
                code.add("i32.const", 0)
                code.add("i32.load", slot + memory.defaults - memory.slots)
            else:
                code.add("i32.const", value)
            code.add("i32.store", slot)
    context.emit_clock_ticks(code, (pool.base, pool.count, pool.serial, pool.row, *(placed.base for placed in fields)))
    code.add("local.get", "place")
    return code


def element_event_function(pool: SlotList, fields: list[SlotField], memory: MemoryLayout) -> FunctionCode:
    """Make the function that writes the journal event of a new element, with its fields."""
    size = sum(placed.size for placed in fields)
    code = FunctionCode(f"tell {pool.id}", {"site": I32, "place": I32}, (), {"event": I32}).add_text(
        f"""
        i32.const {size + 2}
        call room
        local.tee event
        local.get site
        i32.store {WORD}
        local.get event
        local.get place
        i32.const 2
        i32.shl
        i32.load {memory.slot_address(pool.base)}
        i32.store {2 * WORD}
        """
    )
    at = 3
    for placed in fields:
        for number in range(placed.size):
            code.add("local.get", "event")
            code.add("local.get", "place")
            code.add("i32.const", WORD * placed.size)
            code.add("i32.mul")
            code.add("i32.load", memory.slot_address(placed.base + number))
            code.add("i32.store", WORD * at)
            at += 1
    code.add("local.get", "event")
    code.add("i32.const", size + 2)
    code.add("call", "commit")
    code.add("drop")
    return code


def remove_element_function(pool: SlotList, context: ModuleContext) -> FunctionCode:
    """Make the function that removes an element from its list, and from every slot that refers to it.

    It does nothing for an element that has left.
    """
    memory = context.memory
    code = emit_element_prologue(FunctionCode(f"drop {pool.id}", {"element": I32}, (), {"place": I32}), pool, context)
    if pool.order is not None:
        code.add("local.get", "element")
        code.add("call", f"take out {pool.id}")
        code.add("i32.const", NONE)
        code.add("i32.store", 0)
    code.add_text(
        f"""
        local.get place
        i32.const {NONE}
        i32.store {memory.slot_address(pool.base)}
        """
    )
    emit_increment(code, memory.slot_address(pool.count), -1)
    for held in pool.holders:
        emit_replace_in_row(code, Address(memory.slot_address(held.first)), held.count, "element", NONE)
    context.emit_clock_ticks(
        code, (pool.base, pool.count, pool.row, *(slot for held in pool.holders for slot in held.slots))
    )
    return code


def move_element_function(pool: SlotList, order: int, context: ModuleContext) -> FunctionCode:
    """Make the function that moves an element to the end of its list or the start.

    It does nothing for an element that has left.
    """
    first = context.memory.slot_address(order)
    params, variables = {"element": I32, "first": I32}, {"place": I32, "last": I32}
    code = emit_element_prologue(FunctionCode(f"move {pool.id}", params, (), variables), pool, context)
    code.add("local.get", "element")
    code.add("call", f"take out {pool.id}")
    code.add_text(
        f"""
        local.set last
        local.get first
        if first
        i32.const {first + WORD}
        i32.const {first}
        local.get last
        i32.const {first}
        i32.sub
        memory.copy
        i32.const {first}
        local.set last
        end
        local.get last
        local.get element
        i32.store 0
        """
    )
    context.emit_clock_ticks(code, (order,))
    return code


def order_removal_function(pool: SlotList, order: int, memory: MemoryLayout) -> FunctionCode:
    """Make the function that takes an element out of its list's order and returns the address that gets free."""
    return FunctionCode(f"take out {pool.id}", {"element": I32}, (I32,), {"at": I32, "last": I32}).add_text(
        f"""
        i32.const {memory.slot_address(order)}
        local.set at
        loop next
        local.get at
        i32.load 0
        local.get element
        i32.ne
        if other
        local.get at
        i32.const {WORD}
        i32.add
        local.set at
        br next
        end
        end
        i32.const 0
        i32.load {memory.slot_address(pool.count)}
        i32.const {WORD}
        i32.mul
        i32.const {memory.slot_address(order) - WORD}
        i32.add
        local.set last
        local.get at
        local.get at
        i32.const {WORD}
        i32.add
        local.get last
        local.get at
        i32.sub
        memory.copy
        local.get last
        """
    )


def emit_element_prologue(code: FunctionCode, pool: SlotList, context: ModuleContext) -> FunctionCode:
    """Emit the start of a function on an element: return if it has left its list, find its place, write the event."""
    code.add_text(
        f"""
        local.get element
        i32.const {NONE}
        i32.eq
        if none
        return
        end
        local.get element
        i32.const {pool.capacity}
        i32.rem_u
        i32.const 2
        i32.shl
        local.tee place
        i32.load {context.memory.slot_address(pool.base)}
        local.get element
        i32.ne
        if gone
        return
        end
        """
    )
    if not context.traced:
        return code
    code.params["site"] = I32
    code.locals["event"] = I32
    return code.add_text(
        f"""
        i32.const 2
        call brief
        local.tee event
        local.get site
        i32.store {WORD}
        local.get event
        local.get element
        i32.store {2 * WORD}
        local.get event
        i32.const 2
        call commit
        drop
        """
    )


def reset_function(region: Region, context: ModuleContext) -> FunctionCode:
    """Make the function that resets a region (slots of a procedure) when its procedure ends."""
    memory = context.memory
    code = FunctionCode(f"reset {region.owner}", exported=f"reset:{region.owner}")
    if region.run.count:
        emit_fall_back_run(code, region.run, memory)
    for naming in region.namings:
        emit_name_anew(code, memory, naming)
    for outside in region.cleared:
        for slot in outside.slots:
            code.add("i32.const", 0)
            code.add("i32.const", NONE)
            code.add("i32.store", memory.slot_address(slot))
    for slot in region.zeroed:
        code.add("i32.const", 0)
        code.add("i32.const", 0)
        code.add("i32.store", memory.slot_address(slot))
    cleared = (slot for run in region.cleared for slot in run.slots)
    named = (slot for naming in region.namings for slot in naming.run.slots)
    context.emit_clock_ticks(code, (*region.run.slots, *cleared, *named, *region.zeroed))
    return code
