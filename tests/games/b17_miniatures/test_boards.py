"""The table as pictures: whoever is asked for a heading sees where each of them leads to."""

from __future__ import annotations

import pytest

from bombsight.runtime.boards import BoardShown
from bombsight.service.games.requests import Rules
from bombsight.service.play.play import Play
from bombsight.service.play.start import GameSetup, start_game

QUESTIONS = 30
"""So many of a raid are looked at."""


def board_named(play: Play, name: str) -> BoardShown:
    return next(board for board in play.boards() if board.name == name)


def headings(board: BoardShown) -> dict[str, tuple[int, int]]:
    """Where each heading that the board offers stands."""
    places = ((thing.piece, place) for place in board.places for thing in place.things)
    return {piece: (place.column, place.row) for piece, place in places if piece.startswith("Heading.")}


@pytest.mark.parametrize("seed", [3, 5])
def test_each_heading_that_may_be_answered_stands_where_it_leads_to(seed: int) -> None:
    asked = 0
    with start_game("b17_miniatures", Rules(options={"scenario": "second"}), GameSetup(seed=seed)) as play:
        for _ in range(QUESTIONS):
            question = play.question
            if question is None:
                break
            shown = headings(board_named(play, "headings"))
            if question.prompt.startswith("Heading of"):
                asked += 1
                assert {*shown} == {option.piece for option in question.options}
                assert len({*shown.values()}) > 1
            else:
                assert shown == {}
            play.answer(question.options[question.preferred].name)
    assert asked > 2


def test_who_is_asked_has_a_ring_of_the_range_of_guns() -> None:
    with start_game("b17_miniatures", Rules(options={"scenario": "second"}), GameSetup(seed=3)) as play:
        while play.question is not None and not play.question.prompt.startswith("Heading of"):
            play.answer(play.question.options[play.question.preferred].name)
        rings = [shape for shape in board_named(play, "sky").shapes if shape.kind == "ring" and shape.tone == "good"]
    (ring,) = rings
    across = ring.lines[0].points[::2]
    assert max(across) - min(across) == 800  # tenths of tenths of an inch: 4 inches on either side
