"""Flak, bombs, the atomic bomb: the smallest story for each clause."""

from __future__ import annotations

import pytest

from amerika_bomber.bench import scene
from amerika_bomber.stories import (
    A_HIT,
    CALM,
    CHAFF,
    FIGHT,
    FIVE,
    FLAK,
    NO_CHAFF,
    NO_HITS,
    ON_TARGET,
    P80,
    RUN,
    SAFE,
    SKIN,
    advanced,
    at,
    broken,
    down,
    on_task,
    silent,
    skilled,
    stopped,
    told,
)
from clauses import Clause, Stories, name_of

STORIES = Stories()
clause = STORIES.clause

# --- 6.1.5, 6.1.6: flak

for die, density, amount in (
    (1, "light", -4), (2, "light", -4), (3, "light", -4), (4, "medium", -3), (5, "medium", -3), (6, "heavy", -2),
):  # fmt: skip
    clause(
        f"6.1.5-1 density {die}: {density}",
        "do flak",
        given=at(5, **{"chaff[dispenser_a]": 0, "chaff[dispenser_b]": 0}),
        dice=[die, 2],
        asks=FLAK,
        asked=[],
        then={"modifiers on B2a": amount},
    )
for answer, amount, a, b in (
    ("both", -6, 1, 1),
    ("one_of_a", -4, 1, 2),
    ("one_of_b", -4, 2, 1),
    ("no_chaff", -2, 2, 2),
):
    clause(
        f"6.1.5-2 6.1.6-1 chaff: {answer}",
        "do flak",
        given=at(5),
        dice=[6, 2],
        answers=[answer],
        then={"modifiers on B2a": amount, "chaff[dispenser_a]": a, "chaff[dispenser_b]": b},
        nothing=True,
    )
