"""What a player can ask about the story: why, undo, log, tell, help."""

from __future__ import annotations

import re

import pytest

PLAY = ("play", "lighthouse", "--seed", "2", "--save", "a.save")


def asked(shell, *typed: str) -> str:
    """What is answered to something typed at the second question of a night."""
    return shell.call(*PLAY, input="\n2\n" + "".join(f"{line}\n" for line in typed) + "quit\n").stdout


def test_why_takes_a_number_or_a_table(shell):
    shown = asked(shell, "why 5", "why weather", "why 99", "why tide")

    assert shown.count("The sky turns\n  2d6: 4+5 = 9") == 1
    assert shown.count("The sky turns\n  2d6: 5+5 = 10") == 1
    error = shell.call(*PLAY[:-1], "b.save", input="why 9\nwhy tide\nquit\n").stderr
    assert "there is no throw 9" in error
    assert "nothing was thrown for tide" in error


def test_why_says_what_was_needed_where_the_row_does_not(shell):
    shown = shell.call(*PLAY, input="\n\n1\n\nwhy reef\nquit\n").stdout

    assert "on the dice: " in shown
    assert "safe" in shown.partition("on the dice: ")[2].splitlines()[0]


def test_why_names_the_place_in_the_rules_as_people_call_it(shell):
    assert "\n  lighthouse/20-tables.rules:12\n" in asked(shell, "why")


def test_undo_says_what_it_takes_back_and_returns_to_an_answer(shell):
    shown = asked(shell, "undo list", "undo to 2", "undo 5", "undo nonsense")

    assert "  1  Swing the hand lantern: Keep the dice" in shown
    assert "  2  Swing the hand lantern: Throw again" in shown
    assert "Taken back: Swing the hand lantern: Throw again." in shown
    assert shown.count("Type undo, undo N, undo to N, or undo all; N is at most 1.") == 2


def test_undo_says_what_was_answered_without_asking_and_takes_it_back_where_that_is_wanted(shell):
    told = shell.call(
        "play", "lighthouse", "--seed", "2", "--ask", "grave", input="undo\nundo list\n\nundo list\nundo all\n"
    )
    said = "5 questions were answered without asking you"
    story = " ".join(told.stdout.split())

    assert story.count(f"There is nothing of yours to take back. {said}; undo all takes that back.") == 2
    assert f"undo to N: be asked N again {said} before the first of them. undo all takes that back, too." in story
    *_, last = told.stdout.split("Taken back: all, to the first question.")
    assert "Swing the hand lantern  [Enter]" in last, "asked now, however much is asked"


@pytest.mark.parametrize("detail", ["rolls", "news"])
def test_dice_that_may_be_thrown_again_stand_above_the_offer_at_every_level_and_after_an_undo(shell, detail):
    offer = r"\S+ 63 \S+ Two trawlers\n\nSwing the hand lantern  \[Enter\]"
    played = shell.call(
        "play", "lighthouse", "--seed", "1", "--save", "c.save", "--tell", detail, input="\n1\nundo\nquit\n"
    )
    assert len(re.findall(offer, played.stdout)) == 2
    again = shell.call("resume", "c.save", "--tell", detail, input="quit\n")
    assert re.search(offer, again.stdout)


def test_the_log_is_numbered_as_why_counts(shell):
    shown = asked(shell, "log")

    assert "\n1     Who comes up" in shown
    assert "\n2   The sky turns" in shown


def test_how_much_is_told_may_change_in_play(shell):
    shown = asked(shell, "tell books", "sound", "1", "tell")

    assert "Told is books" in shown
    assert "Fatigue: 0 → 1" in shown
    assert shown.count("Told is books") == 2


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("trawler", "strength  3"),
        ("fog signal", "can be  bell, horn"),
        ("oil", "Oil  on the sheet"),
        ("ships lost", "Ships lost"),
        ("weather", "The sky turns"),
        ("burn", "burn  rule"),
    ],
)
def test_help_tells_what_something_of_the_game_is(shell, word: str, told: str):
    assert told in asked(shell, f"help {word}")


def test_help_suggests_what_was_meant(shell):
    error = shell.call(*PLAY, input="help trawlr\nhelp zzz\nquit\n").stderr

    assert "Did you mean Trawler?" in error
    assert "nothing in The Keeper's Night is called zzz" in error


@pytest.mark.parametrize("command", ["play", "replay"])
def test_levels_of_telling(shell, command: str):
    shell.call("play", "lighthouse", "--auto", "--seed", "2", "--save", "a.save")
    call = {"play": ("play", "lighthouse", "--auto", "--seed", "2"), "replay": ("replay", "a.save")}[command]
    news, rolls, books = (shell.call(*call, "--tell", level).stdout for level in ("news", "rolls", "books"))

    assert "The sky turns" not in news
    assert "! The Packet from the south is on the rocks." in news
    assert "Oil: 14" not in rolls
    assert "The sky turns" in rolls
    assert "Oil: 14 → 12" in books


def test_a_campaign_is_debriefed_mission_by_mission(shell):
    call = ("play", "lighthouse", "--campaign", "--auto", "--seed", "2", "--tell", "news", "--save", "season")
    shown = shell.call(*call).stdout
    replayed = shell.call("replay", "season", "--tell", "news").stdout

    for told in (shown, replayed):
        assert told.count("── Debriefing: Night ") == 4
        assert told.index("Debriefing: Night 1") < told.index("── Night 2") < told.index("Debriefing: Night 2")
        assert "  Ships lost          1\n" in told
        assert "Career\n  Nights kept: 1\n  Lost this season: Packet 1\n" in told
