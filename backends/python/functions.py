"""Functions as Python source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from bombsight.backends.python.constants import Constants, resets
from bombsight.backends.python.names import comment
from bombsight.backends.python.places import placed, places
from bombsight.backends.python.statement_hoisting import TELL
from bombsight.backends.python.statements import Statements
from bombsight.dsl.limits import OPEN
from bombsight.flat.functions import Function, Kept
from bombsight.flat.guards import Guard
from bombsight.flat.passes.memoize import values_of
from bombsight.flat.statements import Block, Refill, Return
from bombsight.flat.walking import TERMINAL

WORTH_PLACING = 3
"""So often a body asks where a parameter stands in its list before that is worked out at its start."""


def function_lines(
    function: Function, constants: Constants, traced: bool, stays: bool, preferred: bool = False
) -> list[str]:
    """A function, its body apart where what must be seen to when it is over takes more than lines at its ends.

    Args:
        function: The function.
        constants: Names of numbers and data, filled as they are met.
        traced: Whether the code tells the journal.
        stays: Whether there is another one beside it, which leaves the procedure's state as it is.
        preferred: Whether every choice is the rules' own preference, and nobody is asked.
    """
    name = constants.functions[function.name]
    guard = function.guard if function.guard is not None and needs_guard(function.guard) else None
    stays = stays and resets(function)
    printer = Statements(function, constants, traced, preferred)
    printer.lines.append("")
    about = comment(function.about).lstrip() or "#"
    printer.line(f"{about}{' (may ask)' if function.asks else ''}")
    params = ", ".join(printer.locals[param] for param in function.params)
    apart = function.kept is not None or (guard is not None and stays)
    inner = f"body_{name}" if apart else name
    with printer.deeper(f"def {inner}({params}):"):
        if guard is None or apart:
            printer.block(without_last_return(placing(function, printer)))
        else:
            guarded(guard, function, printer)
    call = f"{inner}({params})"
    if function.kept is not None:
        printer.lines.append("")
        with printer.deeper(f"def {name}({params}):"):
            kept_lines(function, function.kept, call, printer)
    elif guard is not None and apart:
        for outer, falls_back in ((name, True), (constants.staying[function.name], False)):
            printer.lines.append("")
            with printer.deeper(f"def {outer}({params}):"):
                guarded(guard, function, printer, call, falls_back=falls_back)
    return printer.lines


def placing(function: Function, printer: Statements) -> Block:
    """The body of a function, where its parameters stand in their lists worked out at its start if that is worth it."""
    body = function.body
    for param in function.params:
        for list_, times in places(param, body).items():
            if times >= WORTH_PLACING:
                place = printer.placing(param, list_)
                body = tuple(placed(stmt, param, list_, place) for stmt in body)
    return body


def without_last_return(body: Block) -> Block:
    """A body without the return of nothing that ends it anyway."""
    return body[:-1] if body and body[-1] == Return() else body


def needs_guard(guard: Guard) -> bool:
    """Whether there is anything to see to."""
    return any(part is not None for part in (guard.number, guard.resets, guard.depth, guard.enter))


def guarded(
    guard: Guard, function: Function, printer: Statements, call: str | None = None, *, falls_back: bool = True
) -> None:
    """A body, and what is done around it.

    Args:
        guard: What is done.
        function: The function.
        printer: Takes the lines.
        call: The Python call of the body, where it stands apart.
        falls_back: Whether the region falls back at the end.
    """
    leaving = partial(ending, guard, printer, falls_back)
    entering(guard, function, printer)
    if not function.ends:
        body_lines(function, printer, call, leaving)
        return
    with printer.deeper("try:"):
        body_lines(function, printer, call, leaving)
    with printer.deeper("except Ended as ended:"):
        leaving()
        if guard.number is None:
            printer.line("raise")
        else:
            with printer.deeper(f"if ended.procedure != {guard.number}:"):
                printer.line("raise")
            printer.line("return ended.value" if function.results else "return")


def body_lines(function: Function, printer: Statements, call: str | None, leaving: Callable[[], None]) -> None:
    """A body or its call, and what is done before each of its ends."""
    if call is None:
        printer.leaving = leaving
        body = without_last_return(placing(function, printer))
        printer.block(body)
        if not body or not isinstance(body[-1], TERMINAL):
            leaving()
        return
    printer.line(f"value = {call}" if function.results else call)
    leaving()
    if function.results:
        printer.line("return value")


def entering(guard: Guard, function: Function, printer: Statements) -> None:
    """What is done before a body."""
    if guard.depth is not None and guard.nested is not None:
        depth = printer.show.constants.slots[guard.depth]
        with printer.deeper(f"if S[{depth}] >= {guard.deepest}:"):
            printer.block(guard.too_deep)
        printer.fault_if(f"S[OPEN] + {guard.height} > {OPEN}", guard.nested)
        printer.line(f"S[{depth}] += 1")
        printer.line(f"S[OPEN] += {guard.height}")
    if guard.enter is not None:
        begins = any(isinstance(stmt, Refill) for stmt in function.body)
        printer.tell(guard.enter, *(printer.locals[param] for param in function.params), by="log" if begins else TELL)


def ending(guard: Guard, printer: Statements, falls_back: bool) -> None:
    """What is done when a body is over."""
    if guard.depth is not None:
        printer.line(f"S[{printer.show.constants.slots[guard.depth]}] -= 1")
        printer.line(f"S[OPEN] -= {guard.height}")
    if guard.leave is not None:
        printer.tell(guard.leave)
    if guard.resets is not None and falls_back:
        printer.line(f"reset_{guard.resets}()")


def kept_lines(function: Function, kept: Kept, call: str, printer: Statements) -> None:
    """What is kept of a function, or, where it may have changed, what its body gives.

    Args:
        function: The function.
        kept: How it is kept.
        call: The Python call of its body.
        printer: Takes the lines.
    """
    name = printer.show.constants.functions[function.name]
    printer.line(f"at = {place(function, printer)}")
    printer.line(f"now = 1 + {' + '.join(f'CLOCKS[{clock}]' for clock in kept.clocks) or '0'}")
    if kept.steps:
        with printer.deeper(f"if sums_{name}[at] == now:"):
            printer.line(f"left = S[STEPS] - steps_{name}[at]")
            with printer.deeper("if left >= 0:"):
                printer.line("S[STEPS] = left")
                printer.line(f"return values_{name}[at]")
        printer.line("left = S[STEPS]")
    else:
        with printer.deeper(f"if sums_{name}[at] == now:"):
            printer.line(f"return values_{name}[at]")
    printer.line(f"value = values_{name}[at] = {call}")
    printer.line(f"sums_{name}[at] = now")
    if kept.steps:
        printer.line(f"steps_{name}[at] = left - S[STEPS]")
    printer.line("return value")


def place(function: Function, printer: Statements) -> str:
    """Where what is given for certain parameters is kept; none of a parameter comes behind its other values."""
    variables = {variable.name: variable for variable in function.locals}
    found = ""
    for param in function.params:
        variable, name = variables[param], printer.locals[param]
        value = name if not variable.low else f"{name} - {variable.low}"
        if variable.none:
            value = f"({value} if {name} != NONE else {values_of(variable) - 1})"
        found = value if not found else f"({found}) * {values_of(variable)} + {value}"
    return found or "0"


def keeping_lines(functions: Iterable[Function], names: Constants, clocks: int) -> Iterator[str]:
    """The clocks, and where values are kept."""
    yield ""
    yield f"CLOCKS = [0] * {clocks}"
    for function in functions:
        if function.kept is not None:
            name = names.functions[function.name]
            for kind in ("sums", "values", *(["steps"] if function.kept.steps else [])):
                yield f"{kind}_{name} = [0] * {function.kept.size}"
