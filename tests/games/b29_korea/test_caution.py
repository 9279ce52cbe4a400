"""The autopilot's captain: what the careful one does otherwise than the bold."""

from __future__ import annotations

import pytest

from b29_korea.bench import Facts, graph, scene
from b29_korea.stories import ALONE, EMPTY, HIGH, JOINED, NO_POWER, at, engines

HURT: Facts = {**at("kopung", 6), **EMPTY, **engines("no_1", "no_4"), "homeward": "yes", "below": "over_friendly"}
NO_GEAR: Facts = {**EMPTY, "weather": "bad", "brakes_out": "yes", "points[pilot]": 4}
HELD: Facts = {**at("kopung", 6), **HIGH, **engines("no_1")}

DECISIONS: list[tuple[str, Facts, int, int]] = [
    ("turning_back", {**at("kopung", 7), **JOINED}, 0, 0),
    ("turning_back", {**at("kopung", 7), **JOINED, "excused": "yes"}, 0, 3),
    ("turning_back", {**at("kopung", 7), **ALONE}, 0, 3),
    ("turning_back", {**at("kopung", 7), **ALONE, "excused": "yes"}, 3, 3),
    ("turning_back", {**at("kopung", 7), **JOINED, **EMPTY}, 3, 3),
    ("keeping_bombs", HELD, 2, 0),
    ("breaking_off", {**at("kopung"), **JOINED, "broken[intercom]": "yes"}, 0, 0),
    ("breaking_off", {**at("kopung"), **ALONE}, 0, 2),
    ("searching_on", {**at("kopung"), **ALONE, "fuel": 20}, 8, 0),
    ("searching_on", {**at("kaesong"), "night_mission": "yes", "fuel": 20}, 10, 10),
    ("weaving_wish", {**at("kopung"), **ALONE}, 0, 2),
    ("weaving_wish", {**at("kopung"), **ALONE, "second_barrage": "yes"}, 2, 2),
    ("salvo_wish", {**at("kopung", 7), **NO_POWER}, 0, 2),
    ("landing_short", HURT, 0, 2),
    ("landing_short", {**at("kopung", 6), **EMPTY, "homeward": "yes", "fuel": 5}, 2, 2),
    ("going_low", {**HURT, **HIGH}, 0, 3),
    ("going_low", {**at("kopung", 2), **EMPTY, **HIGH, "homeward": "yes"}, 3, 3),
]


@pytest.mark.parametrize(("decision", "facts", "bold", "careful"), DECISIONS)
def test_what_the_careful_captain_does_otherwise(decision: str, facts: Facts, bold: int, careful: int):
    assert scene(facts).define(decision) == bold
    assert scene(facts, caution="careful").define(decision) == careful


def test_over_the_base_he_never_jumps():
    bold, careful = scene(NO_GEAR), scene(NO_GEAR, caution="careful")
    assert int(bold.define("landing_wish")) < 1
    assert int(careful.define("landing_wish")) > 1


def test_every_decision_that_caution_weighs_is_told_here():
    weighed = {node.name for node in graph().defines if node.span.path.endswith("r-caution.rules")}
    assert weighed - {"careful", "failing", "landing_wish"} == {decision for decision, *_ in DECISIONS}
