"""Throws of dice and draws of members, as functions of a module. Written by hand; ``docs/dice.md`` specifies them."""

from __future__ import annotations

from bombsight.backends.wasm.encoding import I32, I64, V128
from bombsight.backends.wasm.memory import OUTPUT, WORD, Memory
from bombsight.backends.wasm.module import Code
from bombsight.backends.wasm.streams import two_more
from bombsight.dsl.dice import Dice
from bombsight.flat.types import NONE

FEW = 3
"""So many dice are thrown one by one, without a loop."""

TWO = 2
"""Two dice are thrown at once."""

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
    return Code("throw_otherwise", {"site": I32, "count": I32, "sides": I32}, (I32,), apart=True).written(
        f"""
        {SCRIPTED}
        local.get site
        local.get count
        local.get sides
        call host:roll
        """
    )


def throw(count: int, sides: int, memory: Memory, *, hosted: bool) -> Code:
    """What so many dice show together; for d66 their digits, and where one is kept that one.

    It takes the site where a host may throw. Where none may it calls nothing, for what calls takes longer to begin.
    """
    code = Code(thrown(count, sides), {"site": I32} if hosted else {}, (I32,), apart=True)
    code.written(f"block otherwise\n {known(hosted=hosted)} br_if otherwise")
    from_stream(Dice(count, sides), code, memory).written("return\n end")
    if not hosted:
        return code.written(NEXT_KNOWN)
    return code.written(
        f"""
        local.get site
        i32.const {count}
        i32.const {sides}
        call throw_otherwise
        """
    )


def from_stream(dice: Dice, code: Code, memory: Memory) -> Code:
    """What dice of the stream show."""
    count, sides = dice.count, dice.sides
    if dice.keeps_one:
        return one_of(dice, code)
    if count == TWO:
        two_at_once(dice, code, memory)
    if dice.is_digits:
        return code.written(
            """
            i32.const 6
            call below:dice
            i32.const 10
            i32.mul
            i32.const 6
            call below:dice
            i32.add
            i32.const 11
            i32.add
            """
        )
    code.add("i32.const", count)
    if count <= FEW:
        for _ in range(count):
            code.add("i32.const", sides)
            code.add("call", "below:dice")
            code.add("i32.add")
        return code
    code.locals |= {"sum": I32, "left": I32}
    return code.written(
        f"""
        local.tee sum
        local.set left
        loop more
        i32.const {sides}
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


def two_at_once(dice: Dice, code: Code, memory: Memory) -> None:
    """Throw two dice, and give their sum or their digits; go on behind it where one of them must be drawn again.

    The stream is read once and goes on once.
    """
    code.locals |= {"one": I64, "other": I64, "states": V128}

    def drawn(offset: int) -> str:
        return f"i32.const {memory.dice}\n i64.load32_u {offset + OUTPUT // 2}\n i64.const {dice.faces}\n i64.mul"

    redrawn = f"i32.wrap_i64\n i32.const {dice.faces}\n i32.lt_u\n br_if redraw"
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
        i32.const {10 if dice.is_digits else 1}
        i32.mul
        {shown.format("other")}
        i32.add
        i32.const {11 if dice.is_digits else 2}
        i32.add
        return
        end
        """
    )


def one_of(dice: Dice, code: Code) -> Code:
    """Throw each die, and keep the lowest or the highest face."""
    code.locals |= {"face": I32, "kept": I32, "left": I32}
    return code.written(
        f"""
        i32.const {dice.faces}
        call below:dice
        local.set kept
        i32.const {dice.count - 1}
        local.set left
        loop more
        i32.const {dice.faces}
        call below:dice
        local.tee face
        local.get kept
        local.get face
        local.get kept
        i32.{"lt_s" if dice.keep == "lowest" else "gt_s"}
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


def thrown(count: int, sides: int) -> str:
    """The name of the function that throws such dice."""
    return f"throw {Dice(count, sides).notation}"


def throw_one(*, hosted: bool) -> Code:
    """What a die shows with so many sides."""
    return Code("throw_one", {"site": I32, "sides": I32}, (I32,), apart=True).written(
        f"""
        {known(hosted=hosted)}
        if otherwise
        local.get site
        i32.const 1
        local.get sides
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
