"""Whole games without a person, and what must hold when they are over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from attrs import frozen

from bombsight.flat.layout import RESERVE, STEPS_SLOT
from bombsight.flat.program import Program
from tests.games.b17_leader.bench import GAME, VARIANT
from tests.games.scenes import Game, Word
from tests.games.watching import Watched

BANDS = ((9, "poor"), (19, "fair"), (24, "good_one"), (25, "great"))


@frozen
class Campaign:
    """A game that was played.

    Attributes:
        seed: Of its dice.
        verdict: What it gave.
        flown: How many missions.
        killed: How many men.
        bandits: How many were destroyed.
        pool: The experience left.
        airframe: How the bomber stands.
        steps: How many steps it took.
    """

    seed: int
    verdict: str
    flown: int
    killed: int
    bandits: int
    pool: int
    airframe: str
    steps: int


class Bomber(Watched):
    """A bomber, watched."""

    def __init__(self, game: Game, program: Program, policy: str) -> None:
        super().__init__(game, program, policy)
        self.rising = {self.names[field] for field in ("flown", "bandits_destroyed", "killed", "downed")}

    def may_change(self, slot: int, old: int, new: int) -> bool:
        """What was flown, shot down and lost stays so."""
        return not (slot in self.rising and new < old)

    def campaign(self, seed: int) -> Campaign:
        """One game; a rules fault is an exception."""
        self.start(seed)
        before = self.slots[STEPS_SLOT] + self.slots[RESERVE]
        verdict: Any = self.call("do:career")
        told: Any = {field: self[field] for field in ("flown", "pool", "airframe")} | {
            "bandits": self["bandits_destroyed"]
        }
        steps = before - self.slots[STEPS_SLOT] - self.slots[RESERVE]
        killed = len(self.references("roll_of_honour"))
        return Campaign(seed=seed, verdict=verdict, killed=killed, steps=steps, **told)

    def log(self) -> list[dict[str, Any]]:
        """The log: each mission's line."""
        fields = ("number", "outcome", "downed", "killed", "earned")
        return [
            {field: self.told(self.element_slot("log", line, field)) for field in fields}
            for line in self.references("log")
        ]


@cache
def bomber(policy: str, options: tuple[tuple[str, str], ...] = (), variant: bool = False) -> Bomber:
    """The game with some options, played by a policy."""
    game = VARIANT if variant else GAME
    return Bomber(game, game.program(options), policy)


def options(given: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Options as a key."""
    return tuple(given.items())


# --- what must hold after a game


def broken_laws(found: Bomber, played: Campaign) -> list[str]:
    """What is wrong after a game; empty if nothing is."""
    laws = (the_log, the_end, men)
    return [*found.wrong, *(problem for law in laws for problem in law(found, played))]


def the_log(found: Bomber, played: Campaign) -> Iterator[str]:
    """The totals are those of the log."""
    lines = found.log()
    came_home = [line for line in lines if line["outcome"] == "home"]
    if len(came_home) != played.flown:
        yield f"{played.flown} missions, by the log {len(came_home)}"
    if sum(line["killed"] for line in lines) != played.killed:
        yield f"{played.killed} men killed, by the log otherwise"
    if sum(line["downed"] for line in lines) != played.bandits:
        yield f"{played.bandits} bandits, by the log otherwise"
    if sum(line["earned"] for line in lines) < played.pool:
        yield f"{played.pool} XP, which nobody earned"


def the_end(found: Bomber, played: Campaign) -> Iterator[str]:
    """Rules 3.7 and 4.10: the verdict is that of the missions; who is lost stops there."""
    lost = [line for line in found.log() if line["outcome"] == "lost"]
    if len(lost) != (played.airframe == "destroyed") or (lost and found.log()[-1] != lost[0]):
        yield f"the log has {len(lost)} losses, and the bomber is {played.airframe}"
    if found.game is VARIANT:
        expected = "gone_down" if lost else "survived"
    else:
        expected = next(band for most, band in BANDS if played.flown <= most)
    if played.verdict != expected:
        yield f"{played.verdict} after {played.flown} missions"


def men(found: Bomber, played: Campaign) -> Iterator[str]:
    """Nobody has two posts, and the dead have none, but for whom nobody has replaced."""
    crew: dict[Word, Word] = {
        post: found.slots[found.names[f"crew[{post}].name"]] for post in found.program.enums["Post"].values
    }
    if len(set(crew.values())) != len(crew):
        yield f"two men of one name: {crew}"
    fallen = {
        found.slots[found.element_slot("roll_of_honour", man, "name")] for man in found.references("roll_of_honour")
    }
    wrong = [post for post, name in crew.items() if (name in fallen) != (found[f"dead[{post}]"] == "yes")]
    if wrong:
        yield f"dead and alive: {wrong}"
