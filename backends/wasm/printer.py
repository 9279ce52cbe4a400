"""The base class of all instruction printers: a function's variables and common instruction sequences."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from bombsight.backends.wasm.context import Frame, ModuleContext
from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.memory import WORD
from bombsight.backends.wasm.module import FunctionCode
from bombsight.flat import expressions as fx
from bombsight.flat.functions import Function
from bombsight.flat.layout import STEPS_SLOT

ARITHMETIC = {"+": "i32.add", "-": "i32.sub", "*": "i32.mul"}

CONTROL_INSTRUCTIONS = frozenset({"call", "block", "loop", "if", "else", "end", "br"})
"""Instructions that may transfer control."""

Emitter = Callable[[], None]
"""A callback that emits instructions."""


class FunctionPrinter(ABC):
    """Prints the instructions of one function.

    Attributes:
        context: Context of the module.
        code: Takes the instructions, as its lines.
        frame: The function's frame; the local ``frame`` is its address.
        held: Offset in the frame of each list in a variable; its length is a local.
        places: The variable with the place of each member whose place is known.
        last_event_end: Number of instructions up to the last event, after which ``next event`` has the address of
            the next.
    """

    def __init__(self, context: ModuleContext, function: Function, code: FunctionCode) -> None:
        """Prepare the code of a function: its locals, and the frame space of its list variables."""
        self.context = context
        self.memory = context.memory
        self.lists = context.lists
        self.code = code
        self.lines = code.lines
        self.frame = Frame()
        self.variables = {variable.name: variable for variable in function.locals}
        self.held: dict[str, int] = {}
        self.capacities: dict[str, int] = {}
        self.places: dict[str, str] = {}
        self.last_event_end: int | None = None
        for variable in function.locals:
            if variable.capacity is not None:
                self.capacities[variable.name] = variable.capacity
                self.held[variable.name] = self.frame.allocate(variable.capacity)
                code.locals[f"count {variable.name}"] = I32
            elif variable.name not in function.params:
                code.locals[variable.name] = I32

    @abstractmethod
    def emit_value(self, node: fx.Expr) -> None:
        """Emit an expression, which leaves its value on the stack."""

    @abstractmethod
    def emit_branch(self, node: fx.Expr, label: str, *, when: bool) -> None:
        """Emit a branch to a label, taken if a condition's truth value equals ``when``."""

    def add(self, *instruction: str | int) -> None:
        """Append an instruction to the function's code."""
        self.lines.append(instruction)

    def pop_to_local(self) -> str:
        """Emit the move of the value on the stack to a new local variable; return its name."""
        name = self.code.fresh_local("kept")
        self.add("local.set", name)
        return name

    def evaluate_to_local(self, node: fx.Expr) -> str:
        """Emit a value and its assignment to a local variable; return the variable's name."""
        if isinstance(node, fx.Local):
            return node.name
        self.emit_value(node)
        return self.pop_to_local()

    def emit_comparison(self, name: str, comparison: str, number: int) -> None:
        """Emit a comparison, or another binary instruction, of a variable and a number."""
        self.add("local.get", name)
        self.add("i32.const", number)
        self.add(comparison)

    def emit_fault_if(self, site: int) -> None:
        """Emit a fault at a site (code location) if the condition on the stack holds."""
        self.add("if", "fault")
        self.add("i32.const", site)
        self.add("call", "fault")
        self.add("end")

    def emit_either(self, emit_condition: Emitter, emit_body: Emitter, emit_otherwise: Emitter) -> None:
        """Emit a conditional expression; the three callbacks emit its condition and its two values."""
        emit_condition()
        self.add("if", "pick", I32)
        emit_body()
        self.add("else")
        emit_otherwise()
        self.add("end")

    def declare_local(self, name: str) -> str:
        """Declare a variable bound by an expression as a local variable of the function; return its name."""
        self.code.locals.setdefault(name, I32)
        return name

    def emit_step(self, name: str, step: int) -> None:
        """Emit the addition of the constant ``step`` to a variable."""
        self.emit_comparison(name, "i32.add", step)
        self.add("local.set", name)

    def emit_scaled_index(self, index: fx.Expr) -> None:
        """Emit an index multiplied by the bytes of a word."""
        match index:
            case fx.Num(value):
                self.add("i32.const", WORD * value)
            case fx.Arithmetic("*", left, fx.Num(value)):
                self.emit_value(left)
                self.add("i32.const", WORD * value)
                self.add("i32.mul")
            case fx.Arithmetic("+" | "-" as op, left, right):
                self.emit_scaled_index(left)
                self.emit_scaled_index(right)
                self.add(ARITHMETIC[op])
            case _:  # the rest: evaluated, then multiplied
                self.emit_value(index)
                self.add("i32.const", 2)
                self.add("i32.shl")

    def emit_element_place(self, list_: str) -> None:
        """Emit the conversion of the element on the stack to its place (index in its list)."""
        self.add("i32.const", self.lists[list_].capacity)
        self.add("i32.rem_u")

    def emit_is_in_list(self, list_: str, name: str) -> None:
        """Emit the test whether a list holds the element in variable ``name``; arbitrary if the variable is none."""
        self.add("local.get", name)
        self.emit_element_place(list_)
        self.add("i32.const", 2)
        self.add("i32.shl")
        self.add("i32.load", self.memory.slot_address(self.lists[list_].base))
        self.add("local.get", name)
        self.add("i32.eq")

    def emit_step_charge(self, steps: fx.Expr, site: int | None) -> None:
        """Emit a charge of steps to the run's budget, with a fault at the site (code location) if no steps are left."""
        at = self.memory.slot_address(STEPS_SLOT)
        self.add("i32.const", 0)
        self.add("i32.const", 0)
        self.add("i32.load", at)
        self.emit_value(steps)
        self.add("i32.sub")
        self.add("i32.store", at)
        if site is not None:
            self.add("i32.const", 0)
            self.add("i32.load", at)
            self.add("i32.const", 0)
            self.add("i32.lt_s")
            self.emit_fault_if(site)
