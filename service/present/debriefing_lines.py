"""The debriefing after a mission, and where one was when a game is taken up again, as lines.

The browser says the same in ``web/src/play/debriefing``.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.lines import BLANK, Line, Span, line
from bombsight.service.present.sheet import SheetGroup, SheetLine
from bombsight.service.present.sheet_lines import WRONG, is_left, render_field, render_troubles
from bombsight.service.present.story import StoryLine, is_news
from bombsight.service.present.story_lines import render_story
from bombsight.service.present.troubles import troubles

RECALLED = 8
"""How many lines of news are told again when a game is taken up."""

OUTSET = 3
"""So many of the first news of a game stand in its outline; the others are the last."""

TROUBLES = 5
"""How many troubles are told again."""

RECALL = "Where you were"


def render_debriefing(told: Debriefing) -> list[Line]:
    """A page on a mission that is over: what is counted, who is hurt and what is broken, the record.

    What is counted and came to nothing is told only where it would have been good; the lists of the record are not, for
    what was added to them was told a moment ago. Where nothing is counted, the rest of the mission's sheet stands for
    it.
    """
    counted = [each for each in told.tallies if each.number != 0 or each.matters == "good"]
    size = max((len(each.title) for each in counted), default=0)
    return [
        *render_title(f"Debriefing: {told.title}"),
        *(line(f"{each.title:<{size}}  ", "faint", 1).with_span(each.value, "title") for each in counted),
        *render_troubles("Hurt and damaged", told.troubles),
        *(render_news_of(told.sheet) if not told.tallies else ()),
        *render_news_of([evolve(group, lines=single_lines(group)) for group in told.record]),
        BLANK,
    ]


def single_lines(group: SheetGroup) -> tuple[SheetLine, ...]:
    """The lines of a group that are no lists."""
    return tuple(each for each in group.lines if not each.is_list)


def render_news_of(groups: Sequence[SheetGroup]) -> list[Line]:
    """What of a sheet is as play has left it, each group under its title."""
    found: list[Line] = []
    for group in groups:
        lines = [text for each in group.lines if is_left(each) for text in render_field(each)]
        found += [line(group.title, "heading"), *lines] if lines else []
    return found


def render_title(title: str) -> list[Line]:
    """A title across the page, below a blank line."""
    return [BLANK, Line((Span(title, "heading"),), kind="rule")]


def recall(lines: Sequence[StoryLine], sheet: Sequence[SheetGroup], title: str = RECALL) -> list[Line]:
    """Where one was: the last chapter, the last news, what is wrong."""
    chapters = [at for at, each in enumerate(lines) if each.kind == "chapter"]
    since = lines[chapters[-1] :] if chapters else lines
    news = [evolve(each, depth=0) for each in since if each.kind in ("joins", "end") or is_news(each)]
    wrong = troubles(sheet)
    chapter = next((each.text for each in since if each.kind == "chapter"), "")
    more = len(wrong) - TROUBLES
    return [
        *render_title(": ".join(filter(None, (title, chapter)))),
        *render_story(news[-RECALLED:]),
        *render_troubles(WRONG, wrong[:TROUBLES]),
        *([line(f"and {more} more: state", "faint", 1)] if more > 0 else []),
    ]


def outline(lines: Sequence[StoryLine]) -> list[StoryLine]:
    """The last chapter and what is news in it; of more than can be recalled the first and the last."""
    begins = max((at for at, each in enumerate(lines) if each.kind == "chapter"), default=0)
    since = lines[begins:]
    news = [each for each in since if each.kind == "joins" or is_news(each)]
    if len(news) > RECALLED:
        news = [*news[:OUTSET], *news[OUTSET - RECALLED :]]
    return [*(each for each in since[:1] if each.kind == "chapter"), *news]
