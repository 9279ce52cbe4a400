"""Games whose rules cost more than they may without ``--limit``: begun, left, taken up, run again, told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

GAME = """\
game dear "Dear"
  sources optional

state mission
  n "N": 0..9 = 0

procedure mission
  choose k from 0..9
    ask "How many"
  repeat 400 times
    if any(x in 1..100000 where x > n)
      set n to k
  choose j from 0..9
    ask "And now"
  say "done {j}"
"""
"""Between its questions a mission costs more than twice what it may, and less than five times as much."""

LIMIT = ("--limit", 5)

FAULT = "this goes on for too long"
PLACE = "dear/dear.rules:11:8"


@pytest.fixture
def dear(shell):
    """A shell with that game."""
    folder = Path("games", "dear")
    folder.mkdir()
    (folder / "dear.rules").write_text(GAME)
    return shell


def faulted(result):
    """A call that ends in the fault; what is said of it."""
    assert (result.exit_code, f"Rules fault: {FAULT} (games/{PLACE})" in result.stdout) == (1, True), result.stderr
    return result.stderr


def ended(result):
    """A call that plays to the end."""
    assert (result.exit_code, "done 4" in result.stdout) == (0, True), result.stderr


def test_a_fault_for_costs_says_how_to_allow_more(dear):
    said = faulted(dear.call("play", "dear", "--save", "a.save", input="3\n"))

    assert "With --limit N the rules may cost N times as much: bombsight resume a.save --limit N" in said
    assert faulted(dear.call("resume", "a.save")) == said
    assert dear.call("replay", "a.save").exit_code == 0
    more = dear.call("report", "a.save", *LIMIT)
    assert f"the end ({FAULT}) does not fit: the game asks choice:mission/j" in more.stderr
    assert "leave --limit out" in more.stderr


@pytest.mark.parametrize("undo", [(), ("--undo", 1)])
def test_a_game_that_ended_for_its_cost_goes_on_with_more(dear, undo):
    faulted(dear.call("play", "dear", "--save", "a.save", input="3\n"))
    faulted(dear.call("resume", "a.save", "--limit", 2, *undo, input="3\n"))  # which is still too little
    ended(dear.call("resume", "a.save", *LIMIT, *undo, input="3\n4\n" if undo else "4\n"))

    ended(dear.call("replay", "a.save", *LIMIT))


def test_a_game_that_is_left_goes_on_with_as_much(dear):
    left = dear.call("play", "dear", *LIMIT, "--save", "a.save", input="3\nundo\n2\nquit\n")
    assert "To go on: bombsight resume a.save --limit 5" in left.stdout

    Path("b.save").write_bytes(Path("a.save").read_bytes())
    faulted(dear.call("resume", "b.save"))
    for save in ("a.save", "b.save"):
        ended(dear.call("resume", save, *LIMIT, input="4\n"))
        ended(dear.call("replay", save, *LIMIT))


@pytest.mark.parametrize("words", ["replay a.save", "report a.save", "resume a.save", "result a.save", "record a.save"])
def test_what_cost_more_is_run_again_where_as_much_is_allowed(dear, words):
    ended(dear.call("play", "dear", *LIMIT, "--save", "a.save", input="3\n4\n"))
    head, *rest = Path("a.save").read_text().splitlines(keepends=True)
    head = json.dumps(json.loads(head) | {"limit": 5, "raised": 5}) + "\n"
    Path("a.save").write_text("".join([head, *rest]))  # nobody believes that

    less = dear.call(*words.split())
    assert less.exit_code == (1 if words.startswith("replay") else 2)
    said = f"answer 2 (4 at choice:mission/j) is not reached: {FAULT} ({PLACE}); --limit N allows N times as much"
    assert said in less.stderr
    assert "a.save:3" in less.stderr
    assert dear.call(*words.split(), *LIMIT).exit_code == 0


def test_nothing_is_taken_back_where_only_the_budget_ends(dear):
    ended(dear.call("play", "dear", *LIMIT, "--save", "a.save", input="3\n4\n"))
    before = Path("a.save").read_bytes()

    new = dear.call("resume", "a.save", "--rules", "new", "--yes")
    assert (new.exit_code, "--limit N allows N times as much" in new.stderr) == (2, True)
    ended(dear.call("resume", "a.save", "--rules", "new", "--yes", *LIMIT))
    assert Path("a.save").read_bytes() == before


def test_rules_of_now_that_may_cost_more_change_nothing_of_a_save_that_ended_for_its_cost(dear):
    faulted(dear.call("play", "dear", "--save", "a.save", input="3\n"))
    told = dear.call("resume", "a.save", "--rules", "new", "--yes", *LIMIT, input="4\n")

    ended(told)
    assert "nothing is to be done" in told.stdout
    assert not Path("a.before.save").exists()


def test_rules_that_were_kept_may_cost_as_much_as_the_call_says(dear):
    ended(dear.call("play", "dear", *LIMIT, "--save", "a.save", input="3\n4\n"))
    Path("games", "dear", "dear.rules").write_text(GAME.replace("400 times", "2 times"))

    assert dear.call("replay", "a.save").exit_code == 1
    ended(dear.call("replay", "a.save", *LIMIT))
    assert dear.call("replay", "a.save").exit_code == 1


def test_a_group_is_played_and_umpired_with_more(dear):
    Path("group.toml").write_text('title = "Us"\ngame = "dear"\nseed = 1\nplayers = ["Aud"]\n')
    group = ("--group", "group.toml", "--player", "Aud")
    faulted(dear.call("play", "dear", *group, "--save", "a.save", input="3\n"))
    ended(dear.call("play", "dear", *group, *LIMIT, "--save", "b.save", input="3\n4\n"))
    assert dear.call("result", "b.save", "--player", "Aud", *LIMIT, "-o", "aud.json").exit_code == 0

    less = dear.call("umpire", ".")
    assert (less.exit_code, "--limit N allows N times as much" in " ".join(less.stdout.split())) == (1, True)
    assert dear.call("umpire", ".", *LIMIT).exit_code == 0
