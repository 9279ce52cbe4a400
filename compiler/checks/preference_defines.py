"""Check of the defines of preferences: no rule of play reads one, so that rules are the same without them."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import children
from bombsight.dsl.diagnostic import Code
from bombsight.dsl.file_kind import PREFERENCES

CODES = (Code("P065", "preference-in-play", since="0.2.0"),)


def check(context: CheckContext) -> None:
    """Report rules of play and tallies that read a define which preferences add or change (P065)."""
    graph = context.program.graph
    targets = {
        change.target
        for overlay in graph.overlays
        if overlay.kind == PREFERENCES
        for entry in overlay.entries
        for change in entry.changes
    }
    names = {define.name for define in graph.defines if f"define {define.name}" in targets}
    if not names:
        return
    for item in context.program.rule_items:
        if isinstance(item, n.Define) and (item.name in names or item.forecast is not None):
            continue
        for part in walk_play(item):
            if isinstance(part, x.CallDefine) and part.define in names:
                context.findings.add(
                    "P065",
                    f"{part.define} belongs to preferences, which no rule of play reads",
                    part.span,
                    help="Without them the rules would be others. Give the rule a define of its own.",
                )


def walk_play(node: object) -> Iterator[object]:
    """Yield the nodes of a part of the rule graph in preorder, without what only steers the autopilot."""
    waiting: list[object] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += part[::-1]
        elif part is not None and not isinstance(part, str):
            yield part
            steering = steering_parts(part)
            waiting += [each for each in reversed(children(part)) if not any(each is one for one in steering)]


def steering_parts(node: object) -> tuple[object, ...]:
    """Return the children of a node that only steer the autopilot: preferences, and when an answer is routine."""
    match node:
        case g.Choose(prefer=prefer, routine=routine):
            return (prefer, routine)
        case g.ChooseBranch(routine=routine):
            return (routine,)
        case g.Branch(prefer=prefer):
            return (prefer,)
        case n.Reroll(prefers=prefers, routine=routine):
            return (prefers, routine)
        case _:  # the rest: all of it is play
            return ()
