"""Whole missions and campaigns without a person, and what must hold when they are over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import fields, frozen

from bombsight.flat.program import Program
from tests.games.b17.bench import GAME, Facts, Word, data
from tests.games.b17.transcribed import MEN
from tests.games.watching import Watched

RESULTS = ("won", "lost", "drawn")


@frozen
class Flight:
    """A mission that was flown.

    Attributes:
        seed: Of its dice.
        result: What the mission gave.
        percent: Of the bombs within 1000 feet; none where there was no bomb run.
        lost: The men lost, each with how.
        steps: How many steps it took.
    """

    seed: int
    result: str
    percent: Word
    lost: dict[str, Word]
    steps: int


class Bomber(Watched):
    """The bomber, watched."""

    def __init__(self, program: Program, policy: str) -> None:
        super().__init__(GAME, program, policy)
        self.wounds = {self.names[f"man[{man}].health"]: man for man in MEN}
        self.shooters = {self.names[f"shooter[{gun}]"] for gun in data("Gun", "bursts")}
        self.load = self.names["bombs_aboard"]

    def may_change(self, slot: int, old: int, new: int) -> bool:
        """Nobody's wounds heal, no badly hurt man fires, and no bombs come aboard in the air."""
        hurt = slot in self.shooters and new >= 0 and self[f"man[{MEN[new]}].health"] in ("serious", "dead")
        return not (hurt or (slot in self.wounds and new < old) or (slot == self.load and new > old))

    def fly(self, seed: int, number: int, facts: Facts | None = None) -> Flight:
        """One mission."""
        result, steps = self.mission(seed, number, facts)
        percent = self["percent"] if self["run_made"] == "yes" else "none"
        lost = {man: self[f"loss[{man}]"] for man in MEN if self[f"loss[{man}]"] != "none"}
        return Flight(seed, result, percent, lost, steps)


# --- what must hold after a mission


def broken_laws(found: Bomber, flight: Flight) -> list[str]:
    """What is wrong after a mission; empty if nothing is."""
    wrong = list(found.wrong)
    laws = (ammunition, extinguishers, bombs, men, places, damage, result, record)
    return [*wrong, *(problem for law in laws for problem in law(found, flight))]


def ammunition(found: Bomber, flight: Flight) -> Iterator[str]:
    """No gun has more bursts than it can hold, all together no more than they began with."""
    bursts = data("Gun", "bursts")
    left = {gun: found[f"ammo[{gun}]"] for gun in bursts}
    for gun, most in bursts.items():
        if left[gun] not in range(int(most) + 1):
            yield f"{gun} has {left[gun]} bursts"
    if sum(map(int, left.values())) > sum(map(int, bursts.values())):
        yield "there are more bursts than at the start"


def extinguishers(found: Bomber, flight: Flight) -> Iterator[str]:
    """Five bottles, each good for one try."""
    used = found.rolled["BL-3"]
    if used > 5 or (found["thrown_out"] == "no" and found["extinguishers"] != 5 - used):
        yield f"{used} tries to put out fires, and {found['extinguishers']} bottles left"


def bombs(found: Bomber, flight: Flight) -> Iterator[str]:
    """Bombs are dropped or aboard, and hit only when dropped."""
    if found["dropped"] == "yes" and found["bombs_aboard"] == "yes":
        yield "the bombs are dropped and aboard"
    if found["dropped"] == "no" and (found["target_hit"] == "yes" or found["percent"] != 0):
        yield "bombs hit that were never dropped"
    if found["dropped"] == "yes" and found["run_made"] == "no":
        yield "bombs dropped without a bomb run"


def men(found: Bomber, flight: Flight) -> Iterator[str]:
    """Ten men under ten names, each lost at most once, and every dead man lost."""
    names = {found.slots[found.names[f"crew[{man}].name"]] for man in MEN}
    if len(names) != 10:
        yield f"{len(names)} names for ten men"
    for man in MEN:
        dead, lost = found[f"man[{man}].health"] == "dead", found[f"loss[{man}]"]
        if dead and lost not in ("kia", "dow", "las"):
            yield f"{man} is dead and {lost}"
        if not dead and lost in ("kia", "dow", "las"):
            yield f"{man} lives and is {lost}"
        if found[f"jumped[{man}]"] == "yes" and found[f"man[{man}].health"] == "serious":
            yield f"{man} jumped, seriously wounded"


def places(found: Bomber, flight: Flight) -> Iterator[str]:
    """Two living men never hold one place."""
    held = Counter(found[f"holds[{man}]"] for man in MEN if found[f"man[{man}].health"] != "dead")
    shared = [place for place, count in held.items() if count > 1]
    if shared and found["fate"] == "back":
        yield f"places shared: {shared}"
    if found.references("fighters"):
        yield "fighters are left"


