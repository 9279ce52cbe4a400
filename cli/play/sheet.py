"""``state``: what the player sees of the state: what is wrong first, then group by group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from bombsight.cli.play.story import BAD, TONE_STYLES
from bombsight.cli.terminal.screen import clean, words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.service.present.sheet import SheetGroup, SheetLine
from bombsight.service.present.troubles import troubles

SHOWN = 6
"""So many of the elements of a list are shown, the last, unless all is wanted."""


def state_lines(sheet: Sequence[SheetGroup], width: int, *, everything: bool = False) -> list[Text]:
    """What is wrong, then every line by its group.

    Unless ``everything`` is wanted, only what differs from how the game began, and of that what is wrong not again.
    """
    lines = [*trouble_lines(sheet, width)]
    for group in sheet:
        shown = [line for line in group.lines if everything or is_left(line)]
        if shown:
            lines += [Text(), words(group.title, "bold yellow")]
        for line in shown:
            lines += field_lines(line, width, everything=everything)
    if lines and not lines[0].plain:
        del lines[0]
    return lines or [*wrapped(words("Nothing differs from how the game began: `state all` shows it.", "dim"), 0, width)]


def trouble_lines(sheet: Sequence[SheetGroup], width: int) -> Iterator[Text]:
    """What is wrong: a line for each man, ship or place; what stands at none behind one another."""
    found = troubles(sheet)
    if found:
        yield words("What is wrong", TONE_STYLES["bad"])
    for each in found:
        if each.place:
            yield from wrapped(words(f"{BAD} {each}"), 2, width)
    rest = "; ".join(str(each) for each in found if not each.place)
    if rest:
        yield from wrapped(words(f"{BAD} {rest}"), 2, width)


def is_left(line: SheetLine) -> bool:
    """Whether there is more to tell of a line than what is wrong."""
    return any(value.is_news and not value.is_bad for value in line.values)


def field_lines(line: SheetLine, width: int, *, everything: bool) -> Iterator[Text]:
    """A field with its values; a list of several elements with each on a line of its own."""
    text = words(f"{line.title}: ", "dim")
    if not line.is_list or len(line.values) < 2:
        yield from wrapped(text.append(clean(told(line, everything=everything)), style="not dim"), 2, width)
        return
    left = 0 if everything else max(0, len(line.values) - SHOWN)
    yield from wrapped(text.append(f"{len(line.values)}{', the last of them' if left else ''}", "not dim"), 2, width)
    for value in line.values[left:]:
        yield from wrapped(words(value.title), 4, width)


def told(line: SheetLine, *, everything: bool) -> str:
    """The values of a line."""
    if line.is_list:
        return ", ".join(value.title for value in line.values) or "none"
    if line.has_places:
        return places(line, everything=everything)
    return f"{line.values[0].title} (pinned)" if line.is_pinned else line.values[0].title


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
