"""Effects of functions (choices, faults, ends), including those of callees: a fixed point over the calls."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.fold import FAULTS as FAULTING_VALUES
from bombsight.flat.fold import can_fault
from bombsight.flat.functions import Function, with_metadata
from bombsight.flat.walking import Node, map_nodes

ACTING_NODES = (
    *(fs.SetSlot, fs.SetCounter, fs.FallBack, fs.Draw, fs.Ask, fs.AskBranch, fs.AskAgain, fs.DrawMember),
    *(fs.Refill, fs.EndOuter, fs.NewElement, fs.RemoveElement, fs.RemoveWhere, fs.MoveElement),
)
"""Statements with side effects, or that ask a question."""

ASKING_NODES = (fs.Ask, fs.AskBranch, fs.AskAgain)
"""Statements that are choices."""

FAULTING_NODES = frozenset(
    (
        *(fs.Append, fs.Check, fs.Count, fs.Fail, fs.NewElement, fs.Ask, fs.AskBranch, fs.DrawMember),
        *(fx.Taking, *FAULTING_VALUES),
    )
)
"""Nodes that may fault by themselves."""


def may_fault(node: Node) -> bool:
    """Whether evaluating a node, apart from its parts, may raise a rules fault (a run-time error of the rules)."""
    match node:
        case fx.Place(site=site):
            return site is not None
        case fx.Quantifier(steps=steps):
            return steps is not None
        case _:  # the rest: by class; FAULTING_NODES has every class with a site for faults
            return type(node) in FAULTING_NODES


def has_fault(function: Function) -> bool:
    """Whether a function's own code, without its callees, may raise a rules fault."""
    return not function.kinds.isdisjoint(FAULTING_NODES) or any(
        may_fault(node) for node in function.nodes if isinstance(node, fx.Place | fx.Quantifier)
    )


def with_own_effects(function: Function) -> Function:
    """Return a copy of a function that declares only its own code's effects (choices, faults, ends)."""
    asks = not function.kinds.isdisjoint(ASKING_NODES)
    faults = (function.guard is not None and function.guard.nested is not None) or has_fault(function)
    ends = frozenset[int]()
    if fs.EndOuter in function.kinds:
        ends = frozenset(node.procedure for node in function.nodes if isinstance(node, fs.EndOuter))
    return evolve_effects(function, asks, faults, ends)


def evolve_effects(function: Function, asks: bool, faults: bool, ends: frozenset[int]) -> Function:
    """Return a copy of a function that declares the given effects; the function itself if it declares these already.

    Args:
        function: The function.
        asks: Whether a choice may come up.
        faults: Whether it may fault.
        ends: The procedures that it may end.
    """
    same = (asks, faults, ends) == (function.asks, function.faults, function.ends)
    return function if same else with_metadata(function, asks=asks, faults=faults, ends=ends)


def with_effects(functions: Iterable[Function], computed: Iterable[Function] = ()) -> tuple[Function, ...]:
    """Return copies of functions that declare their and their callees' effects; ``computed`` already declare theirs."""
    by_name = {function.name: function for function in computed}
    own = {function.name: with_own_effects(function) for function in functions}
    by_name |= own
    calls = {name: function.callees for name, function in own.items()}
    changed = True
    while changed:
        changed = False
        for name in calls:
            function = by_name[name]
            callees = [by_name[callee] for callee in calls[name] if callee in by_name]
            by_name[name] = evolve_effects(
                function,
                function.asks or any(callee.asks for callee in callees),
                function.faults or any(callee.faults for callee in callees),
                function.ends.union(*(callee.escapes for callee in callees)),
            )
            changed = changed or by_name[name] is not function
    faulting = frozenset(name for name, function in by_name.items() if function.faults)
    return tuple(mark_precomputed_choices(by_name[name], faulting) for name in calls)


def mark_precomputed_choices(function: Function, faulting: frozenset[str]) -> Function:
    """Return a copy of a function that evaluates a choice's values before the player is asked, if these may fault."""

    def mark_choice(node: Node) -> Node:
        """Callback of the rewriting: mark a choice if one of its values may fault; return any other node unchanged."""
        match node:
            case fs.Ask(score=score, values=values, worked=False):
                worked = (*values, *(() if score is None else (score,)))
            case fs.AskBranch(scores=scores, values=values, worked=False):
                worked = (*values, *(scores or ()))
            case _:  # the rest: no choice, or one evaluated in advance already
                return node
        return evolve(node, worked=True) if any(can_fault(value, faulting) for value in worked) else node

    if function.kinds.isdisjoint((fs.Ask, fs.AskBranch)):
        return function
    body = tuple(map_nodes(stmt, mark_choice) for stmt in function.body)
    same = all(one is other for one, other in zip(body, function.body, strict=True))
    return function if same else evolve(function, body=body)
