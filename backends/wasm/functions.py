"""Functions: what stands around a body."""

from __future__ import annotations

from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.expressions import Surroundings
from bombsight.backends.wasm.lists import step
from bombsight.backends.wasm.module import Code
from bombsight.backends.wasm.statements import OUT, Statements, result
from bombsight.dsl.limits import OPEN
from bombsight.flat.functions import Function
from bombsight.flat.layout import Counter


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
