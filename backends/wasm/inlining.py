"""Calls replaced by what they call: who calls a small function, or one that nobody else calls, does its work himself.

What compiles modules for a machine does no such thing, and a call costs as much as some ten instructions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from attrs import define, evolve, field, frozen

from bombsight.backends.wasm.encoding import I32, I64
from bombsight.backends.wasm.instructions import CODES, Instruction
from bombsight.backends.wasm.module import Code

SMALL = 150
"""A function of so many instructions is put wherever it is called."""

ONCE = 600
"""One of so many, where it is called only there."""

LARGE = 6000
"""What has so many instructions takes no more of others."""

NAMING: dict[str, str] = {
    name: kind for name, (_, kind) in CODES.items() if kind in ("local", "label", "labels", "block")
}
NAMING["return"] = "return"
"""Instructions that are another function's otherwise: what stands behind them, a name of the function's own."""

ZERO: dict[str, Instruction] = {I32: ("i32.const", 0), I64: ("i64.const", 0)}
"""What a variable holds before it is set, by its type."""


def joined(codes: Sequence[Code], often: Collection[str]) -> tuple[Code, ...]:
    """Functions that do the same with fewer calls; those that nobody calls any more are left out.

    Args:
        codes: The functions of a module; those that can be called from outside stay whole.
        often: Those from which many runs begin. What these do not come to runs once in a while: it calls what it calls,
            so that no second copy of everything stands there.
    """
    by_name = {code.name: code for code in codes}
    calling = {code.name: called(code) for code in codes}
    busy = reached(codes, often, calling)
    calls = Counter(callee for code in busy for callee in calling[code.name])
    joining = Joining(calls)
    for name in callees_first([code.name for code in busy], calling):
        if name in by_name:
            joining.add(by_name[name])
    found = [joining.done.get(code.name, code) for code in codes]
    calling |= {name: called(code) for name, code in joining.done.items()}
    return reached(found, [code.name for code in found if code.exported is not None], calling)


def callees_first(names: Iterable[str], calling: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Some functions and whatever is called from there, each once, behind those it calls, but for calls in a circle.

    Args:
        names: The names of some.
        calling: What each calls.
    """
    begun: set[str] = set()
    waiting = [("", iter(names))]
    while waiting:
        name, callees = waiting[-1]
        callee = next((callee for callee in callees if callee not in begun), None)
        if callee is not None:
            begun.add(callee)
            waiting.append((callee, iter(calling.get(callee, ()))))
        else:
            waiting.pop()
            if waiting:
                yield name


def called(code: Code) -> list[str]:
    """The functions that one calls, a name for each call."""
    return [line[1] for line in code.lines if line[0] == "call"]


def reached(codes: Sequence[Code], first: Iterable[str], calling: Mapping[str, Sequence[str]]) -> tuple[Code, ...]:
    """Some functions, by name, and whatever is called from there.

    Args:
        codes: The functions.
        first: The names of some.
        calling: What each calls.
    """
    found: set[str] = set()
    waiting = [*first]
    while waiting:
        name = waiting.pop()
        if name in calling and name not in found:
            found.add(name)
            waiting += calling[name]
    return tuple(code for code in codes if code.name in found)


def worth(callee: Code, calls: int, size: int, *, often: bool) -> bool:
    """Whether a function is put where it is called, in one of a size that is called ``often`` itself."""
    if len(callee.lines) <= SMALL:
        return True
    return calls == 1 and len(callee.lines) <= ONCE and size <= LARGE and not (callee.rest and often)


@frozen
class Placed:
    """What a function does where it is called, its arguments on the stack, its results there after.

    It is the same wherever that is, under names that no other has; so it may stand more than once in a function.
    """

    lines: tuple[Instruction, ...]
    locals: dict[str, str]


@define
class Joining:
    """Functions that do the work of those they call.

    Attributes:
        calls: How often each function is called.
        done: What has come of functions.
        placed: What those do where they are called that were put anywhere.
    """

    calls: Mapping[str, int]
    done: dict[str, Code] = field(factory=dict)
    placed: dict[str, Placed] = field(factory=dict)

    def add(self, code: Code) -> None:
        """A function does the work of others where that is worth it."""
        lines: list[Instruction] = []
        locals = dict(code.locals)
        size = len(code.lines)
        often = self.calls[code.name] > 1
        for line in code.lines:
            callee = self.done.get(line[1]) if line[0] == "call" else None
            if callee is None or callee.apart or not worth(callee, self.calls[callee.name], size, often=often):
                lines.append(line)
            else:
                own = self.placed.get(callee.name)
                if own is None:
                    own = self.placed[callee.name] = placed(callee, len(self.placed))
                lines += own.lines
                locals |= own.locals
                size += len(callee.lines)
        self.done[code.name] = evolve(code, locals=locals, lines=lines)


def placed(callee: Code, number: int) -> Placed:
    """What a function does where it is called; its variables and labels have a number behind their names."""
    own = {variable: f"{variable}'{number}" for variable in (*callee.params, *callee.locals)}
    locals = {own[variable]: kind for variable, kind in (*callee.params.items(), *callee.locals.items())}
    results = [f"given {at}'{number}" for at in range(len(callee.results))]
    locals.update(zip(results, callee.results, strict=True))
    out = f"return'{number}"
    give: list[Instruction] = [("local.set", result) for result in reversed(results)]
    lines: list[Instruction] = [("local.set", own[name]) for name in reversed(callee.params)]
    for variable, kind in callee.locals.items():  # in a loop it may be here for the second time
        lines += [ZERO[kind], ("local.set", own[variable])]
    lines.append(("block", out))
    for line in callee.lines:
        match NAMING.get(line[0]):
            case None:
                lines.append(line)
            case "local":
                lines.append((line[0], own[line[1]]))
            case "return":
                lines += [*give, ("br", out)]
            case "block":
                lines.append((line[0], f"{line[1]}'{number}", *line[2:]) if line[1:] else line)
            case _:  # the rest: names labels
                lines.append((line[0], *[f"{label}'{number}" for label in line[1:]]))
    lines += [*give, ("end",), *(("local.get", result) for result in results)]
    return Placed(tuple(lines), locals)
