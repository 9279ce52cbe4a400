"""Agents, leaflets, reconnaissance: the smallest story for each clause."""

from __future__ import annotations

import pytest

from amerika_bomber.bench import Facts
from amerika_bomber.stories import (
    A_HIT,
    CALM,
    CHAFF,
    FIGHT,
    FIVE,
    FLAK,
    JAMMED,
    LANDING,
    NO_CHAFF,
    NO_HITS,
    ON_TARGET,
    OVER,
    P80,
    RUN,
    SAFE,
    at,
    broken,
    down,
    home_from,
    on_task,
    silent,
    skilled,
    stopped,
    told,
)
from clauses import Clause, Stories, name_of

STORIES = Stories()
clause = STORIES.clause

# --- 6.2.4, 6.2.5: success

for percent, success in ((0, "no"), (5, "yes"), (20, "yes")):
    clause(f"6.2.4-1 {percent} %", "define succeeded", given=home_from(1, percent=percent), then={"result": success})
clause(
    "6.2.4-1 an atomic drop",
    "define succeeded",
    given={**on_task("atomic", 1), "atomic_drop": "yes"},
    then={"result": "yes"},
)
for task in ("agent_drop", "leaflets"):
    clause(
        f"6.2.5-1 {task}: no objective, no success, whatever the bombs did",
        "define succeeded",
        given=on_task(task, 1, percent=30),
        then={"result": "no"},
    )
    clause(
        f"6.2.5-1 {task}: the objective is success without bombs",
        "define succeeded",
        given=on_task(task, 1, objective_met="yes"),
        then={"result": "yes"},
    )

# --- 6.2.5.1: the agent

AGENT = on_task("agent_drop", 5, bombs_aboard="no", percent=20)

clause(
    "6.2.5.1 New York is bombed, and she goes on",
    "do visit 5",
    given=on_task("agent_drop", 4),
    dice=[CALM, *RUN],
    asks=["B1", *OVER],
    then={"percent": 20, "homeward": "no", "agent_aboard": "yes", "objective_met": "no"},
)
clause(
    "6.2.5.1 the agent jumps over zone 6; no flak",
    "do visit 6",
    given=AGENT,
    dice=[CALM],
    asks=["B1"],
    then={"objective_met": "yes", "agent_aboard": "no", "homeward": "yes", "percent": 20},
)
clause(
    "R-11 6.2.5.1 the whole mission: zone 5 twice, one roll each",
    "do fly",
    given={**FIVE, "task": "agent_drop", "target": "new_york"},
    dice=[*[CALM] * 4, *RUN, CALM, *[CALM] * 4, *SAFE],
    asks=["B1"] * 4 + OVER + ["B1"] + ["B1"] * 4 + LANDING,
    then={"endurance": 1, "objective_met": "yes", "percent": 20, "agent_aboard": "no", "fate": "home"},
)
clause("6.2.5.1 the agent is one more aboard", "define aboard agent", given=AGENT, then={"result": "yes"})
clause("6.2.5.1 not on another mission", "define aboard agent", given=at(5), then={"result": "no"})
clause(
    "6.2.5.1 not after his jump", "define aboard agent", given={**AGENT, "agent_aboard": "no"}, then={"result": "no"}
)
for wound, met in (("fit", "yes"), ("light", "yes"), ("serious", "no"), ("killed", "no")):
    clause(
        f"6.2.5.1 an agent who is {wound}",
        "do visit 6",
        given={**AGENT, **down("agent", wound=wound)},
        dice=[CALM],
        loose=True,
        then={"objective_met": met},
    )