clause(
    "6.1.5-3 the worked example",
    "do flak",
    given=at(5),
    dice=[4, 8, SKIN],
    answers=["both"],
    asks=[*FLAK, "B3"],
    then={"modifiers on B2a": -7, "hits": 1},
)
clause(
    "R-42 chaff is asked for after the density, before the hits",
    "do flak",
    given=at(5),
    dice=[6, 2],
    answers=["no_chaff"],
    asked=["flak/order"],
    asks=FLAK,
)
clause(
    "6.1.5-2 no jammer where it is damaged",
    "do flak",
    given={**at(5), **broken("kettenhund")},
    dice=[4, 2, SKIN],
    answers=["no_chaff"],
    then={"modifiers on B2a": -1, "hits": 1},
)
clause(
    "6.1.5-2 R-43 at 10,000 ft",
    "do flak",
    given=at(5, oxygen_out="yes"),
    dice=[4, 3, SKIN],
    answers=["no_chaff"],
    then={"modifiers on B2a": -1, "hits": 1},
)
clause(
    "A2 3 a better jammer",
    "do flak",
    given={**at(5), **advanced("improved_kettenhund")},
    dice=[6, 3],
    answers=["no_chaff"],
    then={"modifiers on B2a": -3},
)
clause(
    "A2 3 not when it is damaged",
    "do flak",
    given={**at(5), **advanced("improved_kettenhund"), **broken("kettenhund")},
    dice=[6, 2, SKIN],
    answers=["no_chaff"],
    then={"modifiers on B2a": 0},
)
clause(
    "6.1.6-1 a dispenser that is empty",
    "do flak",
    given=at(5, **{"chaff[dispenser_a]": 0}),
    dice=[6, 2],
    answers=["one_of_b"],
    then={"offers flak/order": ["one_of_b", "no_chaff"], "chaff[dispenser_b]": 1},
)
clause(
    "6.2.5.2 a dispenser that is damaged",
    "do flak",
    given=at(5, **{"dispenser_out[dispenser_b]": "yes"}),
    dice=[6, 2],
    answers=["one_of_a"],
    then={"offers flak/order": ["one_of_a", "no_chaff"]},
)
clause("6.1.6-1 none left: not asked", "do flak", given={**at(5), **NO_CHAFF}, dice=[6, 2], asked=[])
clause(
    "6.1.5-2 never more than -4, with full magazines of three",
    "do flak",
    given={**at(5), "chaff[dispenser_a]": 3, "chaff[dispenser_b]": 3},
    dice=[6, 2],
    answers=["both"],
    then={"modifiers on B2a": -6, "chaff[dispenser_a]": 2, "chaff[dispenser_b]": 2},
)
clause(
    "6.1.6-1 two uses each on loading", "do fit_out", given=FIVE, then={**CHAFF, "bombs_aboard": "yes", "endurance": 13}
)
clause(
    "A2 4 three with enlarged magazines",
    "do fit_out",
    given={**FIVE, **advanced("enlarged_dueppel")},
    then={"chaff[dispenser_a]": 3, "chaff[dispenser_b]": 3},
)
clause(
    "A2 4 never on leaflets",
    "do fit_out",
    given={**FIVE, **advanced("enlarged_dueppel"), "task": "leaflets", "target": "new_york"},
    then=NO_CHAFF,
)
clause(
    "6.1.5-1 it hits as often as the table says",
    "do flak",
    given=at(5),
    dice=[6, 8, *[SKIN] * 3],
    answers=["no_chaff"],
    then={"hits": 3, "times B3": 3},
)
clause(
    "6.1.5-1 density is rolled anew",
    "do visit 5",
    given=at(4),
    dice=[CALM, 6, 2, *ON_TARGET, 4, 2],
    then={"every B2a": [-6, -7]},
)
clause(
    "6.1.5-1 the jammer that the first flak broke is missed in the second",
    "do visit 5",
    given={**at(4), **NO_CHAFF},
    dice=[CALM, *A_HIT, 26, 2, *ON_TARGET, 4, 2, SKIN],
    then={"every B2a": [-2, -1]},
)
clause(
    "6.1.6-1 the dispenser that the first flak broke is not asked for",
    "do visit 5",
    given=at(4),
    dice=[CALM, *A_HIT, 36, 3, *ON_TARGET, 6, 2],
    answers=["go_on", "no_chaff", "go_on", "one_of_b"],
    then={"offers flak/order": ["one_of_b", "no_chaff"], "every B2a": [-2, -4]},
)
clause(
    "R-43 the oxygen that the first flak broke counts in the second",
    "do visit 5",
    given={**at(4), **NO_CHAFF},
    dice=[CALM, *A_HIT, 36, 1, *ON_TARGET, 6, 2, SKIN],
    then={"every B2a": [-2, 0], "oxygen_out": "yes"},
)

# --- one ignored hit per visit

ACM = skilled("acm")

clause(
    "6.7 ACM ignores the first hit of the flak",
    "do flak",
    given={**at(5), **ACM},
    dice=[6, 8, SKIN, SKIN],
    answers=["no_chaff"],
    then={"hits": 2},
)
clause(
    "R-06 not in the second flak of the same visit",
    "do visit 5",
    given={**at(4), **ACM, **NO_CHAFF},
    dice=[CALM, *A_HIT, *ON_TARGET, *A_HIT, SKIN],
    then={"hits": 1},
)
clause(
    "R-06 not when a fighter had it",
    "do visit 5",
    given={**at(4), **ACM, **NO_CHAFF, **silent()},
    dice=[*P80, 6, 1, 1, 1, 1, 1, *A_HIT, SKIN, *ON_TARGET, 1, 2],
    then={"hits": 1, "times B3": 1},
)
clause(
    "6.7 without it every hit counts",
    "do visit 5",
    given={**at(4), **NO_CHAFF},
    dice=[CALM, *A_HIT, SKIN, *ON_TARGET, *A_HIT, SKIN],
    then={"hits": 2},
)


def test_r_06_a_visit_on_the_way_back_has_its_own() -> None:
    found = scene({**at(4, target="chrysler", target_zone=6), **ACM, **silent()})
    found.do("visit", 5, dice=[*P80, 6, *[1] * 5], answers=["go_on"])
    assert found["hits"] == 0
    found.set({"homeward": "yes", "first_hit_ignored": "no"})
    found.do("visit", 5, dice=[*P80, 6, *[1] * 5])
    assert found["hits"] == 0


