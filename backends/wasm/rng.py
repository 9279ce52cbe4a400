"""The random streams of a module, for dice and for random choices; ``docs/dice.md`` specifies them.

A die's result is mostly needed at once, and the next branch depends on it. So the outputs for the next two dice are
computed at each throw and lie in memory; the global ``dice`` is the state that the last of them was made from.
"""

from __future__ import annotations

from collections.abc import Callable

from bombsight.backends.wasm.encoding import I32, I64, V128
from bombsight.backends.wasm.memory import OUTPUT_BYTES, MemoryLayout
from bombsight.backends.wasm.module import FunctionCode
from bombsight.flat.dice import CHOICES_SALT, GAMMA, MULTIPLIER_1, MULTIPLIER_2


def _pair_constant(first: int, second: int) -> str:
    """Render the instruction that pushes a constant of two 64-bit numbers."""
    halves = [half & 0xFFFFFFFF for number in (first, second) for half in (number, number >> 32)]
    return "v128.const " + " ".join(str((half ^ 1 << 31) - (1 << 31)) for half in halves)


def _mix_text(name: str, shift: str, xor: str, multiply: Callable[[int], str]) -> str:
    """Return the instructions of SplitMix64's output function on a variable, in scalar or vector form.

    Args:
        name: The variable, which the instructions change.
        shift: The instruction that shifts right, with ``{}`` for the number of bits.
        xor: The instruction that combines two values.
        multiply: Returns the instructions that multiply by a constant.
    """

    def xor_shift_text(bits: int) -> str:
        """Return instructions that xor the variable with itself shifted right."""
        return f"local.get {name}\n local.get {name}\n {shift.format(bits)}\n {xor}"

    return f"""
        {xor_shift_text(30)}
        {multiply(MULTIPLIER_1)}
        local.set {name}
        {xor_shift_text(27)}
        {multiply(MULTIPLIER_2)}
        local.set {name}
        {xor_shift_text(31)}
    """


MIX_TEXT = _mix_text("state", "i64.const {}\n i64.shr_u", "i64.xor", lambda number: f"i64.const {number}\n i64.mul")
"""Instructions that compute SplitMix64's output for the state in a variable, which they change."""

MIX_PAIR_TEXT = _mix_text(
    "states", "i32.const {}\n i64x2.shr_u", "v128.xor", lambda number: f"{_pair_constant(number, number)}\n i64x2.mul"
)
"""Instructions that compute SplitMix64's outputs for two states at once."""


def next_pair_text(memory: MemoryLayout) -> str:
    """Return instructions that replace the two prepared random numbers by the next two."""
    return f"""
        global.get dice
        i64x2.splat
        {_pair_constant(GAMMA, 2 * GAMMA)}
        i64x2.add
        local.set states
        i32.const {memory.dice}
        {MIX_PAIR_TEXT}
        v128.store 0
        global.get dice
        i64.const {2 * GAMMA % 2**64}
        i64.add
        global.set dice
    """


def next_output_text(stream: str) -> str:
    """Return instructions that advance a random stream and leave its next number on the stack."""
    return f"""
        global.get {stream}
        i64.const {GAMMA}
        i64.add
        local.tee state
        global.set {stream}
        {MIX_TEXT}
    """


def below_function(stream: str, upper_text: str, prepare_text: str) -> FunctionCode:
    """Make the function that draws a number uniformly from 0 up to but not including its parameter.

    It uses an output prepared before and prepares another, since the computation takes a while and the result is mostly
    needed at once.

    Args:
        stream: The global with the stream's state.
        upper_text: Instructions that read the upper half of the prepared output.
        prepare_text: Instructions that prepare another.
    """
    return FunctionCode(f"below:{stream}", {"limit": I32}, (I32,), {"state": I64, "product": I64}).add_text(
        f"""
        loop again
        {upper_text}
        local.get limit
        i64.extend_i32_u
        i64.mul
        local.set product
        {prepare_text}
        local.get product
        i32.wrap_i64
        local.get limit
        i32.lt_u                ; nearly never: the rest of the division is less than the limit
        if redraw
        local.get product
        i32.wrap_i64
        i64.const {1 << 32}
        local.get limit
        i64.extend_i32_u
        i64.rem_u
        i32.wrap_i64
        i32.lt_u
        br_if again
        end
        end
        local.get product
        i64.const 32
        i64.shr_u
        i32.wrap_i64
        """
    )


def below_dice_function(memory: MemoryLayout) -> FunctionCode:
    """Make the function that draws a number below a limit from the dice stream."""
    first = f"i32.const {memory.dice}\n"
    moved = f"{first} {first} i64.load {OUTPUT_BYTES}\n i64.store 0\n"
    return below_function(
        "dice",
        f"{first} i64.load32_u {OUTPUT_BYTES // 2}",
        f"{moved} {first} {next_output_text('dice')} i64.store {OUTPUT_BYTES}",
    )


def below_choices_function() -> FunctionCode:
    """Make the function that draws a number below a limit from the stream of random choices."""
    return below_function(
        "choices",
        "global.get choices_next\n i64.const 32\n i64.shr_u",
        f"{next_output_text('choices')} global.set choices_next",
    )


def mix_function() -> FunctionCode:
    """Make the function that computes SplitMix64's output for a state."""
    return FunctionCode("mix", {"state": I64}, (I64,)).add_text(MIX_TEXT)


def seed_function(memory: MemoryLayout) -> FunctionCode:
    """Make the function that seeds the dice and choice streams of a run."""
    return FunctionCode("seed", {"state": I64}, (), {"states": V128}, exported="seed", apart=True).add_text(
        f"""
        local.get state
        global.set dice
        {next_pair_text(memory)}
        local.get state
        i64.const {CHOICES_SALT}
        i64.xor
        call mix
        i64.const {GAMMA}
        i64.add
        global.set choices
        global.get choices
        call mix
        global.set choices_next
        """
    )
