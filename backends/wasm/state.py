"""Module functions of state: start, reset, naming, changes, refill of steps; written by hand."""

from __future__ import annotations

from itertools import pairwise

from bombsight.backends.wasm.context import ModuleContext, emit_increment
from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.memory import WORD, MemoryLayout
from bombsight.backends.wasm.module import FunctionCode
from bombsight.backends.wasm.rows import Address, emit_copy_row
from bombsight.flat.layout import RESERVE, STEPS_SLOT, Naming, Run, SlotList
from bombsight.flat.program import Program

CLOCK_LIMIT = 1 << 27
"""Most that a clock may count when a run begins: sums of eight, with all that one run adds, stay below 2**32."""

NO_FAULT = -1
"""Value of the global ``fault`` without a fault."""


LONG_LIST_SLOTS = 64
"""Slots from which a restart resets only the used places of a list."""


def start_function(context: ModuleContext) -> FunctionCode:
    """Make the function that resets the state: it sets defaults, gives names and invalidates memoized values.

    A host may have it begin with another state by the global ``first_state``, the address of its slots. Such a state
    has its names already.
    """
    code = FunctionCode("start", {}, (), {"state": I32}, exported="start")
    emit_read_first_state(code)
    emit_first_run(code, Run(0, context.program.slots), context.memory)
    return emit_initial_state(code, context)


def restart_function(context: ModuleContext) -> FunctionCode:
    """Make the function that resets the state after a run; of a long list it resets only the used places."""
    code, memory = FunctionCode("start again", {}, (), {"state": I32, "place": I32}), context.memory
    emit_read_first_state(code)
    at = 0
    for pool in sorted(context.program.lists, key=lambda pool: pool.base):
        columns = columns_of(pool, context.program)
        first, last = columns[0].first, columns[-1].first + columns[-1].count
        if last - first < LONG_LIST_SLOTS or any(
            one.first + one.count != other.first for one, other in pairwise(columns)
        ):
            continue
        emit_first_run(code, Run(at, first - at), memory)
        at = last
        emit_first_places(code, pool, columns, memory)
    emit_first_run(code, Run(at, context.program.slots - at), memory)
    return emit_initial_state(code, context)


def columns_of(pool: SlotList, program: Program) -> list[Run]:
    """List the columns of a state list as runs of slots in memory order: its elements, and each of their fields.

    Only elements change these slots, so behind the places ever used they hold what a run begins with.
    """
    fields = [Run(placed.base, pool.capacity * placed.size) for placed in program.fields if placed.id in pool.fields]
    return sorted([Run(pool.base, pool.capacity), *fields], key=lambda run: run.first)


def emit_read_first_state(code: FunctionCode) -> None:
    """Emit the reading of the address of the state that runs begin with."""
    code.add("global.get", "first_state")
    code.add("local.set", "state")


def emit_first_places(code: FunctionCode, pool: SlotList, columns: list[Run], memory: MemoryLayout) -> None:
    """Emit the reset of the used places of a list: the lowest ones, as many as elements were ever added.

    Args:
        code: Takes the instructions.
        pool: The list.
        columns: Its slots.
        memory: The memory layout.
    """
    code.add_text(
        f"""
        i32.const {pool.capacity}
        i32.const 0
        i32.load {memory.slot_address(pool.serial)}
        i32.const {pool.capacity}
        i32.const 0
        i32.load {memory.slot_address(pool.serial)}
        i32.lt_s
        select
        local.set place
        """
    )
    out, next_ = code.fresh_label("out"), code.fresh_label("next")
    code.add("block", out)
    code.add("loop", next_)
    code.add_text(
        f"""
        local.get place
        i32.eqz
        br_if {out}
        local.get place
        i32.const 1
        i32.sub
        local.set place
        """
    )
    for column in columns:
        size = column.count // pool.capacity
        for number in range(size):
            address = memory.slot_address(column.first + number)
            for _ in range(2):
                code.add("local.get", "place")
                code.add("i32.const", WORD * size)
                code.add("i32.mul")
            code.add("local.get", "state")
            code.add("i32.add")
            code.add("i32.load", address - memory.slots)
            code.add("i32.store", address)
    code.add("br", next_)
    code.add("end")
    code.add("end")


def emit_first_run(code: FunctionCode, run: Run, memory: MemoryLayout) -> None:
    """Emit the reset of a run of slots to what runs begin with."""
    emit_copy_row(code, Address(memory.slot_address(run.first)), Address(WORD * run.first, "state"), run.count)


def emit_fall_back_run(code: FunctionCode, run: Run, memory: MemoryLayout) -> None:
    """Emit the reset of a run of slots to their defaults."""
    slots = memory.slot_address(run.first)
    emit_copy_row(code, Address(slots), Address(slots + memory.defaults - memory.slots), run.count)


