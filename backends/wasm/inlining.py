"""Inlining of small functions, and of functions with a single call.

The WebAssembly compiler does not inline, and a call costs as much as about ten instructions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from attrs import define, evolve, field, frozen

from bombsight.backends.wasm.encoding import I32, I64
from bombsight.backends.wasm.instructions import CODES, Instruction
from bombsight.backends.wasm.module import FunctionCode

MAX_INLINE_SIZE = 150
"""Most instructions of a function that is inlined at every call."""

MAX_SINGLE_CALL_SIZE = 600
"""Most instructions of a function that is inlined at its only call."""

MAX_CALLER_SIZE = 6000
"""Most instructions of a caller into which larger functions are inlined."""

RENAMED_OPERANDS: dict[str, str] = {
    name: kind for name, (_, kind) in CODES.items() if kind in ("local", "label", "labels", "block")
}
RENAMED_OPERANDS["return"] = "return"
"""Instructions that change when they are inlined, with the kind of name after each."""

ZERO_VALUES: dict[str, Instruction] = {I32: ("i32.const", 0), I64: ("i64.const", 0)}
"""Initial value of a local, by its type."""


def inline_calls(codes: Sequence[FunctionCode], hot_names: Collection[str]) -> tuple[FunctionCode, ...]:
    """Inline calls between functions, and drop functions that are not called any more.

    Args:
        codes: The functions of a module; exported ones are kept.
        hot_names: Functions from which many runs begin. Functions that these do not reach run rarely, so nothing is
            inlined into them, which would only duplicate code.
    """
    by_name = {code.name: code for code in codes}
    callees_by_name = {code.name: callees_of(code) for code in codes}
    hot_codes = reachable_codes(codes, hot_names, callees_by_name)
    calls = Counter(callee for code in hot_codes for callee in callees_by_name[code.name])
    inliner = Inliner(calls)
    for name in order_callees_first([code.name for code in hot_codes], callees_by_name):
        if name in by_name:
            inliner.inline_callees(by_name[name])
    inlined = [inliner.inlined_codes.get(code.name, code) for code in codes]
    callees_by_name |= {name: callees_of(code) for name, code in inliner.inlined_codes.items()}
    return reachable_codes(inlined, [code.name for code in inlined if code.exported is not None], callees_by_name)


def order_callees_first(names: Iterable[str], callees_by_name: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield functions and all that they reach by calls, callees before callers, except in recursion."""
    visited: set[str] = set()
    waiting = [("", iter(names))]
    while waiting:
        name, callees = waiting[-1]
        callee = next((callee for callee in callees if callee not in visited), None)
        if callee is not None:
            visited.add(callee)
            waiting.append((callee, iter(callees_by_name.get(callee, ()))))
        else:
            waiting.pop()
            if waiting:
                yield name


def callees_of(code: FunctionCode) -> list[str]:
    """List the callees in a function's code, with repetitions."""
    return [line[1] for line in code.lines if line[0] == "call"]


def reachable_codes(
    codes: Sequence[FunctionCode], root_names: Iterable[str], callees_by_name: Mapping[str, Sequence[str]]
) -> tuple[FunctionCode, ...]:
    """Select the functions that some roots reach by calls."""
    names: set[str] = set()
    waiting = [*root_names]
    while waiting:
        name = waiting.pop()
        if name in callees_by_name and name not in names:
            names.add(name)
            waiting += callees_by_name[name]
    return tuple(code for code in codes if code.name in names)


def is_worth_inlining(callee: FunctionCode, calls: int, caller_size: int, *, is_hot: bool) -> bool:
    """Whether to inline a callee into a caller, by their sizes and the number of calls.

    Args:
        callee: The function.
        calls: How often it is called.
        caller_size: Instructions of the caller.
        is_hot: Whether the caller is itself called more than once.
    """
    if len(callee.lines) <= MAX_INLINE_SIZE:
        return True
    return (
        calls == 1
        and len(callee.lines) <= MAX_SINGLE_CALL_SIZE
        and caller_size <= MAX_CALLER_SIZE
        and not (callee.rest and is_hot)
    )


@frozen
class InlinedBody:
    """Instructions that replace a call: they take its arguments from the stack and leave its results there.

    Their names are unique, so they may stand more than once in a function.
    """

    lines: tuple[Instruction, ...]
    locals: dict[str, str]


@define
class Inliner:
    """Inlines callees into functions.

    Attributes:
        calls: The number of calls of each function.
        inlined_codes: The functions after inlining.
        bodies: The inlined body of each function that was inlined anywhere.
    """

    calls: Mapping[str, int]
    inlined_codes: dict[str, FunctionCode] = field(factory=dict)
    bodies: dict[str, InlinedBody] = field(factory=dict)

    def inline_callees(self, code: FunctionCode) -> None:
        """Inline the calls in a function where that is worth it, and store the result."""
        lines: list[Instruction] = []
        locals = dict(code.locals)
        size = len(code.lines)
        is_hot = self.calls[code.name] > 1
        for line in code.lines:
            callee = self.inlined_codes.get(line[1]) if line[0] == "call" else None
            if (
                callee is None
                or callee.apart
                or not is_worth_inlining(callee, self.calls[callee.name], size, is_hot=is_hot)
            ):
                lines.append(line)
            else:
                own = self.bodies.get(callee.name)
                if own is None:
                    own = self.bodies[callee.name] = make_inlined_body(callee, len(self.bodies))
                lines += own.lines
                locals |= own.locals
                size += len(callee.lines)
        self.inlined_codes[code.name] = evolve(code, locals=locals, lines=lines)


def make_inlined_body(callee: FunctionCode, number: int) -> InlinedBody:
    """Make the instructions that replace a call; ``number`` makes their variables and labels unique."""
    own = {variable: f"{variable}'{number}" for variable in (*callee.params, *callee.locals)}
    locals = {own[variable]: kind for variable, kind in (*callee.params.items(), *callee.locals.items())}
    results = [f"given {at}'{number}" for at in range(len(callee.results))]
    locals.update(zip(results, callee.results, strict=True))
    out = f"return'{number}"
    give: list[Instruction] = [("local.set", result) for result in reversed(results)]
    lines: list[Instruction] = [("local.set", own[name]) for name in reversed(callee.params)]
    for variable, kind in callee.locals.items():  # a loop may repeat the inlined body
        lines += [ZERO_VALUES[kind], ("local.set", own[variable])]
    lines.append(("block", out))
    for line in callee.lines:
        match RENAMED_OPERANDS.get(line[0]):
            case None:
                lines.append(line)
            case "local":
                lines.append((line[0], own[line[1]]))
            case "return":
                lines += [*give, ("br", out)]
            case "block":
                lines.append((line[0], f"{line[1]}'{number}", *line[2:]) if line[1:] else line)
            case _:  # the rest: has labels
                lines.append((line[0], *[f"{label}'{number}" for label in line[1:]]))
    lines += [*give, ("end",), *(("local.get", result) for result in results)]
    return InlinedBody(tuple(lines), locals)
