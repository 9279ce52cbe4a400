"""The measured figures of a game as a value: what the README should say, or what a sample contradicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import field, frozen

from bombsight.service.figures.checking import Deviation, find_deviations, make_sample_table
from bombsight.service.figures.markdown import read_stated_figures, render_block
from bombsight.service.figures.measuring import MeasuredTable, measure_table
from bombsight.service.figures.readme import GameFigures, write_blocks
from bombsight.service.games.library import GameFolder
from bombsight.service.games.requests import Rules
from bombsight.service.simulating.pools import Pool


@frozen(kw_only=True)
class FiguresMeasured:
    """The figures of a game's README, measured.

    Attributes:
        tables: The measured tables.
        blocks: What the README should say of each, as Markdown, by name; empty for a sample.
        changed: The names of the tables of which the README says something else; empty for a sample.
        contradicted: The stated figures that a sample contradicts; empty for whole measurements.
    """

    tables: tuple[MeasuredTable, ...]
    blocks: Mapping[str, str] = field(factory=dict)
    changed: tuple[str, ...] = ()
    contradicted: tuple[Deviation, ...] = ()
    figures: GameFigures = field(repr=False, eq=False)

    def write(self) -> None:
        """Write the measured tables into the README.

        Raises:
            InputError: It cannot be written.
        """
        if self.changed:
            write_blocks(self.figures, {name: self.blocks[name] for name in self.changed})


def measure_figures(
    game: GameFolder,
    figures: GameFigures,
    rules: Rules,
    pool: Pool,
    sample: int | None = None,
    report: Callable[[int, int], object] | None = None,
) -> FiguresMeasured:
    """Measure the tables of a README, or a small sample of each.

    Args:
        game: The game.
        figures: Its declaration and README.
        rules: The rules of the call.
        pool: The worker processes.
        sample: The runs of each row of a sample; None for whole measurements.
        report: Is called with the number of tables measured so far and of all.

    Raises:
        InputError: A row or a measure has an unknown name; or runs end in a rules fault.
        WrongRules: Rules have errors.
    """
    declared = figures.declaration.tables
    measured: list[MeasuredTable] = []
    contradicted: list[Deviation] = []
    for table in declared:
        runs = table if sample is None else make_sample_table(table, sample)
        found = measure_table(str(game.path), runs, figures.declaration.path.parent, rules, pool, lambda _: None)
        measured.append(found)
        if sample is not None:
            contradicted += find_deviations(table, read_stated_figures(figures.blocks[table.name], table), found)
        if report is not None:
            report(len(measured), len(declared))
    if sample is not None:
        return FiguresMeasured(tables=tuple(measured), contradicted=tuple(contradicted), figures=figures)
    blocks = {each.table.name: render_block(each, game.id) for each in measured}
    changed = tuple(name for name, block in blocks.items() if block != figures.blocks[name])
    return FiguresMeasured(tables=tuple(measured), blocks=blocks, changed=changed, figures=figures)
