"""Two people at one keyboard."""

from __future__ import annotations

import os
import re

import pytest

from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Answer, Throw
from bombsight.service.seats.protocol.commitments import derive_undo_seed
from tests.cli.calling import ROOT
from tests.processes import PATIENCE

COVE = ROOT / "tests" / "service" / "seats" / "cove"


def two(shell, *typed: str):
    """What is shown when this is typed, line by line."""
    return shell.call("play", COVE, "--two", "--seed", "3", "--save", "cove.save", input="\n".join([*typed, ""]))


def test_the_screen_is_handed_over_whenever_it_is_anothers_turn(shell):
    shown = two(shell, "", "2", "", "", "", "", "quit")
    assert shown.exit_code == 0
    assert shown.stdout.endswith("To go on: bombsight resume cove.save --two\n")
    handed = re.findall(r"Pass to (.*)\.", shown.stdout)
    assert handed == ["the smuggler", "the keeper", "the smuggler"]
    first, second, third = shown.stdout.split("Pass to ")[1:]
    assert "where the boat lands" in first
    assert "Where the great lamp turns" not in first
    assert "Where the great lamp turns" in second
    assert "Hour 2: where the boat lands" in third
    assert [record.name for record in read_save("cove.save").records if hasattr(record, "name")][:2] == [
        "at_west",
        "turn_east",
    ]


OPEN = """\
game wreckers "Lights and Wreckers"
  sources optional
  players Side

enum Side: keeper "the keeper", wrecker "the wrecker"

state mission
  lamps[Side] "Lamps lit": 0..6 full = 0

procedure mission "One night"
  repeat 2 times
    for each side in Side
      choose order
        ask "What does he do"
        by side
        answer light "Light a lamp"
          add 1 to lamps[side]
          say "{side} lights a lamp."
        answer wait "Wait"
          nothing
"""


def test_where_nothing_is_hidden_nothing_is_covered_and_nothing_told_twice(shell):
    (shell.folder / "wreckers").mkdir()
    (shell.folder / "wreckers" / "game.rules").write_text(OPEN, encoding="utf-8")
    shown = shell.call("play", "wreckers", "--two", "--seed", "3", "--save", "open.save", input="\n\n\n\n")
    assert shown.exit_code == 0
    assert "uncovers" not in shown.stdout
    assert re.findall(r"^(The .*):$", shown.stdout, re.MULTILINE) == ["The keeper", "The wrecker"] * 2
    for line in ("the keeper lights a lamp.", "the wrecker lights a lamp."):
        assert shown.stdout.count(line) == 2
    assert shown.stdout.count("The end.") == 1


def test_board_marks_what_has_changed_since_the_player_looked_last(shell):
    rules = OPEN.replace(
        "procedure mission", 'board lit "What is lit"\n  rows s in Side\n    mark "{lamps[s]}"\n\nprocedure mission'
    )
    (shell.folder / "wreckers").mkdir()
    (shell.folder / "wreckers" / "game.rules").write_text(rules, encoding="utf-8")
    typed = ("board", "board", "", "", "board lit", "board is lit", "quit")
    shown = shell.call("play", "wreckers", "--two", "--seed", "3", "--save", "open.save", input="\n".join(typed))
    boards = [part.partition("What does")[0] for part in shown.stdout.split("What is lit")[1:]]
    assert ["»" in board for board in boards] == [False, False, True, True]


def test_a_game_that_was_left_goes_on_for_two(shell):
    two(shell, "", "2", "quit")
    again = shell.call("resume", "cove.save", "--two", "--path", COVE.parent, input="\n\n\nquit\n")
    assert "Where the great lamp turns" in again.stdout


def test_each_may_ask_for_more_and_what_one_does_alone_is_not_there(shell):
    shown = two(shell, "", "help", "state all", "why", "orders", "undo all", "undo", "log", "nonsense", "quit")
    assert shown.exit_code == 0
    assert "give up" in shown.stdout
    assert "Cargo ashore" in shown.stdout
    assert "No dice were thrown yet" in shown.stdout
    assert "At a table of two there is no `orders`" in shown.stdout
    assert "At a table only your last answer is taken back: undo." in shown.stdout
    assert "you have given no answer that could be taken back" in shown.stderr
    assert "'nonsense' is not offered" in shown.stdout


