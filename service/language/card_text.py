"""A table's card as lines of plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bombsight.service.lookup.cards import Card, Line
from bombsight.service.lookup.verbalizer import indent_lines

MAX_LINES = 60
"""The maximum number of lines of a card."""


def render_card(card: Card) -> str:
    """Render a table's card (all its rules, in words) as plain text, cut after :data:`MAX_LINES` lines."""
    lines = [line.rstrip() for line in render_card_lines(card)]
    return "\n".join([*lines[:MAX_LINES], *(["..."] if len(lines) > MAX_LINES else [])])


def render_card_lines(card: Card) -> Iterator[str]:
    """Render a table's card (all its rules, in words) line by line."""
    yield f"{card.id}  {card.title}" if card.title != card.id else card.id
    use = [f"roll {card.dice}" if card.dice else "looked up"]
    use += [f"for {', '.join(card.params)}"] if card.params else []
    use += [f"gives {card.gives}"] if card.gives else []
    use += [card.every_row] if card.every_row else []
    use += [f"each {card.each}"] if card.each else []
    yield "; ".join(use)
    yield from with_blank_line_above([*render_rows(card.before)])
    yield from with_blank_line_above(
        [*render_rows(card.rows), *(align_columns((card.head, *card.grid)) if card.head else ())]
    )
    yield from with_blank_line_above(
        align_columns(
            [(each.amount, each.label.replace("_", " "), modifier_condition(each.when)) for each in card.modifiers]
        )
    )
    yield from with_blank_line_above(
        [line for note in card.notes for line in (f"{note.name}  {note.title}", *indent_lines(note.text))]
    )


def with_blank_line_above(lines: Sequence[str]) -> Iterator[str]:
    """Yield an empty line and then some lines; nothing if there are none."""
    if lines:
        yield ""
        yield from lines


def render_rows(lines: Iterable[Line]) -> Iterator[str]:
    """Render the rows of a card line by line, each with its key, title and effect."""
    cells = ((line.key, line.title, f"{row_condition(line)}{'; '.join(line.result)}") for line in lines)
    yield from align_columns(
        [(key, " · ".join(part for part in (title, result) if part)) for key, title, result in cells]
    )


def row_condition(line: Line) -> str:
    """Render the condition of a card's row as a prefix, ``when lamp is 0: ``; empty without a condition."""
    return f"when {line.when}: " if line.when else ""


def modifier_condition(condition: str) -> str:
    """Render the condition of a modifier, with ``when`` before it unless it begins with ``unless``."""
    return f"when {condition}" if condition and not condition.startswith("unless") else condition


def align_columns(cells: Sequence[Sequence[str]]) -> list[str]:
    """Align rows of cells as text columns, each as wide as its widest cell."""
    widths = [max(len(row[at]) for row in cells if at < len(row)) for at in range(max(map(len, cells), default=0))]
    return ["  ".join(cell.ljust(widths[at]) for at, cell in enumerate(row)) for row in cells]
