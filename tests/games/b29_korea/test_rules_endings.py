"""How a mission ends, and who has won: the smallest story for each clause."""

from __future__ import annotations

import pytest

from b29_korea.bench import Facts
from b29_korea.stories import (
    BOMBED,
    EMPTY,
    HIGH,
    JUMP,
    LAST,
    MEN,
    SEA,
    down,
    told,
)
from clauses import Clause, Stories, name_of

STORIES = Stories()
clause, row = STORIES.clause, STORIES.row

# --- R-END

clause(
    "R-END 1 a badly hurt man goes down with her",
    "do jump controlled",
    given={**EMPTY, **down("cfc")},
    leads=JUMP,
    then={"points[cfc]": 4, "jumped[cfc]": "no", "jumped[pilot]": "yes"},
)

for ground, amount in (("japan", 0), ("friendly", -2), ("communist", -4)):
    clause(
        f"R-END 3 {ground}",
        f"roll 8-1 {ground}",
        given={**LAST, "at_base": "no"},
        dice=[7],
        then={"modifiers on 8-1": amount},
    )

clause(
    "R-END 3 Japan in zone 2",
    "roll 8-1 japan",
    given={**LAST, "zone": 2, "at_base": "no"},
    dice=[7],
    then={"modifiers on 8-1": -1},
)

DOWN: Facts = {**LAST, "zone": 6, "at_base": "no", "below": "over_friendly"}

row(
    "R-END 3 in UN territory",
    [
        ([4], {"fate": "landed", "airframe": "sound"}),
        ([3], {"fate": "landed", "airframe": "reparable"}),
    ],
    "do come_down friendly",
    given=DOWN,
)

clause(
    "R-END 3 in UN territory, past repair",
    "do come_down friendly",
    given=DOWN,
    dice=[2, 12, 1],
    then={"airframe": "irreparable", "mission_result": "lost"},
)

clause(
    "R-END 3 the men there are safe",
    "do come_down friendly",
    given=DOWN,
    dice=[7],
    then={f"loss[{man}]": "none" for man in MEN},
)

clause(
    "R-END 3 in Communist territory: 8-7",
    "do come_down communist",
    given={**DOWN, "below": "over_communist"},
    dice=[12],
    leads="8-7",
    then={"mission_result": "lost"},
)

for name, facts, may in [
    ("UN territory", {}, "yes"),
    ("Japan in zone 2", {"zone": 2, "below": "water_japan"}, "yes"),
    ("the sea", {"below": "over_water"}, "no"),
    ("Communist territory", {"below": "over_communist"}, "no"),
    ("high", HIGH, "no"),
    ("outward", {"homeward": "no"}, "no"),
]:
    clause(f"R-END 3 land before the base: {name}", "define may_divert", given={**DOWN, **facts}, then={"result": may})

for below, table in (("over_communist", "8-7"), ("over_water", "8-6")):
    clause(f"R-END 4 {below}", "do jump controlled", given={**EMPTY, "zone": 8, "below": below}, leads=table)

for below in ("over_japan", "over_friendly"):
    clause(
        f"R-END 4 {below}",
        "do jump controlled",
        given={**EMPTY, "zone": 5, "below": below},
        dice=[6] * 11,
        asks=[JUMP] * 11,
        then={"fate": "gone", **{f"loss[{man}]": "none" for man in MEN}, **{f"points[{man}]": 0 for man in MEN}},
    )

clause(
    "R-END 5 ditched in zone 4: rescued",
    "do come_down water",
    given=SEA,
    dice=[1, 12, *[6] * 11],
    answers=["ditch"],
    asks=["8-2", "8-3", *["8-6"] * 11],
    then={"fate": "gone", "mission_result": "lost", "loss[pilot]": "none"},
)

clause(
    "R-END 5 the choice after the sea state", "do come_down water", given=SEA, dice=[6], answers=["leave"], leads=JUMP
)

clause(
    "R-END 5 zone 7: perhaps captured",
    "do come_down water",
    given={**SEA, "zone": 7},
    dice=[1, 12],
    answers=["ditch"],
    leads="picked_up",
)

clause(
    "R-END 6 without controls nobody lands",
    "define landable",
    given={"controls_dead[pilot]": "yes", "controls_dead[copilot]": "yes"},
    then={"result": "no"},
)

clause("R-END 6 with one of them", "define landable", given={"controls_dead[pilot]": "yes"}, then={"result": "yes"})

row(
    "R-END 7 a serious wound",
    [
        ([1], {"men_lost[home_hurt]": 0, "men_lost[dow]": 0}),
        ([2], {"men_lost[home_hurt]": 1}),
        ([5], {"men_lost[home_hurt]": 1}),
        ([6], {"men_lost[dow]": 1}),
    ],
    "do debrief",
    given={**BOMBED, **down("cfc")},
)

row(
    "R-END 7 frostbite",
    [([3], {"men_lost[home_hurt]": 0}), ([4], {"men_lost[home_hurt]": 1})],
    "do debrief",
    given={**BOMBED, "frostbitten[cfc]": "yes"},
)

clause(
    "R-END 7 the log",
    "do debrief",
    given={**BOMBED, "percent": 30, "target_hit": "yes"},
    then={"run_count": 1, "percent_sum": 30},
)

clause(
    "R-END 2 by the light of the base",
    "define landing_light",
    given={**LAST, "schedule": "into_night"},
    then={"result": "night"},
)

clause("R-END 2 jumping over the base", "do land_at_base", given=LAST, answers=["leave"], leads=JUMP)

# --- R-VIC

for name, facts, outcome in [
    ("on target, back", {"target_hit": "yes"}, "won"),
    ("on target, repairable", {"target_hit": "yes", "airframe": "reparable"}, "won"),
    ("on target, landed short", {"target_hit": "yes", "fate": "landed"}, "won"),
    ("on target, beyond repair", {"target_hit": "yes", "airframe": "irreparable"}, "lost"),
    ("on target, lost", {"target_hit": "yes", "fate": "gone"}, "lost"),
    ("off target, back", {}, "drawn"),
    ("off target, landed short", {"fate": "landed"}, "drawn"),
    ("off target, lost", {"fate": "gone"}, "lost"),
    ("off target, beyond repair", {"airframe": "irreparable"}, "lost"),
    ("no run, back", {"run_made": "no"}, "drawn"),
]:
    clause(f"R-VIC 1 to 3 {name}", "do debrief", given={**BOMBED, **facts}, then={"result": outcome})


@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_game_does_as_the_rule_says(story: Clause):
    told(story)
