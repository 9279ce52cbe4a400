"""Random events: the smallest story for each."""

from __future__ import annotations

import pytest

from amerika_bomber.stories import (
    CALM,
    FIVE,
    FLIGHT,
    LANDING,
    OVER,
    P80,
    QUIETLY,
    RUN,
    SAFE,
    SIX,
    SKIN,
    at,
    down,
    home_from,
    silent,
    skilled,
    stopped,
    told,
)
from clauses import Clause, Stories, name_of

STORIES = Stories()
clause = STORIES.clause

# --- 6.11: random events

clause(
    "6.11-1 the first 12 is an event instead",
    "do intercept",
    given=at(5),
    dice=[12, 11],
    asks=["B1", "C1"],
    then={"event_rolled": "yes", "experience": 2},
)
clause(
    "6.11-1 a second 12 is the encounter",
    "do intercept",
    given={**at(5), **silent(), "event_rolled": "yes"},
    dice=[12, *[1, 3] * 4, *[1] * 12],
    then={"times B2-place": 4, "times B2-hits": 12, "times C1": 0},
)
clause(
    "6.11-1 a second 12 too goes through the filter",
    "do intercept",
    given={**at(4), "event_rolled": "yes"},
    dice=[12],
    asks=["B1"],
)
clause(
    "6.11-1 a second 12 too goes through the filter, the other way",
    "do intercept",
    given={**at(6), "event_rolled": "yes", "month": "january"},
    dice=[12],
    asks=["B1"],
)
for zone in (2, 6):
    clause(
        f"6.11-1 an event comes before the filter, zone {zone}",
        "do intercept",
        given=at(zone),
        dice=[12, 11],
        asks=["B1", "C1"],
    )
clause(
    "6.11-1 both on one flight",
    "do fly",
    given={**FIVE},
    dice=[12, 11, 12, 12, CALM, *RUN, *[CALM] * 3, *SAFE],
    asks=["B1", "C1", "B1", "B1", "B1", *OVER, *["B1"] * 3, *LANDING],
    then={"endurance": 3, "event_rolled": "yes", "experience": 2},
)
clause(
    "R-10 an event over the target: flak and bombs follow",
    "do visit 5",
    given=at(4),
    dice=[12, 11, *RUN],
    asks=["B1", "C1", *OVER],
    then={"endurance": 12, "percent": 20, "zone": 5, "homeward": "yes"},
)
clause(
    "R-10 an event skips no zone",
    "do visit 3",
    given=at(2),
    dice=[12, 11],
    asks=["B1", "C1"],
    then={"endurance": 12, "zone": 3},
)
clause(
    "6.11-2 headwind over the target: flak and bombs follow",
    "do visit 5",
    given=at(4),
    dice=[12, 6, *RUN],
    asks=["B1", "C1", *OVER],
    then={"endurance": 11, "percent": 20},
)

