"""Pinned fields: whatever the rules set them to, they hold what was settled, in saves, on any backend, in the odds."""

from __future__ import annotations

import json
from functools import partial

import pytest

from bombsight.boundary.errors import InputError
from bombsight.runtime.batch.batch import play_slices
from bombsight.runtime.events.views import SayView
from bombsight.runtime.pins import (
    FieldPin,
)
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.session.replay import replay
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.programs.loaders import load
from bombsight.service.programs.pins import describe_pins, parse_pin
from bombsight.service.programs.players import make_simple_player
from bombsight.service.saves.replay import run_save_or_script
from tests.examples import EXAMPLES
from tests.narrowing import unwrap

LIGHTHOUSE = str(EXAMPLES / "lighthouse")

POND = """
game pond "A pond"
  sources optional

enum Wind: calm, breeze "a breeze", storm

state career
  days "Days": 0..9 = 0

state mission
  wind "Wind": Wind or none
  earlier: Wind or none
  ducks "Ducks": 0..5 = 1
  depth[Wind] "Depth": 0..9 = 2
  cold "Cold": yes/no = no

table Sky "The wind"
  gives Wind or none
  roll 1d6
  ..2: none
  3..4: calm
  5..: storm

procedure mission
  say "First {wind}, ducks {ducks}, cold {cold}."
  set wind to roll on Sky
  set earlier to wind
  say "Rolled {wind}."
  set wind to storm
  say "Then {wind}, before {earlier}."
  set wind to none
  say "No wind: {wind}."
  add 2 to ducks
  take 1 from ducks
  set cold to wind is calm
  set depth[calm] to ducks
  say "At last ducks {ducks}, cold {cold}, depth {depth[calm]}."
"""


def begun(game, *pins, **more):
    return start_game(str(game), Rules(), GameSetup(seed=3, pins=tuple(map(parse_pin, pins)), **more), "auto")


@pytest.fixture
def pond(tmp_path):
    folder = tmp_path / "pond"
    folder.mkdir()
    (folder / "a.rules").write_text(POND, encoding="utf-8")
    return folder


def said(play):
    play.view()
    return [view.text for view in play.events() if isinstance(view, SayView)]


def test_whatever_the_rules_set_a_pinned_field_to_it_gets_what_is_pinned(pond):
    with begun(pond, "Sky=5", "wind=a breeze", "ducks=4", "Cold=yes") as play:
        assert said(play) == [
            "First none, ducks 4, cold yes.",
            "Rolled a breeze.",
            "Then a breeze, before a breeze.",
            "No wind: none.",
            "At last ducks 4, cold yes, depth 4.",
        ]


def test_where_the_rules_leave_nothing_in_a_pinned_field_nothing_is_there(pond):
    with begun(pond, "Sky=1", "wind=a breeze") as play:
        assert said(play)[:3] == ["First none, ducks 1, cold no.", "Rolled none.", "Then a breeze, before none."]


def test_the_dice_for_it_fall_as_ever():
    with begun(LIGHTHOUSE, "sky=fog") as play, begun(LIGHTHOUSE) as other:
        play.view()
        other.view()
        assert play.session.records[0] == other.session.records[0]
        assert (play.session.records[0].at, play.session.records[0].by) == ("Weather", "")


@pytest.mark.parametrize(
    ("pin", "message", "hint"),
    [
        ("wind=hail", "Wind is never 'hail'", "It is calm, a breeze or storm."),
        ("wind=none", "Wind is never 'none'", "It is calm, a breeze or storm."),
        ("ducks=6", "Ducks is never '6'", "It is a number 0..5."),
        ("cold=perhaps", "Cold is never 'perhaps'", "It is no or yes."),
        ("depth=3", "Depth cannot be pinned: it has values for several places", ""),
        ("winds=calm", "A pond rolls on no table winds, and has no such field", "Did you mean wind or Wind?"),
    ],
)
def test_pins_that_fit_no_field(pond, pin, message, hint):
    with pytest.raises(InputError) as raised:
        begun(pond, pin)
    assert (raised.value.message, raised.value.hint) == (message, hint)


def test_a_save_keeps_them_and_is_the_same_story(tmp_path):
    path = tmp_path / "night.save"
    rules = GameSetup(seed=3, save=path, pins=(parse_pin("sky=fog"), parse_pin("Traffic=24")))
    with start_game(LIGHTHOUSE, Rules(), rules) as play:
        play.answer(unwrap(play.view().question).options[0].name)
        header = play.session.header
        told = describe_pins(play.session.program, header.pins, header.fields)
        assert told == ("Traffic pinned to 2+4", "Sky pinned to fog")
    saved = read_save(str(path))
    assert saved.header.fields == (FieldPin("sky", "fog"),)
    with resume_game(path, answers="auto") as again:
        assert again.view().outcome is not None
        program = again.session.program
    assert replay(program, read_save(str(path)), str(path), load=load).same
    assert run_save_or_script(path, Rules()).verdict.same


@pytest.mark.parametrize("pin", [{"field": "skies", "value": "fog"}, {"field": "sky", "value": "hail"}])
def test_a_save_whose_pins_fit_no_field(tmp_path, pin):
    path = tmp_path / "night.save"
    with begun(LIGHTHOUSE, "sky=fog", save=path) as play:
        play.view()
    first, *others = path.read_text(encoding="utf-8").splitlines()
    edited = json.loads(first) | {"fields": [pin]}
    path.write_text("\n".join([json.dumps(edited), *others]) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="which these rules do not know"):
        resume_game(path)


def test_the_sheet_says_what_is_pinned(pond):
    with begun(pond, "ducks=4") as play:
        sheet = play.view().sheet
    line = next(line for group in sheet for line in group.lines if line.id == "ducks")
    assert (line.is_pinned, line.is_news, line.values[0].name) == (True, True, "4")
    assert "Ducks: 4 (pinned)" in [text.text for text in render_sheet(sheet)]


def test_both_backends_play_a_pinned_program_alike():
    with begun(LIGHTHOUSE, "sky=gale") as play:
        play.view()
        program, entry = play.session.program, play.session.entry
    counted = [
        [(part.values, part.tallies) for part in make(program, entry)((1,), 60, 7)]
        for make in (make_simple_player, lambda program, entry: partial(play_slices, program, entry, load=load))
    ]
    assert [value for values, _ in counted[0] for value in values] == [
        value for values, _ in counted[1] for value in values
    ]
