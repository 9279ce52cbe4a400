"""When tallies are counted: at the end of what runs while the state that they read still stands."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.dsl.node_classes import frozen

CAREER = "career"
"""The owner of what lasts, whatever procedure plays the career."""


@frozen
class CountingMoment:
    """When a tally is counted.

    Attributes:
        procedure: At whose end; empty where it reads no state, and there is nothing to wait for.
        gone: The state that it reads and that has fallen back by then, by the owner of each.
    """

    procedure: str
    gone: dict[str, str]


def tallies_of(graph: n.RuleGraph) -> Iterator[n.Define]:
    """The tallies of a game, in the order of the text, which is that of their weight."""
    return (define for define in graph.defines if define.tally is not None)


def counting_moment_of(tally: n.Define, graph: n.RuleGraph, effects: Effects) -> CountingMoment:
    """When a tally is counted, told by the state that it reads itself and in what it asks.

    What belongs to a mission, or to what goes on around it but is no career, stands at the end of that mission; what
    reads only what lasts longer is counted at the end of a career, or of a mission in a game that has none. What
    belongs to something that the mission comes to has fallen back by then.
    """
    owners = owners_of_state(graph)
    reads = {id_: owners[id_] for id_ in sorted(effects.call_effect(f"define:{tally.name}").reads) if id_ in owners}
    if not reads:
        return CountingMoment("", {})
    mission, career = graph.game.mission, graph.game.career
    lasts = {CAREER, career}
    procedure = career if career and lasts.issuperset(reads.values()) else mission
    below = (
        effects.total_effects[f"procedure:{procedure}"].calls
        if f"procedure:{procedure}" in effects.total_effects
        else frozenset()
    )
    ended = {owner for owner in reads.values() if owner != procedure and f"procedure:{owner}" in below}
    return CountingMoment(procedure, {id_: owner for id_, owner in reads.items() if owner in ended - lasts})


def owners_of_state(graph: n.RuleGraph) -> dict[str, str]:
    """What owns each field and list, by its id; of an element's field what owns its list."""
    lists = {pool.id: pool.owner for pool in graph.lists}
    return {
        **{f"list:{id_}": owner for id_, owner in lists.items()},
        **{f"field:{field.id}": lists.get(field.owner, field.owner) for field in graph.fields},
    }
