"""Boards of the games that come with the program: what they say of men."""

from __future__ import annotations

import pytest

from bombsight.runtime.boards import BoardShown
from bombsight.runtime.run.derived_values import Asides
from bombsight.service.boards.boards import render_boards
from bombsight.service.boards.describing import describe_board
from bombsight.service.boards.layout import lay_out_board
from bombsight.service.programs.loaders import load
from tests.games.scenes import Game, Scene
from tests.marking import slow_but


@pytest.mark.parametrize(
    ("game", "health", "loss"),
    slow_but(
        [("b17", "man[navigator].health", "loss[navigator]"), ("b29_korea", "health[navigator]", "loss[navigator]")],
        "b17",
    ),
)
def test_of_a_man_who_is_dead_it_is_said_once_and_how_where_that_is_known(game: str, health: str, loss: str) -> None:
    scene = Scene(Game(game), Game(game).program())
    scene.set({health: "dead"})
    assert "dead" in said_of(scene, "Navigator")
    scene.set({loss: "kia"})
    assert "killed in action" in said_of(scene, "Navigator")
    assert "dead" not in said_of(scene, "Navigator")


def test_a_gun_of_the_flying_fortress_is_lit_while_it_bears_and_can_fire() -> None:
    scene = Scene(Game("b17"), Game("b17").program())
    scene.join("fighters", {"kind": "me109", "clock": "twelve", "height": "level"})
    assert lit(scene) == {"The nose gun bears", "The top turret bears"}
    scene.set({"jammed[top]": "yes", "man[bombardier].health": "dead"})
    assert lit(scene) == {"The nose gun bears"}  # the Navigator serves it
    scene.set({"man[navigator].health": "serious"})
    assert lit(scene) == set()


def test_the_superfortress_shows_where_she_can_fire_and_where_nothing_bears() -> None:
    scene = Scene(Game("b29_korea"), Game("b29_korea").program())
    scene.join("fighters", {"kind": "mig15", "nation": "china", "clock": "six", "height": "level"})
    assert lit(scene) == {"Turrets bear at 6 o'clock"}
    scene.set({"turret_dead[tail]": "yes", "turret_dead[aft_lower]": "yes"})
    assert lit(scene) == set()
    assert "Nothing bears at 6 o'clock" in describe_board(board_of(scene, "bomber"))


@pytest.mark.parametrize(
    ("game", "facts", "sentence"),
    [
        ("b17", {"flap_out[port]": "yes"}, "Port flap out."),
        ("b17", {"engine[no_3]": "unfeathered"}, "#3: out, not feathered."),
        ("b17", {"oxygen_hits[tail_gunner]": 2}, "Tail: Jarvis, no oxygen."),
        ("b29_korea", {"on_fire[no_2]": "yes"}, "#2: on fire."),
        ("b29_korea", {"aileron_out[starboard]": "yes"}, "Starboard aileron out."),
    ],
)
def test_what_is_drawn_is_said_to_who_cannot_see_it(game: str, facts: dict[str, str | int], sentence: str) -> None:
    scene = Scene(Game(game), Game(game).program())
    assert sentence not in describe_board(board_of(scene, "bomber"))
    scene.set(facts)
    assert sentence in describe_board(board_of(scene, "bomber"))


@pytest.mark.parametrize("columns", [*range(40, 64, 4), 61, 104])
@pytest.mark.parametrize("game", slow_but(["b17", "b29_korea"], "b17"))
def test_the_whole_bomber_has_room_however_badly_hurt(game: str, columns: int) -> None:
    scene = Scene(Game(game), Game(game).program())
    for name in ("flap_out[port]", "aileron_out[starboard]", "norden_out", "leaking[port, inboard]"):
        scene.set({name: "yes"})
    for post in ("pilot", "navigator", "radio_operator", "tail_gunner"):
        scene.set({f"{'man' if game == 'b17' else 'health'}[{post}]{'.health' if game == 'b17' else ''}": "dead"})
    layout = lay_out_board(board_of(scene, "bomber"), columns)
    assert layout.columns <= columns
    assert layout.shape_lines <= 26 or columns > 61
    assert not any("…" in part.text for words in layout.words for part in words.parts)


@pytest.mark.parametrize("game", ["b17", "b29_korea"])
@pytest.mark.parametrize(("hit", "words"), [("yes", "target hit, 30 %"), ("no", "target missed, 30 %")])
def test_the_course_says_how_the_bombs_fell(game: str, hit: str, words: str) -> None:
    scene = Scene(Game(game), Game(game).program())
    gone = {"bombs_aboard": "no", "dropped": "yes"} if game == "b17" else {"bombs[forward]": "no", "bombs[aft]": "no"}
    scene.set({"target_hit": hit, "percent": 30, **gone, **({} if game == "b17" else {"run_made": "yes"})})
    assert words in describe_board(board_of(scene, "course"))


def test_a_gear_that_is_down_is_no_bad_news() -> None:
    scene = Scene(Game("b29_korea"), Game("b29_korea").program())
    scene.set({"nose_gear": "lowered", "main_gear[port]": "failed"})
    tones = {
        mark.text: mark.tone
        for place in board_of(scene, "bomber").places
        for thing in place.things
        for mark in thing.marks
        if mark.text.startswith("gear")
    }
    assert tones == {"gear down": "", "gear will not extend": "bad"}


def test_who_has_jumped_sits_nowhere_and_serves_no_gun() -> None:
    scene = Scene(Game("b17"), Game("b17").program())
    scene.set({"jumped[tail_gunner]": "yes"})
    said = describe_board(board_of(scene, "bomber"))
    assert "Tail guns: unmanned." in said
    assert "Jarvis" not in said
    assert "Have jumped: 1" in said


@pytest.mark.parametrize("game", ["b17", "b29_korea", "amerika_bomber"])
def test_heights_of_fighters_are_told_apart_in_short_titles(game: str) -> None:
    heights = Game(game).program().enums["Height"]
    shorts = heights.shorts or heights.titles
    words = [short or value for short, value in zip(shorts, heights.values, strict=True)]
    assert sorted(words) == ["high", "level", "low"]


def lit(scene: Scene) -> set[str]:
    """What the good shapes about the bomber say."""
    return {shape.text for shape in board_of(scene, "bomber").shapes if shape.tone == "good"}


def board_of(scene: Scene, name: str) -> BoardShown:
    """A board in the present state."""
    scene.describer.asides = Asides(scene.program, load)
    return next(board for board in render_boards(scene.describer) if board.name == name)


def said_of(scene: Scene, title: str) -> list[str]:
    """What the board of the crew says of a man."""
    crew = board_of(scene, "crew")
    (place,) = (place for place in crew.places if place.title == title)
    return [mark.text for thing in place.things for mark in thing.marks]
