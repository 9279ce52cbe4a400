"""The Python interface: what ``import bombsight`` offers, a function for each thing that can be done."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from bombsight.flat.slices import PolicyName
from bombsight.service.games.requests import Rules, as_paths
from bombsight.service.play.play import Play
from bombsight.service.play.start import Answers, Opening, begin
from bombsight.service.play.start import resume as take_up

if TYPE_CHECKING:
    from bombsight.service.lint.lint import Linted
    from bombsight.service.lookup.cards import Card
    from bombsight.service.lookup.rulings import InForce
    from bombsight.service.lookup.summaries import Summary
    from bombsight.service.rules_diff.told import Differences
    from bombsight.service.saves.migration import Prospect
    from bombsight.service.saves.replay import SaveRun, ScriptRun
    from bombsight.service.simulating.simulated import Simulated
    from bombsight.service.table_odds.told import TableOdds
    from bombsight.service.testing.examples import Check

USUAL = Rules()
"""A game's own rules, with all its errata and no variants, every option at its default."""

# What is imported inside a function compiles rules, and is loaded where that is asked for.


def games(*folders: str | Path) -> tuple[Summary, ...]:
    """The games there are: those that come with the program, in the folders of ``BOMBSIGHT_PATH``, and in these.

    Returns:
        A summary of each, in the order of their ids; one whose rules have errors is there, too, and says so.
    """
    from bombsight.service.lookup.overview import overview

    return overview(map(Path, folders)).games


def open(
    game: str | Path,
    rules: Rules = USUAL,
    *,
    mission: int | None = None,
    campaign: bool = False,
    seed: int | None = None,
    dice: str | None = None,
    save: str | Path | None = None,
    answers: Answers = "person",
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
    kept = None if save is None else Path(save)
    opening = Opening(mission=mission, campaign=campaign, seed=seed, dice=dice, save=kept)
    return begin(str(game), rules, opening, answers)


def resume(
    save: str | Path,
    folders: Iterable[str | Path] = (),
    *,
    answers: Answers = "person",
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
    held = None if snapshot is None else Path(snapshot)
    return take_up(Path(save), as_paths(folders), answers, undo=undo, house=as_paths(house), snapshot=held, limit=limit)


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
    from bombsight.service.saves.migration import prospect as look_ahead

    return look_ahead(Path(save), as_paths(folders), as_paths(house), limit)


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
    from bombsight.service.saves.migration import go_over as write_over

    return write_over(Path(save), as_paths(folders), as_paths(house), limit)


def table(game: str | Path, id: str, rules: Rules = USUAL) -> Card:
    """A table as it stands after errata, variants and house rules.

    Raises:
        InputError: There is no such game, table, variant or option.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.games.requests import request_for
    from bombsight.service.lookup.cards import card_in

    return card_in(request_for(str(game), rules), id).table


def odds(
    game: str | Path,
    table: str,
    rules: Rules = USUAL,
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
    from bombsight.service.table_odds.requests import compared
    from bombsight.service.table_odds.situations import table_odds

    request, other = compared(str(game), rules, [*map(Path, against)])
    return table_odds(request, table, [*given], every=every, against=other)


def diff(
    game: str | Path,
    rules: Rules = USUAL,
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
    from bombsight.service.rules_diff.differences import differences, sides

    twin = None if other is None else str(other)
    return differences(*sides(str(game), rules, twin, [*map(Path, against)]), examples=examples)


def rules_in_force(game: str | Path, rules: Rules = USUAL) -> InForce:
    """Which rules are in force: options, overlays, what each of them changed, what is not as printed.

    Raises:
        InputError: There is no such game, variant or option.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.games.requests import request_for
    from bombsight.service.lookup.rulings import rules_in_force as told
    from bombsight.service.programs.compile import compiled

    return told(*compiled(request_for(str(game), rules)))


def lint(*what: str | Path, rules: Rules = USUAL, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> Linted:
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
    from bombsight.service.games.targets import targets
    from bombsight.service.lint.lint import lint as found
    from bombsight.service.lint.pages import check_codes

    wanted = targets([*map(str, what)], rules.folders)
    return found(wanted, rules, check_codes([*select]), check_codes([*ignore]))


def test(*what: str | Path, rules: Rules = USUAL) -> tuple[Check, ...]:  # noqa: PT028 - it is no test of ours
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
    rules: Rules = USUAL,
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
    from bombsight.service.simulating.asking import Asked, order_for, pool_of
    from bombsight.service.simulating.page import check_page, write_page
    from bombsight.service.simulating.simulated import simulated
    from bombsight.service.simulating.simulation import begun, simulating
    from bombsight.service.simulating.writing import check_output, writer

    asked = Asked(
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
        check_output(Path(out))
    if html is not None:
        check_page(Path(html))
    order = order_for(str(game), rules, asked)
    simulation = begun(order)
    with nullcontext() if out is None else writer(Path(out), simulation) as write:
        (simulation,) = deque(simulating(simulation, pool_of(cluster, jobs), write), maxlen=1)
    told = simulated(simulation)
    if html is not None:
        write_page(Path(html), told, simulation.seconds)
    return told


def replay(file: str | Path, rules: Rules = USUAL) -> SaveRun | ScriptRun:
    """Run a save or a script again, and compare what happens with what it says: ``replay(file).verdict.same``.

    Raises:
        InputError: It is neither, or was played with other rules.
        WrongRules: The rules cannot be used, or lines of the script cannot be read.
    """
    from bombsight.service.saves.replay import run_again

    return run_again(Path(file), rules)