def damage(found: Bomber, flight: Flight) -> Iterator[str]:
    """A bomber that came home could still fly, and is where she should be."""
    if found["fate"] == "back":
        if found["zone"] != 1 or found["below"] != "england":
            yield f"back, in zone {found['zone']} over {found['below']}"
        if found["wing_root[port]"] == 5 or found["wing_root[starboard]"] == 5:
            yield "back, without a wing"
        if found["tailplane_hits[port]"] == found["tailplane_hits[starboard]"] == 3:
            yield "back, without a tailplane"
    if int(found.define("engines_out")) >= 2 and found["must_abort"] == "no":
        yield "two engines out, and she need not turn back"
    if found["leaks"] and found["fuel_left"] == "none":
        yield "a leak without a count"


def result(found: Bomber, flight: Flight) -> Iterator[str]:
    """Who won is what rule 7.1 makes of the bombs and the bomber."""
    home = found["fate"] == "back" and found["airframe"] != "irreparable"
    expected = "lost" if not home else "won" if found["target_hit"] == "yes" else "drawn"
    if flight.result != expected:
        yield f"{flight.result}, by the rules {expected}"


def record(found: Bomber, flight: Flight) -> Iterator[str]:
    """The composite record after the first mission."""
    counted = found["flown"]
    if counted not in (0, 1) or sum(int(found[side]) for side in ("victories", "defeats", "draws")) != counted:
        yield f"{counted} missions count"
    if counted == 0 and (flight.result != "drawn" or found["aborted"] == "no"):
        yield "a mission that should count does not"
    if sum(int(found[f"men_lost[{loss}]"]) for loss in found.program.enums["Loss"].values) != len(flight.lost):
        yield "the men lost do not add up"


# --- a campaign


@frozen
class Sortie:
    """A line of the composite record."""

    city: Word
    bombs: Word
    outcome: Word
    counted: Word
    fallen: Word


@frozen
class Campaign:
    """A campaign that was flown: what it gave, and its composite record."""

    result: str
    lines: tuple[Sortie, ...]


def campaign(found: Bomber, seed: int) -> Campaign:
    """A whole campaign."""
    found.start(seed)
    value = found.call("do:career")
    assert isinstance(value, str)
    held = found.describer.lists["record_lines"]
    references = [reference for reference in found.slots[held.base : held.base + held.capacity] if reference >= 0]
    members = [field.name for field in fields(Sortie)]
    slots = {member: found.describer.fields[f"Sortie.{member}"].base for member in members}
    lines = [
        Sortie(**{member: found.told(slot + reference % held.capacity) for member, slot in slots.items()})
        for reference in references
    ]
    return Campaign(value, tuple(lines))


def broken_sums(found: Bomber, flown: Campaign) -> list[str]:
    """What does not add up after a campaign; empty if everything does."""
    counted = [line for line in flown.lines if line.counted == "yes"]
    runs = [int(line.bombs) for line in flown.lines if line.bombs != "none"]
    sides = Counter(line.outcome for line in counted)
    losses = found.program.enums["Loss"].values
    margin = sides["won"] - sides["lost"]
    sums: dict[str, tuple[object, object]] = {
        "result": (flown.result, "won" if margin > 0 else "lost" if margin < 0 else "drawn"),
        "flown": (found["flown"], len(counted)),
        "enough": (len(counted) == 25 or len(flown.lines) == 60, True),
        "victories": (found["victories"], sides["won"]),
        "defeats": (found["defeats"], sides["lost"]),
        "draws": (found["draws"], sides["drawn"]),
        "bomb runs": (found["bomb_runs"], len(runs)),
        "per cent": (found["percent_total"], sum(runs)),
        "bombers lost": (found["bombers_lost"], [line.outcome for line in flown.lines].count("lost")),
        "men lost": (
            sum(int(found[f"men_lost[{loss}]"]) for loss in losses if loss != "tour_done"),
            sum(int(line.fallen) for line in flown.lines),
        ),
    }
    told = [f"{what}: {left} and {right}" for what, (left, right) in sums.items() if left != right]
    return [*found.wrong, *told, *tours(found)]


def tours(found: Bomber) -> Iterator[str]:
    """A man goes home after his 25th mission, and nobody flew more than there were."""
    for man in MEN:
        if int(found[f"crew[{man}].missions"]) not in range(25):
            yield f"{man} has flown {found[f'crew[{man}].missions']} missions"
