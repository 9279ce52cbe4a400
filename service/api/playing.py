"""Playing: a game begun, taken up again, and run again."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from bombsight.service.common.arguments import AnyPath, CountOrZero, Limit, Seed, check_arguments
from bombsight.service.games.requests import Rules, to_paths
from bombsight.service.links.packing import is_link
from bombsight.service.play.play import Play
from bombsight.service.play.start import AnswererName, GameSetup, resume_game, start_game
from bombsight.service.programs.pins import parse_pin

if TYPE_CHECKING:
    from bombsight.service.saves.replay import SaveRun, ScriptRun

DEFAULT_RULES = Rules()
"""A game's own rules, with all its errata and no variants, every option at its default."""


@check_arguments
def open(
    game: AnyPath,
    rules: Rules = DEFAULT_RULES,
    *,
    mission: int | None = None,
    campaign: bool = False,
    seed: Seed | None = None,
    dice: str | None = None,
    save: AnyPath | None = None,
    answers: AnswererName = "person",
    names: AnyPath | None = None,
    pins: Iterable[str] = (),
    until: str | None = None,
) -> Play:
    """Start a new game.

    Args:
        game: The game's id, or its folder.
        rules: The variants, house rules and options to play with.
        mission: The number of the mission; None for the first.
        campaign: Whether to play the whole career.
        seed: The seed of the dice, 0 to 2**64 - 1; None for a random one.
        dice: ``manual`` for real dice, a file of dice, or None for dice from the seed.
        save: A new file to save the game in as it is played; None for no save.
        answers: ``person`` if the caller answers by :meth:`Play.answer`; ``auto`` for the autopilot, ``random`` for
            chance, ``learned`` for the autopilot by preferences that must be in force,
            ``thoughtful`` for the best odds.
        names: A file of names of your own, which are used before those of the game.
        pins: Fixed results of tables and values of fields: ``TABLE=RESULT``, ``FIELD=VALUE``.
        until: The procedure or step before which the autopilot stops and the caller goes on; None for none.

    Raises:
        InputError: There is no such game, mission, variant or option; the save or the dice cannot be used.
        WrongRules: The rules have errors, or cannot be read.
    """
    opening = GameSetup(
        mission=mission,
        campaign=campaign,
        seed=seed,
        dice=dice,
        save=None if save is None else Path(save),
        names=None if names is None else Path(names),
        pins=tuple(map(parse_pin, pins)),
        until=until,
    )
    return start_game(str(game), rules, opening, answers)


@check_arguments
def resume(
    save: AnyPath,
    folders: Iterable[AnyPath] = (),
    *,
    answers: AnswererName = "person",
    undo: CountOrZero = 0,
    house: Iterable[AnyPath] = (),
    snapshot: AnyPath | None = None,
    limit: Limit = 1,
) -> Play:
    """Resume a saved game under the rules that it was begun with, or play on where a link ends.

    Args:
        save: The save file; or a link, whose game becomes a new save in the folder of the user's saves.
        folders: Folders to look for the game in, besides the usual ones.
        answers: Who answers from here on.
        undo: How many answers to take back first.
        house: Files of its house rules, if they have moved or the save does not name them.
        snapshot: A game file that holds its rules; None for the rules that are installed or were kept.
        limit: The factor by which the limits on the cost of rules are raised, so that a game which hit a limit goes on.

    Raises:
        InputError: The file is no save, it is in use, or its rules cannot be found.
        WrongRules: The rules have errors, or cannot be read.
    """
    snapshot_path = None if snapshot is None else Path(snapshot)
    save_path = Path(save)
    if is_link(str(save)):
        from bombsight.service.links.opening import keep_linked_game, open_link

        game = open_link(str(save), Rules(folders=to_paths(folders), house=to_paths(house), limit=limit), snapshot_path)
        save_path = keep_linked_game(game)
    return resume_game(
        save_path, to_paths(folders), answers, undo=undo, house=to_paths(house), snapshot=snapshot_path, limit=limit
    )


@check_arguments
def replay(file: AnyPath, rules: Rules = DEFAULT_RULES) -> SaveRun | ScriptRun:
    """Replay a save, a link or a script, and compare the run with the record: ``replay(file).verdict.same``.

    Raises:
        InputError: The file is neither, or it was played with other rules.
        WrongRules: The rules have errors or cannot be read, or lines of the script cannot be read.
    """
    from bombsight.service.saves.replay import run_save_or_script

    return run_save_or_script(Path(file), rules)
