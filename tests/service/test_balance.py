"""The balance of a game: what is planted in it is found, whoever plays it, and the same by every run of a seed."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from attrs import evolve

import bombsight
from bombsight.boundary.errors import InputError
from bombsight.service.balance.choices import judge_habit, mean_of
from bombsight.service.balance.documents import AnswerBalance, Balance
from bombsight.service.balance.judging import shortfall
from bombsight.service.balance.page import PAGE_START, render_balance_page
from bombsight.service.balance.plays import list_plays
from bombsight.service.balance.study import BalanceStudy, run_study
from bombsight.service.games.requests import Rules
from bombsight.service.simulating.requests import build_order

MEADOW = """
game meadow "The Meadow"
  author "Bombsight"
  language 1
  sources optional

enum End: fed, hungry
enum Path: left, right
enum Yield: much, little, none_at_all

state mission
  eggs "Eggs": 0..40 full = 0
  sat "Sat": 0..9 full = 0

tally eggs_found "Eggs" good: 0..40 = eggs
tally sat_down "Sat down": 0..9 = sat

table Nest "In the nest"
  gives Yield
  roll 1d6
  ..2: none_at_all
  3..4: little
  5..: much

table Sky "Overhead"
  gives Yield
  roll 1d6
  ..3: little
  4..: much

procedure mission: End
  repeat 3 times
    choose order
      ask "By the hedge"
      answer look "Look for eggs" prefer 2
        let found = roll on Nest
        if found is much
          add 9 to eggs
        if found is little
          add 4 to eggs
        if found is none_at_all
          say "The nest is empty." bad
      answer dig "Dig" prefer 1
        add 1 to eggs
    choose path from Path
      ask "Which way"
      prefer 1
    let cloud = roll on Sky
    if cloud is much
      add 1 to sat
  if eggs >= 10
    return fed
  say "Nothing for supper." bad
  return hungry
"""

CAREFUL = """
preferences careful "A careful collector" for meadow
  1 "Dig"
    in procedure mission
      was answer dig prefer 1
      now answer dig prefer 9
