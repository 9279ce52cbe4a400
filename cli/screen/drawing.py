"""What stands around the question, as lines: where she is, which pane is seen, boards, the sheet."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from bombsight.cli.play.boards import board_lines
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import clean, sign, words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.service.play.play import Play
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.glance import facts, where
from bombsight.service.present.headings import Heading
from bombsight.service.present.introduction import introduce_game, introduce_rules
from bombsight.service.present.lines import NEXT
from bombsight.service.present.sheet import SheetGroup
from bombsight.service.present.story_lines import BAD

PANES = ("story", "boards", "sheet")
"""What is seen one at a time where there is no room for all."""

PANE_KEYS = ("Esc", "b", "s")

LARGEST = 100
"""No board is drawn smaller than it is where one can scroll, if it takes no more columns than these."""


def head_lines(title: str, open_: Sequence[Heading], sheet: Sequence[SheetGroup], room: int) -> list[Text]:
    """Where she is, and what stands on the sheet in a word.

    Args:
        title: Of the game.
        open_: The headings that are open.
        sheet: The state as the player sees it.
        room: How many columns there are.
    """
    head = words(title, "bold")
    told = where(open_)
    between = f" {sign(NEXT, '>')} "
    while len(told) > 1 and len(head) + sum(len(each) + len(between) for each in told) > room:
        told = told[1:]  # the innermost say best where she is
    for each in told:
        head.append(between, "dim").append(clean(each), "yellow")
    head.truncate(room, overflow="ellipsis")
    line = Text()
    for fact in facts(sheet):
        text = Text().append(f"{BAD} " if fact.is_bad else "", "bold red")
        style = "bold red" if fact.is_bad else "bold"
        text.append(clean(fact.title), "dim" if fact.value else style)
        text.append(clean(f" {fact.value}") if fact.value else "", style)
        if len(line) + len(text) + 3 > room:
            break
        line = Text("   ").join([line, text]) if line else text
    return [head, *[line] * bool(line)]


def tabs_line(pane: str) -> Text:
    """Which pane is seen, where there is room for one, and the keys of the others."""
    text = Text()
    for name, key in zip(PANES, PANE_KEYS, strict=True):
        shown = f"[{name.capitalize()}]" if name == pane else f" {name.capitalize()} "
        text.append(shown, "bold reverse" if name == pane else "").append(f" {key}   ", "dim")
    return text


def all_boards(play: Play, width: int) -> list[Text]:
    """Every board of the game as it stands.

    Raises:
        InputError: The game cannot go on.
    """
    boards = play.boards()
    return board_lines(boards, "", width) if boards else [words("The rules declare no boards.", "dim")]


def opening_lines(play: Play, level: Level, width: int) -> list[Text]:
    """What stands above the story: what is played, what the game is about, where it is saved, what is asked."""
    session = play.session
    introduction = [*introduce_game(session.program, session.header), *introduce_rules(session.program.about)]
    lines = draw_lines(introduction, width)
    if session.save is not None:
        lines += wrapped(words(f"Saved as you play in {session.save.path}", "dim"), 0, width)
    told = "Enter takes what is marked; ? lists keys and words."
    if level != "all":
        told += " What has one sensible answer is answered by itself; / ask all puts it to you."
    return [*lines, *wrapped(words(told, "dim"), 0, width)]
