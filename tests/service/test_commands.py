"""Commands of play: what is typed, read as a value; each form of the table is read as a command."""

from __future__ import annotations

import pytest

import bombsight
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.present import commands
from bombsight.service.present.command_parsing import parse_command, parse_word_command
from bombsight.service.present.command_table import COMMAND_FORMS, FORMS_BY_WORD, HELP_ROWS, SEAT_HELP_ROWS, usage_of
from bombsight.service.present.commands import Context
from bombsight.service.present.pages import log, why
from bombsight.service.present.undo import plan_undo
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap


@pytest.fixture
def play():
    with bombsight.open(LIGHTHOUSE, seed=2) as play:
        yield play


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("undo", commands.Undo(1)),
        ("undo 3", commands.Undo(3)),
        ("undo x", commands.Undo(0)),
        ("undo 99999999999", commands.Undo(0)),
        ("undo to 7", commands.UndoTo(7)),
        ("undo to x", commands.UndoTo(0)),
        ("undo beat", commands.UndoBeat()),
        ("pace", commands.SetPace(None)),
        ("pace throws", commands.SetPace("throws")),
        ("UNDO all", commands.UndoAll()),
        ("undo list", commands.ShowDecisions()),
        ("/why reef", commands.Why("reef")),
        ("odds", commands.ShowOdds()),
        ("odds 50", commands.ShowOdds(50)),
        ("odds all", commands.ShowOdds(everything=True)),
        ("orders off 2", commands.TakeBackOrder("2")),
        ("ask gr", commands.SetLevel("grave", "gr")),
        ("ask much", commands.SetLevel(None, "much")),
        ("log", commands.ShowLog(30)),
        ("log all", commands.ShowLog(None)),
        ("tell news", commands.SetDetail("news")),
        ("state all", commands.ShowSheet(everything=True)),
        ("board sea", commands.ShowBoards("sea")),
        ("name", commands.ShowNames()),
        ("name Mate Bo", commands.Rename("Mate Bo")),
        ("dice manual", commands.SetDice(by_hand=True)),
        ("?", commands.Help("")),
        ("help reef", commands.Help("reef")),
        ("q", commands.Quit()),
        ("q now", None),
        ("odds on", None),
        ("table", None),
        ("", None),
    ],
)
def test_a_command_is_read_by_its_word(text, command):
    assert parse_word_command(text) == command


def test_every_phrase_of_the_table_begins_as_its_form_and_is_read(play):
    play.view()
    context = Context.of(QuestionFilter(play))
    for form in COMMAND_FORMS:
        for phrase in form.phrases:
            if form.word and form.is_alone and form.word not in ("auto", "table"):
                assert phrase.startswith(form.word)
                assert parse_word_command(phrase) is not None, phrase
    assert isinstance(parse_command("auto", context), commands.GiveOrder)
    assert isinstance(parse_command("table reef", context), commands.ShowTable)


def test_an_answer_is_an_index_and_what_is_none_is_refused(play):
    question = play.view().question
    context = Context(QuestionFilter(play), question)
    assert parse_command("", context) == commands.Answer(question.preferred, question.options[question.preferred].name)
    assert parse_command(question.options[0].name, context) == commands.Answer(0, question.options[0].name)
    refused = parse_command("swim", context)
    assert isinstance(refused, commands.Invalid)
    assert refused.problem.startswith("'swim' is not offered. Type ")
    assert isinstance(parse_command("always", context), commands.GiveOrder)
    assert isinstance(parse_command("this nothing", context), commands.Invalid)


def test_dice_are_read_and_left_where_they_are_waited_for():
    with bombsight.open(LIGHTHOUSE, seed=2, dice="manual") as play:
        wanted = unwrap(play.view().throw)
        context = Context.of(QuestionFilter(play))
        assert context.throw == wanted
        assert parse_command("r", context) == commands.LeaveThrow(always=False)
        assert parse_command("roll all", context) == commands.LeaveThrow(always=True)
        assert parse_command(" ".join(["1"] * wanted.dice.count), context) == commands.Throw(
            ((1,) * wanted.dice.count,)
        )
        assert isinstance(parse_command("77", context), commands.Invalid)
        assert parse_command("state", context) == commands.ShowSheet(everything=False)


def test_what_is_no_command_is_unknown_where_nothing_is_asked(play):
    play.view()
    assert parse_command("1", Context(QuestionFilter(play))) == commands.Unknown()


def test_an_undo_is_planned_without_a_move(play):
    assert plan_undo(play, commands.Undo(1)).lines[0].text.startswith("There is nothing")
    play.answer(play.view().question.options[0].name)
    happened = play.view() and play.session.event_count
    plan = plan_undo(play, commands.Undo(1))
    assert (plan.count, plan.lines[0].text.startswith("Taken back: ")) == (1, True)
    assert plan_undo(play, commands.UndoTo(1)) == plan
    assert plan_undo(play, commands.Undo(9)).count == 0
    assert play.session.event_count == happened


def test_the_log_numbers_throws_as_why_takes_them(play):
    play.view()
    lines = log(QuestionFilter(play))
    number, name = next((each.text.split()[0], each.text) for each in lines if each.text.strip()[:1].isdecimal())
    assert why(play, number)[0].text.partition(" (")[0] in name


def test_a_slip_is_told_how_the_command_goes():
    assert usage_of("stat").startswith("state [all]  ")
    assert usage_of("") == ""
    assert "give" not in FORMS_BY_WORD


def test_help_tells_of_each_form_where_there_is_one():
    assert [name for name, _ in HELP_ROWS if name] == [form.usage for form in COMMAND_FORMS if form.is_alone]
    assert ("odds [all]", "what each answer leads to, where that betrays nothing") in SEAT_HELP_ROWS
    assert "save [FILE]" not in dict(SEAT_HELP_ROWS)