clause(
    "C1 2 two different devices",
    "roll C1",
    given=at(3),
    dice=[2, 1, 1, 10, 2],
    then={"device_out[radar]": "yes", "device_out[kettenhund]": "yes"},
    nothing=True,
)
clause(
    "C1 2 a repeat is rolled again, as is a ten",
    "roll C1",
    given=at(3),
    dice=[2, 10, 3, 3, 10, 4],
    then={"device_out[peilg]": "yes", "device_out[altimeter]": "yes"},
    nothing=True,
)
clause(
    "C1 2 no hit, and Air Combat Maneuvering does not help",
    "roll C1",
    given={**at(3), **skilled("acm")},
    dice=[2, 5, 6],
    then={"hits": 0, "first_hit_ignored": "no", "device_out[radio]": "yes", "device_out[blind]": "yes"},
)
clause(
    "C1 3 a working engine stops",
    "roll C1",
    given=at(3),
    dice=[3, 2],
    then={"engine_state[no_2]": "inop"},
    nothing=True,
)
clause(
    "C1 3 not one that is out already",
    "roll C1",
    given={**at(3), **stopped(1)},
    dice=[3, 1, 3],
    then={"engines_lost()": 2},
    loose=True,
)
clause(
    "C1 3 the last engine: forced down",
    "roll C1",
    given={**at(3), **stopped(3)},
    dice=[3, 4],
    loose=True,
    answers=["ditch"],
    then={"hull": "ditched", "engine_state[no_4]": "inop"},
    leads="B7",
)
clause(
    "C1 3 the third engine: she must turn back",
    "do visit 3",
    given={**at(2), **stopped(2)},
    dice=[12, 3, 3],
    then={"aborted": "yes", "homeward": "yes", "engines_lost()": 3},
)
clause(
    "C1 3 over the target, the third engine: no flak and no bombs",
    "do visit 5",
    given={**at(4), **stopped(2)},
    dice=[12, 3, 3],
    asks=["B1", "C1", "B4-engine_no"],
    then={"aborted": "yes", "homeward": "yes", "percent": 0, "bombs_aboard": "no"},
)
clause("C1 4 oxygen", "roll C1", given=at(3), dice=[4], then={"oxygen_out": "yes"}, nothing=True)
clause("C1 4 no effect where it is out", "roll C1", given=at(3, oxygen_out="yes"), dice=[4], nothing=True)
clause(
    "C1 4 the flak over the same zone has her at 10,000 ft",
    "do visit 5",
    given=at(4),
    dice=[12, 4, *RUN],
    then={"every B2a": [-6, -6]},
)
clause("C1 6 a headwind", "roll C1", given=at(3), dice=[6], then={"endurance": 12}, nothing=True)
clause(
    "C1 6 with the last box gone she comes down next",
    "do visit 3",
    given=home_from(4, endurance=1),
    dice=[12, 6],
    then={"endurance": 0, "zone": 3, "hull": "airworthy"},
)
clause(
    "C1 6 takes the box for the landing",
    "do fly",
    given={**SIX, "achieved[sealed_tanks]": "yes"},
    dice=[12, 6, *[CALM] * 4, *RUN, *[CALM] * 4, *SAFE],
    answers=["go_on"] * 6 + ["both", "go_on", "both"],
    then={"endurance": 0, "fate": "home"},
)
clause("C1 7 a charm to keep", "roll C1", given=at(3), dice=[7], then={"charms": 1}, nothing=True)
clause("C1 7 one more", "roll C1", given=at(3, charms=2), dice=[7], then={"charms": 3}, nothing=True)
clause("C1 8 a cloud bank", "roll C1", given=at(3), dice=[8], then={"cloud_banks": 1}, nothing=True)
clause("C1 10 a master mechanic", "roll C1", given=at(3), dice=[10], then={"mechanics": 1}, nothing=True)
clause("C1 11 experience now", "roll C1", given=at(3), dice=[11], then={"experience": 2}, nothing=True)
clause("C1 12 no carriers", "roll C1", given=at(3), dice=[12], then={"no_carriers": "yes"}, nothing=True)
for zone in (2, 5):
    clause(
        f"C1 12 those of a carrier stay away, zone {zone}",
        "do intercept",
        given=at(zone, no_carriers="yes"),
        dice=[4],
        asks=["B1"],
    )
clause(
    "C1 12 those of the land do not",
    "do intercept",
    given={**at(5, no_carriers="yes"), **silent()},
    dice=[*P80, *QUIETLY],
    then={"times B2-hits": 6},
)
clause(
    "C1 12 a second 12 of a carrier stays away too",
    "do intercept",
    given=at(5, no_carriers="yes", event_rolled="yes", month="january"),
    dice=[12],
    asks=["B1"],
)
clause(
    "C1 8 a cloud hides her from fighters",
    "do intercept",
    given=at(5, cloud_banks=1),
    dice=[9],
    answers=["hide"],
    asks=["B1"],
    then={"cloud_banks": 0},
    asked=["slip_away/order"],
)
clause(
    "C1 8 or not",
    "do intercept",
    given={**at(5, cloud_banks=1), **silent()},
    dice=[*P80, *QUIETLY],
    answers=["fight"],
    then={"cloud_banks": 1, "times B2-place": 2},
)
clause("C1 8 where nobody comes it is not asked for", "do intercept", given=at(5, cloud_banks=1), dice=[CALM], asked=[])
clause("C1 8 nor for fighters who do not reach her", "do intercept", given=at(3, cloud_banks=1), dice=[9], asked=[])
clause(
    "C1 8 over the target it does not hide her from flak",
    "do visit 5",
    given=at(4, cloud_banks=1),
    dice=[9, *RUN],
    answers=["hide"],
    asks=["B1", *OVER],
    then={"percent": 20, "cloud_banks": 0},
)
clause(
    "C1 8 of two one is used",
    "do intercept",
    given=at(5, cloud_banks=2),
    dice=[9],
    answers=["hide"],
    then={"cloud_banks": 1},
)

