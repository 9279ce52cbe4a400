"""A report in brief: Markdown of at most 60 lines, for a forum.

Of a career it has the head, a line for each mission and the people and things of its past; of a single mission its
paragraph of the chronicle, what is hurt and damaged, and what was counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.service.present import sentences
from bombsight.service.report.markdown import FOOTER_TEXT, escape_markdown, join_sentences
from bombsight.service.report.report_data import Chapter, Report
from bombsight.service.report.wording import (
    chapter_headings,
    chronicle_sentences,
    describe_dice_and_rules,
    describe_end,
    describe_played,
    worth_saying,
)
from bombsight.service.saves.careers import Career

MAX_LINES = 60
"""The maximum number of lines of a brief report."""

MAX_ROWS = 60
"""The maximum number of rows of a list of a career that stand in its line."""

Blocks = list[list[str]]
"""Blocks of lines, with a blank line between them."""


def render_brief(report: Report) -> str:
    """Render a report in brief, as Markdown of at most :data:`MAX_LINES` lines."""
    front = [
        [f"# {escape_markdown(report.title)}"],
        [f"{escape_markdown(describe_played(report))}. {escape_markdown(describe_end(report))}"],
    ]
    if report.head:
        front.append([f"- {escape_markdown(title)}: {escape_markdown(text)}" for title, text in report.head])
    facts = (f"{title}: {text}" for title, text in describe_dice_and_rules(report))
    foot = [[escape_markdown("; ".join(facts)) + "."], [FOOTER_TEXT]]
    if report.career is None:
        blocks = [*front, *tell_missions(report), *foot]
    else:
        after = [*name_lists(report.career), *foot]
        room = MAX_LINES - count_lines([*front, [], *after])
        blocks = [*front, *fit_items([*mission_lines(report)], room), *after]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def count_lines(blocks: Blocks) -> int:
    """Count the lines of blocks, with the blank lines between them."""
    return sum(len(block) + 1 for block in blocks) - 1


def fit_items(items: Sequence[str], room: int) -> Blocks:
    """Return the block of a list, without its first items where there is no room for a line each."""
    if len(items) <= room:
        return [[*items]] if items else []
    kept = max(0, room - 1)
    return [[f"- {sentences.items_left_out(len(items) - kept)}", *items[len(items) - kept :]]]


# --- a career


def mission_lines(report: Report) -> Iterator[str]:
    """Yield a list item for each mission of a career: its heading, or its title with what was counted."""
    for chapter, heading in zip(report.chapters, chapter_headings(report.chapters), strict=True):
        if chapter.end is not None and chapter.end.debriefing is not None:
            counted = "" if chapter.chronicle else count_briefly(chapter)
            yield f"- {escape_markdown(sentences.mission_heading(heading, counted))}"


def count_briefly(chapter: Chapter) -> str:
    """Say what was counted in a mission, in one line."""
    tallies = chapter.end.debriefing.tallies if chapter.end is not None and chapter.end.debriefing is not None else ()
    return "; ".join(title if value == "yes" else f"{title}: {value}" for title, value in worth_saying(tallies))


def name_lists(career: Career) -> Iterator[list[str]]:
    """Yield a line for each titled list of a career of which no number stands first: people and things by name."""
    for table in career.tables:
        if table.title and not table.columns[0].is_number:
            left_out = len(table.rows) - MAX_ROWS
            rows = [sentences.items_left_out(left_out)] if left_out > 0 else []
            rows += map(name_row, table.rows[-MAX_ROWS:])
            yield [f"**{escape_markdown(table.title)}:** {escape_markdown('; '.join(rows))}."]


def name_row(row: Sequence[str]) -> str:
    """Say a row of a list in brief: its words, without numbers and yes."""
    return ", ".join(cell for cell in row if cell not in ("", "yes") and not cell.lstrip("-").isdecimal())


# --- a mission


def tell_missions(report: Report) -> Iterator[list[str]]:
    """Yield blocks of lines of each chapter: heading, paragraph of the chronicle, what is wrong, what was counted."""
    for chapter, heading in zip(report.chapters, chapter_headings(report.chapters), strict=True):
        if chapter.chronicle:
            yield [f"**{escape_markdown(heading)}**"]
        if chronicle_sentences(chapter):
            yield [join_sentences(chronicle_sentences(chapter))]
        if chapter.end is not None and chapter.end.troubles:
            troubles = "; ".join(str(trouble) for trouble in chapter.end.troubles)
            yield [f"{sentences.HURT_TITLE}: {escape_markdown(troubles)}."]
        if count_briefly(chapter):
            yield [escape_markdown(count_briefly(chapter)) + "."]
