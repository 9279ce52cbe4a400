"""How things stood as a mission of a career ended."""

from __future__ import annotations

import pytest

from bombsight.runtime.events.names import shuffle_names
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.debriefing import Counted, Debriefing, debrief_missions, find_ended_missions, states_at
from bombsight.service.present.debriefing_lines import render_debriefing
from bombsight.service.saves.careers import career_of
from tests.examples import EXAMPLES

LIGHTHOUSE = str(EXAMPLES / "lighthouse")


@pytest.fixture(scope="module")
def season():
    """A season by the autopilot: four nights."""
    with start_game(LIGHTHOUSE, Rules(), GameSetup(campaign=True, seed=5), "auto") as play:
        play.view()
        yield play.session


def test_each_mission_of_a_career_is_debriefed_with_its_own_tallies(season):
    told = debrief_missions(season)

    assert [each.title for each in told] == ["Night 1", "Night 2", "Night 3", "Night 4"]
    assert [(each.title, each.value) for each in told[2].tallies] == [
        ("Every ship came by", "no"),
        ("Ships lost", "0"),
        ("The lamp at dawn", "0"),
    ]


def test_the_sheet_is_the_mission_s_before_it_falls_back(season):
    oil = [
        next(line for group in each.sheet for line in group.lines if line.id == "oil").values[0].title
        for each in debrief_missions(season)
    ]
    assert oil[2] == "0"
    assert oil[0] != "14"


def test_only_what_ended_since_is_debriefed(season):
    ends = [flown.end for flown in find_ended_missions(season)]

    assert len(ends) == 4
    assert [each.event for each in debrief_missions(season, ends[1] + 1)] == ends[2:]


def test_a_mission_alone_is_not_debriefed():
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=5), "auto") as play:
        play.view()
        assert debrief_missions(play.session) == []


TOWER = """\
game tower "The Tower"
  author "Nobody"
  language 1
  names "Ada", "Bo", "Cy", "Di", "Ed"
  sources optional

enum Post: keeper "Keeper", mate "Mate"
enum Health: well, dead

record Man
  name: text
  watches "Watches": 0..9 = 0

record Grave
  name "Name": text

state career
  crew[Post]: Man
  graves "Graves": list of Grave at most 9
  buried "Buried" bad: 0..9 = 0
  debts "Debts" bad: 0..9 = 0

state mission
  health[Post] "Health" bad: Health = well
  cold[Post] "Cold" bad: yes/no = no
  lamps "Lamps": 0..9 = 0

tally lit "Lamps": 0..9 = lamps

procedure career "Two nights"
  for n in 1..2
    do mission(n)

procedure mission(n: 1..2) "Night"
  do stay(n)
  do relieve(n)

procedure stay(n: 1..2) "The night"
  set cold[mate] to yes
  set lamps to n
  if n is 1
    set health[keeper] to dead

procedure relieve(n: 1..2) "The relief"
  for each p in Post where health[p] is dead
    add 1 to buried
    add Grave(name: crew[p].name) to graves
    reset crew[p]
  if n is 2
    add 1 to debts
"""


