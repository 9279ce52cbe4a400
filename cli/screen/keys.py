"""The key bindings as text: the line at the foot of the screen, and the page of help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from bombsight.cli.terminal.screen import styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.service.present.command_table import HELP_ROWS, SEAT_SCREEN_HELP_ROWS

FOOT_KEYS = (
    ("u", "Undo", "type('undo')"),
    ("w", "Why", "type('why')"),
    ("o", "Odds", "odds"),
    ("b", "Boards", "pane('boards')"),
    ("s", "Sheet", "pane('sheet')"),
    ("l", "Log", "log"),
    ("/", "Type", "open_line"),
    ("?", "Help", "help"),
    ("q", "Leave", "leave"),
)
"""The keys in the foot line, their labels, and their actions."""

STOP_FOOT_KEYS = (
    ("u", "Back", "go_back"),
    ("s", "Question", "skip"),
    ("w", "Why", "type('why')"),
    ("b", "Boards", "pane('boards')"),
    ("l", "Log", "log"),
    ("/", "Type", "open_line"),
    ("?", "Help", "help"),
    ("q", "Leave", "leave"),
)
"""The same at a stop of the story."""

SEAT_FOOT_KEYS = FOOT_KEYS
"""The same at a question of a table of two."""

SEAT_STOP_FOOT_KEYS = STOP_FOOT_KEYS
"""The same at a stop of the story, at a table of two."""

WAITING_FOOT_KEYS = tuple(each for each in SEAT_FOOT_KEYS if each[0] != "o")
"""The same while another player of the table decides, or at his own dice."""

END_FOOT_KEYS = WAITING_FOOT_KEYS[1:]
"""The same where nothing can be taken back: at the end of a game for two, and for a referee."""

SPEED_KEYS = (("+", "Faster", "change_speed(2)"), ("-", "Slower", "change_speed(0.5)"))
"""The keys of a film's speed."""

FILM_FOOT_KEYS = (
    ("Space", "Pause", "pause"),
    ("arrows", "Step", "step(1)"),
    ("PgDn", "Page", "turn(1)"),
    *SPEED_KEYS,
    ("b", "Boards", "pane('boards')"),
    ("s", "End", "finish"),
    ("o", "Play", "play_on"),
    ("?", "Help", "help"),
    ("q", "Leave", "quit"),
)
"""The same of a film."""

KEY_HELP = (
    ("Enter", "answer what is marked: first what the autopilot would answer"),
    ("arrows", "mark another answer; in a table another cell"),
    ("pointer", "marks what is clicked; clicked again, it is the answer. A piece on a board answers at once"),
    ("Tab", "to the boards: arrows go from piece to piece, Enter answers by one that is lit; Tab or Esc: back"),
    ("Space", "where several may be chosen: take one, or leave it"),
    ("0 to 9", "begin an answer in the line; Enter gives it"),
    ("a word", "letters of an answer typed in a row go into the line, and are no keys"),
    ("/ or :", "open the line for words and commands; Tab completes, Esc closes it"),
    ("PgUp, PgDn, wheel", "turn the pages of what is seen: the story, boards, the sheet"),
    ("< and >", "move boards that are wider than their place"),
    ("[ and ]", "back and forth through the story, beat by beat; boards and sheet stand as they did there"),
    ("Home, End", "to the first beat of the story; back to the present. A click on a line leads to its beat"),
    ("r", "where dice thrown by hand are awaited: leave this throw to the seed"),
    ("Backspace", "at a stop of the story: the part before again; Enter goes on, s leads to the question"),
    ("u", "undo: take back the last answer; at a stop like Backspace"),
    ("w", "why the last roll came about"),
    ("o", "the odds of each answer, which grow while you look"),
    ("b", "boards; on a wide screen all of them, as large as they are"),
    ("s", "the sheet; on a wide screen all of it. At a stop of the story / state shows it"),
    ("l", "the log: the whole story"),
    ("Esc", "back: closes the line or a page, leads to the question, and back to the story"),
    ("y, n", "where a grave answer is asked once more: yes, no"),
    ("?", "this page"),
    ("q, Ctrl-D, Ctrl-C", "leave; the game is saved and can be resumed. Ctrl-C first stops the autopilot"),
    ("on a page", "arrows, PgUp, PgDn, Home, End move it; Enter, Space, Esc or q close it"),
)
"""The help text of every key."""

