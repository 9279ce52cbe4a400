"""Check of forecasts: each is of a tally of the career that players care for, and counted while its state exists."""

from __future__ import annotations

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.tallies import counting_moment_of, forecasting_moment_of, tallies_of
from bombsight.compiler.graph.walk import walk
from bombsight.dsl.diagnostic import Code
from bombsight.flat.types import UnknownType

CODES = (
    Code("V026", "forecast-of-mission", since="0.2.0"),
    Code("V027", "late-forecast", since="0.2.0"),
    Code("V028", "timeless-forecast", since="0.2.0"),
)


def check(context: CheckContext) -> None:
    """Report forecasts of what no career counts (V026), of vanished state (V027) and of no state at all (V028)."""
    program = context.program
    for forecast in program.sound_nodes(define for define in program.graph.defines if define.forecast is not None):
        check_forecast_tally(context, forecast)
        check_forecast_timing(context, forecast)


def tally_of(forecast: n.Define) -> str:
    """Return the name of the tally that a forecast is of."""
    assert forecast.forecast is not None, "the caller selects forecasts"
    return forecast.forecast.tally


def check_forecast_tally(context: CheckContext, forecast: n.Define) -> None:
    """Report a forecast without a career, or of a tally that is the mission's or neither good nor bad (V026)."""
    graph, name = context.program.graph, tally_of(forecast)
    tally = next((each for each in tallies_of(graph) if each.name == name), None)
    if tally is None or tally.tally is None:
        return  # reported where the forecast was resolved
    counted_after = counting_moment_of(tally, graph, context.program.effects).procedure
    if not graph.game.career:
        note = "the game has no career"
        help = "Write a procedure `career` that plays the missions, or take the forecast out."
    elif counted_after and counted_after != graph.game.career:
        note = f"{name} is counted as {counted_after} ends, so it is known then"
        help = f"Take it out. To forecast a career, let tally {name} read state of the career alone."
    elif not tally.tally.matters:
        note = f"players want neither more nor less of {name}"
        help = f"Write `good` or `bad` behind the title of tally {name}, or take the forecast out."
    else:
        return
    labels = [(tally.span, "the tally")]
    context.findings.add(
        "V026",
        f"forecast {tally_of(forecast)} is of no use",
        forecast.span,
        note=note,
        help=help,
        labels=labels if graph.game.career else [],
    )


def check_forecast_timing(context: CheckContext, forecast: n.Define) -> None:
    """Report a forecast that reads state already reset as the mission ends (V027), or no state (V028)."""
    graph = context.program.graph
    moment = forecasting_moment_of(forecast, graph, context.program.effects)
    if not moment.procedure and any(isinstance(getattr(part, "type", None), UnknownType) for part in walk(forecast)):
        return  # its inputs are unresolved
    if not moment.procedure:
        context.findings.add(
            "V028",
            f"forecast {tally_of(forecast)} reads no state, so it is always the same",
            forecast.span,
            help="Say from what of the state one can tell how the career will end, or take it out.",
        )
    elif moment.gone:
        id_, owner = next(iter(moment.gone.items()))
        name = id_.partition(":")[2]
        context.findings.add(
            "V027",
            f"forecast {tally_of(forecast)} is counted as {moment.procedure} ends, and {name} is gone by then",
            forecast.span,
            note=f"{name} is state of {owner}, and falls back as that ends",
            help="Let it read fields of the mission, or of the career.",
        )
