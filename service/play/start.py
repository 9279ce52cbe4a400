"""Beginning a game, and taking one up again: from a call to a game that can be played."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Literal

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.names import local_path
from bombsight.compiler.findings import meant
from bombsight.compiler.request import Request
from bombsight.flat.program import Program
from bombsight.flat.sites import EnterSite
from bombsight.runtime.batch.thoughtful import measures_that_matter
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.events.names import Naming
from bombsight.runtime.pins import (
    FieldPin,
    Pin,
)
from bombsight.runtime.run.sources import ManualDice, PinnedDice, Source
from bombsight.runtime.saves.records import DiceName, EntryName, Header, is_by_hand, is_decision, new_header
from bombsight.runtime.saves.writer import SaveFile
from bombsight.runtime.session.session import Session, entry_of, source_of
from bombsight.service.common.seeds import check_seed
from bombsight.service.common.user_folders import saves_folder
from bombsight.service.games.find import find_game, folder_of
from bombsight.service.games.requests import Rules, request_of
from bombsight.service.play.own_names import own_names
from bombsight.service.play.play import Play
from bombsight.service.play.session_thread import Exchange
from bombsight.service.present.decisions import reaching_back
from bombsight.service.programs.machines import load
from bombsight.service.programs.pins import PinAsked, pin_for, words_of_pins
from bombsight.service.programs.players import policy_of
from bombsight.service.programs.prepare import entry_values, house_files, program_for
from bombsight.service.saves.rules import rules_of_save
from bombsight.service.saves.snapshots import keep_snapshot, texts_of

NO_CAREER = "Play it without --campaign. A campaign is `procedure career`, or what the manifest names, `career NAME`."
HIGHEST_OWN_SEED = 1_000_000
"""Seeds that nobody named stay below this, so that they are easily typed."""

MANUAL: Literal["manual"] = "manual"
"""What stands for dice that a person throws, in place of a file."""

TABLE = ".table"
"""Behind the name of a save: what the arbiter of a table of two keeps beside it."""

Answers = Literal["person", "auto", "random", "thoughtful"]
"""Who answers."""


@frozen(kw_only=True)
class Opening:
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
    pins: tuple[PinAsked, ...] = ()
    until: str | None = None


def begin(word: str, rules: Rules, opening: Opening, answers: Answers = "person", *, keep: bool = False) -> Play:
    """A new game.

    Args:
        word: The game's id, or its folder.
        rules: By which rules.
        opening: How it begins.
        answers: Who answers.
        keep: Whether a game that somebody plays is saved in the user's data folder where no file is named; where that
            cannot be written to, it is not saved.

    Raises:
        InputError: There is no such game, mission, variant or option; the save or the dice cannot be used.
        WrongRules: The rules have errors, or cannot be read.
    """
    program, request, header = prepared(word, rules, opening)
    if answers == "thoughtful":  # known before a save is begun
        measures_that_matter(program, entry_of(program, header))
    exchange = Exchange()
    dice, source = dice_for(program, header, exchange)
    by_hand = answers == "person" or header.by_hand
    stops = stops_at(program, opening.until)
    save = open_save(opening, header, always=keep and by_hand)
    if save is not None:
        keep_snapshot(header, request, Path(save.path))
    session = Session(program, header, source, save=save, load=load)
    session.until = stops
    return Play(session, request, exchange, None if answers == "person" else policy_of(answers, session), dice)


def prepared(word: str, rules: Rules, opening: Opening) -> tuple[Program, Request, Header]:
    """What a new game is played by, and what its save begins with.

    Args:
        word: The game's id, or its folder.
        rules: By which rules.
        opening: How it begins.

    Raises:
        InputError: There is no such game, mission, variant or option, or the dice cannot be used.
        WrongRules: The rules have errors, or cannot be read.
    """
    check_dice(opening.dice)
    game = find_game(word, rules.folders)
    request = request_of(game.id, game.files, rules)
    program = program_for(request, None if opening.campaign else opening.mission)
    header = evolve(header_for(program, opening, rules, folder_of(game)), snapshot=texts_of(request).digest)
    if header.fields:
        request = evolve(request, pins=words_of_pins(header.fields))
        program = program_for(request)
    return program, request, header


def check_dice(word: str | None) -> None:
    """See that dice are where a call says, before rules are read for them.

    Raises:
        InputError: There is no such file.
    """
    if word is not None and word != MANUAL and not Path(word).exists():
        hint = meant(word, [MANUAL]) or f"Name a file of numbers, or write --dice {MANUAL} to throw your own."
        raise InputError(f"--dice {word}: there is no such file", "", hint)


def resume(
    path: Path,
    folders: tuple[Path, ...] = (),
    answers: Answers = "person",
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
        keep_snapshot(saved.header, rules.request, Path(path))
        exchange = Exchange()
        dice, source = dice_for(rules.program, saved.header, exchange, str(path))
        session = Session.resumed(rules.program, save, saved, source, load=load)
        if saved.end is None:
            session.notes += rules.notes
        taken, own = reaching_back(session.records, session.header, undo)
        session.undo(taken if own else undo)
        if by_hand is not None:
            session.throw_by_hand(by_hand)
            dice.by_hand = by_hand
        policy = None if answers == "person" else policy_of(answers, session)
        stack.pop_all()  # from here on the play closes it
    return Play(session, rules.request, exchange, policy, dice)


def dice_for(
    program: Program, header: Header, exchange: Exchange, place: str | None = None
) -> tuple[ManualDice, Source]:
    """The dice of a game: those of a person, which can be left to others at any throw; and all together, with its pins.

    Args:
        program: What is played.
        header: Which dice there are.
        exchange: Where the person is asked.
        place: The save that names a file of dice, if any; None where a call does.

    Raises:
        InputError: The file of dice cannot be read, or a save says that it lies on another machine.
    """
    if place is not None and header.dice_file is not None:
        local_path(header.dice_file, "the file of its dice", place)
    others = source_of(header, SeededDice(header.seed))
    manual = ManualDice(program, exchange.throw, others, by_hand=is_by_hand(header.dice))
    manual.by_hand = header.by_hand
    return manual, PinnedDice(program, header.pins, manual) if header.pins else manual


def stops_at(program: Program, name: str | None) -> frozenset[int]:
    """Where a procedure or a step of this name begins.

    Raises:
        InputError: None is told of.
    """
    if name is None:
        return frozenset()
    begins = [(number, site) for number, site in enumerate(program.sites) if isinstance(site, EnterSite)]
    wanted = name.lower()
    found = frozenset(number for number, site in begins if wanted in (site.name.lower(), site.title.lower()))
    if not found:
        hint = (
            meant(name, {site.name: site.title for _, site in begins})
            or f"`bombsight show {program.game} --kind procedure` lists all."
        )
        raise InputError(f"nothing called {clip(name)} begins in {program.title}", "", hint)
    return found


def header_for(program: Program, opening: Opening, rules: Rules, folder: str | None) -> Header:
    """What a new session begins with.

    Args:
        program: What is played.
        opening: How.
        rules: By which rules.
        folder: Where the game lies, if it did not come with the program.

    Raises:
        InputError: The game has no such mission, or no campaign.
    """
    if opening.campaign and opening.mission is not None:
        raise InputError("--mission and --campaign exclude each other", "", "A campaign begins with its first mission.")
    if opening.seed is not None:
        check_seed(opening.seed)
    name: EntryName = "career" if opening.campaign else "mission"
    entry = program.career if opening.campaign else program.mission
    if entry is None:
        raise InputError(f"{program.title} has no campaign", "", NO_CAREER, "campaign")
    dice: DiceName = "seeded"
    dice_file = None
    if opening.dice == MANUAL:
        dice = MANUAL
    elif opening.dice is not None:
        dice, dice_file = "file", str(Path(opening.dice).resolve())
    pins = tuple(pin_for(program, asked) for asked in opening.pins)
    return new_header(
        program,
        seed=secrets.randbelow(HIGHEST_OWN_SEED) if opening.seed is None else opening.seed,
        entry=name,
        args=entry_values(program, entry, opening.mission),
        dice=dice,
        dice_file=dice_file,
        files=house_files(rules.house, program),
        folder=folder,
        names=Naming(shuffled=True, own=own_names(opening.names, program) if opening.names is not None else ()),
        pins=tuple(pin for pin in pins if isinstance(pin, Pin)),
        fields=tuple(pin for pin in pins if isinstance(pin, FieldPin)),
    )


# --- saves


def own_save(game: str) -> Path:
    """A new file in the user's data folder."""
    folder = saves_folder()
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    number = 1
    path = folder / f"{stem}.save"
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.save"
    return path


def table_file(save: Path) -> Path:
    """The file that lies beside the save of a table to which others come."""
    return Path(f"{save}{TABLE}")


def open_save(opening: Opening, header: Header, *, always: bool) -> SaveFile | None:
    """The file that a new game is saved in as it is played.

    Args:
        opening: How the game begins.
        header: What the save begins with.
        always: Whether a game without a named file gets one of its own.

    Raises:
        InputError: The named file exists already, or cannot be written.
    """
    if opening.save is not None:
        return SaveFile.create(str(opening.save), header)
    if not always:
        return None
    path = own_save(header.game)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return SaveFile.create(str(path), header)
    except (OSError, InputError):
        return None


def is_worth_keeping(session: Session) -> bool:
    """Whether anything a person did would be lost without the save."""
    return any(is_decision(record, session.header) for record in session.records)
