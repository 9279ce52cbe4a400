"""Questions as they stand on the screen, and answers that are grave."""

from __future__ import annotations

import pytest

from bombsight.cli.play.asking import prompt_for, question_lines
from bombsight.runtime.choices import Question
from bombsight.runtime.describe import Option

HOME = Question(
    0,
    "choice:way/order",
    "Fuel 3, the coast two hours off",
    "player",
    (Option("back", "Turn back; it will not count", grave=True), Option("on", "Go on", beside="home with 1 left")),
    optional=False,
    offer=False,
    preferred=1,
    remarks=("Extinguishers left: 3",),
)

FIGHTERS = Question(
    0,
    "choice:fire/f",
    "Top turret: fire at",
    "player",
    (Option("a", "A kite, 12 o'clock High", beside="6 up; damaged"), Option("kite", "The long kite", beside="5 up")),
    optional=True,
    offer=False,
    preferred=-1,
)


def shown(asked, width=80):
    return [str(line).rstrip() for line in question_lines(asked, width)]


def test_what_decides_stands_in_the_question_and_what_is_grave_apart():
    assert shown(HOME) == [
        "Fuel 3, the coast two hours off",
        "  Extinguishers left: 3",
        "▸  1  Go on                          home with 1 left",
        "",
        "  10  Turn back; it will not count",
    ]
    assert prompt_for(HOME) == "[1] > "


def test_what_decides_stands_in_a_column_where_there_is_room():
    assert shown(FIGHTERS) == [
        "Top turret: fire at",
        "  1  A kite, 12 o'clock High   6 up; damaged",
        "  2  The long kite             5 up",
        "▸ 0  none",
    ]
    assert shown(FIGHTERS, 40)[1:] == [
        "  1  A kite, 12 o'clock High   6 up;",
        "    damaged",
        "  2  The long kite   5 up",
        "▸ 0  none",
    ]
    assert prompt_for(FIGHTERS) == "[0] > "


PASS = """\
game pass "The Pass"
  sources optional

procedure mission
  choose way
    ask "At the pass"
    answer on "Go on" prefer 1
      say "On."
    answer back "Turn back" {grave}
      say "Back."
"""


@pytest.mark.parametrize("name", ["Pass", "PASS", "pa"])
def test_capitals_do_not_count_and_the_beginning_of_a_games_name_will_do(shell, name):
    shell.write("games/pass/a.rules", PASS.format(grave=""))
    result = shell.call("play", name, input="\n")

    assert (result.exit_code, result.stderr) == (0, "")
    assert "On." in result.stdout


def test_a_beginning_that_two_games_have_is_told(shell):
    shell.write("games/pass/a.rules", PASS.format(grave=""))
    shell.write("games/pater/a.rules", PASS.format(grave="").replace("game pass", "game pater"))
    result = shell.call("play", "pa")

    assert result.exit_code == 2
    assert "pa may be any of several games" in result.stderr
    assert "Say which: pass or pater." in result.stderr


def test_dice_that_are_not_there_are_told_before_rules_are_read(shell):
    result = shell.call("play", "lighthouse", "--dice", "manuel")

    assert result.exit_code == 2
    assert "--dice manuel: there is no such file" in result.stderr
    assert "Did you mean manual?" in result.stderr


def test_an_empty_line_takes_what_is_marked(shell):
    shell.write("games/pass/a.rules", PASS.format(grave=""))
    result = shell.call("play", "pass", input="\n")

    assert "▸ 1  Go on\n  2  Turn back\n[1] >" in result.stdout
    assert "On." in result.stdout
