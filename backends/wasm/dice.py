"""Module functions for throws of dice and draws of members, written by hand to the specification ``docs/dice.md``."""

from __future__ import annotations

from typing import assert_never

from bombsight.backends.wasm.encoding import I32, I64, V128
from bombsight.backends.wasm.memory import OUTPUT_BYTES, WORD, MemoryLayout
from bombsight.backends.wasm.module import FunctionCode
from bombsight.backends.wasm.rng import next_pair_text
from bombsight.dsl.dice import Dice
from bombsight.flat.dice_encoding import encode_dice
from bombsight.flat.types import NONE

MAX_UNROLLED_DICE = 3
"""Most dice that are thrown without a loop."""

PAIR = 2
"""Number of dice that are thrown at once."""

*_, SUM_ENCODING = encode_dice(Dice(1, 2))
"""Encoding of dice that are added, also used for draws."""

NEXT_SCRIPT_WORD = f"""
        global.get script
        i32.load 0
        global.get script
        i32.const {WORD}
        i32.add
        global.set script
"""
"""Instructions that read the next word of the script."""

RETURN_IF_SCRIPTED = f"""
        global.get script
        global.get script_end
        i32.lt_u
        if scripted
        {NEXT_SCRIPT_WORD}
        return
        end
"""
"""Instructions that return the next word of the script, if there is one."""


def script_or_host_test(*, hosted: bool) -> str:
    """Return instructions that test whether the script gives the next throw, or the host in a ``hosted`` module."""
    script_test = "global.get script_end\n global.get script\n i32.ne\n"
    return f"{script_test} global.get hosted\n i32.or\n" if hosted else script_test


def fallback_throw_function() -> FunctionCode:
    """Make the function that takes a throw from the script, if it has words left, or else from the host."""
    params = {"site": I32, "count": I32, "sides": I32, "keep": I32}
    return FunctionCode("throw_otherwise", params, (I32,), apart=True).add_text(
        f"""
        {RETURN_IF_SCRIPTED}
        local.get site
        local.get count
        local.get sides
        local.get keep
        call host:roll
        """
    )


def throw_function(dice: Dice, memory: MemoryLayout, *, hosted: bool) -> FunctionCode:
    """Make the function that throws the given dice; in a ``hosted`` module, a host may give the result.

    Its parameter is the site, if a host may throw. Without a host it calls nothing, for a function with calls has a
    longer prologue.
    """
    code = FunctionCode(throw_function_name(dice), {"site": I32} if hosted else {}, (I32,), apart=True)
    code.add_text(f"block otherwise\n {script_or_host_test(hosted=hosted)} br_if otherwise")
    emit_stream_throw(dice, code, memory).add_text("return\n end")
    if not hosted:
        return code.add_text(NEXT_SCRIPT_WORD)
    count, sides, keep = encode_dice(dice)
    return code.add_text(
        f"""
        local.get site
        i32.const {count}
        i32.const {sides}
        i32.const {keep}
        call throw_otherwise
        """
    )


def emit_stream_throw(dice: Dice, code: FunctionCode, memory: MemoryLayout) -> FunctionCode:
    """Emit a throw of dice from the random stream; return the code."""
    if dice.single and dice.keep != "digits":
        return emit_single_dice(dice, code)
    match dice.keep:
        case "sum" if dice.others:
            return emit_sum_of_kinds(dice, code)
        case "sum":
            return emit_sum(dice, code, memory)
        case "digits":
            return emit_digits(dice, code, memory)
        case "lowest" | "highest" if dice.others or dice.kept > 1:
            return emit_kept_dice(dice, "i32.lt_s" if dice.keep == "lowest" else "i32.gt_s", code)
        case "lowest":
            return emit_kept_die(dice, "i32.lt_s", code)
        case "highest":
            return emit_kept_die(dice, "i32.gt_s", code)
        case "fate":
            return emit_sum_of_kinds(dice, code)
        case _:
            assert_never(dice.keep)


