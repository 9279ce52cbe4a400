"""A text in some format, imported into a folder of its own; what it became, and what lint says of it."""

from __future__ import annotations

from pathlib import Path

import bombsight
from bombsight.service.importing.importing import ImportedGame, import_new_game
from bombsight.service.importing.model import ImportedSource
from bombsight.service.importing.reading import interpret_source, read_source_content


def read(name: str, text: str) -> ImportedSource:
    """Read a text as the file of a name; its title is "Woods"."""
    return interpret_source(read_source_content(text.encode(), name, "Woods"))


def write(folder: Path, texts: dict[str, str]) -> ImportedGame:
    """Write files, and make a game ``woods`` of them."""
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return import_new_game("woods", [folder / name for name in texts], folder / "woods")


def rules_of(game: ImportedGame) -> str:
    """The text of all rules of a game."""
    return "\n".join(path.read_text(encoding="utf-8") for path in game.files)


def codes(game: ImportedGame) -> list[str]:
    """The codes of what lint says of a game."""
    return [finding.code for finding in bombsight.lint(str(game.folder)).findings]
