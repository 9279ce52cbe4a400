"""Kept values: what a function that changes nothing gave is given again, until something it read has changed.

Whatever may be read is under a clock, which goes on at every change of it; slots that the same functions read have a
clock in common. What is kept carries the sum of its function's clocks, as it was: clocks only go on, so while the sum
is the same, nothing has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.effects import ACTS
from bombsight.flat.functions import Function, Kept, Variable, told
from bombsight.flat.guards import Guard
from bombsight.flat.layout import Run
from bombsight.flat.passes.price import Price
from bombsight.flat.passes.weights import block_effort
from bombsight.flat.program import Program
from bombsight.flat.walking import Node, children, mentions

LOOKED_UP = 10.0
"""The effort of giving again what is kept."""

MOST = 512
"""So many values are kept of one function."""

CLOCKS = 8
"""So many clocks one function may have."""

TELLING = (*ACTS, fs.Event, fs.Invoke)
"""What changes something, may do so, or tells of it."""

GOING_THROUGH: Mapping[type, str] = {
    fx.Quantifier: "variable",
    fs.Each: "variable",
    fs.Numbered: "variable",
    fs.DrawMember: "variable",
    fs.Ask: "variable",
    fs.RemoveWhere: "variable",
    fs.Turns: "label",
    fs.While: "label",
}
"""What goes through values, or does something again, and the attribute that names what the values are called."""


@frozen
class Keeping:
    """What is kept of a program.

    Attributes:
        functions: The functions, those that are kept marked.
        clocks: The clock of each slot that what is kept was read from.
    """

    functions: tuple[Function, ...]
    clocks: Mapping[int, int]


def keeping(functions: Iterable[Function], program: Program, price: Price) -> Keeping:
    """Choose what is kept.

    Args:
        functions: The functions, each behind those it calls.
        program: Their program.
        price: What keeping costs.
    """
    known = tuple(functions)
    reads: dict[str, frozenset[int]] = {}
    efforts: dict[str, float] = {}
    taking: set[str] = set()
    chosen: list[str] = []
    lists = {pool.id: pool for pool in program.lists}
    for function in known:
        if not is_pure(function) or any(callee not in reads for callee in function.callees):
            continue  # what something reads is known only where that is known of all that it calls
        found: set[int] = set()
        for node in function.nodes:
            match node:
                case fx.Slot(base=base):
                    found.add(base)
                case fx.Elements(list=id_) | fx.Live(list=id_) | fx.Place(list=id_) | fx.Held(list=id_):
                    if id_ is not None:
                        found |= {lists[id_].base, lists[id_].count, lists[id_].row}
                case fx.Call(function=callee):
                    found |= reads.get(callee, frozenset())
                    if callee in taking:
                        taking.add(function.name)
                case fs.Count() | fx.Taking():
                    taking.add(function.name)
                case fx.Quantifier(steps=steps):
                    if steps is not None:
                        taking.add(function.name)
                case fx.BaseCondition() | fx.Num() | fx.Local() | fx.Length() | fx.Datum() | fx.Arithmetic():
                    pass
                case fx.Quotient() | fx.Negative() | fx.Extreme() | fx.Clamp() | fx.Neighbour() | fx.Pick():
                    pass
                case fx.OrElse() | fx.Some() | fx.Fit() | fx.Failure() | fx.Let() | fx.Numbers() | fx.Values():
                    pass
                case fs.BaseStmt() | fs.Arm() | Guard():
                    pass  # it changes nothing, and what it reads are values
                case _:
                    assert_never(node)
        reads[function.name] = frozenset(found)
        efforts[function.name] = block_effort(function.body, efforts)
        if is_worth(function, efforts[function.name], price):
            chosen.append(function.name)
    asked_again = repeated(known)
    chosen = [name for name in chosen if name in asked_again]
    clocks = clocks_of(chosen, reads)
    while True:
        worth = [
            name
            for name in chosen
            if len(set(clocks[name].values())) <= CLOCKS
            and efforts[name] >= price.lookup + price.clock * len(set(clocks[name].values()))
        ]
        if len(worth) == len(chosen):
            break
        chosen, clocks = worth, clocks_of(worth, reads)
    by_base = {base: clock for name in chosen for base, clock in clocks[name].items()}
    return Keeping(
        tuple(
            told(
                function,
                kept=Kept(
                    clocks=tuple(sorted(set(clocks[function.name].values()))),
                    size=domain(function),
                    steps=function.name in taking,
                ),
            )
            if function.name in clocks
            else function
            for function in known
        ),
        {slot: clock for base, clock in by_base.items() for slot in run_of(base, program).slots},
    )


def clocks_of(chosen: Iterable[str], reads: Mapping[str, frozenset[int]]) -> dict[str, dict[int, int]]:
    """For each function the clock of each run of slots that it reads.

    Args:
        chosen: The functions.
        reads: The first slots of the runs that each reads.
    """
    readers: dict[int, list[str]] = {}
    for name in chosen:
        for base in sorted(reads[name]):
            readers.setdefault(base, []).append(name)
    numbers: dict[tuple[str, ...], int] = {}
    bases = {base: numbers.setdefault(tuple(names), len(numbers)) for base, names in readers.items()}
    return {name: {base: bases[base] for base in sorted(reads[name])} for name in chosen}


def repeated(functions: Iterable[Function]) -> frozenset[str]:
    """The functions that may be called again with the same values, as far as one can see.

    So it is where there are several calls of one, or where something goes through its values around the only call
    that the call does not depend on.
    """
    found: dict[str, bool] = {}
    for function in functions:
        for part in function.parts if fx.Call in function.kinds else ():
            for call, around in calls(part, frozenset(function.params)):
                again = any(not any(mentions(arg, name) for arg in call.args) for name in around)
                found[call.function] = call.function in found or again
    return frozenset(name for name, again in found.items() if again)


def calls(node: Node, around: frozenset[str]) -> Iterator[tuple[fx.Call, frozenset[str]]]:
    """Calls in expressions, each with the variables that go through their values around it."""
    waiting = [(node, around)]
    while waiting:
        at, around = waiting.pop()
        if isinstance(at, fx.Call):
            yield at, around
        if type(at) in GOING_THROUGH:
            around |= {getattr(at, GOING_THROUGH[type(at)])}
        waiting += [(part, around) for part in children(at)]


def is_worth(function: Function, effort: float, price: Price) -> bool:
    """Whether what a function gives that changes nothing is worth keeping, as far as itself goes."""
    return effort >= price.lookup and function.results == 1 and domain(function) <= MOST


def is_pure(function: Function) -> bool:
    """Whether a function changes nothing."""
    return function.guard is None and function.kinds.isdisjoint(TELLING)


def domain(function: Function) -> int:
    """For how many ways to call it what it gives would be kept."""
    variables = {variable.name: variable for variable in function.locals}
    found = 1
    for param in function.params:
        found *= values_of(variables[param])
    return found


def values_of(variable: Variable) -> int:
    """How many values a number can have."""
    return variable.high - variable.low + 1 + variable.none


def run_of(base: int, program: Program) -> Run:
    """The slots that stand under the name of the first."""
    for placed in program.fields:
        if placed.base == base:
            size = placed.size
            for length in placed.shape[: len(placed.shape) - len(placed.indices)]:
                size *= length
            return Run(base, size)
    for pool in program.lists:
        if base in (pool.base, pool.order):
            return Run(base, pool.capacity)
    return Run(base, 1)
