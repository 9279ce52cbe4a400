"""Event elision: removes journal events, and the code that only serves them.

Evaluating an event's values may fault. That stays, so rules fault at the same place with and without a journal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from attrs import evolve

from bombsight.dsl.node_classes import evolve_node
from bombsight.flat import statements as fs
from bombsight.flat.fold import can_fault
from bombsight.flat.functions import Function


def strip_events(functions: Iterable[Function]) -> tuple[Function, ...]:
    """Copy functions without their journal events, and without the code that only serves these."""
    all_functions = tuple(functions)
    faults = frozenset(function.name for function in all_functions if function.faults)
    return tuple(strip_function_events(function, faults) for function in all_functions)


def strip_function_events(function: Function, faulting: frozenset[str]) -> Function:
    """Return a function without its journal events; ``faulting`` names the functions that may fault."""
    guard = function.guard and evolve(
        function.guard, enter=None, leave=None, too_deep=strip_block_events(function.guard.too_deep, faulting)
    )
    return evolve(function, body=strip_block_events(function.body, faulting), guard=guard)


def strip_block_events(block: fs.Block, faulting: frozenset[str]) -> fs.Block:
    """Return a block without its journal events; values that may fault (by ``faulting`` functions) still run."""
    kept: list[fs.Stmt] = []
    for stmt in block:
        match stmt:
            case fs.BaseSimple() if not isinstance(stmt, fs.Event):
                kept.append(stmt)
            case fs.Event(values=event_values):
                faults = tuple(value for value in event_values if can_fault(value, faulting))
                if faults:
                    kept.append(fs.WorkOut(values=faults))
            case fs.If(condition=condition, body=body, otherwise=otherwise):
                body, otherwise = strip_block_events(body, faulting), strip_block_events(otherwise, faulting)
                if body or otherwise:
                    kept.append(evolve_node(stmt, body=body, otherwise=otherwise))
                elif can_fault(condition, faulting):
                    kept.append(fs.WorkOut(values=(condition,)))
            case fs.Rows(arms=arms):
                kept.append(
                    evolve_node(
                        stmt, arms=tuple(evolve_node(arm, body=strip_block_events(arm.body, faulting)) for arm in arms)
                    )
                )
            case fs.While(body=body, after=after):
                kept.append(
                    evolve_node(
                        stmt, body=strip_block_events(body, faulting), after=strip_block_events(after, faulting)
                    )
                )
            case fs.Each(body=body) | fs.Numbered(body=body) | fs.Turns(body=body) | fs.Labelled(body=body):
                kept.append(evolve_node(stmt, body=strip_block_events(body, faulting)))
            case _:
                assert_never(stmt)
    return tuple(kept)
