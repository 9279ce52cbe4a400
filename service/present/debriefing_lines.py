"""The debriefing after a mission, and where one was when a game is taken up again, as lines.

The browser says the same in ``web/src/play/debriefing``.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bombsight.service.present import sentences
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.lines import BLANK, Line, Span, line
from bombsight.service.present.sheet import SheetGroup, SheetLine
from bombsight.service.present.sheet_lines import WRONG_TITLE, has_other_news, render_field, render_troubles
from bombsight.service.present.story import StoryLine, is_news
from bombsight.service.present.story_lines import render_story
from bombsight.service.present.troubles import find_troubles

RECALLED_NEWS = 8
"""How many lines of news are told again when a game is taken up."""

FIRST_NEWS = 3
"""So many of the first news of a game stand in its outline; the others are the last."""

RECALLED_TROUBLES = 5
"""How many troubles are told again."""

RECALL_TITLE = sentences.RECALL_TITLE


def render_debriefing(debriefing: Debriefing) -> list[Line]:
    """A page on a mission that is over: what is counted, who is hurt and what is broken, the record.

    What is counted and came to nothing is told only where it would have been good; the lists of the record are not, for
    what was added to them was told a moment ago. Where nothing is counted, the rest of the mission's sheet stands for
    it.
    """
    counted = [each for each in debriefing.tallies if each.number != 0 or each.matters == "good"]
    size = max((len(each.title) for each in counted), default=0)
    return [
        *render_title(f"Debriefing: {debriefing.title}"),
        *(line(f"{each.title:<{size}}  ", "faint", 1).with_span(each.value, "title") for each in counted),
        *render_troubles(sentences.HURT_TITLE, debriefing.troubles),
        *(render_sheet_news(debriefing.sheet) if not debriefing.tallies else ()),
        *render_sheet_news([evolve(group, lines=non_list_lines(group)) for group in debriefing.record]),
        BLANK,
    ]


def non_list_lines(group: SheetGroup) -> tuple[SheetLine, ...]:
    """The lines of a group that are no lists."""
    return tuple(each for each in group.lines if not each.is_list)


def render_sheet_news(groups: Sequence[SheetGroup]) -> list[Line]:
    """What of a sheet is as play has left it, each group under its title."""
    rendered: list[Line] = []
    for group in groups:
        lines = [text for each in group.lines if has_other_news(each) for text in render_field(each)]
        rendered += [line(group.title, "heading"), *lines] if lines else []
    return rendered


def render_title(title: str) -> list[Line]:
    """A title across the page, below a blank line."""
    return [BLANK, Line((Span(title, "heading"),), kind="rule")]


def render_recall(lines: Sequence[StoryLine], sheet: Sequence[SheetGroup], title: str = RECALL_TITLE) -> list[Line]:
    """Where one was: the last chapter, the last news, what is wrong."""
    chapters = [at for at, each in enumerate(lines) if each.kind == "chapter"]
    since = lines[chapters[-1] :] if chapters else lines
    news = [evolve(each, depth=0) for each in since if each.kind in ("joins", "end") or is_news(each)]
    trouble_list = find_troubles(sheet)
    chapter = next((each.text for each in since if each.kind == "chapter"), "")
    hidden_count = len(trouble_list) - RECALLED_TROUBLES
    return [
        *render_title(": ".join(filter(None, (title, chapter)))),
        *render_story(news[-RECALLED_NEWS:]),
        *render_troubles(WRONG_TITLE, trouble_list[:RECALLED_TROUBLES]),
        *([line(f"and {hidden_count} more: state", "faint", 1)] if hidden_count > 0 else []),
    ]


def summarize_chapter(lines: Sequence[StoryLine]) -> list[StoryLine]:
    """The last chapter and what is news in it; of more than can be recalled the first and the last."""
    begins = max((at for at, each in enumerate(lines) if each.kind == "chapter"), default=0)
    since = lines[begins:]
    news = [each for each in since if each.kind == "joins" or is_news(each)]
    if len(news) > RECALLED_NEWS:
        news = [*news[:FIRST_NEWS], *news[FIRST_NEWS - RECALLED_NEWS :]]
    return [*(each for each in since[:1] if each.kind == "chapter"), *news]
