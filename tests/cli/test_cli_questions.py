"""Questions as they stand on the screen, and answers that are grave."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve

from bombsight.cli.play.joint_questions import draw_group
from bombsight.cli.play.question_input import draw_question, prompt_for
from bombsight.runtime.events.describe import Option
from bombsight.runtime.run.policies import Question
from bombsight.service.present.command_table import HELP_ROWS
from bombsight.service.present.joint_questions import make_matrix
from tests.cli.calling import ROOT, golden, screen

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
    return [str(line).rstrip() for line in draw_question(asked, width)]


def test_what_decides_stands_in_the_question_and_what_is_grave_apart():
    assert shown(HOME) == [
        "Fuel 3, the coast two hours off",
        "  Extinguishers left: 3",
        "▸  1  Go on                          home with 1 left",
        "",
        "  10  Turn back; it will not count",
    ]
    assert prompt_for(HOME) == "[1] > "


def numbers(count, beside=True, preferred=2):
    options = tuple(Option(f"{at}", f"{at}", beside=f"{count - at} left" * beside) for at in range(count))
    return evolve(HOME, prompt="How many", options=options, optional=True, preferred=preferred, remarks=())


def test_numbers_are_typed_as_they_are_and_each_has_a_line_where_something_decides():
    assert shown(numbers(3, beside=False)) == ["How many: 0, 1, 2, none"]
    assert shown(numbers(3)) == [
        "How many: 0, 1, 2, none",
        "     0   3 left",
        "     1   2 left",
        "▸    2   1 left",
        "  none",
    ]


def test_many_numbers_are_told_from_where_to_where_with_what_enter_answers():
    assert shown(numbers(15, beside=False)) == ["How many: 0 to 14, none"]
    assert shown(numbers(15)) == ["How many: 0 to 14, none", "▸ 2   13 left"]
    assert prompt_for(numbers(15)) == "[2] > "
    assert shown(numbers(15, preferred=-1)) == ["How many: 0 to 14, none", "▸ none"]


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


GUNS = (
    *("Nose gun, 12 bursts", "Port cheek gun, 10 bursts", "Starboard cheek gun, 10 bursts", "Top turret, 16 bursts"),
    *("Ball turret, 20 bursts", "Port waist gun, 20 bursts", "Starboard waist gun, 19 bursts", "Radio gun, 10 bursts"),
    *("Tail guns, 23 bursts", "Chin turret, 2 bursts", "Fifth man's gun, 1 burst", "Sixth gun, 1 burst"),
)
KITES = (
    "Red kite, 12 o'clock High",
    "Red kite, 1:30 Level",
    "Blue kite, 3 o'clock Low",
    "Blue kite, 9 o'clock",
    "Hawk, 6 High",
)


def guns(count=12, kites=KITES):
    """Questions for so many guns; each bears on all of the kites but one."""
    for row, gun in enumerate(GUNS[:count]):
        beside = ("6 up", "5 up, damaged", "5 up", "3 up", "6 up; ace")
        offered = [
            Option(f"k{place}", kite, beside=beside[place]) for place, kite in enumerate(kites) if place != row % 6
        ]
        yield Question(
            0, "choice:lay/f", f"{gun}: fire at", "player", tuple(offered), optional=True, offer=False,
            preferred=row % len(offered) - (row == 3), together="Fire of the guns",
        )  # fmt: skip


@pytest.mark.parametrize("width", [80, 100])
def test_a_table_of_twelve_guns_and_five_targets(width):
    lines = "\n".join(str(line) for line in draw_group(make_matrix([*guns()]), width))

    assert max(map(len, lines.splitlines())) <= width
    assert screen(lines) == golden(f"guns-{width}", lines)


def test_a_table_that_is_too_wide_is_broken():
    lines = [str(line) for line in draw_group(make_matrix([*guns(2)]), 40)]

    assert max(map(len, lines)) <= 40
    assert sum("Nose" in line for line in lines) > 1


def test_questions_are_put_as_one_where_only_what_is_sensible_is_asked(shell):
    typed = "south 3, tower hold\nundo\nwhy not\n\n1, raft\n\n"
    result = shell.call(
        "play", ROOT / "tests/service/fort", "--seed", "1", "--ask", "sensible", "--save", "a.save", input=typed
    )

    assert result.exit_code == 0
    assert screen(result.stdout) == golden("play-fort", result.stdout)
    assert '"a":"sloop"' in (shell.folder / "a.save").read_text()


def test_one_of_them_is_asked_by_itself_if_it_is_wanted(shell):
    typed = "one\n2 always\nquit\n"
    result = shell.call(
        "play", ROOT / "tests/service/fort", "--seed", "1", "--ask", "sensible", "--save", "a.save", input=typed
    )

    assert "From here on: '…: fire at': Brig, 3 o'clock, always" in result.stdout
    assert "South gun: fire at → Brig, 3 o'clock (as ordered)" in result.stdout
    assert (shell.folder / "a.save").read_text().count('"a":"brig"') == 3


def test_a_pipe_is_asked_everything_one_by_one(shell):
    result = shell.call(
        "play", ROOT / "tests/service/fort", "--seed", "1", "--save", "a.save", input="1\n1\nraft\nquit\n"
    )

    assert (shell.folder / "a.save").read_text().count('"a":') == 3
    assert "South gun: fire at\n▸ 1  Brig" in result.stdout


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


def test_help_fits_a_narrow_terminal():
    size = max(len(name) for name, _ in HELP_ROWS)

    assert max(2 + size + 2 + len(text) for _, text in HELP_ROWS) <= 80


def test_an_empty_line_takes_what_is_marked(shell):
    shell.write("games/pass/a.rules", PASS.format(grave=""))
    result = shell.call("play", "pass", input="\n")

    assert "▸ 1  Go on\n  2  Turn back\n[1] >" in result.stdout
    assert "On." in result.stdout


def test_orders_are_listed_and_taken_back_and_levels_told(shell):
    typed = (
        "ask\nask gr\nask all\nask much\n2 always\norders\norders off 7\norders off 1\norders\nauto until tea\nauto\n"
    )
    result = shell.call("play", "lighthouse", "--seed", "3", "--ask", "all", "--save", "a.save", input="\n" + typed)

    for line in (
        "Asked: every question (all).",
        "Asked: only what is grave (grave).",
        "Say how much is to be asked: all, sensible or grave.",
        "There is no order 7.",
        "No standing orders. To give one: always, this, during NAME, until NAME, auto",
        "Play comes to nothing called 'tea'.",
        "From here on: auto until the end",
    ):
        assert line in result.stdout


def test_what_is_nearly_a_command_is_answered_with_how_it_goes(shell):
    typed = "tell much\nudno\nnonsense\nquit\n"
    told = shell.call("play", "lighthouse", "--seed", "3", "--save", "a.save", input=typed).stdout
    refused = "is not offered. Type 1, 2 or a word that only one has.\n"
    assert f"'tell much' {refused}tell [LEVEL]  how much is told: news, rolls, books\n\n" in told
    assert f"'udno' {refused}undo [N|all]  take back your last answer, or N, or all there are\n\n" in told
    assert f"'nonsense' {refused}\n" in told


def test_a_grave_answer_is_asked_once_more_at_a_terminal(shell, monkeypatch):
    shell.write("games/pass/a.rules", PASS.format(grave="grave"))
    result = shell.call("play", "pass", input="10\n")
    assert "▸  1  Go on\n\n  10  Turn back\n" in result.stdout
    assert "Back." in result.stdout  # what comes from a pipe was written with care

    from bombsight.cli.play import play_runner

    monkeypatch.setattr(play_runner, "is_interactive", lambda: True)
    result = shell.call("play", "pass", input="back\nno\nturn\nyes\n")
    assert result.stdout.count("Turn back. Do you mean it? Type yes; anything else leads back to the question.") == 2
    assert result.stdout.count("At the pass") == 2
    assert "Back." in result.stdout


def test_an_empty_line_from_a_pipe_gives_no_grave_answer(shell):
    shell.write("games/pass/a.rules", PASS.format(grave="grave prefer 9"))
    result = shell.call("play", "pass", input="\n1\n")

    assert "Enter alone gives no grave answer. To answer Turn back, type it." in result.stdout
    assert "On." in result.stdout


class Counting(tuple[Option, ...]):
    """Options that count how often they are gone through."""

    times = 0

    def __iter__(self) -> Iterator[Option]:
        """Go through them once more."""
        Counting.times += 1
        return super().__iter__()


@pytest.mark.parametrize("many", [10, 1_000])
def test_options_are_gone_through_as_often_however_many_there_are(many, monkeypatch):
    monkeypatch.setattr(Counting, "times", 0)
    options = Counting(Option(f"o{number}", f"Card {number}", beside="3") for number in range(many))
    lines = draw_question(evolve(FIGHTERS, options=options), 80)

    assert len(lines) >= many
    assert Counting.times <= 12
