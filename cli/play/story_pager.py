"""The story in lines, part by part: each is held until the player goes on, with the next throw at stake below it.

Only if a person sits at a terminal; pipes are never held up. What is typed ahead at a stop never answers a question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import sleep

from attrs import define
from rich.console import Console
from rich.text import Text

from bombsight.cli.play.paging import is_attended, show_paged, wait_at_break
from bombsight.cli.play.question_input import drop_typed_ahead
from bombsight.cli.play.story import draw_story
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import print_lines, styled_text
from bombsight.cli.terminal.streams import has_line_waiting, is_interactive
from bombsight.service.present.beats import Pace, StoryPart, divide_story
from bombsight.service.present.question_lines import render_stake
from bombsight.service.present.story import StoryLine
from bombsight.service.present.view import WantedDice

FIRST_PROMPT = "Enter goes on, s to the question, b back; pace: how often it stops"
"""The prompt at the first stop of a game."""

PROMPT = "Enter"
"""The prompt at later stops."""

BACK_WORDS = ("b", "back")
SKIP_WORDS = ("s", "skip")

UNDO_WORD = "u"
"""The input that goes a part back, and at the first part takes the last answer back, as on the whole screen."""

STOP_HEIGHT = 2
"""The screen lines that a stop takes without what is at stake: a blank line, the prompt."""

QUIET_SECONDS = 0.6
MAX_QUIET_CHECKS = 100
"""Before an answer after a stop, input is dropped until none has come for so long, at most so often. A keyboard waits
less until it repeats a key, so a key held down answers nothing."""


@define
class StoryPager:
    """Prints a story at a terminal part by part, at a pace.

    Attributes:
        out: The console.
        pace: The pace.
        describe_throw: Describes the dice of an event as before they fell.
        add_stakes: Adds what was at stake to the throws of lines.
        handle_typed: Executes input at the stop behind a part, and returns whether the telling goes on from there:
            False if the game has changed. Raises nothing for unknown input, but prints a message.
        note_stop: Notes that the player has been shown the story up to the stop behind a part.
        has_held: Whether there has been a stop: the first one explains itself.
        awaits_quiet: Whether the last lines followed a stop or a page break, so that a key for it may still come.
    """

    out: Console
    pace: Pace
    describe_throw: Callable[[int], WantedDice | None]
    add_stakes: Callable[[Sequence[StoryLine]], Sequence[StoryLine]]
    handle_typed: Callable[[str, StoryPart], bool]
    note_stop: Callable[[StoryPart], None]
    has_held: bool = False
    awaits_quiet: bool = False

    def show(self, lines: Sequence[StoryLine], width: int, lines_below: int) -> bool:
        """Print the lines of a story at the present pace; return False if a command at a stop changed the game.

        Args:
            lines: The lines.
            width: The columns of the screen.
            lines_below: How many screen lines follow the last part.

        Raises:
            PlayerLeft: The person leaves.
            InputEnded: The input has ended.
        """
        parts = divide_story(lines, self.pace if is_attended(self.out) else "straight")
        place, self.awaits_quiet = 0, len(parts) > 1
        is_shown = is_skipping = False
        while place < len(parts) - 1:
            part = parts[place]
            if not is_shown:
                self._show_part(part, width)
            is_shown = False
            self.note_stop(part)
            typed = self._hold(part, width)
            if typed.lower() == UNDO_WORD:
                typed = BACK_WORDS[0] if place else "undo"
            if typed.lower() in SKIP_WORDS:
                is_skipping = True
                for skipped in parts[place + 1 : -1]:
                    print_lines(self.out, self._draw_part(skipped, width))
                place = len(parts) - 1
            elif typed.lower() in BACK_WORDS:
                place = max(0, place - 1)
            elif not typed:
                place += 1
            else:
                pace, story_line_count = self.pace, sum(len(each.lines) for each in parts[: place + 1])
                if not self.handle_typed(typed, part):
                    return False
                is_shown = True
                if self.pace != pace:
                    parts = [*parts[: place + 1], *divide_story(lines[story_line_count:], self.pace)]
                    place += 1
                    is_shown = False
        last_lines = self._draw_part(parts[-1], width)
        if is_skipping or self.pace == "straight":
            print_lines(self.out, last_lines)
        else:
            has_break = show_paged(self.out, last_lines, lines_below, prints_skipped=True)
            self.awaits_quiet = self.awaits_quiet or has_break
        return True

    def drop_keys_of_stop(self) -> None:
        """Drop the keys that were meant for the last stop, before an answer is read."""
        if self.awaits_quiet:
            self.awaits_quiet = False
            drop_until_quiet()

    def _show_part(self, part: StoryPart, width: int) -> None:
        """Print a part that is followed by a stop, page by page if it is longer than the screen."""
        lines = self._draw_part(part, width)
        lines = lines[1:] if self.has_held and lines and not lines[0].plain.strip() else lines
        lines_below = STOP_HEIGHT + len(self._draw_stake(part, width))
        show_paged(self.out, lines, lines_below, self.out.height, prints_skipped=True)

    def _draw_part(self, part: StoryPart, width: int) -> list[Text]:
        """Render a part; beat by beat its throws show what was at stake, for nothing has said so before."""
        return draw_story(self.add_stakes(part.lines) if self.pace == "beats" else part.lines, width)

    def _draw_stake(self, part: StoryPart, width: int) -> list[Text]:
        """Render what is at stake behind a part, below a blank line; nothing without a throw."""
        wanted = self.describe_throw(part.next_throw) if part.next_throw is not None else None
        if wanted is None:
            return []
        return [Text(), *draw_lines([render_stake(wanted, is_next=self.pace == "throws")], width)]

    def _hold(self, part: StoryPart, width: int) -> str:
        """Show what is at stake next, and wait for a line of input; return it.

        Raises:
            InputEnded: The input has ended.
        """
        print_lines(self.out, self._draw_stake(part, width))
        prompt, self.has_held = PROMPT if self.has_held else FIRST_PROMPT, True
        typed = wait_at_break(self.out, prompt)
        if typed and typed.lower() not in (*SKIP_WORDS, *BACK_WORDS):
            self.out.print(styled_text(f"> {typed}", "dim"))
        return typed


def note_no_stop(part: StoryPart) -> None:
    """Note nothing: for a player who cannot leave in the middle of a story and come back to it."""


def add_no_stakes(lines: Sequence[StoryLine]) -> Sequence[StoryLine]:
    """Return lines as they are: for a player at whose seat the modifiers of others' throws are not known."""
    return lines


def describe_no_throw(event: int) -> None:
    """Describe no dice: for a player at whose seat the modifiers of others' throws are not known."""


def drop_until_quiet() -> None:
    """Drop what was typed ahead at a terminal, until nothing has come for a moment."""
    for _ in range(MAX_QUIET_CHECKS if is_interactive() else 0):
        drop_typed_ahead()
        sleep(QUIET_SECONDS)
        if not has_line_waiting():
            return
