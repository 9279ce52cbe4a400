"""Small stories: what is so, what is called with which dice and answers, and what must come of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from b29_korea.bench import OTHER_FIGURES, OTHER_READINGS, Facts, Sky, Word, changes, data, scene

MEN = tuple(data("Post", "home"))
ENGINES = tuple(data("Engine", "wing"))
TURRETS = tuple(data("Turret", "bursts"))

HIGH: Facts = {"altitude": "medium"}
EMPTY: Facts = {"bombs[forward]": "no", "bombs[aft]": "no"}
JOINED: Facts = {"station": "formed", **HIGH}
ALONE: Facts = {"station": "straying", **HIGH}
BY_NIGHT: Facts = {"night_mission": "yes", "schedule": "all_night"}
SILENT: Facts = {f"turret_dead[{turret}]": "yes" for turret in TURRETS}
NO_POWER: Facts = {"electrical_hits": 2}
GEAR_DOWN: Facts = {"nose_gear": "lowered", "main_gear[port]": "lowered", "main_gear[starboard]": "lowered"}
SKILLED: Facts = {f"crew[{man}].missions": 8 for man in MEN}

JUMP, FALL = "8-4", "8-5"
BACKUP = (5,) * 60
"""Dice for those who jump, where only it matters that they do."""

PLAIN = {
    "take_off": "no",
    "fuel_check": "no",
    "navigation": "no",
    "random_events": "no",
    "searchlights": "no",
    "evasive_action": "no",
    "additional_flak": "no",
    "start_weight": "no",
    "passing_shots": "no",
    "month_choice": "january",
}
"""The game without any optional rule."""

ANOTHER = {
    **OTHER_READINGS,
    **OTHER_FIGURES,
    "main_boxes": "32",
    "burst_results": "no",
    "month_choice": "player",
    "tour_length": "2",
}
"""Every switch that is not an optional rule, the other way."""


def at(target: str, zone: int | None = None, **facts: Word) -> Facts:
    """In a zone of a mission to this target: over it, unless told otherwise."""
    place = data("Target", "zone")[target] if zone is None else zone
    return {"target": target, "zone": place, **facts}


def engines(*stopped: str, how: str = "feathered") -> Facts:
    """These engines are out."""
    return {f"prop[{engine}]": how for engine in stopped}


def down(*men: str, points: int = 3) -> Facts:
    """These men are hurt."""
    return {f"points[{man}]": points for man in men}


LOST: Facts = {"fate": "gone", **down(*MEN, points=4)}
"""She is destroyed, with everybody aboard."""


def of(found: Sky, name: str, result: Any = None) -> Any:
    """What is so: a field, a define with its arguments in parentheses, or ``result``."""
    if name == "result":
        return result
    if name in found.names:
        return found[name]
    if name.startswith("cabin of "):
        return data("Section", "cabin")[name.removeprefix("cabin of ")]
    if name.startswith("modifiers on "):
        return modifiers(found, name.removeprefix("modifiers on "))
    called, _, args = name.rstrip(")").partition("(")
    return found.define(called, *(arg.strip() for arg in args.split(",") if arg))


def modifiers(found: Sky, table: str) -> int:
    """What was added to the dice of a table, the last time."""
    throw = [throw for throw in found.throws if throw.table == table][-1]
    return throw.total - throw.natural


@frozen
class Clause:
    """One line of the rules, as a story.

    Attributes:
        rule: Which line, and what it is about.
        call: ``do``, ``roll``, ``look`` or ``define``, a name, its arguments.
        given: What is so before.
        dice: All that are thrown.
        answers: To what is asked, in order; the autopilot gives the rest.
        then: What is so afterwards; see :func:`of`.
        leads: A table that must be rolled on; the dice that are still needed do not matter.
        asks: The tables of all rolls, in order.
        nothing: Whether nothing else may change.
        options: Of the game.
    """

    rule: str
    call: str
    given: Facts = field(factory=dict)
    dice: Sequence[int] = ()
    answers: Sequence[str] = ()
    then: Mapping[str, Any] = field(factory=dict)
    leads: str | None = None
    asks: Sequence[str | None] | None = None
    nothing: bool = False
    options: Mapping[str, str] = field(factory=dict)


def told(clause: Clause) -> Sky:
    """Play a clause, and hold it to its word."""
    found = scene(clause.given, **clause.options)
    before = found.state()
    kind, name, *args = clause.call.split()
    given: list[Word] = [int(arg) if arg.isdigit() else arg for arg in args]
    spare = BACKUP if clause.leads else ()
    result: Any
    match kind:
        case "do" | "roll":
            result = found.play(f"{kind}:{name}", *given, dice=clause.dice, answers=clause.answers, spare=spare)
        case "look":
            result = found.look(name, *given)
        case _:
            result = found.define(name, *given)
    now = {fact: of(found, fact, result) for fact in clause.then}
    wrong = {fact: (value, now[fact]) for fact, value in clause.then.items() if now[fact] != value}
    assert not wrong, f"expected, found: {wrong}; rolled: {found.asked}; chosen: {found.choices}"
    if clause.leads:
        assert clause.leads in found.asked, f"rolled: {found.asked}; chosen: {found.choices}"
    if clause.asks is not None:
        assert found.asked == list(clause.asks), f"rolled: {found.asked}; chosen: {found.choices}"
    if clause.nothing:
        more = {name: new for name, new in changes(before, found.state()).items() if name not in clause.then}
        assert not more, f"changed as well: {more}"
    return found


def name_of(clause: Clause) -> str:
    """What a test of it is called."""
    return clause.rule


def each(rule: str, outcomes: Iterable[tuple[Sequence[int], Facts | str]], call: str, **rest: Any) -> list[Clause]:
    """One clause for each of the dice: with the facts that come of it, or the table it leads to."""
    return [
        Clause(
            f"{rule} {'-'.join(str(die) for die in dice)}",
            call,
            dice=dice,
            then={} if isinstance(outcome, str) else outcome,
            leads=outcome if isinstance(outcome, str) else None,
            **rest,
        )
        for dice, outcome in outcomes
    ]
