"""`end P` where P may not be running."""

from __future__ import annotations

from bombsight.compiler.checks.circles import acting, body_of
from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.effects import Callee
from bombsight.compiler.checks.reasoning.walking import inside
from bombsight.compiler.graph import statements as g
from bombsight.dsl.diagnostic import Code
from bombsight.dsl.source import Span

CODES = (
    Code(
        "P046",
        "`end` of a procedure that may not be running",
        """\
`end watch` leaves `procedure watch` from however deep. It may only stand where every way from
the beginning of the game goes through `watch`. The further places show a way that does not.

    procedure mission "One night"
      do trim                 # which ends watch ...
      do watch

What a standing offer (`reroll`) does may come up anywhere. An example that calls a procedure
directly is no way: there the `end` ends the call.""",
    ),
)

Ways = dict[Callee, list[tuple[Callee, Span]]]


def check(context: Context) -> None:
    """Look at every `end`."""
    program = context.program
    calls: Ways = {}
    ends: list[tuple[Callee, g.EndProcedure]] = []
    bodies: dict[Callee, object] = {callee: body_of(item) for callee, item in program.effects.items.items()}
    bodies.update({("reroll", reroll.name): reroll.body for reroll in program.graph.rerolls})
    for callee, body in bodies.items():
        calls[callee] = list(acting(body))
        ends.extend((callee, part) for part in inside(body) if isinstance(part, g.EndProcedure))
    game = program.graph.game
    entries: list[Callee] = [("procedure", name) for name in (game.mission, game.career) if name]
    entries += [("reroll", reroll.name) for reroll in program.graph.rerolls]
    for callee, stmt in ends:
        target = ("procedure", stmt.procedure)
        if callee == target or target not in calls:
            continue
        way = around(calls, entries, callee, target)
        if way is not None:
            context.findings.add(
                "P046",
                f"{stmt.procedure} may not be running here",
                stmt.span,
                labels=[(span, f"calls {to[1]}") for to, span in way],
                help=f"`end {stmt.procedure}` may only stand in what {stmt.procedure} calls, and nothing else.",
            )


def around(calls: Ways, entries: list[Callee], goal: Callee, avoided: Callee) -> list[tuple[Callee, Span]] | None:
    """The calls of a shortest way from the beginning to an item that avoids another; None where there is none."""
    ways: dict[Callee, list[tuple[Callee, Span]]] = {entry: [] for entry in entries if entry != avoided}
    open_ = list(ways)
    while open_:
        at = open_.pop(0)
        if at == goal:
            return ways[at]
        for to, span in calls.get(at, ()):
            if to not in ways and to != avoided:
                ways[to] = [*ways[at], (to, span)]
                open_.append(to)
    return None
