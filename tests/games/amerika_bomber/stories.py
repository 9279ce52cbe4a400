"""Small stories: what is so, what is called with which dice and answers, and what must come of it."""

from __future__ import annotations

from typing import Any

from amerika_bomber.bench import FIGHTERS, Facts, Sky, Word, data, scene
from clauses import Storyteller, argument

MEN = tuple(data("Post", "gunner"))
CREW = (*MEN[:6], "ventral_gunner", "tail_gunner")
"""The eight of an He 277."""

GUNS = ("nose", "top_forward", "top_aft", "ventral", "tail", "port_waist", "starboard_waist", "fixed_forward")

ENGINES = ("no_1", "no_2", "no_3", "no_4", "no_5", "no_6")

BACKUP = (3,) * 90
"""Dice for those who jump, where only it matters that they do: chutes open."""

UNLOADED: Facts = {"aircraft": "he277", "endurance": 13}
"""An He 277 as she is without anything aboard that the target wants."""

CHAFF: Facts = {"chaff[dispenser_a]": 2, "chaff[dispenser_b]": 2}

NO_CHAFF: Facts = {"chaff[dispenser_a]": 0, "chaff[dispenser_b]": 0}

FULL_MAGAZINES: Facts = {"ammo[nose]": 6, "ammo[top_forward]": 6, "ammo[ventral]": 6, "ammo[tail]": 8}
"""Those of an He 277."""


# --- scenes


def at(zone: int, **facts: Word) -> Facts:
    """With bombs and chaff over this zone, on the way out to a factory in zone 5."""
    return {
        **UNLOADED,
        **CHAFF,
        "bombs_aboard": "yes",
        "target": "dupont_wilmington",
        "target_zone": 5,
        "zone": zone,
        **facts,
    }


def home_from(zone: int, **facts: Word) -> Facts:
    """Without bombs over this zone, on the way home."""
    return {**at(zone), "homeward": "yes", "bombs_aboard": "no", **facts}


LOADS: dict[str, Facts] = {
    "bombing": {},
    "agent_drop": {"target": "new_york", "agent_aboard": "yes"},
    "leaflets": {"target": "new_york", "bombs_aboard": "no", **NO_CHAFF},
    "reconnaissance": {"target": "new_york", "bombs_aboard": "no"},
    "atomic": {"target": "atomic_new_york", "bombs_aboard": "no", "weapon_aboard": "yes"},
}
"""What is aboard on a mission of each kind, to a target in zone 5."""


def on_task(task: str, zone: int = 5, **facts: Word) -> Facts:
    """Over this zone on the way out on a mission of this kind, loaded for it."""
    return {**at(zone), "task": task, **LOADS[task], **facts}


def stopped(count: int) -> Facts:
    """So many engines are out."""
    return {f"engine_state[no_{number}]": "inop" for number in range(1, count + 1)}


def down(*men: str, wound: str = "serious") -> Facts:
    """These men are wounded."""
    return {f"condition[{man}]": wound for man in men}


def skilled(*skills: str) -> Facts:
    """These skills have been bought."""
    return {f"skill[{skill}]": "yes" for skill in skills}


def broken(*devices: str) -> Facts:
    """These electronic devices are damaged."""
    return {f"device_out[{device}]": "yes" for device in devices}


def advanced(*areas: str) -> Facts:
    """These advances have been made."""
    return {f"achieved[{area}]": "yes" for area in areas}


def silent(*but: str) -> Facts:
    """No gun can fire, but for these."""
    return {f"gun_state[{gun}]": "inop" for gun in GUNS if gun not in but}


def foe(kind: str = "f8f", clock: str = "twelve", height: str = "level", **facts: Word) -> Facts:
    """A fighter in a position; one from straight above or below has no height."""
    return {"type": kind, "clock": clock, "height": "none" if clock in ("dive", "climb") else height, **facts}


# --- what came of it


def of(found: Sky, name: str, result: Any = None) -> Any:
    """What is so.

    A field; ``result``; ``fighters``, how many are left; a define with its arguments, ``figure(engines)``. Of the rolls
    on a table: ``times T``, how many; ``every T``, what was added to each; ``modifiers on T`` and ``labels on T``, what
    was added to the last one, and why; ``row of T``, the row it led to. Of the questions: ``offers choice``, what could
    be answered the last time, ``choice`` being a procedure and a variable, as in ``flak/order``.
    """
    if name == "result":
        return result
    if name == "fighters":
        return len(found.references(FIGHTERS))
    if name in found.names:
        return found[name]
    words, _, last = name.rpartition(" ")
    throws = [throw for throw in found.throws if throw.table == last]
    match words:
        case "times":
            return len(throws)
        case "every":
            return [throw.total - throw.natural for throw in throws]
        case "modifiers on":
            return throws[-1].total - throws[-1].natural
        case "labels on":
            return sorted(throws[-1].modifiers)
        case "row of":
            return throws[-1].row
        case "offers":
            return list([choice for choice in found.choices if choice.id == last][-1].offered)
    called, _, args = name.rstrip(")").partition("(")
    return found.define(called, *(argument(arg.strip()) for arg in args.split(",") if arg))


told = Storyteller(scene, of, BACKUP).told


# --- dice and scenes that several chapters begin with

CALM = 7
"""No contact, in every quarter."""

NO_HITS = [1, 2]
"""Light flak, nothing hits: with the jammer."""

A_HIT = [6, 3]
"""Heavy flak, one hit: with the jammer and without chaff."""

SKIN = 16
"""A hit that does nothing."""

ON_TARGET = [2, 7]
"""The bomb run, and 20 % from an He 277."""

RUN = [*NO_HITS, *ON_TARGET, *NO_HITS]
"""Over the target: nothing hits, 20 %."""

SAFE = [2, 2]
"""Weather and landing."""

FLAK = ["B2a-density", "B2a"]
OVER = [*FLAK, "B10", "B11", *FLAK]
LANDING = ["B6", "B7"]

FIVE: Facts = {**UNLOADED, "endurance": 0, "target": "dupont_wilmington", "target_zone": 5}
"""On the ground, with orders for zone 5."""

SIX: Facts = {**FIVE, "target": "chrysler", "target_zone": 6}

P80 = [9, 1, 3, 1, 3]
"""Two of the land, at 12 o'clock level, in spring."""

F8F = [4, 1, 3, 1, 3]
"""Two of a carrier."""

QUIETLY = [1] * 6
"""Two fighters who miss three times."""

FIGHT = [*F8F, 1, 6, *[1] * 5]
"""In zone 3, where nobody covers her, two fighters: one hit, whose dice stand after the seventh."""

JAMMED: Facts = {"doors_jammed": "yes"}

FLIGHT: Facts = {"aircraft": "he277", "target": "dupont_wilmington", **silent()}
"""A flight on which her guns are of no use."""
