"""Page breaks at a terminal."""

from __future__ import annotations

import io
import os
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.text import Text

from bombsight.cli.play import paging
from bombsight.cli.terminal import streams
from tests.narrowing import output_of


@given(st.lists(st.sampled_from(["", "a line"]), max_size=80), st.integers(8, 40), st.integers(1, 8))
def test_pages_hold_all_lines_and_no_page_too_many(lines, page, last):
    cut = [*paging.split_into_pages([Text(line) for line in lines], page, last)]

    assert [str(line) for part in cut for line in part] == lines
    assert all(0 < len(part) <= page for part in (cut[:-1] if lines else ()))
    assert cut[-1] or not lines
    assert len(cut[-1]) <= last


def test_a_page_begins_where_something_new_does():
    lines = [Text("x")] * 8 + [Text()] + [Text("y")] * 8

    assert [len(part) for part in paging.split_into_pages(lines, 10, 9)] == [8, 9]


class Terminal(Console):
    """A console at which somebody types what is left in ``typed``."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.typed: list[str] = []


@pytest.fixture
def terminal(monkeypatch):
    """A terminal of 80x24 where somebody sits who only types what is left in ``typed``."""
    out = Terminal(file=io.StringIO(), force_terminal=True, width=80, height=24, color_system=None)
    monkeypatch.setattr(paging, "is_interactive", lambda: True)
    monkeypatch.setattr("builtins.input", lambda: out.typed.pop(0))
    return out


def shown(out: Console) -> list[str]:
    return [line for line in output_of(out).split("\n") if line]


def test_no_more_than_fifteen_new_lines_stand_above_a_question(terminal):
    terminal.typed[:] = ["", ""]
    paging.show_paged(terminal, [Text(f"line {n}") for n in range(50)], 4)
    told = shown(terminal)
    last = max(at for at, line in enumerate(told) if paging.BREAK_PROMPT in line)

    assert terminal.typed == []
    assert len(told) - last - 1 <= paging.MAX_LINES_ABOVE
    assert "line 49" in told[-1]


def test_all_is_read_before_a_question_that_fills_the_screen(terminal):
    terminal.typed[:] = [""]
    paging.show_paged(terminal, [Text("news")], 22)

    assert paging.BREAK_PROMPT in shown(terminal)[-1]


def test_pages_of_a_story_that_are_skipped_are_printed(terminal):
    terminal.typed[:] = ["s"]
    paging.show_paged(terminal, [Text(f"line {n}") for n in range(90)], 4, prints_skipped=True)

    assert any("line 45" in line for line in shown(terminal))


def test_who_skips_is_told_the_last_page_at_once(terminal):
    terminal.typed[:] = ["s"]
    paging.show_paged(terminal, [Text(f"line {n}") for n in range(90)], 4)

    assert not any("line 45" in line for line in shown(terminal))
    assert "line 89" in shown(terminal)[-1]


def test_a_break_stands_apart_from_the_story(terminal):
    terminal.typed[:] = [""]
    paging.show_paged(terminal, [Text(f"line {n}") for n in range(20)], 4)
    told = terminal.file.getvalue().split("\n")
    at = next(at for at, line in enumerate(told) if paging.BREAK_PROMPT in line)

    assert told[at - 1] == ""
    assert told[at - 2].startswith("line ")


def test_what_stands_above_already_counts():
    out = Console(file=io.StringIO(), force_terminal=True, width=80, height=24)

    assert paging.fits_unbroken(out, 8, 4, lines_above=7)
    assert not paging.fits_unbroken(out, 8, 4, lines_above=8)


def test_a_pipe_is_never_held_up(capsys):
    out = Console(file=io.StringIO(), width=80, height=24)
    paging.show_paged(out, [Text("x")] * 90, 4)

    assert output_of(out).count("x") == 90


@pytest.mark.parametrize(("is_ahead", "back"), [(False, "\x1b[1A\x1b[2K\r"), (True, "\x1b[2K\r")])
def test_nothing_is_left_of_a_break_though_its_line_was_typed_ahead(terminal, monkeypatch, is_ahead, back):
    """What was typed before was shown before: then the cursor is still on the line that is to go."""
    monkeypatch.setattr(paging, "has_line_waiting", lambda: is_ahead)
    terminal.typed[:] = [""]
    paging.wait_at_break(terminal, paging.BREAK_PROMPT)

    assert terminal.file.getvalue().endswith(f"{paging.BREAK_PROMPT} {back}")


@pytest.mark.skipif(os.name == "nt", reason="terminals are those of POSIX")
def test_a_line_that_was_typed_ahead_is_known(monkeypatch):
    import pty

    ours, theirs = pty.openpty()
    with open(theirs, encoding="utf-8", closefd=True) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert not streams.has_line_waiting()
        os.write(ours, b"half a ")
        assert not streams.has_line_waiting()
        os.write(ours, b"line\n")
        assert streams.has_line_waiting()
    os.close(ours)
