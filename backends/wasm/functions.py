"""Functions of the flat form as WebAssembly instructions: the guard and the memo around a body."""

from __future__ import annotations

from bombsight.backends.wasm.context import ModuleContext, emit_increment, staying_name
from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.module import FunctionCode
from bombsight.backends.wasm.statements import END_LABEL, StatementPrinter, result_local
from bombsight.dsl.limits import MAX_OPEN_CALLS
from bombsight.flat.functions import Function, Kept
from bombsight.flat.layout import STEPS_SLOT, Counter
from bombsight.flat.passes.memoize import count_values
from bombsight.flat.types import NONE


def emit_function(context: ModuleContext, function: Function, *, stays: bool = False) -> tuple[list[FunctionCode], int]:
    """Compile a function, with a wrapper if it is memoized; return its codes and the bytes of its stack frame."""
    name = staying_name(function) if stays else function.name
    if function.kept is None:
        code, size = emit_whole_function(context, function, name, stays=stays)
        return [code], size
    work, size = emit_whole_function(context, function, f"work {name}", stays=stays)
    work.apart = True
    return [work, memo_wrapper(context, function, function.kept, work.name)], size


def emit_whole_function(
    context: ModuleContext, function: Function, name: str, *, stays: bool
) -> tuple[FunctionCode, int]:
    """Compile a function with its entry and exit code (guard); return the code and the frame's size in bytes.

    Args:
        context: Context of the module.
        function: The function.
        name: The name of its code.
        stays: Whether to compile the variant that does not reset its region.
    """
    code = FunctionCode(name, dict.fromkeys(function.params, I32), (I32,) * function.results)
    for number in range(function.results):
        code.locals[result_local(number)] = I32
    printer = StatementPrinter(context, function, code)
    guard = function.guard
    memory = context.memory
    if guard is not None and guard.depth is not None and guard.nested is not None:
        depth, open_ = memory.slot_address(guard.depth), memory.slot_address(open_calls_slot(context.program.counters))
        printer.add("block", END_LABEL)
        printer.add("i32.const", 0)
        printer.add("i32.load", depth)
        printer.add("i32.const", guard.deepest)
        printer.add("i32.ge_s")
        printer.add("if", "too_deep")
        printer.emit_block(guard.too_deep)
        printer.add("br", END_LABEL)
        printer.add("end")
        printer.add("i32.const", 0)
        printer.add("i32.load", open_)
        printer.add("i32.const", MAX_OPEN_CALLS - guard.height)
        printer.add("i32.gt_s")
        printer.emit_fault_if(guard.nested)
        emit_increment(code, depth, 1)
        emit_increment(code, open_, guard.height)
    if guard is not None and guard.enter is not None and context.traced:
        printer.emit_enter_event(guard.enter, function.params)
    printer.add("block", END_LABEL)
    printer.emit_block(function.body)
    printer.add("end")
    if guard is not None:
        if guard.depth is not None and guard.nested is not None:
            emit_increment(code, depth, -1)
            emit_increment(code, open_, -guard.height)
        if guard.leave is not None and context.traced:
            printer.emit_event(guard.leave, ())
        if guard.resets is not None and not stays:
            printer.add("call", f"reset {guard.resets}")
        if guard.number is not None and guard.number in function.ends:
            printer.emit_catch_end(guard.number, function.results)
        if guard.depth is not None and guard.nested is not None:
            printer.add("end")
    for number in range(function.results):
        printer.add("local.get", result_local(number))
    return code, printer.frame.size


def open_calls_slot(counters: tuple[Counter, ...]) -> int:
    """Return the number of the slot that counts the open calls of all recursive functions."""
    return next(counter.slot for counter in counters if counter.kind == "open")


def memo_wrapper(context: ModuleContext, function: Function, memo: Kept, work_name: str) -> FunctionCode:
    """Make the wrapper of a memoized function.

    It returns the stored value if its clocks are unchanged and enough steps are left. Else it calls the body and stores
    the value with the sum of the clocks and the steps taken.

    Args:
        context: Context of the module.
        function: The function.
        memo: Its memo.
        work_name: The name of the function with the body.
    """
    code = FunctionCode(function.name, dict.fromkeys(function.params, I32), (I32,))
    sums, values = context.allocate_words(memo.size), context.allocate_words(memo.size)
    context.sums.append((sums, memo.size))
    steps = context.allocate_words(memo.size) if memo.steps else 0
    left = context.memory.slot_address(STEPS_SLOT)
    at, now, steps_before, result_value = (code.fresh_local(hint) for hint in ("at", "now", "before", "given"))
    add = code.add
    emit_memo_index(code, function)
    add("local.set", at)
    add("i32.const", 1)
    for clock in memo.clocks:
        add("i32.const", 0)
        add("i32.load", context.clock_address(clock))
        add("i32.add")
    add("local.tee", now)
    add("local.get", at)
    add("i32.load", sums)
    add("i32.eq")
    add("if", "kept")
    if memo.steps:
        add("i32.const", 0)
        add("i32.load", left)
        add("local.get", at)
        add("i32.load", steps)
        add("i32.sub")
        add("local.tee", steps_before)
        add("i32.const", 0)
        add("i32.ge_s")
        add("if", "enough")
        add("i32.const", 0)
        add("local.get", steps_before)
        add("i32.store", left)
    add("local.get", at)
    add("i32.load", values)
    add("return")
    if memo.steps:
        add("end")
    add("end")
    if memo.steps:
        add("i32.const", 0)
        add("i32.load", left)
        add("local.set", steps_before)
    for param in function.params:
        add("local.get", param)
    add("call", work_name)
    add("local.set", result_value)
    add("local.get", at)
    add("local.get", now)
    add("i32.store", sums)
    add("local.get", at)
    add("local.get", result_value)
    add("i32.store", values)
    if memo.steps:
        add("local.get", at)
        add("local.get", steps_before)
        add("i32.const", 0)
        add("i32.load", left)
        add("i32.sub")
        add("i32.store", steps)
    add("local.get", result_value)
    return code


def emit_memo_index(code: FunctionCode, function: Function) -> None:
    """Emit the byte offset of a call's arguments in the function's memo table."""
    variables = {variable.name: variable for variable in function.locals}
    add = code.add
    add("i32.const", 0)
    for param in function.params:
        variable = variables[param]
        add("i32.const", count_values(variable))
        add("i32.mul")
        if variable.none:
            add("i32.const", count_values(variable) - 1)
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
