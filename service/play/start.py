"""Starting and resuming a game, from the call's parameters to a game in play."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Literal

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.names import check_local_path
from bombsight.boundary.wording import argument, either
from bombsight.compiler.findings import suggest_name
from bombsight.compiler.request import Request
from bombsight.flat.program import Program
from bombsight.flat.sites import EnterSite
from bombsight.runtime.batch.rollout_policy import check_good_or_bad
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
from bombsight.service.common.seeds import check_seed, choose_seed
from bombsight.service.common.user_folders import saves_folder
from bombsight.service.games.game_lookup import external_folder, find_game
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.play.naming import read_own_names
from bombsight.service.play.play import Play
from bombsight.service.play.session_thread import SessionThread
from bombsight.service.present.decisions import count_decisions_to_undo
from bombsight.service.programs.loaders import load
from bombsight.service.programs.pins import PinRequest, pinned_values, resolve_pin
from bombsight.service.programs.players import check_preferences, make_policy
from bombsight.service.programs.prepare import entry_arguments, house_rule_files, program_for
from bombsight.service.saves.saved_rules import rules_of_save
from bombsight.service.saves.snapshots import store_snapshot, texts_of

NO_CAREER_HINT = (
    f"Play it without {argument('campaign')}. A campaign is `procedure career`, or what the manifest names, "
    "`career NAME`."
)
MANUAL: Literal["manual"] = "manual"
"""The value for real dice in place of a dice file's name."""

TABLE_SUFFIX = ".table"
"""The suffix, after a save's name, of the file that the arbiter of a table of two keeps beside it."""

AnswererName = Literal["person", "auto", "random", "learned", "thoughtful"]
"""Who answers the questions of a game."""


@frozen(kw_only=True)
class GameSetup:
    """The parameters of a new game.

    Attributes:
        mission: The number of the mission; None for the first.
        campaign: Whether to play the whole career.
        seed: The seed of the dice, 0 to 2**64 - 1; None for a random one.
        dice: ``manual``, a file of dice, or None for dice from the seed.
        save: Where to save, or None.
        names: The player's own names, which are used before those of the game.
        pins: Fixed dice of tables and values of fields, as :func:`bombsight.service.programs.pins.read_pins` reads
            them.
        until: The procedure or step before which play stops; None for none.
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
    """Start a new game and its save, and return the game in play.

    Args:
        id_or_folder: The game's id, or its folder.
        rules: The variants, house rules and options to play with.
        setup: The parameters of the game.
        answers: Who answers.
        autosave: Whether to save a person's game in the user's data folder if no file is named; if that is not
            writable, the game is not saved.

    Raises:
        InputError: The game, mission, variant or option does not exist; the save or the dice cannot be used.
        WrongRules: The rules have errors, or cannot be read.
    """
    program, request, header = prepare_game(id_or_folder, rules, setup)
    if answers == "thoughtful":  # checked before a save is created
        check_good_or_bad(program, entry_of(program, header))
    if answers == "learned":
        check_preferences(program)
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
    """Load the program of a new game, its compile request, and the header for its save.

    Raises:
        InputError: The game, mission, variant or option does not exist, or the dice cannot be used.
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
    """Raise InputError if the dice file that a call names does not exist; done before any rules are read.

    Raises:
        InputError: There is no such file.
    """
    if dice is not None and dice != MANUAL and not Path(dice).exists():
        hint = suggest_name(dice, [MANUAL]) or (
            f"Name a file of numbers, or write {argument('dice', MANUAL)} to throw your own."
        )
        raise InputError(f"{argument('dice', dice)}: there is no such file", "", hint)


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
    """Resume a saved game under the rules that it was begun with.

    Args:
        path: The save.
        folders: Folders to look for the game in, besides the usual ones.
        answers: Who answers from here on.
        undo: How many of the player's answers to take back first, with all automatic answers since; of any answers,
            if none is his.
        by_hand: Whether real dice are thrown from here on; None for no change.
        house: Files of its house rules, if they have moved or the save does not name them.
        snapshot: A game file that holds its rules; None for the rules that are installed or were kept.
        limit: The factor by which the limits on the cost of rules are raised, so that a game which hit a limit goes on.

    Raises:
        InputError: The file is no save, it is in use, or its rules cannot be found.
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
    """Make the dice source of a game, with its pins, and the manual dice in it that a person may throw.

    Args:
        program: The flat program.
        header: The header, which names the source of the dice.
        thread: The thread in which the run waits for the person.
        place: The save that names a dice file, if any; None if the call does.

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
    """Find the sites (code locations that emit events) where a procedure or step with a name begins.

    Raises:
        InputError: No procedure or step with that name emits events.
    """
    if name is None:
        return frozenset()
    begins = [(number, site) for number, site in enumerate(program.sites) if isinstance(site, EnterSite)]
    lower_name = name.lower()
    stop_sites = frozenset(number for number, site in begins if lower_name in (site.name.lower(), site.title.lower()))
    if not stop_sites:
        hint = suggest_name(name, {site.name: site.title for _, site in begins}) or either(
            f"`bombsight show {program.game} --kind procedure` lists all.",
            f"bombsight.contents({program.game!r}, kinds=['procedure']) lists all.",
        )
        raise InputError(sentences.nothing_begins(clip(name), program.title), "", hint)
    return stop_sites


def make_header(program: Program, setup: GameSetup, rules: Rules, folder: str | None) -> Header:
    """Make the header of a new session.

    Args:
        program: The flat program.
        setup: The parameters of the game.
        rules: The rules of the call.
        folder: The game's folder, if it did not come with the program.

    Raises:
        InputError: The game has no such mission, or no campaign.
    """
    if setup.campaign and setup.mission is not None:
        raise InputError(
            f"{argument('mission')} and {argument('campaign')} exclude each other", "", sentences.CAMPAIGN_BEGINS_HINT
        )
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
        seed=choose_seed(setup.seed),
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
    """Build the path of a new autosave in the user's data folder."""
    folder = saves_folder()
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    number = 1
    path = folder / f"{stem}.save"
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.save"
    return path


def table_path(save: Path) -> Path:
    """Build the path of the file with a two-player table's protocol state, beside a save."""
    return Path(f"{save}{TABLE_SUFFIX}")


def create_save(setup: GameSetup, header: Header, *, autosave: bool) -> SaveFile | None:
    """Create the save file of a new game; None if the setup names none and autosave is off or fails.

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


def is_worth_keeping(session: Session, *, has_begun: bool) -> bool:
    """Whether a save is worth keeping: a person has decided something, or has been shown how dice fell.

    Args:
        session: The game.
        has_begun: Whether its story has been shown, as far as it goes.
    """
    has_decided = any(is_decision(record, session.header) for record in session.records)
    return has_decided or (has_begun and any(step.is_throw for step in session.trail))
