"""The functions of state: its start, slots named anew, changed or fallen back, steps filled up. Written by hand."""

from __future__ import annotations

from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.memory import WORD, Memory
from bombsight.backends.wasm.module import Code
from bombsight.backends.wasm.rows import Address, copy_row
from bombsight.backends.wasm.surroundings import Surroundings, step
from bombsight.flat.layout import RESERVE, STEPS, Naming, Run, SlotList
from bombsight.flat.program import STEP_BUDGET, Program

FAR = 1 << 27
"""How far a clock may have gone when a run begins: eight of them, and all that one run may add, stay below 2**32."""

NO_FAULT = -1
"""What ``fault`` holds while there is none."""


LONG = 64
"""From so many slots on it is worth asking whether a list ever had an element."""


def start(around: Surroundings) -> Code:
    """Bring every field to its default and give names; nothing kept is true any more."""
    code = Code("start", exported="start")
    fall_back_run(code, Run(0, around.program.slots), around.memory)
    return started(code, around)


def start_again(around: Surroundings) -> Code:
    """The same behind another run: a list that had no element since the start is as it was then."""
    code, memory = Code("start again"), around.memory
    at = 0
    for pool in sorted(around.program.lists, key=lambda pool: pool.base):
        run = run_of_list(pool, around.program)
        if run is None or run.count < LONG:
            continue
        fall_back_run(code, Run(at, run.first - at), memory)
        at = run.first + run.count
        code.add("i32.const", 0)
        code.add("i32.load", memory.slot(pool.serial))
        code.add("if", "filled")
        fall_back_run(code, run, memory)
        code.add("end")
    fall_back_run(code, Run(at, around.program.slots - at), memory)
    return started(code, around)


def run_of_list(pool: SlotList, program: Program) -> Run | None:
    """The slots of a list's elements and all their fields; None where something stands between them.

    Nothing but the elements themselves changes them, so before the first has come they hold their defaults.
    """
    runs = [Run(placed.base, pool.capacity * placed.size) for placed in program.fields if placed.id in pool.fields]
    end = pool.base + pool.capacity
    for run in sorted(runs, key=lambda run: run.first):
        if run.first != end:
            return None
        end += run.count
    return Run(pool.base, end - pool.base)


def fall_back_run(code: Code, run: Run, memory: Memory) -> None:
    """Slots fall back to their defaults."""
    slots = memory.slot(run.first)
    copy_row(code, Address(slots), Address(slots + memory.defaults - memory.slots), run.count)


def started(code: Code, around: Surroundings) -> Code:
    """What is done once the slots hold their defaults."""
    program, memory = around.program, around.memory
    code.written(
        f"""
        i32.const {NO_FAULT}
        global.set fault
        i32.const {memory.stack}
        global.set stack
        i32.const 0
        global.set ended
        """
    )
    for naming in program.namings:
        name_anew(code, memory, naming)
    clocks = sorted(set(around.clocks.values()))
    for number in clocks:
        step(code, around.clock(number), 1)
    if clocks:
        spent(code, around, clocks)
    return code


def spent(code: Code, around: Surroundings, clocks: list[int]) -> None:
    """Where a clock has gone far, nothing is kept and all begin anew: so no sum comes twice."""
    code.add("i32.const", 0)
    for number in clocks:
        code.add("i32.const", 0)
        code.add("i32.load", around.clock(number))
        code.add("i32.or")
    code.add("i32.const", FAR)
    code.add("i32.ge_u")
    code.add("if", "far")
    for address, words in ((around.clock(0), len(clocks)), *around.sums):
        code.add("i32.const", address)
        code.add("i32.const", 0)
        code.add("i32.const", WORD * words)
        code.add("memory.fill")
    code.add("end")


def name_anew(code: Code, memory: Memory, naming: Naming) -> None:
    """Names are given to slots, silently."""
    code.add("i32.const", memory.slot(naming.counter))
    code.add("i32.const", memory.slot(naming.run.first))
    code.add("i32.const", naming.run.count)
    code.add("call", "rename")


_next_slot = f"""
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


def rename() -> Code:
    """Slots take the next names, silently: the address of the names' counter, of the first slot, how many."""
    return Code("rename", {"names": I32, "slot": I32, "count": I32}).written(
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
        {_next_slot}
        """
    )


def change(memory: Memory) -> Code:
    """A slot, by its address, gets a value, and it is told if that is another."""
    return Code("change", {"site": I32, "value": I32, "slot": I32}, (), {"event": I32, "old": I32}).written(
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
        call room
        local.tee event
        local.get site
        i32.store {WORD}
        local.get event
        local.get slot
        i32.const {memory.slots}
        i32.sub
        i32.const {WORD}
        i32.div_s
        i32.store {2 * WORD}
        local.get event
        local.get old
        i32.store {3 * WORD}
        local.get event
        local.get value
        i32.store {4 * WORD}
        call commit
        """
    )


def fall_back(memory: Memory, *, traced: bool) -> Code:
    """Slots fall back to their defaults: the site where it is told, the address of the first slot, how many."""
    code = Code("fall_back", {"site": I32, "slot": I32, "count": I32})
    if not traced:
        return code.written(
            f"""
            local.get slot
            local.get slot
            i32.const {memory.defaults - memory.slots}
            i32.add
            local.get count
            i32.const {WORD}
            i32.mul
            memory.copy
            """
        )
    return code.written(
        f"""
        loop more
        local.get site
        local.get slot
        i32.load {memory.defaults - memory.slots}
        local.get slot
        call change
        {_next_slot}
        """
    )


def rename_told() -> Code:
    """The same, and it is told at a site."""
    return Code("rename_told", {"site": I32, "names": I32, "slot": I32, "count": I32}).written(
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
        {_next_slot}
        """
    )


def refill(program: Program, memory: Memory) -> Code:
    """The steps left are filled up from the reserve."""
    steps, reserve = memory.slot(STEPS), memory.slot(program.slots + RESERVE)
    return Code("refill", {}, (), {"more": I32}).written(
        f"""
        i32.const {STEP_BUDGET}
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
