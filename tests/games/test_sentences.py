"""What the games tell their player, and what their sheets and boards show, by what comes of whole missions."""

from __future__ import annotations

import re

import pytest

from bombsight.runtime.events.views import SayView
from bombsight.service.boards.boards import render_boards
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from tests.marking import slow_but
from tests.narrowing import unwrap


def sentences(game: str, opening: GameSetup, rules: Rules | None = None) -> list[str]:
    """All that the rules say in a game that the autopilot plays to its end."""
    with start_game(game, rules or Rules(), opening, "auto") as play:
        play.view()
        return [view.text for view in play.session.journal.views() if isinstance(view, SayView) and view.is_in_play]


@pytest.mark.slow
def test_a_tour_says_how_many_missions_its_results_are_of():
    told = "\n".join(sentences("b29_korea", GameSetup(campaign=True, seed=1)))
    numbers = r"Missions in all: (\d+)\. Victories (\d+), defeats (\d+), draws (\d+)\."
    results = [[int(number) for number in found] for found in re.findall(numbers, told)]
    assert [total for total, *_ in results] == [*range(1, len(results) + 1)]
    assert all(total == sum(each) for total, *each in results)
    assert len(results) == 35 + told.count("The mission does not count towards the 35 of a tour.")


GAMES: dict[str, list[dict[str, str]]] = {
    "b17": [{}],
    "b29_korea": [{}],
    "amerika_bomber": [{}],
    "b17_leader": [{}],
    "b17_miniatures": [{"scenario": "second"}, {"scenario": "third"}],
    "down_in_flames": [{}],
}
SLIPS = re.compile(
    r"^[a-z]|\b(a|an|the|new) (a|an|the)\b|\b1 (boxes|hits|men|months|missions|rounds|sorties|XP are)\b|:30 o'clock"
)
"""A sentence that begins small, two articles, one of many, half an hour that is called an hour."""


@pytest.mark.parametrize("game", slow_but(GAMES, "b17_leader", "b17_miniatures"))
def test_sentences_are_sentences(game: str):
    told = {
        text
        for options in GAMES[game]
        for seed in range(5, 8)
        for text in sentences(game, GameSetup(seed=seed, campaign=has_campaign(game)), Rules(options=options))
    }
    assert [text for text in told if SLIPS.search(text)] == []


def has_campaign(game: str) -> bool:
    """Whether a game has a campaign, which tells more than a mission."""
    return game not in ("b17_miniatures", "down_in_flames")


def test_a_bomber_has_no_place_in_the_group_before_it_is_rolled():
    rules = Rules(variants=("single_bomber",))
    with start_game("b17_leader", rules, GameSetup(seed=8, campaign=True)) as play:
        places = []
        for _ in range(3):
            play.view()
            board = next(each for each in render_boards(play.session.describer) if each.name == "group")
            places.append([place.name for place in board.places if place.things])
            play.answer(unwrap(play.view().question).options[0].name)
    assert places == [[], [], ["middle"]]
