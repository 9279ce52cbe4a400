"""The odds of a table on the screen: bars, percentages and ratios, what modifiers matter, what is assumed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from bombsight.cli.simulating.charts import bar
from bombsight.cli.tables.card import origin_text, spoken
from bombsight.cli.tables.cases import beside, families, family, fits_beside, plain, told_chance
from bombsight.cli.terminal.columns import Whole
from bombsight.cli.terminal.screen import arrow, clean, counted, words
from bombsight.cli.terminal.wrapping import Flowing, wrapped
from bombsight.dsl.listing import listed
from bombsight.service.table_odds.told import Chances, ModifierOdds, OutcomeOdds, SituationOdds, TableOdds
from bombsight.service.table_odds.wording import (
    Line,
    chance_text,
    joined,
    notes,
    on_the_way,
    percent,
    points,
    result_lines,
    row_lines,
    taken_text,
    where_text,
)

WIDEST = 100
"""Odds are no wider than this, however wide the terminal is."""

CHART = 24
"""So wide is a bar at most."""

LEAST_CHART = 6
"""Where there is room for less, there is none."""

WEAK = "rests on"
"""What is said of odds that are known less well than print."""

SHIFT = 1e-9
"""A change that is less than this is none."""


def show_odds(told: TableOdds, out: Console, *, rows: bool = False) -> None:
    """Print the odds of a table.

    Args:
        told: The odds.
        out: Where.
        rows: Whether all rows are shown, and the rolls on the way.
    """
    width = min(out.width, WIDEST)
    for part in odds_parts(told, width, rows=rows):
        out.print(part, width=width)


def odds_parts(told: TableOdds, width: int, *, rows: bool) -> Iterator[RenderableType]:
    """All that is said of it, from above."""
    yield from head(told, width)
    many = len(told.situations) > 1
    if many and not rows and fits_beside(told, width):
        yield Text()
        yield beside(told)
    else:
        for cases in families(told.situations, width) if not rows else ([each] for each in told.situations):
            yield Text()
            if len(cases) > 1:
                yield from family(cases, width)
            else:
                yield from situation_parts(cases[0], width, rows=rows, alone=not many)
    first = told.situations[0]
    if first.chances.modifiers:
        yield Text()
        yield from modifiers(first, width, told)
    said = [*notes(told)]
    within = max(sum(not each.table for each in case.chances.rolls) for case in told.situations)
    if within and not rows:
        said.append(f"{counted(within, 'roll')} within rows; --rows shows them.")
    if said:
        yield Text()
    for text in said:
        yield from wrapped(words(plain(text), "yellow" if WEAK in text else "dim"), 0, width)
    if told.assumed:
        yield Text()
        yield from wrapped(words(f"As when a game begins: {taken_text(told.assumed)}.", "dim"), 0, width)


def head(told: TableOdds, width: int) -> Iterator[RenderableType]:
    """What is rolled, where it comes from, what is given."""
    title = words(told.table, "bold")
    if told.title != told.table:
        title.append(f"  {clean(told.title)}")
    title.append(f"  {told.dice}" if told.dice else "", "dim")
    yield title
    origin = origin_text(told.origin)
    origin.append(clean(f" [{told.origin.cite}]") if told.origin.cite else "", style="dim")
    yield from wrapped(origin, 0, width)
    for text in told.given:
        yield from wrapped(words(f"given {text}", "cyan"), 0, width)
    if told.rules_told:
        now, was = told.rules_told
        yield from wrapped(words(f"{was} {arrow()} {now}", "magenta"), 0, width)


# --- a case


def situation_parts(situation: SituationOdds, width: int, *, rows: bool, alone: bool) -> Iterator[RenderableType]:
    """The odds of a case."""
    chances, against = situation.chances, situation.against
    if situation.where and not alone:
        yield from wrapped(words(where_text(situation.where), "bold"), 0, width)
    if chances.results:
        yield lines(result_lines(chances, against), width)
        for part, other in zip(chances.parts, against.parts if against else chances.parts, strict=False):
            yield Text()
            yield words(f"  {spoken(part.part)}")
            yield lines(joined(part.outcomes, other.outcomes if against else None), width)
    told = row_lines(chances.rows, against.rows if against else None)
    without_dice = len(told) == 1 and told[0].name.startswith("when ")
    if (told and (not chances.results or rows or without_dice)) or (alone and len(told) > len(chances.results)):
        if chances.results:
            yield Text()
            yield words("  by row", "dim")
        yield lines(told, width, keyed=True)
    if (rows and chances.rolls) or on_the_way(chances):
        yield Text()
        yield from rolls(chances, width, rows=rows)


def lines(told: Sequence[Line], width: int, *, keyed: bool = False) -> RenderableType:
    """Outcomes below each other: title, bar, chance, ratio; by two sets of rules what it was and how it moved."""
    table = Whole(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0), expand=True)
    if keyed:
        table.add_column(max_width=max(8, width // 4), style="bold")
    table.add_column(ratio=1)
    compared = any(each.against is not None for each in told)
    figures = [[*row] for row in map(compared_figures if compared else figures_of, (each for each in told))]
    used = sum(max((len(row[at]) for row in figures), default=0) + 2 for at in range(len(figures[0]))) if figures else 0
    names = max((len(each.title or each.name) for each in told), default=0)
    room = width - used - (width // 4 if keyed else 0) - min(names, width // 3) - 8
    chart = min(CHART, room) if room >= LEAST_CHART else 0
    if chart:
        table.add_column(width=chart, no_wrap=True)
    for _ in figures[0] if figures else ():
        table.add_column(justify="right", no_wrap=True)
    most = max((each.chance.share for each in told), default=1.0) or 1.0
    for each, row in zip(told, figures, strict=True):
        cells: list[RenderableType] = [words(spoken(each.name) if keyed else spoken(each.title or each.name))]
        if keyed:
            cells.append(words(each.title, "dim"))
        if chart:
            cells.append(Text(bar(each.chance.share / max(most, 0.5), chart), style="cyan"))
        table.add_row(*cells, *row)
    return Padding(table, (0, 0, 0, 2))


def figures_of(line: Line) -> Iterator[Text]:
    """A chance in percent, and as a ratio."""
    yield words(plain(chance_text(line.chance)), "bold")
    yield words(line.chance.ratio if "/" in line.chance.ratio else "", "dim")


def compared_figures(line: Line) -> Iterator[Text]:
    """What a chance was, what it is, how far it moved."""
    was = line.against
    assert was is not None
    style = "dim" if abs(line.chance.share - was.share) < SHIFT else ""
    yield words(told_chance(was), "dim")
    yield words(arrow(), "dim")
    yield words(told_chance(line.chance), style or "bold")
    yield words(points(line.chance, was), style or ("green" if line.chance.share > was.share else "red"))


# --- what it hangs on


def modifiers(situation: SituationOdds, width: int, told: TableOdds) -> Iterator[RenderableType]:
    """What each modifier matters; those that matter the same stand together."""
    alike: dict[tuple[int, bool, tuple[str, ...], str], tuple[list[str], Text]] = {}
    for each in situation.chances.modifiers:
        text = changes(each, situation.chances)
        key = (each.amount, each.counts, each.instead, text.plain)
        alike.setdefault(key, ([], text))[0].append(spoken(each.label))
    where = where_text(situation.where) if len(told.situations) > 1 else ""
    title = words("What each modifier matters", "bold")
    title.append(clean(f" ({where})" if where else ""), style="not bold")
    yield from wrapped(title.append(": with it, or without one that counts", style="not bold dim"), 0, width)
    table = Whole(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0), expand=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(max_width=max(14, width // 3))
    table.add_column(ratio=1)
    for (amount, counts, instead, _), (labels, text) in alike.items():
        style = "green" if counts else ""
        name = words(", ".join(labels), style)
        if counts:
            name.append(" (counts)", style="dim")
        if instead:
            name.append(clean(f" instead of {listed([*map(spoken, instead)])}"), style="dim")
        table.add_row(words(f"{amount:+}" if amount else "0", style or "bold"), name, Flowing(text))
    yield Padding(table, (0, 0, 0, 2))


def changes(modifier: ModifierOdds, chances: Chances) -> Text:
    """How the odds are if a modifier were the other way round, what moves most first."""
    base: Iterable[OutcomeOdds] = chances.results or [
        OutcomeOdds(name=row.key, title=row.title, chance=row.chance) for row in chances.rows
    ]
    moved = [
        (line, line.against)
        for line in joined(modifier.outcomes, [*base])
        if line.against is not None and abs(line.chance.share - line.against.share) > SHIFT
    ]
    if not moved:
        return words("nothing" if modifier.amount else "nothing, as things stand", "dim")
    moved.sort(key=lambda each: -round(abs(each[0].chance.share - each[1].share), 9))
    text = Text()
    for line, was in moved:
        text.append(", " if text else "").append(clean(spoken(line.title or line.name)))
        text.append(f" {percent(was.share)[:-2]} {arrow()} ", "dim").append(percent(line.chance.share))
    return text


# --- on the way


def rolls(chances: Chances, width: int, *, rows: bool) -> Iterator[RenderableType]:
    """The rolls on the way, each with its rows where these are wanted."""
    yield words("  rolls on the way", "dim")
    if not rows:
        table = Whole(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(style="bold")
        table.add_column()
        table.add_column(justify="right", no_wrap=True)
        for each in on_the_way(chances):
            title = each.title if each.title != each.table else ""
            share = words(plain(chance_text(each.reached)))
            table.add_row(words(each.table), words(f"{title}  {each.dice}".strip()), share)
        yield Padding(table, (0, 0, 0, 4))
        return
    for each in chances.rolls:
        named = "  ".join(
            part for part in (each.table, each.title if each.title != each.table else "", each.dice) if part
        )
        yield Padding(words(f"{named}: {chance_text(each.reached)}"), (0, 0, 0, 2))
        yield Padding(lines(row_lines(each.rows, None), width - 2, keyed=True), (0, 0, 0, 2))
