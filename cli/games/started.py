"""What was begun, and how to go on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bombsight.cli.terminal.quoting import quoted
from bombsight.cli.terminal.screen import console, counted, words
from bombsight.service.scaffolding.game import Begun


def show_game_begun(begun: Begun) -> None:
    """Say what was written, and what to try."""
    place = quoted(str(begun.folder))
    console().print(words(f"{counted(len(begun.files), 'file')} in {begun.folder}. Try:"), soft_wrap=True)
    show_calls([f"lint {place}", f"test {place}", f"play {place}", "help tutorial"])


def show_house_begun(game: str, file: Path, *, quotes: bool) -> None:
    """Say what was written, and what to try; ``quotes`` is whether it quotes lines that are to be changed."""
    name = quoted(str(file))
    said = "quotes what stands there. Change what stands behind `now`, then:"
    console().print(
        words(f"{file} {said if quotes else 'is begun; its first line says what to do. Then:'}"), soft_wrap=True
    )
    show_calls([f"lint {name}", f"test {quoted(game)} --house {name}", f"play {quoted(game)} --house {name}"])


def show_calls(calls: Iterable[str]) -> None:
    """Commands, a line each."""
    for call in calls:
        console().print(words(f"    bombsight {call}"), soft_wrap=True)
