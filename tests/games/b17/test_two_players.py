"""Two at one table (21.0): what the German player is told and what he is not, line by line as the rulebook lists it."""

from __future__ import annotations

import re

import pytest

from bombsight.runtime.events.views import ChangeView, ChoiceView, HiddenView, RollView, SayView
from bombsight.runtime.visibility.visibility import Secrets
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.answer_parsing import answer_name
from bombsight.service.seats.visibility.seat_view import SeatView
from bombsight.service.seats.visibility.seats import seats_of

GERMAN = 1

REVEALED = {
    "an aileron out": {"aileron_out": 1},
    "an elevator out": {"elevator_out": 1},
    "the rudder out": {"rudder_hits": 3},
    "a flap out": {"flap_out": 1},
    "a burst inside": {"burst_in": 1},
    "out of formation": {"out_of_formation": 1},
    "down to 10,000 feet": {"altitude_low": 1},
    "a fuel tank leaks": {"leaking": 1},
    "an oil tank leaks": {"oil_leak": 2},
    "the second window hit": {"window_hits": 2},
    "a hit at a wing root": {"wing_root": 1},
    "a hit at a tailplane root": {"tailplane_hits": 1},
    "a dead engine": {"engine": 1},  # 21.0 itself
}
"""What 21.1 lists, with the fields of the sheet that say it."""

SECRET = {
    "aces among the gunners": {"crew.kills": 5},
    "guns out": {"broken": 1},
    "guns jammed": {"jammed": 1, "frozen": 1},
    "ammunition left": {"ammo": 3},
    "the turret stuck": {"turret_stuck": 1},
    "the autopilot out": {"autopilot_instrument_out": 1, "autopilot_tail_out": 1},
    "the bomb bay doors hit": {"bomb_doors_out": 1},
    "bomb controls or release out": {"bomb_controls_out": 1, "bomb_release_out": 1},
    "brakes, tailwheel, landing gear out": {"brake_out": 1, "tailwheel_out": 1, "gear_out": 1, "gear_controls_out": 1},
    "heat out": {"heat_out": 1},
    "control cables hit, and out": {"cable_hits": 2},
    "men who change places": {"holds": 3},
    "the first window hit": {"window_hits": 1},
    "frostbite, wounds, death": {"man.frostbitten": 1, "man.health": 1, "loss": 1},
    "instruments out": {
        "flap_controls_out": 1,
        "aileron_controls_out": 1,
        "elevator_controls_out": 1,
        "rudder_controls_out": 1,
        "feathering_out": 1,
        "engine_extinguishers_out": 1,
    },
    "the intercom out": {"intercom_out": 1},
    "navigation or Norden sight out": {"navigation_out": 1, "norden_out": 1},
    "missions flown by anybody": {"crew.missions": 7},
    "oxygen hit or out": {"oxygen_hits": 2, "oxygen_system_out": 1},
    "rafts hit": {"rafts_out": 1},
    "the rudder hit, but not out": {"rudder_hits": 2},  # in neither list: not out of order, so not to be seen
}
"""What 21.2 lists; the bombs that are hit and do not explode have no field."""

UNSAID = re.compile(
    r"wounded|killed|frostbit|jammed|cleared|heat|oxygen system|Norden|intercom|raft|is an ace|goes to the pl"
)
"""Words of lines that are nobody's but the American player's."""


@pytest.fixture(scope="module")
def play():
    """A mission of two at its first question."""
    with start_game("b17", Rules(options={"two_players": "yes"}), GameSetup(mission=1, seed=3)) as play:
        yield play


def hidden(play, fields: dict[str, int]) -> set[str]:
    """Which of these fields the German player may not see where they hold these values in the first place."""
    program = play.session.program
    places = {field.id: field.base for field in program.fields}
    slots = list(program.defaults)
    for name, value in fields.items():
        slots[places[name]] = value
    found = Secrets(program, play.session.load).hidden_slots(slots, GERMAN)
    return {name for name in fields if places[name] in found}


@pytest.mark.parametrize("line", REVEALED)
def test_what_is_told_to_the_german_player(play, line):
    assert not hidden(play, REVEALED[line])


@pytest.mark.parametrize("line", SECRET)
def test_what_is_kept_from_the_german_player(play, line):
    assert hidden(play, SECRET[line]) == {*SECRET[line]}


@pytest.mark.parametrize("seed", [5, 9])
def test_a_mission_as_either_sees_it(seed):
    with start_game("b17", Rules(options={"two_players": "yes"}), GameSetup(mission=1, seed=seed)) as play:
        american, german = (SeatView(play, seat.name) for seat in seats_of(play.session.program))
        asked = set()
        while play.question is not None:
            asked.add((play.question.seat, play.question.id.split("/")[0]))
            play.answer(answer_name(play.question, play.question.preferred))
        assert ("german", "choice:place_fighter") in asked
        assert {choice for seat, choice in asked if seat == "german"} == {"choice:place_fighter"}
        own = [event.text for event in american.visible_events() if isinstance(event, SayView)]
        told = [event.text for event in german.visible_events() if isinstance(event, SayView)]
        assert own == [event.text for event in play.events() if isinstance(event, SayView) and event.is_in_play]
        assert any(UNSAID.search(text) for text in own)
        assert not [text for text in told if UNSAID.search(text)]
        rolled = {event.table for event in german.visible_events() if isinstance(event, RollView)}
        assert {"B-1", "B-4", "B-5", "german_fire"} <= rolled
        assert not rolled & {"P-1", "P-2", "P-3", "P-4", "P-5", "P-6", "BL-1", "BL-2", "BL-4", "BL-5"}
        assert any(event.name == "damage" for event in german.visible_events() if isinstance(event, HiddenView))
        assert not [
            event
            for event in german.visible_events()
            if isinstance(event, ChangeView) and event.field.startswith("man[")
        ]
        assert {event.id.split("/")[0] for event in german.visible_events() if isinstance(event, ChoiceView)} >= {
            "choice:place_fighter"
        }


def test_alone_nothing_is_hidden():
    with start_game("b17", Rules(), GameSetup(mission=1, seed=3)) as play:
        program = play.session.program
        assert not Secrets(program, play.session.load).are_any
        assert not [site for site in program.sites if getattr(site, "scores", ())]
