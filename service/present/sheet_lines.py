"""The sheet as lines, for ``state``: damage first, then group by group.

The browser says the same in ``web/src/play/sheet``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.service.present import sentences
from bombsight.service.present.lines import BLANK, Line, line
from bombsight.service.present.sheet import SheetGroup, SheetLine
from bombsight.service.present.story_lines import BAD_SIGN
from bombsight.service.present.troubles import Trouble, find_troubles

SHOWN_ELEMENTS = 6
"""How many elements of a list are shown, the last ones, unless all are asked for."""

WRONG_TITLE = sentences.WRONG_TITLE
UNCHANGED_TEXT = "Nothing has changed since the game began."


def render_sheet(sheet: Sequence[SheetGroup], *, everything: bool = False) -> list[Line]:
    """Render the sheet as lines: damage, then each group; with ``everything``, also unchanged values.

    Without ``everything``, only values that differ from the game's begin, and none of the damage again.
    """
    lines = render_all_troubles(sheet)
    for group in sheet:
        lines_shown = [each for each in group.lines if everything or has_other_news(each)]
        if lines_shown:
            lines += [*[BLANK] * bool(lines), line(group.title, "heading")]
        for each in lines_shown:
            lines += render_field(each, everything=everything)
    return lines or [line(UNCHANGED_TEXT, "faint")]


def render_all_troubles(sheet: Sequence[SheetGroup]) -> list[Line]:
    """Render all damage as lines: one for each person or thing, and one for damage without a holder."""
    troubles_found = find_troubles(sheet)
    lines = render_troubles(WRONG_TITLE, [each for each in troubles_found if each.place])
    rest = "; ".join(str(each) for each in troubles_found if not each.place)
    if rest:
        lines = [*(lines or [line(WRONG_TITLE, "bad")]), line(f"{BAD_SIGN} {rest}", indent=1)]
    return lines


def render_troubles(title: str, troubles_found: Sequence[Trouble]) -> list[Line]:
    """Render damage under a title, a line each; no lines for no damage."""
    lines = [line(f"{BAD_SIGN} {each}", indent=1) for each in troubles_found]
    return [line(title, "bad"), *lines] if lines else []


def has_other_news(sheet_line: SheetLine) -> bool:
    """Whether a sheet line has changed values other than damage."""
    return any(value.is_news and not value.is_bad for value in sheet_line.values)


def render_field(sheet_line: SheetLine, *, everything: bool = False) -> Iterator[Line]:
    """Render a sheet line with its values; a list of several elements with a line for each."""
    title = sheet_line.title.replace(": ", ", ")  # the colon stands before the values
    head = line(f"{title}: ", "faint", 1)
    if not sheet_line.is_list or len(sheet_line.values) < 2:
        yield head.with_span(describe_values(sheet_line, everything=everything))
        return
    first_shown = 0 if everything else max(0, len(sheet_line.values) - SHOWN_ELEMENTS)
    yield head.with_span(f"{len(sheet_line.values)}{', the last of them' if first_shown else ''}")
    yield from (line(value.title, indent=2) for value in sheet_line.values[first_shown:])


def describe_values(sheet_line: SheetLine, *, everything: bool) -> str:
    """Describe the values of a sheet line in words."""
    if sheet_line.is_list:
        return ", ".join(value.title for value in sheet_line.values) or "none"
    if sheet_line.has_places:
        return describe_places(sheet_line, everything=everything)
    return f"{sheet_line.values[0].title} (pinned)" if sheet_line.is_pinned else sheet_line.values[0].title


def describe_places(sheet_line: SheetLine, *, everything: bool) -> str:
    """Describe changed values with their indices in words: for yes/no fields, where it is yes; equal values joined."""
    if all(value.name in ("yes", "no") and (value.name == "yes") == value.is_news for value in sheet_line.values):
        return ", ".join(value.place for value in sheet_line.values if value.is_news) or "none"
    news = [value for value in sheet_line.values if everything or value.is_news]
    titles = [value.title for value in sheet_line.values]
    if len(news) == len(titles) > 1 and len(set(titles)) == 1:
        return titles[0] if titles[0] == "none" else f"{'both' if len(titles) == 2 else 'all'} {titles[0]}"
    is_numeric = all(title.lstrip("-").isdecimal() for title in titles)
    places_shown = [f"{value.place}{' ' if is_numeric else ': '}{value.title}" for value in news]
    return (", " if is_numeric else "; ").join(places_shown)
