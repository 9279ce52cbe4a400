"""What functions may bring about, callees included: choices, faults, ends. A fixed point over the calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.fold import FAULTS as FAULTING_VALUES
from bombsight.flat.fold import can_fault
from bombsight.flat.functions import Function
from bombsight.flat.walking import Node, mapped, walk

ASKS = (fs.Ask, fs.AskBranch, fs.AskAgain)
"""Statements that are choices."""

FAULTS = (fs.Append, fs.Check, fs.Count, fs.Fail, fs.NewElement, fs.Ask, fs.AskBranch, fs.DrawMember, *FAULTING_VALUES)
"""What may be a fault by itself."""


def nodes(function: Function) -> Iterator[Node]:
    """All that a function is made of."""
    for part in function.parts:
        yield from walk(part)


def callees(function: Function) -> tuple[str, ...]:
    """The functions that a function calls, each once, in the order of the first calls."""
    calls = (node.function for node in nodes(function) if isinstance(node, fs.Invoke | fx.Call))
    return tuple(dict.fromkeys(calls))


def may_fault(node: Node) -> bool:
    """Whether a part of the code may be a fault by itself."""
    match node:
        case fx.Place(site=site):
            return site is not None
        case fx.Quantifier(steps=steps):
            return steps is not None
        case fx.Taking():
            return True
        case _:
            return isinstance(node, FAULTS)


def own_effects(function: Function) -> tuple[Function, tuple[str, ...]]:
    """A function with what it does itself, and the functions that it calls."""
    asks = faults = False
    ends = set[int]()
    calls: dict[str, None] = {}
    for node in nodes(function):
        asks = asks or isinstance(node, ASKS)
        faults = faults or may_fault(node)
        if isinstance(node, fs.EndOuter):
            ends.add(node.procedure)
        elif isinstance(node, fs.Invoke | fx.Call):
            calls[node.function] = None
    faults = faults or (function.guard is not None and function.guard.nested is not None)
    return evolve(function, asks=asks, faults=faults, ends=frozenset(ends)), tuple(calls)


def with_effects(functions: Iterable[Function]) -> tuple[Function, ...]:
    """The functions, each with what it may bring about."""
    own = [own_effects(function) for function in functions]
    found = {function.name: function for function, _ in own}
    calls = {function.name: called for function, called in own}
    changed = True
    while changed:
        changed = False
        for name, function in found.items():
            called = [found[callee] for callee in calls[name] if callee in found]
            more = (
                function.asks or any(callee.asks for callee in called),
                function.faults or any(callee.faults for callee in called),
                function.ends.union(*(callee.escapes for callee in called)),
            )
            if more != (function.asks, function.faults, function.ends):
                asks, faults, ends = more
                found[name] = evolve(function, asks=asks, faults=faults, ends=ends)
                changed = True
    faulting = frozenset(name for name, function in found.items() if function.faults)
    return tuple(worked_choices(function, faulting) for function in found.values())


def worked_choices(function: Function, faulting: frozenset[str]) -> Function:
    """A function whose choices work out beforehand what may be a fault: so it is one, whoever answers.

    Args:
        function: The function.
        faulting: The functions that may come to a fault.
    """

    def settled(node: Node) -> Node:
        match node:
            case fs.Ask(score=score, values=values, worked=False):
                told = (*values, *(() if score is None else (score,)))
            case fs.AskBranch(scores=scores, values=values, worked=False):
                told = (*values, *(scores or ()))
            case _:
                return node
        return evolve(node, worked=True) if any(can_fault(value, faulting) for value in told) else node

    if not function.asks:
        return function
    body = tuple(mapped(stmt, settled) for stmt in function.body)
    same = all(one is other for one, other in zip(body, function.body, strict=True))
    return function if same else evolve(function, body=body)
