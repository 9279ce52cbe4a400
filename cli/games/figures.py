"""The display of the command ``figures``: measures, writes and checks the statistics in a game's README."""

from __future__ import annotations

import gc

from attrs import evolve

from bombsight.cli.failure import FINDINGS, SUCCESS
from bombsight.cli.terminal.screen import make_console, pluralize, print_notice
from bombsight.service.figures.checking import Deviation, find_deviations, make_sample_table
from bombsight.service.figures.declaration import Table
from bombsight.service.figures.markdown import read_stated_figures, render_block
from bombsight.service.figures.measuring import MeasuredTable, measure_table
from bombsight.service.figures.readme import GameFigures, write_blocks
from bombsight.service.games.library import GameFolder
from bombsight.service.games.requests import Rules
from bombsight.service.simulating.pools import Pool


def measure_tables(game: GameFolder, figures: GameFigures, rules: Rules, pool: Pool, *, write: bool) -> int:
    """Measure all statistics tables of a README; write those that differ, or report them. Return the exit status.

    Each table is written as soon as it is measured, so an interrupt keeps the tables done so far.

    Args:
        game: The game.
        figures: Its figures.
        rules: The rules of the call.
        pool: The worker processes.
        write: Whether to write the README.
    """
    changed_tables = []
    for table in figures.declaration.tables:
        block = render_block(measure_with_status(game, figures, table, rules, pool), game.id)
        make_console().print(block, markup=False, highlight=False, soft_wrap=True)
        if block == figures.blocks[table.name]:
            continue
        changed_tables.append(table.name)
        if write:
            write_blocks(figures, {table.name: block})
            figures = evolve(figures, text=figures.text.replace(figures.blocks[table.name], block))
    for name in changed_tables:
        print_notice(
            f"{figures.readme}: {name} {'is written anew' if write else 'stands there otherwise: --write writes it'}."
        )
    return FINDINGS if changed_tables and not write else SUCCESS


def compare_with_sample(game: GameFolder, figures: GameFigures, rules: Rules, pool: Pool, missions: int) -> int:
    """Compare a README's statistics with a small sample, and print contradictions; return the exit status.

    Args:
        game: The game.
        figures: Its figures.
        rules: The rules of the call.
        pool: The worker processes.
        missions: The runs of each row.
    """
    contradictions: list[Deviation] = []
    count = 0
    for table in figures.declaration.tables:
        stated = read_stated_figures(figures.blocks[table.name], table)
        sample = measure_with_status(game, figures, make_sample_table(table, missions), rules, pool)
        contradictions += find_deviations(table, stated, sample)
        count += sum(map(len, stated))
    for deviation in contradictions:
        print_notice(
            f"{figures.readme}: {deviation.table}, {deviation.row}, {deviation.measure}: "
            f"{deviation.stated.value:g} is stated, "
            f"{deviation.sampled:.4g} is found, and chance allows {deviation.allowed:.2g} either way."
        )
    if contradictions:
        print_notice(f"If the rules are right, `bombsight figures {game.id} --write` measures anew.")
        return FINDINGS
    print_notice(
        f"{game.id}: {pluralize(count, 'figure')} of the README agree with a sample of {missions:,} missions a row."
    )
    return SUCCESS


def measure_with_status(
    game: GameFolder, figures: GameFigures, table: Table, rules: Rules, pool: Pool
) -> MeasuredTable:
    """Measure a statistics table under a status line that shows progress.

    Args:
        game: The game.
        figures: Its figures.
        table: The table.
        rules: The rules of the call.
        pool: The worker processes.
    """
    gc.enable()  # it may take minutes
    with make_console(stderr=True).status("Reading the rules", spinner="line") as status:
        folder = figures.declaration.path.parent
        return measure_table(str(game.path), table, folder, rules, pool, lambda what: status.update(f"Playing {what}"))
