"""Screens at 80 columns without colour, as they are."""

from __future__ import annotations

import pytest
from calling import golden, screen

from cli.reasons import reasons
from runtime.views import AppliedModifier, RollView

SCREENS = {
    "table": ("table", "lighthouse", "Reef"),
    "table-notes": ("table", "lighthouse", "traffic"),
    "table-grid": ("table", "lighthouse", "Leeway"),
    "table-variant": ("table", "lighthouse", "Weather", "--variant", "winter"),
    "rules": ("rules", "lighthouse", "--option", "fog_signal=bell", "--variant", "winter", "--without", "sheet"),
    "test": ("test", "lighthouse"),
    "play-auto": ("play", "lighthouse", "--auto", "--seed", "2"),
    "play-quiet": ("play", "lighthouse", "--auto", "--seed", "2", "--quiet"),
    "replay-script": ("replay", "games/lighthouse/first-night.script"),
    "explain": ("explain", "O001"),
    "help": ("--help",),
    "help-play": ("play", "--help"),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screens(shell, name):
    result = shell.call(*SCREENS[name])

    assert result.exit_code == 0
    assert result.stderr == ""
    assert screen(result.stdout) == golden(name, result.stdout)


def test_the_list_of_games(shell):
    result = shell.call("games", env={"COLUMNS": "100"})

    assert "lighthouse" in result.stdout
    assert "The Keeper's Night" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 100


ANSWERS = """\

2
why
help
?
state
log 3
frog
sound
table weather
undo
/undo 2
quit
"""


def test_a_person_plays(shell):
    result = shell.call("play", "lighthouse", "--seed", "2", "--save", "a.save", input=ANSWERS)

    assert result.exit_code == 0
    assert screen(result.stdout) == golden("play-person", result.stdout)


def test_why_says_how_a_modifier_came_down():
    modifier = AppliedModifier(
        label="horn",
        amount=1,
        text="sky is fog",
        cite="rule 5",
        touched=(),
        standing="recovered",
        evidence="the second printing",
    )
    view = RollView(
        table="Reef",
        title="Reef",
        dice="1d6",
        faces=(3,),
        natural=3,
        modifiers=(modifier,),
        total=4,
        row=None,
        standing="",
    )

    assert "  +1 horn when sky is fog; recovered: the second printing [rule 5]" in map(str, reasons(view, 80))


def test_real_dice_are_asked_for(shell):
    typed = "7\n2 9\n\n3 4\n\nhelp\nlots\nundo\nquit\n"
    result = shell.call("play", "lighthouse", "--dice", "manual", "--save", "a.save", input=typed)

    assert result.exit_code == 0
    assert screen(result.stdout) == golden("play-dice", result.stdout)


def test_a_game_is_taken_up_again(shell):
    shell.call("play", "lighthouse", "--seed", "2", "--save", "a.save", input="\n" * 3 + "sound\n" * 2)
    result = shell.call("resume", "a.save")

    assert result.exit_code == 0
    assert screen(result.stdout) == golden("resume", result.stdout)


@pytest.mark.parametrize("columns", [1, 20, 40, 200])
@pytest.mark.parametrize("name", ["table", "table-grid", "rules", "play-auto", "test"])
def test_any_width_will_do(shell, name, columns):
    result = shell.call(*SCREENS[name], env={"COLUMNS": str(columns)})

    assert result.exit_code == 0
    if columns >= 20:
        assert max(map(len, result.stdout.splitlines())) <= columns


def test_the_list_of_games_at_any_width(shell):
    for columns in (1, 20, 60):
        assert shell.call("games", env={"COLUMNS": str(columns)}).exit_code == 0


def test_colour_only_where_it_is_wanted(shell):
    plain = shell.call("table", "lighthouse", "Reef").stdout
    forced = shell.call("table", "lighthouse", "Reef", env={"NO_COLOR": "", "FORCE_COLOR": "1", "TERM": "xterm"}).stdout

    assert "\x1b" not in plain
    assert "\x1b" in forced
