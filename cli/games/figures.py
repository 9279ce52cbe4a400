"""The figures of a README as a command measures, writes and checks them."""

from __future__ import annotations

import gc

from attrs import evolve

from bombsight.cli.failure import DONE, FINDINGS
from bombsight.cli.terminal.screen import console, counted, note
from bombsight.service.figures.checking import Deviation, deviations, sample_of
from bombsight.service.figures.declaration import Table
from bombsight.service.figures.markdown import render_block, stated_figures
from bombsight.service.figures.measuring import Measured, measure_table
from bombsight.service.figures.readme import Figures, write_blocks
from bombsight.service.games.library import GameFolder
from bombsight.service.games.requests import Rules
from bombsight.service.simulating.pools import Pool


def measure_all(game: GameFolder, figures: Figures, rules: Rules, pool: Pool, *, write: bool) -> int:
    """Measure all tables, print each, and write them or say which the README has otherwise; the exit status.

    Each table is written as soon as it is measured: who stops the command keeps what was measured by then.
    """
    other = []
    for table in figures.declaration.tables:
        block = render_block(measure(game, figures, table, rules, pool), game.id)
        console().print(block, markup=False, highlight=False, soft_wrap=True)
        if block == figures.blocks[table.name]:
            continue
        other.append(table.name)
        if write:
            write_blocks(figures, {table.name: block})
            figures = evolve(figures, text=figures.text.replace(figures.blocks[table.name], block))
    for name in other:
        note(f"{figures.readme}: {name} {'is written anew' if write else 'stands there otherwise: --write writes it'}.")
    return FINDINGS if other and not write else DONE


def check_sample(game: GameFolder, figures: Figures, rules: Rules, pool: Pool, missions: int) -> int:
    """Compare what the README states with a small sample, and print what that contradicts; the exit status."""
    found: list[Deviation] = []
    count = 0
    for table in figures.declaration.tables:
        stated = stated_figures(figures.blocks[table.name], table)
        sample = measure(game, figures, sample_of(table, missions), rules, pool)
        found += deviations(table, stated, sample)
        count += sum(map(len, stated))
    for each in found:
        note(
            f"{figures.readme}: {each.table}, {each.row}, {each.measure}: {each.stated.value:g} is stated, "
            f"{each.sampled:.4g} is found, and chance allows {each.allowed:.2g} either way."
        )
    if found:
        note(f"If the rules are right, `bombsight figures {game.id} --write` measures anew.")
        return FINDINGS
    note(f"{game.id}: {counted(count, 'figure')} of the README agree with a sample of {missions:,} missions a row.")
    return DONE


def measure(game: GameFolder, figures: Figures, table: Table, rules: Rules, pool: Pool) -> Measured:
    """Measure a table, and show meanwhile what is played."""
    gc.enable()  # it may take minutes
    with console(stderr=True).status("Reading the rules", spinner="line") as status:
        folder = figures.declaration.path.parent
        return measure_table(str(game.path), table, folder, rules, pool, lambda what: status.update(f"Playing {what}"))
