"""When tallies (statistics over many runs) are counted: at the end of the procedure that has the state they read.

Forecasts of tallies of the career are counted as a mission ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.dsl.node_classes import frozen

CAREER = "career"
"""The owner of lasting state, whatever procedure plays the career."""


@frozen
class CountingMoment:
    """The moment at which a tally is counted.

    Attributes:
        procedure: The procedure at whose end it is counted; empty if it reads no state and can be counted at any time.
        gone: The state that it reads but that is reset by then, with the owner of each.
    """

    procedure: str
    gone: dict[str, str]


def is_statistic(item: object) -> bool:
    """Whether a graph node is a tally (a statistic over many runs) or a forecast of one, and no rule of play."""
    return isinstance(item, n.Define) and (item.tally is not None or item.forecast is not None)


def tallies_of(graph: n.RuleGraph) -> Iterator[n.Define]:
    """Yield the tallies (statistics over many runs) of a game in the order of the rules, that of importance."""
    return (define for define in graph.defines if define.tally is not None)


def forecasts_of(graph: n.RuleGraph) -> Iterator[n.Define]:
    """Yield the forecasts of a game, of what its career is expected to come to, in the order of their tallies."""
    forecasts = {define.forecast.tally: define for define in graph.defines if define.forecast is not None}
    return (forecasts[tally.name] for tally in tallies_of(graph) if tally.name in forecasts)


def counting_moment_of(tally: n.Define, graph: n.RuleGraph, effects: Effects) -> CountingMoment:
    """Return the procedure at whose end a tally (a statistic) is counted, from the owners of the state that it reads.

    State of a mission, or of a procedure around it other than the career, exists at the end of that mission. A tally of
    longer-lived state only is counted at the end of the career, or of the mission in a game without one. State of a
    procedure that the mission calls is reset by then.
    """
    reads = state_read_by(tally, graph, effects)
    if not reads:
        return CountingMoment("", {})
    mission, career = graph.game.mission, graph.game.career
    lasts = {CAREER, career}
    procedure = career if career and lasts.issuperset(reads.values()) else mission
    return CountingMoment(procedure, select_gone(reads, procedure, graph, effects))


def forecasting_moment_of(forecast: n.Define, graph: n.RuleGraph, effects: Effects) -> CountingMoment:
    """Return the mission as the moment at which a forecast is counted; no procedure if the forecast reads no state."""
    reads = state_read_by(forecast, graph, effects)
    mission = graph.game.mission
    return CountingMoment(mission if reads else "", select_gone(reads, mission, graph, effects))


def state_read_by(define: n.Define, graph: n.RuleGraph, effects: Effects) -> dict[str, str]:
    """Map each field and list that a define reads, itself or through others, to the procedure that resets it."""
    owners = owners_of_state(graph)
    return {id_: owners[id_] for id_ in sorted(effects.call_effect(f"define:{define.name}").reads) if id_ in owners}


def select_gone(reads: Mapping[str, str], procedure: str, graph: n.RuleGraph, effects: Effects) -> dict[str, str]:
    """Select the state that is reset by the end of a procedure, because one that the procedure calls owns it."""
    lasts = {CAREER, graph.game.career}
    below = (
        effects.total_effects[f"procedure:{procedure}"].calls
        if f"procedure:{procedure}" in effects.total_effects
        else frozenset()
    )
    ended = {owner for owner in reads.values() if owner != procedure and f"procedure:{owner}" in below}
    return {id_: owner for id_, owner in reads.items() if owner in ended - lasts}


def owners_of_state(graph: n.RuleGraph) -> dict[str, str]:
    """Map each field and list to the procedure that resets it; a field of elements to the owner of the list."""
    lists = {pool.id: pool.owner for pool in graph.lists}
    return {
        **{f"list:{id_}": owner for id_, owner in lists.items()},
        **{f"field:{field.id}": lists.get(field.owner, field.owner) for field in graph.fields},
    }
