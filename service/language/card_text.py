"""A table's card as plain lines, for where nothing but text is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bombsight.service.lookup.cards import Card, Line

MOST = 60
"""So many lines of a card are shown."""


def card_text(card: Card) -> str:
    """A card, at most :data:`MOST` lines of it."""
    lines = [line.rstrip() for line in card_lines(card)]
    return "\n".join([*lines[:MOST], *(["..."] if len(lines) > MOST else [])])


def card_lines(card: Card) -> Iterator[str]:
    """What stands on a card, from the top."""
    yield f"{card.id}  {card.title}" if card.title != card.id else card.id
    use = [f"roll {card.dice}" if card.dice else "looked up"]
    use += [f"for {', '.join(card.params)}"] if card.params else []
    use += [f"gives {card.gives}"] if card.gives else []
    use += [f"each {card.each}"] if card.each else []
    yield "; ".join(use)
    yield from below([*rows(card.before)])
    yield from below([*rows(card.rows), *(columns((card.head, *card.grid)) if card.head else ())])
    yield from below(columns([(each.amount, each.label.replace("_", " "), when(each.when)) for each in card.modifiers]))
    yield from below([line for note in card.notes for line in (f"{note.name}  {note.title}", *indented(note.text))])


def below(lines: Sequence[str]) -> Iterator[str]:
    """Lines below an empty one; nothing where there are none."""
    if lines:
        yield ""
        yield from lines


def rows(lines: Iterable[Line]) -> Iterator[str]:
    """Rows, each with its title and what it does."""
    said = ((line.key, line.title, f"{before(line)}{'; '.join(line.result)}") for line in lines)
    yield from columns([(key, " · ".join(part for part in (title, result) if part)) for key, title, result in said])


def before(line: Line) -> str:
    """When a natural row is taken."""
    return f"when {line.when}: " if line.when else ""


def when(condition: str) -> str:
    """When a modifier counts."""
    return f"when {condition}" if condition and not condition.startswith("unless") else condition


def indented(lines: Iterable[str]) -> Iterator[str]:
    """Lines two columns further in."""
    yield from (f"  {line}" for line in lines)


def columns(cells: Sequence[Sequence[str]]) -> list[str]:
    """Cells side by side, each column as wide as its widest."""
    wide = [max(len(row[at]) for row in cells if at < len(row)) for at in range(max(map(len, cells), default=0))]
    return ["  ".join(cell.ljust(wide[at]) for at, cell in enumerate(row)) for row in cells]
