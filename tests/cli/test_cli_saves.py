"""Saves, records, names, real dice and pins at the command line."""

from __future__ import annotations

import os
import pty
import sys
import time

import pytest

from bombsight.cli.play.interactive import InteractiveSession
from bombsight.runtime.saves.reader import read_save
from bombsight.service.games.requests import Rules
from bombsight.service.links.opening import keep_linked_game, open_link
from bombsight.service.links.packing import read_link
from bombsight.service.present.film import make_film
from bombsight.service.saves.bookmarks import Mark, find_bookmark, fingerprint_of, store_bookmarks
from tests.examples import EXAMPLES

RULES = Rules(folders=(EXAMPLES,))


@pytest.fixture
def played(shell):
    """A night that is left and a season that is over, in the data folder."""
    shell.call("play", "lighthouse", "--seed", "2", input="1\nname Keeper Old Olsen\nquit\n")
    season = shell.data / "bombsight" / "saves" / "season.save"
    assert (
        shell.call("play", "lighthouse", "--campaign", "--auto", "-q", "--seed", "2", "--save", season).exit_code == 0
    )
    return shell


def test_saves_say_where_they_stand_and_how_to_go_on(played):
    told = played.call("saves").stdout
    assert "The Keeper's Night  campaign" in told
    assert "goes on: Night 1, Hour 1" in told
    assert "bombsight resume " in told
    assert "bombsight record " in told
    document = played.json("saves")
    assert [save["is_over"] for save in document["saves"]] == [True, False]


@pytest.fixture
def left(shell, monkeypatch):
    """A season that is over, whose player was shown its first forty events."""
    save = shell.folder / "left.save"
    shell.call("play", "lighthouse", "--campaign", "--auto", "-q", "--seed", "2", "--save", save)
    monkeypatch.setenv("XDG_DATA_HOME", str(shell.data))
    saved = read_save(str(save))
    store_bookmarks({fingerprint_of(saved.header, saved.records): Mark(40)})
    return save


def test_what_would_tell_the_end_waits_until_it_was_shown(shell, left):
    assert "in the middle of its story" in shell.call("saves").stdout
    for command in ("report", "luck"):
        refused = shell.call(command, left)
        assert refused.exit_code == 2
        assert "in the middle of its story" in refused.stderr
        assert "bombsight resume" in refused.stderr
    standing = shell.json("record", left)["standing"]
    assert (standing["is_over"], standing["outcome"], standing["where"]) == (
        False,
        "",
        ["The season", "Night 1", "Hour 1", "The reef"],
    )


def test_a_link_and_the_game_that_it_becomes_end_where_the_story_was_left(shell, left):
    link = shell.call("link", left).stdout.strip()
    shown = read_link(link).shown
    assert shown == 40
    film = make_film(open_link(link, RULES).session, stop=shown)
    assert film.lines
    assert film.stop == shown
    told = shell.call("replay", link).stdout
    assert "goes on" in told
    assert len(told) < len(shell.call("replay", left).stdout)
    kept = keep_linked_game(open_link(link, RULES))
    saved = read_save(str(kept))
    assert find_bookmark(saved.header, saved.records) == shown


def test_resume_without_a_name_says_which_game_was_played_last(shell, played):
    refused = shell.call("resume")
    assert refused.exit_code == 2
    assert "which game goes on?" in refused.stderr
    assert "bombsight resume " in refused.stderr


def test_resume_without_a_name_and_without_games(shell):
    refused = shell.call("resume")
    assert (refused.exit_code, "bombsight play GAME" in refused.stderr) == (2, True)


@pytest.mark.skipif(os.name == "nt", reason="terminals are those of POSIX")
def test_resume_without_a_name_offers_the_games_that_go_on(played):
    with played.begin_at_terminal("resume") as terminal:
        offered = terminal.wait_for(b"[1] >")
        assert b"campaign" not in offered  # that one is over
        terminal.type(b"\r")
        terminal.wait_for(b"Where you were")
        terminal.type(b"quit\r")
        terminal.wait_for(b"Saved")


def test_there_are_no_saves_yet(shell):
    told = shell.call("saves").stdout
    assert "No saves in" in told
    assert "bombsight saves FOLDER" in told
    assert "No saves yet" in shell.call("record").stdout
    missing = shell.call("saves", "nowhere")
    assert (missing.exit_code, "there is no such folder" in missing.stderr) == (2, True)


def test_a_record_of_a_save(played):
    save = next(save for save in played.json("saves")["saves"] if not save["is_over"])["save"]
    told = played.call("record", save).stdout
    assert "Goes on: Night 1, Hour 1" in told
    assert "Old Olsen" in told
    facts = played.json("record", save)["standing"]["career"]["facts"]
    assert {"id": "keeper", "title": "Keeper", "name": "Aud", "value": "Old Olsen", "names": ""} in facts


