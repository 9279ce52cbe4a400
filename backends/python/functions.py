"""Functions of the flat form as Python source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from bombsight.backends.python.constants import SymbolTable, has_state_to_reset
from bombsight.backends.python.element_index import count_index_uses, replace_index_uses
from bombsight.backends.python.names import render_comment
from bombsight.backends.python.statement_hoisting import EVENT_SINK
from bombsight.backends.python.statements import StatementPrinter
from bombsight.dsl.limits import MAX_OPEN_CALLS
from bombsight.flat.functions import Function, Kept
from bombsight.flat.guards import Guard
from bombsight.flat.passes.memoize import count_values
from bombsight.flat.statements import Block, Refill, Return
from bombsight.flat.walking import TERMINAL

MIN_INDEX_USES = 3
"""Uses of a parameter's index in its list from which a function computes it once at its start."""


def function_lines(
    function: Function, symbols: SymbolTable, traced: bool, has_staying_form: bool, preferred: bool = False
) -> list[str]:
    """Return the Python source lines of a function; its body is a second one if it is memoized or has two variants.

    Args:
        function: The function.
        symbols: Names of numbers and data.
        traced: Whether the code writes the journal.
        has_staying_form: Whether to print the variant that does not reset its region, too.
        preferred: Whether the autopilot's choices are computed inline.
    """
    name = symbols.functions[function.name]
    guard = function.guard if function.guard is not None and needs_guard(function.guard) else None
    has_staying_form = has_staying_form and has_state_to_reset(function)
    printer = StatementPrinter(function, symbols, traced, preferred)
    printer.lines.append("")
    about = render_comment(function.about).lstrip() or "#"
    printer.emit_line(f"{about}{' (may ask)' if function.asks else ''}")
    params = ", ".join(printer.locals[param] for param in function.params)
    is_body_apart = function.kept is not None or (guard is not None and has_staying_form)
    inner = f"body_{name}" if is_body_apart else name
    with printer.indented_block(f"def {inner}({params}):"):
        if guard is None or is_body_apart:
            printer.emit_block(strip_last_return(cache_param_indices(function, printer)))
        else:
            emit_guarded_body(guard, function, printer)
    call = f"{inner}({params})"
    if function.kept is not None:
        printer.lines.append("")
        with printer.indented_block(f"def {name}({params}):"):
            emit_memoized_call(function, function.kept, call, printer)
    elif guard is not None and is_body_apart:
        for outer, resets_region in ((name, True), (symbols.staying[function.name], False)):
            printer.lines.append("")
            with printer.indented_block(f"def {outer}({params}):"):
                emit_guarded_body(guard, function, printer, call, resets_region=resets_region)
    return printer.lines


def cache_param_indices(function: Function, printer: StatementPrinter) -> Block:
    """Emit variables for often used list indices of parameters; return the function body, rewritten to read them."""
    body = function.body
    for param in function.params:
        for list_, times in count_index_uses(param, body).items():
            if times >= MIN_INDEX_USES:
                place = printer.emit_element_index(param, list_)
                body = tuple(replace_index_uses(stmt, param, list_, place) for stmt in body)
    return body


def strip_last_return(body: Block) -> Block:
    """Drop the empty return at the end of a body."""
    return body[:-1] if body and body[-1] == Return() else body


def needs_guard(guard: Guard) -> bool:
    """Whether a guard (a function's entry and exit code) has anything to print."""
    return any(part is not None for part in (guard.number, guard.resets, guard.depth, guard.enter))


def emit_guarded_body(
    guard: Guard, function: Function, printer: StatementPrinter, call: str | None = None, *, resets_region: bool = True
) -> None:
    """Emit a function body between its entry and exit code (guard).

    Args:
        guard: The guard.
        function: The function.
        printer: Takes the lines.
        call: The Python call of the body, if the body is a function of its own.
        resets_region: Whether the region resets at the end.
    """
    emit_exit = partial(emit_guard_exit, guard, printer, resets_region)
    emit_guard_entry(guard, function, printer)
    if not function.ends:
        emit_body(function, printer, call, emit_exit)
        return
    with printer.indented_block("try:"):
        emit_body(function, printer, call, emit_exit)
    with printer.indented_block("except Ended as ended:"):
        emit_exit()
        if guard.number is None:
            printer.emit_line("raise")
        else:
            with printer.indented_block(f"if ended.procedure != {guard.number}:"):
                printer.emit_line("raise")
            printer.emit_line("return ended.value" if function.results else "return")