clause(
    "R-06 each zone of a flight, out and back",
    "do fly",
    given={**FIVE, **ACM, **silent()},
    dice=[CALM, *FIGHT, CALM, CALM, *RUN, CALM, *FIGHT, CALM, *SAFE],
    then={"hits": 0, "fate": "home"},
)
clause(
    "R-06 without it",
    "do fly",
    given={**FIVE, **silent()},
    dice=[CALM, *FIGHT[:7], SKIN, *FIGHT[7:], CALM, CALM, *RUN, CALM, *FIGHT[:7], SKIN, *FIGHT[7:], CALM, *SAFE],
    then={"hits": 2, "fate": "home"},
)

# --- 6.2.1, 6.2.2: bombs

clause(
    "6.2.1-1 on target",
    "do bomb_run",
    given=at(5),
    dice=[7, 7],
    asks=["B10", "B11"],
    then={"percent": 20, "modifiers on B11": 1, "bombs_aboard": "no"},
)
clause("6.2.1-1 off target", "do bomb_run", given=at(5), dice=[8, 7], asks=["B10", "B11"], then={"percent": 0})
clause("6.2.1-1 off target, and lucky", "do bomb_run", given=at(5), dice=[8, 11], then={"percent": 10})
for wound, amount in (("fit", 0), ("light", 0), ("serious", 1), ("killed", 1)):
    clause(
        f"6.2.1-1 the navigator is {wound}",
        "do bomb_run",
        given={**at(5), **down("navigator", wound=wound)},
        dice=[7, 7],
        then={"modifiers on B10": amount, "percent": 0 if amount else 20},
    )
for wound, asks in (("light", ["B10", "B11"]), ("serious", ["B11"]), ("killed", ["B11"])):
    clause(
        f"6.2.1-2 the bombardier is {wound}",
        "do bomb_run",
        given={**at(5), **down("bombardier", wound=wound)},
        dice=[2] * (len(asks) - 1) + [11],
        asks=asks,
        then={"percent": 30 if wound == "light" else 10},
    )
for device, asks in (
    ("peilg", ["B11"]), ("altimeter", ["B11"]), ("radar", ["B10", "B11"]), ("radio", ["B10", "B11"]),
    ("blind", ["B10", "B11"]), ("intercom", ["B10", "B11"]), ("kettenhund", ["B10", "B11"]),
):  # fmt: skip
    clause(
        f"6.2.1-2 {device} is damaged",
        "do bomb_run",
        given={**at(5), **broken(device)},
        dice=[2] * (len(asks) - 1) + [11],
        asks=asks,
    )
clause(
    "R-01 Navigation helps by two",
    "do bomb_run",
    given={**at(5), **skilled("navigation")},
    dice=[9, 7],
    then={"modifiers on B10": -2, "percent": 20},
)
clause(
    "R-01 or, as printed, it hurts",
    "do bomb_run",
    given={**at(5), **skilled("navigation")},
    dice=[6, 7],
    then={"modifiers on B10": 2, "percent": 0},
    options={"navigation_sign": "hurts"},
)
clause(
    "R-29 Navigation is no use without a navigator",
    "do bomb_run",
    given={**at(5), **skilled("navigation"), **down("navigator")},
    dice=[7, 7],
    then={"modifiers on B10": 1, "labels on B10": ["navigator"]},
)
clause(
    "R-29 it is, with one lightly wounded",
    "do bomb_run",
    given={**at(5), **skilled("navigation"), **down("navigator", wound="light")},
    dice=[9, 7],
    then={"modifiers on B10": -2},
)
for aircraft, load in (("me364", 1), ("he277", 1), ("fw300", 0), ("ju390", 2), ("ta400", 2), ("e555", 1)):
    clause(
        f"6.2.2-1 the load of {aircraft}",
        "do bomb_run",
        given={**at(5), "aircraft": aircraft},
        dice=[2, 7],
        then={"modifiers on B11": load},
    )
