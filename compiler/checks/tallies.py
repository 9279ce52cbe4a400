"""Check of tallies (statistics over many runs): each is counted while its state exists, and no rule may read one."""

from __future__ import annotations

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.tallies import counting_moment_of, tallies_of
from bombsight.compiler.graph.walk import walk
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.flat.types import UnknownType

CODES = (
    Code(
        "V021",
        "late-tally",
        "A tally reads what is gone by then",
        """\
A tally that reads state of the mission is counted as the mission ends, one that reads only what
lasts longer as the career ends. State that belongs to something shorter has fallen back to its
defaults by then, so it would always count these.

    state watch
      asleep: yes/no = no

    tally slept "Slept on watch": yes/no = asleep

Keep what is to be counted in a field of the mission, or of the career.""",
    ),
    Code(
        "V022",
        "constant-tally",
        "A tally is always the same",
        """\
It counts nothing: what it says of the state comes to one value in every state.

    tally dry "Out of oil": yes/no = oil < 0         # oil is 0..20

Mend its condition, or take it out.""",
        Severity.WARNING,
    ),
    Code(
        "V023",
        "timeless-tally",
        "A tally reads no state",
        """\
What a tally reads says when it is counted, as the mission ends or as the career does. This one
reads no state, so it would be counted never, and always be the same.

    tally ships "Ships": 0..9 = count(s in Ship)

Say what of the state it counts, or take it out.""",
    ),
    Code(
        "P061",
        "tally-in-play",
        "A rule of play reads a tally",
        """\
Tallies are for whoever counts many runs. What a rule of play needs, too, is a `define`, and the
tally says so:

    define wrecked: 0..3 = count(s in Ship where sunk[s])
    tally ships_lost "Ships lost" bad: 0..3 = wrecked

Other tallies and the `expect` lines of examples may read tallies.""",
    ),
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
        if (isinstance(item, n.Define) and item.tally is not None) or not effects.own_effect_of(
            item
        ).calls & tally_callees:
            continue
        for part in walk(item):
            if isinstance(part, x.CallDefine) and part.define in tallies:
                context.findings.add(
                    "P061",
                    f"{part.define} is a tally, which no rule of play reads",
                    part.span,
                    help=f"Make it a `define`, and let the tally read that: `tally {part.define} ... = ...`.",
                )
