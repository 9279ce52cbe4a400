"""What an umpire settles for everybody, in each of the games: target, weather, cover, waves, formation, dates."""

from __future__ import annotations

import pytest

from bombsight.runtime.events.views import RollView, SayView
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.programs.pins import parse_pin


def told(game, seed, mission, pins):
    """What is said of a mission, and what the dice showed, table by table."""
    opening = GameSetup(seed=seed, mission=mission, pins=tuple(map(parse_pin, pins)))
    with start_game(game, Rules(), opening, "auto") as play:
        play.view()
        events = [*play.events()]
    rolls = [(view.table, view.natural) for view in events if isinstance(view, RollView)]
    return [view.text for view in events if isinstance(view, SayView)], rolls


@pytest.mark.parametrize("seed", [2, 3])
def test_b17(seed):
    said, rolls = told(
        "b17",
        seed,
        11,
        ["target=Emden, industry", "G-5=poor", "Weather, target=good", "base_weather=bad", "stand=lead bomber",
         "Squadron=low", "B-1=4"],
    )  # fmt: skip
    assert "The target is Emden, industry, in zone 7." in said
    assert "Her position: lead bomber, Low squadron." in said
    # Cover is rolled anew in each zone that has any, so it is the roll that is pinned; and so are the waves.
    assert {text for text in said if text.startswith("Fighter cover")} == {"Fighter cover: Poor."}
    assert {natural for table, natural in rolls if table == "B-1"} == {4}
    # Both weathers are rolled on one table, and are pinned apart from each other.
    weathers = [text for text in said if text.startswith("Weather over the")]
    assert set(weathers) <= {"Weather over the target: Good.", "Weather over the base: Bad."}
    assert weathers


@pytest.mark.slow
def test_b29():
    said, rolls = told(
        "b29_korea",
        3,
        3,
        ["Month=April 1951", "target=antung", "task=yalu_bridge", "Night mission=no", "Position=Lead", "weather=poor",
         "Expected resistance=heavy", "escort_available=yes", "5-1=7"],
    )  # fmt: skip
    assert any(text.startswith("Mission 3, April 1951: An-tung, zone ") for text in said)
    assert any(text.startswith("Her place in the formation: Lead. Fighters expected: ") for text in said)
    assert {natural for table, natural in rolls if table == "5-1"} == {7}
    assert not any("night" in text for text in said[:4])


def test_amerika_bomber():
    said, rolls = told("amerika_bomber", 3, 3, ["month=August 1947", "target=Boston", "B1=9"])
    assert any(text.startswith("Orders, August 1947: Boston, zone ") for text in said)
    assert {natural for table, natural in rolls if table == "B1"} == {9}
