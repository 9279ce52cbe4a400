"""Amounts: choices of up to a million numbers, which are typed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bombsight
from bombsight.backends.python.load import instantiate
from bombsight.backends.wasm.load import instantiate as instantiate_wasm
from bombsight.boundary.errors import InputError
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from bombsight.runtime.batch.rollout_policy import find_amounts, spread_answers
from bombsight.runtime.run.policies import Question, autopilot_policy
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.session.replay import replay
from bombsight.service.games.requests import Rules
from bombsight.service.play.answer_odds import odds_refusal
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.command_parsing import parse_command
from bombsight.service.present.commands import Answer, Context
from bombsight.service.present.question_documents import question_document
from bombsight.service.present.question_lines import render_question
from bombsight.service.present.story import Story
from bombsight.service.programs.loaders import load
from tests.narrowing import narrow, unwrap

GAME = """\
game purse "The Purse"
  sources optional

state mission
  gold "Gold": 0..1000000 = 250000
  paid "Paid": 0..1000000 = 0

procedure mission
  choose sum_paid from 0..gold
    ask "How much is paid"
    beside "{gold} are there"
    beside "leaves {gold - sum_paid}"
    prefer 0 - abs(sum_paid - 123456)
  set paid to sum_paid
  take sum_paid from gold
  say "{paid} paid."

example "A sum" cite "x"
  do mission
  answer 77123
  expect paid is 77123

example "All of it, in a thousand of its own" cite "x"
  do mission
  answer 250000
  expect gold is 0

example "A small sum, of few" cite "x"
  given gold = 500
  do mission
  answer mission/sum_paid: 123
  expect paid is 123
"""


@pytest.fixture(name="game", scope="module")
def fixture_game(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("purse")
    (folder / "purse.rules").write_text(GAME, encoding="utf-8")
    return str(folder)


def pending_question(play: QuestionFilter | bombsight.Play) -> Question:
    return unwrap(play.view().question)


def test_it_lints_and_its_examples_hold(game):
    assert bombsight.lint(game).findings == ()
    assert [each.mismatch for each in bombsight.test(game)] == [None, None, None]


@pytest.mark.parametrize(
    ("typed", "paid"), [("77123", 77123), ("5000", 5000), ("0", 0), ("250000", 250000), ("", 123456)]
)
def test_one_number_is_typed_and_one_line_told(game, tmp_path, typed, paid):
    path = tmp_path / "purse.save"
    with start_game(game, Rules(), GameSetup(seed=1, save=path), "person") as play:
        questions = QuestionFilter(play)
        question = pending_question(play)
        assert len(question.options) == 251
        assert question.ends == (0, 250000)
        answer = narrow(Answer, parse_command(typed, Context(questions, question)))
        questions.answer(answer.name)
        assert play.view().question is None
        told = [(line.text, line.result) for line in Story().tell(play.story) if line.kind in ("answer", "news")]
    assert told == [("How much is paid", str(paid)), (f"{paid} paid.", "")]
    assert replay(play.session.program, read_save(str(path)), str(path), load=load).same


@pytest.mark.parametrize("typed", ["250001", "-1", "lots", "99999999999999"])
def test_what_is_beyond_its_ends_is_refused(game, typed):
    with start_game(game, Rules(), GameSetup(seed=1), "person") as play:
        with pytest.raises(InputError, match="not offered") as refused:
            play.answer(typed)
        assert refused.value.hint == "Offered: 0 to 250000."
        assert pending_question(play).ends == (0, 250000)


def test_it_is_taken_back_as_one(game):
    with start_game(game, Rules(), GameSetup(seed=1), "person") as play:
        questions = QuestionFilter(play)
        questions.answer("77123")
        assert questions.undo() == 1
        assert pending_question(play).ends == (0, 250000)


def test_it_is_not_listed(game):
    with start_game(game, Rules(), GameSetup(seed=1), "person") as play:
        lines = [str(line) for line in render_question(pending_question(play))]
        document = question_document(pending_question(play), play.view())
    assert lines[0] == "How much is paid: 0 to 250000"
    assert len(lines) < 6
    assert document.ends == (0, 250000)


def test_its_numbers_are_not_weighed_one_by_one(game):
    with start_game(game, Rules(), GameSetup(seed=1), "person") as play:
        refusal = unwrap(odds_refusal(pending_question(play)))
        assert "too many to weigh" in refusal.message


@pytest.mark.parametrize("policy", ["random", "auto"])
def test_any_policy_plays_it(game, policy):
    with start_game(game, Rules(), GameSetup(seed=3), policy) as play:
        assert play.view().outcome is not None


def test_a_thoughtful_player_tries_few_of_its_numbers():
    assert spread_answers(1000, 456)[:3] == (0, 40, 80)
    assert len(spread_answers(1000, 456)) == 27
    assert {0, 456, 999} <= {*spread_answers(1000, 456)}
    program = lower(unwrap(compile_rules(Request(base=(Source("g.rules", GAME),))).graph))
    asking = [getattr(program.sites[number], "id", "") for number in sorted(find_amounts(program))]
    assert asking == ["choice:mission/sum_paid_1000", "choice:mission/sum_paid"]


# --- the suggested number

PROGRAM = """\
game g "G"
  sources optional

procedure mission: -500000..500000
  choose n from {low}..{high}
    ask "n"
    prefer {score}
  return n
"""


@settings(max_examples=25, deadline=None)
@given(low=st.integers(-400_000, 0), width=st.integers(1_000, 400_000), wanted=st.integers(-450_000, 450_000))
def test_the_best_of_one_peak_is_found_in_both_backends(low, width, wanted):
    high = low + width
    text = PROGRAM.format(
        low=low, high=high, score=f"0 - abs(n - {wanted})" if wanted >= 0 else f"0 - abs(n + {-wanted})"
    )
    program = lower(unwrap(compile_rules(Request(base=(Source("g.rules", text),))).graph))
    entry = next(each for each in program.entries if each.name == "mission")
    for make in (instantiate, instantiate_wasm):
        machine = make(program, lambda site, dice: 1, autopilot_policy(program))
        machine.start()
        assert machine.call(entry) == min(max(wanted, low), high)
