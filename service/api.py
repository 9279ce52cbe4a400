"""The public Python API: what ``import bombsight`` exports, one function for each use."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from bombsight.flat.slices import PolicyName
from bombsight.service.games.requests import Rules, to_paths
from bombsight.service.play.play import Play
from bombsight.service.play.start import AnswererName, GameSetup, start_game
from bombsight.service.play.start import resume_game as take_up

if TYPE_CHECKING:
    from bombsight.service.lint.lint import Linted
    from bombsight.service.lookup.cards import Card
    from bombsight.service.lookup.rulings import InForce
    from bombsight.service.lookup.summaries import Summary
    from bombsight.service.rules_diff.documents import Differences
    from bombsight.service.saves.migration import Prospect
    from bombsight.service.saves.replay import SaveRun, ScriptRun
    from bombsight.service.simulating.summary import Simulated
    from bombsight.service.table_odds.documents import TableOdds
    from bombsight.service.testing.examples import Check

DEFAULT_RULES = Rules()
"""A game's own rules, with all its errata and no variants, every option at its default."""

# Imports inside functions load the compiler only for calls that need it.


def games(*folders: str | Path) -> tuple[Summary, ...]:
    """List the games that are shipped with the program, and those in ``BOMBSIGHT_PATH`` and in ``folders``.

    Returns:
        A summary of each game, sorted by id. A game whose rules have errors is listed, too, with that fact.
    """
    from bombsight.service.lookup.overview import list_games

    return list_games(map(Path, folders)).games


