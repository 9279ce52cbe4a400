"""A table that is over is watched with all cards up, by both; before, its save betrays nothing to its host."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.seated_tables import COVE, mail

PATH = ("--path", COVE.parent)


@pytest.fixture
def letter(shell):
    """The first letter to the guest of a table."""
    _, invitation = mail(shell, "host", COVE, "--save", "t.save", "--seat", "keeper")
    _, acceptance = mail(shell, "guest", invitation)
    return mail(shell, "host", acceptance)[1]


@pytest.fixture
def own(shell, letter):
    """The file of the guest's seat, after the game was played to its end."""
    sent = letter
    while sent is not None:
        _, reply = mail(shell, "guest", sent, typed=("2",))
        sent = mail(shell, "host", reply, typed=("",) * 4)[1] if reply is not None else None
    (found,) = Path("guest").rglob("*.seat")
    return found


WATCHING = (("replay",), ("replay", "--watch", "--plain"))

SECRET = "Where a lantern is set"


def test_both_watch_the_same_film_with_all_cards_up(shell, own):
    films = [shell.call("replay", each, "--watch", "--plain", *PATH, input="\n" * 200) for each in (own, "t.save")]
    assert [film.exit_code for film in films] == [0, 0], films[0].stderr
    of_guest, of_host = (film.stdout for film in films)
    assert ("! A boat is seen." in of_host, "* A boat is seen." in of_guest) == (True, True)  # good for the smuggler
    assert of_guest.replace("* A boat", "! A boat") == of_host
    assert SECRET in of_guest
    assert "only the" not in films[0].stdout
    replays = [shell.call("replay", each, *PATH).stdout for each in (own, "t.save")]
    assert replays[0].replace("* A boat", "! A boat") == replays[1]
    assert shell.call("replay", own.with_suffix(".revealed"), *PATH).exit_code == 0


def test_a_seats_file_is_reported_judged_and_recorded_like_a_save(shell, own):
    for command in (("luck",), ("report", "-o", "page.html"), ("record",), ("link",)):
        shown = shell.call(*command, own, *PATH)
        assert shown.exit_code == 0, (command, shown.stderr)


def test_while_a_table_goes_on_neither_side_is_shown_what_is_hidden(shell, letter):
    mail(shell, "guest", letter, typed=("quit",))
    (own,) = Path("guest").rglob("*.seat")
    for command in (
        ("replay",),
        ("replay", "--watch", "--plain"),
        ("luck",),
        ("record",),
        ("report", "-o", "x.html"),
        ("link",),
    ):
        for file, said in (("t.save", "holds what is hidden from you"), (own, "nothing is revealed of this table")):
            refused = shell.call(*command, file, *PATH)
            assert (refused.exit_code, refused.stdout, said in refused.stderr) == (2, "", True), (
                command,
                refused.output,
            )


def test_a_host_who_does_not_play_may_watch_his_table(shell):
    shell.call("mail", COVE, "--save", "t.save", "--seat", "none", "--seed", "3", *PATH)
    assert shell.call("replay", "t.save", *PATH).exit_code == 0


def test_a_save_of_the_host_is_no_secret_once_the_game_was_given_up(shell, letter):
    _, reply = mail(shell, "guest", letter, typed=("give up", "yes"))
    mail(shell, "host", reply)
    assert shell.call("replay", "t.save", *PATH).exit_code == 0
