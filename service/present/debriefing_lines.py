"""Debriefings, and the recall of a resumed game, rendered as lines.

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
"""The maximum number of lines of news in the recall of a resumed game."""

FIRST_NEWS = 3
"""How many recalled lines are the first news of the chapter; the others are the last."""

RECALLED_TROUBLES = 5
"""The maximum number of troubles in the recall."""

RECALL_TITLE = sentences.RECALL_TITLE


def render_debriefing(debriefing: Debriefing) -> list[Line]:
    """Render the debriefing of a mission as lines: tallies, damage, and changes of the career.

    Tallies of nothing are left out unless they would have been good, and balances, which say little of one mission.
    Lists of the record are left out, for the story has just reported their additions. Without tallies, the rest of the
    mission's sheet is shown.
    """
    matters = [each for each in debriefing.tallies if each.number != 0 or each.matters == "good"]
    counted = [each for each in matters if not each.is_balance]
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
    """Return the lines of a sheet group that are single fields, not lists."""
    return tuple(each for each in group.lines if not each.is_list)


def render_sheet_news(groups: Sequence[SheetGroup]) -> list[Line]:
    """Render the changed values of a sheet, each group under its title."""
    rendered: list[Line] = []
    for group in groups:
        lines = [text for each in group.lines if has_other_news(each) for text in render_field(each)]
        rendered += [line(group.title, "heading"), *lines] if lines else []
    return rendered


def render_title(title: str) -> list[Line]:
    """Render a title across the page, below a blank line."""
    return [BLANK, Line((Span(title, "heading"),), kind="rule")]


def render_recall(lines: Sequence[StoryLine], sheet: Sequence[SheetGroup], title: str = RECALL_TITLE) -> list[Line]:
    """Render the reminder shown when a game is resumed: the last chapter's news, and the damage."""
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
