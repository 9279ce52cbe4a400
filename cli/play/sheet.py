"""``state``: what the player sees of the state, group by group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from bombsight.cli.terminal.screen import clean, words
from bombsight.cli.terminal.wrapping import INDENT, wrapped
from bombsight.service.sheet import SheetGroup, SheetLine

MANY = 12
"""Of a longer list the last elements are shown."""


def state_lines(sheet: Sequence[SheetGroup], width: int, *, everything: bool = False) -> list[Text]:
    """Every line by its group; unless ``everything`` is wanted, only what differs from how the game began."""
    lines: list[Text] = []
    for group in sheet:
        shown = [line for line in group.lines if everything or line.is_news]
        if shown:
            lines += [Text(), words(group.title, "bold yellow")]
        for line in shown:
            if line.is_list and len(f"{line.title}: {told(line, everything=everything)}") > width - INDENT:
                lines += listed_below(line, width)
                continue
            text = words(f"{line.title}: ", "dim")
            lines += wrapped(text.append(clean(told(line, everything=everything)), style="not dim"), 2, width)
    return lines[1:] or [words("Nothing differs from how the game began: `state all` shows it.", "dim")]


def listed_below(line: SheetLine, width: int) -> Iterator[Text]:
    """A list that is longer than a line: an element a line, of many the last."""
    yield from wrapped(words(f"{line.title}: ", "dim").append(f"{len(line.values)}", "not dim"), INDENT, width)
    left_out = max(0, len(line.values) - MANY)
    if left_out:
        yield from wrapped(words(f"{left_out} before these", "dim"), 2 * INDENT, width)
    for value in line.values[left_out:]:
        yield from wrapped(words(value.title), 2 * INDENT, width)


def told(line: SheetLine, *, everything: bool) -> str:
    """The values of a line."""
    if line.is_list:
        return ", ".join(value.title for value in line.values) or "none"
    return places(line, everything=everything) if line.has_places else line.values[0].title


def places(line: SheetLine, *, everything: bool) -> str:
    """The values that are news with their places: of yes and no, the places that say yes; one value for all once."""
    if all(value.name in ("yes", "no") and (value.name == "yes") == value.is_news for value in line.values):
        return ", ".join(value.place for value in line.values if value.is_news) or "none"
    news = [value for value in line.values if everything or value.is_news]
    titles = [value.title for value in line.values]
    if len(news) == len(titles) > 1 and len(set(titles)) == 1:
        return titles[0] if titles[0] == "none" else f"{'both' if len(titles) == 2 else 'all'} {titles[0]}"
    plain = all(title.lstrip("-").isdecimal() for title in titles)
    said = [f"{value.place}{' ' if plain else ': '}{value.title}" for value in news]
    return (", " if plain else "; ").join(said)
