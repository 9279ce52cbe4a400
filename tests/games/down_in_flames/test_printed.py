"""What the playbook prints against what the game does, by a transcription that was made apart from its rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.games.down_in_flames.bench import GAME, HERE, Table, scene

PRINTED: dict[str, Any] = json.loads((HERE / "transcription.json").read_text(encoding="utf-8"))
EXAMPLES: dict[str, Any] = PRINTED["examples"]
TYPES = {
    "FW-190": "fw_190a",
    "Fw-190": "fw_190a",
    "BF-109": "bf_109g",
    "Bf-109F Friedrich": "bf_109f",
    "ME-410": "me_410",
    "P-47": "p_47",
    "B-17": "b_17",
}
KINDS = {
    "Barrel Roll": "barrel_roll",
    "Redline": "redline",
    "Yo-Yo": "yo_yo",
    "Tight Turn": "tight_turn",
    "In My Sights": "sights_1",
    "In My Sights (Fuel Tank)": "fuel_tank",
}
PLACES = ("tailed", "disadvantaged", "neutral", "advantaged", "tailing")


def enum(name: str) -> Any:
    """An enum of the game with its titles."""
    return next(one for one in GAME.graph().enums if one.name == name)


def test_skills_add_what_is_printed():
    for column, printed in (("performance", "performance"), ("bursts", "burst")):
        found = GAME.data("Skill", column)
        for name in PRINTED["skills"]["rows_printed"]:
            assert found[name] == (PRINTED["skills"]["rows"][name][printed] or 0)
    before, after = GAME.data("Skill", "pre"), GAME.data("Skill", "post")
    for name in PRINTED["skills"]["rows_printed"]:
        assert [before[name], after[name]] == PRINTED["skills"]["rows"][name]["horsepower"]
    assert {GAME.data("Skill", column)["average"] for column in ("performance", "pre", "post", "bursts")} == {0}


def test_turns_hands_and_positions_are_those_printed():
    options = {option.name: option.default for option in GAME.graph().options}
    assert options["escort_turns"] == PRINTED["turns"]["fighter_against_fighter"]
    assert options["bomber_turns"] == PRINTED["turns"]["fighter_against_bomber"]
    assert options["table_turns"] == PRINTED["two_players"]["turns"]
    assert set(enum("Standing").values) == set(PRINTED["positions"]["named"])
    for lower, higher in PRINTED["positions"]["steps_of_a_maneuver"]:
        assert PLACES.index(higher) == PLACES.index(lower) + 1
    table = scene()
    bandit, fighter = table.plane("bf_109f"), table.plane("p_47")
    for plane, side in ((bandit, "german"), (fighter, "american")):
        plus = PRINTED["solitaire_hands"][side]["plus"]
        assert table.define("hand_limit", plane) == int(table.define("performance", plane)) + plus
    assert table.of(fighter, "level") == 3  # high
    assert [table.define("standing", table.plane("p_47", place=place)) for place in range(5)] == list(PLACES)


def test_every_card_that_is_named_is_in_the_deck():
    titles = " ".join(enum("Kind").titles)
    for name in PRINTED["cards_named"]:
        assert name in titles
    printed = PRINTED["cards_named"]["Out of the Sun"]
    assert GAME.data("Kind", "bursts")["out_of_the_sun"] == printed["bursts"]
    assert GAME.data("Kind", "hits")["out_of_the_sun"] == printed["hits"]
    turrets = PRINTED["bomber_cards"]
    assert GAME.data("Aircraft", "defence")["b_17"] == turrets["turret_defense"]
    assert GAME.data("Aircraft", "lends")["b_17"] == turrets["turret_support"]


def test_results_are_marked_as_printed():
    table, printed = scene(), PRINTED["afterwards"]
    for kind, aircraft in (("bomber", "b_17"), ("fighter", "p_47")):
        for condition, column in (("damaged", "hurt"), ("destroyed", "lost")):
            plane = table.plane(aircraft, hits=GAME.data("Aircraft", column)[aircraft])
            marked = printed[f"{kind}_{condition}"][f"destroyed_markers_on_{kind}_group"]
            assert table.define("counters", plane) == marked


def engaged(example: Any, bandit: str, fighter: str, place: int) -> tuple[Table, int, int]:
    """A bandit and a fighter, each the other's foe; ``place`` is the bandit's."""
    table = scene()
    german = table.plane(TYPES[example[bandit]], place=place)
    american = table.plane(TYPES.get(example.get(fighter), "p_47"), foe=german, place=4 - place)
    table.set({"planes.foe": american})
    table.set({"counter[regular]": german})
    return table, german, american


def test_the_bandit_manoeuvres_as_in_the_example():
    example = EXAMPLES["solitaire maneuver"]
    table, german, american = engaged(example, "bandit", "american", PLACES.index(example["begins"]))
    assert int(table.define("performance", german)) >= example["face_up"]
    steps = example["steps"]
    row = [KINDS[step.get("plays") or step["answers"]] for step in steps if step["who"] == "german"]
    row += ["sights_2", "fuel_tank"][: example["face_up"] - len(row)]
    table.deal(german, row)
    answers = [step["answers"] for step in steps if step["who"] == "american" and step["answers"]]
    table.deal(american, [KINDS[answer] for answer in answers])
    table.do("press", german, american, answers=answers)
    assert PLACES[int(table.of(german, "place"))] == example["ends_in"]
    assert table.of(american, "place") == 4 - int(table.of(german, "place"))
    assert len(table.held(german)) == steps[-1]["german_cards_left"]


def test_two_bandits_attack_a_bomber_as_in_the_example():
    example = EXAMPLES["attack on a bomber"]
    table = scene()
    fortress = table.plane(TYPES[example["american"]])
    table.plane(TYPES[example["american"]], number="two")
    bandit = table.plane(TYPES[example["bandits"][0]], foe=fortress, place=3)
    table.set({"counter[gunner]": bandit})
    table.deal(bandit, ["fuel_tank", "sights_1", "redline", "sights_3"])
    assert table.define("turret_cards", fortress) == example["bomber_hand"]
    assert table.define("bursts", bandit) == example["bursts"]
    assert table.define("attack_card", bandit) == table.references("cards")[1]
    table.deal(fortress, ["sights_1"])
    step = example["steps"][1]
    table.do("shoot", bandit, fortress, step["bursts"], step["hits"], "in_my_sights", answers=["sights_1"])
    assert table.of(fortress, "hits") == example["damage"]
    assert table.define("bursts_left", bandit) == example["bursts_left"]


@pytest.mark.parametrize("name", ["american maneuver", "american attack"])
def test_the_fighter_fights_as_in_the_examples(name: str):
    example = EXAMPLES[name]
    place = PLACES.index(example.get("begins") or example["position"])
    table, german, american = engaged(example, "german", "american", 4 - place)
    assert table.define("bursts", american) == example["bursts"]
    assert GAME.data("Kind", "bursts")["fuel_tank"] == example["in_my_sights_bursts"]
    if name == "american maneuver":
        table.deal(german, ["tight_turn", "sights_1", "sights_2"])
        table.deal(american, ["fuel_tank", "redline", "tight_turn", "yo_yo"])
        assert table.do("exchange", american, german, "maneuver", answers=["tight_turn"]) == "yes"
        assert table.define("bursts", table.plane("p_47", place=3)) == example["in_my_sights_bursts"]
    else:
        table.deal(german, ["sights_1", "sights_2"])
        table.do("attack_with", american, german, "fuel_tank")
        assert table.define("condition", german) == "destroyed"
