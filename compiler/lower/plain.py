"""The form without a journal: events go, and what stood there for them alone.

What an event tells may be a fault to work out. That stays: rules fault in the same place with a journal or without.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from bombsight.compiler.lower.fold import can_fault
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.walking import statements, values

FAULTS = (fs.Append, fs.Check, fs.Count, fs.Fail, fs.NewElement, fs.Ask, fs.AskBranch)
"""Statements that may be faults by themselves."""


def faulting(functions: Iterable[Function]) -> frozenset[str]:
    """The functions that may come to a fault."""
    bodies = {function.name: tuple(statements(function.body)) for function in functions}
    found: frozenset[str] = frozenset()
    while True:
        more = frozenset(
            name
            for name, body in bodies.items()
            if any(isinstance(s, FAULTS) or works_to_fault(s, found) for s in body)
        )
        if more == found:
            return found
        found = more


def works_to_fault(stmt: fs.Stmt, functions: frozenset[str]) -> bool:
    """Whether a statement calls a function that may come to a fault, or has a value that may."""
    if isinstance(stmt, fs.Invoke) and stmt.function in functions:
        return True
    return any(can_fault(value, functions) for value in values(stmt))


def without_events(block: fs.Block, functions: frozenset[str]) -> fs.Block:
    """A block that tells nothing; ``functions`` are those that may come to a fault."""
    kept: list[fs.Stmt] = []
    for stmt in block:
        match stmt:
            case fs.Event(values=told):
                faults = tuple(value for value in told if can_fault(value, functions))
                if faults:
                    kept.append(fs.WorkOut(values=faults))
            case fs.If(condition=condition, body=body, otherwise=otherwise):
                body, otherwise = without_events(body, functions), without_events(otherwise, functions)
                if body or otherwise:
                    kept.append(evolve(stmt, body=body, otherwise=otherwise))
                elif can_fault(condition, functions):
                    kept.append(fs.WorkOut(values=(condition,)))
            case fs.Rows(arms=arms):
                kept.append(
                    evolve(stmt, arms=tuple(evolve(arm, body=without_events(arm.body, functions)) for arm in arms))
                )
            case fs.While(body=body, after=after):
                kept.append(evolve(stmt, body=without_events(body, functions), after=without_events(after, functions)))
            case fs.Each(body=body) | fs.Numbered(body=body) | fs.Turns(body=body) | fs.Labelled(body=body):
                kept.append(evolve(stmt, body=without_events(body, functions)))
            case _:
                kept.append(stmt)
    return tuple(kept)
