"""Rows of words in memory, copied, compared and replaced four words at once."""

from __future__ import annotations

from attrs import frozen

from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.memory import WORD
from bombsight.backends.wasm.module import FunctionCode
from bombsight.flat.passes.vectorize import MAX_LANES

LANES = 4
"""Number of integers in a vector."""

MAX_UNROLLED_COPY = 512
"""Most words copied by unrolled instructions; ``memory.copy``, used for more, is slow to start."""


@frozen
class Address:
    """An address: a constant offset, plus a variable."""

    offset: int
    base: str | None = None

    def push_base(self, code: FunctionCode) -> None:
        """Emit the variable part of the address; the load or store adds the constant part."""
        if self.base is None:
            code.add("i32.const", 0)
        else:
            code.add("local.get", self.base)

    def push_address(self, code: FunctionCode) -> None:
        """Emit the whole address: the constant plus the variable part."""
        code.add("i32.const", self.offset)
        if self.base is not None:
            code.add("local.get", self.base)
            code.add("i32.add")


def emit_copy_row(code: FunctionCode, target: Address, source: Address, words: int) -> None:
    """Emit a copy of words between two rows that do not overlap.

    Args:
        code: Takes the instructions.
        target: The row to write.
        source: The row to read.
        words: The number of words.
    """
    if words > MAX_UNROLLED_COPY:
        target.push_address(code)
        source.push_address(code)
        code.add("i32.const", WORD * words)
        code.add("memory.copy")
        return
    for at in range(0, words - words % LANES, LANES):
        target.push_base(code)
        source.push_base(code)
        code.add("v128.load", source.offset + WORD * at)
        code.add("v128.store", target.offset + WORD * at)
    for at in range(words - words % LANES, words):
        target.push_base(code)
        source.push_base(code)
        code.add("i32.load", source.offset + WORD * at)
        code.add("i32.store", target.offset + WORD * at)


def copy_few_function() -> FunctionCode:
    """Make the function that copies words in groups of four, faster than ``memory.copy`` for a few.

    It may write up to three words too many.
    """
    return FunctionCode("copy_few", {"to": I32, "source": I32, "count": I32}).add_text(
        f"""
        block out
        loop more
        local.get count
        i32.const 0
        i32.le_s
        br_if out
        local.get to
        local.get source
        v128.load 0
        v128.store 0
        local.get to
        i32.const {WORD * LANES}
        i32.add
        local.set to
        local.get source
        i32.const {WORD * LANES}
        i32.add
        local.set source
        local.get count
        i32.const {LANES}
        i32.sub
        local.set count
        br more
        end
        end
        """
    )


def emit_replace_in_row(code: FunctionCode, row: Address, words: int, old: str, new: int) -> None:
    """Emit the replacement of a variable's value by a constant in all words of a row.

    Args:
        code: Takes the instructions.
        row: The row.
        words: Its number of words.
        old: The variable with the value to replace.
        new: The constant.
    """
    for at in range(0, words - words % LANES, LANES):
        row.push_base(code)
        code.add("v128.const", *[new] * LANES)
        row.push_base(code)
        code.add("v128.load", row.offset + WORD * at)
        row.push_base(code)
        code.add("v128.load", row.offset + WORD * at)
        code.add("local.get", old)
        code.add("i32x4.splat")
        code.add("i32x4.eq")
        code.add("v128.bitselect")
        code.add("v128.store", row.offset + WORD * at)
    for at in range(words - words % LANES, words):
        row.push_base(code)
        code.add("i32.const", new)
        row.push_base(code)
        code.add("i32.load", row.offset + WORD * at)
        row.push_base(code)
        code.add("i32.load", row.offset + WORD * at)
        code.add("local.get", old)
        code.add("i32.eq")
        code.add("select")
        code.add("i32.store", row.offset + WORD * at)


def emit_difference_mask(code: FunctionCode, row: Address, words: int, excluded: Address) -> None:
    """Emit a mask with a bit for each word that differs from a constant, the lowest for the first.

    Args:
        code: Takes the instructions.
        row: The row.
        words: Its number of words, at most :data:`MAX_LANES`.
        excluded: The address of the constant, which stands there four times.
    """
    for at in range(0, words, LANES):
        row.push_base(code)
        code.add("v128.load", row.offset + WORD * at)
        excluded.push_base(code)
        code.add("v128.load", excluded.offset)
        code.add("i32x4.eq")
        code.add("i32x4.bitmask")
        if at:
            code.add("i32.const", at)
            code.add("i32.shl")
            code.add("i32.or")
    code.add("i32.const", -1)
    code.add("i32.xor")
    if words < MAX_LANES:
        code.add("i32.const", (1 << words) - 1)
        code.add("i32.and")