def test_a_record_of_all_saves_of_a_game(played):
    told = played.call("record", "lighthouse").stdout
    assert "2 saves, 1 not over yet" in told
    assert "How they ended" in told
    assert played.call("record").stdout == told
    assert played.json("record", "lighthouse")["document"] == "records"
    assert played.call("record", "chess").exit_code == 2


def test_everybody_is_named_at_the_beginning(shell):
    told = shell.call("play", "lighthouse", "--seed", "2", "--named", input="Olsen\nname\nquit\n").stdout
    assert "Keeper Brand" in told
    assert "Olsen climbs the stairs" in told
    assert "Keeper  Olsen" in told
    kept = shell.call("play", "lighthouse", "--seed", "2", "--named", input="\nquit\n").stdout
    assert "Brand climbs the stairs" in kept
    left = shell.call("play", "lighthouse", "--seed", "2", "--named", input="")
    assert left.exit_code == 0


def test_what_is_a_command_names_nobody(shell):
    told = shell.call("play", "lighthouse", "--seed", "2", "--named", input="help\nState\nQuit\n")
    assert told.exit_code == 0
    assert told.stdout.count("Type a name for each") == 2
    assert "State is a command" in told.stdout
    assert "Left. Nothing was answered" in told.stdout
    named = shell.call("play", "lighthouse", "--seed", "2", "--named", input="undo\nHelp Olsen\nquit\n").stdout
    assert "Help Olsen climbs the stairs" in named
    later = shell.call("play", "lighthouse", "--seed", "2", "--named", input="\nname Keeper State\nname\nquit\n").stdout
    assert "Keeper  State" in later


def test_a_game_left_before_any_answer_is_kept_once_dice_have_fallen(shell):
    left = shell.call("play", "lighthouse", "--campaign", "--seed", "2", input="quit\n").stdout
    assert "Saved. To go on: bombsight resume" in left
    (save,) = shell.json("saves")["saves"]
    assert (save["answers"], save["is_over"]) == (0, False)


def test_a_resumed_game_keeps_its_pace_unless_another_is_asked_for(played, shell, monkeypatch):
    paces = []
    monkeypatch.setattr(InteractiveSession, "run", lambda session: paces.append(session.pace))
    save = next(save for save in played.json("saves")["saves"] if not save["is_over"])["save"]
    for option in (["--pace", "throws"], [], ["--pace", "straight"], []):
        shell.call("resume", save, *option, input="")
    assert paces == ["throws", "throws", "straight", "straight"]


def test_several_throws_in_a_line_and_the_rest_left_to_the_seed(shell):
    typed = "2 3 4 4\n\nr\ndice seeded\nquit\n"
    told = shell.call("play", "lighthouse", "--seed", "2", "--dice", "manual", input=typed).stdout
    assert "11 to 12 → a gale\n> 2 3 4 4\n  The sky turns" in told
    assert "d66 for Who comes up\n> r\n    Who comes up" in told
    assert "The seed throws from here on." in told


def test_until_a_procedure_shows_the_sheet(shell):
    result = shell.call("play", "lighthouse", "--auto", "--seed", "2", "--until", "orders", "--save", "a.save")
    assert result.exit_code == 0
    assert "Stopped before: Orders. To go on: bombsight resume a.save" in result.stdout
    assert "Sky:" in result.stdout
    assert shell.call("resume", "a.save", "--auto", "-q").exit_code == 0


def test_pins_stand_at_the_head(shell):
    told = shell.call("play", "lighthouse", "--auto", "--seed", "2", "--pin", "Weather=2 2").stdout
    assert "Weather pinned to 2+2" in told
    told = shell.call("play", "lighthouse", "--seed", "2", "--pin", "Sky=fog", input="state\nwhy\nquit\n").stdout
    assert "seed 2; Sky pinned to fog" in told
    assert "Sky: fog (pinned)" in told
    assert "\nSky pinned to fog.\n" in told
    shell.write("of.pins", "Weather = 2 2\nbroken\n")
    result = shell.call("play", "lighthouse", "--auto", "--pins", "of.pins")
    assert (result.exit_code, "of.pins:2" in result.stderr) == (2, True)


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")
def test_what_is_typed_ahead_beyond_the_end_goes_nowhere(monkeypatch):
    from bombsight.cli.terminal import streams

    leader, follower = pty.openpty()
    with os.fdopen(follower, "r") as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        os.write(leader, b"rm everything\n")
        time.sleep(0.05)
        streams.discard_typeahead()
        os.write(leader, b"next\n")
        assert terminal.readline() == "next\n"
    os.close(leader)
