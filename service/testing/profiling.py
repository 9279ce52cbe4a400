"""The profiler of rules (``profile``): calls, conditions examined, and time of each item."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen

from bombsight.backends.python.hot_swap import SwappableProgram
from bombsight.boundary.budget import WorkKind
from bombsight.boundary.codec.form import Between
from bombsight.compiler.edges import items_of
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.request import Request
from bombsight.flat.sites import ChoiceSite
from bombsight.flat.slices import SimplePolicy
from bombsight.runtime.batch.profile import DICE, ProfileFigures, profile
from bombsight.service.common.document import Document
from bombsight.service.programs.compile import compile_game
from bombsight.service.programs.prepare import program_for

DEFAULT_MISSIONS = 50
"""The number of missions if the call gives none."""

FUNCTION_TITLES = {
    "look": "look up {}",
    "roll": "roll {}",
    "modifiers": "modifiers on {}",
    "act": "rows of {}",
    "every": "shares of {}",
    "do": "do {}",
    "offer": "reroll {}",
    "offered": "reroll {}, offered",
}
"""The display titles of items by the kind of their function; a derived value has its name."""


@frozen(kw_only=True)
class NodeProfiled:
    """The profile of one item, or of all dice, over all missions.

    Attributes:
        node: The item that it is or belongs to: `table:K-1`; empty for dice.
        name: The operation in the words of the rules: `roll K-1`, `look up K-1`, `do watch`, a define's or a
            choice's name; `dice` for all throws.
        title: The item's title; may be empty.
        cite: The item's citation; may be empty.
        place: `file:line:column`; empty for dice.
        calls: How often it was called, asked or thrown.
        looks: Conditions that it evaluated, members and iterations; for a choice, the options that it weighed.
        own: Nanoseconds in it, without its callees.
        total: Nanoseconds in it with its callees.
    """

    node: str
    name: str
    title: str
    cite: str
    place: str
    calls: Annotated[int, Between(1)]
    looks: Annotated[int, Between(0)]
    own: Annotated[int, Between(0)]
    total: Annotated[int, Between(0)]


@frozen(kw_only=True)
class Profiled(Document):
    """The profile of a game's rules: calls, conditions examined, and time of each item.

    Attributes:
        game: The game's id.
        title: The game's title.
        rules: The hash of the rules.
        missions: How many missions were played, each number in turn.
        seed: The seed of their dice.
        policy: Who answered: `auto` or `random`.
        spent: Nanoseconds in all.
        left: How many missions were stopped before their end, because a counter of calls or looks overflowed.
        nodes: All items that were called, the one with most time of its own first.
    """

    document = "profile"

    game: str
    title: str
    rules: str
    missions: Annotated[int, Between(1)]
    seed: int
    policy: str
    spent: int
    left: Annotated[int, Between(0)]
    nodes: tuple[NodeProfiled, ...]


def profile_game(
    request: Request, missions: int = DEFAULT_MISSIONS, seed: int = 1, policy: SimplePolicy = "auto"
) -> Profiled:
    """Play missions of a game, and profile its rules: calls, conditions examined, and time.

    Args:
        request: The rules.
        missions: How many missions, from 1.
        seed: The seed of their dice.
        policy: Who answers.

    Raises:
        InputError: An option is unknown.
        WrongRules: The rules have errors.
    """
    graph, _ = compile_game(request)
    program = program_for(request)
    describer = ProfileDescriber(graph, {site.id: site for site in program.sites if isinstance(site, ChoiceSite)})
    event_limit = request.allowance.limit_of(WorkKind.PROFILE)
    result = profile(
        program,
        program.mission,
        missions,
        seed,
        policy,
        load=lambda made: SwappableProgram(made).load,
        max_events=event_limit,
    )
    return Profiled(
        game=program.game,
        title=program.title,
        rules=program.rules_hash,
        missions=missions,
        seed=seed,
        policy=policy,
        spent=result.spent,
        left=result.left,
        nodes=tuple(map(describer.node_document, result.figures)),
    )


class ProfileDescriber:
    """Looks up titles and places in the rules for profiled functions."""

    def __init__(self, graph: RuleGraph, choices: dict[str, ChoiceSite]) -> None:
        """Index the items of the rules."""
        self.items = dict(items_of(graph))
        self.choices = choices

    def node_document(self, figures: ProfileFigures) -> NodeProfiled:
        """Make the profile document of one function, of one choice, or of the dice, with its title and place."""
        kind, _, name = figures.name.partition(":")
        title, cite, place = "", "", ""
        if figures.name in self.choices:
            origin = self.choices[figures.name].origin
            cite, place = origin.cite, str(origin.place)
            name = f"choose {name}"
        elif figures.owner in self.items:
            item = self.items[figures.owner]
            title = str(getattr(item, "title", ""))
            cite, place = item.origin.cite, str(item.span)
            name = FUNCTION_TITLES.get(kind, "{}").format(name)
        return NodeProfiled(
            node="" if figures.name == DICE else figures.owner,
            name=DICE if figures.name == DICE else name,
            title=title,
            cite=cite,
            place=place,
            calls=figures.calls,
            looks=figures.looks,
            own=figures.own,
            total=figures.total,
        )
