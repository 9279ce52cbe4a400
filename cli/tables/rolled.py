"""The display of one roll on a table: what comes of it in each case, why, and the card with what counted marked."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, RenderableType
from rich.text import Text

from bombsight.cli.tables.card import draw_origin, show_thrown_card
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import replace_plus_minus, sanitize, styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.service.table_odds.wording import situation_text
from bombsight.service.table_rolls.documents import RollCase, TableRoll
from bombsight.service.table_rolls.wording import describe_remarks

MAX_WIDTH = 100
"""The maximum width in columns of a roll, however wide the terminal is."""

MAX_EXPLAINED_CASES = 3
"""The maximum number of cases each of which is explained."""


def show_roll(roll: TableRoll, out: Console) -> None:
    """Print what comes of a roll on a table."""
    width = min(out.width, MAX_WIDTH)
    for part in draw_roll(roll, width):
        out.print(part, width=width)
    if len(roll.cases) == 1 and roll.card is not None and roll.cases[0].marks is not None:
        out.print()
        show_thrown_card(roll.card, roll.cases[0].marks, out)
    remarks = [*describe_remarks(roll)]
    if remarks:
        out.print()
    for remark in remarks:
        for line in wrap_text(styled_text(replace_plus_minus(remark), "dim"), 0, width):
            out.print(line, width=width)


def draw_roll(roll: TableRoll, width: int) -> Iterator[RenderableType]:
    """Render a roll: the table, its source, what is given, and each case."""
    title = styled_text(roll.table, "bold")
    if roll.title != roll.table:
        title.append(f"  {sanitize(roll.title)}")
    title.append(f"  {roll.dice}" if roll.dice else "", "dim")
    yield title
    origin = draw_origin(roll.origin)
    origin.append(sanitize(f" [{roll.origin.cite}]") if roll.origin.cite else "", style="dim")
    yield from wrap_text(origin, 0, width)
    for text in roll.given:
        yield from wrap_text(styled_text(f"given {text}", "cyan"), 0, width)
    for case in roll.cases:
        yield Text()
        yield from draw_case(case, width, is_explained=len(roll.cases) <= MAX_EXPLAINED_CASES)


def draw_case(case: RollCase, width: int, *, is_explained: bool) -> Iterator[RenderableType]:
    """Render the cases in which the same comes of a roll: their values, the throw, what follows."""
    for where in case.where:
        if where:
            yield from wrap_text(styled_text(situation_text(where), "bold cyan"), 0, width)
    yield from draw_lines(case.why_lines if is_explained and case.why_lines else case.own_lines, width)
    yield from draw_lines(case.story_lines, width)
    if case.fault:
        yield from wrap_text(styled_text(f"The rules come to a fault: {case.fault}", "bold red"), 0, width)