clause(
    "R-22 three engines out before the agent's drop",
    "do visit 6",
    given={**AGENT, **stopped(3)},
    dice=[CALM],
    then={"objective_met": "no", "agent_aboard": "yes", "homeward": "yes", "aborted": "yes"},
)
clause(
    "R-22 three engines out over New York before the bombs",
    "do visit 5",
    given={**on_task("agent_drop", 4), **stopped(3)},
    dice=[CALM],
    asks=["B1"],
    then={"percent": 0, "objective_met": "no", "homeward": "yes", "aborted": "yes"},
)
clause(
    "R-22 the third engine lost over New York in the second flak: no agent",
    "do fly",
    given={**FIVE, "task": "agent_drop", "target": "new_york", "aircraft": "me364", **stopped(2)},
    dice=[*[CALM] * 4, *NO_HITS, *ON_TARGET, *A_HIT, 15, 3, 5, *[CALM] * 3, *SAFE],
    answers=["go_on"] * 5 + ["both", "go_on", "no_chaff"],
    asks=["B1"] * 4 + [*OVER, "B3", "B4-engine_no", "B4-engine"] + ["B1"] * 3 + LANDING,
    then={"objective_met": "no", "aborted": "yes", "percent": 20, "agent_aboard": "yes"},
)
clause(
    "R-22 the third engine lost after the agent's drop changes nothing",
    "do visit 5",
    given={**AGENT, "zone": 6, "homeward": "yes", "objective_met": "yes", "agent_aboard": "no", **stopped(3)},
    dice=[CALM],
    then={"objective_met": "yes", "aborted": "no"},
)
clause(
    "6.4-1 turning back between New York and zone 6: no agent, but the bombs count",
    "do visit 5",
    given=on_task("agent_drop", 4),
    dice=[CALM, *RUN],
    answers=["go_on", "both", "go_on", "both", "abort"],
    then={"percent": 20, "objective_met": "no", "homeward": "yes", "agent_aboard": "yes", "aborted": "yes"},
)
clause(
    "6.2.5.1 C-30 the agent hit over New York in the first flak: the bombs fall all the same",
    "do visit 5",
    given={**on_task("agent_drop", 4), **NO_CHAFF},
    dice=[CALM, *A_HIT, 21, 10, 1, 6, *ON_TARGET, 1, 2],
    then={"condition[agent]": "killed", "percent": 20, "objective_met": "no"},
)
clause(
    "6.2.5.1 jammed doors do not hold the agent",
    "do visit 6",
    given={**AGENT, "doors_jammed": "yes"},
    dice=[CALM],
    then={"objective_met": "yes"},
)

# --- 6.2.5.2: leaflets

LEAFLETS = on_task("leaflets", 4)

clause(
    "6.2.5.2 no bombs and no chaff",
    "do fit_out",
    given={**FIVE, "task": "leaflets", "target": "new_york"},
    then={"bombs_aboard": "no", **NO_CHAFF},
)
clause(
    "6.2.5.2 R-44 flak before and after, no run, no chaff",
    "do visit 5",
    given=LEAFLETS,
    dice=[CALM, *NO_HITS, *NO_HITS],
    asks=["B1", *FLAK, *FLAK],
    asked=["consider_abort/order"] * 2,
    then={"objective_met": "yes", "percent": 0, "homeward": "yes", "every B2a": [-4, -4]},
)
clause(
    "6.2.5.2 one dispenser damaged",
    "do visit 5",
    given={**LEAFLETS, "dispenser_out[dispenser_a]": "yes"},
    dice=[CALM, *NO_HITS, *NO_HITS],
    then={"objective_met": "yes"},
)
BOTH_OUT: Facts = {"dispenser_out[dispenser_a]": "yes", "dispenser_out[dispenser_b]": "yes"}
clause(
    "6.2.5.2 both damaged",
    "do visit 5",
    given={**LEAFLETS, **BOTH_OUT},
    dice=[CALM, *NO_HITS, *NO_HITS],
    answers=["go_on", "go_on"],
    loose=True,
    then={"objective_met": "no"},
)
clause(
    "6.2.5.2 the second goes in the first flak",
    "do visit 5",
    given={**LEAFLETS, "dispenser_out[dispenser_a]": "yes"},
    dice=[CALM, *A_HIT, 36, 4, *NO_HITS],
    then={"objective_met": "no"},
)
clause(
    "6.2.5.2 the second goes in the second flak: too late",
    "do visit 5",
    given={**LEAFLETS, "dispenser_out[dispenser_a]": "yes"},
    dice=[CALM, *NO_HITS, *A_HIT, 36, 4],
    then={"objective_met": "yes"},
)
clause(
    "R-44 doors and bombardier do not matter",
    "do visit 5",
    given={**LEAFLETS, "doors_jammed": "yes", **down("bombardier"), **broken("peilg")},
    dice=[CALM, *NO_HITS, *NO_HITS],
    then={"objective_met": "yes"},
)
clause(
    "R-22 three engines out",
    "do visit 5",
    given={**LEAFLETS, **stopped(3)},
    dice=[CALM],
    asks=["B1"],
    then={"objective_met": "no", "aborted": "yes"},
)
clause(
    "R-24 turning back between flak and drop: no leaflets",
    "do visit 5",
    given=LEAFLETS,
    dice=[CALM, *NO_HITS, *NO_HITS],
    answers=["go_on", "abort"],
    asks=["B1", *FLAK, *FLAK],
    then={"objective_met": "no"},
)
clause(
    "6.2.5.2 over Chicago",
    "do visit 6",
    given=on_task("leaflets", 5, target="chicago", target_zone=6),
    dice=[CALM, *NO_HITS, *NO_HITS],
    then={"objective_met": "yes"},
)
clause("B4-bay leaflets do not explode", "roll B4-bay", given=LEAFLETS, dice=[2], nothing=True)

