"""The display of a table as a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from bombsight.cli.terminal.columns import FoldingTable, make_borderless_table
from bombsight.cli.terminal.screen import choose_sign, pluralize, sanitize, styled_text
from bombsight.cli.terminal.wrapping import CodeBlock
from bombsight.dsl.origin import Origin
from bombsight.service.lookup.card_marks import CardMarks
from bombsight.service.lookup.cards import Amendment, Card, Change, Line, ModifierLine
from bombsight.service.lookup.rule_text import collapse_spaces

STANDING_COLOURS = {"printed": "green", "repaired": "cyan", "recovered": "cyan", "reconstructed": "yellow"}
MAX_ORIGIN_WIDTH = 24
"""The maximum width in columns of standings beside a grid."""

MAX_AMOUNT_WIDTH = 22
"""The maximum width in columns of the amounts of modifiers."""

MAX_SHOWN_ROWS = 11
"""The most rows of a card that are shown with the one that was thrown."""

MAX_WIDTH = 100
"""The maximum width in columns of a card, however wide the terminal is."""


def show_thrown_card(card: Card, marks: CardMarks, out: Console) -> None:
    """Print the rows and modifiers of a card with those that counted for a throw marked; of many rows the near ones.

    Args:
        card: The table.
        marks: What counted.
        out: The console.
    """
    width = min(out.width, MAX_WIDTH)
    rows = [*card.before, *card.rows]
    marked_row = next((at for at, row in enumerate(rows) if marks.has(row)), marks.cell[0] if marks.cell else 0)
    rows_shown = window(len(rows), marked_row)
    parts: list[RenderableType] = [*draw_rest(rows_shown.start)]
    if rows_shown:
        parts.append(draw_rows(rows[rows_shown.start : rows_shown.stop], marks=marks))
    parts += draw_rest(len(rows) - rows_shown.stop)
    parts += draw_grid_blocks(card, width - 6, marks)
    parts += make_section("Modifiers", [draw_modifiers(card, marks)] if card.modifiers else [])
    title = styled_text(f" {card.id}  {card.title} " if card.title != card.id else f" {card.id} ", "bold")
    out.print(Panel(Group(*parts), title=title, title_align="left", width=width, padding=(0, 1)))


def window(count: int, marked: int) -> range:
    """Return the numbers of the rows that are shown of a card: all, or those near the marked one."""
    if count <= MAX_SHOWN_ROWS:
        return range(count)
    start = max(0, min(marked - MAX_SHOWN_ROWS // 2, count - MAX_SHOWN_ROWS))
    return range(start, start + MAX_SHOWN_ROWS)


def draw_rest(count: int) -> list[RenderableType]:
    """Render the number of rows that are left out; nothing for 0."""
    return [styled_text(f"{pluralize(count, 'more row')}", "dim")] if count else []


def draw_mark(*, is_marked: bool) -> Text:
    """Render the sign of a line that counted, or as many blanks."""
    return Text().append(f"{choose_sign('▸', '>')} " if is_marked else "  ", "bold yellow")


def show_card(card: Card, out: Console, *, shows_rule_text: bool = True) -> None:
    """Print a table of the game as a card: rows, modifiers, notes, origin.

    Args:
        card: The table.
        out: The console.
        shows_rule_text: Whether to show the rules' text before and after amendments.
    """
    width = min(out.width, MAX_WIDTH)
    parts: list[RenderableType] = [*draw_heading(card)]
    if card.explanation:
        parts += [Text(), styled_text(card.explanation)]
    parts += make_section("", [*draw_body(card, width - 6)])
    parts += make_section("Modifiers", [draw_modifiers(card)] if card.modifiers else [])
    parts += make_section("Notes", [*draw_notes(card)])
    parts += make_section("Amended", [*draw_amendments(card.amendments, shows_rule_text=shows_rule_text)])
    title = styled_text(f" {card.id}  {card.title} " if card.title != card.id else f" {card.id} ", "bold")
    out.print(Panel(Group(*parts), title=title, title_align="left", width=width, padding=(0, 1)))


def make_section(name: str, parts: Sequence[RenderableType]) -> list[RenderableType]:
    """Put renderables under a heading; return an empty list if there are none."""
    if not parts:
        return []
    return [Text(), *([styled_text(name, "bold")] if name else []), *parts]


def draw_heading(card: Card) -> Iterator[RenderableType]:
    """Render a table's origin, dice, parameters and results."""
    standing = card.origin.standing
    origin = styled_text(standing, STANDING_COLOURS.get(standing, ""))
    origin.append(sanitize(card.origin.standing_text.removeprefix(standing)))
    if card.origin.cite:
        origin.append(sanitize(f" [{card.origin.cite}]"), style="dim")
    yield origin
    use = [f"roll {card.dice}" if card.dice else "looked up"]
    use += [f"for {', '.join(card.params)}"] if card.params else []
    use += [f"gives {card.gives}"] if card.gives else []
    use += [card.every_row] if card.every_row else []
    use += [f"each {card.each}"] if card.each else []
    yield styled_text("; ".join(use), "dim")