def open(
    game: str | Path,
    rules: Rules = DEFAULT_RULES,
    *,
    mission: int | None = None,
    campaign: bool = False,
    seed: int | None = None,
    dice: str | None = None,
    save: str | Path | None = None,
    answers: AnswererName = "person",
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
            chance, ``thoughtful`` for the best odds.

    Raises:
        InputError: There is no such game, mission, variant or option; the save or the dice cannot be used.
        WrongRules: The rules have errors, or cannot be read.
    """
    save_path = None if save is None else Path(save)
    opening = GameSetup(mission=mission, campaign=campaign, seed=seed, dice=dice, save=save_path)
    return start_game(str(game), rules, opening, answers)


def resume(
    save: str | Path,
    folders: Iterable[str | Path] = (),
    *,
    answers: AnswererName = "person",
    undo: int = 0,
    house: Iterable[str | Path] = (),
    snapshot: str | Path | None = None,
    limit: int = 1,
) -> Play:
    """Resume a saved game under the rules that it was begun with.

    Args:
        save: The save file.
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
    return take_up(
        Path(save), to_paths(folders), answers, undo=undo, house=to_paths(house), snapshot=snapshot_path, limit=limit
    )


def prospect(
    save: str | Path, folders: Iterable[str | Path] = (), *, house: Iterable[str | Path] = (), limit: int = 1
) -> Prospect:
    """Check how much of a save's story is valid under the rules that are installed now, without writing.

    Args:
        save: The save file.
        folders: Folders to look for the game in, besides the usual ones.
        house: Files of house rules that lie elsewhere than the save says.
        limit: The factor by which the limits on the cost of rules are raised.

    Raises:
        InputError: The file is no save, or the rules cannot be found.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.saves.migration import preview_migration as look_ahead

    return look_ahead(Path(save), to_paths(folders), to_paths(house), limit)


def go_over(
    save: str | Path, folders: Iterable[str | Path] = (), *, house: Iterable[str | Path] = (), limit: int = 1
) -> Prospect:
    """Migrate a save to the rules that are installed now, keeping the part of its story that is valid.

    Args:
        save: The save file.
        folders: Folders to look for the game in, besides the usual ones.
        house: Files of house rules that lie elsewhere than the save says.
        limit: The factor by which the limits on the cost of rules are raised.

    Raises:
        InputError: The file is no save, it is in use, or the rules cannot be found.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.saves.migration import migrate_save as write_over

    return write_over(Path(save), to_paths(folders), to_paths(house), limit)


def table(game: str | Path, id: str, rules: Rules = DEFAULT_RULES) -> Card:
    """Look up a table's card, with errata, variants and house rules applied.

    Raises:
        InputError: There is no such game, table, variant or option.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.lookup.cards import look_up_card

    return look_up_card(request_for_game(str(game), rules), id).table


def odds(
    game: str | Path,
    table: str,
    rules: Rules = DEFAULT_RULES,
    *,
    given: Iterable[str] = (),
    every: bool = False,
    against: Iterable[str | Path] = (),
) -> TableOdds:
    """Compute the exact odds of a roll on a table: results, rows, named parts, and the influence of each modifier.

    Args:
        game: The game's id, or its folder.
        table: The table's id, or part of its title.
        rules: The rules to use. With house rules, the odds without them are given beside.
        given: Assumptions: conditions over the table's parameters, ``sky is fog``; lines of an example's scene,
            ``do storm``.
        every: Whether to enumerate all state that decides which row the dice lead to; else the state as a game begins.
        against: House rules to lay over the rules as well; the odds with and without them are given side by side.

    Raises:
        InputError: The game, table, variant or option does not exist; the table throws no dice; no state fulfils
            ``given``, or there are too many cases.
        WrongRules: The rules have errors or cannot be read, or ``given`` has errors.
    """
    from bombsight.service.table_odds.requests import make_compared_requests
    from bombsight.service.table_odds.situations import compute_table_odds

    request, other = make_compared_requests(str(game), rules, [*map(Path, against)])
    return compute_table_odds(request, table, [*given], is_exhaustive=every, against=other)


def diff(
    game: str | Path,
    rules: Rules = DEFAULT_RULES,
    *,
    other: str | Path | None = None,
    against: Iterable[str | Path] = (),
    examples: bool = True,
) -> Differences:
    """Compare two sets of rules: items part by part, tables whose odds changed, worked examples.

    Args:
        game: The game's id, or its folder.
        rules: The rules to compare with the game as it comes.
        other: Another game or folder to compare with the game; these rules apply to both.
        against: House rules to lay over the rules; the rules with them are compared with the rules without them.
        examples: Whether to run the worked examples that reach a change.

    Raises:
        InputError: There is nothing to compare, or the game, variant or option does not exist.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.rules_diff.differences import compare_rules, requests_to_compare

    other_game = None if other is None else str(other)
    return compare_rules(*requests_to_compare(str(game), rules, other_game, [*map(Path, against)]), examples=examples)


def rules_in_force(game: str | Path, rules: Rules = DEFAULT_RULES) -> InForce:
    """List the rules in force: options, overlays and the changes of each, rules that are not as printed.

    Raises:
        InputError: There is no such game, variant or option.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.lookup.rulings import rules_in_force as told
    from bombsight.service.programs.compile import compile_game

    return told(*compile_game(request_for_game(str(game), rules)))


def lint(
    *what: str | Path, rules: Rules = DEFAULT_RULES, select: Iterable[str] = (), ignore: Iterable[str] = ()
) -> Linted:
    """Check rules and return the findings.

    Args:
        what: Games, folders or files; empty for every game.
        rules: The variants, house rules and options to check with.
        select: Codes of findings, or prefixes of codes, to report; empty for all.
        ignore: Codes of findings, or prefixes of codes, to leave out.

    Raises:
        InputError: A name in ``what`` does not exist.
        WrongRules: A file cannot be read.
    """
    from bombsight.service.games.targets import find_targets
    from bombsight.service.lint.codes_catalog import parse_code_prefixes
    from bombsight.service.lint.lint import lint as found

    targets_to_lint = find_targets([*map(str, what)], rules.folders)
    return found(targets_to_lint, rules, parse_code_prefixes([*select]), parse_code_prefixes([*ignore]))


def test(*what: str | Path, rules: Rules = DEFAULT_RULES) -> tuple[Check, ...]:  # noqa: PT028 - it is no test of ours
    """Run the worked examples and scripts of games, and report which hold.

    Args:
        what: Games, folders, files; empty for every game.
        rules: The variants, house rules and options to test with.

    Raises:
        InputError: A name in ``what`` does not exist.
        WrongRules: Rules or scripts have errors.
    """
    from bombsight.service.testing.examples import run_tests

    return tuple(run_tests([*map(str, what)], rules))


def simulate(
    game: str | Path,
    rules: Rules = DEFAULT_RULES,
    *,
    missions: int | None = None,
    campaigns: int | None = None,
    mission: int | None = None,
    policy: PolicyName = "auto",
    seed: int = 0,
    against: Iterable[str | Path] = (),
    jobs: int | None = None,
    cluster: str | None = None,
    out: str | Path | None = None,
    html: str | Path | None = None,
    pins: Iterable[str] = (),
) -> Simulated:
    """Play a game many times, and collect statistics of the outcomes.

    Args:
        game: The game's id, or its folder.
        rules: The variants, house rules and options to play with.
        missions: How many missions; 10,000 if neither missions nor campaigns are given.
        campaigns: How many campaigns instead.
        mission: The mission number of every run; None for all numbers in turn.
        policy: Who answers: the autopilot, or chance.
        seed: The seed of all dice, 0 to 2**64 - 1.
        against: Files of house rules; each alone is laid over the rules, and compared with them on the same dice.
        jobs: How many processes share the work; for several, a script needs ``if __name__ == "__main__"``.
        cluster: The address of a Dask scheduler whose workers play, or ``local``.
        out: A file for one row per run, in the format of its suffix ``.csv``, ``.json`` or ``.parquet``.
        html: A file for a page with charts; its name ends with ``.html``.
        pins: Fixed results of tables and values of fields in every run: ``TABLE=RESULT``, ``FIELD=VALUE``.

    Returns:
        Shares and means with their 95 % confidence intervals, and differences; the same for any number of ``jobs``.

    Raises:
        InputError: The game, mission, variant, option or file does not exist; a number is out of range; an extra is
            missing.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.programs.pins import parse_pin
    from bombsight.service.simulating.output_files import check_output_path, open_writer
    from bombsight.service.simulating.page import check_page_path, write_page
    from bombsight.service.simulating.requests import SimulationRequest, build_order, choose_pool
    from bombsight.service.simulating.simulation import run_simulation, start_simulation
    from bombsight.service.simulating.summary import summarize_simulation

    simulation_request = SimulationRequest(
        missions=missions,
        campaigns=campaigns,
        mission=mission,
        policy=policy,
        seed=seed,
        against=tuple(map(Path, against)),
        rows=out is not None,
        pins=tuple(map(parse_pin, pins)),
    )
    if out is not None:
        check_output_path(Path(out))
    if html is not None:
        check_page_path(Path(html))
    order = build_order(str(game), rules, simulation_request)
    simulation = start_simulation(order)
    with nullcontext() if out is None else open_writer(Path(out), simulation) as write:
        (simulation,) = deque(run_simulation(simulation, choose_pool(cluster, jobs), write), maxlen=1)
    result = summarize_simulation(simulation)
    if html is not None:
        write_page(Path(html), result, simulation.seconds)
    return result


def replay(file: str | Path, rules: Rules = DEFAULT_RULES) -> SaveRun | ScriptRun:
    """Replay a save or a script, and compare the run with the record: ``replay(file).verdict.same``.

    Raises:
        InputError: The file is neither, or it was played with other rules.
        WrongRules: The rules have errors or cannot be read, or lines of the script cannot be read.
    """
    from bombsight.service.saves.replay import run_save_or_script

    return run_save_or_script(Path(file), rules)
