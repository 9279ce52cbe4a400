"""The loop over a batch of runs inside the module, so that the host calls it once for a slice of runs."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.backends.wasm.encoding import I32, I64
from bombsight.backends.wasm.memory import ARGUMENTS_ADDRESS, WORD, MemoryLayout
from bombsight.backends.wasm.module import FunctionCode
from bombsight.flat.dice import GAMMA
from bombsight.flat.functions import Function
from bombsight.flat.layout import STEPS_SLOT
from bombsight.flat.program import Entry, Tally
from bombsight.flat.types import NONE


def batch_function(
    entry: Entry, function: Function, tallies: Sequence[Tally], memory: MemoryLayout, budget: int
) -> FunctionCode:
    """Make the function that plays runs ``first`` to ``first + count - 1`` of a batch with a seed, from one entry.

    It writes the result of each run to the list at ``results``, and its tallies to the lists after that, each
    ``stride`` bytes further. The global ``run`` has the number of the current run, so that the host can continue after
    a fault. Each run begins with the script and an empty event buffer; the last one's events remain in the buffer.

    Args:
        entry: The entry of each run.
        function: Its function.
        tallies: The tallies to count after each run.
        memory: The memory layout.
        budget: The budget of steps of each tally.
    """
    code = FunctionCode(
        f"many {entry.key}",
        {"seed": I64, "first": I32, "count": I32, "results": I32},
        (),
        {"at": I32},
        exported=f"many:{entry.key}",
    ).add_text(
        f"""
        local.get first
        global.set run
        local.get count
        i32.eqz
        if nothing
        return
        end
        call start
        loop more
        i32.const {memory.events}
        global.set events
        i32.const {memory.script}
        global.set script
        local.get seed
        global.get run
        i64.extend_i32_u
        i64.const 1
        i64.add
        i64.const {GAMMA}
        i64.mul
        i64.add
        call mix
        call seed
        """
    )
    code.add("call", "start again")
    code.add("local.get", "results")
    code.add("local.tee", "at")
    for number in range(len(function.params)):
        code.add("i32.const", 0)
        code.add("i32.load", ARGUMENTS_ADDRESS + WORD * number)
    code.add("call", f"entry {entry.key}")
    for _ in range(entry.results - (entry.result is not None)):
        code.add("drop")
    if entry.result is None:
        code.add("i32.const", NONE)
    code.add("i32.store", 0)
    if entry.result is not None:
        code.add_text(
            """
            global.get ended
            if ended
            local.get results
            global.get ended_value
            i32.store 0
            end
            """
        )
    for tally in tallies:
        code.add_text(
            f"""
            i32.const {memory.slot_address(STEPS_SLOT)}
            i32.const {budget}
            i32.store 0
            local.get at
            global.get stride
            i32.add
            local.tee at
            """
        )
        code.add("call", f"entry {tally.entry.key}")
        code.add("i32.store", 0)
    code.add_text(
        f"""
        local.get results
        i32.const {WORD}
        i32.add
        local.set results
        global.get run
        i32.const 1
        i32.add
        global.set run
        local.get count
        i32.const 1
        i32.sub
        local.tee count
        br_if more
        end
        """
    )
    return code
