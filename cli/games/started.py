"""What was begun, and how to go on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bombsight.cli.terminal.quoting import quoted
from bombsight.cli.terminal.screen import console, counted, words
from bombsight.service.starting.game import Begun


def show_game_begun(begun: Begun) -> None:
    """Say what was written, and what to try."""
    place = quoted(str(begun.folder))
    console().print(words(f"{counted(len(begun.files), 'file')} in {begun.folder}. Try:"), soft_wrap=True)
    show_calls([f"lint {place}", f"test {place}", f"play {place}", "help tutorial"])


def show_house_begun(game: str, file: Path) -> None:
    """Say what was written, and what to try."""
    name = quoted(str(file))
    console().print(words(f"{file} quotes what stands there. Change what stands behind `now`, then:"), soft_wrap=True)
    show_calls([f"lint {name}", f"test {quoted(game)} --house {name}", f"play {quoted(game)} --house {name}"])


def show_calls(calls: Iterable[str]) -> None:
    """Commands, a line each."""
    for call in calls:
        console().print(words(f"    bombsight {call}"), soft_wrap=True)
