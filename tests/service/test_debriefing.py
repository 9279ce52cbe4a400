"""How things stood as a mission of a career ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from bombsight.service.debriefing import debriefings, mission_ends
from bombsight.service.opening import Opening, begin
from bombsight.service.requests import Rules

LIGHTHOUSE = str(Path(__file__).parents[1] / "lighthouse")


@pytest.fixture(scope="module")
def season():
    """A season by the autopilot: four nights."""
    with begin(LIGHTHOUSE, Rules(), Opening(campaign=True, seed=5), "auto") as play:
        play.view()
        yield play.session


def test_each_mission_of_a_career_is_debriefed_with_its_own_tallies(season):
    told = debriefings(season)

    assert [each.title for each in told] == ["Night 1", "Night 2", "Night 3", "Night 4"]
    assert [(each.title, each.value) for each in told[2].tallies] == [
        ("Every ship came by", "no"),
        ("Ships lost", "0"),
        ("The lamp at dawn", "0"),
    ]


def test_the_sheet_is_the_mission_s_before_it_falls_back(season):
    oil = [
        next(line for group in each.sheet for line in group.lines if line.id == "oil").values[0].title
        for each in debriefings(season)
    ]
    assert oil[2] == "0"
    assert oil[0] != "14"


def test_only_what_ended_since_is_debriefed(season):
    ends = mission_ends(season)

    assert [each.event for each in debriefings(season, ends[1] + 1)] == ends[2:]


def test_a_mission_alone_is_not_debriefed():
    with begin(LIGHTHOUSE, Rules(), Opening(seed=5), "auto") as play:
        play.view()
        assert debriefings(play.session) == []
