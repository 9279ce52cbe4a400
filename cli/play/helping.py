"""``help NAME``: what something of the game is."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from bombsight.cli.terminal.lines import draw_line
from bombsight.cli.terminal.screen import words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.service.lookup.help import Help, help_on
from bombsight.service.play.play import Play
from bombsight.service.present.explanation import cite
from bombsight.service.present.lines import line

USES = 8
"""Of more places where something counts than this the others are counted."""


def show_help_on(play: Play, word: str, out: Console, width: int) -> None:
    """Show all that a word may mean; a table as its card.

    Raises:
        InputError: There is nothing called so, or there are too many.
    """
    from bombsight.cli.tables.card import show_card
    from bombsight.service.lookup.cards import card_in

    for each in help_on(play.request, word):
        if each.is_table:
            show_card(card_in(play.request, each.name).table, out, as_written=False)
            continue
        for text in help_lines(each, width):
            out.print(text, soft_wrap=True)


def help_lines(told: Help, width: int) -> Iterator[Text]:
    """What something is, line by line."""
    yield from draw_line(
        cite(line(told.title, "title").with_span(f"  {told.kind.lower()}", "faint"), told.origin), width
    )
    if told.origin.standing and told.origin.is_unseen:
        yield from wrapped(words(told.origin.reason, "dim"), 2, width)
    size = max((len(name) for name, _ in told.told), default=0)
    for name, value in told.told:
        yield from wrapped(words(f"{name:<{size}}  ", "dim").append_text(words(value, "not dim")), 2, width)
    more = f" and {len(told.uses) - USES} more" if len(told.uses) > USES else ""
    if told.uses:
        yield from wrapped(words(f"counts in: {', '.join(told.uses[:USES])}{more}", "dim"), 2, width)