# --- 6.2.5.3: reconnaissance

RECON = on_task("reconnaissance", 4)
FIXED_OUT: Facts = {"camera_out[fixed_camera]": "yes"}
BAY_OUT: Facts = {"camera_out[bay_camera]": "yes"}
PHOTOS = [2, 5]

clause(
    "6.2.5.3 no bombs, chaff as usual",
    "do fit_out",
    given={**FIVE, "task": "reconnaissance", "target": "boston"},
    then={"bombs_aboard": "no", **CHAFF},
)
clause(
    "6.2.5.3 a run at +2",
    "do visit 5",
    given=RECON,
    dice=[CALM, *NO_HITS, *PHOTOS, *NO_HITS],
    asks=["B1", *OVER],
    then={"modifiers on B11": 2, "percent": 10, "objective_met": "yes"},
)
for aircraft in ("fw300", "ju390", "e555"):
    clause(
        f"6.2.5.3 +2 whatever the bomb load: {aircraft}",
        "do visit 5",
        given={**RECON, "aircraft": aircraft},
        dice=[CALM, *NO_HITS, *PHOTOS, *NO_HITS],
        then={"modifiers on B11": 2},
    )
clause(
    "6.2.5.3 Accuracy counts too",
    "do visit 5",
    given={**RECON, **skilled("accuracy")},
    dice=[CALM, *NO_HITS, *PHOTOS, *NO_HITS],
    then={"modifiers on B11": 3},
)
clause(
    "6.2.5.3 no pictures at 0",
    "do visit 5",
    given=RECON,
    dice=[CALM, *NO_HITS, 8, 7, *NO_HITS],
    then={"percent": 0, "objective_met": "no"},
)
clause(
    "6.2.5.3 off target, and lucky",
    "do visit 5",
    given=RECON,
    dice=[CALM, *NO_HITS, 8, 8, *NO_HITS],
    then={"percent": 5, "objective_met": "yes"},
)
clause(
    "6.2.5.3 PeilG 6 damaged: off target",
    "do visit 5",
    given={**RECON, **broken("peilg")},
    dice=[CALM, *NO_HITS, 12, *NO_HITS],
    asks=["B1", *FLAK, "B11", *FLAK],
    then={"objective_met": "yes"},
)
for what, facts, usable in (
    ("doors jammed", JAMMED, True),
    ("the fixed camera out", FIXED_OUT, True),
    ("the bay camera out", BAY_OUT, True),
    ("doors jammed, the fixed camera out", {**JAMMED, **FIXED_OUT}, False),
    ("both cameras out", {**BAY_OUT, **FIXED_OUT}, False),
    ("doors jammed, the bay camera out", {**JAMMED, **BAY_OUT}, True),
):  # fmt: skip
    clause(
        f"R-45 {what}",
        "do attack_target",
        given={**RECON, "zone": 5, **facts},
        dice=PHOTOS if usable else [],
        then={"objective_met": "yes" if usable else "no"},
    )
clause(
    "R-45 the first flak jams the doors when the fixed camera is out",
    "do visit 5",
    given={**RECON, **NO_CHAFF, **FIXED_OUT},
    dice=[CALM, *A_HIT, 11, 4, 1, 2],
    then={"objective_met": "no", "camera_out[bay_camera]": "no"},
)
HOME: Facts = {**RECON, "zone": 1, "homeward": "yes", "objective_met": "yes", "percent": 20}
for what, facts, success in (
    ("both cameras work", {}, "yes"),
    ("the fixed camera damaged", FIXED_OUT, "yes"),
    ("the bay camera damaged", BAY_OUT, "yes"),
    ("both damaged", {**FIXED_OUT, **BAY_OUT}, "no"),
    ("the fixed one damaged, the doors jammed", {**FIXED_OUT, **JAMMED}, "yes"),
):
    clause(f"R-45 6.2.5.3 home, {what}", "define succeeded", given={**HOME, **facts}, then={"result": success})
