"""What every module has: faults, answers, the buffer of events, and its state. Written by hand.

A fault stores its site and stops the module; the host brings the state back. Dice are specified in ``docs/dice.md``.
Throws and answers come from three places, asked in this order: the script, as long as there is any of it left; the
host, where ``hosted`` is set; and the streams of dice and choices, with the autopilot where ``policy`` is 0 and chance
where it is 1.
"""

from __future__ import annotations

from bombsight.backends.wasm.context import Surroundings
from bombsight.backends.wasm.dice import SCRIPTED, draw, known, throw, throw_one, throw_otherwise
from bombsight.backends.wasm.encoding import I32, I64, Signature
from bombsight.backends.wasm.memory import BRIEF, WORD, Memory
from bombsight.backends.wasm.module import Code, Global, Import
from bombsight.backends.wasm.rows import LANES, copy_few
from bombsight.backends.wasm.state import NO_FAULT, change, fall_back, refill, rename, rename_told, start, start_again
from bombsight.backends.wasm.streams import below_choices, below_dice, mix, seed
from bombsight.flat.dice_encoding import encode_dice
from bombsight.flat.slices import SLICE
from bombsight.flat.statements import Draw, DrawMember

IMPORTS = (
    Import("host:roll", Signature((I32,) * 4, (I32,))),
    Import("host:ask", Signature((I32,) * 6, (I32,))),
    Import("host:log", Signature((I32,))),
)
"""``roll(site, count, sides, keep)``, dice as :mod:`bombsight.flat.dice_encoding` has them; ``ask(site, options,
scores, count, values, count)``, addresses of lists, 0 for no scores; ``log(event)``, the address of an event: how many
integers, and the integers."""


def globals_of(memory: Memory) -> tuple[Global, ...]:
    """The module's variables."""
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
        Global("stride", start=WORD * SLICE, exported=True),
        Global("hosted", exported=True),
        Global("policy", exported=True),
        Global("events", start=memory.events, exported=True),
        Global("mark"),
        Global("script_begin", start=memory.script, exported=True),
        Global("script", start=memory.script, exported=True),
        Global("script_end", start=memory.script, exported=True),
    )


def support(around: Surroundings) -> list[Code]:
    """The functions that every module has."""
    program, memory, traced = around.program, around.memory, around.traced
    drawing = [made for made in program.functions if not made.kinds.isdisjoint((Draw, DrawMember))]
    stmts = [stmt for made in drawing for stmt in made.nodes if isinstance(stmt, Draw | DrawMember)]
    throws = sorted({stmt.dice for stmt in stmts if isinstance(stmt, Draw)}, key=encode_dice)
    found = [
        fault(),
        below_dice(memory),
        below_choices(),
        *(throw(dice, memory, hosted=around.hosted) for dice in throws),
        decide(hosted=around.hosted),
        choose(),
        throw_otherwise(),
        start(around),
        start_again(around),
        mix(),
        seed(memory),
        rename(),
        refill(program, memory),
    ]
    if any(isinstance(stmt, DrawMember) for stmt in stmts):
        found += [throw_one(hosted=around.hosted), draw(traced)]
    if not traced:
        return found
    events = [copy_few(), heed(memory), brief(), room(memory), empty(memory), commit(), told(memory)]
    return [*found, answer(), *events, change(memory), fall_back(memory), rename_told()]


def fault() -> Code:
    """Stop at a site."""
    return Code("fault", {"site": I32}).written(
        """
        local.get site
        global.set fault
        unreachable
        """
    )


CHOICE = {
    "site": I32,
    "options": I32,
    "scores": I32,
    "count": I32,
    "values": I32,
    "told": I32,
    "optional": I32,
    "best": I32,
}
"""What a choice is decided by: its site; addresses and number of its options, scores and values; whether none may be
chosen; the index that the autopilot would choose."""


def others(*, hosted: bool) -> str:
    """Whether anybody but the autopilot answers."""
    return f"{known(hosted=hosted)} global.get policy\n i32.or\n"


def decide(*, hosted: bool) -> Code:
    """The index of the option chosen, -1 for none: the autopilot's, unless someone else is there to choose."""
    code = Code("decide", dict(CHOICE), (I32,)).written(
        f"""
        {others(hosted=hosted)}
        if others
        """
    )
    for name in CHOICE:
        code.add("local.get", name)
    return code.written(
        """
        call choose
        return
        end
        local.get best
        """
    )


def choose() -> Code:
    """The same by the script, the host or chance, as ``policy`` has it."""
    return Code("choose", dict(CHOICE), (I32,), apart=True).written(
        f"""
        {SCRIPTED}
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


def answer() -> Code:
    """The same, and it is told, unless by the host who answers."""
    code = Code("answer", dict(CHOICE), (I32,), {"event": I32, "words": I32})
    for name in CHOICE:
        code.add("local.get", name)
    return code.written(
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


def heed(memory: Memory) -> Code:
    """Set how far events may go before anybody is asked: not at all where a host is told each."""
    return Code("heed").written(
        f"""
        i32.const 0
        i32.const {memory.script - WORD * BRIEF}
        global.get hosted
        select
        global.set mark
        """
    )


def brief() -> Code:
    """The address of the next event, the number of its integers written there: there is room for a brief one."""
    return Code("brief", {"count": I32}, (I32,)).written(
        """
        global.get events
        local.get count
        i32.store 0
        global.get events
        """
    )


def room(memory: Memory) -> Code:
    """The same of an event of any length; where it does not fit, the buffer begins again."""
    return Code("room", {"count": I32}, (I32,)).written(
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


def empty(memory: Memory) -> Code:
    """The buffer of events begins again: the host may fetch what stands there."""
    return Code("empty", apart=True).written(
        f"""
        i32.const 0
        call host:log
        i32.const {memory.events}
        global.set events
        """
    )


def commit() -> Code:
    """The event that was written there is over, so many integers long; the address of the next."""
    return Code("commit", {"event": I32, "count": I32}, (I32,), {"next": I32}).written(
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


def told(memory: Memory) -> Code:
    """A host is told an event, and the next takes its place; where there is no host, the buffer is full."""
    return Code("told", {"event": I32}, (I32,), apart=True).written(
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
