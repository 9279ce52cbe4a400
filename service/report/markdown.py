"""A report as Markdown, for a forum: headings, tables and lists, no HTML. What is only in the books is left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.characters import draw_board
from bombsight.service.present.story import StoryLine
from bombsight.service.report.report_data import Chapter, Passage, Report, Stop
from bombsight.service.report.wording import (
    ARROW,
    chapter_titles,
    describe_end,
    describe_played,
    is_books_only,
    merge_element_lines,
    remaining_tallies,
    table_texts,
    word_line,
)
from bombsight.service.saves.careers import CareerTable

MARKUP_CHARACTERS = re.compile(r"([\\`*_\[\]<>|#~])")
"""What would be taken for markup."""


FOOTER_TEXT = "Told by Bombsight from a save."
"""What a text ends with, by which one of ours is known."""

MAX_COLUMNS = 78
"""Characters that a line of a board takes at most."""


def is_own_markdown(text: str) -> bool:
    """Whether a file with this text is one of ours."""
    return text.rstrip().endswith(FOOTER_TEXT)


def render_markdown(report: Report) -> str:
    """The text of a report."""
    blocks = [
        f"# {escape_markdown(report.title)}",
        f"{escape_markdown(describe_played(report))}. {escape_markdown(describe_end(report))}",
    ]
    blocks.append(f"Seed {report.header.seed}, dice {report.header.dice}.")
    blocks += render_record(report)
    for chapter, title in zip(report.chapters, chapter_titles(report.chapters), strict=True):
        blocks += render_chapter(chapter, title)
    blocks.append(FOOTER_TEXT)
    return "\n\n".join(blocks) + "\n"


def render_record(report: Report) -> Iterator[str]:
    """What a career has come to."""
    if report.career is None:
        return
    yield "## The record"
    if report.career.facts:
        yield render_table(("", ""), [(fact.title, fact.value) for fact in report.career.facts])
    for each in report.career.tables:
        if each.title:
            yield f"### {escape_markdown(each.title)}"
        yield render_career_table(each)
    counted = remaining_tallies(report)
    if counted:
        yield "## Counted"
        yield render_table(("", ""), counted)


def render_chapter(chapter: Chapter, title: str) -> Iterator[str]:
    """A chapter under its title: its story, then how it stood, then what is told behind that."""
    yield f"## {escape_markdown(title)}"
    yield from render_story(chapter.passages)
    if chapter.end is not None:
        yield from render_ending(chapter.end)
    yield from render_story(chapter.after)


def render_story(passages: Sequence[Passage]) -> Iterator[str]:
    """Headings, and lists of the lines below them."""
    lines = [line for passage in passages for line in passage.lines if not is_books_only(line)]
    items: list[str] = []
    for line in merge_element_lines(lines):
        if line.kind == "heading":
            yield from render_list(items)
            items = []
            yield f"{'###' if line.is_wide else '####'} {escape_markdown(word_line(line).text)}"
        else:
            items.append(render_item(line))
    yield from render_list(items)


def render_item(line: StoryLine) -> str:
    """A line of the story; news stands out."""
    words = word_line(line)
    text = f"**{escape_markdown(words.text)}**" if line.kind in ("news", "end") else escape_markdown(words.text)
    dice = f": {escape_markdown(words.dice)}" if words.dice else ""
    return f"{text}{dice}" + (f" {ARROW} {escape_markdown(words.result)}" if words.result else "")


def render_list(items: Sequence[str]) -> Iterator[str]:
    """Lines as a list, if there are any."""
    if items:
        yield "\n".join(f"- {each}" for each in items)


def render_ending(stop: Stop) -> Iterator[str]:
    """How things stood."""
    if stop.debriefing is not None and stop.debriefing.tallies:
        yield "### Debriefing"
        yield render_table(("", ""), [(tally.title, tally.value) for tally in stop.debriefing.tallies])
    if stop.troubles:
        yield "### Hurt and damaged"
        yield "\n".join(f"- {escape_markdown(str(trouble))}" for trouble in stop.troubles)
    for each in stop.people:
        yield "### Who was where"
        yield render_career_table(each)
    if stop.boards:
        yield "### How it stood"
        for board in stop.boards:
            yield f"```\n{render_board(board)}\n```"


def render_board(board: BoardShown) -> str:
    """A board in characters, under its title."""
    lines = ("".join(stretch.text for stretch in line) for line in draw_board(board, MAX_COLUMNS))
    return "\n".join([board.title, *lines]).replace("`", "'")


def render_career_table(career_table: CareerTable) -> str:
    """A table of the record or of a mission."""
    return render_table(*table_texts(career_table))


def render_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(
        f"| {' | '.join(cell if cell == '---' else escape_markdown(cell) for cell in line)} |" for line in lines
    )


def escape_markdown(text: str) -> str:
    """A text in which nothing is markup."""
    return MARKUP_CHARACTERS.sub(r"\\\1", text)
