"""Whole battles without a person, and what must hold when they are over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from attrs import frozen

from bombsight.flat.layout import STEPS_SLOT
from bombsight.flat.program import Program
from tests.games.down_in_flames.bench import GAME
from tests.games.watching import Watched

FACTS = ("aircraft", "hits", "raider")


@frozen
class Battle:
    """A battle that was fought.

    Attributes:
        seed: Of its dice.
        outcome: What it gave.
        turns: How many were played.
        bandits, escorts, bombers: How many of them were destroyed.
        marked: How many bandits are counted as destroyed.
        steps: How many steps it took.
    """

    seed: int
    outcome: str
    turns: int
    bandits: int
    escorts: int
    bombers: int
    marked: int
    steps: int


class Sky(Watched):
    """A battle, watched."""

    def __init__(self, program: Program, policy: str) -> None:
        super().__init__(GAME, program, policy)

    def told_of(self, held: str, field: str) -> list[Any]:
        """What a field holds, of every element of a list."""
        return [self.told(self.element_slot(held, one, field)) for one in self.references(held)]

    def battle(self, seed: int) -> Battle:
        """One battle; a rules fault is an exception."""
        self.start(seed)
        before = self.slots[STEPS_SLOT]
        outcome = self.call("do:mission")
        lost = [
            kind
            for kind, hits in zip(self.told_of("planes", "aircraft"), self.told_of("planes", "hits"), strict=True)
            if hits >= GAME.data("Aircraft", "lost")[kind]
        ]
        german, bomber = GAME.data("Aircraft", "side"), GAME.data("Aircraft", "bomber")
        bandits = sum(german[kind] == "german" for kind in lost)
        bombers = sum(bomber[kind] == "yes" for kind in lost)
        facts: Any = {"outcome": outcome, "turns": self["turn"], "steps": before - self.slots[STEPS_SLOT]}
        facts["marked"] = self.define("bandits_destroyed")
        return Battle(seed=seed, bandits=bandits, bombers=bombers, escorts=len(lost) - bandits - bombers, **facts)


def broken_laws(found: Sky, battle: Battle) -> list[str]:
    """What is wrong after a battle; empty if nothing is."""
    return [*found.wrong, *cards(found), *the_end(found, battle)]


def cards(found: Sky) -> Iterator[str]:
    """No card is lost, made or in two places; nobody who is down, and no bomber, holds one."""
    copies = GAME.data("Kind", "copies")
    kinds = found.told_of("cards", "kind")
    if any(kinds.count(kind) != number for kind, number in copies.items()):
        yield f"{len(kinds)} cards"
    holders, spent = found.told_of("cards", "holder"), found.told_of("cards", "spent")
    if any(holder != "none" and gone == "yes" for holder, gone in zip(holders, spent, strict=True)):
        yield "a card in a hand and on the discards"
    for plane in found.references("planes"):
        limit = int(found.define("hand_limit", plane)) + (found.define("condition", plane) == "damaged")
        if holders.count(plane) > (limit if found.define("flying", plane) == "yes" else 0):
            yield f"{holders.count(plane)} cards in a hand of {limit}"


def the_end(found: Sky, battle: Battle) -> Iterator[str]:
    """It ends when a side is down, or when its turns are over; what is marked is what happened."""
    sides = [GAME.data("Aircraft", "side")[kind] for kind in found.told_of("planes", "aircraft")]
    germans, down = sides.count("german"), battle.escorts + battle.bombers
    expected = "broken_off"
    if battle.bandits == germans:
        expected = "cleared"
    elif down == len(sides) - germans:
        expected = "beaten"
    if battle.outcome != expected:
        yield f"{battle.outcome}, though {battle.bandits} of {germans} bandits are down"
    if expected == "broken_off" and battle.turns != found.define("most_turns"):
        yield f"over in turn {battle.turns}"
    if battle.marked != marked(found):
        yield f"{battle.marked} bandits told"


def marked(found: Sky) -> int:
    """How many bandits count as destroyed: of the two that attack bombers, one where both are down (R-18)."""
    down = {
        raider: [
            hits >= GAME.data("Aircraft", "lost")[kind]
            for kind, hits, came in zip(*map(partial(found.told_of, "planes"), FACTS), strict=True)
            if came == raider and GAME.data("Aircraft", "side")[kind] == "german"
        ]
        for raider in ("no", "yes")
    }
    return sum(down["no"]) + (bool(down["yes"]) and all(down["yes"]))
