"""The functions of state: a list's elements, and what falls back when a procedure ends."""

from __future__ import annotations

from bombsight.backends.wasm.context import Surroundings, step
from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.memory import WORD, Memory
from bombsight.backends.wasm.module import Code
from bombsight.backends.wasm.rows import Address, replace_in_row
from bombsight.backends.wasm.state import fall_back_run, name_anew
from bombsight.flat.layout import Region, SlotField, SlotList
from bombsight.flat.types import NONE


def list_functions(pool: SlotList, around: Surroundings) -> list[Code]:
    """The functions of a list."""
    fields = [placed for placed in around.program.fields if placed.id in pool.fields]
    found = [new(pool, fields, around), drop(pool, around)]
    if pool.order is not None:
        found += [take_out(pool, pool.order, around.memory), move(pool, pool.order, around)]
    return [*found, tell(pool, fields, around.memory)] if around.traced else found


def new(pool: SlotList, fields: list[SlotField], around: Surroundings) -> Code:
    """The lowest free place for a new element, its fields at their defaults; a fault where all are taken."""
    memory = around.memory
    following = {slot for found in around.program.following for slot in found.slots}
    code = Code(f"new {pool.id}", {"full": I32}, (I32,), {"place": I32}).written(
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
        i32.load {memory.slot(pool.base)}
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
        i32.load {memory.slot(pool.serial)}
        i32.const {pool.capacity}
        i32.mul
        local.get place
        i32.add
        i32.store {memory.slot(pool.base)}
        """
    )
    if pool.order is not None:
        code.written(
            f"""
            i32.const 0
            i32.load {memory.slot(pool.count)}
            i32.const 2
            i32.shl
            local.get place
            i32.const 2
            i32.shl
            i32.load {memory.slot(pool.base)}
            i32.store {memory.slot(pool.order)}
            """
        )
    for slot in (pool.serial, pool.count):
        step(code, memory.slot(slot), 1)
    for placed in fields:
        if placed.counter is not None:
            continue  # a name is given or taken from its list where the element is made
        for number, value in enumerate(placed.defaults):
            slot = memory.slot(placed.base + number)
            code.add("local.get", "place")
            code.add("i32.const", WORD * placed.size)
            code.add("i32.mul")
            if placed.base + number in following:
                code.add("i32.const", 0)
                code.add("i32.load", slot + memory.defaults - memory.slots)
            else:
                code.add("i32.const", value)
            code.add("i32.store", slot)
    around.on(code, (pool.base, pool.count, pool.serial, pool.row, *(placed.base for placed in fields)))
    code.add("local.get", "place")
    return code


def tell(pool: SlotList, fields: list[SlotField], memory: Memory) -> Code:
    """It is told that the element at a place has joined, with its fields."""
    size = sum(placed.size for placed in fields)
    code = Code(f"tell {pool.id}", {"site": I32, "place": I32}, (), {"event": I32}).written(
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
        i32.load {memory.slot(pool.base)}
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
            code.add("i32.load", memory.slot(placed.base + number))
            code.add("i32.store", WORD * at)
            at += 1
    code.add("local.get", "event")
    code.add("i32.const", size + 2)
    code.add("call", "commit")
    code.add("drop")
    return code


def drop(pool: SlotList, around: Surroundings) -> Code:
    """An element leaves, and every slot that held it holds none; nothing where it has left already."""
    memory = around.memory
    code = of_element(Code(f"drop {pool.id}", {"element": I32}, (), {"place": I32}), pool, around)
    if pool.order is not None:
        code.add("local.get", "element")
        code.add("call", f"take out {pool.id}")
        code.add("i32.const", NONE)
        code.add("i32.store", 0)
    code.written(
        f"""
        local.get place
        i32.const {NONE}
        i32.store {memory.slot(pool.base)}
        """
    )
    step(code, memory.slot(pool.count), -1)
    for held in pool.holders:
        replace_in_row(code, Address(memory.slot(held.first)), held.count, "element", NONE)
    around.on(code, (pool.base, pool.count, pool.row, *(slot for held in pool.holders for slot in held.slots)))
    return code


def move(pool: SlotList, order: int, around: Surroundings) -> Code:
    """An element becomes the last of its list, or the first; nothing where it has left already.

    Args:
        pool: The list.
        order: The first of the slots of its order.
        around: What the functions have in common.
    """
    first = around.memory.slot(order)
    params, variables = {"element": I32, "first": I32}, {"place": I32, "last": I32}
    code = of_element(Code(f"move {pool.id}", params, (), variables), pool, around)
    code.add("local.get", "element")
    code.add("call", f"take out {pool.id}")
    code.written(
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
    around.on(code, (order,))
    return code


def take_out(pool: SlotList, order: int, memory: Memory) -> Code:
    """The elements behind one in the order of its list come one place nearer; the address where the last one stood.

    Args:
        pool: The list.
        order: The first of the slots of its order.
        memory: Where everything lives.
    """
    return Code(f"take out {pool.id}", {"element": I32}, (I32,), {"at": I32, "last": I32}).written(
        f"""
        i32.const {memory.slot(order)}
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
        i32.load {memory.slot(pool.count)}
        i32.const {WORD}
        i32.mul
        i32.const {memory.slot(order) - WORD}
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


def of_element(code: Code, pool: SlotList, around: Surroundings) -> Code:
    """What becomes of an element begins: nothing where it has left already; else it is told. Its place is known then.

    Args:
        code: Takes the element and has a variable for its place.
        pool: Its list.
        around: What the functions have in common.
    """
    code.written(
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
        i32.load {around.memory.slot(pool.base)}
        local.get element
        i32.ne
        if gone
        return
        end
        """
    )
    if not around.traced:
        return code
    code.params["site"] = I32
    code.locals["event"] = I32
    return code.written(
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


def reset(region: Region, around: Surroundings) -> Code:
    """What an owner's state falls back to when it ends."""
    memory = around.memory
    code = Code(f"reset {region.owner}", exported=f"reset:{region.owner}")
    if region.run.count:
        fall_back_run(code, region.run, memory)
    for naming in region.namings:
        name_anew(code, memory, naming)
    for outside in region.cleared:
        for slot in outside.slots:
            code.add("i32.const", 0)
            code.add("i32.const", NONE)
            code.add("i32.store", memory.slot(slot))
    for slot in region.zeroed:
        code.add("i32.const", 0)
        code.add("i32.const", 0)
        code.add("i32.store", memory.slot(slot))
    cleared = (slot for run in region.cleared for slot in run.slots)
    named = (slot for naming in region.namings for slot in naming.run.slots)
    around.on(code, (*region.run.slots, *cleared, *named, *region.zeroed))
    return code
