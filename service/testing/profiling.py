"""``profile``: what the rules of a game are called for, what they look at, and where the time goes."""

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
"""So many missions are played where nothing else is said."""

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
"""How what is done with an item is called, by the kind of its function; a derived value is called by its name."""


@frozen(kw_only=True)
class NodeProfiled:
    """Something in the rules, and what it came to in all missions.

    Attributes:
        node: The item it is, or stands in: `table:K-1`; empty for dice.
        name: What is done, in the words of the rules: `roll K-1`, `look up K-1`, `do watch`, a define's or a choice's
            name; `dice` for all throws.
        title: What people call the item; may be empty.
        cite: Where the original has it; may be empty.
        place: `file:line:column`; empty for dice.
        calls: How often it was called, asked or thrown.
        looks: Conditions that it asked, members and turns that it went through; of a choice, the options it weighed.
        own: Nanoseconds in it, all that it called apart.
        total: Nanoseconds in it with all that it called.
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
    """What the rules of a game are called for, what they look at, and where the time goes.

    Attributes:
        game: The game's id.
        title: The game's title.
        rules: The hash of the rules.
        missions: How many missions were played, each number in turn.
        seed: Of their dice.
        policy: Who answered: `auto` or `random`.
        spent: Nanoseconds in all.
        left: How many missions were left before their end, for they call and look more often than a profile counts.
        nodes: What was called at all, most time of its own first.
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
    """Play missions of a game and tell what its rules came to; calls and looks are the same whenever it is done.

    Args:
        request: The game and by which rules.
        missions: How many, from 1.
        seed: Of their dice.
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
    """Where what was profiled stands in the rules, and what it is called there."""

    def __init__(self, graph: RuleGraph, choices: dict[str, ChoiceSite]) -> None:
        self.items = dict(items_of(graph))
        self.choices = choices

    def node_document(self, figures: ProfileFigures) -> NodeProfiled:
        """A function, a choice, or the dice, as people know it."""
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
