"""Packing: a game's folder as one file for others to play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError, reason_of
from bombsight.boundary.files import read_file
from bombsight.boundary.texts import decode_utf8
from bombsight.compiler.request import Request
from bombsight.dsl.diagnostic import Severity
from bombsight.dsl.files import normalize_line_ends
from bombsight.service.common.failure import WrongRules
from bombsight.service.common.files import write_output_bytes
from bombsight.service.games.game_lookup import find_game
from bombsight.service.games.game_origins import PACKAGE_SUFFIX
from bombsight.service.games.library import PROGRAM_FOLDERS, GameFolder, code_digest
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.games.targets import make_game_target
from bombsight.service.lint.lint import Linted, lint
from bombsight.service.lookup.summaries import Summary, summarize_graph
from bombsight.service.packages.contents import (
    MAX_PACKAGE_BYTES,
    NOUN,
    Package,
    PackageHead,
    encode_package,
    is_package,
    is_packed_file,
)
from bombsight.service.programs.compile import compile_game
from bombsight.service.site.gamefile import load_game_file
from bombsight.version import VERSION

VERSION_HINT = 'Write one below `game`, and raise it with each change that you hand on: version "1.0"'


@frozen(kw_only=True)
class PackedGame:
    """A packed game.

    Attributes:
        path: The written file; None if none was.
        content: Its bytes.
        head: What it says of itself.
        files: The files in it from the game's folder, by their path there.
        left_out: The files of the game's folder that are not in it.
        summary: Of how many tables and rules each standing is: what others will see of their provenance.
        linted: What ``lint`` finds that is no error, such as a missing licence.
    """

    path: Path | None
    content: bytes
    head: PackageHead
    files: tuple[str, ...]
    left_out: tuple[str, ...]
    summary: Summary
    linted: Linted


def pack_game(
    id_or_folder: str, out: Path | None = None, folders: tuple[Path, ...] = (), *, force: bool = False
) -> PackedGame:
    """Pack a game into a file: its rules, its tests, its licence, and the compiled game for pages.

    Args:
        id_or_folder: The game's folder, or its id.
        out: The file to write; None for ``ID-VERSION.bombsight`` in the current folder.
        folders: Folders of games, besides the usual places.
        force: Whether to write over a file that is no package.

    Raises:
        InputError: There is no such game, it has no version, a name in it cannot be packed, or the file cannot be
            written.
        WrongRules: ``lint`` finds errors in the rules.
    """
    packed = make_package(find_game(id_or_folder, folders))
    path = out or Path(f"{packed.head.game}-{packed.head.game_version}{PACKAGE_SUFFIX}")
    write_output_bytes(path, packed.content, is_package, force=force)
    return evolve(packed, path=path)


def make_package(game: GameFolder) -> PackedGame:
    """Pack a game, without writing a file.

    Raises:
        InputError: It has no version, or a name in it cannot be packed.
        WrongRules: ``lint`` finds errors in the rules.
    """
    linted = lint([make_game_target(game)], Rules())
    if linted.has_errors:
        raise WrongRules([finding for finding in linted.findings if finding.severity is Severity.ERROR], linted.sources)
    files, left_out = read_packed_files(game.path)
    request = make_request(game.id, game.files, Rules())
    graph, _ = compile_game(request)
    package = assemble_package(request, files, str(game.path))
    return PackedGame(
        path=None,
        content=encode_checked(package, str(game.path)),
        head=package.head,
        files=tuple(files),
        left_out=left_out,
        summary=summarize_graph(graph),
        linted=linted,
    )


def assemble_package(request: Request, files: Mapping[str, bytes], place: str) -> Package:
    """Assemble the package of a game: compile its rules, and say what they are.

    Args:
        request: The rules.
        files: The files of the game's folder that belong into the package, by their path there.
        place: Where the game is, for messages.

    Raises:
        InputError: It has no version.
        WrongRules: The rules have errors.
    """
    graph, _ = compile_game(request)
    release = graph.game.release
    if not release.version:
        raise InputError("the game has no version", place, VERSION_HINT)
    game_file = load_game_file(request)
    head = PackageHead(
        game=graph.game.id,
        title=graph.game.title,
        game_version=release.version,
        licence=release.licence,
        needs=release.needs,
        home=release.home,
        rules=graph.rules_hash,
        snapshot=game_file.snapshot,
        bombsight=VERSION,
        build=current_build(),
    )
    return Package(head=head, game_file=game_file.content, files=files)


def encode_checked(package: Package, place: str) -> bytes:
    """Encode a package; ``place`` is where the game is, for messages.

    Raises:
        InputError: It would be larger than those that are read.
    """
    content = encode_package(package)
    if len(content) > MAX_PACKAGE_BYTES:
        raise InputError(f"the {NOUN} would be too large", place, f"It may have {MAX_PACKAGE_BYTES:,} bytes.")
    return content


def current_build() -> str:
    """Return the digest of the code that makes game files: by equal code equal rules make equal ones."""
    return code_digest(PROGRAM_FOLDERS)[:16]


def read_packed_files(folder: Path) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Read the files of a game's folder that belong into its package, by their path there; list those left out.

    Line ends are those of Unix, so that a checkout on Windows packs the same.

    Raises:
        InputError: A file of rules has a name that cannot be packed, or a file cannot be read.
    """
    files: dict[str, bytes] = {}
    left_out: list[str] = []
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        name = path.relative_to(folder).as_posix()
        if is_packed_file(name):
            files[name] = read_text_file(path)
        elif path.suffix == ".rules" and path.parent == folder:
            hint = "Call it by letters, digits, hyphens and underscores: 10-play.rules."
            raise InputError("a file of rules has a name that cannot be packed", str(path), hint)
        elif not any(part.startswith(".") for part in path.relative_to(folder).parts):
            left_out.append(name)
    return files, tuple(left_out)


def read_text_file(path: Path) -> bytes:
    """Read a file of text, with the line ends of Unix and without a byte order mark.

    Raises:
        InputError: It cannot be read, or is no text in UTF-8.
    """
    try:
        text = decode_utf8(read_file(path, MAX_PACKAGE_BYTES), str(path))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {reason_of(error)}", str(path)) from error
    return normalize_line_ends(text).encode()
