"""Whole missions and tours without a person, and what must hold when they are over."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from bombsight.flat.program import Program
from tests.games.b29_korea.bench import GAME, MEN, TURRETS, Facts, Word, data
from tests.games.coverage_of import Reached
from tests.games.watching import Watched

DEAD = ("kia", "dow", "las", "died_pow")


@frozen
class Flight:
    """A mission that was flown.

    Attributes:
        seed: Of its dice.
        result: What the mission gave.
        target: Its target.
        percent: Of the bombs on the target; none where there was no bomb run.
        lost: The men lost, each with how.
        steps: How many steps it took.
    """

    seed: int
    result: str
    target: Word
    percent: Word
    lost: dict[str, Word]
    steps: int


class Bomber(Watched):
    """The bomber, watched; what rows its rolls lead to is kept."""

    def __init__(self, program: Program, policy: str) -> None:
        super().__init__(GAME, program, policy)
        self.reached = Reached(program)
        names = self.names
        self.rising = {names[f"health[{man}]"] for man in MEN} | {names[f"jumped[{man}]"] for man in MEN}
        self.falling = {names[f"ammo[{turret}]"] for turret in TURRETS} | {names["bombs[forward]"], names["bombs[aft]"]}
        self.falling |= {names["fuel"], *(names[f"extinguisher[{at}]"] for at in program.enums["Extinguisher"].values)}

    def on_event(self, event: tuple[int, ...]) -> None:
        """Keep the rows, and watch the changes."""
        self.reached.log(*event)
        super().on_event(event)

    def may_change(self, slot: int, old: int, new: int) -> bool:
        """Nobody's wounds heal, nobody comes back aboard, and no bomb, burst, box or bottle either."""
        return not ((slot in self.rising and new < old) or (slot in self.falling and new > old))

    def fly(self, seed: int, number: int, facts: Facts | None = None) -> Flight:
        """One mission."""
        result, steps = self.mission(seed, number, facts)
        percent = self["percent"] if self["run_made"] == "yes" else "none"
        lost = {man: self[f"loss[{man}]"] for man in MEN if self[f"loss[{man}]"] != "none"}
        return Flight(seed, result, self["target"], percent, lost, steps)


# --- what must hold after a mission


def broken_laws(found: Bomber, flight: Flight) -> list[str]:
    """What is wrong after a mission; empty if nothing is."""
    laws = (ammunition, bombs, men, places, damage, result)
    return [*found.wrong, *(problem for law in laws for problem in law(found, flight))]


def ammunition(found: Bomber, flight: Flight) -> Iterator[str]:
    """No turret has more bursts than it can hold."""
    for turret, most in data("Turret", "bursts").items():
        if found[f"ammo[{turret}]"] not in range(int(most) + 1):
            yield f"{turret} has {found[f'ammo[{turret}]']} bursts"


def bombs(found: Bomber, flight: Flight) -> Iterator[str]:
    """Bombs hit only where there was a run."""
    if found["run_made"] == "no" and (found["target_hit"] == "yes" or found["percent"] != 0):
        yield "bombs hit without a bomb run"
    if found["run_made"] == "yes" and found["reached"] == "no":
        yield "a bomb run short of the target"
    if found["target_hit"] == "no" and int(found["percent"]) > 36:
        yield "off target, and yet on it"


def men(found: Bomber, flight: Flight) -> Iterator[str]:
    """Eleven men under eleven names; the dead are lost, the living are not dead."""
    names = {found.slots[found.names[f"crew[{man}].name"]] for man in MEN}
    if len(names) != len(MEN):
        yield f"{len(names)} names for eleven men"
    for man in MEN:
        dead, lost = found[f"health[{man}]"] == "dead", found[f"loss[{man}]"]
        if dead != (lost in DEAD):
            yield f"{man} is {found[f'health[{man}]']} and {lost}"
        if found[f"jumped[{man}]"] == "yes" and found[f"health[{man}]"] == "serious":
            yield f"{man} jumped, seriously wounded"


def places(found: Bomber, flight: Flight) -> Iterator[str]:
    """No post has two men, and no fighters are left."""
    held = [found[f"holds[{man}]"] for man in MEN if found[f"health[{man}]"] != "dead"]
    posts = [post for post in held if post != "none"]
    if len(posts) != len(set(posts)):
        yield f"posts shared: {posts}"
    if found.references("fighters"):
        yield "fighters are left"


def damage(found: Bomber, flight: Flight) -> Iterator[str]:
    """A bomber that came home could still fly."""
    if found["fate"] == "back":
        if found["wing_root[port]"] == 5 or found["wing_root[starboard]"] == 5:
            yield "back, without a wing"
        if found["tailplane_hits[port]"] == found["tailplane_hits[starboard]"] == 3:
            yield "back, without a tailplane"
        if found["controls_dead[pilot]"] == found["controls_dead[copilot]"] == "yes":
            yield "landed without controls"


def result(found: Bomber, flight: Flight) -> Iterator[str]:
    """Who won is what R-VIC makes of the bombs and the bomber."""
    sound = found["airframe"] != "irreparable" or found["taking_off"] == "yes"  # a bad take-off is nobody's victory
    home = found["fate"] in ("back", "landed", "grounded") and sound
    if home:
        expected = "won" if found["target_hit"] == "yes" else "drawn"
    else:
        expected = "lost"
    if found["fate"] != "grounded" and flight.result != expected:
        yield f"{flight.result}, by the rules {expected}"
