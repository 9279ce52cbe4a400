"""A save that goes over to the rules that are installed now: how far its story holds by them, told before it does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError, reason_of
from bombsight.boundary.files import open_private, read_file, sync_folder
from bombsight.runtime import sentences
from bombsight.runtime.saves.reader import ParsedSave, read_save
from bombsight.runtime.saves.records import (
    Header,
    has_rules_of,
    header_under_rules,
    rule_differences,
)
from bombsight.runtime.saves.writer import SaveFile
from bombsight.runtime.session.migration import Holds, check_by_rules, write_rules_change
from bombsight.service.common.document import Document
from bombsight.service.programs.loaders import load
from bombsight.service.saves.saved_rules import SavedRules, load_installed_rules
from bombsight.service.saves.snapshots import add_holder, load_snapshot, store_snapshot, texts_of


@frozen(kw_only=True)
class Prospect(Document):
    """What a save would come to by the rules that are installed.

    Attributes:
        save: Its file.
        copy: Where it was copied to as it was, before answers were taken back; empty where none were.
        game: The game's id.
        title: Its title.
        changes: What differs between its rules and those, a line each; empty where nothing does.
        is_needed: Whether it cannot go on as it is: its rules are others, or its lines were changed.
        holds: How far its story holds by them.
    """

    document = "prospect"

    save: str
    copy: str = ""
    game: str
    title: str
    changes: tuple[str, ...]
    is_needed: bool
    holds: Holds


def preview_migration(
    path: Path, folders: tuple[Path, ...] = (), house: tuple[Path, ...] = (), limit: int = 1
) -> Prospect:
    """How far the story of a save holds by the rules that are installed; nothing is written.

    Args:
        path: The save.
        folders: Folders to look for the game in, besides the usual ones.
        house: House rules that lie elsewhere than it says.
        limit: By which factor what the rules may cost is raised.

    Raises:
        InputError: It is no save, or the rules are not to be had.
        WrongRules: The rules have errors, or cannot be read.
    """
    saved = read_save(str(path))
    return try_rules(path, saved, find_target_rules(saved.header, path, folders, house, limit))[0]


def migrate_save(path: Path, folders: tuple[Path, ...] = (), house: tuple[Path, ...] = (), limit: int = 1) -> Prospect:
    """Have a save go on by the rules that are installed, with what holds of its story by them.

    Where answers are taken back, a copy of it as it was is left beside it.

    Args:
        path: The save.
        folders: Folders to look for the game in, besides the usual ones.
        house: House rules that lie elsewhere than it says.
        limit: By which factor what the rules may cost is raised.

    Raises:
        InputError: It is no save, it is in use, or the rules are not to be had.
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
    """The installed rules: with the house rules that a call names, or else with those of the save that are still there.

    Raises:
        InputError: The rules are not to be had.
        WrongRules: The rules have errors, or cannot be read.
    """
    return load_installed_rules(header, str(path), folders, house=house, replaces_house_rules=True, limit=limit)


def copy_save(save: Path) -> Path:
    """Copy a save to a new file beside it, which goes on by the rules that it had.

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
    """What a save would come to by other rules, and the header that it would have.

    Raises:
        InputError: What is played, or pinned, is nothing by these rules.
    """
    header = header_under_rules(saved.header, rules.program, rules.files, texts_of(rules.request).digest)
    has_same_rules = has_rules_of(saved.header, rules.program)
    holds = check_by_rules(rules.program, header, saved, str(path), load=load)
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
    """What differs between the rules of a save and others, a line each; item by item, where its own are kept."""
    lines = rule_differences(header, rules.program)
    snapshot = load_snapshot(header.snapshot)
    if snapshot is None:
        yield from lines
        return
    from bombsight.compiler.identity import differing_items
    from bombsight.compiler.pipeline import run_front_end

    # An option that is new, or gone, is told as an item.
    yield from (
        line for line in lines if line != sentences.rules_changed(rules.program.title) and "unknown" not in line.split()
    )
    for title, how in differing_items(
        run_front_end(snapshot.make_request({}, {})).items, run_front_end(rules.request).items
    ):
        yield f"{title} is {how}"


def is_unchanged(rules: SavedRules, saved: ParsedSave, path: str) -> bool:
    """Whether a save by its own rules tells what happens: nobody has changed its lines."""
    from bombsight.runtime.session.replay import replay

    return replay(rules.program, saved, path, load=load, reopens=True).same
