"""What the game calls each modifier of transcription.json, by table and by the words of its cause."""

from __future__ import annotations

from typing import Any

FELL_BEFORE = (
    "navigator killed or seriously wounded before the target zone, and night mission or out of formation"
)

LABELS: dict[str, dict[str, str]] = {
    "2-3": {"November 1950 mission": "november", "MiG Alley target": "alley"},
    "2-4": {"resistance heavy": "heavy_resistance", "resistance none or light": "weak_resistance"},
    "3-2 traffic": {"novice pilot": "novice", "veteran pilot": "veteran"},
    "3-5": {"not enough lift": "lift"},
    "4-1": {
        "flight engineer novice": "novice",
        "fuel indicators damaged": "indicators",
        "both fuel pumps failed": "pumps",
        "flight engineer veteran": "veteran",
    },
    "4-2": {"previous zone poor": "poor", "previous zone bad": "bad"},
    "4-3": {
        "out of formation: radar not working, or radar operator killed or seriously wounded": "radar",
        "out of formation: one fuel box crossed off before the roll": "skirted",
    },
    "4-3 collision": {"in formation": "formation"},
    "4-4": {
        "radar works, radar operator in position, not seriously wounded or killed": "radar",
        "weather good": "good",
        "at LO": "low",
        "day in the zone, and weather good": "day",
        "weather bad": "bad",
        "night in the zone": "night",
        "all-water zone": "water",
    },
    "4-4 accuracy": {
        "navigator novice, or killed or seriously wounded": "navigator",
        "navigator veteran": "veteran",
        "radar operator novice, and the radar's +2 was needed": "radar_novice",
        "radar operator veteran, and the radar's +2 was needed": "radar_veteran",
    },
    "4-5": {
        "navigator veteran": "veteran",
        "weather good": "good",
        "navigator novice": "novice",
        "navigator killed or seriously wounded": "navigator",
        "navigator's tools damaged": "tools",
        "gyro flux gate compass damaged": "gyro",
        "weather bad": "bad",
    },
    "4-6": {
        "navigator killed or seriously wounded": "navigator",
        "navigator's tools damaged": "tools",
        "at LO": "low",
        "weather bad": "bad",
        "weather good": "good",
        "night in the zone": "night",
    },
    "4-6 accuracy": {"navigator killed or seriously wounded": "navigator"},
    "4-7": {
        "LORAN damaged": "loran",
        "weather bad": "bad",
        "radio compass undamaged": "compass",
        "night in the zone, LORAN undamaged": "night",
        "zones 1 to 5, LORAN undamaged": "near",
    },
    "4-8": {
        "pilotage": "pilotage",
        "dead reckoning": "reckoning",
        "celestial navigation": "stars",
        "radio navigation": "radio",
    },
    "4-9 malfunction": {"engine cooling controls damaged": "cooling"},
    "4-10 collision": {"weather bad": "bad", "weather poor": "poor"},
    "4-11": {"weather bad": "bad", "weather poor": "poor", "rendezvous missed in the previous zone": "missed"},
    "5-1": {
        "resistance heavy": "heavy_resistance",
        "resistance moderate": "moderate_resistance",
        "resistance none": "no_resistance_expected",
        "gazetteer figure of the target's row for the zone": "gazetteer",
        "at LO": "low_altitude",
        "weather poor": "poor_weather",
        "weather bad": "bad_weather",
        "tight formation": "tight_formation",
        "difficult assembly": "difficult_assembly",
        "F-80 present": "shooting_stars",
        "F-84 present": "thunderjets",
        "F-86 present": "sabres",
        "inbound": "inbound",
        "out of formation": "out_of_formation",
        "formation disrupted, in formation": "disrupted_formation",
    },
    "5-2": {"MiG Alley target": "mig_alley"},
    "5-4": {"from 10:30, 12 or 1:30": "from_ahead", "from 6": "from_behind"},
    "5-5": {"Chinese": "chinese", "North Korean": "north_korean"},
    "5-7": {
        "against a vertical dive": "vertical_dive",
        "tail turret's passing shot from 10:30, 12, 1:30": "passing_shot",
        "Utility feed trays hit, tail turret": "feed_trays",
        "ace pilot": "ace_pilot",
        "evasive action": "evasive_flying",
        "green pilot": "green_pilot",
        "against a Yak-9": "yak",
        "at 3 or 9": "from_the_side",
        "at 6": "from_behind",
        "against a vertical climb": "vertical_climb",
    },
    "5-8": {"out of formation": "out_of_formation", "hit by the forward upper turret": "forward_upper"},
    "5-9": {
        "each FCA on the fighter": "damaged",
        "green pilot": "green_pilot",
        "evasive action": "evasive_flying",
        "ace pilot": "ace_pilot",
        "two or more engines out": "engines",
    },
    "6-1": {
        "weather poor": "poor_weather",
        "weather bad": "bad_weather",
        "evasive action": "evasive_flying",
        "target with searchlights": "asterisk",
    },
    "6-2": {"weather good": "good_weather", "at LO": "low_altitude", "weather bad": "bad_weather"},
    "6-3": {
        "target completely obscured": "completely_obscured",
        "target mostly obscured": "mostly_obscured",
        "night mission": "night_attack",
        "evasive action": "evasive_flying",
        "additional flak": "additional",
        "target with searchlights": "asterisk",
        "at LO": "low_altitude",
        "clear": "clear_view",
        "fixed by a searchlight": "searchlight",
    },
    "6-7": {
        "release failure of 4-9, urban area": "release",
        "autopilot damaged, not an urban area": "autopilot",
        "formation disrupted, in formation, day": "disrupted",
        "Yalu River bridge": "yalu",
        "night mission": "night",
        "fixed by a searchlight": "searchlight",
        "radar out, or intercom out, or radar operator killed or seriously wounded: once": "radar",
        "target completely obscured, unless urban area by radar": "obscured",
        "Norden bombsight damaged, unless urban area by radar": "norden",
        "bombardier killed or seriously wounded": "bombardier",
        FELL_BEFORE: "navigator",
        "evasive action against searchlights or flak": "evasive",
        "at LO": "at_low",
        "clear": "visible",
        "urban area": "urban",
    },
}

ALSO: dict[tuple[str, str], list[dict[str, Any]]] = {
    # The transcription shows the two lines about good weather apart: this one by night alone.
    ("4-4", "good"): [{"weather": "good"}],
    # E-12: killed or seriously wounded, whatever his missions.
    ("4-4 accuracy", "navigator"): [{"points[navigator]": 3}, {"points[navigator]": 4}],
    # R-CREW 8: a post that nobody serves is like one whose man is down.
    ("6-7", "radar"): [{"away[radar_operator]": "yes"}],
}
"""Further states in which a modifier counts, beside the ways of the transcription."""
