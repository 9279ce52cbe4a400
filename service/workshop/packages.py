"""The game that somebody writes as one file for others, as ``pack`` makes it."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

from bombsight.boundary.errors import InputError
from bombsight.compiler.request import Request
from bombsight.dsl.file_kind import find_game_id
from bombsight.dsl.source import Source
from bombsight.service.games.game_origins import PACKAGE_SUFFIX
from bombsight.service.games.targets import RULES_SUFFIX
from bombsight.service.packages.contents import is_packed_file
from bombsight.service.packages.packing import assemble_package, encode_checked, read_packed_files
from bombsight.service.workshop import documents as doc
from bombsight.service.workshop.desk import Desk
from bombsight.service.workshop.panes import space_of


def pack_rules(desk: Desk, file: str) -> doc.PackedRules:
    """Pack the game of a file with its present texts. What ``lint`` finds besides errors is left to the page.

    Raises:
        InputError: The file belongs to no game that has a folder, or the game has no version.
        WrongRules: The rules have errors.
    """
    space = space_of(desk, file)
    folder = space.target.folder
    if folder is None or space.request.house:
        raise InputError("only a game with a folder of its own can be packed", file)
    files = packed_files(desk, folder)
    id_ = find_game_id(space.request.base) or folder.name
    rules = {name: text for name, text in files.items() if name.endswith(RULES_SUFFIX) and "/" not in name}
    sources = (Source(f"{id_}/{name}", text.decode()) for name, text in sorted(rules.items()))
    package = assemble_package(Request(base=tuple(sources)), files, str(folder))
    return doc.PackedRules(
        name=f"{package.head.game}-{package.head.game_version}{PACKAGE_SUFFIX}",
        content=b64encode(encode_checked(package, str(folder))).decode(),
    )


def packed_files(desk: Desk, folder: Path) -> dict[str, bytes]:
    """Gather the files of a folder that belong into its package, with their present texts."""
    files, _ = read_packed_files(folder)
    for path, text in desk.spaces.texts.items():
        if path.is_relative_to(folder) and is_packed_file(name := path.relative_to(folder).as_posix()):
            files[name] = text.encode()
    return files
