"""How each cause of a modifier in transcription.json comes about, as facts of the game's state.

A way is an amount with the facts that bring it about; those with 0 come close, and must not count. ``fighter.x`` is
a field of the fighter that is shot at, or shoots.
"""

from __future__ import annotations

from tests.games.b17.bench import Facts

Way = tuple[int, Facts]

TARGET_ZONE: Facts = {"target": "abbeville", "zone": 3}
BOMBARDIER_VETERAN: Facts = {"crew[bombardier].missions": 10}
UNHURT: Facts = {"man[bombardier].health": "unhurt", "man[pilot].health": "unhurt", "man[copilot].health": "unhurt"}
IN_FORMATION: Facts = {"out_of_formation": "no"}
ALONE: Facts = {"out_of_formation": "yes"}
RADIO_SILENT: tuple[Facts, ...] = (
    {"radio_out": "yes"},
    {"man[radio_operator].health": "serious"},
    {"man[radio_operator].health": "dead"},
    {"holds[radio_operator]": "bombardier", "holds[bombardier]": "radio_operator"},
)

RADIO_WAYS: list[Way] = [
    *((-6, {**ALONE, **facts}) for facts in RADIO_SILENT),
    *((0, facts) for facts in RADIO_SILENT),
    (0, ALONE),
]


def both(field: str, amount: int) -> list[Way]:
    """Both sides must be out."""
    port: Facts = {f"{field}[port]": "yes"}
    starboard: Facts = {f"{field}[starboard]": "yes"}
    return [(amount, {**port, **starboard}), (0, port), (0, starboard)]


def engines(*stopped: str, **feathered: str) -> Facts:
    """These engines are out."""
    return {f"engine[{name}]": feathered.get(name, "stopped") for name in stopped}


VETERANS = (
    "Pilot or Co-pilot (or both) on his 11th to 25th mission, alive and not seriously wounded, without two light wounds"
)

