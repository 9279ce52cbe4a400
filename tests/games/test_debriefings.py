"""Debriefings of the games: who was aboard is who flew, and whoever was lost is named as such."""

from __future__ import annotations

import pytest

from bombsight.flat.types import TextType
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.debriefing import debrief_mission, debrief_missions, find_ended_missions, states_at
from bombsight.service.present.sheet import is_shown_field
from bombsight.service.saves.careers import career_of
from tests.marking import slow_but

DEAD = {"dead", "killed"}


@pytest.mark.parametrize(
    ("game", "seed", "lost"),
    slow_but([("b17", 2, 4), ("b29_korea", 3, 11), ("amerika_bomber", 7, 1)], "b17", "amerika_bomber"),
)
def test_the_dead_are_told_by_the_names_on_the_roll_of_honour(game: str, seed: int, lost: int):
    with start_game(game, Rules(), GameSetup(seed=seed), "auto") as play:
        play.view()
        flown = find_ended_missions(play.session)[0]
        told = debrief_mission(play.session, flown, states_at(play.session, [flown.begin, flown.last, flown.end]))
        tables = {table.id: table for table in career_of(play.session.describer).tables}
    roll = tables["roll_of_honour"]
    name, post = (
        next(at for at, column in enumerate(roll.columns) if column.title == title) for title in ("name", "post")
    )
    dead = {(trouble.name, trouble.place) for trouble in told.troubles if DEAD & {*trouble.told}}

    assert len(dead) == lost
    assert dead <= {(row[name], row[post]) for row in roll.rows}


@pytest.mark.parametrize(
    ("game", "seed"),
    slow_but([("b17", 1943), ("b29_korea", 3), ("amerika_bomber", 3), ("b17_leader", 4)], "b17", "b17_leader"),
)
def test_whoever_flew_is_on_the_sheet_until_somebody_flies_in_his_place(game: str, seed: int):
    with start_game(game, Rules(), GameSetup(campaign=True, seed=seed), "auto") as play:
        play.view()
        session = play.session
        missions = find_ended_missions(session)
        seen = states_at(session, {at for flown in missions for at in (flown.begin, flown.last, flown.end)})
    named = [field for field in session.program.fields if isinstance(field.type, TextType) and is_shown_field(field)]

    def aboard(at: int) -> list[int]:
        return [number for field in named for number in seen[at][field.base : field.base + field.size]]

    hired = [begun != last for begun, last in ((aboard(flown.begin), aboard(flown.last)) for flown in missions)]
    assert any(hired)
    assert [aboard(flown.last) for flown in missions] == [aboard(flown.end) for flown in missions]
    assert [aboard(flown.end) for flown in missions[:-1]] == [aboard(flown.begin) for flown in missions[1:]]


@pytest.mark.slow
def test_men_who_are_posted_away_with_their_pilot_are_not_hurt():
    with start_game("amerika_bomber", Rules(), GameSetup(campaign=True, seed=8), "auto") as play:
        play.view()
        told = debrief_missions(play.session)
    leave = [
        {
            value.place
            for group in each.record
            for line in group.lines
            if line.id == "crew.leaves"
            for value in line.values
            if value.is_news
        }
        for each in told
    ]
    away, hurt = next((left, each.troubles) for left, each in zip(leave, told, strict=True) if len(left) > 9)
    assert "Agent" in away
    assert {trouble.place for trouble in hurt} & away <= {
        trouble.place for trouble in hurt if {*trouble.told} & {"lightly wounded", "seriously wounded", "killed"}
    }
