"""Functions: what stands around a body."""

from __future__ import annotations

from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.expressions import Surroundings, step
from bombsight.backends.wasm.module import Code
from bombsight.backends.wasm.statements import OUT, Statements, result
from bombsight.dsl.limits import OPEN
from bombsight.flat.functions import Function, Kept
from bombsight.flat.layout import STEPS, Counter
from bombsight.flat.passes.keep import values_of
from bombsight.flat.types import NONE


def function(around: Surroundings, of: Function, *, stays: bool = False) -> tuple[Code, int]:
    """A function, and how many bytes of the stack it takes.

    Args:
        around: What it shares with others.
        of: The function.
        stays: Whether the procedure's state is left as it is at the end.
    """
    code = Code(
        f"stay {of.name}" if stays else of.name,
        dict.fromkeys(of.params, I32),
        (I32,) * of.results,
    )
    for number in range(of.results):
        code.locals[result(number)] = I32
    printer = Statements(around, of, code)
    guard = of.guard
    memory = around.memory
    if guard is not None and guard.depth is not None and guard.nested is not None:
        depth, open_ = memory.slot(guard.depth), memory.slot(open_calls(around.program.counters))
        printer.add("block", OUT)
        printer.add("i32.const", 0)
        printer.add("i32.load", depth)
        printer.add("i32.const", guard.deepest)
        printer.add("i32.ge_s")
        printer.add("if", "too_deep")
        printer.block(guard.too_deep)
        printer.add("br", OUT)
        printer.add("end")
        printer.add("i32.const", 0)
        printer.add("i32.load", open_)
        printer.add("i32.const", OPEN - guard.height)
        printer.add("i32.gt_s")
        printer.fault_if(guard.nested)
        step(code, depth, 1)
        step(code, open_, guard.height)
    if of.kept is not None:
        keep = Keeping(printer, of, of.kept)
        keep.look_up()
    if guard is not None and guard.enter is not None and around.traced:
        printer.entered(guard.enter, of.params)
    printer.add("block", OUT)
    printer.block(of.body)
    printer.add("end")
    if guard is not None:
        if guard.depth is not None and guard.nested is not None:
            step(code, depth, -1)
            step(code, open_, -guard.height)
        if guard.leave is not None and around.traced:
            printer.event(guard.leave, ())
        if guard.resets is not None and not stays:
            printer.add("call", f"reset {guard.resets}")
        if guard.number is not None and guard.number in of.ends:
            printer.caught(guard.number, of.results)
        if guard.depth is not None and guard.nested is not None:
            printer.add("end")
    if of.kept is not None:
        keep.store()
    size = printer.frame.size
    if size or any(line == ("local.get", "frame") for line in code.lines):
        code.locals["frame"] = I32
        code.lines[:0] = [
            ("global.get", "stack"),
            ("i32.const", size),
            ("i32.sub",),
            ("local.tee", "frame"),
            ("global.set", "stack"),
        ]
        code.lines += [
            ("local.get", "frame"),
            ("i32.const", size),
            ("i32.add",),
            ("global.set", "stack"),
        ]
    for number in range(of.results):
        printer.add("local.get", result(number))
    return code, size


def open_calls(counters: tuple[Counter, ...]) -> int:
    """The slot that counts open calls of all that may call itself."""
    return next(counter.slot for counter in counters if counter.kind == "open")


class Keeping:
    """Prints what a kept function does before and behind its body.

    Attributes:
        values: The address of what is kept, behind it that of the clocks' sums, and of the steps that were taken.
    """

    def __init__(self, printer: Statements, of: Function, kept: Kept) -> None:
        self.printer, self.of, self.kept = printer, of, kept
        self.add = printer.add
        self.sums = printer.around.take(kept.size)
        printer.around.sums.append((self.sums, kept.size))
        self.values = printer.around.take(kept.size)
        self.steps = printer.around.take(kept.size) if kept.steps else 0
        self.at, self.now, self.before = (printer.code.fresh(hint) for hint in ("at", "now", "before"))
        self.left = printer.memory.slot(STEPS)

    def look_up(self) -> None:
        """Give what is kept, where nothing has changed since and there are enough steps."""
        add = self.add
        self.index()
        add("local.set", self.at)
        add("i32.const", 0)
        for clock in self.kept.clocks:
            add("i32.const", 0)
            add("i32.load", self.printer.around.clock(clock))
            add("i32.add")
        add("i32.const", 1)
        add("i32.add")
        add("local.tee", self.now)
        add("local.get", self.at)
        add("i32.load", self.sums)
        add("i32.eq")
        add("if", "kept")
        if self.kept.steps:
            add("i32.const", 0)
            add("i32.load", self.left)
            add("local.get", self.at)
            add("i32.load", self.steps)
            add("i32.sub")
            add("local.tee", self.before)
            add("i32.const", 0)
            add("i32.ge_s")
            add("if", "enough")
            add("i32.const", 0)
            add("local.get", self.before)
            add("i32.store", self.left)
        add("local.get", self.at)
        add("i32.load", self.values)
        add("return")
        if self.kept.steps:
            add("end")
        add("end")
        if self.kept.steps:
            add("i32.const", 0)
            add("i32.load", self.left)
            add("local.set", self.before)

    def index(self) -> None:
        """The offset of what is kept for the parameters at hand."""
        add = self.add
        variables = {variable.name: variable for variable in self.of.locals}
        add("i32.const", 0)
        for param in self.of.params:
            variable = variables[param]
            add("i32.const", values_of(variable))
            add("i32.mul")
            if variable.none:
                add("i32.const", values_of(variable) - 1)
            add("local.get", param)
            if variable.low:
                add("i32.const", variable.low)
                add("i32.sub")
            if variable.none:
                self.printer.test(param, "i32.eq", NONE)
                add("select")
            add("i32.add")
        add("i32.const", 2)
        add("i32.shl")

    def store(self) -> None:
        """Keep what the body gave."""
        add = self.add
        add("local.get", self.at)
        add("local.get", self.now)
        add("i32.store", self.sums)
        add("local.get", self.at)
        add("local.get", result(0))
        add("i32.store", self.values)
        if self.kept.steps:
            add("local.get", self.at)
            add("local.get", self.before)
            add("i32.const", 0)
            add("i32.load", self.left)
            add("i32.sub")
            add("i32.store", self.steps)
