"""The luck of a save."""

from __future__ import annotations

from pathlib import Path

from bombsight.service.luck.measuring import LuckRecord, measure_luck
from bombsight.service.saves.replayed import replay_save


def luck_of_save(path: Path, folders: tuple[Path, ...] = (), limit: int = 1) -> LuckRecord:
    """Replay a save, and measure the luck of its dice.

    Args:
        path: Its file.
        folders: Folders to search for the game, besides the usual ones.
        limit: The factor by which the budgets of the rules are raised.

    Raises:
        InputError: It is no save, was played with other rules, or does not fit them.
        WrongRules: The rules cannot be used.
    """
    return measure_luck(replay_save(path, folders, limit))