"""


@pytest.fixture
def meadow(tmp_path):
    folder = tmp_path / "meadow"
    folder.mkdir()
    (folder / "00-game.rules").write_text(MEADOW)
    return folder


def study(folder, missions=600, seed=1, rules=None) -> Balance:
    """The balance of a game."""
    found = BalanceStudy(str(folder), rules or Rules(), missions, seed)
    assert run_study(found, lambda text, share: None)
    return found.to_document()


@pytest.fixture(scope="module")
def balance(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games") / "meadow"
    folder.mkdir()
    (folder / "00-game.rules").write_text(MEADOW)
    return study(folder)


def choice_of(balance: Balance, id: str):
    """A choice by its name."""
    return next(choice for choice in balance.choices if choice.id == f"choice:mission/{id}")


def test_a_dominated_answer_is_found(balance):
    look, dig = choice_of(balance, "order").answers

    assert (look.verdict, dig.verdict) == ("obvious", "dominated")
    assert (dig.offered, dig.taken) == (1800, 0)
    assert dig.worse.low > 2  # four and a third against one
    assert any(finding.kind == "dominated" and '"Dig"' in finding.text for finding in balance.findings)


def test_a_choice_without_effect_is_found(balance):
    path = choice_of(balance, "path")

    assert path.spread.low <= 0 <= path.spread.high
    assert path.clear == 0
    assert {answer.verdict for answer in path.answers} == {"idle", "habit"}
    assert [finding.about for finding in balance.findings if finding.kind == "idle"] == [("choice:mission/path",)]


def test_the_table_that_decides_is_found(balance):
    nest, sky = balance.tables.tables

    assert (nest.name, sky.name) == ("Nest", "Sky")
    assert nest.explained.share > 0.99  # what falls there is all that counts
    assert nest.beyond > 0.9
    assert sky.explained.low == 0
    assert [finding.about for finding in balance.findings if finding.kind == "table"] == [("Nest",)]


def test_good_play_ends_better_than_chance_and_takes_as_long(balance):
    random, own = balance.plays

    assert own.missions.measure.mean.low > random.missions.measure.mean.high
    assert own.missions.length.questions.mean == 6
    assert own.missions.length.throws.mean == 6
    assert random.missions.length.throws.mean < 6  # who digs throws nothing
    assert own.careers is None
    assert balance.mattering == pytest.approx(3, abs=0.2)


def test_the_last_bad_news_of_lost_missions_is_found(balance):
    assert balance.losses.meaning.startswith("Eggs: ")
    assert balance.losses.results[0].title == "hungry"
    assert balance.losses.news[0].title == "Nothing for supper."
    assert balance.losses.news[0].lost.share == 1
    assert balance.losses.news[0].others.share < 0.3  # who comes to more than the worst quarter may be hungry, too


def test_the_same_seed_comes_to_the_same(meadow):
    assert study(meadow, 60, 5).to_json() == study(meadow, 60, 5).to_json()
    assert study(meadow, 60, 5).judged != 0


def test_preferences_are_a_play_of_their_own(meadow, tmp_path):
    file = tmp_path / "careful.rules"
    file.write_text(CAREFUL)
    balance = study(meadow, 300, rules=Rules(house=[file]))

    assert [play.name for play in balance.plays] == ["random", "own", "learned"]
    assert "preferences careful" in balance.plays[2].overlays
    assert "preferences careful" not in balance.plays[1].overlays
    assert balance.good_play == "learned"
    assert [answer.verdict for answer in choice_of(balance, "order").answers] == ["missed", "mistaken"]
    assert any(finding.kind == "play" and finding.about == ("learned",) for finding in balance.findings)
    assert [play.name for play in list_plays(str(meadow), Rules())] == ["random", "own"]


def test_a_game_without_measures_says_what_is_left_out(meadow):
    rules = meadow / "00-game.rules"
    rules.write_text(rules.read_text().replace('"Eggs" good:', '"Eggs":'))
    balance = study(meadow, 40)

    assert (balance.measure, balance.losses, balance.tables, balance.mattering) == (None, None, None, None)
    assert "no tally is good or bad" in balance.left_out[0]
    assert choice_of(balance, "order").answers[0].taken == 120  # counted all the same
    assert "Left out" in render_balance_page(balance)


def test_a_fault_is_the_first_finding_and_left_out(meadow):
    rules = meadow / "00-game.rules"
    rules.write_text(rules.read_text().replace('"Sat": 0..9 full = 0', '"Sat": 0..1 = 0'))
    balance = study(meadow, 8)

    assert balance.findings[0].kind == "fault"
    assert "00-game.rules" in balance.findings[0].text


def test_who_stops_it_has_what_was_known(meadow):
    begun = BalanceStudy(str(meadow), Rules(), 400, 1)
    steps = iter([True, True, False])

    assert not run_study(begun, lambda text, share: None, lambda: next(steps))
    balance = begun.to_document(stopped=True)
    assert balance.stopped
    assert balance.plays[0].missions is not None
    assert "stopped" in render_balance_page(balance)


def test_random_play_that_never_ends_is_left_out(meadow, monkeypatch):
    def refuse(game, rules, request):
        if request.policy == "random":
            raise InputError("each of the first missions is too long")
        return build_order(game, rules, request)

    monkeypatch.setattr("bombsight.service.balance.study.build_order", refuse)
    balance = study(meadow, 40)

    assert [play.name for play in balance.plays] == ["own"]
    assert balance.left_out[0] == "random play: each of the first missions is too long"
    assert choice_of(balance, "order").answers[0].random == 0


def test_without_numpy_the_tables_are_left_out(meadow, monkeypatch):
    monkeypatch.setattr("bombsight.service.balance.study.find_spec", lambda name: None)
    balance = study(meadow, 40)

    assert balance.tables is None
    assert "numpy" in balance.left_out[0]


def test_the_page_parses_and_needs_nothing_else(balance):
    page = render_balance_page(evolve(balance, title="<script> & 'x'"))

    assert page.startswith(PAGE_START)
    root = ElementTree.fromstring(page.removeprefix(PAGE_START))
    assert not [element.tag for element in root.iter() if element.tag in ("script", "link", "img", "a")]
    assert [each.text for each in root.iter("h2")] == [
        "What stands out",
        "How a mission ends",
        "How long it lasts",
        "Which choices matter",
        "Which answers are given",
        "Which tables decide",
        "Where it is lost",
    ]


def test_the_interface_writes_the_page(meadow, tmp_path):
    done = []
    balance = bombsight.balance(
        meadow, missions=20, seed=1, html=tmp_path / "page.html", progress=lambda text, share: done.append(share)
    )

    assert isinstance(balance, bombsight.Balance)
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith(PAGE_START)
    assert max(done) == 1


def test_equal_answers_are_worth_the_same_whichever_looks_best():
    assert shortfall([[1.0, 0.0], [0.0, 1.0]], 0) == 0
    assert shortfall([[1.0, 0.0], [1.0, 0.0]], 1) == 1


@pytest.mark.parametrize(
    ("taken", "values", "verdict"),
    [
        (0, [1.0, 1.1] * 20, "dominated"),
        (0, [-1.0, -1.1] * 20, "missed"),
        (0, [1.0, -1.0] * 20, "idle"),
        (40, [-1.0, -1.1] * 20, "obvious"),
        (40, [1.0, 1.1] * 20, "mistaken"),
        (40, [1.0, -1.0] * 20, "habit"),
        (1, [1.0, 1.1] * 20, ""),
        (0, [1.0, 1.1], ""),
    ],
)
def test_verdicts(taken, values, verdict):
    answer = AnswerBalance(
        name="a",
        title="A",
        offered=40,
        taken=taken,
        random=0,
        judged=len(values),
        best=0,
        worse=mean_of(values),
        verdict="",
    )

    assert judge_habit(answer) == verdict
