"""Many games: simulated, profiled, measured for a README, and the autopilot's answers tried against others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from bombsight.flat.slices import PolicyName, SimplePolicy
from bombsight.service.api.playing import DEFAULT_RULES
from bombsight.service.common.arguments import AnyPath, Count, Jobs, Progress, Seed, check_arguments
from bombsight.service.games.requests import Rules

if TYPE_CHECKING:
    from bombsight.service.balance.documents import Balance
    from bombsight.service.figures.document import FiguresMeasured
    from bombsight.service.learning.document import Learned
    from bombsight.service.simulating.result import SimulationResult
    from bombsight.service.testing.preferences import Preferences
    from bombsight.service.testing.profiling import Profiled


@check_arguments
def simulate(
    game: AnyPath,
    rules: Rules = DEFAULT_RULES,
    *,
    missions: Count | None = None,
    campaigns: Count | None = None,
    mission: int | None = None,
    policy: PolicyName = "auto",
    seed: Seed = 0,
    against: Iterable[AnyPath] = (),
    jobs: Jobs | None = None,
    cluster: str | None = None,
    out: AnyPath | None = None,
    html: AnyPath | None = None,
    pins: Iterable[str] = (),
    progress: Progress | None = None,
) -> SimulationResult:
    """Play a game many times, and collect statistics of the outcomes.

    Args:
        game: The game's id, or its folder.
        rules: The variants, house rules and options to play with.
        missions: How many missions; 10,000 if neither missions nor campaigns are given.
        campaigns: How many campaigns instead.
        mission: The mission number of every run; None for all numbers in turn.
        policy: Who answers: the autopilot, chance, the autopilot by preferences that were learned, or the best odds.
        seed: The seed of all dice, 0 to 2**64 - 1.
        against: Files of house rules; each alone is laid over the rules, and compared with them on the same dice.
        jobs: How many processes share the work; None for this one alone.
        cluster: The address of a Dask scheduler whose workers play; or ``local``, for a process for each processor.
        out: A file for one row per run, in the format of its suffix ``.csv``, ``.json`` or ``.parquet``.
        html: A file for a page with charts; its name ends with ``.html``.
        pins: Fixed results of tables and values of fields in every run: ``TABLE=RESULT``, ``FIELD=VALUE``.
        progress: Is called with the number of runs played so far and of all, several times a second.

    Returns:
        Shares and means with their 95 % confidence intervals, and differences; the same for any number of ``jobs``.
        ``result["result"]`` is a column by its name; ``result.rows()`` has a row for each run.

    Raises:
        InputError: The game, mission, variant, option or file does not exist; a number is out of range; an extra is
            missing.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.programs.pins import parse_pin
    from bombsight.service.simulating.output_files import check_output_path
    from bombsight.service.simulating.page import check_page_path, write_page
    from bombsight.service.simulating.requests import SimulationRequest, build_order, choose_pool
    from bombsight.service.simulating.result import simulate_order

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
    pool = choose_pool(cluster, jobs)
    order = build_order(str(game), rules, simulation_request)
    result, seconds = simulate_order(order, pool, None if out is None else Path(out), progress)
    if html is not None:
        write_page(Path(html), result, seconds)
    return result


@check_arguments
def profile(
    game: AnyPath,
    rules: Rules = DEFAULT_RULES,
    *,
    missions: Count = 50,
    policy: SimplePolicy = "auto",
    seed: Seed = 1,
) -> Profiled:
    """Measure what the rules of a game cost: how often a mission calls each item, and where the time goes.

    Args:
        game: The game's id, or its folder.
        rules: The variants, house rules and options to play with.
        missions: How many missions are played, each number in turn.
        policy: Who answers: ``auto`` or ``random``.
        seed: The seed of the dice.

    Raises:
        InputError: There is no such game, variant or option.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.testing.profiling import profile_game

    return profile_game(request_for_game(str(game), rules), missions, seed, policy)


@check_arguments
def preferences(
    game: AnyPath,
    rules: Rules = DEFAULT_RULES,
    *,
    missions: Count = 50,
    campaigns: Count | None = None,
    seed: Seed = 0,
    progress: Progress | None = None,
) -> Preferences:
    """Find the questions at which other answers than the autopilot's serve better.

    Args:
        game: The game's id, or its folder.
        rules: The variants, house rules and options to play with.
        missions: How many of the autopilot's missions are looked at, each number in turn.
        campaigns: How many of its campaigns are looked at instead; None for missions.
        seed: The seed of the dice.
        progress: Is called with the number of missions or campaigns played so far and of all.

    Raises:
        InputError: There is no such game, variant, option or campaign; or the rules count nothing as good or bad.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.testing.preferences import observe_game

    study = observe_game(str(game), rules, seed, campaigns=campaigns is not None)
    count = missions if campaigns is None else campaigns
    for number in range(count):
        study.play_next()
        if progress is not None:
            progress(number + 1, count)
    return study.to_document()


