"""Questions that are put as one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.cli.play.joint_questions import draw_group
from bombsight.runtime.run.policies import NO_OPTION, make_question
from bombsight.runtime.saves.records import Answer
from bombsight.service.games.requests import Rules
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.moves import apply_move, parse_move
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present import joint_questions
from bombsight.service.present.decisions import decisions_of, describe_last_decision
from bombsight.service.present.joint_answer_parsing import autopilot_answers, parse_choices, parse_matrix_answers
from bombsight.service.present.joint_questions import Matrix, RepeatedQuestion
from tests.narrowing import spy
from tests.service.asked import build_question

FORT = str(Path(__file__).parent / "fort")
WELL = str(Path(__file__).parent / "well")

WATCH = """\
game watch "The Watch"
  sources optional

enum Hand: ada "Ada", ben "Ben"

state career
  seat[Hand]: 0..2 = 0

procedure mission
  for hour in 1..2
    for each h in Hand
      choose place from 0..2
        ask "{h}: sits at"
        together "Seats"
        prefer place
      set seat[h] to place
    say "Hour {hour} is over."
"""
"""Rules that ask for the same things in each of two hours, with a message between them."""


@pytest.fixture
def fort():
    """A fort with somebody who asks only what is sensible."""
    with start_game(FORT, Rules(), GameSetup(seed=1)) as play:
        yield QuestionFilter(play, "sensible")


def given(steward):
    return [record.name for record in steward.play.session.records if isinstance(record, Answer)]


def matrix_of(steward):
    _ = steward.view()
    found = steward.question_group()
    assert isinstance(found, Matrix)
    return found


def test_questions_that_follow_one_another_are_a_table(fort):
    found = matrix_of(fort)
    assert found.title == "Fire of the guns"
    assert found.labels == ("North gun", "South gun", "Tower gun")
    assert found.asks == "fire at"
    assert [option.title for option in found.columns] == ["Sloop, 1:30 off", "Brig, 3 o'clock", "Raft"]
    assert [found.option_index(1, column) for column in (0, 1, 2, NO_OPTION)] == [None, 0, 1, NO_OPTION]
    assert [option.beside for option in found.rows[0].options] == ["4 up", "5 up", "4 up"]
    assert given(fort) == []
    assert fort.play.session.script == []


def test_answers_to_a_table_are_stored_as_the_single_answers_they_stand_for(fort):
    found = matrix_of(fort)
    read = parse_matrix_answers(found, "south 3, tower hold")
    assert read == (0, 1, NO_OPTION)
    assert fort.answer_rows(found, read) == 3
    assert given(fort) == ["sloop", "raft", "none"]
    assert isinstance(fort.question_group(), RepeatedQuestion)
    assert fort.undo(1) == 1
    assert given(fort) == []
    assert matrix_of(fort) == found


@pytest.mark.parametrize("typed", ["hold", "none", "north hold, south 3, tower 0", "all none"])
def test_what_was_answered_in_a_table_counts_though_it_has_become_routine(fort, typed):
    found = matrix_of(fort)
    read = parse_matrix_answers(found, typed)
    assert fort.answer_rows(found, read) == 3
    names = ["none", "raft", "none"] if "3" in typed else ["none"] * 3
    assert given(fort) == names
    assert [record.why for record in fort.play.session.records if isinstance(record, Answer)] == [
        "",
        "together",
        "together",
    ]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("", (0, 0, 0)),
        ("hold", (NO_OPTION,) * 3),
        ("all brig", (1, 0, 1)),
        ("all 1", (0, 0, 0)),
        ("all 3 o'clock", (1, 0, 1)),
        ("tower ho", (0, 0, NO_OPTION)),
        ("hold, tower gun 1:30", (NO_OPTION, NO_OPTION, 0)),
        ("north raft, north 2", (1, 0, 0)),
        (
            "south",
            "'south' does not say which row and which column: write both, ROW COLUMN, or all COLUMN for all rows",
        ),
        ("south 1", "'south 1': Sloop, 1:30 off is not offered there"),
        ("gun 2", "'gun' may be any of several: North gun; South gun or Tower gun"),
        ("north 7", "'7' is no column"),
        ("all whale", "'whale' is no column"),
        ("7 7", "'7 7' does not say which row and which column: write both, ROW COLUMN, or all COLUMN for all rows"),
    ],
)
def test_what_may_be_typed_to_a_table(fort, typed, read):
    found = matrix_of(fort)
    assert autopilot_answers(found) == (0, 0, 0)
    assert parse_matrix_answers(found, typed) == read


def test_the_same_question_again_is_put_once(fort):
    fort.answer_rows(matrix_of(fort), (0, 0, 0))
    found = fort.question_group()
    assert isinstance(found, RepeatedQuestion)
    assert (found.most, found.least, found.preferred) == (2, 0, ())
    assert parse_choices(found, "raft, 1") == (2, 0)
    assert parse_choices(found, "2 3") == (1, 2)
    assert parse_choices(found, "none") == parse_choices(found, "") == ()
    assert parse_choices(found, "brig") == (1,)
    assert parse_choices(found, "brig, brig") == "'brig' does not go with the others"
    assert parse_choices(found, "all") == "at most 2 may be chosen"
    assert fort.answer_several(found, (2, 0)) == 2
    assert given(fort)[3:] == ["raft", "sloop"]
    fort.undo(1)
    assert fort.answer_several(found, (1,)) == 1
    assert given(fort)[3:] == ["brig", "none"]


def test_what_an_undo_takes_back_together_is_told_together(fort):
    def last():
        return describe_last_decision(fort.play.session)

    fort.answer_rows(matrix_of(fort), (0, 1, NO_OPTION))
    assert last() == "North gun: fire at: Sloop, 1:30 off; South gun: fire at: Raft; Tower gun: fire at: none"
    fort.answer_several(fort.question_group(), (2, 0))
    assert last() == "Which are left alone: Raft; Sloop, 1:30 off"
    fort.undo(1)
    fort.answer_several(fort.question_group(), (1,))
    assert last() == "Which are left alone: Brig, 3 o'clock"
    assert [str(each) for each in decisions_of(fort.play.session)][-1] == last()


def test_what_is_answered_without_asking_has_no_row(fort):
    _ = fort.view()
    assert fort.question_group() is not None
    fort.set_level("all")
    assert fort.question_group() is None
    fort.set_level("grave")
    assert fort.view().outcome is not None


def test_a_program_answers_them_in_one_move(fort):
    _ = fort.view()
    apply_move(fort, parse_move('{"answers": ["brig", "raft", "none"]}'))
    assert given(fort) == ["brig", "raft", "none"]
    with pytest.raises(InputError, match="only the first 2 belong to what was asked"):
        apply_move(fort, parse_move('{"answers": ["sloop", "none", "raft"]}'))


def test_numbers_are_columns_by_their_size_and_typed_as_they_are():
    with start_game(WELL, Rules(), GameSetup(seed=1)) as play:
        steward = QuestionFilter(play, "sensible")
        _ = steward.view()
        assert steward.question_group() is None
        steward.answer("2")
        _ = steward.view()
        steward.answer("-1")
        found = matrix_of(steward)

        assert [column.name for column in found.columns] == ["0", "1", "2", "3"]
        assert parse_matrix_answers(found, "ada 0, ben 3") == (0, 3)
        assert parse_matrix_answers(found, "all 1") == (1, 1)
        assert parse_matrix_answers(found, "ada none") == (NO_OPTION, 3)
        assert parse_matrix_answers(found, "ada 3") == "'ada 3': 3 is not offered there"
        assert parse_matrix_answers(found, "ben 4") == "'4' is no column"
        assert str(parse_matrix_answers(found, "0")).startswith("'0' does not say which row and which column")
        heads, facts, *rows = [line.plain for line in draw_group(found, 60)][1:5]
        assert heads.split() == ["0", "1", "2", "3", "hold"]
        assert facts.split() == ["0", "stone", "2", "stone", "4", "stone", "6", "stone"]
        assert [row.split() for row in rows] == [
            ["Ada", "·", "▸·", "·"],
            ["Ben", "·", "·", "·", "▸·", "·"],
        ]


def test_many_numbers_are_asked_alone():
    guns = [evolve(each, together="Guns") for each in (build_question(*"abc"), build_question(*map(str, range(13))))]
    assert [joint_questions.is_grouped_with(each, each) for each in guns] == [True, False]


def test_the_names_that_are_shown_stand_in_a_table_too(fort, monkeypatch):
    _ = fort.view()
    seen: list[Any] = []
    monkeypatch.setattr(joint_questions, "make_question", spy(make_question, seen))
    fort.play.session.describer.shown = lambda record, value: "Ada"
    fort.question_group()

    assert seen
    assert all(by.name_lookup is fort.play.session.describer.name_lookup for by, *_ in seen)


def test_news_between_questions_divides_the_table(tmp_path):
    """Two hands are asked as one in each of two hours; the second hour is asked for when it has come."""
    (tmp_path / "00-watch.rules").write_text(WATCH, encoding="utf-8")
    with start_game(str(tmp_path), Rules(), GameSetup(seed=1)) as play:
        found = matrix_of(QuestionFilter(play, "sensible"))
        assert found.labels == ("Ada", "Ben")