def emit_sum(dice: Dice, code: FunctionCode, memory: MemoryLayout) -> FunctionCode:
    """Emit throws of dice whose faces are added; return the code."""
    if dice.count == PAIR:
        emit_pair(dice, 1, code, memory)
    code.add("i32.const", dice.count)
    if dice.count <= MAX_UNROLLED_DICE:
        for _ in range(dice.count):
            code.add("i32.const", dice.sides)
            code.add("call", "below:dice")
            code.add("i32.add")
        return code
    code.locals |= {"sum": I32, "left": I32}
    return code.add_text(
        f"""
        local.tee sum
        local.set left
        loop more
        i32.const {dice.sides}
        call below:dice
        local.get sum
        i32.add
        local.set sum
        local.get left
        i32.const 1
        i32.sub
        local.tee left
        br_if more
        end
        local.get sum
        """
    )


def emit_sum_of_kinds(dice: Dice, code: FunctionCode) -> FunctionCode:
    """Emit throws of dice of several kinds, or of Fate dice, whose faces are added; return the code."""
    code.locals |= {"sum": I32, "left": I32}
    code.add_text(f"i32.const {dice.die_count * dice.lowest_face}\n local.set sum")
    for kind, (count, sides) in enumerate(dice.groups):
        code.add_text(throw_loop(kind, count, sides, "local.get sum\n i32.add\n local.set sum"))
    return code.add_text("local.get sum")


def throw_loop(kind: int, count: int, sides: int, use: str) -> str:
    """Return the assembly text that throws the dice of a kind one by one; ``use`` takes each face from the stack."""
    return f"""
        i32.const {count}
        local.set left
        loop more{kind}
        i32.const {sides}
        call below:dice
        {use}
        local.get left
        i32.const 1
        i32.sub
        local.tee left
        br_if more{kind}
        end
        """


def emit_kept_dice(dice: Dice, comparison: str, code: FunctionCode) -> FunctionCode:
    """Emit throws of which several faces are kept, or of several kinds of dice; return the code.

    Each face goes through the kept ones from the best on, and takes the place of one that it beats, which goes on.

    Args:
        dice: The dice.
        comparison: The instruction that tests whether a face beats another.
        code: Takes the instructions.
    """
    kept = sort_best_dice(dice, dice.kept, comparison, code)
    code.add("i32.const", dice.kept)
    return code.add_text("\n".join(f"local.get {name}\n i32.add" for name in kept))


def emit_single_dice(dice: Dice, code: FunctionCode) -> FunctionCode:
    """Emit a throw whose outcome is the number of its sorted faces (``Dice.outcome``); return the code."""
    highest_first = sort_best_dice(dice, dice.die_count, "i32.gt_s", code)
    code.add("i32.const", 0)
    for name in reversed(highest_first):
        code.add_text(f"i32.const {dice.face_base}\n i32.mul\n local.get {name}\n i32.add\n i32.const 1\n i32.add")
    return code


def sort_best_dice(dice: Dice, count: int, comparison: str, code: FunctionCode) -> list[str]:
    """Emit a throw that leaves its best faces, less one, in variables; return their names, the best first.

    Args:
        dice: The dice.
        count: How many of them are left.
        comparison: The instruction that tests whether a face beats another.
        code: Takes the instructions.
    """
    kept = [f"kept{at}" for at in range(count)]
    code.locals |= {"face": I32, "left": I32} | dict.fromkeys(kept, I32)
    worst = -1 if comparison == "i32.gt_s" else max(dice.die_sides)
    code.add_text("\n".join(f"i32.const {worst}\n local.set {name}" for name in kept))
    exchange = "\n".join(
        f"""
        local.get face
        local.get {name}
        local.get face
        local.get {name}
        {comparison}
        select
        local.get {name}
        local.get face
        local.get face
        local.get {name}
        {comparison}
        select
        local.set face
        local.set {name}
        """
        for name in kept
    )
    for kind, (count, sides) in enumerate(dice.groups):
        code.add_text(throw_loop(kind, count, sides, f"local.set face\n {exchange}"))
    return kept


def emit_digits(dice: Dice, code: FunctionCode, memory: MemoryLayout) -> FunctionCode:
    """Emit a throw of two dice as the tens and units of a number, ``d66``; return the code."""
    emit_pair(dice, 10, code, memory)
    return code.add_text(
        f"""
        i32.const {dice.sides}
        call below:dice
        i32.const 10
        i32.mul
        i32.const {dice.sides}
        call below:dice
        i32.add
        i32.const {dice.low}
        i32.add
        """
    )


