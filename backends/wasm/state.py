"""The functions of state: its start, slots named anew, changed or fallen back, steps filled up. Written by hand."""

from __future__ import annotations

from itertools import pairwise

from bombsight.backends.wasm.context import Surroundings, step
from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.memory import WORD, Memory
from bombsight.backends.wasm.module import Code
from bombsight.backends.wasm.rows import Address, copy_row
from bombsight.flat.layout import RESERVE, STEPS, Naming, Run, SlotList
from bombsight.flat.program import Program

FAR = 1 << 27
"""How far a clock may have gone when a run begins: eight of them, and all that one run may add, stay below 2**32."""

NO_FAULT = -1
"""What ``fault`` holds while there is none."""


LONG = 64
"""From so many slots on it is worth asking which places of a list ever had an element."""


def start(around: Surroundings) -> Code:
    """Bring every field to its default and give names; nothing kept is true any more."""
    code = Code("start", exported="start")
    fall_back_run(code, Run(0, around.program.slots), around.memory)
    return started(code, around)


def start_again(around: Surroundings) -> Code:
    """The same behind another run: of a list only such places fall back as may have had an element since the start."""
    code, memory = Code("start again", {}, (), {"place": I32}), around.memory
    at = 0
    for pool in sorted(around.program.lists, key=lambda pool: pool.base):
        columns = columns_of(pool, around.program)
        first, last = columns[0].first, columns[-1].first + columns[-1].count
        if last - first < LONG or any(one.first + one.count != other.first for one, other in pairwise(columns)):
            continue
        fall_back_run(code, Run(at, first - at), memory)
        at = last
        fall_back_places(code, pool, columns, memory)
    fall_back_run(code, Run(at, around.program.slots - at), memory)
    return started(code, around)


def columns_of(pool: SlotList, program: Program) -> list[Run]:
    """The slots of a list: its elements, and each of their fields, as they stand.

    Nothing but the elements themselves changes them, so before the first has come they hold their defaults.
    """
    fields = [Run(placed.base, pool.capacity * placed.size) for placed in program.fields if placed.id in pool.fields]
    return sorted([Run(pool.base, pool.capacity), *fields], key=lambda run: run.first)


def fall_back_places(code: Code, pool: SlotList, columns: list[Run], memory: Memory) -> None:
    """The first places of a list fall back: as many as it has had elements, for each took the lowest that was free."""
    code.written(
        f"""
        i32.const {pool.capacity}
        i32.const 0
        i32.load {memory.slot(pool.serial)}
        i32.const {pool.capacity}
        i32.const 0
        i32.load {memory.slot(pool.serial)}
        i32.lt_s
        select
        local.set place
        """
    )
    out, next_ = code.label("out"), code.label("next")
    code.add("block", out)
    code.add("loop", next_)
    code.written(
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
            address = memory.slot(column.first + number)
            for _ in range(2):
                code.add("local.get", "place")
                code.add("i32.const", WORD * size)
                code.add("i32.mul")
            code.add("i32.load", address + memory.defaults - memory.slots)
            code.add("i32.store", address)
    code.add("br", next_)
    code.add("end")
    code.add("end")


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


def fall_back(memory: Memory) -> Code:
    """Slots fall back to their defaults, and it is told: the site, the address of the first slot, how many."""
    return Code("fall_back", {"site": I32, "slot": I32, "count": I32}).written(
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