@pytest.fixture
def tower(tmp_path, monkeypatch):
    """Two nights; in the first the keeper dies, and another has taken his place before it is over."""
    monkeypatch.setenv("BOMBSIGHT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "tower").mkdir()
    (tmp_path / "tower" / "10-tower.rules").write_text(TOWER, encoding="utf-8")
    with start_game(str(tmp_path / "tower"), Rules(), GameSetup(campaign=True, seed=1), "auto") as play:
        play.view()
        yield play.session


def test_who_was_lost_is_named_and_not_who_took_his_place_and_old_losses_are_not_told_again(tower):
    first, second = debrief_missions(tower)
    keeper, mate, _, _, _ = shuffle_names(("Ada", "Bo", "Cy", "Di", "Ed"), tower.header.seed, 0)

    assert list(map(str, first.troubles)) == [f"{keeper}, Keeper: dead", f"{mate}, Mate: cold"]
    assert list(map(str, second.troubles)) == [f"{mate}, Mate: cold"]


def test_of_the_record_only_what_the_mission_changed_is_told(tower):
    told = [
        [f"{line.title}: {line.values[0].title}" for group in each.record for line in group.lines]
        for each in debrief_missions(tower)
    ]
    keeper = shuffle_names(("Ada", "Bo", "Cy", "Di", "Ed"), tower.header.seed, 0)[0]

    assert told == [["Buried: 1", f"Graves: {keeper}"], ["Debts: 1"]]


def test_what_a_tally_says_is_not_told_again_by_the_sheet(tower):
    first, _ = debrief_missions(tower)

    assert [(each.title, each.value) for each in first.tallies] == [("Lamps", "1")]
    assert [line.title for group in first.sheet for line in group.lines] == ["Health", "Cold"]


SHIFTS = """\
game shifts "The Shifts"
  author "Nobody"
  language 1
  names "Ada", "Bo", "Cy", "Di", "Ed"
  sources optional

enum Post: keeper "Keeper", mate "Mate"

record Man
  name: text
  watches "Watches": 0..9 = 0
  drowned "Drowned" bad: yes/no = no

record Ship
  name: text
  trips "Trips": 0..9 = 0
  sunk: yes/no = no

state career
  crew[Post]: Man
  ship: Ship
  shift "Shift": 0..9 = 0

procedure career "Two shifts"
  repeat 2 times
    do mission

procedure mission "Shift"
  do begin_shift
  do work

procedure begin_shift "Who comes"
  add 1 to shift
  for each p in Post where crew[p].drowned
    reset crew[p]
  if ship.sunk
    reset ship

procedure work "The shift"
  add 1 to ship.trips
  set ship.sunk to yes
  add shift to crew[mate].watches
  add 1 to crew[keeper].watches
  set crew[keeper].drowned to yes
"""


def test_nobody_is_measured_by_who_had_his_place_when_the_mission_began(tmp_path, monkeypatch):
    monkeypatch.setenv("BOMBSIGHT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "shifts").mkdir()
    (tmp_path / "shifts" / "10-shifts.rules").write_text(SHIFTS, encoding="utf-8")
    with start_game(str(tmp_path / "shifts"), Rules(), GameSetup(campaign=True, seed=1), "auto") as play:
        play.view()
        told = debrief_missions(play.session)
    first, _, _, second, _ = shuffle_names(("Ada", "Bo", "Cy", "Di", "Ed"), play.session.header.seed, 0)
    news = [
        [f"{line.title}: {value.place} {value.title}" for line in group.lines for value in line.values if value.is_news]
        for each in told
        for group in each.record
    ]

    assert [str(each) for debriefing in told for each in debriefing.troubles] == [
        f"{first}, Keeper: drowned",
        f"{second}, Keeper: drowned",
    ]
    assert news == [
        ["Trips:  1", "Shift:  1", "Watches: Keeper 1", "Watches: Mate 1", "Drowned: Keeper yes"],
        ["Trips:  1", "Shift:  2", "Watches: Keeper 1", "Watches: Mate 3", "Drowned: Keeper yes"],
    ]


CABLES = """\
game cables "The Cables"
  author "Nobody"
  language 1
  sources optional

enum End: bow "Bow", stern "Stern"
enum Cable: whole, frayed, snapped

state career
  cable "Cable" bad: Cable = whole
  turns[End] "Turns" bad: 0..9 = 5
  spare[End] "Spare" good: 0..9 = 0

procedure career
  for n in 1..3
    do mission(n)

procedure mission(n: 1..3) "Night"
  set cable to whole
  if n is 1
    set cable to snapped
    take 1 from turns[bow]
    add 2 to spare[stern]
  else if n is 2
    set cable to frayed
    add 1 to turns[bow]
    set spare[stern] to 0
"""


def test_what_is_mended_and_breaks_again_and_what_is_as_it_once_was_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("BOMBSIGHT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "cables").mkdir()
    (tmp_path / "cables" / "10-cables.rules").write_text(CABLES, encoding="utf-8")
    with start_game(str(tmp_path / "cables"), Rules(), GameSetup(campaign=True, seed=1), "auto") as play:
        play.view()
        told = [page(each) for each in debrief_missions(play.session)]

    assert told == [
        ["Lost, hurt and damaged", "! Cable: snapped", "Career", "Turns: Bow 4", "Spare: Stern 2"],
        ["Lost, hurt and damaged", "! Cable: frayed", "Career", "Turns: Bow 5", "Spare: Stern 0"],
        ["Career", "Cable: whole"],
    ]


def page(told: Debriefing) -> list[str]:
    """The lines of a debriefing's page, but for its head."""
    return [line.text for line in render_debriefing(told) if line.text][1:]


def test_a_balance_says_nothing_of_one_mission():
    tallies = (Counted("Boats saved", "2", "good", 2), Counted("Saved less lost", "-1", "good", -1, is_balance=True))
    told = Debriefing(title="Night 1", event=9, tallies=tallies, troubles=(), sheet=(), record=())

    assert page(told) == ["Boats saved  2"]


def test_a_name_that_an_element_is_given_stays_and_takes_none_from_the_list(tower):
    keeper, mate, third, _, _ = shuffle_names(("Ada", "Bo", "Cy", "Di", "Ed"), tower.header.seed, 0)
    career = career_of(tower.describer)
    crew, graves = career.tables

    assert graves.rows == ((keeper,),)
    assert [row[1] for row in crew.rows] == [third, mate]


def test_the_last_part_of_a_mission_is_found(tower):
    events = [tower.journal.view(flown.last) for flown in find_ended_missions(tower)]

    assert [(event.name, event.title) for event in events] == [("relieve", "The relief")] * 2


def test_states_are_those_at_the_events(tower):
    flown = find_ended_missions(tower)[0]
    seen = states_at(tower, [flown.begin, flown.end])
    buried = next(field for field in tower.program.fields if field.id == "buried")

    assert [seen[at][buried.base] for at in (flown.begin, flown.end)] == [0, 1]
    assert states_at(tower, []) == {}


def test_the_page_lists_no_record_and_where_nothing_is_counted_the_sheet(tower, season):
    alone, counted = (
        "\n".join(line.text for line in render_debriefing(debrief_missions(session)[0])) for session in (tower, season)
    )
    assert "cold" in alone
    assert "Buried: 1" in alone
    assert "Graves" not in alone
    assert "Oil" not in counted