def emit_pair(dice: Dice, first_factor: int, code: FunctionCode, memory: MemoryLayout) -> None:
    """Emit a throw of two dice that returns their sum, with the first face multiplied by a factor.

    The stream is read and advanced once. If a die must be redrawn, the code after it runs.

    Args:
        dice: The dice.
        first_factor: The factor of the first die.
        code: Takes the instructions.
        memory: The memory layout.
    """
    code.locals |= {"one": I64, "other": I64, "states": V128}

    def scaling_text(offset: int) -> str:
        """Return the assembly text that scales the random number at an offset in memory to the sides of a die."""
        return f"i32.const {memory.dice}\n i64.load32_u {offset + OUTPUT_BYTES // 2}\n i64.const {dice.sides}\n i64.mul"

    redrawn = f"i32.wrap_i64\n i32.const {dice.sides}\n i32.lt_u\n br_if redraw"
    shown = "local.get {}\n i64.const 32\n i64.shr_u\n i32.wrap_i64"
    code.add_text(
        f"""
        block redraw
        {scaling_text(0)}
        local.tee one
        {redrawn}                ; nearly never: the rest of the division may be less than the limit
        {scaling_text(OUTPUT_BYTES)}
        local.tee other
        {redrawn}
        {next_pair_text(memory)}
        {shown.format("one")}
        i32.const {first_factor}
        i32.mul
        {shown.format("other")}
        i32.add
        i32.const {dice.low}
        i32.add
        return
        end
        """
    )


def emit_kept_die(dice: Dice, comparison: str, code: FunctionCode) -> FunctionCode:
    """Emit throws of which one face is kept; the instruction ``comparison`` tests whether a face beats the kept one."""
    code.locals |= {"face": I32, "kept": I32, "left": I32}
    return code.add_text(
        f"""
        i32.const {dice.sides}
        call below:dice
        local.set kept
        i32.const {dice.count - 1}
        local.set left
        loop more
        i32.const {dice.sides}
        call below:dice
        local.tee face
        local.get kept
        local.get face
        local.get kept
        {comparison}
        select
        local.set kept
        local.get left
        i32.const 1
        i32.sub
        local.tee left
        br_if more
        end
        local.get kept
        i32.const 1
        i32.add
        """
    )


def throw_function_name(dice: Dice) -> str:
    """The name of the function that throws some dice."""
    return f"throw {dice.full_notation}"


def throw_one_function(*, hosted: bool) -> FunctionCode:
    """Make the function that throws one die of any number of sides; a ``hosted`` module may ask its host."""
    return FunctionCode("throw_one", {"site": I32, "sides": I32}, (I32,), apart=True).add_text(
        f"""
        {script_or_host_test(hosted=hosted)}
        if otherwise
        local.get site
        i32.const 1
        local.get sides
        i32.const {SUM_ENCODING}
        call throw_otherwise
        return
        end
        local.get sides
        call below:dice
        i32.const 1
        i32.add
        """
    )


def draw_function(traced: bool) -> FunctionCode:
    """Make the function that draws one of the members in memory (none without any), with an event if ``traced``."""
    code = FunctionCode("draw", {"site": I32, "members": I32, "count": I32}, (I32,), {"index": I32, "member": I32})
    if traced:
        code.locals |= {"event": I32, "words": I32}
    code.add_text(
        """
        local.get count
        i32.const 1
        i32.gt_u
        if several
        """
    )
    if traced:
        code.add_text(
            f"""
            local.get count
            i32.const 2
            i32.add
            local.tee words
            call room
            local.tee event
            local.get site
            i32.store {WORD}
            local.get event
            local.get count
            i32.store {2 * WORD}
            local.get event
            i32.const {3 * WORD}
            i32.add
            local.get members
            local.get count
            call copy_few
            local.get event
            local.get words
            call commit
            drop
            """
        )
    code.add_text(
        f"""
        local.get site
        local.get count
        call throw_one
        i32.const 1
        i32.sub
        local.set index
        end
        i32.const {NONE}
        local.set member
        local.get count
        if any
        local.get members
        local.get index
        i32.const {WORD}
        i32.mul
        i32.add
        i32.load 0
        local.set member
        end
        """
    )
    if traced:
        code.add_text(
            f"""
            i32.const 3
            call brief
            local.tee event
            local.get site
            i32.store {WORD}
            local.get event
            local.get count
            i32.store {2 * WORD}
            local.get event
            local.get member
            i32.store {3 * WORD}
            local.get event
            i32.const 3
            call commit
            drop
            """
        )
    return code.add_text("local.get member")
