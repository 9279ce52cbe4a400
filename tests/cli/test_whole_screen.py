"""Whether a game opens a whole screen."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager

import pytest

pytest.importorskip("textual", reason="needs Textual: python -m pip install '.[test]'")

from bombsight.boundary.errors import InputError
from bombsight.cli.terminal import whole_screen
from bombsight.cli.terminal.whole_screen import should_use_screen
from tests.processes import PATIENCE

USUAL = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", "BOMBSIGHT_PLAIN": ""}


@pytest.fixture
def terminal(monkeypatch):
    """Sits at a terminal, with these differences."""

    def sit(*, is_there=True, has_textual=True, **environment):
        for name, value in (USUAL | environment).items():
            monkeypatch.setenv(name, value)
        monkeypatch.delenv("TEXTUAL_DRIVER", raising=False)
        monkeypatch.setattr(whole_screen, "is_interactive", lambda: is_there)
        monkeypatch.setattr(whole_screen, "find_spec", lambda name: name if has_textual else None)
        for stream in (sys.stdout, sys.stderr):
            monkeypatch.setattr(stream, "isatty", lambda: is_there, raising=False)

    return sit


def test_a_terminal_with_room_shows_a_screen_unasked(terminal):
    terminal()
    assert should_use_screen(None, {"--json": False})
    assert should_use_screen(True, {})


@pytest.mark.parametrize(
    "differs",
    [
        {"BOMBSIGHT_PLAIN": "1"},
        {"COLUMNS": "79"},
        {"LINES": "23"},
        {"TERM": "dumb"},
        {"TERM": ""},
        {"is_there": False},
        {"has_textual": False},
    ],
)
def test_lines_are_told_where_a_screen_is_not_wanted_or_cannot_be(terminal, differs):
    terminal(**differs)
    assert not should_use_screen(None, {})


def test_a_browser_takes_the_place_of_the_terminal(terminal, monkeypatch):
    terminal(is_there=False, TERM="dumb")
    monkeypatch.setenv("TEXTUAL_DRIVER", "somewhere")
    assert should_use_screen(None, {})
    assert not should_use_screen(None, {"--auto": True})


def test_switches_that_ask_for_lines(terminal):
    terminal()
    assert not should_use_screen(None, {"--json": True})
    assert not should_use_screen(None, {}, prefer_lines=True)
    assert not should_use_screen(False, {})
    assert should_use_screen(True, {}, prefer_lines=True)
    with pytest.raises(InputError, match="--screen and --json exclude each other"):
        should_use_screen(True, {"--json": True})


def test_who_asks_for_a_screen_has_it_on_a_small_terminal_and_against_the_setting(terminal):
    terminal(COLUMNS="60", BOMBSIGHT_PLAIN="1")
    assert should_use_screen(True, {})
    terminal(has_textual=False)
    with pytest.raises(InputError, match="wants Textual"):
        should_use_screen(True, {})


OF_A_SCREEN = b"\x1b[?1049h"


@contextmanager
def at_a_terminal(shell, **environment):
    """Somebody at a terminal where a game begins; what it has shown by then. It is left in there."""
    args = ("play", "lighthouse", "--seed", "2", "--save", "a.save")
    with shell.begin_at_terminal(*args, env=USUAL | environment) as terminal:
        yield terminal, terminal.wait_for(b"Leave", b"the story begins")
        terminal.wait_for(b"To go on", b"Saved")
        assert terminal.process.wait(PATIENCE) == 0


@pytest.mark.skipif(os.name == "nt", reason="terminals are those of POSIX")
def test_a_game_at_a_terminal(shell):
    with at_a_terminal(shell) as (terminal, shown):
        assert OF_A_SCREEN in shown
        terminal.type(b"q")


@pytest.mark.skipif(os.name == "nt", reason="terminals are those of POSIX")
def test_a_game_in_lines_at_a_terminal(shell):
    with at_a_terminal(shell, BOMBSIGHT_PLAIN="1") as (terminal, shown):
        assert OF_A_SCREEN not in shown
        terminal.type(b"\r")
        terminal.wait_for(b"Throw again")
        terminal.type(b"quit\r")
