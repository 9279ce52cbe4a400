"""The command ``help NAME``: explains one thing of the game."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from bombsight.cli.terminal.lines import draw_line
from bombsight.cli.terminal.screen import styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.service.lookup.help import Help, find_help
from bombsight.service.play.play import Play
from bombsight.service.present.explanation import add_citation
from bombsight.service.present.lines import line

MAX_USES = 8
"""The maximum number of uses of a thing that are listed; the others are counted."""


MAX_NAME_WIDTH = 24
"""The maximum number of columns by which values stand behind their names."""


def show_help(play: Play, name: str, out: Console, width: int) -> None:
    """Print help on each declaration that a typed word may mean; for a table its card.

    Args:
        play: The game.
        name: The word.
        out: The console.
        width: The columns of the screen.

    Raises:
        InputError: Nothing has that name, or too many things have.
    """
    from bombsight.cli.tables.card import show_card
    from bombsight.service.lookup.cards import look_up_card

    for each in find_help(play.request, name):
        if each.is_table:
            show_card(look_up_card(play.request, each.name).table, out, shows_rule_text=False)
            continue
        for text in draw_help(each, width):
            out.print(text, soft_wrap=True)


def draw_explanation(text: str, width: int) -> Iterator[Text]:
    """Render what a thing does in play, or a primer, paragraph by paragraph."""
    for at, paragraph in enumerate(text.split("\n\n") if text else ()):
        if at:
            yield Text()
        yield from wrap_text(styled_text(paragraph), 2, width, hanging_indent=0)


def draw_help(entry: Help, width: int) -> Iterator[Text]:
    """Render the help on a declaration, line by line."""
    yield from draw_line(
        add_citation(line(entry.title, "title").with_span(f"  {entry.kind.lower()}", "faint"), entry.origin), width
    )
    if entry.origin.standing and entry.origin.is_unseen:
        yield from wrap_text(styled_text(entry.origin.standing_text, "dim"), 2, width)
    yield from draw_explanation(entry.explanation, width)
    size = max((len(name) for name, _ in entry.told if len(name) <= MAX_NAME_WIDTH), default=0)
    for name, value in entry.told:
        yield from wrap_text(
            styled_text(f"{name:<{size}}  ", "dim").append_text(styled_text(value, "not dim")), 2, width
        )
    more = f" and {len(entry.uses) - MAX_USES} more" if len(entry.uses) > MAX_USES else ""
    if entry.uses:
        yield from wrap_text(styled_text(f"counts in: {', '.join(entry.uses[:MAX_USES])}{more}", "dim"), 2, width)
