"""How each modifier of transcription.json comes about, and what only seems to bring it about."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from tests.games.amerika_bomber.bench import Facts
from tests.games.amerika_bomber.names import AREAS, CLOCKS, DEVICES, TYPES
from tests.games.amerika_bomber.transcribed import MATS, TABLES, Stage

BEHIND = ("4:30", "6", "7:30")


@frozen
class Way:
    """A state, and what a modifier comes to in it.

    Attributes:
        modifier: As the transcription calls it.
        amount: What is added to the dice; 0 where it only comes close.
        stage: The state.
    """

    modifier: str
    amount: int
    stage: Stage

    def __str__(self) -> str:
        return f"{self.modifier} {self.amount:+} {self.stage}"


def broken(device: str) -> Facts:
    """This device is damaged."""
    return {f"device_out[{DEVICES[device]}]": "yes"}


def achieved(area: str) -> Facts:
    """This advance has been made."""
    return {f"achieved[{AREAS[area]}]": "yes"}


def skilled(*skills: str) -> Facts:
    """The crew has these skills."""
    return {f"skill[{skill}]": "yes" for skill in skills}


def hurt(man: str, wound: str) -> Facts:
    """This man is hurt."""
    return {f"condition[{man}]": wound}


WAYS: dict[str, list[Way]] = {table: [] for table in TABLES if "modifiers" in TABLES[table]}


def way(
    table: str,
    modifier: str,
    amount: int,
    facts: Facts | None = None,
    fighter: Facts | None = None,
    options: Facts | None = None,
    **args: Any,
) -> None:
    """A state in which a modifier comes to this."""
    WAYS[table].append(Way(modifier, amount, Stage(table, facts or {}, fighter or {}, args, options or {})))


# --- fighters

for zone in (2, 3):
    way("B2-cover", "go229", 1, achieved("go229_escort"), sector=zone)
    way("B2-cover", "iff", -1, broken("FuG 25a IFF"), sector=zone)
    way("B2-cover", "iff", 0, broken("FuG 245 air search radar"), sector=zone)

ACE: Facts = {"crew[tail_gunner].kills": 5}
way("B2-to_hit", "ace_gunner", 1, ACE, gun="tail")
way("B2-to_hit", "ace_gunner", 1, {"crew[tail_gunner].kills": 6}, gun="tail")
way("B2-to_hit", "ace_gunner", 0, {"crew[tail_gunner].kills": 4}, gun="tail")
way("B2-to_hit", "ace_gunner", 0, ACE, gun="ventral")
way("B2-to_hit", "ace_gunner", 1, {"crew[engineer].kills": 5}, gun="top_forward")
way("B2-to_hit", "us_ace", -1, fighter={"quality": "ace"}, options={"pilot_quality": "yes"})
way("B2-to_hit", "us_ace", 0, fighter={"quality": "veteran"}, options={"pilot_quality": "yes"})
way("B2-to_hit", "gun_laying", 1, achieved("gun_laying_radar"), gun="tail")
way("B2-to_hit", "gun_laying", 0, achieved("gun_laying_radar"), gun="ventral")
way("B2-to_hit", "intercom", -1, broken("EiV intercom"))
way("B2-to_hit", "intercom", 0, broken("FuG 10 radio"))
for clock in CLOCKS:
    height: Facts = {"height": "none"} if clock in ("VD", "VC") else {}
    amount = -1 if clock in BEHIND else 0
    way("B2-to_hit", "tail_warning", amount, broken("FuG 217 Neptun tail warning"), {"clock": CLOCKS[clock], **height})
way("B2-to_hit", "event_ace", 1, {"lucky": "tail_gunner"}, gun="tail")
way("B2-to_hit", "event_ace", 0, {"lucky": "ventral_gunner"}, gun="tail")
way("B2-to_hit", "event_ace", 0, {"lucky": "tail_gunner", **ACE}, gun="tail")

for aircraft, mat in MATS.items():
    for position, gun in (("Tail", "tail"), ("Ventral", "ventral"), ("Nose", "nose"), ("TopForward", "top_forward")):
        for name, _, power, _ in mat["guns"]:
            if name == position:
                way("B2-damage", "fp", power, {"aircraft": aircraft}, gun=gun)
for kind, facts in TABLES["B1"]["types"].items():
    way("B2-damage", "toughness", facts["toughness_drm"], type=TYPES[kind])
    way("B2-hits", "attack", facts["attack_drm"], fighter={"type": TYPES[kind]})
way("B2-damage", "mine_shell", 1, achieved("mine_shell"))
for clock, amount in TABLES["B2-hits"]["position"].items():
    height = {"height": "none"} if clock in ("VD", "VC") else {}
    way("B2-hits", "position", amount, fighter={"clock": CLOCKS[clock], **height})

# --- flak

way("B2a", "light", -2, density="light")
way("B2a", "medium", -1, density="medium")
way("B2a", "heavy", 0, density="heavy")
way("B2a", "jammer", -2)
way("B2a", "jammer", -3, achieved("improved_kettenhund"))
way("B2a", "jammer", 0, broken("Kettenhund AA jammer"))
way("B2a", "jammer", 0, {**achieved("improved_kettenhund"), **broken("Kettenhund AA jammer")})
for uses in (0, 1, 2):
    way("B2a", "chaff", -2 * uses, bursts=uses)
way("B2a", "low", 2, {"oxygen_out": "yes"})

# --- damage and wounds

way("B4-fuel", "sealed_tanks", 1, achieved("sealed_tanks"))
way("B5", "armour", -1, achieved("crew_armour"), cause="enemy_fire")
way("B5", "armour", 0, achieved("crew_armour"), cause="accident")

# --- landing

OUT = "inop"


def engines(*out: str, how: str = OUT) -> Facts:
    """These engines are out."""
    return {f"engine_state[{engine}]": how for engine in out}


def landing(modifier: str, amount: int, facts: Facts | None = None, **args: Any) -> None:
    """What counts on the landing roll in this state."""
    way("B7", modifier, amount, facts, **args)


for weather, amount in (("good", 0), ("poor", 1), ("bad", 2), ("severe", 3)):
    landing("weather", amount, {"landing_weather": weather}, how="at_base")
    landing("weather", 0, {"landing_weather": weather}, how="dead_stick")
    landing("weather", 0, {"landing_weather": weather}, how="ditching")
landing("landing_skill", -1, skilled("landing"))
landing("deadstick", 1, how="dead_stick")
landing("deadstick", 0, how="ditching")
landing("ditch", 2, how="ditching")
landing("ditch", 0, how="dead_stick")
landing("pilot_lw", 1, hurt("pilot", "light"))
for wound in ("serious", "killed"):
    gone = hurt("pilot", wound)
    landing("pilot_lw", 0, gone)
    landing("copilot", 2, gone)
    landing("copilot", 2, {**gone, **hurt("copilot", "light")})
    landing("copilot", 0, {**gone, **skilled("shared")})
    gone = {**gone, **hurt("copilot", wound)}
    landing("copilot", 0, gone)
    landing("engineer", 4, gone)
    landing("engineer", 4, {**gone, **hurt("engineer", "light")})
    landing("engineer", 0, {**gone, **skilled("shared")})
    gone = {**gone, **hurt("engineer", wound)}
    landing("engineer", 0, gone)
    landing("other", 8, gone)
    landing("other", 8, {**gone, **skilled("shared")})
landing("copilot", 0, hurt("copilot", "killed"))
landing("engineer", 0, {**hurt("copilot", "killed"), **hurt("engineer", "killed")})
BOTH = ("port", "starboard")
for part, modifier, amount in (("gear_out", "gear", 3), ("aileron_out", "controls", 1), ("flaps_out", "controls", 1)):
    for side in BOTH:
        landing(modifier, amount, {f"{part}[{side}]": "yes"})
    landing(modifier, 2 * amount, {f"{part}[{side}]": "yes" for side in BOTH})
landing("controls", 1, {"tail_wheel_out": "yes"})
landing(
    "controls", 5, {**{f"{p}[{s}]": "yes" for p in ("aileron_out", "flaps_out") for s in BOTH}, "tail_wheel_out": "yes"}
)
landing("hydraulics", 2, {"hydraulics_out": "yes"})
for side in BOTH:
    landing("tailplane", 0, {f"tailplane_hits[{side}]": 1})
    landing("tailplane", 2, {f"tailplane_hits[{side}]": 2})
    landing("tailplane", 0, {f"tailplane_hits[{side}]": 2, "aircraft": "ta400"})
    landing("tailplane", 2, {f"tailplane_hits[{side}]": 3, "aircraft": "ta400"})
landing("engines", 0, engines("no_1"))
landing("engines", 0, engines("no_1", "no_2", "no_3", how="damaged"))
landing("engines", 1, engines("no_1", "no_2"))
landing("engines", 2, engines("no_1", "no_2", "no_3"))
landing("engines", 4, {"aircraft": "me364", **engines("no_1", "no_2", "no_3", "no_4", "no_5")})
for weather, amount in (("good", 0), ("poor", 1), ("bad", 1), ("severe", 1)):
    landing("fubl", amount, {**broken("FuBl 2 blind-landing set"), "landing_weather": weather})
landing("bombs", 1, {"bombs_aboard": "yes"})
landing("bombs", 0, {"weapon_aboard": "yes"})

# --- the end

way("B8", "parachute", -1, skilled("parachute"))
way("B8", "seats", -2, achieved("ejection_seats"))
way("B8", "structure", 1, she="breaking_up")
for wound, modifier, amount in (("light", "lw", 1), ("serious", "sw", 3)):
    way("B8", modifier, amount, hurt("bombardier", wound))
    way("B8", modifier, 0, hurt("navigator", wound))
way("B8", "lw", 0, hurt("bombardier", "serious"))

for zone, amount in ((1, 2), (2, 1), (3, 0), (4, -1)):
    for other in (1, 2, 3, 4):
        way("B9", f"z{other}", amount if other == zone else 0, {"zone": zone})
way("B9", "rafts", -4, {"zone": 3}, came="by_parachute")
way("B9", "rafts", -4, {"zone": 3, "rafts_gone": "yes"}, came="in_the_bomber")
way("B9", "rafts", -4, {"zone": 3, "rafts_gone": "yes"}, came="by_parachute")
way("B9", "radio", -1, {"zone": 3, **broken("FuG 10 radio")})
way("B9", "radio", 0, {"zone": 3, **broken("FuG 25a IFF")})
way("B9", "sw", -1, {"zone": 3, **hurt("bombardier", "serious")})
way("B9", "sw", 0, {"zone": 3, **hurt("bombardier", "light")})

# --- bombing

for wound, amount in (("light", 0), ("serious", 1), ("killed", 1)):
    way("B10", "navigator", amount, hurt("navigator", wound))
way("B10", "navigation_skill", -2, skilled("navigation"))
way("B10", "navigation_skill", -2, {**skilled("navigation"), **hurt("navigator", "light")})
way("B10", "navigation_skill", 0, {**skilled("navigation"), **hurt("navigator", "serious")})
way("B10", "navigation_skill", 0, {**skilled("navigation"), **hurt("navigator", "killed")})

for aircraft, mat in MATS.items():
    way("B11", "load", mat["figures"]["load"], {"aircraft": aircraft})
    way("B11", "recon", 2, {"aircraft": aircraft, "task": "reconnaissance"})
    way("B11", "load", 0, {"aircraft": aircraft, "task": "reconnaissance"})
way("B11", "accuracy", 1, skilled("accuracy"))
way("B11", "lotfe", 1, achieved("improved_lotfe"))
