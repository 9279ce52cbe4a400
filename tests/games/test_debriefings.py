"""Debriefings of the games: whoever was lost is named, though another has his place when the mission is over."""

from __future__ import annotations

import pytest

from bombsight.service.careers import career_of
from bombsight.service.debriefing import debriefed, missions_flown, states
from bombsight.service.opening import Opening, begin
from bombsight.service.requests import Rules
from marking import slow_but

DEAD = {"dead", "killed"}


@pytest.mark.parametrize(
    ("game", "seed", "lost"),
    slow_but([("b17", 2, 4), ("b29_korea", 3, 11), ("amerika_bomber", 7, 1)], "b17", "amerika_bomber"),
)
def test_the_dead_are_told_by_the_names_on_the_roll_of_honour(game: str, seed: int, lost: int):
    with begin(game, Rules(), Opening(seed=seed), "auto") as play:
        play.view()
        flown = missions_flown(play.session)[0]
        told = debriefed(play.session, flown, states(play.session, [flown.begin, flown.last, flown.end]))
        tables = {table.id: table for table in career_of(play.session.describer).tables}
    roll = tables["roll_of_honour"]
    name, post = (
        next(at for at, column in enumerate(roll.columns) if column.title == title) for title in ("name", "post")
    )
    dead = {(trouble.name, trouble.place) for trouble in told.troubles if DEAD & {*trouble.told}}

    assert len(dead) == lost
    assert dead <= {(row[name], row[post]) for row in roll.rows}
