"""The command ``save``: says where a game is saved, or saves a copy."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from bombsight.cli.terminal.screen import styled_text
from bombsight.service.play.play import Play
from bombsight.service.saves.save_index import remember_save


def save_game(play: Play, path: str) -> Text:
    """Save a copy of a game in a new file, or say where it is saved; a game without a save is saved from now on.

    Args:
        play: The game.
        path: The path of the file; empty to ask only.

    Returns:
        What is said of it.

    Raises:
        InputError: The file cannot be written.
    """
    save = play.session.save
    if path:
        play.save(path)
        if save is not None:
            return styled_text(f"A copy of the game is in {path}.")
        remember_save(Path(path))  # of a copy the record would count everything twice
        return styled_text(f"From here on every answer is saved in {path}.")
    if save is None:
        return styled_text("This game is not being saved. Write: save FILE", "yellow")
    return styled_text(f"Every answer is saved in {save.current_path() or 'a file that was moved'} as it is given.")
