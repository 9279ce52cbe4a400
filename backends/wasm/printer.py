"""What printing a function's instructions begins with: its variables, and the few turns that all else is made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from bombsight.backends.wasm.context import Frame, Surroundings
from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.memory import WORD
from bombsight.backends.wasm.module import Code
from bombsight.flat import expressions as fx
from bombsight.flat.functions import Function
from bombsight.flat.layout import STEPS

ARITHMETIC = {"+": "i32.add", "-": "i32.sub", "*": "i32.mul"}

ELSEWHERE = frozenset({"call", "block", "loop", "if", "else", "end", "br"})
"""Instructions behind which something else may have been done than what stands before them."""

Then = Callable[[], None]
"""Prints what is done."""


class Printer(ABC):
    """Prints the instructions of one function.

    Attributes:
        around: What it shares with others.
        code: Takes the instructions, as its lines.
        frame: The function's part of the stack; the local ``frame`` is its address.
        held: Where in the frame each list stands that is a variable; its length is a local.
        places: Of members that a loop goes through by their places, the variables that hold these.
        told: How many instructions there were behind the last event; then ``next event`` holds the address of the next.
    """

    def __init__(self, around: Surroundings, function: Function, code: Code) -> None:
        self.around = around
        self.memory = around.memory
        self.lists = around.lists
        self.code = code
        self.lines = code.lines
        self.frame = Frame()
        self.variables = {variable.name: variable for variable in function.locals}
        self.held: dict[str, int] = {}
        self.capacities: dict[str, int] = {}
        self.places: dict[str, str] = {}
        self.told: int | None = None
        for variable in function.locals:
            if variable.capacity is not None:
                self.capacities[variable.name] = variable.capacity
                self.held[variable.name] = self.frame.take(variable.capacity)
                code.locals[f"count {variable.name}"] = I32
            elif variable.name not in function.params:
                code.locals[variable.name] = I32

    @abstractmethod
    def value(self, node: fx.Expr) -> None:
        """A value is left on the stack."""

    @abstractmethod
    def branch(self, node: fx.Expr, label: str, *, when: bool) -> None:
        """A jump to a label where a condition holds, or (``when`` no) where it does not."""

    def add(self, *instruction: str | int) -> None:
        """An instruction."""
        self.lines.append(instruction)

    def keep(self) -> str:
        """A variable that takes the value on the stack."""
        name = self.code.fresh("kept")
        self.add("local.set", name)
        return name

    def kept(self, node: fx.Expr) -> str:
        """A variable that holds a value."""
        if isinstance(node, fx.Local):
            return node.name
        self.value(node)
        return self.keep()

    def test(self, name: str, comparison: str, number: int) -> None:
        """A variable compared with a number."""
        self.add("local.get", name)
        self.add("i32.const", number)
        self.add(comparison)

    def fault_if(self, site: int) -> None:
        """A fault where the condition on the stack holds."""
        self.add("if", "fault")
        self.add("i32.const", site)
        self.add("call", "fault")
        self.add("end")

    def either(self, condition: Then, body: Then, otherwise: Then) -> None:
        """One of two values."""
        condition()
        self.add("if", "pick", I32)
        body()
        self.add("else")
        otherwise()
        self.add("end")

    def variable(self, name: str) -> str:
        """A variable that an expression has of its own."""
        self.code.locals.setdefault(name, I32)
        return name

    def stepped(self, name: str, step: int) -> None:
        """A variable goes up."""
        self.test(name, "i32.add", step)
        self.add("local.set", name)

    def scaled(self, index: fx.Expr) -> None:
        """An index in bytes."""
        match index:
            case fx.Num(value):
                self.add("i32.const", WORD * value)
            case fx.Arithmetic("*", left, fx.Num(value)):
                self.value(left)
                self.add("i32.const", WORD * value)
                self.add("i32.mul")
            case fx.Arithmetic("+" | "-" as op, left, right):
                self.scaled(left)
                self.scaled(right)
                self.add(ARITHMETIC[op])
            case _:  # the rest: worked out, then multiplied
                self.value(index)
                self.add("i32.const", 2)
                self.add("i32.shl")

    def place(self, list_: str) -> None:
        """The place of the element on the stack."""
        self.add("i32.const", self.lists[list_].capacity)
        self.add("i32.rem_u")

    def lives(self, list_: str, name: str) -> None:
        """Whether the place of a variable's element holds it; also for none, where the place is free."""
        self.add("local.get", name)
        self.place(list_)
        self.add("i32.const", 2)
        self.add("i32.shl")
        self.add("i32.load", self.memory.slot(self.lists[list_].base))
        self.add("local.get", name)
        self.add("i32.eq")

    def take_steps(self, steps: fx.Expr, site: int | None) -> None:
        """So many steps fewer; a fault at the site where there are none left."""
        at = self.memory.slot(STEPS)
        self.add("i32.const", 0)
        self.add("i32.const", 0)
        self.add("i32.load", at)
        self.value(steps)
        self.add("i32.sub")
        self.add("i32.store", at)
        if site is not None:
            self.add("i32.const", 0)
            self.add("i32.load", at)
            self.add("i32.const", 0)
            self.add("i32.lt_s")
            self.fault_if(site)
