"""Functions that every module has: faults, answers, the event buffer, the state; written by hand.

A fault stores its site and traps. Dice are specified in ``docs/dice.md``. Throws and answers have three sources, in
this order: the script, while it lasts; the host, if ``hosted`` is set; and the dice and choice streams, with the
autopilot if ``policy`` is 0 and random answers if it is 1.
"""

from __future__ import annotations

from bombsight.backends.wasm.context import ModuleContext
from bombsight.backends.wasm.dice import (
    RETURN_IF_SCRIPTED,
    draw_function,
    fallback_throw_function,
    script_or_host_test,
    throw_function,
    throw_one_function,
)
from bombsight.backends.wasm.encoding import I32, I64, Signature
from bombsight.backends.wasm.memory import BRIEF_EVENT_WORDS, WORD, MemoryLayout
from bombsight.backends.wasm.module import FunctionCode, Global, Import
from bombsight.backends.wasm.rng import below_choices_function, below_dice_function, mix_function, seed_function
from bombsight.backends.wasm.rows import LANES, copy_few_function
from bombsight.backends.wasm.state import (
    NO_FAULT,
    change_function,
    fall_back_function,
    refill_function,
    rename_function,
    restart_function,
    start_function,
    traced_rename_function,
)
from bombsight.flat.dice_encoding import encode_dice
from bombsight.flat.slices import SLICE_SIZE
from bombsight.flat.statements import Draw, DrawMember

IMPORTS = (
    Import("host:roll", Signature((I32,) * 4, (I32,))),
    Import("host:ask", Signature((I32,) * 6, (I32,))),
    Import("host:log", Signature((I32,))),
)
"""Host functions that a module imports.

``roll(site, count, sides, keep)``, dice as :mod:`bombsight.flat.dice_encoding` has them; ``ask(site, options, scores,
count, values, count)``, addresses of lists, 0 for no scores; ``log(event)``, the address of an event: its length and
its integers.
"""


def globals_of(memory: MemoryLayout) -> tuple[Global, ...]:
    """List the global variables of a module with a memory layout."""
    return (
        Global("fault", start=NO_FAULT, exported=True),
        Global("ended", exported=True),
        Global("ended_value", exported=True),
        Global("stack", start=memory.stack, exported=True),
        Global("dice", I64, exported=True),
        Global("choices", I64),
        Global("choices_next", I64),
        Global("run", exported=True),
        Global("results", start=memory.results, exported=True),
        Global("stride", start=WORD * SLICE_SIZE, exported=True),
        Global("hosted", exported=True),
        Global("policy", exported=True),
        Global("events", start=memory.events, exported=True),
        Global("mark"),
        Global("script_begin", start=memory.script, exported=True),
        Global("script", start=memory.script, exported=True),
        Global("script_end", start=memory.script, exported=True),
        Global("first_state", start=memory.defaults, exported=True),
        Global("given_state", start=memory.given, exported=True),
    )


def support_functions(context: ModuleContext) -> list[FunctionCode]:
    """Make the functions that every module has."""
    program, memory, traced = context.program, context.memory, context.traced
    drawing = [made for made in program.functions if not made.kinds.isdisjoint((Draw, DrawMember))]
    stmts = [stmt for made in drawing for stmt in made.nodes if isinstance(stmt, Draw | DrawMember)]
    throws = sorted({stmt.dice for stmt in stmts if isinstance(stmt, Draw)}, key=encode_dice)
    codes = [
        fault_function(),
        below_dice_function(memory),
        below_choices_function(),
        *(throw_function(dice, memory, hosted=context.hosted) for dice in throws),
        decide_function(hosted=context.hosted),
        choose_function(),
        fallback_throw_function(),
        start_function(context),
        restart_function(context),
        mix_function(),
        seed_function(memory),
        rename_function(),
        refill_function(program, memory),
    ]
    if any(isinstance(stmt, DrawMember) for stmt in stmts):
        codes += [throw_one_function(hosted=context.hosted), draw_function(traced)]
    if not traced:
        return codes
    events = [
        copy_few_function(),
        set_event_mark_function(memory),
        brief_event_function(),
        event_room_function(memory),
        empty_buffer_function(memory),
        commit_event_function(),
        deliver_event_function(memory),
    ]
    return [
        *codes,
        answer_function(),
        *events,
        change_function(memory),
        fall_back_function(memory),
        traced_rename_function(),
    ]


def fault_function() -> FunctionCode:
    """Make the function that stores a fault's site and traps."""
    return FunctionCode("fault", {"site": I32}).add_text(
        """
        local.get site
        global.set fault
        unreachable
        """
    )


CHOICE_PARAMS = {
    "site": I32,
    "options": I32,
    "scores": I32,
    "count": I32,
    "values": I32,
    "told": I32,
    "optional": I32,
    "best": I32,
}
"""Parameters of a choice: site; addresses and lengths of its lists; whether none is allowed; the best index."""