PLAYER_HELP = {"Keys": KEY_HELP, "In the line": HELP_ROWS}
"""The sections of the page of help: keys, then commands."""

SEAT_KEY_TEXTS = {
    "u": "undo: ask to take back your last answer; again: you ask no more; at a stop like Backspace",
    "y, n": "where something is asked once more, or by another player: yes, no",
}
"""The help text of the keys that do something else at a table of two."""

SEAT_KEY_HELP = tuple((key, SEAT_KEY_TEXTS.get(key, text)) for key, text in KEY_HELP if key != "r")
"""The help text of every key at a table of two."""

SEAT_HELP = {"Keys": SEAT_KEY_HELP, "In the line": SEAT_SCREEN_HELP_ROWS}
"""The sections of the page of help at a table of two."""

FILM_KEY_HELP = (
    ("Space", "pause the film, or go on"),
    ("Enter, Right, Down", "the rest of a long beat, page by page; then the next beat"),
    ("Left, Up, Backspace", "the beginning of a beat whose pages were turned; then the beat before"),
    ("PgUp, PgDn", "turn the pages of what is seen: the story, boards"),
    ("+ and -", "faster, slower"),
    ("b", "boards as they stood there; on a wide screen all of them, as large as they are. Esc: back"),
    ("s, End", "the end"),
    ("o", "play on from what is shown: a game of your own begins there"),
    ("?", "this page; the film waits"),
    ("q, Ctrl-D, Ctrl-C", "leave"),
    ("on a page", "arrows, PgUp, PgDn, Home, End move it; Enter, Space, Esc or q close it"),
)
"""The help text of every key of a film."""


def draw_foot(width: int, keys: Sequence[tuple[str, str, str]] = FOOT_KEYS) -> Text:
    """Render the line at the foot of the screen with the most useful keys, clickable, by their names if these fit."""
    is_short = foot_width(keys) > width
    line = Text()
    for key, name, action in keys:
        part = styled_text(key, "bold cyan").append("" if is_short else f" {name}", "not bold default")
        part.apply_meta({"@click": f"app.{action}"})
        line.append("  " if line else "").append_text(part)
    return line


def foot_width(keys: Sequence[tuple[str, str, str]]) -> int:
    """The columns of keys with their names in the line at the foot of the screen."""
    return sum(len(key) + len(name) + 3 for key, name, _ in keys) - 2


def draw_film_foot(width: int) -> Text:
    """Render the line at the foot of a film, on a narrow screen without the keys of its speed."""
    keys = FILM_FOOT_KEYS
    return draw_foot(width, keys if foot_width(keys) <= width else [each for each in keys if each not in SPEED_KEYS])


def draw_film_key_help(width: int) -> list[Text]:
    """Render the page of help of a film."""
    return draw_entries({"Keys of a film": FILM_KEY_HELP}, width)


def draw_entries(sections: Mapping[str, Sequence[tuple[str, str]]], width: int) -> list[Text]:
    """Render sections of names with their descriptions, each below its head."""
    lines: list[Text] = []
    for head, entries in sections.items():
        size = max(len(name) for name, _ in entries)
        lines += [*[Text()] * bool(lines), styled_text(head, "bold yellow")]
        for name, text in entries:
            lines += draw_entry(styled_text(f"{name:<{size}}  ", "bold"), text, width)
    return lines


def draw_entry(name: Text, text: str, width: int) -> list[Text]:
    """Render a name, and its description in a column beside it."""
    size = len(name) + 2
    description = [*wrap_text(styled_text(text, "not bold"), 0, max(20, width - size))]
    first = Text("  ").append_text(name).append_text(description[0])
    return [first, *(Text(" " * size).append_text(Text(line.plain.strip())) for line in description[1:])]
