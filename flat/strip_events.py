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


def strip_function_events(function: Function, faults: frozenset[str]) -> Function:
    """Remove the journal events from a function; ``faults`` names the functions that may fault."""
    guard = function.guard and evolve(
        function.guard, enter=None, leave=None, too_deep=strip_block_events(function.guard.too_deep, faults)
    )
    return evolve(function, body=strip_block_events(function.body, faults), guard=guard)


def strip_block_events(block: fs.Block, functions: frozenset[str]) -> fs.Block:
    """Remove the journal events from a block; ``functions`` names the functions that may fault."""
    kept: list[fs.Stmt] = []
    for stmt in block:
        match stmt:
            case fs.BaseSimple() if not isinstance(stmt, fs.Event):
                kept.append(stmt)
            case fs.Event(values=event_values):
                faults = tuple(value for value in event_values if can_fault(value, functions))
                if faults:
                    kept.append(fs.WorkOut(values=faults))
            case fs.If(condition=condition, body=body, otherwise=otherwise):
                body, otherwise = strip_block_events(body, functions), strip_block_events(otherwise, functions)
                if body or otherwise:
                    kept.append(evolve_node(stmt, body=body, otherwise=otherwise))
                elif can_fault(condition, functions):
                    kept.append(fs.WorkOut(values=(condition,)))
            case fs.Rows(arms=arms):
                kept.append(
                    evolve_node(
                        stmt, arms=tuple(evolve_node(arm, body=strip_block_events(arm.body, functions)) for arm in arms)
                    )
                )
            case fs.While(body=body, after=after):
                kept.append(
                    evolve_node(
                        stmt, body=strip_block_events(body, functions), after=strip_block_events(after, functions)
                    )
                )
            case fs.Each(body=body) | fs.Numbered(body=body) | fs.Turns(body=body) | fs.Labelled(body=body):
                kept.append(evolve_node(stmt, body=strip_block_events(body, functions)))
            case _:
                assert_never(stmt)
    return tuple(kept)