@check_arguments
def learn(
    game: AnyPath,
    rules: Rules = DEFAULT_RULES,
    *,
    seed: Seed = 0,
    minutes: Count | None = None,
    rounds: Count | None = None,
    out: AnyPath | None = None,
    report: Callable[[str], object] | None = None,
) -> Learned:
    """Learn better preferences for the autopilot, as rules.

    Args:
        game: The game's id, or its folder.
        rules: The variants, house rules and options to play with.
        seed: The seed of all dice. The same rounds of a seed come to the same preferences, with the same libraries.
        minutes: For how many minutes rounds begin; None for 10, or with ``rounds`` for as long as they take.
        rounds: The most rounds; None for as many as there is time for.
        out: The ``.rules`` file to write them to, if they are better beyond doubt.
        report: Is called with a sentence about the present work.

    Returns:
        The rounds, what the best of them learned, and how it plays on runs that had no part in learning. Its ``text``
        is the file's; None if nothing was found that is better than the rules' own autopilot beyond doubt.

    Raises:
        InputError: There is no such game, variant or option; the rules count nothing as good or bad; the file may not
            be written; or the extra is missing.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.learning.requirements import check_extra_installed

    check_extra_installed()
    from bombsight.service.common.files import overwrite_text
    from bombsight.service.learning.learned_file import check_learned_path
    from bombsight.service.learning.learning_run import begin_learning, is_better_beyond_doubt

    if out is not None:
        check_learned_path(Path(out))
    run = begin_learning(str(game), rules, seed, report or (lambda _: None))
    for _ in run.play_rounds(rounds, minutes):
        pass
    compared = run.judge_best()
    gap = run.measure_gap() if is_better_beyond_doubt(compared) else None
    learned = run.to_document(compared, gap)
    if out is not None and learned.text is not None:
        overwrite_text(Path(out), learned.text)
    return learned


@check_arguments
def balance(
    game: AnyPath,
    rules: Rules = DEFAULT_RULES,
    *,
    missions: Count = 10_000,
    seed: Seed = 0,
    html: AnyPath | None = None,
    progress: Callable[[str, float], object] | None = None,
) -> Balance:
    """Find out which choices, answers and tables of a game matter, how it ends by each kind of play, where it is lost.

    Args:
        game: The game's id, or its folder.
        rules: The variants, house rules, preferences and options to play with.
        missions: How many missions of each kind of play are counted; of careers a twentieth.
        seed: The seed of all dice.
        html: A file for a page with charts; its name ends with ``.html``.
        progress: Is called with what is being done, and how much of that is done, 0 to 1.

    Raises:
        InputError: There is no such game, variant or option, or the page cannot be written.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.balance.page import check_balance_path, write_balance_page
    from bombsight.service.balance.study import BalanceStudy, run_study

    if html is not None:
        check_balance_path(Path(html))
    study = BalanceStudy(str(game), rules, missions, seed)
    run_study(study, progress or (lambda text, share: None))
    found = study.to_document()
    if html is not None:
        write_balance_page(Path(html), found)
    return found


@check_arguments
def figures(
    game: AnyPath,
    folders: Iterable[AnyPath] = (),
    *,
    tables: Iterable[str] = (),
    sample: Count | None = None,
    write: bool = False,
    jobs: Jobs | None = None,
    progress: Progress | None = None,
) -> FiguresMeasured:
    """Measure the figures in a game's README, by the runs that its ``figures.toml`` declares.

    Args:
        game: The game's id, or its folder.
        folders: Folders to look for the game in, besides the usual ones.
        tables: The names of the tables to measure; empty for all.
        sample: Play only so many missions a row, with other dice, and return the figures that they contradict.
        write: Whether to write what was measured into the README.
        jobs: How many processes share the work; None for this one alone.
        progress: Is called with the number of tables measured so far and of all.

    Raises:
        InputError: There is no such game or table, the game declares no figures, or its README cannot be written.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.boundary.errors import InputError
    from bombsight.service.figures.document import measure_figures
    from bombsight.service.figures.readme import read_figures, select_tables
    from bombsight.service.games.game_lookup import find_game
    from bombsight.service.simulating.requests import choose_pool

    if write and sample is not None:
        raise InputError("write= and sample= exclude each other", "", "A sample is too small to be stated.")
    rules = Rules(folders=folders)
    game_folder = find_game(str(game), rules.folders)
    declared = select_tables(read_figures(game_folder.path), [*tables])
    measured = measure_figures(game_folder, declared, rules, choose_pool(None, jobs), sample, progress)
    if write:
        measured.write()
    return measured
