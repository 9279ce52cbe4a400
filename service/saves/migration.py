"""Migration of a save to the installed rules, with a preview of how many of its moves remain valid."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError, reason_of
from bombsight.boundary.files import open_private, read_file
from bombsight.boundary.platform import sync_folder
from bombsight.runtime import sentences
from bombsight.runtime.saves.reader import ParsedSave, read_save
from bombsight.runtime.saves.records import (
    Header,
    has_rules_of,
    header_under_rules,
    rule_differences,
)
from bombsight.runtime.saves.writer import SaveFile
from bombsight.runtime.session.migration import MigrationResult, try_under_rules, write_rules_change
from bombsight.service.common.document import Document
from bombsight.service.programs.loaders import load
from bombsight.service.saves.saved_rules import SavedRules, load_installed_rules
from bombsight.service.saves.snapshots import add_holder, load_snapshot, store_snapshot, texts_of


@frozen(kw_only=True)
class Prospect(Document):
    """The preview, or the result, of migrating a save to the installed rules.

    Attributes:
        save: The path of the save.
        copy: The path of the backup, made if answers are undone; else empty.
        game: The game's id.
        title: Its title.
        changes: The differences between the save's rules and the installed ones, a line each.
        is_needed: Whether the save cannot continue as it is: its rules differ, or its lines were edited.
        holds: How much of its story holds with the installed rules.
    """

    document = "prospect"

    save: str
    copy: str = ""
    game: str
    title: str
    changes: tuple[str, ...]
    is_needed: bool
    holds: MigrationResult


def preview_migration(
    path: Path, folders: tuple[Path, ...] = (), house: tuple[Path, ...] = (), limit: int = 1
) -> Prospect:
    """Compute how many moves of a save remain valid under the installed rules, without writing anything.

    Args:
        path: The path of the save.
        folders: Folders to look for the game in, besides the usual ones.
        house: House rules that replace the files that the save names.
        limit: The factor on the budget of the rules.

    Raises:
        InputError: It is no save, or the rules cannot be found.
        WrongRules: The rules have errors, or cannot be read.
    """
    saved = read_save(str(path))
    return try_rules(path, saved, find_target_rules(saved.header, path, folders, house, limit))[0]


def migrate_save(path: Path, folders: tuple[Path, ...] = (), house: tuple[Path, ...] = (), limit: int = 1) -> Prospect:
    """Migrate a save to the installed rules, keeping its moves as far as they remain valid.

    If answers are undone, the unchanged save is copied to a backup beside it.

    Args:
        path: The path of the save.
        folders: Folders to look for the game in, besides the usual ones.
        house: House rules that replace the files that the save names.
        limit: The factor on the budget of the rules.

    Raises:
        InputError: It is no save, is in use, or its rules cannot be found.
        WrongRules: The rules have errors, or cannot be read.
    """
    save, saved = SaveFile.resume(str(path))
    with save:
        rules = find_target_rules(saved.header, path, folders, house, limit)
        outcome, header = try_rules(path, saved, rules)
        if outcome.is_needed:
            if not outcome.holds.is_whole:
                copy = copy_save(path)
                add_holder(saved.header.snapshot, copy)
                outcome = evolve(outcome, copy=str(copy))
            store_snapshot(header, rules.request, path)
            write_rules_change(save, header, outcome.holds)
    return outcome


def find_target_rules(
    header: Header, path: Path, folders: tuple[Path, ...], house: tuple[Path, ...], limit: int
) -> SavedRules:
    """Load the installed rules for a migration of a save, with the given ``house`` rules, or else with the save's own.

    Arguments as in :func:`load_installed_rules`.

    Raises:
        InputError: The rules cannot be found.
        WrongRules: The rules have errors, or cannot be read.
    """
    return load_installed_rules(header, str(path), folders, house=house, replaces_house_rules=True, limit=limit)


def copy_save(save: Path) -> Path:
    """Copy a save to a new file beside it, as a backup that keeps its rules; return the new path.

    Raises:
        InputError: The folder cannot be written.
    """
    for number in count(1):
        path = save.with_name(f"{save.stem}.before{number if number > 1 else ''}{save.suffix}")
        try:
            with open(path, "xb", opener=open_private) as stream:
                stream.write(read_file(save))
                stream.flush()
                os.fsync(stream.fileno())
            sync_folder(path)
        except FileExistsError:
            continue
        except OSError as error:
            with suppress(OSError):
                path.unlink()
            raise InputError(f"no copy of it can be written: {reason_of(error)}", str(path)) from error
        return path
    raise AssertionError("some number is free")


def try_rules(path: Path, saved: ParsedSave, rules: SavedRules) -> tuple[Prospect, Header]:
    """Preview a migration to given rules: how many moves of the save remain valid, and the header that it would get.

    Raises:
        InputError: The entry or a pin does not exist in these rules.
    """
    header = header_under_rules(saved.header, rules.program, rules.files, texts_of(rules.request).digest)
    has_same_rules = has_rules_of(saved.header, rules.program)
    holds = try_under_rules(rules.program, header, saved, str(path), load=load)
    outcome = Prospect(
        save=str(path),
        game=header.game,
        title=rules.program.title,
        changes=() if has_same_rules else tuple(describe_changes(saved.header, rules)),
        is_needed=not (has_same_rules and is_unchanged(rules, saved, str(path))),
        holds=holds,
    )
    return outcome, header


def describe_changes(header: Header, rules: SavedRules) -> Iterator[str]:
    """Describe how the installed rules differ from a save's, a line each; item by item if its snapshot is kept."""
    lines = rule_differences(header, rules.program)
    snapshot = load_snapshot(header.snapshot)
    if snapshot is None:
        yield from lines
        return
    from bombsight.compiler.identity import differing_items
    from bombsight.compiler.pipeline import run_front_end

    # New and removed options are reported as items.
    yield from (
        line for line in lines if line != sentences.rules_changed(rules.program.title) and "unknown" not in line.split()
    )
    for title, how in differing_items(
        run_front_end(snapshot.make_request({}, {})).identifying, run_front_end(rules.request).identifying
    ):
        yield f"{title} is {how}"


def is_unchanged(rules: SavedRules, saved: ParsedSave, path: str) -> bool:
    """Whether a replay of a save by its own rules reproduces all its lines, so that nobody edited them."""
    from bombsight.runtime.session.replay import replay

    return replay(rules.program, saved, path, load=load, reopens=True).same
