"""The user's own folders: where saves lie that nobody named a file for, and the rules that they were begun by."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path


def saves_folder() -> Path:
    """Where games are saved that nobody named a file for."""
    return user_data_path("bombsight") / "saves"


def snapshots_folder() -> Path:
    """Where the rules are kept by which saves were begun."""
    return user_data_path("bombsight") / "rules"
