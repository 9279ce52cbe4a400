"""A save that goes over to the rules that are installed now: how far its story holds by them, told before it does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError, reason
from bombsight.boundary.files import open_private, read_file, sync_folder
from bombsight.runtime.saves.reader import Saved, read_save
from bombsight.runtime.saves.records import Header, differences, is_played_by, rules_changed, under_rules
from bombsight.runtime.saves.writer import SaveFile
from bombsight.runtime.session.migration import Holds, go_on_by, holds_by
from bombsight.service.common.document import Document
from bombsight.service.programs.machines import load
from bombsight.service.saves.rules import SavedRules, installed_rules
from bombsight.service.saves.snapshots import keep_snapshot, kept_snapshot, note_holder, texts_of


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


def prospect(path: Path, folders: tuple[Path, ...] = (), house: tuple[Path, ...] = (), limit: int = 1) -> Prospect:
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
    return trial(path, saved, rules_to_go_by(saved.header, path, folders, house, limit))[0]


def go_over(path: Path, folders: tuple[Path, ...] = (), house: tuple[Path, ...] = (), limit: int = 1) -> Prospect:
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
        rules = rules_to_go_by(saved.header, path, folders, house, limit)
        found, header = trial(path, saved, rules)
        if found.is_needed:
            if not found.holds.whole:
                copy = copy_of(path)
                note_holder(saved.header.snapshot, copy)
                found = evolve(found, copy=str(copy))
            keep_snapshot(header, rules.request, path)
            go_on_by(save, header, found.holds)
    return found


def rules_to_go_by(
    header: Header, path: Path, folders: tuple[Path, ...], house: tuple[Path, ...], limit: int
) -> SavedRules:
    """The installed rules: with the house rules that a call names, or else with those of the save that are still there.

    Raises:
        InputError: The rules are not to be had.
        WrongRules: The rules have errors, or cannot be read.
    """
    return installed_rules(header, str(path), folders, house=house, just_these=True, limit=limit)


def copy_of(save: Path) -> Path:
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
            raise InputError(f"no copy of it can be written: {reason(error)}", str(path)) from error
        return path
    raise AssertionError("some number is free")


def trial(path: Path, saved: Saved, rules: SavedRules) -> tuple[Prospect, Header]:
    """What a save would come to by other rules, and the header that it would have.

    Raises:
        InputError: What is played, or pinned, is nothing by these rules.
    """
    header = under_rules(saved.header, rules.program, rules.files, texts_of(rules.request).digest)
    same = is_played_by(saved.header, rules.program)
    holds = holds_by(rules.program, header, saved, str(path), load=load)
    told = Prospect(
        save=str(path),
        game=header.game,
        title=rules.program.title,
        changes=() if same else tuple(changes_of(saved.header, rules)),
        is_needed=not (same and is_as_told(rules, saved, str(path))),
        holds=holds,
    )
    return told, header


def changes_of(header: Header, rules: SavedRules) -> Iterator[str]:
    """What differs between the rules of a save and others, a line each; item by item, where its own are kept."""
    told = differences(header, rules.program)
    kept = kept_snapshot(header.snapshot)
    if kept is None:
        yield from told
        return
    from bombsight.compiler.identity import differing_items
    from bombsight.compiler.pipeline import understood

    # An option that is new, or gone, is told as an item.
    yield from (line for line in told if line != rules_changed(rules.program) and "unknown" not in line.split())
    for title, how in differing_items(understood(kept.request({}, {})).items, understood(rules.request).items):
        yield f"{title} is {how}"


def is_as_told(rules: SavedRules, saved: Saved, path: str) -> bool:
    """Whether a save by its own rules tells what happens: nobody has changed its lines."""
    from bombsight.runtime.session.replay import replay

    return replay(rules.program, saved, path, load=load, reopens=True).same