clause("6.7 Accuracy", "do bomb_run", given={**at(5), **skilled("accuracy")}, dice=[2, 6], then={"modifiers on B11": 2})
clause(
    "6.7 Accuracy, and a better bombsight",
    "do bomb_run",
    given={**at(5), **skilled("accuracy"), **advanced("improved_lotfe")},
    dice=[2, 8],
    then={"modifiers on B11": 3, "percent": 30},
)
clause(
    "6.2.2-1 bombs once dropped are gone",
    "do attack_target",
    given=at(5),
    dice=ON_TARGET,
    then={"bombs_aboard": "no", "percent": 20},
)
clause(
    "B4-bay jammed doors: no bombs",
    "do attack_target",
    given=at(5, doors_jammed="yes"),
    asks=[],
    then={"percent": 0, "bombs_aboard": "yes"},
)
clause(
    "B4-bay the first flak jams the doors; the second still comes",
    "do visit 5",
    given={**at(4), **NO_CHAFF},
    dice=[CALM, *A_HIT, 11, 4, 1, 2],
    answers=["go_on", "go_on"],
    asks=["B1", *FLAK, "B3", "B4-bay", *FLAK],
    then={"percent": 0, "bombs_aboard": "yes", "homeward": "yes", "aborted": "no"},
)
clause(
    "6.2.1-2 the first flak breaks PeilG 6: off target",
    "do visit 5",
    given={**at(4), **NO_CHAFF},
    dice=[CALM, *A_HIT, 26, 3, 11, 1, 2],
    asks=["B1", *FLAK, "B3", "B4-electronics", "B11", *FLAK],
    then={"percent": 10},
)
clause(
    "R-31 6.2.1-2 and the wizard mends it before the run",
    "do visit 5",
    given={**at(4), **NO_CHAFF, **skilled("wizard")},
    dice=[CALM, *A_HIT, 26, 3, 2, 7, 1, 2],
    answers=["go_on", "peilg"],
    asks=["B1", *FLAK, "B3", "B4-electronics", "B10", "B11", *FLAK],
    then={"percent": 20, "wizard_used": "yes"},
)

# --- 6.2.3: the atomic bomb

clause(
    "6.2.3-1 no rolls",
    "do attack_target",
    given=on_task("atomic"),
    asks=[],
    then={"atomic_drop": "yes", "weapon_aboard": "no", "succeeded()": "yes"},
)
clause(
    "6.2.3-1 not with jammed doors",
    "do attack_target",
    given=on_task("atomic", doors_jammed="yes"),
    asks=[],
    then={"atomic_drop": "no", "weapon_aboard": "yes", "succeeded()": "no"},
    nothing=True,
)
clause(
    "R-51 not a disabled weapon",
    "do attack_target",
    given=on_task("atomic", weapon_dead="yes"),
    asks=[],
    then={"atomic_drop": "no", "succeeded()": "no"},
)
for what, facts in (
    ("bombardier", down("bombardier", wound="killed")),
    ("navigator", down("navigator")),
    ("PeilG 6", broken("peilg")),
    ("altimeter", broken("altimeter")),
):  # fmt: skip
    clause(
        f"R-51 without the {what}",
        "do attack_target",
        given={**on_task("atomic"), **facts},
        asks=[],
        then={"atomic_drop": "yes"},
    )