P80_BOUNCE = [12, 5, *[1, 3] * 4]
clause(
    "C1 5 the encounter of row 12, whatever the zone",
    "do intercept",
    given={**at(3), **silent()},
    dice=[*P80_BOUNCE, *[1] * 12],
    then={"times B2-place": 4, "times B2-hits": 12, "times B2-cover": 0},
)
clause(
    "C1 5 in zone 6 those of a carrier, in winter",
    "do intercept",
    given={**at(6), **silent(), "month": "january"},
    dice=[*P80_BOUNCE, *[1] * 12],
    then={"times B2-hits": 12},
)
clause(
    "C1 5 no cover, where a second 12 would have it",
    "do intercept",
    given={**at(3), **silent(), "event_rolled": "yes", "month": "january"},
    dice=[12, *[1, 3] * 4, 1, *[1] * 12],
    then={"times B2-cover": 1},
)
clause(
    "C1 5 fighters first in the first round, then the guns",
    "do intercept",
    given={**at(5), **silent("nose")},
    dice=[*P80_BOUNCE, *[1] * 15],
    asks=[
        "B1",
        "C1",
        *["B2-place", "B2-altitude"] * 4,
        *["B2-hits"] * 4,
        "B2-to_hit",
        *(["B2-to_hit"] + ["B2-hits"] * 4) * 2,
    ],
)
clause(
    "C1 5 over the target: then flak and bombs",
    "do visit 5",
    given={**at(4), **silent()},
    dice=[*P80_BOUNCE, *[1] * 12, *RUN],
    then={"percent": 20, "times B2a": 2, "bounced": "yes"},
)
clause(
    "C1 9 one gunner is named",
    "roll C1",
    given=at(3),
    dice=[9],
    answers=["ventral"],
    then={"lucky": "ventral_gunner"},
    nothing=True,
)


clause(
    "C1 3 a bomber with six engines",
    "roll C1",
    given={**at(3), "aircraft": "ta400"},
    dice=[3, 6],
    then={"engine_state[no_6]": "inop"},
    nothing=True,
)
clause(
    "C1 3 one with four throws again",
    "roll C1",
    given=at(3),
    dice=[3, 5, 6, 1],
    then={"engine_state[no_1]": "inop"},
    nothing=True,
)
clause(
    "C1 3 the third engine on the way home changes nothing more",
    "do visit 3",
    given={**home_from(4), **stopped(2)},
    dice=[12, 3, 3],
    then={"aborted": "no", "engines_lost()": 3},
)
clause("C1 6 no box left to lose", "roll C1", given=at(3, endurance=0), dice=[6], nothing=True)
clause(
    "C1 8 it hides her from a second 12",
    "do intercept",
    given=at(5, cloud_banks=1, event_rolled="yes"),
    dice=[12],
    answers=["hide"],
    asks=["B1"],
    then={"cloud_banks": 0},
)
clause(
    "C1 2 what the wizard mends is one of the two",
    "roll C1",
    given={**at(3), **skilled("wizard")},
    dice=[2, 1, 5],
    answers=["none", "radio"],
    then={"device_out[radar]": "yes", "device_out[radio]": "no", "wizard_used": "yes"},
)
clause(
    "R-10 an event on the way back",
    "do visit 5",
    given=home_from(6, target="chrysler", target_zone=6),
    dice=[12, 11],
    asks=["B1", "C1"],
    then={"zone": 5, "endurance": 12, "experience": 2},
)


clause(
    "C1 5 the next zone is as any other",
    "do fly",
    given=FLIGHT,
    dice=[12, 5, *[1, 3] * 4, *[1] * 12, *[4, 1, 3, 1, 3, 6, 1, 1, 1], CALM, *SAFE],
    answers=["go_on", "go_on", "f8f twelve level", "abort"],
    asks=[
        "B1",
        "C1",
        *["B2-place", "B2-altitude"] * 4,
        *["B2-hits"] * 12,
        "B1",
        *["B2-place", "B2-altitude"] * 2,
        "B2-cover",
        *["B2-hits"] * 3,
        "B1",
        *LANDING,
    ],
)
clause(
    "C1 5 R-06 Air Combat Maneuvering takes one hit of a bounce",
    "do intercept",
    given={**at(5), **silent(), **skilled("acm")},
    dice=[12, 5, *[7, 3] * 4, 5, 5, SKIN, *[1] * 10],
    then={"hits": 1, "first_hit_ignored": "yes"},
)
clause(
    "C1 9 a gunner who is out of action is no use, and with nobody nothing happens",
    "roll C1",
    given={**at(3), **down("bombardier", "engineer", "ventral_gunner", "tail_gunner", wound="killed")},
    dice=[9],
    then={"fate": "home"},
)
clause(
    "C1 9 it ends with the flight: the one named is of this bomber",
    "roll C1",
    given={**at(3), "aircraft": "me364"},
    dice=[9],
    answers=["top_gunner"],
    then={"lucky": "top_gunner"},
)


@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_game_does_as_the_rule_says(story: Clause) -> None:
    told(story)
