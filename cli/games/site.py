"""The messages after a site or a game file was written."""

from __future__ import annotations

from pathlib import Path

from bombsight.cli.terminal.quoting import quote_argument
from bombsight.cli.terminal.screen import make_console, pluralize, styled_text
from bombsight.service.site.gamefile import GameFile
from bombsight.service.site.site import WrittenSite


def show_game_file(game_file: GameFile, file: Path) -> None:
    """Print what a compiled game file contains, and its size."""
    message = (
        f"{file}: {game_file.title}, {format_size(len(game_file.content))}. "
        "It can be dropped onto the page of any site."
    )
    make_console().print(styled_text(message), soft_wrap=True)


def show_site(site: WrittenSite, folder: Path) -> None:
    """Print the content of a written web site, and how to look at it."""
    out = make_console()
    for game in site.games:
        for edition in game.editions:
            name = f"{game.title}, {edition.name}" if edition.name else game.title
            out.print(styled_text(f"{name}: {format_size(edition.bytes)}"), soft_wrap=True)
    kept = sum(len(game.kept) for game in site.games)
    if kept:
        out.print(styled_text(f"{pluralize(kept, 'earlier edition')} kept for old links"), soft_wrap=True)
    out.print(
        styled_text(f"{pluralize(site.files, 'file')} in {folder}, {format_size(site.size)}. Try:"), soft_wrap=True
    )
    out.print(styled_text(f"    python3 -m http.server -d {quote_argument(str(folder))}"), soft_wrap=True)


def format_size(count: int) -> str:
    """Format a number of bytes with a unit: ``1.2 MB``."""
    return f"{count / 1000:.0f} KB" if count < 1_000_000 else f"{count / 1_000_000:.1f} MB"
