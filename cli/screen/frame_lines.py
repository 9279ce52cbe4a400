"""The lines around the question on the full screen: headings, tabs, boards."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from bombsight.cli.play.boards import draw_boards
from bombsight.cli.terminal.facts import draw_facts
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import choose_sign, sanitize, styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.characters import CHANGE_SIGN
from bombsight.service.play.play import Play
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.glance import Fact, heading_titles
from bombsight.service.present.headings import Heading
from bombsight.service.present.introduction import introduce_game, introduce_rules
from bombsight.service.present.lines import HEADING_SEPARATOR

PANES = ("story", "boards", "sheet")
"""The panes, of which a narrow screen shows one at a time."""

PANE_KEYS = ("Esc", "b", "s")
STOP_PANE_KEYS = ("Esc", "b", "/ state")
"""The keys that show the panes, at a question and at a stop of the story."""

FULL_BOARD_WIDTH = 100
"""The width of a board whose words would be cut in a narrower pane, which is scrolled sideways."""


def draw_head(title: str, open_headings: Sequence[Heading], facts: Sequence[Fact], width: int) -> list[Text]:
    """Render the headings of the open procedures, and below them what matters most.

    Args:
        title: The title of the game.
        open_headings: The headings that are open.
        facts: What matters most, as much of it as fits.
        width: The columns of the screen.
    """
    head = styled_text(title, "bold")
    titles = heading_titles(open_headings)
    separator = f" {choose_sign(HEADING_SEPARATOR, '>')} "
    while len(titles) > 1 and len(head) + sum(len(each) + len(separator) for each in titles) > width:
        titles = titles[1:]  # the innermost headings tell most
    for each in titles:
        head.append(separator, "dim").append(sanitize(each), "yellow")
    head.truncate(width, overflow="ellipsis")
    line = draw_facts(facts, width)
    return [head, *[line] * bool(line)]


def draw_tabs(shown_pane: str, keys: Sequence[str], *, has_changes: bool = False) -> Text:
    """Render the tabs: the name of each pane that has a key, the visible one marked, and the key.

    Args:
        shown_pane: The name of the visible pane.
        keys: The key of each pane; empty for none.
        has_changes: Whether boards have changed, which a sign at their name says.
    """
    text = Text()
    for name, key in zip(PANES, keys, strict=True):
        if not key:
            continue
        sign = choose_sign(CHANGE_SIGN, ">") if name == "boards" and has_changes else " "
        label = f"[{name.capitalize()}]" if name == shown_pane else f"{sign}{name.capitalize()} "
        text.append(label, "bold reverse" if name == shown_pane else "").append(f" {key}   ", "dim")
    return text


def draw_all_boards(
    boards: Sequence[BoardShown], width: int, picture_box: tuple[int, int] | None = None, widest: int | None = None
) -> list[Text]:
    """Render every board of a game.

    Args:
        boards: The boards.
        width: The columns.
        picture_box: The columns and lines that a picture may take with its title; None for any number of lines.
        widest: The columns of a board whose words would be cut in ``width``; None if it has no more.
    """
    if not boards:
        return [styled_text("The rules declare no boards.", "dim")]
    return draw_boards(boards, "", width, picture_box, widest)


def draw_opening(play: Play, level: Level, width: int) -> list[Text]:
    """Render the lines above the story: game, introduction, save; for some levels of asking, what is not asked."""
    session = play.session
    introduction = [*introduce_game(session.program, session.header), *introduce_rules(session.program.about)]
    lines = draw_lines(introduction, width)
    if session.save is not None:
        lines += wrap_text(styled_text(f"Saved as you play in {session.save.path}", "dim"), 0, width)
    hint = "Enter takes what is marked; ? lists keys and words."
    if level != "all":
        hint += " What has one sensible answer is answered by itself; / ask all puts it to you."
    return [*lines, *wrap_text(styled_text(hint, "dim"), 0, width)]
