"""A throw of dice, or a table's result without them, in a line of the story."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from bombsight.cli.terminal.screen import arrow, clean, sign
from bombsight.cli.terminal.wrapping import INDENT, wrapped

DICE_COLUMN = 50
"""Where dice stand, on a screen wide enough."""

LEADER = 4
"""The least that stands between a name and its dice: two dots and two blanks."""


def roll_lines(name: Text, about: Sequence[str], fell: Text, result: str, indent: int, width: int) -> Iterator[Text]:
    """A throw in a line, ``Approach (Packet) ....... 4 -1 gale = 3 -> safe``; in two where it must be.

    Broken is it before the result, or before the dice where name and dice do not go into a line.

    Args:
        name: Of the table or the dice.
        about: What the table was rolled with: as much of it is shown as the line has room for.
        fell: The dice and what changed them.
        result: What they led to.
        indent: How deep the line stands, in columns.
        width: Columns of the screen.
    """
    end = Text(f" {arrow()} " if fell.plain else f"{arrow()} ", style="dim") if result else Text()
    end.append(clean(result), style="bold not dim")
    room = width - indent - len(fell) - LEADER
    in_one = len(name) + len(end) <= room
    if len(name) > room:
        yield from wrapped(named(name, about, width - indent), indent, width)
        yield from wrapped(fell.copy().append_text(end), indent + 2 * INDENT, width)
        return
    text = named(name, about, room - len(end) if in_one else room)
    dots = min(DICE_COLUMN - indent, room + LEADER - (len(end) if in_one else 0)) - len(text) - 2
    text.append(f" {sign('·', '.') * max(2, dots)} ", style="dim").append_text(fell)
    if in_one:
        yield from wrapped(text.append_text(end), indent, width)
        return
    yield from wrapped(text, indent, width)
    yield from wrapped(Text(end.plain.strip(), style="bold"), indent + 2 * INDENT, width)


def named(name: Text, about: Sequence[str], room: int) -> Text:
    """A table's name with as much of what it was rolled with as there is room for."""
    for count in range(len(about), 0, -1):
        told = f" ({', '.join(about[:count])})"
        if len(name) + len(told) <= room:
            return name.copy().append(clean(told), "dim")
    return name.copy()