def emit_body(function: Function, printer: StatementPrinter, call: str | None, emit_exit: Callable[[], None]) -> None:
    """Emit the statements of a function, or the statement ``call`` in their place, with exit code before each return.

    Args:
        function: The function.
        printer: Takes the lines.
        call: The Python call of the body; None to emit the body itself.
        emit_exit: Emits the exit code.
    """
    if call is None:
        printer.emit_exit = emit_exit
        body = strip_last_return(cache_param_indices(function, printer))
        printer.emit_block(body)
        if not body or not isinstance(body[-1], TERMINAL):
            emit_exit()
        return
    printer.emit_line(f"value = {call}" if function.results else call)
    emit_exit()
    if function.results:
        printer.emit_line("return value")


def emit_guard_entry(guard: Guard, function: Function, printer: StatementPrinter) -> None:
    """Emit a function's entry code (guard): the depth check, the counters and the event ``enter``."""
    if guard.depth is not None and guard.nested is not None:
        depth = printer.renderer.symbols.slots[guard.depth]
        with printer.indented_block(f"if S[{depth}] >= {guard.deepest}:"):
            printer.emit_block(guard.too_deep)
        printer.emit_fault_if(f"S[OPEN] + {guard.height} > {MAX_OPEN_CALLS}", guard.nested)
        printer.emit_line(f"S[{depth}] += 1")
        printer.emit_line(f"S[OPEN] += {guard.height}")
    if guard.enter is not None:
        begins = any(isinstance(stmt, Refill) for stmt in function.body)
        printer.emit_event(
            guard.enter, *(printer.locals[param] for param in function.params), sink="log" if begins else EVENT_SINK
        )


def emit_guard_exit(guard: Guard, printer: StatementPrinter, resets_region: bool) -> None:
    """Emit a function's exit code (guard): the counters, the event ``leave`` and perhaps the reset of its region."""
    if guard.depth is not None:
        printer.emit_line(f"S[{printer.renderer.symbols.slots[guard.depth]}] -= 1")
        printer.emit_line(f"S[OPEN] -= {guard.height}")
    if guard.leave is not None:
        printer.emit_event(guard.leave)
    if guard.resets is not None and resets_region:
        printer.emit_line(f"reset_{guard.resets}()")


def emit_memoized_call(function: Function, memo: Kept, call: str, printer: StatementPrinter) -> None:
    """Emit a memoized function: return the stored value while its clocks (change counters) stand, else call the body.

    Args:
        function: The function.
        memo: Its memo.
        call: The Python call of its body.
        printer: Takes the lines.
    """
    name = printer.renderer.symbols.functions[function.name]
    printer.emit_line(f"at = {memo_index_source(function, printer)}")
    printer.emit_line(f"now = 1 + {' + '.join(f'CLOCKS[{clock}]' for clock in memo.clocks) or '0'}")
    if memo.steps:
        with printer.indented_block(f"if sums_{name}[at] == now:"):
            printer.emit_line(f"left = S[STEPS] - steps_{name}[at]")
            with printer.indented_block("if left >= 0:"):
                printer.emit_line("S[STEPS] = left")
                printer.emit_line(f"return values_{name}[at]")
        printer.emit_line("left = S[STEPS]")
    else:
        with printer.indented_block(f"if sums_{name}[at] == now:"):
            printer.emit_line(f"return values_{name}[at]")
    printer.emit_line(f"value = values_{name}[at] = {call}")
    printer.emit_line(f"sums_{name}[at] = now")
    if memo.steps:
        printer.emit_line(f"steps_{name}[at] = left - S[STEPS]")
    printer.emit_line("return value")


def memo_index_source(function: Function, printer: StatementPrinter) -> str:
    """Render the index of a function's arguments in its memo table; none counts as the value behind the highest."""
    variables = {variable.name: variable for variable in function.locals}
    index_source = ""
    for param in function.params:
        variable, name = variables[param], printer.locals[param]
        value = name if not variable.low else f"{name} - {variable.low}"
        if variable.none:
            value = f"({value} if {name} != NONE else {count_values(variable) - 1})"
        index_source = value if not index_source else f"({index_source}) * {count_values(variable)} + {value}"
    return index_source or "0"


def memo_table_lines(functions: Iterable[Function], symbols: SymbolTable, clocks: int) -> Iterator[str]:
    """Yield lines that define the clocks (change counters) and the memo tables of functions."""
    yield ""
    yield f"CLOCKS = [0] * {clocks}"
    for function in functions:
        if function.kept is not None:
            name = symbols.functions[function.name]
            for kind in ("sums", "values", *(["steps"] if function.kept.steps else [])):
                yield f"{kind}_{name} = [0] * {function.kept.size}"