def emit_initial_state(code: FunctionCode, context: ModuleContext) -> FunctionCode:
    """Emit the second part of a start, after the defaults: set globals, give names, tick clocks (change counters)."""
    program, memory = context.program, context.memory
    code.add_text(
        f"""
        i32.const {NO_FAULT}
        global.set fault
        i32.const {memory.stack}
        global.set stack
        i32.const 0
        global.set ended
        """
    )
    if program.namings:
        code.add("local.get", "state")
        code.add("i32.const", memory.defaults)
        code.add("i32.eq")
        code.add("if", "unnamed")
        for naming in program.namings:
            emit_name_anew(code, memory, naming)
        code.add("end")
    clocks = sorted(set(context.clocks.values()))
    for number in clocks:
        emit_increment(code, context.clock_address(number), 1)
    if clocks:
        emit_clock_rollover(code, context, clocks)
    return code


def emit_clock_rollover(code: FunctionCode, context: ModuleContext, clocks: list[int]) -> None:
    """Emit the reset of all clocks and memo tables once a clock (change counter) is near its limit."""
    code.add("i32.const", 0)
    for number in clocks:
        code.add("i32.const", 0)
        code.add("i32.load", context.clock_address(number))
        code.add("i32.or")
    code.add("i32.const", CLOCK_LIMIT)
    code.add("i32.ge_u")
    code.add("if", "far")
    for address, words in ((context.clock_address(0), len(clocks)), *context.sums):
        code.add("i32.const", address)
        code.add("i32.const", 0)
        code.add("i32.const", WORD * words)
        code.add("memory.fill")
    code.add("end")


def emit_name_anew(code: FunctionCode, memory: MemoryLayout, naming: Naming) -> None:
    """Emit the call that gives slots fresh names from a list of names, without events."""
    code.add("i32.const", memory.slot_address(naming.counter))
    code.add("i32.const", memory.slot_address(naming.run.first))
    code.add("i32.const", naming.run.count)
    code.add("call", "rename")


_NEXT_SLOT = f"""
        local.get slot
        i32.const {WORD}
        i32.add
        local.set slot
        local.get count
        i32.const 1
        i32.sub
        local.tee count
        br_if more
        end
"""


def rename_function() -> FunctionCode:
    """Make the function that gives fresh names from a list of names to a run of slots, without events."""
    return FunctionCode("rename", {"names": I32, "slot": I32, "count": I32}).add_text(
        f"""
        loop more
        local.get slot
        local.get names
        i32.load 0
        i32.store 0
        local.get names
        local.get names
        i32.load 0
        i32.const 1
        i32.add
        i32.store 0
        {_NEXT_SLOT}
        """
    )


def change_function(memory: MemoryLayout) -> FunctionCode:
    """Make the function that sets a slot, with a journal event if the value differs."""
    return FunctionCode("change", {"site": I32, "value": I32, "slot": I32}, (), {"event": I32, "old": I32}).add_text(
        f"""
        local.get slot
        i32.load 0
        local.tee old
        local.get value
        i32.eq
        if same
        return
        end
        local.get slot
        local.get value
        i32.store 0
        i32.const 4
        call brief
        local.tee event
        local.get site
        i32.store {WORD}
        local.get event
        local.get slot
        i32.const {memory.slots}
        i32.sub
        i32.const 2
        i32.shr_u
        i32.store {2 * WORD}
        local.get event
        local.get old
        i32.store {3 * WORD}
        local.get event
        local.get value
        i32.store {4 * WORD}
        local.get event
        i32.const 4
        call commit
        drop
        """
    )


def fall_back_function(memory: MemoryLayout) -> FunctionCode:
    """Make the function that resets a run of slots to their defaults, with journal events."""
    return FunctionCode("fall_back", {"site": I32, "slot": I32, "count": I32}).add_text(
        f"""
        loop more
        local.get site
        local.get slot
        i32.load {memory.defaults - memory.slots}
        local.get slot
        call change
        {_NEXT_SLOT}
        """
    )


def traced_rename_function() -> FunctionCode:
    """Make the function that gives fresh names from a list of names to a run of slots, with events."""
    return FunctionCode("rename_told", {"site": I32, "names": I32, "slot": I32, "count": I32}).add_text(
        f"""
        loop more
        local.get site
        local.get names
        i32.load 0
        local.get slot
        call change
        local.get names
        local.get names
        i32.load 0
        i32.const 1
        i32.add
        i32.store 0
        {_NEXT_SLOT}
        """
    )


def refill_function(program: Program, memory: MemoryLayout) -> FunctionCode:
    """Make the function that refills a mission's steps up to its budget, from the run's reserve."""
    steps, reserve = memory.slot_address(STEPS_SLOT), memory.slot_address(program.slots + RESERVE)
    return FunctionCode("refill", {}, (), {"more": I32}).add_text(
        f"""
        i32.const {program.budgets.mission}
        i32.const 0
        i32.load {steps}
        i32.sub
        local.set more
        local.get more
        i32.const 0
        i32.load {reserve}
        local.get more
        i32.const 0
        i32.load {reserve}
        i32.lt_s
        select
        local.set more
        i32.const 0
        i32.const 0
        i32.load {steps}
        local.get more
        i32.add
        i32.store {steps}
        i32.const 0
        i32.const 0
        i32.load {reserve}
        local.get more
        i32.sub
        i32.store {reserve}
        """
    )
