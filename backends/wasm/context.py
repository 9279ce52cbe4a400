"""What the functions of a program have in common, and each for itself of the memory's stack."""

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
    """The part of the memory's stack that a call of a function takes.

    Attributes:
        used: Bytes that are taken where the code is being printed.
        size: Bytes that are taken where most are.
    """

    used: int = 0
    size: int = 0

    def allocate(self, words: int) -> int:
        """So many words more; the offset of the first."""
        at = self.used
        self.used += WORD * words
        self.size = max(self.size, self.used)
        return at


def emit_increment(code: FunctionCode, address: int, amount: int) -> None:
    """A word in memory goes up or down."""
    code.add("i32.const", 0)
    code.add("i32.const", 0)
    code.add("i32.load", address)
    code.add("i32.const", amount)
    code.add("i32.add")
    code.add("i32.store", address)


def staying_name(function: Function) -> str:
    """The name of the form of a function that leaves its procedure's state as it is at the end.

    It is the function itself where there is no such state.
    """
    return function.name if function.guard is None or function.guard.resets is None else f"stay {function.name}"


@define(kw_only=True)
class ModuleContext:
    """What the functions of a program have in common.

    Attributes:
        program: The program.
        memory: Where everything lives.
        traced: Whether the code tells all it does.
        hosted: Whether a host may throw and answer.
        functions: The functions by name.
        lists: The lists by id.
        clocks: The clock of each slot that what is kept was read from.
        constants: Lists of constants, by address.
        offers: The functions that ask whether a standing offer is taken, by name.
        sums: Where sums of clocks are kept: addresses and how many words.
        taken: How many words behind the data are taken.
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
        """The address of a list of constants."""
        if values not in self.constants:
            self.constants[values] = self.allocate_words(len(values))
        return self.constants[values]

    def allocate_words(self, words: int) -> int:
        """The address of so many words behind the stack, which are 0 at the start."""
        address = self.memory.more + WORD * self.taken
        self.taken += words
        return address

    def clock_address(self, number: int) -> int:
        """The address of a clock."""
        return self.memory.more + WORD * number

    def emit_clock_ticks(self, code: FunctionCode, slots: Iterable[int]) -> None:
        """The clocks of slots that change go on."""
        for number in sorted({self.clocks[slot] for slot in slots if slot in self.clocks}):
            emit_increment(code, self.clock_address(number), 1)