clause(
    "6.2.3-1 flak before and after",
    "do visit 5",
    given=on_task("atomic", 4),
    dice=[CALM, *NO_HITS, *NO_HITS],
    asks=["B1", *FLAK, *FLAK],
    then={"atomic_drop": "yes", "homeward": "yes"},
)
clause(
    "6.2.3-1 over Chicago",
    "do visit 6",
    given=on_task("atomic", 5, target="atomic_chicago", target_zone=6),
    dice=[CALM, *NO_HITS, *NO_HITS],
    then={"atomic_drop": "yes"},
)
clause(
    "6.2.3-1 the first flak jams the doors",
    "do visit 5",
    given={**on_task("atomic", 4), **NO_CHAFF},
    dice=[CALM, *A_HIT, 11, 5, 1, 2],
    then={"atomic_drop": "no", "weapon_aboard": "yes"},
)
clause(
    "B4-bay the first flak disables it",
    "do visit 5",
    given={**on_task("atomic", 4), **NO_CHAFF},
    dice=[CALM, *A_HIT, 11, 2, 5, 1, 2],
    then={"atomic_drop": "no", "weapon_dead": "yes", "fate": "home"},
)
clause(
    "B4-bay or not",
    "do visit 5",
    given={**on_task("atomic", 4), **NO_CHAFF},
    dice=[CALM, *A_HIT, 11, 2, 4, 1, 2],
    then={"atomic_drop": "yes", "weapon_dead": "no"},
)
clause(
    "R-22 three engines out before the drop",
    "do visit 5",
    given={**on_task("atomic", 4), **stopped(3)},
    dice=[CALM],
    asks=["B1"],
    then={"atomic_drop": "no", "aborted": "yes", "homeward": "yes"},
)
clause(
    "R-23 no bomb on a zone that is not the target",
    "do turn_back",
    given=on_task("atomic", 3),
    asks=[],
    then={"atomic_drop": "no", "homeward": "yes", "aborted": "yes"},
)
clause(
    "R-51 turning back between flak and drop",
    "do visit 5",
    given=on_task("atomic", 4),
    dice=[CALM, *NO_HITS, *NO_HITS],
    answers=["go_on", "both", "abort"],
    asks=["B1", *FLAK, *FLAK],
    then={"atomic_drop": "no", "aborted": "yes"},
)
clause(
    "B7 an atomic bomb aboard makes landing no harder",
    "do land_at_base",
    given={**on_task("atomic", 1), "homeward": "yes"},
    dice=SAFE,
    then={"modifiers on B7": 0},
)
clause(
    "B7 conventional bombs do",
    "do land_at_base",
    given={**at(1), "homeward": "yes"},
    dice=SAFE,
    then={"modifiers on B7": 1},
)


clause(
    "6.1.5-2 everything that helps",
    "do flak",
    given={**at(5), **advanced("improved_kettenhund")},
    dice=[1, 10, SKIN],
    answers=["both"],
    then={"modifiers on B2a": -9, "hits": 1},
)
clause(
    "6.1.5-2 nothing that helps",
    "do flak",
    given={**at(5), **NO_CHAFF, **broken("kettenhund"), "oxygen_out": "yes"},
    dice=[6, 2, SKIN, SKIN],
    then={"modifiers on B2a": 2, "hits": 2},
)
clause(
    "6.1.6-1 with three uses each one is left after two flaks",
    "do fly",
    given={**FIVE, **advanced("enlarged_dueppel")},
    dice=[CALM] * 4 + RUN + [CALM] * 3 + SAFE,
    then={"chaff[dispenser_a]": 1, "chaff[dispenser_b]": 1},
)
clause(
    "6.1.6-1 with two none is",
    "do fly",
    given=FIVE,
    dice=[CALM] * 4 + RUN + [CALM] * 3 + SAFE,
    then={"chaff[dispenser_a]": 0, "chaff[dispenser_b]": 0},
)
clause(
    "6.2.3-1 the bomb stays aboard when she turns back",
    "do fly",
    given={**FIVE, "task": "atomic", "target": "atomic_new_york"},
    dice=[CALM, *SAFE],
    answers=["go_on", "abort"],
    then={"weapon_aboard": "yes", "atomic_drop": "no", "modifiers on B7": 0, "succeeded()": "no"},
)
clause(
    "B4-bay it is hit on the way home: no explosion",
    "do random_hit",
    given={**on_task("atomic", 3), "homeward": "yes", "aborted": "yes"},
    dice=[66, 12, 6],
    then={"weapon_dead": "yes", "fate": "home"},
)
clause(
    "B4-bay no bomb and no weapon: nothing",
    "do random_hit",
    given={**on_task("atomic", 3), "weapon_aboard": "no", "homeward": "yes"},
    dice=[66, 12],
    then={"weapon_dead": "no", "hits": 1},
)


@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_game_does_as_the_rule_says(story: Clause) -> None:
    told(story)
