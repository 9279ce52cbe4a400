"""The terminal line of a throw, or a table's result without dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from bombsight.cli.terminal.screen import arrow_sign, choose_sign, sanitize
from bombsight.cli.terminal.wrapping import INDENT, wrap_text

DICE_COLUMN = 50
"""The column of dice, on a screen wide enough."""

MIN_LEADER = 4
"""The minimum number of columns between a name and its dice: two dots and two blanks."""


def draw_roll(
    name: Text, arguments: Sequence[str], dice: Text, result: str, indent: int, width: int, stake: str = ""
) -> Iterator[Text]:
    """Render a throw in a line, ``Approach (Packet) ....... 4 -1 gale = 3 -> safe``; in two if need be.

    It breaks before the result, or before the dice if name and dice do not fit.

    Args:
        name: The table, or the purpose of the dice.
        arguments: The table's arguments, of which as many are shown as fit.
        dice: The dice and their modifiers.
        result: The outcome.
        indent: The indentation in columns.
        width: The columns of the screen.
        stake: What was at stake, shown behind the outcome where there is room.
    """
    end = Text(f" {arrow_sign()} " if dice.plain else f"{arrow_sign()} ", style="dim") if result else Text()
    end.append(sanitize(result), style="bold not dim")
    room = width - indent - len(dice) - MIN_LEADER
    fits_one_line = len(name) + len(end) <= room
    if len(name) > room:
        yield from wrap_text(add_arguments(name, arguments, width - indent), indent, width)
        yield from wrap_text(dice.copy().append_text(end), indent + 2 * INDENT, width)
        return
    text = add_arguments(name, arguments, room - len(end) if fits_one_line else room)
    dots = min(DICE_COLUMN - indent, room + MIN_LEADER - (len(end) if fits_one_line else 0)) - len(text) - 2
    text.append(f" {choose_sign('·', '.') * max(2, dots)} ", style="dim").append_text(dice)
    if fits_one_line:
        text.append_text(end)
        if stake and indent + len(text) + len(stake) + 4 <= width:
            text.append(sanitize(f"  ({stake})"), style="dim")
        yield from wrap_text(text, indent, width)
        return
    yield from wrap_text(text, indent, width)
    yield from wrap_text(Text(end.plain.strip(), style="bold"), indent + 2 * INDENT, width)


def add_arguments(name: Text, arguments: Sequence[str], room: int) -> Text:
    """Append to a table's name as many of its arguments as fit in ``room`` columns."""
    for count in range(len(arguments), 0, -1):
        suffix = f" ({', '.join(arguments[:count])})"
        if len(name) + len(suffix) <= room:
            return name.copy().append(sanitize(suffix), "dim")
    return name.copy()
