"""The rules of a site's games for its workshop, a file each."""

from __future__ import annotations

from bombsight.service.common.rules_archive import pack_texts
from bombsight.service.games.library import GameFolder
from bombsight.service.games.source_files import read_sources


def pack_rules(game: GameFolder) -> bytes:
    """Pack the rules and tests of a game, in a folder with the name of its id.

    Raises:
        WrongRules: A file cannot be read.
    """
    files = (*game.files, *game.tests)
    return pack_texts(
        {
            f"{game.id}/{file.relative_to(game.path).as_posix()}": source.text
            for file, source in zip(files, read_sources(files), strict=True)
        }
    )
