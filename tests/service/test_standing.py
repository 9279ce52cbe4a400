"""Standing orders, and how much is asked."""

from __future__ import annotations

import pytest
from attrs import evolve

from bombsight.runtime.run import policies
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Answer
from bombsight.service.games.requests import Rules
from bombsight.service.play.answer_reasons import (
    AUTOPILOT_REASON,
    ORDER_REASON,
    REASON_TEXTS,
    ROUTINE_REASON,
    reason_of,
)
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.order_parsing import InvalidOrder, parse_standing_order
from bombsight.service.play.standing_orders import is_asked
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.present.answer_parsing import answer_name
from bombsight.service.present.decisions import count_unasked_before, decisions_of
from tests.examples import EXAMPLES
from tests.narrowing import unwrap
from tests.service.asked import build_question

LIGHTHOUSE = str(EXAMPLES / "lighthouse")
ORDERS = "choice:give_orders/order"
LANTERN = "offer:hand_lantern"


@pytest.fixture
def night(monkeypatch):
    """A night at the lighthouse with somebody who sits beside the keeper; nothing there is grave."""
    made = policies.make_question

    def question(*args):
        found = made(*args)
        return evolve(found, options=tuple(evolve(option, grave=False) for option in found.options))

    monkeypatch.setattr(policies, "make_question", question)
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=2)) as play:
        yield QuestionFilter(play)


@pytest.fixture
def marked(monkeypatch):
    """Changes what the rules say of questions: a function of each that gives what is different."""

    def mark(change):
        made = policies.make_question

        def question(*args):
            found = made(*args)
            return evolve(found, **change(found))

        monkeypatch.setattr(policies, "make_question", question)

    return mark


def order(steward, typed):
    """Give an order as it is typed at the open question."""
    found = parse_standing_order(steward, steward.play.question, typed)
    assert found is not None
    steward.give_order(found)
    return found


def to(steward, prompt):
    """Answer as the autopilot would, up to a question that begins so."""
    while not (question := steward.view().question).prompt.startswith(prompt):
        steward.answer(policies.answer_names(question.options, question.optional)[question.preferred])
    return question


def given(steward):
    """What was answered without asking, and why."""
    return [
        (record.name, REASON_TEXTS[record.why]) for record in steward.play.session.records if isinstance(record, Answer)
    ]


@pytest.mark.parametrize(
    ("routine", "grave", "levels"),
    [
        (False, False, ("all", "sensible")),
        (True, False, ("all",)),
        (False, True, ("all", "sensible", "grave")),
        (True, True, ("all",)),
    ],
)
def test_what_is_asked_at_each_level(routine, grave, levels):
    question = build_question("Go on", "Turn back", routine=routine)
    question = evolve(question, options=(question.options[0], evolve(question.options[1], grave=grave)))
    assert tuple(level for level in ("all", "sensible", "grave") if is_asked(question, level)) == levels


def test_what_is_routine_is_answered_as_the_autopilot_would_and_saved_like_any_answer(night, marked):
    marked(lambda question: {"routine": question.id != ORDERS})
    night.set_level("sensible")
    question = night.view().question
    assert question.id == ORDERS
    assert given(night) == [("keep", ROUTINE_REASON)] * len(given(night)) != []
    events = [*night.play.events()]
    told = [number for number, event in enumerate(events) if event.event == "choice"]
    assert [reason_of(night.play.session, number) for number in told] == [ROUTINE_REASON] * len(told)
    assert reason_of(night.play.session, 0) == ""


def test_an_answer_that_is_given_always_is_given_wherever_it_is_offered(night):
    to(night, "Hour 2")
    found = order(night, "keep watch always")
    assert str(found) == "'Hour …, …, lamp …, oil …': Keep watch, always"
    while (question := night.view().question) is not None:
        assert question.id != ORDERS
        night.answer(policies.answer_names(question.options, question.optional)[0])
    assert [why for name, why in given(night) if name == "watch_on"] == [ORDER_REASON] * 7


def test_alone_it_gives_what_the_autopilot_would(night):
    preferred = to(night, "Hour 2").preferred
    name = night.view().question.options[preferred].name
    order(night, "always")
    night.view()
    assert (name, ORDER_REASON) in given(night)