def test_an_answer_is_taken_back_if_the_other_agrees_and_its_dice_fall_anew(shell):
    shown = two(shell, "", "1", *[""] * 5, "undo", "", "no", "", "undo", "", "yes", "", "2", "", "quit")
    first, refused, agreed = shown.stdout.split(
        "The smuggler asks to take back his last answer, and 3 of yours with it"
    )
    assert "Pass to the keeper" in first
    assert "The keeper does not agree: nothing is taken back." in refused
    assert "Hour 2: where the boat lands" in refused
    assert "Taken back: the last answer of the smuggler, and what followed." in agreed
    assert "Hour 1: where the boat lands" in agreed
    saved = read_save("cove.save")
    assert [(each.name, each.seed) for each in saved.records if isinstance(each, Answer)] == [
        ("at_west", derive_undo_seed(3, 1))
    ]
    assert len(saved.taken_back) == 1
    shell.call("resume", "cove.save", "--two", "--path", COVE.parent, input="\n" * 5 + "undo\n\nyes\n\n1\nquit\n")
    first = next(each for each in read_save("cove.save").records if isinstance(each, Answer))
    assert (first.name, first.seed) == ("at_east", derive_undo_seed(3, 2))


def test_two_throw_their_own_dice_and_take_them_back(shell):
    typed = ("", "1", *[""] * 4, "9", "5", "", "undo", "", "yes", "", "1", *[""] * 4, "1", "", "quit")
    shown = shell.call("play", COVE, "--two", "--dice", "manual", "--save", "cove.save", input="\n".join(typed))
    assert "1d6 for The tide" in shown.stdout
    assert shown.stdout.count("1d6 for The tide") == 3
    saved = read_save("cove.save")
    assert [each.faces for each in saved.records if isinstance(each, Throw)] == [(1,)]
    assert [each.faces for each in saved.taken_back[0].removed if isinstance(each, Throw)] == [(5,)]
    checked = shell.call("verify", "cove.save", "--path", COVE.parent)
    assert checked.exit_code == 0
    assert "1 of 1 throws are believed, not proved" in checked.stdout
    assert shell.call("play", COVE, "--two", "--dice", "file", input="").exit_code == 2


def test_each_names_what_he_sees_at_one_keyboard(shell):
    rules = OPEN.replace("  players Side\n", '  players Side\n  names "Ada", "Bo"\n').replace(
        "state mission\n", 'state mission\n  cook "The cook": text\n'
    )
    rules = rules.replace('say "{side} lights a lamp."', 'say "{cook} lights a lamp."')
    (shell.folder / "wreckers").mkdir()
    (shell.folder / "wreckers" / "game.rules").write_text(rules, encoding="utf-8")
    typed = ("", "name", "name cook Old Nan", "log", "", "log", "quit")
    shown = shell.call("play", "wreckers", "--two", "--seed", "3", "--save", "open.save", input="\n".join(typed))
    assert "name WHO NEW NAME" in shown.stdout
    assert "The cook: Old Nan" in shown.stdout
    before, after = shown.stdout.split("The cook: Old Nan")
    assert "Old Nan lights a lamp." not in before
    assert after.count("Old Nan lights a lamp.") == 4  # in the log, as it happens, and twice in the log


def test_the_save_of_two_is_verified_with_what_was_taken_back(shell):
    two(shell, "", "1", *[""] * 5, "undo", "", "yes", "", "2", *[""] * 30)

    def verified(save: str):
        return shell.call("verify", save, "--path", COVE.parent)

    honest = verified("cove.save")
    assert honest.exit_code == 0
    assert honest.stdout.startswith("The save holds what its seed and its rules give: 12 answers and 3 throws of dice.")
    assert "Taken back: answer 1 of the smuggler and what followed." in honest.stdout
    text = (shell.folder / "cove.save").read_text(encoding="utf-8")
    for pattern, other, said in (
        (r'"d":\[(\d)\]', '"d":[7]', "otherwise than it comes about"),
        (r',"seed":\d+\}', "}", "did not begin anew"),
        (r',"seed":\d+\}', ',"seed":5}', "did not begin anew"),
        (r'"a":"caves"', '"a":"east"', "not offered"),
        (r'("at":"choice:lamp/sweep","j":"\w+")', r'\1,"seed":5', "nothing was taken back"),
        (r'"result":"\w+"', '"result":"none"', "another end"),
    ):
        changed = re.sub(pattern, other, text, count=1)
        assert changed != text
        found = verified(shell.write("changed.save", changed))
        assert (found.exit_code, said in found.stderr) == (1, True), (pattern, found.stderr)


