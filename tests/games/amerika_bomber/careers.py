"""Whole careers without a person, and what must hold when they are over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import frozen

from bombsight.flat.layout import RESERVE, STEPS_SLOT
from bombsight.flat.program import Program
from tests.games.amerika_bomber.bench import GAME, data, graph
from tests.games.coverage_of import Reached
from tests.games.watching import Watched

OUT = ("interned", "captured", "drowned", "dead")
BANDS = ((50, "defeat"), (100, "draw"), (500, "marginal"), (750, "substantial"), (9999, "decisive"))


@cache
def words(enum: str) -> tuple[str, ...]:
    """The words of an enum."""
    return next(node.values for node in graph().enums if node.name == enum)


@frozen
class Career:
    """A career that was flown.

    Attributes:
        seed: Of its dice.
        victory: What it gave.
        ending: The fate that ended it before March 1948; none if he came through.
        slot: The last slot of the calendar it reached.
        points: The sum of the bombing results.
        flown: How many sorties.
        rank: The last rank.
        steps: How many steps it took.
    """

    seed: int
    victory: str
    ending: str
    slot: int
    points: int
    flown: int
    rank: str
    steps: int


class Pilot(Watched):
    """A career, watched; what rows its rolls lead to is kept."""

    def __init__(self, program: Program, policy: str) -> None:
        super().__init__(GAME, program, policy)
        self.reached = Reached(program)
        names = self.names
        self.rising = {names[field] for field in ("flown", "points", "successes", "atomic_bombs", "downed")}
        self.rising |= {names[f"condition[{post}]"] for post in words("Post")}
        self.rising |= {names["hits"], names["airframe_hits"]}
        self.kept = {names[f"medal[{medal}]"] for medal in words("Medal")} | {
            names[f"achieved[{area}]"] for area in words("Area")
        }

    def on_event(self, event: tuple[int, ...]) -> None:
        """Keep the rows, and watch the changes."""
        self.reached.log(*event)
        super().on_event(event)

    def may_change(self, slot: int, old: int, new: int) -> bool:
        """Counts of the career and damage of a sortie only grow; what was awarded or found out stays."""
        return not (slot in self.rising | self.kept and new < old)

    def career(self, seed: int) -> Career:
        """One career; a rules fault is an exception."""
        self.start(seed)
        before = self.slots[STEPS_SLOT] + self.slots[RESERVE]
        victory = self.call("do:career")
        assert isinstance(victory, str)
        told = {field: self[field] for field in ("ending", "slot", "points", "flown", "rank")}
        steps = before - self.slots[STEPS_SLOT] - self.slots[RESERVE]
        facts: Any = {**told, "seed": seed, "victory": victory, "steps": steps}
        return Career(**facts)

    def log(self) -> list[dict[str, Any]]:
        """The log sheet: each sortie's line."""
        fields = ("number", "scored", "outcome", "mission_task", "hull_after", "accuracy_percent")
        return [
            {field: self.told(self.element_slot("log", line, field)) for field in fields}
            for line in self.references("log")
        ]


# --- what must hold after a career


def broken_laws(found: Pilot, career: Career) -> list[str]:
    """What is wrong after a career; empty if nothing is."""
    laws = (the_log, the_end, the_verdict, awards, experience, research, men)
    return [*found.wrong, *(problem for law in laws for problem in law(found, career))]


def the_log(found: Pilot, career: Career) -> Iterator[str]:
    """The totals are those of the log sheet; no slot of the calendar was flown twice."""
    lines = found.log()
    slots = [line["number"] for line in lines]
    if slots != sorted(set(slots)) or len(slots) != career.flown or max(slots, default=0) > career.slot:
        yield f"{career.flown} sorties in the slots {slots}"
    if sum(line["scored"] for line in lines) != career.points:
        yield f"{career.points} points, by the log {sum(line['scored'] for line in lines)}"
    if sum(line["outcome"] == "success" for line in lines) != found["successes"]:
        yield f"{found['successes']} successes, by the log otherwise"
    if any(
        (line["scored"] > 0) != (line["outcome"] == "success") for line in lines if line["mission_task"] == "bombing"
    ):
        yield "a bombing that scored without success, or the other way round"
    if sum(line["mission_task"] == "atomic" and line["scored"] == 100 for line in lines) != found["atomic_bombs"]:
        yield f"{found['atomic_bombs']} atomic bombs, by the log otherwise"
    if sum(line["hull_after"] != "airworthy" for line in lines) != found["bombers_lost"]:
        yield f"{found['bombers_lost']} bombers lost, by the log otherwise"


def the_end(found: Pilot, career: Career) -> Iterator[str]:
    """A career ends in March 1948, or with the pilot."""
    if career.ending == "none" and career.slot != 48:
        yield f"over in slot {career.slot}, and nothing happened to him"
    if career.ending not in ("none", *OUT):
        yield f"{career.ending} ends no career"
    if career.ending != "none" and found.log()[-1]["number"] != career.slot:
        yield "it ended in a slot he did not fly"


def the_verdict(found: Pilot, career: Career) -> Iterator[str]:
    """Rule 8.0."""
    expected = next(band for top, band in BANDS if career.points <= top)
    if int(found["atomic_bombs"]) >= 3:
        expected = "decisive"
    if career.victory != expected:
        yield f"{career.victory} with {career.points} points and {found['atomic_bombs']} bombs"


def awards(found: Pilot, career: Career) -> Iterator[str]:
    """Rule 6.8: what the totals earn is held, or something higher of its kind."""
    held = {medal for medal in words("Medal") if found[f"medal[{medal}]"] == "yes"}
    earned = {
        "iron_second": int(found["successes"]) >= 1,
        "iron_first": int(found["successes"]) >= 5,
        "german_cross": int(found["successes"]) >= 10,
        "shield": career.flown >= 5,
        "clasp_bronze": career.flown >= 20,
        "diamonds": int(found["atomic_bombs"]) >= 1,
    }
    for medal, deserved in earned.items():
        if (medal in held) != deserved:
            yield f"{medal} is {'held' if medal in held else 'missing'}"
    if career.points >= 300 and not held & {"knights_cross", "oakleaves", "swords", "diamonds"}:
        yield f"{career.points} points without a Knight's Cross"


def experience(found: Pilot, career: Career) -> Iterator[str]:
    """Rule 6.7: one point to begin with, one for four sorties, and those of a commendation."""
    spent = sum(int(cost) for skill, cost in data("Skill", "cost").items() if found[f"skill[{skill}]"] == "yes")
    if int(found["experience"]) + spent > 1 + career.flown // 4 + found.rolled["C1"]:
        yield f"{found['experience']} points in hand and {spent} spent after {career.flown} sorties"


def research(found: Pilot, career: Career) -> Iterator[str]:
    """Rule 6.9: one level a month, and nothing achieved that nobody asked for."""
    levels = {area: int(found[f"research[{area}]"]) for area in words("Area")}
    months = career.slot // 4 if career.ending == "none" else (career.slot - 1) // 4
    if sum(levels.values()) > months:
        yield f"{sum(levels.values())} levels in {months} months"
    for area, level in levels.items():
        if found[f"achieved[{area}]"] == "yes" and level == 0:
            yield f"{area} achieved at level 0"


def men(found: Pilot, career: Career) -> Iterator[str]:
    """Nobody has two posts."""
    names = {found.slots[found.names[f"crew[{post}].name"]] for post in words("Post")}
    if len(names) != len(words("Post")):
        yield f"{len(names)} names for {len(words('Post'))} men"
