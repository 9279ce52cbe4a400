"""The messages after a game or a house rule was begun: files, and next steps."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bombsight.cli.terminal.quoting import quote_argument
from bombsight.cli.terminal.screen import make_console, pluralize, styled_text
from bombsight.service.scaffolding.examples import CopiedExample
from bombsight.service.scaffolding.game import NewGame


def show_new_game(new_game: NewGame, *, as_package: bool) -> None:
    """Print the files written for a new game, perhaps within a Python package, and commands to try next."""
    game_folder = new_game.folder / new_game.id if as_package else new_game.folder
    place = quote_argument(str(game_folder))
    make_console().print(
        styled_text(f"{pluralize(len(new_game.files), 'file')} in {new_game.folder}. Try:"), soft_wrap=True
    )
    show_commands([f"lint {place}", f"test {place}", f"play {place}", f"pack {place}", "help tutorial"])


def show_copied_example(copy: CopiedExample) -> None:
    """Print what was copied, and commands to try next."""
    place = quote_argument(str(copy.path))
    copied = f"{pluralize(copy.files, 'file')} in {copy.path}" if copy.path.is_dir() else f"{copy.path} is copied"
    commands = {
        "game": [f"play {place}", f"test {place}", f"lint {place}"],
        "house rules": [f"lint {place}", *(f"diff {game} --house {place}" for game in copy.games[:1])],
        "group": [f"umpire {place}"],
        "other": [],
    }[copy.kind]
    make_console().print(styled_text(f"{copied}.{' Try:' if commands else ''}"), soft_wrap=True)
    show_commands(commands)


def show_new_house_rules(game: str, file: Path, *, quotes: bool) -> None:
    """Print the file written for house rules, and commands to try; ``quotes``: whether it quotes lines to change."""
    name = quote_argument(str(file))
    quoting_hint = "quotes what stands there. Change what stands behind `now`, then:"
    make_console().print(
        styled_text(f"{file} {quoting_hint if quotes else 'is begun; its first line says what to do. Then:'}"),
        soft_wrap=True,
    )
    show_commands(
        [f"lint {name}", f"test {quote_argument(game)} --house {name}", f"play {quote_argument(game)} --house {name}"]
    )


def show_commands(commands: Iterable[str]) -> None:
    """Print commands, a line each."""
    for call in commands:
        make_console().print(styled_text(f"    bombsight {call}"), soft_wrap=True)