CARDS = """\
game hands "Hands of Cards"
  sources optional
  players Side

enum Side: keeper "the keeper", wrecker "the wrecker"
enum Kind: ace "Ace"
enum Place: north "North", south "South"

record Card
  kind "Card": Kind seen by holder
  holder: Side or none

state mission
  cards: list of Card at most 9

procedure mission "One night"
  repeat 3 times
    add Card(kind: ace, holder: none) to cards
  draw p from Place
  say "{p}."
  for each side in Side
    step deal seen by side
      draw c from cards where c.holder is none
      set c.holder to side
    choose order
      ask "What does he do"
      by side
      answer play "Play it"
        nothing
      answer keep "Keep it"
        nothing
"""


def test_why_tells_a_draw_and_of_what_there_was_what_that_seat_may_know(shell):
    (shell.folder / "hands").mkdir()
    (shell.folder / "hands" / "game.rules").write_text(CARDS, encoding="utf-8")
    shown = shell.call("play", "hands", "--two", "--seed", "3", "--save", "cards.save", input="\nwhy\nwhy 2\nquit\n")
    assert shown.exit_code == 0
    last, before = re.findall(r"^Drawn: (.*)\n  1 of (.*)$", shown.stdout, re.MULTILINE)
    assert last == ("Ace", "3, each as likely")
    assert before[1] == "2, each as likely: North; South"


def test_a_game_that_is_given_up_is_over_for_both(shell):
    shown = two(shell, "", "give up", "yes", "")
    assert shown.exit_code == 0
    assert "You gave the game up." in shown.stdout
    assert "The smuggler gave the game up." in shown.stdout


def test_a_game_for_two_is_played_to_its_end(shell):
    shown = two(shell, *[""] * 40)
    assert shown.exit_code == 0
    assert shown.stdout.count("Outcome: ") == 2
    again = shell.call("replay", "cove.save", "--path", COVE.parent)
    assert "the same story" in again.stdout


def test_what_does_not_go_with_two_is_refused(shell):
    for more in (["--auto"], ["--json"], ["--dice", "FILE"], ["--until", "watch"]):
        refused = shell.call("play", COVE, "--two", *more)
        assert refused.exit_code == 2
        assert "exclude each other" in refused.stderr
    alone = shell.call("play", "lighthouse", "--two", "--save", "alone.save")
    assert alone.exit_code == 2
    assert "nothing for a second player to decide" in alone.stderr


@pytest.mark.skipif(os.name == "nt", reason="terminals are those of POSIX")
def test_what_one_has_typed_is_gone_when_another_sits_down(shell):
    """Neither typed ahead nor brought back by the key that does: the second answer is what Enter alone gives."""
    args = ("play", COVE, "--two", "--seed", "3", "--save", "cove.save")
    with shell.begin_at_terminal(*args, env={"TERM": "xterm"}) as terminal:
        for shown, keys in (
            (b"uncovers", b"\r"),
            (b"In the caves", b"2\r2\r2\r"),
            (b"Pass to the keeper", b"\r"),
            (b"To the west bay", b"\x1b[A\r"),
            (b"Where a lantern", b"quit\r"),
        ):
            terminal.wait_for(shown)
            terminal.wait_for(b">")
            terminal.shown = b""
            terminal.type(keys)
        assert terminal.process.wait(PATIENCE) == 0
    given = [record.name for record in read_save(str(shell.folder / "cove.save")).records if isinstance(record, Answer)]
    assert given == ["at_west", "turn_east"]
