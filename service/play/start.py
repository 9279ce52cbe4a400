"""Beginning a game, and taking one up again: from a call to a game that can be played."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Literal

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.names import check_local_path
from bombsight.compiler.findings import suggest_name
from bombsight.compiler.request import Request
from bombsight.flat.program import Program
from bombsight.flat.sites import EnterSite
from bombsight.runtime.batch.rollout_policy import good_or_bad_measures
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.events.names import Naming
from bombsight.runtime.pins import (
    FieldPin,
    Pin,
)
from bombsight.runtime.run.sources import DiceSource, ManualDice, PinnedDice
from bombsight.runtime.saves.records import DiceName, EntryName, Header, are_real_dice, is_decision, new_header
from bombsight.runtime.saves.writer import SaveFile
from bombsight.runtime.session.session import Session, dice_source_of, entry_of
from bombsight.service.common import sentences
from bombsight.service.common.seeds import check_seed
from bombsight.service.common.user_folders import saves_folder
from bombsight.service.games.game_lookup import external_folder, find_game
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.play.naming import read_own_names
from bombsight.service.play.play import Play
from bombsight.service.play.session_thread import SessionThread
from bombsight.service.present.decisions import count_decisions_to_undo
from bombsight.service.programs.loaders import load
from bombsight.service.programs.pins import PinRequest, pinned_values, resolve_pin
from bombsight.service.programs.players import make_policy
from bombsight.service.programs.prepare import entry_arguments, house_rule_files, program_for
from bombsight.service.saves.saved_rules import rules_of_save
from bombsight.service.saves.snapshots import store_snapshot, texts_of

NO_CAREER_HINT = (
    "Play it without --campaign. A campaign is `procedure career`, or what the manifest names, `career NAME`."
)
RANDOM_SEED_LIMIT = 1_000_000
"""Seeds that nobody named stay below this, so that they are easily typed."""

MANUAL: Literal["manual"] = "manual"
"""What stands for dice that a person throws, in place of a file."""

TABLE_SUFFIX = ".table"
"""Behind the name of a save: what the arbiter of a table of two keeps beside it."""

AnswererName = Literal["person", "auto", "random", "thoughtful"]
"""Who answers."""


@frozen(kw_only=True)
class GameSetup:
    """How a game begins.

    Attributes:
        mission: The number of the mission; None for the first.
        campaign: Whether the whole career is played.
        seed: Of the dice, 0 to 2**64 - 1; None for one of chance.
        dice: ``manual``, a file of dice, or None for dice from the seed.
        save: Where to save, or None.
        names: Names of the player's own, which are given before those of the game.
        pins: Tables whose dice are laid, and fields that are pinned, as
            :func:`bombsight.service.programs.pins.read_pins` reads them.
        until: The procedure before which play stops; None for none.
    """

    mission: int | None = None
    campaign: bool = False
    seed: int | None = None
    dice: str | None = None
    save: Path | None = None
    names: Path | None = None
    pins: tuple[PinRequest, ...] = ()
    until: str | None = None


def start_game(
    id_or_folder: str, rules: Rules, setup: GameSetup, answers: AnswererName = "person", *, autosave: bool = False
) -> Play:
    """A new game.

    Args:
        id_or_folder: The game's id, or its folder.
        rules: By which rules.
        setup: How it begins.
        answers: Who answers.
        autosave: Whether a game that somebody plays is saved in the user's data folder where no file is named; where
            that cannot be written to, it is not saved.

    Raises:
        InputError: There is no such game, mission, variant or option; the save or the dice cannot be used.
        WrongRules: The rules have errors, or cannot be read.
    """
    program, request, header = prepare_game(id_or_folder, rules, setup)
    if answers == "thoughtful":  # known before a save is begun
        good_or_bad_measures(program, entry_of(program, header))
    thread = SessionThread()
    dice, source = make_dice(program, header, thread)
    by_hand = answers == "person" or header.is_by_hand
    stops = find_stop_sites(program, setup.until)
    save = create_save(setup, header, autosave=autosave and by_hand)
    if save is not None:
        store_snapshot(header, request, Path(save.path))
    session = Session(program, header, source, save=save, load=load)
    session.stop_sites = stops
    return Play(session, request, thread, None if answers == "person" else make_policy(answers, session), dice)


def prepare_game(id_or_folder: str, rules: Rules, setup: GameSetup) -> tuple[Program, Request, Header]:
    """What a new game is played by, and what its save begins with.

    Args:
        id_or_folder: The game's id, or its folder.
        rules: By which rules.
        setup: How it begins.

    Raises:
        InputError: There is no such game, mission, variant or option, or the dice cannot be used.
        WrongRules: The rules have errors, or cannot be read.
    """
    check_dice_file(setup.dice)
    game = find_game(id_or_folder, rules.folders)
    request = make_request(game.id, game.files, rules)
    program = program_for(request, None if setup.campaign else setup.mission)
    header = evolve(make_header(program, setup, rules, external_folder(game)), snapshot=texts_of(request).digest)
    if header.fields:
        request = evolve(request, pins=pinned_values(header.fields))
        program = program_for(request)
    return program, request, header


def check_dice_file(dice: str | None) -> None:
    """See that dice are where a call says, before rules are read for them.

    Raises:
        InputError: There is no such file.
    """
    if dice is not None and dice != MANUAL and not Path(dice).exists():
        hint = suggest_name(dice, [MANUAL]) or f"Name a file of numbers, or write --dice {MANUAL} to throw your own."
        raise InputError(f"--dice {dice}: there is no such file", "", hint)


def resume_game(
    path: Path,
    folders: tuple[Path, ...] = (),
    answers: AnswererName = "person",
    *,
    undo: int = 0,
    by_hand: bool | None = None,
    house: tuple[Path, ...] = (),
    snapshot: Path | None = None,
    limit: int = 1,
) -> Play:
    """A saved game, taken up again by the rules that it was begun by.

    Args:
        path: The save.
        folders: Folders to look for the game in, besides the usual ones.
        answers: Who answers from here on.
        undo: How many of the player's answers are taken back first, with all that was answered without asking since; of
            any answers, where none is his.
        by_hand: Whether real dice are thrown from here on; None for as it was when it was left.
        house: House rules that it was played with, where they lie elsewhere than it says, or it does not say where.
        snapshot: A game file that holds its rules; None for those that are installed or kept.
        limit: By which factor what the rules may cost is raised: so it goes on where it ended because they cost more.

    Raises:
        InputError: It is no save, it is in use, or its rules are not to be had.
        WrongRules: The rules have errors, or cannot be read.
    """
    save, saved = SaveFile.resume(str(path))
    with ExitStack() as stack:
        stack.enter_context(save)
        rules = rules_of_save(saved.header, str(path), folders, house=house, snapshot=snapshot, limit=limit)
        store_snapshot(saved.header, rules.request, Path(path))
        thread = SessionThread()
        dice, source = make_dice(rules.program, saved.header, thread, str(path))
        session = Session.resume(rules.program, save, saved, source, load=load)
        if saved.end is None:
            session.notes += rules.notes
        decision_count, own_count = count_decisions_to_undo(session.records, session.header, undo)
        session.undo(decision_count if own_count else undo)
        if by_hand is not None:
            session.set_by_hand(by_hand)
            dice.by_hand = by_hand
        policy = None if answers == "person" else make_policy(answers, session)
        stack.pop_all()  # from here on the play closes it
    return Play(session, rules.request, thread, policy, dice)


def make_dice(
    program: Program, header: Header, thread: SessionThread, place: str | None = None
) -> tuple[ManualDice, DiceSource]:
    """The dice of a game: those of a person, which can be left to others at any throw; and all together, with its pins.

    Args:
        program: What is played.
        header: Which dice there are.
        thread: Where the person is asked.
        place: The save that names a file of dice, if any; None where a call does.

    Raises:
        InputError: The file of dice cannot be read, or a save says that it lies on another machine.
    """
    if place is not None and header.dice_file is not None:
        check_local_path(header.dice_file, "the file of its dice", place)
    seeded_or_file = dice_source_of(header, SeededDice(header.seed))
    manual = ManualDice(program, thread.wait_for_throw, seeded_or_file, by_hand=are_real_dice(header.dice))
    manual.by_hand = header.is_by_hand
    return manual, PinnedDice(program, header.pins, manual) if header.pins else manual


def find_stop_sites(program: Program, name: str | None) -> frozenset[int]:
    """Where a procedure or a step of this name begins.

    Raises:
        InputError: None is told of.
    """
    if name is None:
        return frozenset()
    begins = [(number, site) for number, site in enumerate(program.sites) if isinstance(site, EnterSite)]
    lower_name = name.lower()
    stop_sites = frozenset(number for number, site in begins if lower_name in (site.name.lower(), site.title.lower()))
    if not stop_sites:
        hint = (
            suggest_name(name, {site.name: site.title for _, site in begins})
            or f"`bombsight show {program.game} --kind procedure` lists all."
        )
        raise InputError(sentences.nothing_begins(clip(name), program.title), "", hint)
    return stop_sites


def make_header(program: Program, setup: GameSetup, rules: Rules, folder: str | None) -> Header:
    """What a new session begins with.

    Args:
        program: What is played.
        setup: How.
        rules: By which rules.
        folder: Where the game lies, if it did not come with the program.

    Raises:
        InputError: The game has no such mission, or no campaign.
    """
    if setup.campaign and setup.mission is not None:
        raise InputError("--mission and --campaign exclude each other", "", sentences.CAMPAIGN_BEGINS_HINT)
    if setup.seed is not None:
        check_seed(setup.seed)
    name: EntryName = "career" if setup.campaign else "mission"
    entry = program.career if setup.campaign else program.mission
    if entry is None:
        raise InputError(sentences.no_campaign(program.title), "", NO_CAREER_HINT, "campaign")
    dice: DiceName = "seeded"
    dice_file = None
    if setup.dice == MANUAL:
        dice = MANUAL
    elif setup.dice is not None:
        dice, dice_file = "file", str(Path(setup.dice).resolve())
    pins = tuple(resolve_pin(program, pin_request) for pin_request in setup.pins)
    return new_header(
        program,
        seed=secrets.randbelow(RANDOM_SEED_LIMIT) if setup.seed is None else setup.seed,
        entry=name,
        args=entry_arguments(program, entry, setup.mission),
        dice=dice,
        dice_file=dice_file,
        files=house_rule_files(rules.house, program),
        folder=folder,
        names=Naming(shuffled=True, own=read_own_names(setup.names, program) if setup.names is not None else ()),
        pins=tuple(pin for pin in pins if isinstance(pin, Pin)),
        fields=tuple(pin for pin in pins if isinstance(pin, FieldPin)),
    )


# --- saves


def new_save_path(game: str) -> Path:
    """A new file in the user's data folder."""
    folder = saves_folder()
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    number = 1
    path = folder / f"{stem}.save"
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.save"
    return path


def table_path(save: Path) -> Path:
    """The file that lies beside the save of a table to which others come."""
    return Path(f"{save}{TABLE_SUFFIX}")


def create_save(setup: GameSetup, header: Header, *, autosave: bool) -> SaveFile | None:
    """The file that a new game is saved in as it is played.

    Args:
        setup: How the game begins.
        header: What the save begins with.
        autosave: Whether a game without a named file gets one of its own.

    Raises:
        InputError: The named file exists already, or cannot be written.
    """
    if setup.save is not None:
        return SaveFile.create(str(setup.save), header)
    if not autosave:
        return None
    path = new_save_path(header.game)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return SaveFile.create(str(path), header)
    except (OSError, InputError):
        return None


def is_worth_keeping(session: Session) -> bool:
    """Whether anything a person did would be lost without the save."""
    return any(is_decision(record, session.header) for record in session.records)
