"""Check of tallies (statistics over many runs): each is counted while its state exists, and no rule may read one."""

from __future__ import annotations

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.tallies import counting_moment_of, is_statistic, tallies_of
from bombsight.compiler.graph.walk import walk
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.flat.types import UnknownType

CODES = (
    Code("V021", "late-tally"),
    Code("V022", "constant-tally", Severity.WARNING),
    Code("V023", "timeless-tally"),
    Code("P061", "tally-in-play"),
)


def check(context: CheckContext) -> None:
    """Report tallies (statistics over many runs) that read no state or vanished state, and rules that read one."""
    program = context.program
    tallies = [*tallies_of(program.graph)]
    for tally in program.sound_nodes(tallies):
        check_timing(context, tally)
    check_reads_in_play(context, {tally.name for tally in tallies})


def check_timing(context: CheckContext, tally: n.Define) -> None:
    """Report a tally (a statistic) that reads state already reset when it is counted (V021), or no state (V023)."""
    graph = context.program.graph
    tally_moment = counting_moment_of(tally, graph, context.program.effects)
    if not tally_moment.procedure and any(isinstance(getattr(part, "type", None), UnknownType) for part in walk(tally)):
        return  # its inputs are unresolved
    if not tally_moment.procedure:
        context.findings.add(
            "V023",
            f"tally {tally.name} reads no state, so it is always the same",
            tally.span,
            help="Say what of the state it counts, or take it out.",
        )
    elif tally_moment.gone:
        id_, owner = next(iter(tally_moment.gone.items()))
        name = id_.partition(":")[2]
        context.findings.add(
            "V021",
            f"tally {tally.name} is counted as {tally_moment.procedure} ends, and {name} is gone by then",
            tally.span,
            note=f"{name} is state of {owner}, and falls back as that ends",
            help="Keep what is to be counted in a field of the mission, or of the career.",
        )


def check_reads_in_play(context: CheckContext, tallies: set[str]) -> None:
    """Report rules of play that read one of these tallies (statistics over many runs) (P061)."""
    effects, tally_callees = context.program.effects, {f"define:{name}" for name in tallies}
    for item in context.program.rule_items:
        if is_statistic(item) or not effects.own_effect_of(item).calls & tally_callees:
            continue
        for part in walk(item):
            if isinstance(part, x.CallDefine) and part.define in tallies:
                context.findings.add(
                    "P061",
                    f"{part.define} is a tally, which no rule of play reads",
                    part.span,
                    help=f"Make it a `define`, and let the tally read that: `tally {part.define} ... = ...`.",
                )