clause(
    "6.2.5.3 the last camera is lost on the way home",
    "do fly",
    given={**FIVE, "task": "reconnaissance", "target": "boston", **silent(), **FIXED_OUT},
    dice=[*[CALM] * 4, *NO_HITS, *PHOTOS, *NO_HITS, CALM, *FIGHT[:7], 11, 12, *FIGHT[7:], CALM, *SAFE],
    then={"camera_out[bay_camera]": "yes", "fate": "home", "objective_met": "yes", "succeeded()": "no"},
)
for total in (2, 12):
    clause(
        f"6.2.5.3 a bay hit breaks the camera {total}",
        "roll B4-bay",
        given=RECON,
        dice=[total],
        then={"camera_out[bay_camera]": "yes", "fate": "home"},
        nothing=True,
    )
clause(
    "B4-systems the fixed camera",
    "roll B4-systems",
    given=RECON,
    dice=[6],
    then={"camera_out[fixed_camera]": "yes"},
    nothing=True,
)
clause("B4-systems there is none on other missions", "roll B4-systems", given=at(4), dice=[6], nothing=True)
clause(
    "R-22 three engines out: no pictures",
    "do visit 5",
    given={**RECON, **stopped(3)},
    dice=[CALM],
    asks=["B1"],
    then={"objective_met": "no", "aborted": "yes"},
)
clause(
    "R-24 turning back between flak and run: no pictures",
    "do visit 5",
    given=RECON,
    dice=[CALM, *NO_HITS, *NO_HITS],
    answers=["go_on", "both", "abort"],
    then={"objective_met": "no"},
)


clause(
    "6.2.5.1 jammed doors keep the bombs, not the agent",
    "do fly",
    given={**FIVE, "task": "agent_drop", "target": "new_york"},
    dice=[*[CALM] * 4, *A_HIT, 11, 4, *NO_HITS, CALM, *[CALM] * 4, *SAFE],
    answers=["go_on"] * 5 + ["no_chaff", "go_on", "both", "go_on"],
    then={"percent": 0, "objective_met": "yes", "bombs_aboard": "yes", "modifiers on B7": 1, "succeeded()": "yes"},
)
clause(
    "6.2.5.1 turning back before the flak of New York",
    "do visit 5",
    given=on_task("agent_drop", 4),
    dice=[CALM],
    answers=["abort"],
    asks=["B1"],
    then={"homeward": "yes", "objective_met": "no", "percent": 0},
)
clause(
    "6.2.5.1 fighters over zone 6 come before the drop",
    "do visit 6",
    given={**AGENT, **silent()},
    dice=[*P80, 6, 21, 10, 2, 4, *[1] * 5],
    loose=True,
    then={"condition[agent]": "serious", "objective_met": "no"},
)
clause(
    "6.2.5.1 fighters over zone 5 on the way back come too late",
    "do visit 5",
    given={**AGENT, **silent(), "zone": 6, "homeward": "yes", "agent_aboard": "no", "objective_met": "yes"},
    dice=[*P80, 6, 21, 10, 2, *[1] * 5],
    then={"condition[agent]": "fit", "objective_met": "yes"},
)
clause(
    "R-22 the third engine lost to fighters over zone 6: no drop",
    "do visit 6",
    given={**AGENT, **silent(), **stopped(2)},
    dice=[*P80, 6, 15, 3, 5, *[1] * 5],
    then={"objective_met": "no", "agent_aboard": "yes", "homeward": "yes"},
)
clause(
    "6.2.5.1 an agent's success stands when she is shot down on the way home",
    "define succeeded",
    given={**on_task("agent_drop", 5, objective_met="yes"), "fate": "captured", "hull": "shot_down"},
    then={"result": "yes"},
)
clause(
    "6.2.4-1 so do bombs on the target",
    "define succeeded",
    given=home_from(5, percent=10, fate="captured", hull="shot_down"),
    then={"result": "yes"},
)
clause(
    "6.2.5.3 without a bombardier: off target, +2",
    "do visit 5",
    given={**RECON, **down("bombardier")},
    dice=[CALM, *NO_HITS, 8, *NO_HITS],
    then={"modifiers on B11": 2, "percent": 5, "times B10": 0},
)
clause(
    "6.2.5.3 a camera in the bay, no bombs to explode: in the first flak",
    "do visit 5",
    given={**RECON, **NO_CHAFF},
    dice=[CALM, *A_HIT, 66, 12, *PHOTOS, 1, 2],
    then={"camera_out[bay_camera]": "yes", "objective_met": "yes", "fate": "home"},
)
clause(
    "6.2.5.2 leaflets burn no bomber: the bay is hit after turning back",
    "do turn_back",
    given=LEAFLETS,
    asks=[],
    then={"objective_met": "no", "homeward": "yes"},
)


@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_game_does_as_the_rule_says(story: Clause) -> None:
    told(story)
