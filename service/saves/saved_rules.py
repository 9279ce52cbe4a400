"""The rules with which a save began: the installed ones, or those of a snapshot.

The installed game is used as long as the same happens by it, with its present sentences and pictures. If its rules have
changed, or it is gone, a save uses the snapshot that was kept when it began, or one that the caller names. It changes
to the installed rules only on request (:mod:`bombsight.service.saves.migration`).
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.names import check_local_path
from bombsight.boundary.wording import argument, either
from bombsight.compiler.request import Request
from bombsight.dsl.file_kind import PREFERENCES, find_overlay_names
from bombsight.dsl.listing import join_names
from bombsight.flat.program import Program
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Header, OverlayInForce, check_game, check_same_game, has_rules_of
from bombsight.service.common.container import SUFFIX
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.game_lookup import find_game, find_game_by_id
from bombsight.service.games.game_origins import PACKAGE_SUFFIX
from bombsight.service.games.library import GameFolder, read_files
from bombsight.service.games.requests import HOUSE_FOLDER, Rules, make_request
from bombsight.service.games.source_files import read_sources
from bombsight.service.programs.pins import check_field_pins, pinned_values
from bombsight.service.programs.prepare import house_rule_files, program_for
from bombsight.service.saves.snapshots import Snapshot, load_flat_program, load_snapshot, read_snapshot
from bombsight.version import VERSION

SNAPSHOT = argument("snapshot", option="--rules")
SNAPSHOT_CALL = either("resume SAVE --rules FILE", "bombsight.resume(save, snapshot=FILE)")
FOLDER = argument("folders", option="--path", example="FOLDER")
"""Arguments that hints name, in the words of either front end."""


@frozen(kw_only=True)
class SavedRules:
    """The compiled rules by which a save is played.

    Attributes:
        program: The program.
        request: The compilation request that gave the program.
        files: The path of each of its house rules on this machine.
        notes: Remarks about the rules for the player.
    """

    program: Program
    request: Request
    files: Mapping[str, str | None]
    notes: tuple[str, ...] = ()


def rules_of_save(
    header: Header,
    save_path: str,
    folders: tuple[Path, ...] = (),
    *,
    house: tuple[Path, ...] = (),
    snapshot: Path | None = None,
    limit: int = 1,
) -> SavedRules:
    """Load the rules with which a save began: the installed ones, or else the snapshot's.

    Args:
        header: The header of the save.
        save_path: The path of the save, for messages.
        folders: Folders to look for games in, before the usual ones.
        house: House rules that lie elsewhere than the save says, or of which it does not say where.
        snapshot: A game file with the rules; None for the installed ones or the kept snapshot.
        limit: The factor on the budget of the rules; given by the caller, as the save may be a stranger's.

    Raises:
        InputError: The rules cannot be found.
        WrongRules: The rules cannot be used.
    """
    if snapshot is not None:
        snapshot_rules = load_snapshot_rules(header, read_snapshot(snapshot), save_path, limit)
        check_same_game(header, snapshot_rules.program, save_path)
        if not has_rules_of(header, snapshot_rules.program):
            hint = f"Name the file that was written for it, or leave {SNAPSHOT} out."
            raise InputError(f"{snapshot} holds other rules than it is played by", save_path, hint)
        return snapshot_rules
    problem: InputError | WrongRules | None = None
    installed = None
    try:
        installed = load_installed_rules(header, save_path, folders, house=house, limit=limit)
    except (InputError, WrongRules) as failure:
        problem = failure
    if installed is not None and has_rules_of(header, installed.program):
        return installed
    own_snapshot = None if house else load_snapshot(header.snapshot)  # given house rules replace the snapshot's
    if own_snapshot is not None:
        snapshot_rules = load_snapshot_rules(header, own_snapshot, save_path, limit)
        return evolve(snapshot_rules, notes=(explain_snapshot_use(header, save_path, problem),))
    if problem is not None:
        raise problem
    assert installed is not None
    check_game(header, installed.program, save_path)
    return installed


def request_of_file(path: Path, folders: tuple[Path, ...] = (), limit: int = 1) -> Request | None:
    """Make the compilation request for the rules of a save, a game file or a package; None if the path is no file.

    It has the save's options but not its pins, which are no part of the rules.

    Args:
        path: The path of the file.
        folders: Folders to look for the game in, besides the usual ones.
        limit: The factor on the budget of the rules.

    Raises:
        InputError: The rules cannot be found.
        WrongRules: The rules cannot be used.
    """
    if not path.is_file():
        return None
    if path.suffix in (SUFFIX, PACKAGE_SUFFIX):
        return read_snapshot(path).make_request({}, {}, limit)
    header = read_save(str(path)).header
    return evolve(rules_of_save(header, str(path), folders, limit=limit).request, pins={})


def explain_snapshot_use(header: Header, save_path: str, problem: InputError | WrongRules | None) -> str:
    """Explain to the player why a save uses its snapshot of the rules.

    `problem` is None if the installed rules only changed.
    """
    if problem is None:
        command = f"bombsight resume {shlex.quote(save_path)} --rules new"
        return (
            f"the rules of {header.title} have been changed since: this game goes on by the old ones, in their words. "
            f"What would become of it by the new, before anything is done: {command}"
        )
    if isinstance(problem, InputError):
        return f"{problem.message}: this game goes on by the rules that were kept of it"
    first = problem.findings[0]
    return f"the rules that are there cannot be used ({first.span}: {first.message}): this game goes on by the old ones"


# --- installed rules


def load_installed_rules(
    header: Header,
    save_path: str,
    folders: tuple[Path, ...] = (),
    *,
    house: tuple[Path, ...] = (),
    replaces_house_rules: bool = False,
    limit: int = 1,
) -> SavedRules:
    """Load the installed rules, with a save's options, variants and house rules as far as they exist.

    Args:
        header: The header of the save.
        save_path: The path of the save, for messages.
        folders: Folders to look for games in, before the usual ones.
        house: House rules that lie elsewhere than the save says, or of which it does not say where.
        replaces_house_rules: Whether `house` replaces all house rules of the save, so that missing ones are ignored.
        limit: The factor on the budget of the rules.

    Raises:
        InputError: The game or a file of house rules is gone.
        WrongRules: The rules cannot be used.
    """
    game = find_game_of_save(header, save_path, folders)
    rules = evolve(make_rules(header, save_path, game, house, replaces_house_rules=replaces_house_rules), limit=limit)
    program, request = compile_with_settings(header, make_request(game.id, game.files, rules), save_path)
    check_same_game(header, program, save_path)  # a folder of this name may hold another game
    return SavedRules(program=program, request=request, files=house_rule_files(rules.house, program))


def compile_with_settings(header: Header, request: Request, save_path: str) -> tuple[Program, Request]:
    """Compile rules with a save's options, as far as these exist, and its pins (fixed values).

    Returns:
        The program, and the request that gave it.

    Raises:
        InputError: A pinned field or table is gone.
        WrongRules: The rules cannot be used.
    """
    program = program_for(request)
    options = {
        option.name: header.options[option.name]
        for option in program.options
        if header.options.get(option.name, option.value) != option.value
    }
    if options:
        request = evolve(request, options=options)
        program = program_for(request)
    if header.fields:
        check_field_pins(program, header.fields, save_path)
        request = evolve(request, pins=pinned_values(header.fields))
        program = program_for(request)
    return program, request


def make_rules(
    header: Header, save_path: str, game: GameFolder, house: tuple[Path, ...], *, replaces_house_rules: bool
) -> Rules:
    """Make the rule options (variants, errata, house rules) that a save's header names.

    The arguments are those of :func:`load_installed_rules`.

    Raises:
        InputError: A file of house rules is gone.
    """
    base = read_sources(game.files)
    overlay_ids = [overlay.name for overlay in header.overlays]
    files = (
        []
        if replaces_house_rules and house
        else find_house_files(header, save_path, has_replacements=bool(house or replaces_house_rules))
    )
    unplaced = [each.name for each in header.overlays if each.file is None and each.name.startswith(f"{HOUSE_FOLDER} ")]
    if unplaced and not (house or replaces_house_rules):
        message = f"it does not say where the rules lie that it was played with: {join_names(unplaced)}"
        raise InputError(message, save_path, f"Name their file: {argument('house', example='FILE')}.")
    _, unread = read_files(files)
    if unread and not (house or replaces_house_rules):
        message = f"the house rules it was played with cannot be read: {unread[0].span.path}"
        raise InputError(message, save_path, f"Bring the file back, or name it by {argument('house', example='FILE')}.")
    missing = {finding.span.path for finding in unread}
    return Rules(
        house=tuple(dict.fromkeys((*(path for path in files if str(path) not in missing), *house))),
        options={},
        variants=tuple(name for name in find_overlay_names(base, "variant") if f"variant {name}" in overlay_ids),
        without=(
            *(name for name in find_overlay_names(base, "errata") if f"errata {name}" not in overlay_ids),
            *(name.removeprefix("without ") for name in overlay_ids if name.startswith("without ")),
        ),
    )


def find_game_of_save(header: Header, save_path: str, folders: tuple[Path, ...]) -> GameFolder:
    """Find the folder of the game that a save was played with.

    A game that is not built in lies in a folder that the caller names, or where the save says.

    Raises:
        InputError: It is gone, or the save says that it lies on another machine.
        WrongRules: One folder has two games of its id.
    """
    if header.folder is None:
        return find_game(header.game, folders)
    game = find_game_by_id(header.game, folders)
    if game is not None:
        return game
    hint = f"Name the folder that it is in: {FOLDER}; or a file that has its rules: {SNAPSHOT_CALL}."
    folder = check_local_path(header.folder, "its game", save_path, hint)
    try:
        return find_game_by_id(header.game, [folder]) or find_game(header.game, (*folders, folder))
    except InputError as lost:
        raise InputError(f"its game, {header.game}, is not in {clip(header.folder, 200)}", save_path, hint) from lost


def find_house_files(header: Header, save_path: str, *, has_replacements: bool) -> list[Path]:
    """Find the house-rule files that a save names; with replacements given, leave out files of other machines."""
    files: list[Path] = []
    for overlay in header.overlays:
        if overlay.file is None or is_lost_preferences(overlay):
            continue
        try:
            files.append(
                check_local_path(
                    overlay.file,
                    "a file of its house rules",
                    save_path,
                    f"Name it: {argument('house', example='FILE')}.",
                )
            )
        except InputError:
            if not has_replacements:
                raise
    return files


def is_lost_preferences(overlay: OverlayInForce) -> bool:
    """Whether an overlay of a save is preferences whose file is gone; the game goes on without them."""
    return overlay.name.startswith(f"{PREFERENCES} ") and overlay.file is not None and not Path(overlay.file).is_file()


# --- snapshots


def load_snapshot_rules(header: Header, snapshot: Snapshot, save_path: str, limit: int) -> SavedRules:
    """Compile the rules of a snapshot with a save's options and pins (fixed values).

    Args:
        header: The header of the save.
        snapshot: The snapshot.
        save_path: The path of the save, for messages.
        limit: The factor on the budget of the rules.

    Raises:
        InputError: This version cannot compile them.
    """
    program = load_flat_program(header, limit) if snapshot.digest == header.snapshot else None
    if program is None:
        try:
            program, request = compile_with_settings(header, snapshot.make_request({}, {}, limit), save_path)
        except (InputError, WrongRules) as failure:
            raise InputError(
                explain_compile_failure(snapshot, failure), save_path, hint_for_compile_failure(snapshot)
            ) from failure
    else:
        options = {option.name: option.value for option in program.options if option.value != option.default}
        request = snapshot.make_request(options, pinned_values(header.fields), limit)
    files = {overlay.name: overlay.file for overlay in header.overlays}
    return SavedRules(program=program, request=request, files=files)


def explain_compile_failure(snapshot: Snapshot, failure: InputError | WrongRules) -> str:
    """Write the error that this version cannot compile a snapshot's rules, with the first reason."""
    reason = failure.message_forms if isinstance(failure, InputError) else failure.findings[0].message
    return f"the rules it was begun by cannot be compiled by {display_version(VERSION)}: {reason}"


def hint_for_compile_failure(snapshot: Snapshot) -> str:
    """Write the hint what to do about a snapshot that cannot be compiled."""
    advice = (
        f"{display_version(snapshot.version)} plays it. "
        if snapshot.version
        else "The version that wrote it plays it. "
    )
    return f"{advice}Or see how far it holds by the rules of now: {either('--rules new', 'bombsight.prospect(save)')}."


def display_version(version: str) -> str:
    """Return the program's name with a version number: ``Bombsight 1.2``."""
    return f"Bombsight {version}"
