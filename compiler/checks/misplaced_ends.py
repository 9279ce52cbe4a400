"""Check of `end P` in places where P may not be running."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bombsight.compiler.checks.checked_items import callee_name
from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.cycles import (
    CallSites,
    acting_parts,
    callees_of_kinds,
    calls_in_all_bodies,
    find_calls,
)
from bombsight.compiler.checks.usage import transitive_closure
from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import walk
from bombsight.dsl.diagnostic import Code
from bombsight.dsl.source import Span

CODES = (Code("P046", "misplaced-end"),)


def check(context: CheckContext) -> None:
    """Report `end P` statements that can be reached while procedure P is not running (P046)."""
    program = context.program
    game, rerolls = program.graph.game, program.graph.rerolls
    bodies: dict[Callee, object] = {
        callee: acting_parts(item) for callee, item in program.effects.callable_items.items()
    }
    bodies.update({f"reroll:{reroll.name}": reroll.body for reroll in rerolls})
    leads = {callee: callees_of_kinds(calls, *CALLED_KINDS) for callee, calls in calls_in_all_bodies(context).items()}
    leads |= {
        f"reroll:{one.name}": callees_of_kinds(program.effects.own_effect_of(one.body).calls, *CALLED_KINDS)
        for one in rerolls
    }
    ends = {callee: program.effects.own_effect_of(item).ends for callee, item in program.effects.callable_items.items()}
    ends |= {f"reroll:{reroll.name}": program.effects.own_effect_of(reroll).ends for reroll in rerolls}
    entries: list[Callee] = [f"procedure:{name}" for name in (game.mission, game.career) if name]
    entries += [f"reroll:{reroll.name}" for reroll in rerolls]
    for callee, body in bodies.items():
        for procedure in ends[callee]:
            target = f"procedure:{procedure}"
            if callee != target and target in bodies and callee in transitive_closure(leads, entries, avoided={target}):
                end_statements = [
                    part for part in walk(body) if isinstance(part, g.EndProcedure) and part.procedure == procedure
                ]
                path = path_without(lambda at: find_calls(bodies.get(at, ()), *CALLED_KINDS), entries, callee, target)
                for stmt in end_statements:
                    context.findings.add(
                        "P046",
                        f"{procedure} may not be running here",
                        stmt.span,
                        labels=[(span, f"calls {callee_name(to)}") for to, span in path],
                        help=f"`end {procedure}` may only stand in what {procedure} calls, and nothing else.",
                    )


CALLED_KINDS = ("procedure", "table", "define")
"""The kinds of items that are called in bodies."""


def path_without(
    calls: Callable[[Callee], CallSites], entries: Iterable[Callee], goal: Callee, avoided: Callee
) -> CallSites:
    """Find a shortest path of calls from an entry point to an item that avoids another; empty if there is none.

    Args:
        calls: Finds the calls of an item, with their places.
        entries: The items where play begins.
        goal: The item to reach.
        avoided: The item to avoid.
    """
    paths: dict[Callee, list[tuple[Callee, Span]]] = {entry: [] for entry in entries if entry != avoided}
    open_ = list(paths)
    while open_:
        at = open_.pop(0)
        if at == goal:
            return paths[at]
        for to, span in calls(at):
            if to not in paths and to != avoided:
                paths[to] = [*paths[at], (to, span)]
                open_.append(to)
    return ()
