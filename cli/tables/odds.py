"""The display of a table's odds: bars, percentages and ratios, influence of modifiers, assumptions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from bombsight.cli.simulating.charts import draw_bar
from bombsight.cli.tables.card import draw_origin, readable_name
from bombsight.cli.tables.case_columns import (
    draw_cases_as_columns,
    draw_results_as_columns,
    fits_as_columns,
    format_chance,
    group_cases,
)
from bombsight.cli.terminal.columns import FoldingTable
from bombsight.cli.terminal.screen import arrow_sign, pluralize, replace_plus_minus, sanitize, styled_text
from bombsight.cli.terminal.wrapping import FlowingText, wrap_text
from bombsight.dsl.listing import join_names
from bombsight.service.table_odds.documents import Chances, ModifierOdds, OutcomeOdds, SituationOdds, TableOdds
from bombsight.service.table_odds.wording import (
    TAKEN_TITLE,
    OutcomeLine,
    assumptions_text,
    chance_text,
    collect_means,
    collect_shared_remarks,
    format_percent,
    make_result_lines,
    make_row_lines,
    make_taken_lines,
    pair_outcomes,
    points_text,
    select_table_rolls,
    situation_text,
)

MAX_WIDTH = 100
"""The maximum width in columns of odds, however wide the terminal is."""

MAX_CHART_WIDTH = 24
"""The maximum width in columns of a bar."""

MIN_CHART_WIDTH = 6
"""The minimum width in columns of a bar; with less room there are none."""

WEAK_SOURCE = "rests on"
"""The text before sources that are less reliable than print."""

MIN_SHIFT = 1e-9
"""The least change of a probability that counts."""

MAX_TAKEN_ROWS = 20
"""The most rows whose chance to be taken in all is shown unasked, where rows throw again."""


def show_odds(odds: TableOdds, out: Console, *, shows_rows: bool = False) -> None:
    """Print the exact odds of a table of the game."""
    width = min(out.width, MAX_WIDTH)
    shows_rows = shows_rows or not (odds.table or any(each.chances.results for each in odds.situations))
    for part in draw_odds(odds, width, shows_rows=shows_rows):
        out.print(part, width=width)


def draw_odds(odds: TableOdds, width: int, *, shows_rows: bool) -> Iterator[RenderableType]:
    """Render the odds of a table, from the heading to the remarks."""
    yield from draw_head(odds, width)
    many = len(odds.situations) > 1
    if many and not shows_rows and fits_as_columns(odds, width):
        yield Text()
        yield draw_results_as_columns(odds)
    else:
        for cases in group_cases(odds.situations, width) if not shows_rows else ([each] for each in odds.situations):
            yield Text()
            if len(cases) > 1:
                yield from draw_cases_as_columns(cases, width)
            else:
                yield from draw_situation(cases[0], width, shows_rows=shows_rows, is_only=not many)
    first = odds.situations[0]
    if first.chances.modifiers:
        yield Text()
        yield from draw_modifiers(first, width, odds)
    texts = [*collect_means(odds), *collect_shared_remarks(odds)]
    inner_roll_count = max(sum(not each.table for each in case.chances.rolls) for case in odds.situations)
    if odds.table and inner_roll_count and not shows_rows:
        texts.append(f"{pluralize(inner_roll_count, 'roll')} within rows; --rows shows them.")
    if texts:
        yield Text()
    for text in texts:
        yield from wrap_text(
            styled_text(replace_plus_minus(text), "yellow" if WEAK_SOURCE in text else "dim"), 0, width
        )
    if odds.assumed:
        yield Text()
        yield from wrap_text(styled_text(f"As when a game begins: {assumptions_text(odds.assumed)}.", "dim"), 0, width)


def draw_head(odds: TableOdds, width: int) -> Iterator[RenderableType]:
    """Render the dice of a table, its origin and the assumptions of the odds."""
    title = styled_text(odds.table or odds.title, "bold")
    if odds.table and odds.title != odds.table:
        title.append(f"  {sanitize(odds.title)}")
    title.append(f"  {odds.dice}" if odds.dice else "", "dim")
    yield title
    origin = draw_origin(odds.origin)
    origin.append(sanitize(f" [{odds.origin.cite}]") if odds.origin.cite else "", style="dim")
    if origin.plain:
        yield from wrap_text(origin, 0, width)
    for text in odds.given:
        yield from wrap_text(styled_text(f"given {text}", "cyan"), 0, width)
    if odds.rules_told:
        now, was = odds.rules_told
        yield from wrap_text(styled_text(f"{was} {arrow_sign()} {now}", "magenta"), 0, width)


# --- a case


def draw_situation(
    situation: SituationOdds, width: int, *, shows_rows: bool, is_only: bool
) -> Iterator[RenderableType]:
    """Render the odds of a table in one case (a combination of conditions).

    Args:
        situation: The case.
        width: The columns of the screen.
        shows_rows: Whether to show all rows, and the intermediate rolls.
        is_only: Whether it is the only case.
    """
    chances, against = situation.chances, situation.against
    if situation.where and not is_only:
        yield from wrap_text(styled_text(situation_text(situation.where), "bold"), 0, width)
    if chances.results:
        yield draw_outcomes(make_result_lines(chances, against), width)
        for part, other in zip(chances.parts, against.parts if against else chances.parts, strict=False):
            yield Text()
            yield styled_text(f"  {readable_name(part.part)}")
            yield draw_outcomes(pair_outcomes(part.outcomes, other.outcomes if against else None), width)
    row_outcomes = make_row_lines(chances.rows, against.rows if against else None)
    without_dice = len(row_outcomes) == 1 and row_outcomes[0].name.startswith("when ")
    if (row_outcomes and (not chances.results or shows_rows or without_dice)) or (
        is_only and len(row_outcomes) > len(chances.results)
    ):
        if chances.results:
            yield Text()
            yield styled_text("  by row", "dim")
        yield draw_outcomes(row_outcomes, width, has_keys=True)
    taken = make_taken_lines(chances)
    if taken and (shows_rows or len(taken) <= MAX_TAKEN_ROWS):
        yield Text()
        yield styled_text(f"  {TAKEN_TITLE}", "dim")
        yield draw_outcomes(taken, width, has_keys=True)
    if (shows_rows and chances.rolls) or select_table_rolls(chances):
        yield Text()
        yield from draw_rolls(chances, width, shows_rows=shows_rows)


def draw_outcomes(outcomes: Sequence[OutcomeLine], width: int, *, has_keys: bool = False) -> RenderableType:
    """Render outcomes one below the other: title, bar, probability, ratio; with two sets of rules both."""
    table = FoldingTable(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0), expand=True)
    if has_keys:
        table.add_column(max_width=max(8, width // 4), style="bold")
    table.add_column(ratio=1)
    compared = any(each.against is not None for each in outcomes)
    figures = [[*row] for row in map(draw_compared_figures if compared else draw_figures, (each for each in outcomes))]
    used = sum(max((len(row[at]) for row in figures), default=0) + 2 for at in range(len(figures[0]))) if figures else 0
    names = max((len(each.title or each.name) for each in outcomes), default=0)
    room = width - used - (width // 4 if has_keys else 0) - min(names, width // 3) - 8
    chart = min(MAX_CHART_WIDTH, room) if room >= MIN_CHART_WIDTH else 0
    if chart:
        table.add_column(width=chart, no_wrap=True)
    for _ in figures[0] if figures else ():
        table.add_column(justify="right", no_wrap=True)
    most = max((each.chance.share for each in outcomes), default=1.0) or 1.0
    for each, row in zip(outcomes, figures, strict=True):
        cells: list[RenderableType] = [
            styled_text(readable_name(each.name) if has_keys else readable_name(each.title or each.name))
        ]
        if has_keys:
            cells.append(styled_text(each.title, "dim"))
        if chart:
            cells.append(Text(draw_bar(each.chance.share / max(most, 0.5), chart), style="cyan"))
        table.add_row(*cells, *row)
    return Padding(table, (0, 0, 0, 2))


def draw_figures(line: OutcomeLine) -> Iterator[Text]:
    """Render a probability in percent, and as a ratio."""
    yield styled_text(replace_plus_minus(chance_text(line.chance)), "bold")
    yield styled_text(line.chance.ratio if "/" in line.chance.ratio else "", "dim")


def draw_compared_figures(line: OutcomeLine) -> Iterator[Text]:
    """Render a probability under two sets of rules, and the difference."""
    was = line.against
    assert was is not None
    style = "dim" if abs(line.chance.share - was.share) < MIN_SHIFT else ""
    yield styled_text(format_chance(was), "dim")
    yield styled_text(arrow_sign(), "dim")
    yield styled_text(format_chance(line.chance), style or "bold")
    yield styled_text(points_text(line.chance, was), style or "yellow")


# --- modifiers


def draw_modifiers(situation: SituationOdds, width: int, odds: TableOdds) -> Iterator[RenderableType]:
    """Render how each modifier changes the odds; equal modifiers share a line."""
    alike: dict[tuple[int, bool, tuple[str, ...], str], tuple[list[str], Text]] = {}
    for each in situation.chances.modifiers:
        text = draw_changes(each, situation.chances)
        key = (each.amount, each.counts, each.instead, text.plain)
        alike.setdefault(key, ([], text))[0].append(readable_name(each.label))
    where = situation_text(situation.where) if len(odds.situations) > 1 else ""
    title = styled_text("What each modifier matters", "bold")
    title.append(sanitize(f" ({where})" if where else ""), style="not bold")
    yield from wrap_text(title.append(": with it, or without one that counts", style="not bold dim"), 0, width)
    table = FoldingTable(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0), expand=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(max_width=max(14, width // 3))
    table.add_column(ratio=1)
    for (amount, counts, instead, _), (labels, text) in alike.items():
        style = "green" if counts else ""
        name = styled_text(", ".join(labels), style)
        if counts:
            name.append(" (counts)", style="dim")
        if instead:
            name.append(sanitize(f" instead of {join_names([*map(readable_name, instead)])}"), style="dim")
        table.add_row(styled_text(f"{amount:+}" if amount else "0", style or "bold"), name, FlowingText(text))
    yield Padding(table, (0, 0, 0, 2))


def draw_changes(modifier: ModifierOdds, chances: Chances) -> Text:
    """Render the results whose odds change with a modifier switched on or off, the greatest change first."""
    base: Iterable[OutcomeOdds] = chances.results or [
        OutcomeOdds(name=row.key, title=row.title, chance=row.chance) for row in chances.rows
    ]
    moved = [
        (line, line.against)
        for line in pair_outcomes(modifier.outcomes, [*base])
        if line.against is not None and abs(line.chance.share - line.against.share) > MIN_SHIFT
    ]
    if not moved:
        return styled_text("nothing" if modifier.amount else "nothing, as things stand", "dim")
    moved.sort(key=lambda each: -round(abs(each[0].chance.share - each[1].share), 9))
    text = Text()
    for line, was in moved:
        text.append(", " if text else "").append(sanitize(readable_name(line.title or line.name)))
        text.append(f" {format_percent(was.share)[:-2]} {arrow_sign()} ", "dim").append(
            format_percent(line.chance.share)
        )
    return text


# --- intermediate rolls


def draw_rolls(chances: Chances, width: int, *, shows_rows: bool) -> Iterator[RenderableType]:
    """Render the odds of the rolls on other tables that a roll causes, with their rows if ``shows_rows``."""
    yield styled_text("  rolls on the way", "dim")
    if not shows_rows:
        table = FoldingTable(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(style="bold")
        table.add_column()
        table.add_column(justify="right", no_wrap=True)
        for each in select_table_rolls(chances):
            title = each.title if each.title != each.table else ""
            share = styled_text(replace_plus_minus(chance_text(each.reached)))
            table.add_row(styled_text(each.table), styled_text(f"{title}  {each.dice}".strip()), share)
        yield Padding(table, (0, 0, 0, 4))
        return
    for each in chances.rolls:
        roll_text = "  ".join(
            part for part in (each.table, each.title if each.title != each.table else "", each.dice) if part
        )
        yield Padding(styled_text(f"{roll_text}: {chance_text(each.reached)}"), (0, 0, 0, 2))
        yield Padding(draw_outcomes(make_row_lines(each.rows, None), width - 2, has_keys=True), (0, 0, 0, 2))
