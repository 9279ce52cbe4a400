"""Throws of dice and draws of members, as functions of a module. Written by hand; ``docs/dice.md`` specifies them."""

from __future__ import annotations

from typing import assert_never

from bombsight.backends.wasm.encoding import I32, I64, V128
from bombsight.backends.wasm.memory import OUTPUT, WORD, Memory
from bombsight.backends.wasm.module import Code
from bombsight.backends.wasm.streams import two_more
from bombsight.dsl.dice import Dice
from bombsight.flat.dice_encoding import encode_dice
from bombsight.flat.types import NONE

FEW = 3
"""So many dice are thrown one by one, without a loop."""

TWO = 2
"""Two dice are thrown at once."""

*_, ADDED = encode_dice(Dice(1, 2))
"""How it is encoded that dice are added, as that of a draw is."""

NEXT_KNOWN = f"""
        global.get script
        i32.load 0
        global.get script
        i32.const {WORD}
        i32.add
        global.set script
"""
"""The next word of the script."""

SCRIPTED = f"""
        global.get script
        global.get script_end
        i32.lt_u
        if scripted
        {NEXT_KNOWN}
        return
        end
"""
"""Give the next word of the script, if there is one."""


def known(*, hosted: bool) -> str:
    """Whether there is any of the script left, or, where one may be there, a host who throws and answers."""
    left = "global.get script_end\n global.get script\n i32.ne\n"
    return f"{left} global.get hosted\n i32.or\n" if hosted else left


def throw_otherwise() -> Code:
    """What dice show by the script, or by the host."""
    given = {"site": I32, "count": I32, "sides": I32, "keep": I32}
    return Code("throw_otherwise", given, (I32,), apart=True).written(
        f"""
        {SCRIPTED}
        local.get site
        local.get count
        local.get sides
        local.get keep
        call host:roll
        """
    )


def throw(dice: Dice, memory: Memory, *, hosted: bool) -> Code:
    """What dice show together.

    It takes the site where a host may throw. Where none may it calls nothing, for what calls takes longer to begin.
    """
    code = Code(thrown(dice), {"site": I32} if hosted else {}, (I32,), apart=True)
    code.written(f"block otherwise\n {known(hosted=hosted)} br_if otherwise")
    from_stream(dice, code, memory).written("return\n end")
    if not hosted:
        return code.written(NEXT_KNOWN)
    count, sides, keep = encode_dice(dice)
    return code.written(
        f"""
        local.get site
        i32.const {count}
        i32.const {sides}
        i32.const {keep}
        call throw_otherwise
        """
    )


def from_stream(dice: Dice, code: Code, memory: Memory) -> Code:
    """What dice of the stream show."""
    match dice.keep:
        case "sum":
            return sum_of(dice, code, memory)
        case "digits":
            return digits_of(dice, code, memory)
        case "lowest":
            return one_of(dice, "i32.lt_s", code)
        case "highest":
            return one_of(dice, "i32.gt_s", code)
        case _:
            assert_never(dice.keep)


def sum_of(dice: Dice, code: Code, memory: Memory) -> Code:
    """Throw each die, and add what they show."""
    if dice.count == TWO:
        two_at_once(dice, 1, code, memory)
    code.add("i32.const", dice.count)
    if dice.count <= FEW:
        for _ in range(dice.count):
            code.add("i32.const", dice.sides)
            code.add("call", "below:dice")
            code.add("i32.add")
        return code
    code.locals |= {"sum": I32, "left": I32}
    return code.written(
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


def digits_of(dice: Dice, code: Code, memory: Memory) -> Code:
    """Throw two dice, the tens and the units of a number."""
    two_at_once(dice, 10, code, memory)
    return code.written(
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


def two_at_once(dice: Dice, times: int, code: Code, memory: Memory) -> None:
    """Throw two dice, the first of which counts so many times; go on behind it where one must be drawn again.

    The stream is read once and goes on once.
    """
    code.locals |= {"one": I64, "other": I64, "states": V128}

    def drawn(offset: int) -> str:
        return f"i32.const {memory.dice}\n i64.load32_u {offset + OUTPUT // 2}\n i64.const {dice.sides}\n i64.mul"

    redrawn = f"i32.wrap_i64\n i32.const {dice.sides}\n i32.lt_u\n br_if redraw"
    shown = "local.get {}\n i64.const 32\n i64.shr_u\n i32.wrap_i64"
    code.written(
        f"""
        block redraw
        {drawn(0)}
        local.tee one
        {redrawn}                ; nearly never: the rest of the division may be less than the limit
        {drawn(OUTPUT)}
        local.tee other
        {redrawn}
        {two_more(memory)}
        {shown.format("one")}
        i32.const {times}
        i32.mul
        {shown.format("other")}
        i32.add
        i32.const {dice.low}
        i32.add
        return
        end
        """
    )


def one_of(dice: Dice, replaces: str, code: Code) -> Code:
    """Throw each die, and keep one face.

    Args:
        dice: The dice.
        replaces: The instruction that compares a face with the one kept so far: whether it takes its place.
        code: Where it is written.
    """
    code.locals |= {"face": I32, "kept": I32, "left": I32}
    return code.written(
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
        {replaces}
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


def thrown(dice: Dice) -> str:
    """The name of the function that throws such dice."""
    return f"throw {dice.notation}"


def throw_one(*, hosted: bool) -> Code:
    """What a die shows with so many sides."""
    return Code("throw_one", {"site": I32, "sides": I32}, (I32,), apart=True).written(
        f"""
        {known(hosted=hosted)}
        if otherwise
        local.get site
        i32.const 1
        local.get sides
        i32.const {ADDED}
        call throw_otherwise
        return
        end
        local.get sides
        call below:dice
        i32.const 1
        i32.add
        """
    )


def draw(traced: bool) -> Code:
    """One of so many members at an address, by a die where there are several; none where there is none."""
    code = Code("draw", {"site": I32, "members": I32, "count": I32}, (I32,), {"index": I32, "member": I32})
    if traced:
        code.locals |= {"event": I32, "words": I32}
    code.written(
        """
        local.get count
        i32.const 1
        i32.gt_u
        if several
        """
    )
    if traced:
        code.written(
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
    code.written(
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
        code.written(
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
    return code.written("local.get member")
