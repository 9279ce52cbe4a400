"""Memoization: the result of a function without side effects is cached until a slot that it read changes.

Every slot read has a clock, which ticks at each change; slots read by the same functions share one. A cached result is
stored with the sum of its function's clocks: clocks only go up, so an equal sum means that nothing has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.effects import ACTING_NODES
from bombsight.flat.functions import Function, Kept, Variable, with_metadata
from bombsight.flat.guards import Guard
from bombsight.flat.layout import Run
from bombsight.flat.passes.price import Price
from bombsight.flat.passes.weights import estimate_block_effort
from bombsight.flat.program import Program
from bombsight.flat.walking import Node, children, depends_on

LOOKUP_EFFORT = 10.0
"""The effort of a cache look-up."""

MAX_ENTRIES = 512
"""The most cached results of one function."""

MAX_CLOCKS = 8
"""The most clocks of one function."""

IMPURE_NODES = (*ACTING_NODES, fs.Event, fs.Invoke)
"""Nodes with side effects, calls that may have some, and events."""

LOOP_VARIABLE_ATTRIBUTES: Mapping[type, str] = {
    fx.Quantifier: "variable",
    fs.Each: "variable",
    fs.Numbered: "variable",
    fs.DrawMember: "variable",
    fs.Ask: "variable",
    fs.RemoveWhere: "variable",
    fs.Turns: "label",
    fs.While: "label",
}
"""The loops, with the attribute that names their variable or label."""


@frozen
class Memoization:
    """The memoized functions of a program.

    Attributes:
        functions: All functions, with the memoized ones marked.
        clocks: The clock of each slot that a memoized function reads.
    """

    functions: tuple[Function, ...]
    clocks: Mapping[int, int]


def choose_memoized(functions: Iterable[Function], program: Program, price: Price) -> Memoization:
    """Choose the functions to memoize by a backend's costs, ``price``; ``functions`` has callees before callers."""
    all_functions = tuple(functions)
    reads: dict[str, frozenset[int]] = {}
    efforts: dict[str, float] = {}
    taking_steps: set[str] = set()
    chosen: list[str] = []
    lists = {pool.id: pool for pool in program.lists}
    for function in all_functions:
        if not is_pure(function) or any(callee not in reads for callee in function.callees):
            continue  # reads are known only if those of all callees are
        read_slots: set[int] = set()
        for node in function.nodes:
            match node:
                case fx.Slot(base=base):
                    read_slots.add(base)
                case fx.Elements(list=id_) | fx.Live(list=id_) | fx.Place(list=id_) | fx.Held(list=id_):
                    if id_ is not None:
                        read_slots |= {lists[id_].base, lists[id_].count, lists[id_].row}
                case fx.Call(function=callee):
                    read_slots |= reads.get(callee, frozenset())
                    if callee in taking_steps:
                        taking_steps.add(function.name)
                case fs.Count() | fx.Taking():
                    taking_steps.add(function.name)
                case fx.Quantifier(steps=steps):
                    if steps is not None:
                        taking_steps.add(function.name)
                case fx.BaseCondition() | fx.Num() | fx.Local() | fx.Length() | fx.Datum() | fx.Arithmetic():
                    pass
                case fx.Quotient() | fx.Negative() | fx.Extreme() | fx.Clamp() | fx.Neighbour() | fx.Pick():
                    pass
                case fx.OrElse() | fx.Some() | fx.Fit() | fx.Failure() | fx.Let() | fx.Numbers() | fx.Values():
                    pass
                case fs.BaseStmt() | fs.Arm() | Guard():
                    pass  # no side effects; its operands are nodes of their own
                case _:
                    assert_never(node)
        reads[function.name] = frozenset(read_slots)
        efforts[function.name] = estimate_block_effort(function.body, efforts)
        if is_worth_memoizing(function, efforts[function.name], price):
            chosen.append(function.name)
    repeated_names = find_repeated_calls(all_functions)
    chosen = [name for name in chosen if name in repeated_names]
    clocks = assign_clocks(chosen, reads)
    while True:
        worth = [
            name
            for name in chosen
            if len(set(clocks[name].values())) <= MAX_CLOCKS
            and efforts[name] >= price.lookup + price.clock * len(set(clocks[name].values()))
        ]
        if len(worth) == len(chosen):
            break
        chosen, clocks = worth, assign_clocks(worth, reads)
    by_base = {base: clock for name in chosen for base, clock in clocks[name].items()}
    return Memoization(
        tuple(
            with_metadata(
                function,
                kept=Kept(
                    clocks=tuple(sorted(set(clocks[function.name].values()))),
                    size=count_argument_combinations(function),
                    steps=function.name in taking_steps,
                ),
            )
            if function.name in clocks
            else function
            for function in all_functions
        ),
        {slot: clock for base, clock in by_base.items() for slot in run_at(base, program).slots},
    )


def assign_clocks(functions: Iterable[str], reads: Mapping[str, frozenset[int]]) -> dict[str, dict[int, int]]:
    """Assign each memoized function clocks (change counters) of the slots it ``reads``: by function, then slot."""
    readers: dict[int, list[str]] = {}
    for name in functions:
        for base in sorted(reads[name]):
            readers.setdefault(base, []).append(name)
    numbers: dict[tuple[str, ...], int] = {}
    bases = {base: numbers.setdefault(tuple(names), len(numbers)) for base, names in readers.items()}
    return {name: {base: bases[base] for base in sorted(reads[name])} for name in functions}


def find_repeated_calls(functions: Iterable[Function]) -> frozenset[str]:
    """Return the names of functions that code may call several times with equal arguments.

    That is so if there are several calls, or if the only call is in a loop on whose variable it does not depend.
    """
    found: dict[str, bool] = {}
    for function in functions:
        for part in function.parts if fx.Call in function.kinds else ():
            for call, around in calls_in(part, frozenset(function.params)):
                again = any(not any(depends_on(arg, name) for arg in call.args) for name in around)
                found[call.function] = call.function in found or again
    return frozenset(name for name, again in found.items() if again)


def calls_in(node: Node, loop_variables: frozenset[str]) -> Iterator[tuple[fx.Call, frozenset[str]]]:
    """Yield the calls in the expressions of a node, each with the loop variables around it."""
    waiting = [(node, loop_variables)]
    while waiting:
        at, loop_variables = waiting.pop()
        if isinstance(at, fx.Call):
            yield at, loop_variables
        if type(at) in LOOP_VARIABLE_ATTRIBUTES:
            loop_variables |= {getattr(at, LOOP_VARIABLE_ATTRIBUTES[type(at)])}
        waiting += [(part, loop_variables) for part in children(at)]


def is_worth_memoizing(function: Function, effort: float, price: Price) -> bool:
    """Whether to memoize a function: a call takes as much effort as a look-up, and few arguments are possible."""
    return effort >= price.lookup and function.results == 1 and count_argument_combinations(function) <= MAX_ENTRIES


def is_pure(function: Function) -> bool:
    """Whether a function has no side effects."""
    return function.guard is None and function.kinds.isdisjoint(IMPURE_NODES)


def count_argument_combinations(function: Function) -> int:
    """Count the combinations of a function's possible arguments."""
    variables = {variable.name: variable for variable in function.locals}
    found = 1
    for param in function.params:
        found *= count_values(variables[param])
    return found


def count_values(variable: Variable) -> int:
    """Count the values that a variable may have, none included."""
    return variable.high - variable.low + 1 + variable.none


def run_at(base: int, program: Program) -> Run:
    """Return the run of slots of the field or list whose first slot is ``base``."""
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
