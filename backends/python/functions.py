"""Functions as Python source."""

from __future__ import annotations

from attrs import evolve

from bombsight.backends.python.expressions import Expressions
from bombsight.backends.python.statements import Statements
from bombsight.compiler.lower.plain import without_events
from bombsight.dsl.limits import OPEN
from bombsight.flat.functions import Function, Guard
from bombsight.flat.statements import Block, Return


def function_lines(function: Function, expressions: Expressions, traced: bool, shared: frozenset[str]) -> list[str]:
    """A function, and its body apart where something must be seen to when the body is over.

    ``shared`` are the functions whose body others share.
    """
    printer = Statements(expressions, traced, 1)
    printer.lines.append("")
    asks = " (may ask)" if function.asks else ""
    printer.line(f"# {function.about}{asks}")
    params = ", ".join(function.params)
    guard = function.guard
    inner = f"body_{function.shares or function.name}"
    guarded = guard is not None and needs_guard(guard)
    if function.shares is None:
        apart = guarded or function.name in shared
        with printer.deeper(f"def {inner if apart else function.name}({params}):"):
            printer.block(without_last_return(function.body))
        if not apart:
            return printer.lines
        printer.lines.append("")
    with printer.deeper(f"def {function.name}({params}):"):
        if guard is None or not guarded:
            printer.line(f"return {inner}({params})")
        else:
            guard_lines(guard, f"{inner}({params})", function, printer)
    return printer.lines


def without_last_return(body: Block) -> Block:
    """A body without the return of nothing that ends it anyway."""
    return body[:-1] if body and body[-1] == Return() else body


def plain_function(function: Function, faults: frozenset[str]) -> Function:
    """A function that tells nothing; ``faults`` are the functions that may come to a fault."""
    guard = function.guard and evolve(
        function.guard, enter=None, leave=None, too_deep=without_events(function.guard.too_deep, faults)
    )
    return evolve(function, body=without_events(function.body, faults), guard=guard)


def needs_guard(guard: Guard) -> bool:
    """Whether there is anything to see to."""
    return any(part is not None for part in (guard.number, guard.resets, guard.depth, guard.enter))


def guard_lines(guard: Guard, call: str, function: Function, printer: Statements) -> None:
    """What is done around a function's body."""
    if guard.depth is not None:
        depth = printer.show.constants.slots[guard.depth]
        with printer.deeper(f"if S[{depth}] >= {guard.deepest}:"):
            printer.block(guard.too_deep)
        printer.fault_if(f"S[OPEN] + {guard.height} > {OPEN}", guard.nested)
        printer.line(f"S[{depth}] += 1")
        printer.line(f"S[OPEN] += {guard.height}")
    if guard.enter is not None:
        printer.line(f"log({', '.join([str(guard.enter), *function.params])})")
    gives = "value = " if function.results else ""
    if guard.escapes:
        with printer.deeper("try:"):
            printer.line(f"{gives}{call}")
        with printer.deeper("except Ended as ended:"):
            ending(guard, printer)
            if guard.number is None:
                printer.line("raise")
            else:
                with printer.deeper(f"if ended.procedure != {guard.number}:"):
                    printer.line("raise")
                printer.line("return ended.value" if function.results else "return")
    else:
        printer.line(f"{gives}{call}")
    ending(guard, printer)
    if function.results:
        printer.line("return value")


def ending(guard: Guard, printer: Statements) -> None:
    """What is done when a body is over."""
    if guard.depth is not None:
        printer.line(f"S[{printer.show.constants.slots[guard.depth]}] -= 1")
        printer.line(f"S[OPEN] -= {guard.height}")
    if guard.leave is not None:
        printer.line(f"log({guard.leave})")
    if guard.resets is not None:
        printer.line(f"reset_{guard.resets}()")
