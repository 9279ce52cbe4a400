"""The bomber in plan: each aircraft has her own outline, with her engines, her guns and her men where they are."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bombsight.runtime.boards import BoardShown
from bombsight.runtime.run.derived_values import Asides
from bombsight.service.boards.boards import render_boards
from bombsight.service.boards.describing import describe_board
from bombsight.service.programs.loaders import load
from tests.games.scenes import Game, Scene

GAME = Game("amerika_bomber")
AIRCRAFT = GAME.program().enums["Aircraft"].values


def shown(scene: Scene, name: str) -> BoardShown:
    scene.describer.asides = Asides(scene.program, load)
    return next(board for board in render_boards(scene.describer) if board.name == name)


def pieces(board: BoardShown, enum: str) -> list[str]:
    """The values of an enum that stand on a board."""
    found = (thing.piece for place in board.places for thing in place.things)
    return sorted(piece for piece in found if piece.startswith(f"{enum}."))


def sort_piece_names(enum: str, values: Iterable[str]) -> list[str]:
    return sorted(f"{enum}.{value}" for value in values)


@pytest.mark.parametrize("aircraft", AIRCRAFT)
def test_each_aircraft_is_drawn_with_what_her_mat_says(aircraft: str) -> None:
    scene = Scene(GAME, GAME.program())
    scene.set({"aircraft": aircraft})
    board = shown(scene, "bomber")
    outlines = [shape.text for shape in board.shapes if shape.kind == "outline" and shape.text]
    assert len(outlines) == 1
    enums = scene.program.enums
    assert pieces(board, "Engine") == sort_piece_names(
        "Engine", [e for e in enums["Engine"].values if scene.define("has_engine", e) == "yes"]
    )
    assert pieces(board, "Gun") == sort_piece_names(
        "Gun", [g for g in enums["Gun"].values if scene.define("on_mat", g) == "yes"]
    )
    assert pieces(board, "Post") == sort_piece_names(
        "Post", [p for p in enums["Post"].values if scene.define("aboard", p) == "yes"]
    )


def test_what_is_hit_is_lit_and_said() -> None:
    scene = Scene(GAME, GAME.program())
    scene.set({"aircraft": "ta400", "engine_state[no_3]": "inop", "condition[pilot]": "serious", "rudder_hits": 2})
    said = describe_board(shown(scene, "bomber"))
    assert "No. 3 out" in said
    assert "seriously wounded" in said
    assert "rudder hit 2 of" in said


@pytest.mark.parametrize(("zone", "homeward"), [(1, "no"), (4, "no"), (5, "yes")])
def test_over_the_atlantic_she_flies_west_and_home_to_the_east(zone: int, homeward: str) -> None:
    scene = Scene(GAME, GAME.program())
    scene.set({"aircraft": "he277", "zone": zone, "homeward": homeward})
    board = shown(scene, "course")
    arrows = [
        (place.column, mark.turned)
        for place in board.places
        for thing in place.things
        for mark in thing.marks
        if mark.sign == "arrow"
    ]
    assert arrows == [(231 - 34 * zone, 90 if homeward == "yes" else 270)]
