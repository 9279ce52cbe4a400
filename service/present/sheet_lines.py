"""``state``: what the player sees of the state, as lines: what is wrong first, then group by group.

The browser says the same in ``web/src/play/sheet``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.service.present.lines import BLANK, Line, line
from bombsight.service.present.sheet import SheetGroup, SheetLine
from bombsight.service.present.story_lines import BAD
from bombsight.service.present.troubles import Trouble, troubles

SHOWN = 6
"""So many of the elements of a list are shown, the last, unless all is wanted."""

WRONG = "What is wrong"
UNCHANGED = "Nothing differs from how the game began: `state all` shows it."


def render_sheet(sheet: Sequence[SheetGroup], *, everything: bool = False) -> list[Line]:
    """What is wrong, then every line by its group.

    Unless ``everything`` is wanted, only what differs from how the game began, and of that what is wrong not again.
    """
    lines = render_wrong(sheet)
    for group in sheet:
        shown = [each for each in group.lines if everything or is_left(each)]
        if shown:
            lines += [*[BLANK] * bool(lines), line(group.title, "heading")]
        for each in shown:
            lines += render_field(each, everything=everything)
    return lines or [line(UNCHANGED, "faint")]


def render_wrong(sheet: Sequence[SheetGroup]) -> list[Line]:
    """What is wrong: a line for each man, ship or place; what stands at none behind one another."""
    found = troubles(sheet)
    lines = render_troubles(WRONG, [each for each in found if each.place])
    rest = "; ".join(str(each) for each in found if not each.place)
    if rest:
        lines = [*(lines or [line(WRONG, "bad")]), line(f"{BAD} {rest}", indent=1)]
    return lines


def render_troubles(title: str, found: Sequence[Trouble]) -> list[Line]:
    """What is wrong, each on a line, under a title of its own; nothing where nothing is."""
    lines = [line(f"{BAD} {each}", indent=1) for each in found]
    return [line(title, "bad"), *lines] if lines else []


def is_left(each: SheetLine) -> bool:
    """Whether there is more to tell of a line than what is wrong."""
    return any(value.is_news and not value.is_bad for value in each.values)


def render_field(each: SheetLine, *, everything: bool = False) -> Iterator[Line]:
    """A field with its values; a list of several elements with each on a line of its own."""
    head = line(f"{each.title}: ", "faint", 1)
    if not each.is_list or len(each.values) < 2:
        yield head.with_span(describe_values(each, everything=everything))
        return
    left = 0 if everything else max(0, len(each.values) - SHOWN)
    yield head.with_span(f"{len(each.values)}{', the last of them' if left else ''}")
    yield from (line(value.title, indent=2) for value in each.values[left:])


def describe_values(each: SheetLine, *, everything: bool) -> str:
    """The values of a line."""
    if each.is_list:
        return ", ".join(value.title for value in each.values) or "none"
    if each.has_places:
        return describe_places(each, everything=everything)
    return f"{each.values[0].title} (pinned)" if each.is_pinned else each.values[0].title


def describe_places(each: SheetLine, *, everything: bool) -> str:
    """The values that are news with their places: of yes and no, the places that say yes; one value for all once."""
    if all(value.name in ("yes", "no") and (value.name == "yes") == value.is_news for value in each.values):
        return ", ".join(value.place for value in each.values if value.is_news) or "none"
    news = [value for value in each.values if everything or value.is_news]
    titles = [value.title for value in each.values]
    if len(news) == len(titles) > 1 and len(set(titles)) == 1:
        return titles[0] if titles[0] == "none" else f"{'both' if len(titles) == 2 else 'all'} {titles[0]}"
    is_numeric = all(title.lstrip("-").isdecimal() for title in titles)
    shown = [f"{value.place}{' ' if is_numeric else ': '}{value.title}" for value in news]
    return (", " if is_numeric else "; ").join(shown)