def draw_body(card: Card, width: int) -> Iterator[RenderableType]:
    """Render a table's results without dice, then its rows or grid."""
    if card.before:
        yield draw_rows(card.before, min(40, width // 2))
        yield Text()
    if card.rows:
        yield draw_rows(card.rows)
    yield from draw_grid_blocks(card, width)


def draw_rows(rows: Sequence[Line], max_key_width: int = 20, marks: CardMarks | None = None) -> Table:
    """Render table rows one below the other: key, title and result, citation; with ``marks`` those that counted."""
    table = make_borderless_table()
    table.add_column(max_width=max_key_width)
    table.add_column(ratio=1)
    table.add_column(justify="right", max_width=22, style="dim")
    for row in rows:
        is_marked = marks is not None and marks.has(row)
        key = (
            styled_text(row.key, "bold")
            if marks is None
            else draw_mark(is_marked=is_marked).append(sanitize(row.key), "bold")
        )
        table.add_row(key, draw_result(row), draw_margin(row.origin), style="reverse" if is_marked else "")
    return table


def draw_result(row: Line) -> Text:
    """Render a row's title or condition, and its actions."""
    text = Text()
    if row.when:
        text.append(sanitize(f"when {row.when}: "), style="italic")
    text.append(sanitize(row.title))
    result_lines = [line for line in row.result if not (row.title and line in ("nothing", row.title.lower()))]
    if len(result_lines) == 1 and len(result_lines[0]) + len(row.title) < 44:
        text.append(
            (f" {choose_sign('·', '-')} " if row.title else "") + sanitize(result_lines[0]),
            style="dim" if row.title else "",
        )
    else:
        for line in result_lines:
            text.append(("\n  " if row.title or row.when else "\n" if text.plain else "") + sanitize(line), style="dim")
    return text.append_text(draw_own_standing(row))


def draw_own_standing(line: Line | ModifierLine) -> Text:
    """Render a line's own standing (how reliably it is known), if it differs from the table's; else empty."""
    if not line.origin.standing:
        return Text()
    return Text("\n").append_text(draw_origin(line.origin))


def draw_origin(origin: Origin) -> Text:
    """Render a standing (how reliably a rule is known) in its colour, with its evidence."""
    return styled_text(origin.standing_text, f"not dim {STANDING_COLOURS.get(origin.standing, '')}")


def draw_margin(origin: Origin) -> Text:
    """Render the citation at the right of a line, and the overlay items that amended the line."""
    text = styled_text(origin.cite)
    for item in (each for each in origin.amended_by if each != origin.cite):
        text.append(("\n" if text.plain else "") + sanitize(item), style="magenta not dim")
    return text


def draw_grid_blocks(card: Card, width: int, marks: CardMarks | None = None) -> Iterator[RenderableType]:
    """Render a printed grid in as many blocks as the width needs; each repeats the first column.

    Args:
        card: The table.
        width: The columns.
        marks: What counted for a throw: only the block of its cell is rendered, and of many lines the near ones.
    """
    if not card.head:
        return
    amended_cells = {(line, column) for line, column, _ in card.cells}
    sizes = [max(len(cell) for cell in column) + 3 for column in zip(card.head, *card.grid, strict=False)]
    keys = sum(1 for name in card.head if name in {param.partition(":")[0] for param in card.params})
    keys = max(1, min(keys + ("d" in card.head[0] and card.head[0][:1].isdigit()), len(card.head) - 1))
    widest = max((len(origin.standing) + len(origin.evidence) + 2 for _, origin in card.origins), default=0)
    width -= min(widest, MAX_ORIGIN_WIDTH + 3)
    block: list[int] = []
    blocks = [block]
    for column in range(keys, len(card.head)):
        if block and sum(sizes[:keys]) + sum(sizes[other] for other in (*block, column)) > width:
            block = []
            blocks.append(block)
        block.append(column)
    if marks is not None and marks.cell is not None:
        shown = window(len(card.grid), marks.cell[0])
        blocks = [block for block in blocks if marks.cell[1] in block] or blocks
        yield from draw_rest(shown.start)
        yield draw_grid(card, [*range(keys), *blocks[0]], keys, amended_cells, shown, marks.cell)
        yield from draw_rest(len(card.grid) - shown.stop)
        return
    for number, block in enumerate(blocks):
        if number:
            yield Text()
        yield draw_grid(card, [*range(keys), *block], keys, amended_cells)


def draw_grid(
    card: Card,
    columns: Sequence[int],
    keys: int,
    amended_cells: set[tuple[int, int]],
    lines: range | None = None,
    marked_cell: tuple[int, int] | None = None,
) -> Table:
    """Render some columns of a printed grid.

    Args:
        card: The table.
        columns: The columns to show, from 0.
        keys: How many of the first columns are keys.
        amended_cells: Line and column of each amended cell.
        lines: The lines to show; None for all.
        marked_cell: Line and column of the cell that was thrown; None for none.
    """
    table = FoldingTable(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(styled_text(readable_name(card.head[column])), style="bold" if column < keys else "")
    origins = {line: draw_origin(origin) for line, origin in card.origins}
    if origins:
        table.add_column("", max_width=MAX_ORIGIN_WIDTH)
    for number, cells in enumerate(card.grid):
        if lines is not None and number not in lines:
            continue
        table.add_row(
            *(
                draw_cell(
                    readable_name(cells[column]),
                    is_amended=(number, column) in amended_cells,
                    is_marked=(number, column) == marked_cell,
                )
                for column in columns
                if column < len(cells)
            ),
            *([origins.get(number, Text())] if origins else []),
        )
    return table


def draw_cell(text: str, *, is_amended: bool, is_marked: bool) -> Text:
    """Render a cell of a printed grid, with a sign if it was amended, or thrown."""
    cell = styled_text(f"{text} *", "magenta") if is_amended else styled_text(text)
    if is_marked:
        cell = draw_mark(is_marked=True).append_text(cell)
        cell.stylize("reverse")
    return cell


def readable_name(name: str) -> str:
    """Convert an identifier of the rules to words: ``north_wind`` to ``north wind``."""
    return name.replace("_", " ")


def draw_modifiers(card: Card, marks: CardMarks | None = None) -> Table:
    """Render a table's modifiers one below the other; with ``marks`` those that counted for a throw."""
    table = make_borderless_table()
    table.add_column(justify="right", max_width=MAX_AMOUNT_WIDTH)
    table.add_column(max_width=22)
    table.add_column(ratio=1)
    table.add_column(justify="right", max_width=22, style="dim")
    for modifier in card.modifiers:
        when = f"when {modifier.when}" if modifier.when and not modifier.when.startswith("unless") else modifier.when
        is_marked = marks is not None and marks.has(modifier)
        amount = styled_text(readable_name(modifier.amount), "bold")
        table.add_row(
            amount if marks is None else draw_mark(is_marked=is_marked).append_text(amount),
            styled_text(readable_name(modifier.label)),
            styled_text(when or "always", "dim").append_text(draw_own_standing(modifier)),
            draw_margin(modifier.origin),
            style="reverse" if is_marked else "",
        )
    return table


def draw_notes(card: Card) -> Iterator[RenderableType]:
    """Render a table's notes, each with its actions."""
    for note in card.notes:
        text = styled_text(note.name, "bold")
        text.append(sanitize(f"  {note.title}"))
        yield text
        yield Padding(styled_text("\n".join(note.text), "dim"), (0, 0, 0, 4))


def draw_amendments(amendments: Sequence[Amendment], *, shows_rule_text: bool = True) -> Iterator[RenderableType]:
    """Render the overlay items that amended a table, with the old and new text of the rules."""
    table = make_borderless_table()
    table.add_column(max_width=24, style="magenta")
    table.add_column(ratio=1)
    for item in amendments:
        text = styled_text(item.title)
        text.append(sanitize(f" [{item.origin.cite}]") if item.origin.cite else "", style="dim")
        table.add_row(styled_text(item.item), Group(text, *map(draw_change, item.changes if shows_rule_text else ())))
    if amendments:
        yield table


def draw_change(change: Change) -> RenderableType:
    """Render a change of the rules: old and new text; one word for an overlay item that only confirms the text."""
    table = make_borderless_table()
    table.add_column(no_wrap=True, style="dim")
    table.add_column(ratio=1)
    if change.was:
        table.add_row("was", CodeBlock(collapse_spaces(change.was), "dim"))
    if change.now:
        table.add_row("now", CodeBlock(collapse_spaces(change.now)))
    return table if table.row_count else styled_text("confirmed as it stands", "dim")
