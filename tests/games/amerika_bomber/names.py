"""What the game calls the things of the transcription."""

from __future__ import annotations

from typing import Any

CLOCKS = {
    "12": "twelve",
    "1:30": "one_thirty",
    "3": "three",
    "4:30": "four_thirty",
    "6": "six",
    "7:30": "seven_thirty",
    "9": "nine",
    "10:30": "ten_thirty",
    "VD": "dive",
    "VC": "climb",
}

HEIGHTS = {"Low": "low", "Level": "level", "High": "high"}

TYPES = {name: name.lower() for name in ("F8F", "F4U", "F7F", "FH1", "FJ1", "P51", "P47", "P80", "P84")}

GUNS = {
    "Nose": "nose",
    "TopForward": "top_forward",
    "TopAft": "top_aft",
    "Ventral": "ventral",
    "Tail": "tail",
    "WaistPort": "port_waist",
    "WaistStarboard": "starboard_waist",
    "FixedForward": "fixed_forward",
}

ARCS = {
    "Nose": "nose",
    "TopF": "top_forward",
    "TopA": "top_aft",
    "Ventral": "ventral",
    "Tail": "tail",
    "WaistP": "port_waist",
    "WaistS": "starboard_waist",
    "Fixed": "fixed_forward",
}
"""The guns, as the fields of fire call them."""

POSTS = {
    "Pilot": "pilot",
    "Copilot": "copilot",
    "Bombardier": "bombardier",
    "Navigator": "navigator",
    "Engineer": "engineer",
    "Flight Engineer": "engineer",
    "EWO": "ewo",
    "Electronic Warfare Officer": "ewo",
    "TopGunner": "top_gunner",
    "Top Gunner": "top_gunner",
    "VentralGunner": "ventral_gunner",
    "Ventral Gunner": "ventral_gunner",
    "TailGunner": "tail_gunner",
    "Tail Gunner": "tail_gunner",
    "WaistGunnerPort": "port_gunner",
    "Waist Gunner Port": "port_gunner",
    "WaistGunnerStarboard": "starboard_gunner",
    "Waist Gunner Starboard": "starboard_gunner",
    "Agent": "agent",
}

DEVICES = {
    "FuG 245 air search radar": "radar",
    "Kettenhund AA jammer": "kettenhund",
    "PeilG 6 navigation aid": "peilg",
    "FuG 104 altimeter": "altimeter",
    "FuG 10 radio": "radio",
    "FuBl 2 blind-landing set": "blind_landing",
    "FuG 25a IFF": "iff",
    "FuG 217 Neptun tail warning": "tail_warning",
    "EiV intercom": "intercom",
}

AREAS = {
    name: name
    for name in (
        "improved_lotfe",
        "go229_escort",
        "improved_kettenhund",
        "enlarged_dueppel",
        "mine_shell",
        "gun_laying_radar",
        "crew_armour",
        "sealed_tanks",
        "ejection_seats",
    )
}

TITLES = {
    "Special Mission": "a special mission",
    "New York NY": "New York (atomic)",
    "Washington DC": "Washington (atomic)",
    "Chicago IL": "Chicago (atomic)",
}
"""Raids that the game calls otherwise."""

KINDS = {"bomb": "conventional", "special": "special", "atomic": "nuclear"}

PROPULSION = {"prop": "prop", "jet": "turbine"}

ENGINES = ("no_1", "no_2", "no_3", "no_4", "no_5", "no_6")

QUARTERS = ("spring", "summer", "autumn", "winter")

RESULTS: dict[str, dict[str, Any]] = {
    "A1-city": {"New York": "new_york", "Philadelphia": "philadelphia", "Boston": "boston", "Chicago": "chicago"},
    "A1-special": {"abwehr_agent": "agent_drop", "leaflet_drop": "leaflets", "strategic_recon": "reconnaissance"},
    "B2-place": CLOCKS,
    "B2-altitude": HEIGHTS,
    "B2a-density": {"Light": "light", "Medium": "medium", "Heavy": "heavy"},
    "B4-crew": POSTS,
    "B4-electronics": DEVICES,
    "B5": {"LW": "light", "SW": "serious", "KIA": "killed"},
    "B6": {"Good": "good", "Poor": "poor", "Bad": "bad", "Severe": "severe"},
    "B7": {"safe": "smooth", "crash": "wreck", "destroyed": "wiped_out"},
    "B8": {"safe": "clear", "killed": "fatal"},
    "B9": {"rescued": "picked_up", "lost": "gone"},
}
"""What a table gives, where the game has another word for it."""


def called(value: Any, table: str) -> Any:
    """What a row of the transcription gives, as the game has it."""
    if isinstance(value, list):
        return tuple(called(part, table) for part in value)
    return RESULTS.get(table, {}).get(value, value) if isinstance(value, str) else value


LABELS: dict[str, dict[str, tuple[str, ...]]] = {
    "B2-damage": {"fp": ("firepower",)},
    "B2a": {
        "light": ("light_flak",),
        "medium": ("medium_flak",),
        "jammer": ("jammer", "better_jammer"),
        "low": ("low_down",),
    },
    "B7": {
        "deadstick": ("dead_stick",),
        "ditch": ("ditching",),
        "pilot_lw": ("wounded_pilot",),
        "other": ("stranger",),
        "controls": ("port_aileron", "starboard_aileron", "port_flaps", "starboard_flaps", "tail_wheel"),
        "gear": ("port_gear", "starboard_gear"),
        "tailplane": ("port_tailplane", "starboard_tailplane"),
        "fubl": ("blind_landing",),
    },
    "B8": {"structure": ("breaking_up",), "lw": ("light",), "sw": ("serious",)},
    "B9": {
        "rafts": ("no_rafts",),
        "z1": ("zone_1",),
        "z2": ("zone_2",),
        "z3": (),
        "z4": ("zone_4",),
        "sw": ("serious",),
    },
    "B10": {"navigation_skill": ("skill_helps",)},
    "B11": {"load": ("bomb_load",), "recon": ("cameras",), "lotfe": ("bombsight",)},
}
"""What the game calls a modifier of the sheet, where it has another name; several where it has several."""

SECOND_READINGS = {"B2-to_hit": ("natural_one",), "B10": ("skill_hurts",)}
"""Modifiers that only a second reading of a ruling brings about."""

ALSO = {"B2-hits": ("sixth_sense",), "B2a": ("better_jammer",)}
"""What the game does by a modifier, and the sheet by a note."""


def labels(table: str, modifier: str) -> tuple[str, ...]:
    """What the game calls a modifier of the sheet."""
    return LABELS.get(table, {}).get(modifier, (modifier,))
