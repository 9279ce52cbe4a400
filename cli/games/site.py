"""What was written for browsers, and how to go on."""

from __future__ import annotations

from pathlib import Path

from bombsight.cli.terminal.quoting import quoted
from bombsight.cli.terminal.screen import console, counted, words
from bombsight.service.site.gamefile import GameFile
from bombsight.service.site.site import Written


def show_game_file(made: GameFile, file: Path) -> None:
    """Say what was written."""
    told = f"{file}: {made.title}, {size(len(made.content))}. It can be dropped onto the page of any site."
    console().print(words(told), soft_wrap=True)


def show_site(written: Written, folder: Path) -> None:
    """Say what a site holds, and how to look at it."""
    out = console()
    for game in written.games:
        for edition in game.editions:
            name = f"{game.title}, {edition.name}" if edition.name else game.title
            out.print(words(f"{name}: {size(edition.bytes)}"), soft_wrap=True)
    out.print(words(f"{counted(written.files, 'file')} in {folder}, {size(written.size)}. Try:"), soft_wrap=True)
    out.print(words(f"    python3 -m http.server -d {quoted(str(folder))}"), soft_wrap=True)


def size(count: int) -> str:
    """A number of bytes for reading."""
    return f"{count / 1000:.0f} KB" if count < 1_000_000 else f"{count / 1_000_000:.1f} MB"