CAUSES: dict[str, list[Way]] = {
    # O-2, B-2, M-4
    "target weather poor or bad": [
        (-1, {**TARGET_ZONE, "target_weather": "poor"}),
        (-1, {**TARGET_ZONE, "target_weather": "bad"}),
        (0, {**TARGET_ZONE, "target_weather": "good"}),
    ],
    "target weather poor or bad, in the target zone": [
        (-1, {**TARGET_ZONE, "target_weather": "poor"}),
        (-1, {**TARGET_ZONE, "target_weather": "bad"}),
        (0, {"target": "abbeville", "zone": 2, "target_weather": "bad"}),
    ],
    "target starred (heavy_flak)": [
        *((1, {"target": target}) for target in ("brest", "kiel", "la_rochelle", "lorient", "st_nazaire")),
        *((1, {"target": target}) for target in ("vegesack", "wilhelmshaven")),
        *((0, {"target": target}) for target in ("abbeville", "bremen", "emden", "hamm", "paris", "rennes", "rouen")),
    ],
    # O-6
    "Bombardier on his 11th to 25th mission (not with two light wounds)": [
        (1, {**UNHURT, **BOMBARDIER_VETERAN}),
        (1, {"crew[bombardier].missions": 24}),
        (1, {"crew[bombardier].missions": 10, "man[bombardier].health": "light"}),
        (0, {"crew[bombardier].missions": 9}),
        (0, {"mission_number": 11}),
    ],
    "hit by flak over the target (any O-3 hit), once": [(-1, {"flak_hit": "yes"})],
    "target weather poor": [(-1, {"target_weather": "poor"}), (0, {"base_weather": "poor"})],
    "target weather bad": [(-2, {"target_weather": "bad"}), (0, {"base_weather": "bad"})],
    "bomb controls out, or release mechanism out, or both: once": [
        (-3, {"bomb_controls_out": "yes"}),
        (-3, {"bomb_release_out": "yes"}),
        (-3, {"bomb_controls_out": "yes", "bomb_release_out": "yes"}),
    ],
    "autopilot out (BL-2, 2 or P-6, 3): once": [
        (-2, {"autopilot_instrument_out": "yes"}),
        (-2, {"autopilot_tail_out": "yes"}),
        (-2, {"autopilot_instrument_out": "yes", "autopilot_tail_out": "yes"}),
    ],
    "Bombardier with two light wounds": [
        (-1, {"man[bombardier].health": "twice"}),
        (-1, {"man[bombardier].health": "twice", **BOMBARDIER_VETERAN}),
        (0, {"man[bombardier].health": "light"}),
    ],
    # B-1, B-2
    "gazetteer figure of the target's row for this zone": [
        (figure, {"zone_figure": figure}) for figure in (-3, -2, -1, 0, 1)
    ],
    "middle squadron, in formation": [
        (-1, {"squadron": "middle", **IN_FORMATION}),
        (0, {"squadron": "middle", **ALONE}),
    ],
    "low squadron, in formation": [
        (1, {"squadron": "low", **IN_FORMATION}),
        (0, {"squadron": "low", **ALONE}),
        (0, {"squadron": "high"}),
    ],
    "loose formation": [(1, {"zone_waves": 1}), (1, {"lasting_waves": 1, **ALONE})],
    "tight formation": [(-1, {"zone_waves": -1}), (-1, {"lasting_waves": -1, **ALONE})],
    # BL-4
    "crash landing with G-9 total -2": [(1, {"crashing": "yes"})],
    "also frostbitten": [(1, {"man[tail_gunner].frostbitten": "yes"})],
    # G-6 to G-8
    "two light wounds": [(-1, {"man[tail_gunner].health": "twice"}), (0, {"man[tail_gunner].health": "light"})],
    "lightly wounded": [(-1, {"man[tail_gunner].health": "light"}), (-1, {"man[tail_gunner].health": "twice"})],
    "lightly wounded (one or two light wounds)": [
        (-1, {"man[tail_gunner].health": "light"}),
        (-1, {"man[tail_gunner].health": "twice"}),
    ],
    # G-9, G-10
    VETERANS: [
        (1, {**UNHURT, "crew[pilot].missions": 10}),
        (1, {"crew[copilot].missions": 24}),
        (1, {"crew[pilot].missions": 12, "crew[copilot].missions": 12}),
        (1, {"crew[pilot].missions": 12, "man[pilot].health": "twice", "crew[copilot].missions": 12}),
        (1, {"crew[pilot].missions": 12, "man[pilot].health": "light"}),
        (0, {"crew[pilot].missions": 12, "man[pilot].health": "twice"}),
        (0, {"crew[pilot].missions": 12, "man[pilot].health": "serious"}),
        (0, {"crew[pilot].missions": 12, "man[pilot].health": "dead"}),
        (0, {"crew[pilot].missions": 9}),
        (0, {"crew[engineer].missions": 12}),
        (0, {"mission_number": 12}),
    ],
    "landing weather poor": [(-1, {"base_weather": "poor", "zone": 1}), (0, {"target_weather": "poor"})],
    "landing weather bad": [(-2, {"base_weather": "bad", "zone": 1}), (0, {"target_weather": "bad"})],
    "Pilot and Co-pilot both dead or seriously wounded": [
        (-11, {"man[pilot].health": "dead", "man[copilot].health": "dead"}),
        (-11, {"man[pilot].health": "serious", "man[copilot].health": "serious"}),
        (-11, {"man[pilot].health": "dead", "man[copilot].health": "serious"}),
        (0, {"man[pilot].health": "dead", "man[copilot].health": "twice"}),
        (0, {"man[pilot].health": "light", "man[copilot].health": "dead"}),
    ],
    "one engine running": [
        (-3, {**engines("no_1", "no_2", "no_3"), "engine[no_4]": "running"}),
        (-3, engines("no_2", "no_3", "no_4", no_3="unfeathered")),
        (0, engines("no_1")),
        (0, engines("no_1", "no_4")),
    ],
    "second window hit": [(-1, {"window_hits": 2}), (0, {"window_hits": 1})],
    "second control-cable hit": [(-1, {"cable_hits": 2}), (0, {"cable_hits": 1})],
    "both flaps out, or flap controls out": [
        *both("flap_out", -1),
        (-1, {"flap_controls_out": "yes"}),
        (-1, {"flap_controls_out": "yes", "flap_out[port]": "yes", "flap_out[starboard]": "yes"}),
    ],
    "both ailerons out, or aileron controls out": [
        *both("aileron_out", -1),
        (-1, {"aileron_controls_out": "yes"}),
        (-1, {"aileron_controls_out": "yes", "aileron_out[port]": "yes", "aileron_out[starboard]": "yes"}),
    ],
    "both elevators out, or elevator controls out": [
        *both("elevator_out", -1),
        (-1, {"elevator_controls_out": "yes"}),
        (-1, {"elevator_controls_out": "yes", "elevator_out[port]": "yes", "elevator_out[starboard]": "yes"}),
    ],
    "rudder hit three times, or rudder controls out": [
        (-1, {"rudder_hits": 3}),
        (-1, {"rudder_controls_out": "yes"}),
        (-1, {"rudder_hits": 3, "rudder_controls_out": "yes"}),
        (0, {"rudder_hits": 2}),
    ],
    "one tailplane off": [
        (-1, {"tailplane_hits[port]": 3}),
        (-1, {"tailplane_hits[starboard]": 3}),
        (0, {"tailplane_hits[port]": 2, "tailplane_hits[starboard]": 2}),
    ],
    "survived a burst inside the plane": [
        (-4, {f"burst_in[{section}]": "yes"}) for section in ("nose", "bomb_bay", "radio_room", "waist")
    ],
    "on land outside England": [(-3, {"zone": zone}) for zone in range(2, 9)],
    "brake out, either side or both: once": [
        (-1, {"brake_out[port]": "yes"}),
        (-1, {"brake_out[starboard]": "yes"}),
        (-1, {"brake_out[port]": "yes", "brake_out[starboard]": "yes"}),
    ],
    "landing gear out, or gear control out, or both: once": [
        (-3, {"gear_out": "yes"}),
        (-3, {"gear_controls_out": "yes"}),
        (-3, {"gear_out": "yes", "gear_controls_out": "yes"}),
    ],
    "tailwheel damaged": [(-1, {"tailwheel_out": "yes"})],
    "rubber rafts hit": [(-6, {"rafts_out": "yes"})],
    "radio not working (out, or the Radio Operator not at work in the Radio Room) and out of formation": RADIO_WAYS,
    # M-1 to M-5
    "ace gunner (5 kills), not wounded, not frostbitten, not spraying, not at an unfamiliar gun": [
        (1, {"crew[tail_gunner].kills": 5}),
        (0, {"crew[tail_gunner].kills": 4}),
        (0, {"crew[tail_gunner].kills": 5, "man[tail_gunner].health": "light"}),
        (0, {"crew[tail_gunner].kills": 5, "man[tail_gunner].frostbitten": "yes"}),
    ],
    "ace for a day (no more than +1 together with the ace's)": [
        (1, {"man[tail_gunner].lucky": "yes"}),
        (1, {"man[tail_gunner].lucky": "yes", "crew[tail_gunner].kills": 5}),
    ],
    "green German pilot (option pilot_status)": [
        (1, {"fighters.status": "green"}),
        (0, {"fighters.status": "average"}),
    ],
    "ace German pilot (option pilot_status)": [(-1, {"fighters.status": "ace"})],
    "-1 for each FCA on the fighter": [(-1, {"fighters.fca": 1}), (-2, {"fighters.fca": 2})],
    "-2 for each FBOA on the fighter": [(-2, {"fighters.fboa": 1})],
    "evasive action": [(-1, {"evasive": "yes"})],
    "two or more engines out": [
        (1, engines("no_1", "no_3")),
        (1, engines("no_1", "no_2", "no_3")),
        (1, engines("no_1", "no_2", "no_3", "no_4")),
        (0, engines("no_1")),
    ],
    "green pilot (option pilot_status)": [(-1, {"fighters.status": "green"}), (0, {"fighters.status": "average"})],
    "ace pilot (option pilot_status)": [(1, {"fighters.status": "ace"})],
    "aggressive little friends": [(1, {"friends": "yes"})],
}
"""By the words of the transcription."""

NO_ENGINE: dict[str, list[Way]] = {
    "G-9": [(-7, engines("no_1", "no_2", "no_3", "no_4"))],
    "G-10": [(-4, engines("no_1", "no_2", "no_3", "no_4"))],
}


def ways(table: str, cause: str) -> list[Way]:
    """The ways of a cause on a table."""
    return NO_ENGINE[table] if cause == "no engine running" else CAUSES[cause]
