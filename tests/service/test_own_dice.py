"""Real dice: whose throw it is, several at once, left to the seed; pinned tables; play up to a procedure."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from bombsight.boundary.errors import InputError
from bombsight.dsl.dice import Dice, parse_dice
from bombsight.flat.sites import EnterSite, RollSite, RowInfo
from bombsight.runtime.events.views import AppliedModifier, EnterView, RollView
from bombsight.runtime.pins import (
    Pin,
)
from bombsight.runtime.run.play import Pending
from bombsight.runtime.run.sources import parse_throws
from bombsight.runtime.run.throw_preview import is_total_in_key, rows_by_number
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Answer, Throw
from bombsight.runtime.session.replay import replay
from bombsight.service.games.requests import Rules
from bombsight.service.lookup.phrases import value_titles
from bombsight.service.play.play import Play
from bombsight.service.play.start import AnswererName, GameSetup, resume_game, start_game
from bombsight.service.play.typed_dice import TypedDiceQueue
from bombsight.service.present.view import row_result, wanted_dice
from bombsight.service.programs.loaders import load
from bombsight.service.programs.pins import parse_pin, read_pins
from tests.examples import EXAMPLES
from tests.narrowing import unwrap

LIGHTHOUSE = str(EXAMPLES / "lighthouse")


def begun(answers: AnswererName = "auto", **more: Any) -> Play:
    return start_game(LIGHTHOUSE, Rules(), evolve(GameSetup(seed=3, mission=1), **more), answers)


def throws(play: Play) -> list[Throw]:
    return [record for record in play.session.records if isinstance(record, Throw)]


def finished(play: Play, faces=None) -> Play:
    """Throw to the end: all by the seed, or what ``faces`` gives for what is wanted."""
    while (asked := play.view().throw) is not None:
        given = faces(asked) if faces else ()
        if given:
            play.throw(given)
        else:
            play.throw_for_me()
    return play


# --- what is told before dice are thrown


def test_what_a_throw_is_for_is_what_it_was_for():
    with begun(dice="manual") as play:
        seen = []
        while (asked := play.view().throw) is not None:
            before = len(play.session.journal.events)
            play.throw_for_me()
            roll = next(view for view in play.events(before) if isinstance(view, RollView))
            assert roll.table == asked.table
            shown = [told.title for told in roll.arguments if told.name not in ("none", "no", "yes")]
            assert shown == [word for word in asked.about if word in shown]
            seen.append(asked)
        assert any(each.about for each in seen)


ROWS = (
    RowInfo(label="natural 6", title="", text="lost_hat"),
    RowInfo(label="..3", title="Calm", text="do calm(sea)"),
    RowInfo(label="else", title="", text="storm"),
)


@pytest.mark.parametrize(
    ("rows", "added", "leads"),
    [
        (ROWS, 0, (("1 to 3", "Calm"), ("4 to 5", "storm"), ("6", "lost hat"))),
        (ROWS, 2, (("1", "Calm"), ("2 to 5", "storm"), ("6", "lost hat"))),
        (ROWS[1:], -3, ()),
        ((RowInfo(label="..sea.depth", title="", text="calm"), *ROWS), 0, ()),
        ((RowInfo(label="1", title="", text="do calm(sea)"), *ROWS), 0, ()),
        (tuple(RowInfo(label=str(number), title="", text=f"row_{number}") for number in range(1, 7)), 0, ()),
    ],
)
def test_what_dice_lead_to_is_said_where_it_is_short(rows, added, leads):
    roll = RollSite(owner="", table="T", title="", dice=Dice(1, 6), rows=rows)
    worse = AppliedModifier(label="worse", amount=added, text="")
    coming = RollView(
        table="T", title="", dice=Dice(1, 6), faces=(), natural=1, modifiers=(worse,), total=1 + added, row=None
    )
    assert wanted_dice(roll, coming, rows_by_number(roll, coming.modifiers) or {}).leads == leads
    assert wanted_dice(roll, None, {}).leads == ()


def test_what_dice_lead_to_is_tried_where_keys_are_worked_out():
    with begun(dice="manual") as play:
        told: dict[str | None, object] = {}
        while (asked := play.view().throw) is not None:
            told.setdefault(asked.table, asked.leads)
            before = len(play.session.journal.events)
            play.throw_for_me()
            roll = next(view for view in play.events(before) if isinstance(view, RollView))
            for numbers, result in asked.leads:
                low, _, high = numbers.partition(" to ")
                if int(low) <= roll.natural <= int(high or low):
                    row = unwrap(roll.row)
                    assert result == row_result(row, value_titles(play.session.program.enums))
        assert told["Reef"], "its keys are worked out from the strength of a ship"


def test_looking_ahead_changes_nothing():
    with finished(begun(dice="manual")) as play, begun() as seeded:
        seeded.view()
        assert play.session.journal.events == seeded.session.journal.events


@pytest.mark.parametrize(
    ("label", "total", "holds"),
    [("4", 4, True), ("2..3", 4, False), ("..4", 4, True), ("5..", 4, False), ("2, 4", 4, True), ("else", 4, True)],
)
def test_plain_keys(label, total, holds):
    assert is_total_in_key(label, total) is holds


def test_a_key_that_is_worked_out_is_not_plain():
    assert is_total_in_key("..ship.strength", 3) is None
    assert parse_dice("d66").results[:7] == (11, 12, 13, 14, 15, 16, 21)
    assert parse_dice("2d6").results == tuple(range(2, 13))


# --- leaving throws to the seed


def test_throws_left_to_the_seed_fall_as_they_would_have(tmp_path):
    own = {"left": 2}

    def first_two(asked):
        own["left"] -= 1
        return [1] * asked.dice.count if own["left"] >= 0 else ()

    path = tmp_path / "night.save"
    with finished(begun(dice="manual", save=path), first_two) as play:
        assert [throw.by for throw in throws(play)] == ["", ""] + ["seed"] * (len(throws(play)) - 2)
    with begun() as seeded:
        seeded.view()
        assert throws(play)[2].faces == throws(seeded)[2].faces
    saved = read_save(str(path))
    assert saved.records == tuple(play.session.records)
    assert replay(play.session.program, saved, str(path), load=load).same


def test_dice_change_hands_in_play(tmp_path):
    path = tmp_path / "night.save"
    with begun("person", save=path) as play:
        assert not play.by_hand
        play.throw_by_hand(True)
        play.answer(unwrap(play.view().question).options[-1].name)
        while play.view().throw is None:
            play.answer(unwrap(play.view().question).options[-1].name)
        play.throw([1] * unwrap(play.view().throw).dice.count)
        assert throws(play)[-1].by == "hand"
        assert play.undo() == 1
        assert play.view().throw is not None
        play.throw_by_hand(False)
        assert play.view().throw is None
        assert throws(play)[-1].by == ""


def switched(play, wanted):
    """Play on a little, and have others throw."""
    while (view := play.view()).question is None:
        play.throw([1] * view.throw.dice.count)
    play.throw_by_hand(wanted)


@pytest.mark.parametrize("dice", [None, "manual"])
def test_who_throws_is_remembered(tmp_path, dice):
    path = tmp_path / "night.save"
    usual = dice == "manual"
    with begun("person", dice=dice, save=path) as play:
        switched(play, not usual)
    with resume_game(path) as again:
        assert again.by_hand is not usual
        again.answer(unwrap(again.view().question).options[-1].name)
        assert (again.view().throw is None) is usual
        again.save(str(tmp_path / "copy.save"))
    assert read_save(str(tmp_path / "copy.save")).header.is_by_hand is not usual
    assert replay(again.session.program, read_save(str(path)), str(path), load=load).same
    with resume_game(path, by_hand=usual) as again:
        assert again.by_hand is usual
        again.view()
    assert read_save(str(path)).header.thrower == "", "as it began"
    with resume_game(path) as again:
        assert again.by_hand is usual


def test_undo_takes_back_what_a_person_threw_not_what_the_seed_did():
    with begun("person", dice="manual") as play:
        asked = play.view().throw
        play.throw([3, 4])
        play.throw_by_hand(False)
        assert play.view().question is not None
        assert play.undo() == 1
        assert play.view().throw == asked, "it is his again"
        assert (throws(play), play.by_hand) == ([], True)


def test_nothing_is_to_be_thrown():
    with begun("person") as play, pytest.raises(InputError, match="no dice are to be thrown"):
        play.throw_for_me()


# --- several at once


@pytest.mark.parametrize(
    ("text", "dice", "found"),
    [
        ("4 3 6", "1d6", ((4,), (3,), (6,))),
        ("3 4 5 5", "2d6", ((3, 4), (5, 5))),
        ("3+4", "2d6", ((3, 4),)),
        ("7", "2d6", ((7,),)),
        ("34", "d66", ((3, 4),)),
        ("4 7", "1d6", "7 is not on a die with 6 sides"),
        ("3 4 5", "2d6", "2d6 wants 2 numbers, or their total, not 3"),
        ("x", "1d6", "write what each die shows, or their total"),
    ],
)
def test_several_throws_in_a_line(text, dice, found):
    assert parse_throws(text, parse_dice(dice)) == found


@given(st.lists(st.integers(1, 6), min_size=1, max_size=30))
def test_dice_that_are_kept_come_in_their_order(faces):
    kept = TypedDiceQueue()
    kept.add([(face,) for face in faces], Dice(1, 6))
    assert kept.pop(Dice(2, 6)) == ()
    assert kept.pop(Dice(1, 10)) == ()
    first = kept.pop(Dice(1, 6))
    assert (*first, *kept.clear()) == tuple(faces)
    assert kept.pop(Dice(1, 6)) == ()


def test_other_dice_take_the_place_of_those_kept():
    kept = TypedDiceQueue()
    kept.add([(1,), (2,)], Dice(1, 6))
    kept.add([(9,)], Dice(1, 10))
    assert kept.pop(Dice(1, 10)) == (9,)
    assert kept.clear() == ()


# --- pins


def test_a_pinned_table_always_shows_the_same_and_no_other_throw_changes(tmp_path):
    path = tmp_path / "night.save"
    with begun(pins=(parse_pin("weather=3"),), save=path) as play, begun() as other:
        play.view()
        other.view()
        weather = [throw for throw in throws(play) if throw.at == "Weather"]
        assert {(sum(throw.faces) // len(throw.faces), throw.by) for throw in weather} == {(3, "pin")}
        assert throws(play)[1].faces == throws(other)[1].faces
    saved = read_save(str(path))
    assert saved.header.pins == (Pin("Weather", (3,)),)
    assert replay(play.session.program, saved, str(path), load=load).same


def test_a_file_of_pins(tmp_path):
    path = tmp_path / "umpire.pins"
    path.write_text("# of the month\nWeather = 1 2\n\nTraffic=24  # a trawler\n", encoding="utf-8")
    found = read_pins(str(path))
    assert [(pin.name, pin.result, pin.place[-2:]) for pin in found] == [
        ("Weather", "1 2", ":2"),
        ("Traffic", "24", ":4"),
    ]
    with begun(pins=found) as play:
        assert play.session.header.pins == (Pin("Weather", (1, 2)), Pin("Traffic", (2, 4)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Weather", "'Weather' pins nothing"),
        ("=3", "'=3' pins nothing"),
        ("Wether=3", "rolls on no table Wether, and has no such field"),
        ("Weather=13", "13 is no total of 2d6"),
        ("Weather=hail", "depends on more than they show|has no row 'hail'"),
    ],
)
def test_pins_that_will_not_do(text, message):
    with pytest.raises(InputError, match=message):
        begun(pins=(parse_pin(text),))


# --- up to a procedure


def test_play_stops_before_a_procedure(tmp_path):
    path = tmp_path / "night.save"
    with begun(until="Orders", save=path) as play:
        view = play.view()
        assert (view.question, view.throw, view.outcome) == (None, None, None)
        assert isinstance(play.session.outcome, Pending)
        assert isinstance(play.session.outcome.waits_for, EnterSite)
        events = [*play.events()]
        assert any(isinstance(view, RollView) for view in events)
        assert not any(isinstance(view, EnterView) and view.title == "Orders" for view in events)
        asked = {record.at for record in play.session.records if isinstance(record, Answer)}
        assert "choice:give_orders/order" not in asked
    with resume_game(path, answers="auto") as again:
        assert again.view().outcome is not None


def test_nothing_of_that_name_begins():
    with pytest.raises(InputError, match="nothing called dawm begins"):
        begun(until="dawm")
