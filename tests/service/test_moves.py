"""The moves of a program that plays, beside answers: dice left to the seed, names, questions put as one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from bombsight.boundary.errors import InputError
from bombsight.runtime.saves.records import Answer, Throw
from bombsight.service.games.requests import Rules
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.moves import apply_move, parse_move
from bombsight.service.play.naming import Names
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.documents import WhoThrows
from bombsight.service.present.question_documents import PutTogether
from bombsight.service.schemas import SCHEMA_FOLDER
from tests.examples import EXAMPLES

LIGHTHOUSE = str(EXAMPLES / "lighthouse")
FORT = str(Path(__file__).parent / "fort")
SCHEMA = Draft202012Validator(json.loads((SCHEMA_FOLDER / "moves.json").read_text(encoding="utf-8")))


@pytest.fixture
def night():
    """A night at the lighthouse with a program that throws its own dice."""
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=2, dice="manual")) as play:
        yield QuestionFilter(play)


@pytest.fixture
def fort():
    """A fort with a program that is asked everything."""
    with start_game(FORT, Rules(), GameSetup(seed=1)) as play:
        yield QuestionFilter(play)


def moved(steward, **move):
    """Make a move as a line says it."""
    return apply_move(steward, parse_move(json.dumps(move)))


def given(steward):
    return [record.name for record in steward.play.session.records if isinstance(record, Answer)]


@pytest.mark.parametrize(
    ("line", "is_move"),
    [
        ({"answer": "keep"}, True),
        ({"answers": ["sloop", "none"]}, True),
        ({"answers": []}, False),
        ({"chosen": ["sloop"]}, True),
        ({"chosen": []}, True),
        ({"chosen": [1]}, False),
        ({"together": True}, True),
        ({"together": False}, False),
        ({"throw": [3, 4]}, True),
        ({"throw": "seed"}, True),
        ({"throw": "hand"}, False),
        ({"dice": "manual"}, True),
        ({"dice": "file"}, False),
        ({"undo": 1}, True),
        ({"odds": 10}, True),
        ({"boards": True}, True),
        ({"names": True}, True),
        ({"name": {"of": "", "number": 0, "name": "Olsen"}}, True),
        ({"name": {"of": "", "number": -1, "name": "Olsen"}}, False),
        ({"name": {"of": "", "number": 0}}, False),
        ({"name": "Olsen"}, False),
    ],
    ids=str,
)
def test_a_line_is_read_as_the_schema_says(line, is_move):
    assert SCHEMA.is_valid(line) is is_move
    if is_move:
        parse_move(json.dumps(line))
    else:
        with pytest.raises(InputError, match="this is no move"):
            parse_move(json.dumps(line))


def test_a_throw_is_left_to_the_seed_and_dice_change_hands(night):
    moved(night, throw=[1, 2])
    moved(night, answer="keep")
    assert night.view().throw is not None
    assert moved(night, throw="seed") is None
    assert [record.by for record in night.play.session.records if isinstance(record, Throw)] == ["", "seed"]
    assert moved(night, dice="seeded") == WhoThrows(dice="seeded")
    assert night.view().question is not None
    assert not night.play.session.header.is_by_hand
    with pytest.raises(InputError, match="no dice are to be thrown"):
        moved(night, throw="seed")


def test_names_are_told_and_given(night):
    told = moved(night, names=True)
    assert isinstance(told, Names)
    keeper = told.called[0]
    assert moved(night, name={"of": keeper.of, "number": keeper.number, "name": "Olsen"}) is None
    assert [one.name for one in night.play.named_things() if one.what == keeper.what] == ["Olsen"]
    with pytest.raises(InputError, match="nobody has the name 99"):
        moved(night, name={"of": "", "number": 99, "name": "Olsen"})
    with pytest.raises(InputError, match="is no name"):
        moved(night, name={"of": keeper.of, "number": keeper.number, "name": " "})


def test_a_question_alone_is_put_as_one_with_nothing(night):
    moved(night, dice="seeded")
    told = moved(night, together=True)
    assert isinstance(told, PutTogether)
    assert (told.rows, told.columns, told.several) == ((), (), None)
    with pytest.raises(InputError, match="not asked again and again"):
        moved(night, chosen=["keep"])


def test_a_table_of_questions_can_be_drawn_and_answered_at_once(fort):
    _ = fort.view()
    told = moved(fort, together=True)
    assert isinstance(told, PutTogether)
    assert (told.title, told.asks) == ("Fire of the guns", "fire at")
    assert [row.label for row in told.rows] == ["North gun", "South gun", "Tower gun"]
    assert told.columns == ("sloop", "brig", "raft")
    assert [[option.name for option in row.options] for row in told.rows][1] == ["brig", "raft"]
    assert told.rows[0].options[0].beside == "4 up"
    assert given(fort) == [], "it was only asked"
    moved(fort, answers=[row.suggestion for row in told.rows])
    assert given(fort) == [row.suggestion for row in told.rows]


def test_what_is_asked_again_and_again_is_chosen_at_once(fort):
    _ = fort.view()
    moved(fort, answers=["none"] * 3)
    _ = fort.view()
    told = moved(fort, together=True)
    assert isinstance(told, PutTogether)
    assert told.several is not None
    names = [option.name for option in told.several.options]
    for wrong in ([names[0]] * 2, names * 3, ["whale"]):
        with pytest.raises(InputError, match=r"different ones|is not offered"):
            moved(fort, chosen=wrong)
    before = given(fort)
    chosen = names[: told.several.most][::-1]
    moved(fort, chosen=chosen)
    assert given(fort)[len(before)] == chosen[0]
    assert len(given(fort)) >= len(before) + len(chosen)
    assert fort.undo(1) == 1
    assert given(fort) == before
