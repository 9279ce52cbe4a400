"""Functions: what stands around a body."""

from __future__ import annotations

from bombsight.backends.wasm.context import Surroundings, staying_name, step
from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.module import Code
from bombsight.backends.wasm.statements import OUT, Statements, result
from bombsight.dsl.limits import OPEN
from bombsight.flat.functions import Function, Kept
from bombsight.flat.layout import STEPS, Counter
from bombsight.flat.passes.memoize import values_of
from bombsight.flat.types import NONE


def function(around: Surroundings, of: Function, *, stays: bool = False) -> tuple[list[Code], int]:
    """A function, with those it is made of, and how many bytes its frame has, which it has yet to find.

    Args:
        around: What it shares with others.
        of: The function.
        stays: Whether the procedure's state is left as it is at the end.
    """
    name = staying_name(of) if stays else of.name
    if of.kept is None:
        code, size = whole(around, of, name, stays=stays)
        return [code], size
    work, size = whole(around, of, f"work {name}", stays=stays)
    work.apart = True
    return [work, keeping(around, of, of.kept, work.name)], size


def whole(around: Surroundings, of: Function, name: str, *, stays: bool) -> tuple[Code, int]:
    """A function under a name, and how many bytes its frame has."""
    code = Code(name, dict.fromkeys(of.params, I32), (I32,) * of.results)
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
    for number in range(of.results):
        printer.add("local.get", result(number))
    return code, printer.frame.size


def open_calls(counters: tuple[Counter, ...]) -> int:
    """The slot that counts open calls of all that may call itself."""
    return next(counter.slot for counter in counters if counter.kind == "open")


def keeping(around: Surroundings, of: Function, kept: Kept, work: str) -> Code:
    """What a kept function does around its work.

    It gives what is kept, where nothing has changed since and there are enough steps; else it keeps what the work
    gives, with the sum of the clocks and the steps that it took.
    """
    code = Code(of.name, dict.fromkeys(of.params, I32), (I32,))
    sums, values = around.take(kept.size), around.take(kept.size)
    around.sums.append((sums, kept.size))
    steps = around.take(kept.size) if kept.steps else 0
    left = around.memory.slot(STEPS)
    at, now, before, given = (code.fresh(hint) for hint in ("at", "now", "before", "given"))
    add = code.add
    index(code, of)
    add("local.set", at)
    add("i32.const", 1)
    for clock in kept.clocks:
        add("i32.const", 0)
        add("i32.load", around.clock(clock))
        add("i32.add")
    add("local.tee", now)
    add("local.get", at)
    add("i32.load", sums)
    add("i32.eq")
    add("if", "kept")
    if kept.steps:
        add("i32.const", 0)
        add("i32.load", left)
        add("local.get", at)
        add("i32.load", steps)
        add("i32.sub")
        add("local.tee", before)
        add("i32.const", 0)
        add("i32.ge_s")
        add("if", "enough")
        add("i32.const", 0)
        add("local.get", before)
        add("i32.store", left)
    add("local.get", at)
    add("i32.load", values)
    add("return")
    if kept.steps:
        add("end")
    add("end")
    if kept.steps:
        add("i32.const", 0)
        add("i32.load", left)
        add("local.set", before)
    for param in of.params:
        add("local.get", param)
    add("call", work)
    add("local.set", given)
    add("local.get", at)
    add("local.get", now)
    add("i32.store", sums)
    add("local.get", at)
    add("local.get", given)
    add("i32.store", values)
    if kept.steps:
        add("local.get", at)
        add("local.get", before)
        add("i32.const", 0)
        add("i32.load", left)
        add("i32.sub")
        add("i32.store", steps)
    add("local.get", given)
    return code


def index(code: Code, of: Function) -> None:
    """The offset of what is kept for the parameters at hand."""
    variables = {variable.name: variable for variable in of.locals}
    add = code.add
    add("i32.const", 0)
    for param in of.params:
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
            add("local.get", param)
            add("i32.const", NONE)
            add("i32.eq")
            add("select")
        add("i32.add")
    add("i32.const", 2)
    add("i32.shl")
