"""A table as a card on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from bombsight.cli.terminal.columns import Whole, plain_table
from bombsight.cli.terminal.screen import clean, sign, words
from bombsight.cli.terminal.wrapping import Code
from bombsight.dsl.origin import Origin
from bombsight.service.lookup.cards import Amendment, Card, Change, Line, ModifierLine
from bombsight.service.lookup.rule_text import squeezed

STANDING_COLOURS = {"printed": "green", "repaired": "cyan", "recovered": "cyan", "reconstructed": "yellow"}
ORIGIN = 24
"""The widest that a column of standings may be beside a grid."""

AMOUNT = 22
"""The widest that the column of what modifiers add may be."""

WIDEST = 100
"""A card is no wider than this, however wide the terminal is."""


def show_card(card: Card, out: Console, *, as_written: bool = True) -> None:
    """Print a card.

    Args:
        card: The table.
        out: Where.
        as_written: Whether what was amended is shown as the rules wrote it and write it.
    """
    width = min(out.width, WIDEST)
    parts: list[RenderableType] = [*heading(card)]
    parts += section("", [*body(card, width - 6)])
    parts += section("Modifiers", [modifiers(card)] if card.modifiers else [])
    parts += section("Notes", [*notes(card)])
    parts += section("Amended", [*amended(card.amendments, as_written=as_written)])
    title = words(f" {card.id}  {card.title} " if card.title != card.id else f" {card.id} ", "bold")
    out.print(Panel(Group(*parts), title=title, title_align="left", width=width, padding=(0, 1)))


def section(name: str, parts: Sequence[RenderableType]) -> list[RenderableType]:
    """Parts under a heading; nothing at all where there are none."""
    if not parts:
        return []
    return [Text(), *([words(name, "bold")] if name else []), *parts]


def heading(card: Card) -> Iterator[RenderableType]:
    """Where the table comes from, and how it is used."""
    standing = card.origin.standing
    origin = words(standing, STANDING_COLOURS.get(standing, ""))
    origin.append(clean(card.origin.reason.removeprefix(standing)))
    if card.origin.cite:
        origin.append(clean(f" [{card.origin.cite}]"), style="dim")
    yield origin
    use = [f"roll {card.dice}" if card.dice else "looked up"]
    use += [f"for {', '.join(card.params)}"] if card.params else []
    use += [f"gives {card.gives}"] if card.gives else []
    use += [f"each {card.each}"] if card.each else []
    yield words("; ".join(use), "dim")


def body(card: Card, width: int) -> Iterator[RenderableType]:
    """Results without dice, then the rows or the grid."""
    if card.before:
        yield lines(card.before, min(40, width // 2))
        yield Text()
    if card.rows:
        yield lines(card.rows)
    yield from grids(card, width)


def lines(rows: Sequence[Line], widest: int = 20) -> Table:
    """Rows below each other: key, title and result, citation."""
    table = plain_table()
    table.add_column(max_width=widest)
    table.add_column(ratio=1)
    table.add_column(justify="right", max_width=22, style="dim")
    for row in rows:
        table.add_row(words(row.key, "bold"), result(row), margin(row.origin))
    return table


def result(row: Line) -> Text:
    """A row's title, or when it is taken, and what it does; what does nothing is said by the title alone."""
    text = words(row.title)
    if row.when:
        text.append(clean(f"when {row.when}: "), style="italic")
    shown = [line for line in row.result if not (row.title and line in ("nothing", row.title.lower()))]
    if len(shown) == 1 and len(shown[0]) + len(row.title) < 44:
        text.append((f" {sign('·', '-')} " if row.title else "") + clean(shown[0]), style="dim" if row.title else "")
    else:
        for line in shown:
            text.append(("\n  " if row.title or row.when else "\n" if text.plain else "") + clean(line), style="dim")
    return text.append_text(own_standing(row))


def own_standing(line: Line | ModifierLine) -> Text:
    """How a line came down to us, on a line of its own; nothing where it says nothing."""
    if not line.origin.standing:
        return Text()
    return Text("\n").append_text(origin_text(line.origin))


def origin_text(origin: Origin) -> Text:
    """A standing in its colour, and what it rests on."""
    return words(origin.reason, f"not dim {STANDING_COLOURS.get(origin.standing, '')}")