def test_an_order_whose_answer_is_not_offered_is_passed_over(night):
    question = to(night, "Hour 2")
    assert "sound" in [option.name for option in question.options]
    order(night, "sound always")
    while (question := night.view().question) is not None and question.id != ORDERS:
        night.answer(policies.answer_names(question.options, question.optional)[0])
    assert question is not None
    assert "sound" not in [option.name for option in question.options]
    assert night.orders


def test_an_order_stands_as_long_as_the_heading_it_names(night):
    to(night, "Hour 2")
    found = order(night, "keep this hour")
    assert found.term == "during Hour"
    assert night.view().question.prompt.startswith(("Swing", "Hour 3"))
    to(night, "Hour 3")
    assert night.orders == []
    assert night.ended == [found]


def test_this_alone_means_the_innermost_heading(night):
    to(night, "Hour 2")
    assert unwrap(parse_standing_order(night, night.play.question, "this")).term == "during Orders"
    assert unwrap(parse_standing_order(night, night.play.question, "2 during night")).term == "during Night"


def test_the_autopilot_answers_until_a_named_point_or_the_end(night):
    to(night, "Hour 2")
    found = order(night, "auto until the reef")
    assert str(found) == "auto until The reef"
    night.view()
    assert night.ended == [found]
    assert any(why == AUTOPILOT_REASON for _, why in given(night))
    order(night, "auto")
    assert night.view().outcome is not None


def test_an_order_until_something_happens_ends_with_news_and_before_a_grave_question(night, marked, monkeypatch):
    marked(lambda question: grave_from(question, "Hour 4"))
    to(night, "Hour 2")
    order(night, "auto until something happens")
    assert night.view().question.prompt.startswith("Hour 4")
    assert [each.term for each in night.ended] == ["until something happens"]


def grave_from(question, prompt):
    """The last option is grave where the question begins so."""
    if not question.prompt.startswith(prompt):
        return {}
    *others, last = question.options
    return {"options": (*others, evolve(last, grave=True))}


def test_no_order_gives_a_grave_answer(night, marked):
    marked(lambda question: grave_from(question, "Hour 3"))
    to(night, "Hour 2")
    order(night, "watch_on always")
    assert to(night, "Hour 3").options[-1].grave
    with pytest.raises(InvalidOrder, match="A grave answer"):
        parse_standing_order(night, night.play.question, "watch_on always")


def test_what_the_autopilot_would_do_is_asked_where_it_is_grave(night, marked):
    marked(lambda q: {**grave_from(q, "Hour 3"), **({"preferred": len(q.options) - 1} if "Hour 3" in q.prompt else {})})
    order(night, "auto")
    question = night.view().question
    assert question.prompt.startswith("Hour 3")


def test_an_order_for_one_question_counts_before_the_autopilot_and_the_latest_first(night):
    to(night, "Hour 2")
    order(night, "2 during night")
    order(night, "1 always")
    order(night, "auto")
    assert len(night.orders) == 3
    assert night.automatic_answer(night.play.question) == (0, "order")
    assert night.take_back_order(2).term == "always"
    assert night.automatic_answer(night.play.question) == (1, "order")
    assert night.take_back_order(9) is None


def test_an_order_is_changed_by_one_for_the_same_question(night):
    to(night, "Hour 2")
    order(night, "1 always")
    order(night, "2 always")
    order(night, "auto until the reef")
    order(night, "auto until night")
    assert [str(each).rpartition(":")[2].strip() for each in night.orders] == [
        "Sleep an hour, always",
        "auto until Night",
    ]


def test_undo_takes_back_what_the_player_answered_and_what_was_ordered_since(night):
    to(night, "Hour 2")
    first = len(given(night))
    night.answer("watch_on")
    order(night, "auto")
    assert night.view().outcome is not None
    assert night.undo(1) == 1
    assert night.orders == []
    assert given(night)[-1] == ("watch_on", "")
    assert night.view().question is not None
    assert night.undo(1) == 1
    assert len(given(night)) == first
    assert night.view().question.prompt.startswith("Hour 2")


def test_what_is_asked_after_an_undo_is_asked_of_the_player(night, marked):
    marked(lambda question: {"routine": True})
    night.set_level("sensible")
    assert night.view().outcome is not None
    assert night.undo(1) == 1
    assert night.view().question is not None
    assert given(night) == []


