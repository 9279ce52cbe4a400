"""Context shared by the functions of a module, and the stack frame of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import define, field

from bombsight.backends.wasm.memory import WORD, MemoryLayout
from bombsight.backends.wasm.module import FunctionCode
from bombsight.flat.functions import Function
from bombsight.flat.layout import SlotList
from bombsight.flat.program import Program


@define
class Frame:
    """The part of the memory's stack that a call of a function uses.

    Attributes:
        used: Bytes allocated at the current point of the code.
        size: Most bytes allocated at any point.
    """

    used: int = 0
    size: int = 0

    def allocate(self, words: int) -> int:
        """Allocate words in the stack frame; return the offset of the first in bytes."""
        at = self.used
        self.used += WORD * words
        self.size = max(self.size, self.used)
        return at


def emit_increment(code: FunctionCode, address: int, amount: int) -> None:
    """Emit the addition of a constant to the word at an address in memory."""
    code.add("i32.const", 0)
    code.add("i32.const", 0)
    code.add("i32.load", address)
    code.add("i32.const", amount)
    code.add("i32.add")
    code.add("i32.store", address)


def staying_name(function: Function) -> str:
    """Return the name of a function's variant that does not reset its region (slots of a procedure) when it ends.

    It is the function's own name if it has no region.
    """
    return function.name if function.guard is None or function.guard.resets is None else f"stay {function.name}"


@define(kw_only=True)
class ModuleContext:
    """Context shared by the functions of a module.

    Attributes:
        program: The program.
        memory: The memory layout.
        traced: Whether the code writes the journal.
        hosted: Whether a host may throw and answer.
        functions: The functions by name.
        lists: The lists by id.
        clocks: The clock of each slot that a memoized function reads.
        constants: The address of each constant list.
        offers: The functions of standing offers, by name.
        sums: Address and words of each memo's clock sums.
        taken: Words allocated after the program's data.
    """

    program: Program
    memory: MemoryLayout
    traced: bool
    hosted: bool
    functions: Mapping[str, Function]
    lists: Mapping[str, SlotList]
    clocks: Mapping[int, int]
    constants: dict[tuple[int, ...], int] = field(factory=dict)
    offers: dict[str, FunctionCode] = field(factory=dict)
    sums: list[tuple[int, int]] = field(factory=list)
    taken: int = 0

    def constant_address(self, values: tuple[int, ...]) -> int:
        """The memory address of a constant list, which is allocated at its first use."""
        if values not in self.constants:
            self.constants[values] = self.allocate_words(len(values))
        return self.constants[values]

    def allocate_words(self, words: int) -> int:
        """Allocate words after the program's data, which are 0 at the start; return their address."""
        address = self.memory.more + WORD * self.taken
        self.taken += words
        return address

    def clock_address(self, number: int) -> int:
        """Return the memory address of the clock (change counter) with a number."""
        return self.memory.more + WORD * number

    def emit_clock_ticks(self, code: FunctionCode, slots: Iterable[int]) -> None:
        """Emit the advance of the clocks (change counters) of changed slots, which invalidates memoized values."""
        for number in sorted({self.clocks[slot] for slot in slots if slot in self.clocks}):
            emit_increment(code, self.clock_address(number), 1)