def margin(origin: Origin) -> Text:
    """What stands at the right of a line: its source, and the overlay items that amended it."""
    text = words(origin.cite)
    for item in (each for each in origin.amended_by if each != origin.cite):
        text.append(("\n" if text.plain else "") + clean(item), style="magenta not dim")
    return text


def grids(card: Card, width: int) -> Iterator[RenderableType]:
    """The printed grid, in as many blocks as it takes to fit the width; each repeats the first column."""
    if not card.head:
        return
    touched = {(line, column) for line, column, _ in card.cells}
    sizes = [max(len(cell) for cell in column) + 3 for column in zip(card.head, *card.grid, strict=False)]
    keys = sum(1 for name in card.head if name in {param.partition(":")[0] for param in card.params})
    keys = max(1, min(keys + ("d" in card.head[0] and card.head[0][:1].isdigit()), len(card.head) - 1))
    widest = max((len(origin.standing) + len(origin.evidence) + 2 for _, origin in card.origins), default=0)
    width -= min(widest, ORIGIN + 3)
    block: list[int] = []
    blocks = [block]
    for column in range(keys, len(card.head)):
        if block and sum(sizes[:keys]) + sum(sizes[other] for other in (*block, column)) > width:
            block = []
            blocks.append(block)
        block.append(column)
    for number, block in enumerate(blocks):
        if number:
            yield Text()
        yield grid(card, [*range(keys), *block], keys, touched)


def grid(card: Card, columns: Sequence[int], keys: int, touched: set[tuple[int, int]]) -> Table:
    """Some columns of the printed grid.

    Args:
        card: The table.
        columns: Those to show, from 0.
        keys: How many of the first columns are keys.
        touched: Line and column of each cell that was amended.
    """
    table = Whole(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(words(spoken(card.head[column])), style="bold" if column < keys else "")
    origins = {line: origin_text(origin) for line, origin in card.origins}
    if origins:
        table.add_column("", max_width=ORIGIN)
    for number, cells in enumerate(card.grid):
        table.add_row(
            *(
                words(f"{spoken(cells[column])} *", "magenta")
                if (number, column) in touched
                else words(spoken(cells[column]))
                for column in columns
                if column < len(cells)
            ),
            *([origins.get(number, Text())] if origins else []),
        )
    return table


def spoken(word: str) -> str:
    """A name of the rules for reading."""
    return word.replace("_", " ")


def modifiers(card: Card) -> Table:
    """The modifiers below each other."""
    table = plain_table()
    table.add_column(justify="right", max_width=AMOUNT)
    table.add_column(max_width=22)
    table.add_column(ratio=1)
    table.add_column(justify="right", max_width=22, style="dim")
    for modifier in card.modifiers:
        when = f"when {modifier.when}" if modifier.when and not modifier.when.startswith("unless") else modifier.when
        table.add_row(
            words(spoken(modifier.amount), "bold"),
            words(spoken(modifier.label)),
            words(when or "always", "dim").append_text(own_standing(modifier)),
            margin(modifier.origin),
        )
    return table


def notes(card: Card) -> Iterator[RenderableType]:
    """The notes, each with what it does."""
    for note in card.notes:
        text = words(note.name, "bold")
        text.append(clean(f"  {note.title}"))
        yield text
        yield Padding(words("\n".join(note.text), "dim"), (0, 0, 0, 4))


def amended(amendments: Sequence[Amendment], *, as_written: bool = True) -> Iterator[RenderableType]:
    """Overlay items that touched something, and as written what stood there, and what stands there now."""
    table = plain_table()
    table.add_column(max_width=24, style="magenta")
    table.add_column(ratio=1)
    for item in amendments:
        text = words(item.title)
        text.append(clean(f" [{item.origin.cite}]") if item.origin.cite else "", style="dim")
        table.add_row(words(item.item), Group(text, *map(was_now, item.changes if as_written else ())))
    if amendments:
        yield table


def was_now(change: Change) -> RenderableType:
    """A change: what it was, what it is; a confirmation in a word."""
    table = plain_table()
    table.add_column(no_wrap=True, style="dim")
    table.add_column(ratio=1)
    if change.was:
        table.add_row("was", Code(squeezed(change.was), "dim"))
    if change.now:
        table.add_row("now", Code(squeezed(change.now)))
    return table if table.row_count else words("confirmed as it stands", "dim")
