"""The Python interface: what ``import bombsight`` offers, a function for each thing that can be done."""

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

# What is imported inside a function compiles rules, and is loaded where that is asked for.


def games(*folders: str | Path) -> tuple[Summary, ...]:
    """The games there are: those that come with the program, in the folders of ``BOMBSIGHT_PATH``, and in these.

    Returns:
        A summary of each, in the order of their ids; one whose rules have errors is there, too, and says so.
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
    """Begin a game.

    Args:
        game: Its id, or its folder.
        rules: By which rules.
        mission: The number of the mission; None for the first.
        campaign: Whether the whole career is played.
        seed: Of the dice, 0 to 2**64 - 1; None for one of chance.
        dice: ``manual`` for real dice, a file of dice, or None for dice from the seed.
        save: A new file to save it in as it is played; None for none.
        answers: ``person`` for whoever calls :meth:`Play.answer`; ``auto`` for the autopilot, ``random`` for chance,
            ``thoughtful`` for the best odds.

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
    """Take a saved game up again, by the rules that it was begun by.

    Args:
        save: Its file.
        folders: Folders to look for the game in, besides the usual ones.
        answers: Who answers from here on.
        undo: How many answers are taken back first.
        house: House rules that it was played with, where they lie elsewhere than it says, or it does not say where.
        snapshot: A game file that holds its rules; None for those that are installed or were kept.
        limit: By which factor what the rules may cost is raised: so it goes on where it ended because they cost more.

    Raises:
        InputError: It is no save, it is in use, or its rules are not to be had.
        WrongRules: The rules have errors, or cannot be read.
    """
    snapshot_path = None if snapshot is None else Path(snapshot)
    return take_up(
        Path(save), to_paths(folders), answers, undo=undo, house=to_paths(house), snapshot=snapshot_path, limit=limit
    )


def prospect(
    save: str | Path, folders: Iterable[str | Path] = (), *, house: Iterable[str | Path] = (), limit: int = 1
) -> Prospect:
    """How far the story of a save holds by the rules that are installed now; nothing is written.

    Args:
        save: Its file.
        folders: Folders to look for the game in, besides the usual ones.
        house: House rules that lie elsewhere than it says.
        limit: By which factor what the rules may cost is raised.

    Raises:
        InputError: It is no save, or the rules are not to be had.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.saves.migration import preview_migration as look_ahead

    return look_ahead(Path(save), to_paths(folders), to_paths(house), limit)


def go_over(
    save: str | Path, folders: Iterable[str | Path] = (), *, house: Iterable[str | Path] = (), limit: int = 1
) -> Prospect:
    """Have a save go on by the rules that are installed now, with what holds of its story by them.

    Args:
        save: Its file.
        folders: Folders to look for the game in, besides the usual ones.
        house: House rules that lie elsewhere than it says.
        limit: By which factor what the rules may cost is raised.

    Raises:
        InputError: It is no save, it is in use, or the rules are not to be had.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.saves.migration import migrate_save as write_over

    return write_over(Path(save), to_paths(folders), to_paths(house), limit)


def table(game: str | Path, id: str, rules: Rules = DEFAULT_RULES) -> Card:
    """A table as it stands after errata, variants and house rules.

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
    """The odds of a roll on a table, exactly: of results, rows and named parts, and what each modifier matters.

    Args:
        game: Its id, or its folder.
        table: The table's id, or part of its title.
        rules: By which rules. With house rules: beside the game without them.
        given: What is so: conditions in which the table's parameters have their names, ``sky is fog``; lines of an
            example's scene, ``do storm``.
        every: Whether all is gone through that decides which row dice lead to; else it stands as when a game begins.
        against: House rules to be laid over the rules as well: then both are told side by side.

    Raises:
        InputError: There is no such game, table, variant or option; no dice are thrown for it; nothing makes so what is
            given, or there are too many cases.
        WrongRules: The rules have errors, or cannot be read; so it is with what is given.
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
    """What rules change: items part by part, the tables whose odds are others, worked examples.

    Args:
        game: Its id, or its folder.
        rules: By which rules: compared with the game as it comes.
        other: Another game or folder; then the two are compared, each by these rules.
        against: House rules to be laid over the rules as well: then they are compared with those without them.
        examples: Whether the worked examples that come to a change are run.

    Raises:
        InputError: There is nothing to compare; there is no such game, variant or option.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.rules_diff.differences import compare_rules, requests_to_compare

    other_game = None if other is None else str(other)
    return compare_rules(*requests_to_compare(str(game), rules, other_game, [*map(Path, against)]), examples=examples)


def rules_in_force(game: str | Path, rules: Rules = DEFAULT_RULES) -> InForce:
    """Which rules are in force: options, overlays, what each of them changed, what is not as printed.

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
    """Check rules.

    Args:
        what: Games, folders or files; every game there is where none is named.
        rules: By which rules.
        select: Codes, or their beginnings, of the findings that count; all where none is named.
        ignore: Codes, or their beginnings, of those that do not.

    Raises:
        InputError: Something named is not there.
        WrongRules: A file cannot be read.
    """
    from bombsight.service.games.targets import find_targets
    from bombsight.service.lint.codes_catalog import parse_code_prefixes
    from bombsight.service.lint.lint import lint as found

    targets_to_lint = find_targets([*map(str, what)], rules.folders)
    return found(targets_to_lint, rules, parse_code_prefixes([*select]), parse_code_prefixes([*ignore]))


def test(*what: str | Path, rules: Rules = DEFAULT_RULES) -> tuple[Check, ...]:  # noqa: PT028 - it is no test of ours
    """Run worked examples and scripts.

    Args:
        what: Games, folders, files; those of every game where none is named.
        rules: By which rules.

    Raises:
        InputError: Something named is not there.
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
    """Play a game many times, and count how it ends.

    Args:
        game: Its id, or its folder.
        rules: By which rules.
        missions: How many missions; 10,000 where neither these nor campaigns are named.
        campaigns: How many campaigns instead.
        mission: The number of the one mission that all of them are; None for all in turn.
        policy: Who answers: the autopilot, or chance.
        seed: Of all dice, 0 to 2**64 - 1.
        against: Files of house rules; each is laid over the rules by itself, and compared with them on the same dice.
        jobs: How many processes share the work; a script that asks for some needs ``if __name__ == "__main__"``.
        cluster: The address of a Dask scheduler whose workers play, or ``local``.
        out: A file that takes a row for each run, by its suffix ``.csv``, ``.json`` or ``.parquet``.
        html: A file that takes a page with charts; its name ends with ``.html``.
        pins: What tables show or fields are set to in every run: ``TABLE=RESULT``, ``FIELD=VALUE``.

    Returns:
        Shares and means with their intervals at 95 %, and differences; the same for whoever plays.

    Raises:
        InputError: There is no such game, mission, variant, option or file; numbers are out of their range; an extra is
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
    """Run a save or a script again, and compare what happens with what it says: ``replay(file).verdict.same``.

    Raises:
        InputError: It is neither, or was played with other rules.
        WrongRules: The rules cannot be used, or lines of the script cannot be read.
    """
    from bombsight.service.saves.replay import run_save_or_script

    return run_save_or_script(Path(file), rules)
