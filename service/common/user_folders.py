"""The user's data: autosaved games, snapshots of the rules that they were begun with, added games, preferences."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path


def saves_folder() -> Path:
    """The folder for autosaves: saves of games that were started without a file name."""
    return user_data_path("bombsight") / "saves"


def snapshots_folder() -> Path:
    """The folder for snapshots: copies of the rules' texts with which saves were begun."""
    return user_data_path("bombsight") / "rules"


def added_games_folder() -> Path:
    """The folder for games that the user has added from packages: a folder each, called as its id."""
    return user_data_path("bombsight") / "games"


def packages_folder() -> Path:
    """The folder for the packages from which games were added, those of earlier versions, too."""
    return user_data_path("bombsight") / "packages"


def saves_index() -> Path:
    """The file that lists saves in other folders than that of autosaves."""
    return user_data_path("bombsight") / "saves-elsewhere"


def seats_index() -> Path:
    """The file that lists seats' files in other folders than that of autosaves."""
    return user_data_path("bombsight") / "seats-elsewhere"


def shared_keyboards_index() -> Path:
    """The file that lists saves that two play at one keyboard."""
    return user_data_path("bombsight") / "two-at-a-keyboard"


def preferences_file() -> Path:
    """The file of the user's preferences."""
    return user_data_path("bombsight") / "preferences.json"


def screen_hint_marker() -> Path:
    """The file whose presence says that the user has been told of the whole screen."""
    return user_data_path("bombsight") / "screen-hint-shown"


def bookmarks_file() -> Path:
    """The file that says how far the player has been shown the stories of saves that he left in the middle of one."""
    return user_data_path("bombsight") / "bookmarks.json"