def other_player_test(*, hosted: bool) -> str:
    """Return instructions that test whether a script, another policy or a host answers instead of the autopilot."""
    return f"{script_or_host_test(hosted=hosted)} global.get policy\n i32.or\n"


def decide_function(*, hosted: bool) -> FunctionCode:
    """Make the function that decides a choice, perhaps by the host of a ``hosted`` module: an option's index."""
    code = FunctionCode("decide", dict(CHOICE_PARAMS), (I32,)).add_text(
        f"""
        {other_player_test(hosted=hosted)}
        if others
        """
    )
    for name in CHOICE_PARAMS:
        code.add("local.get", name)
    return code.add_text(
        """
        call choose
        return
        end
        local.get best
        """
    )


def choose_function() -> FunctionCode:
    """Make the function that takes an answer from the script or the host, or lets the policy choose."""
    return FunctionCode("choose", dict(CHOICE_PARAMS), (I32,), apart=True).add_text(
        f"""
        {RETURN_IF_SCRIPTED}
        global.get hosted
        if hosted
        local.get site
        local.get options
        local.get scores
        local.get count
        local.get values
        local.get told
        call host:ask
        return
        end
        global.get policy
        if random
        local.get count
        local.get optional
        i32.add
        call below:choices
        local.tee best
        local.get count
        i32.eq
        if none
        i32.const -1
        return
        end
        end
        local.get best
        """
    )


def answer_function() -> FunctionCode:
    """Make the function that decides a choice, and writes its journal event unless there is a host."""
    code = FunctionCode("answer", dict(CHOICE_PARAMS), (I32,), {"event": I32, "words": I32})
    for name in CHOICE_PARAMS:
        code.add("local.get", name)
    return code.add_text(
        f"""
        call decide
        local.set best
        global.get hosted
        if hosted
        local.get best
        return
        end
        local.get count
        local.get told
        i32.add
        i32.const 3
        i32.add
        local.tee words
        call room
        local.tee event
        local.get site
        i32.store {WORD}
        local.get event
        local.get best
        i32.store {2 * WORD}
        local.get event
        local.get count
        i32.store {3 * WORD}
        local.get event
        i32.const {4 * WORD}
        i32.add
        local.get options
        local.get count
        call copy_few
        local.get event
        local.get count
        i32.const {WORD}
        i32.mul
        i32.add
        i32.const {4 * WORD}
        i32.add
        local.get values
        local.get told
        call copy_few
        local.get event
        local.get words
        call commit
        drop
        local.get best
        """
    )


def set_event_mark_function(memory: MemoryLayout) -> FunctionCode:
    """Make the function that sets up to where events are buffered: the buffer's end, or 0 to deliver each at once."""
    return FunctionCode("heed").add_text(
        f"""
        i32.const 0
        i32.const {memory.script - WORD * BRIEF_EVENT_WORDS}
        global.get hosted
        select
        global.set mark
        """
    )


def brief_event_function() -> FunctionCode:
    """Make the function that begins an event of few values in the event buffer and returns its address."""
    return FunctionCode("brief", {"count": I32}, (I32,)).add_text(
        """
        global.get events
        local.get count
        i32.store 0
        global.get events
        """
    )


def event_room_function(memory: MemoryLayout) -> FunctionCode:
    """Make the function that begins an event of any length; it empties the buffer if the event does not fit."""
    return FunctionCode("room", {"count": I32}, (I32,)).add_text(
        f"""
        global.get events
        local.get count
        i32.const {WORD}
        i32.mul
        i32.add
        i32.const {memory.script - WORD * (2 + LANES)}
        i32.gt_u
        if full
        call empty
        end
        local.get count
        call brief
        """
    )


def empty_buffer_function(memory: MemoryLayout) -> FunctionCode:
    """Make the function that tells the host of an overflow, and empties the event buffer."""
    return FunctionCode("empty", apart=True).add_text(
        f"""
        i32.const 0
        call host:log
        i32.const {memory.events}
        global.set events
        """
    )


def commit_event_function() -> FunctionCode:
    """Make the function that ends an event of a given length and returns the address for the next one."""
    return FunctionCode("commit", {"event": I32, "count": I32}, (I32,), {"next": I32}).add_text(
        f"""
        local.get event
        local.get count
        i32.const {WORD}
        i32.mul
        i32.add
        i32.const {WORD}
        i32.add
        local.tee next
        global.get mark
        i32.gt_u
        if heeded
        local.get event
        call told
        local.set next
        end
        local.get next
        global.set events
        local.get next
        """
    )


def deliver_event_function(memory: MemoryLayout) -> FunctionCode:
    """Make the function that passes an event to the host; without a host it empties the full event buffer."""
    return FunctionCode("told", {"event": I32}, (I32,), apart=True).add_text(
        f"""
        global.get hosted
        if hosted
        local.get event
        call host:log
        local.get event
        return
        end
        call empty
        i32.const {memory.events}
        """
    )
