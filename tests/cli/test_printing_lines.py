"""Many lines are printed as each would be by itself, in a few calls: of tens of thousands, most time went into them."""

from __future__ import annotations

import threading
from io import StringIO

import pytest
from rich.console import Console
from rich.text import Text

from bombsight.cli.play.paging import show_paged
from bombsight.cli.terminal.screen import CHUNK_SIZE, print_lines, reading_spinner

TEXTS = (
    Text("plain"),
    Text(),
    Text("  bold ", style="bold").append("dim", "not bold dim"),
    Text("long " * 60),
    Text("tab\there"),
    Text("two\nlines", style="red"),
    Text("Zürich, naïve 雪"),
)


def console(*, is_terminal: bool) -> tuple[Console, StringIO]:
    """A console 40 columns wide, and what it writes to."""
    file = StringIO()
    return Console(file=file, width=40, force_terminal=is_terminal, _environ={"TERM": "xterm-256color"}), file


@pytest.mark.parametrize("is_terminal", [False, True])
def test_lines_come_out_as_each_would_by_itself(is_terminal: bool) -> None:
    (together, found), (one_by_one, expected) = console(is_terminal=is_terminal), console(is_terminal=is_terminal)
    print_lines(together, TEXTS)
    for text in TEXTS:
        one_by_one.print(text, soft_wrap=True)

    assert found.getvalue() == expected.getvalue()
    assert "plain\n\n" in found.getvalue()


def test_a_long_story_is_printed_in_a_few_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    out, found = console(is_terminal=False)
    calls: list[int] = []
    before = out.print

    def counting(*texts: object, **how: object) -> None:
        calls.append(len(texts))
        before(*texts, **how)  # type: ignore[arg-type]  # handed on as they came

    monkeypatch.setattr(out, "print", counting)
    show_paged(out, [Text(f"{at}") for at in range(20 * CHUNK_SIZE)], lines_below=0)

    assert found.getvalue().split() == [str(at) for at in range(20 * CHUNK_SIZE)]
    assert len(calls) == 20


def test_no_thread_is_started_for_a_spinner_that_nobody_sees(capsys):
    before = threading.active_count()
    with reading_spinner() as spinner:
        spinner.update("still reading")
        assert threading.active_count() == before
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "call",
    [
        ("play", "lighthouse", "--auto", "--seed", "5"),
        ("games",),
        ("table", "lighthouse", "Reef"),
        ("rules", "lighthouse"),
    ],
)
def test_lines_on_a_pipe_are_not_padded(shell, call):
    lines = shell.call(*call).stdout.splitlines()

    assert [line for line in lines if line != line.rstrip()] == []
    assert len(lines) > 3
