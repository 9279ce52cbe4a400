"""Boards of the games that come with the program: what they say of men."""

from __future__ import annotations

import pytest

from bombsight.runtime.run.derived_values import Asides
from bombsight.service.boards.boards import render_boards
from bombsight.service.programs.loaders import load
from tests.games.scenes import Game, Scene


@pytest.mark.parametrize(
    ("game", "health", "loss"),
    [("b17", "man[navigator].health", "loss[navigator]"), ("b29_korea", "health[navigator]", "loss[navigator]")],
)
def test_of_a_man_who_is_dead_it_is_said_once_and_how_where_that_is_known(game: str, health: str, loss: str) -> None:
    scene = Scene(Game(game), Game(game).program())
    scene.set({health: "dead"})
    assert "dead" in said_of(scene, "Navigator")
    scene.set({loss: "kia"})
    assert "killed in action" in said_of(scene, "Navigator")
    assert "dead" not in said_of(scene, "Navigator")


def said_of(scene: Scene, title: str) -> list[str]:
    """What the board of the crew says of a man."""
    scene.describer.asides = Asides(scene.program, load)
    crew = next(board for board in render_boards(scene.describer) if board.name == "crew")
    (place,) = (place for place in crew.places if place.title == title)
    return [mark.text for thing in place.things for mark in thing.marks]
