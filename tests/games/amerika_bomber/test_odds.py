"""Odds of the game's tables, and how much of them rests on what is reconstructed."""

from __future__ import annotations

import bombsight


def test_raid_targets_of_a_winter():
    told = bombsight.odds("amerika_bomber", "A1", given=["quarter is winter"])
    (situation,) = told.situations
    found = {each.name: each.chance.ratio for each in situation.chances.results}

    assert found["special_mission"] == "2/36"
    assert found["atomic_chicago"] == "1/36"
    assert {each.standing: each.chance.ratio for each in situation.chances.standings} == {"reconstructed": "1"}
