"""A film of a game in lines: each part stands for as long as it takes to read, or until a key.

On a pipe nothing waits.
"""

from __future__ import annotations

from time import monotonic, sleep

from rich.console import Console
from rich.text import Text

from bombsight.cli.play.narrator import MAX_WIDTH
from bombsight.cli.play.paging import is_attended
from bombsight.cli.play.question_input import InputEnded
from bombsight.cli.play.story import draw_story
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import print_lines, styled_text
from bombsight.cli.terminal.streams import has_line_waiting
from bombsight.runtime.session.session import Session
from bombsight.service.play.awaited_throw import describe_past_throw
from bombsight.service.present.beats import divide_story
from bombsight.service.present.film import MAX_SPEED, MIN_SPEED, Film, seconds_for
from bombsight.service.present.question_lines import render_stake

HINT = "Enter: on at once; p: pause; o: play on from here; + or -: speed; s: to the end; q: leave"
"""The keys of a film, each with Enter."""

CHECK_SECONDS = 0.05
"""How often the terminal is asked for input."""


def show_film(session: Session, film: Film, out: Console, speed: float) -> int | None:
    """Print the parts of a film one after the other; return where the viewer plays on, as a number of events, or None.

    Args:
        session: The game.
        film: The film.
        out: The console.
        speed: The speed; 1 is a reader's.
    """
    width, is_waiting = min(out.width, MAX_WIDTH), is_attended(out)
    parts = divide_story(film.lines, "beats")
    if is_waiting:
        print_lines(out, [styled_text(HINT, "dim")])
    for part in parts:
        print_lines(out, draw_story(part.lines, width))
        if part is parts[-1] or not is_waiting:
            continue
        wanted = describe_past_throw(session, part.next_throw) if part.next_throw is not None else None
        if wanted is not None:
            print_lines(out, [Text(), *draw_lines([render_stake(wanted, is_next=False)], width)])
        typed = wait_for_line(seconds_for(len(part.lines), speed))
        if typed == "p":
            typed = wait_for_line(None)
        match typed:
            case "q":
                return None
            case "o":
                return film.stop if part.event_count is None else part.event_count
            case "s":
                is_waiting = False
            case "+" | "-":
                speed = min(MAX_SPEED, max(MIN_SPEED, speed * (2 if typed == "+" else 0.5)))
            case _:  # the rest: on
                pass
    return None


def wait_for_line(seconds: float | None) -> str:
    """Wait for a line of input, for so many seconds at most; None waits without end. Return it, or an empty text.

    Raises:
        InputEnded: The input has ended.
    """
    until = None if seconds is None else monotonic() + seconds
    while until is not None and not has_line_waiting():
        if monotonic() >= until:
            return ""
        sleep(CHECK_SECONDS)
    try:
        return input().strip().lower()
    except KeyboardInterrupt as stop:
        raise InputEnded(stop) from stop
    except (EOFError, ValueError) as end:
        raise InputEnded from end