def test_a_game_knows_that_it_asked_nothing(night, marked):
    marked(lambda question: {"routine": True})
    assert not night.has_asked_nothing  # there was no question yet
    night.set_level("sensible")
    night.view()
    assert night.has_asked_nothing
    night.undo(1)
    asked = night.view().question
    night.answer(policies.answer_names(asked.options, asked.optional)[asked.preferred])
    assert night.view().outcome is not None
    assert not night.has_asked_nothing


def test_what_was_not_asked_is_known_when_a_game_is_taken_up_again(marked, tmp_path):
    marked(lambda question: {"routine": question.id != ORDERS})
    path = tmp_path / "night.save"
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=2, save=path)) as play:
        night = QuestionFilter(play, "sensible")
        night.view()
        unasked = len(given(night))
        assert decisions_of(play.session) == []
        assert count_unasked_before(play.session) == unasked > 0
        order(night, "watch_on during night")
        while (asked := night.view().question) is not None and len(given(night)) < unasked + 4:
            night.answer(policies.answer_names(asked.options, asked.optional)[0])
        before, own = given(night), tuple(decisions_of(play.session))
        assert 0 < len(own) < 4
    assert read_save(str(path)).records == tuple(play.session.records)
    with resume_game(path) as play:
        again = QuestionFilter(play, "sensible")
        again.view()
        assert given(again)[: len(before)] == before
        assert decisions_of(play.session)[: len(own)] == own
        events = [number for number, event in enumerate(play.events()) if event.event == "choice"]
        assert [reason_of(again.play.session, number) for number in events][: len(before)] == [why for _, why in before]
        assert again.undo(len(decisions_of(play.session))) > 0
        assert len(given(again)) == unasked, "where the order was given"
        assert decisions_of(play.session) == []


def test_a_halt_asks_the_next_question_and_no_more(night):
    night.set_level("grave")
    night.stop_answering()
    asked = night.view().question
    assert asked is not None
    night.answer(asked.options[0].name)
    assert night.view().outcome is not None, "nothing else is asked"


def test_a_halt_ends_the_orders_that_let_the_autopilot_answer(night):
    to(night, "Hour 1")
    kept = order(night, "keep watch always")
    order(night, "auto")
    night.stop_answering()
    assert night.orders == [kept]
    assert night.view().question is not None


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("during supper", "Nothing called 'supper' goes on here: Orders; Hour or Night."),
        ("auto until supper", "Play comes to nothing called 'supper'."),
        ("auto until nigth", "Play comes to nothing called 'nigth'. Did you mean night?"),
        ("auto soon", "Say how long: always, this, during NAME, until NAME, until something happens."),
        ("2 until", "Say how long: always, this, during NAME, until NAME, until something happens."),
    ],
)
def test_what_is_wrong_with_an_order_is_told(night, typed, said):
    question = to(night, "Hour 2")
    with pytest.raises(InvalidOrder) as problem:
        parse_standing_order(night, question, typed)
    assert str(problem.value) == said


@pytest.mark.parametrize("typed", ["2", "sound", "frog always", "", "why"])
def test_what_is_no_order_is_left_to_others(night, typed):
    assert parse_standing_order(night, to(night, "Hour 2"), typed) is None


@pytest.mark.parametrize("seed", [1, 3, 9])
def test_a_game_that_is_over_is_taken_up_at_the_last_question_that_was_asked(tmp_path, seed):
    save = tmp_path / "night.save"
    prompts = []
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=seed, save=save)) as play:
        steward = QuestionFilter(play, "sensible")
        while (asked := steward.view().question) is not None:
            prompts.append(asked.prompt)
            steward.answer(answer_name(asked, asked.preferred))
        records = [*play.session.records]
    assert [each.why for each in records if isinstance(each, Answer)][-1] == "routine"

    for count in (1, 2, len(prompts), len(prompts) + 1):
        copy = tmp_path / f"{count}.save"
        copy.write_bytes(save.read_bytes())
        with resume_game(copy, undo=count) as play:
            assert unwrap(play.question).prompt == prompts[-min(count, len(prompts))] or count > len(prompts)
            assert [*play.session.records] == records[: len(play.session.records)]


def test_where_nothing_was_asked_any_answer_is_taken_back(tmp_path):
    save = tmp_path / "night.save"
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=1, save=save), "auto") as play:
        play.view()
        records = [*play.session.records]
    with resume_game(save, undo=1) as play:
        play.view()
        assert len(play.session.records) == max(at for at, each in enumerate(records) if isinstance(each, Answer))
