"""A report as Markdown, for a forum: headings, tables and lists, no HTML, without bookkeeping lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.characters import draw_board
from bombsight.service.present.story import StoryLine
from bombsight.service.report.report_data import Chapter, Passage, Report, Stop
from bombsight.service.report.wording import (
    ARROW,
    LEGEND,
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
"""The characters with a meaning in Markdown."""


FOOTER_TEXT = "Told by Bombsight from a save."
"""The last line of a text, by which the program recognizes its own files."""

MAX_COLUMNS = 78
"""The maximum width of a board, in characters."""


def is_own_markdown(text: str) -> bool:
    """Whether a text is a Markdown report that this program wrote, recognized by its footer."""
    return text.rstrip().endswith(FOOTER_TEXT)


def render_markdown(report: Report) -> str:
    """Render a report as Markdown."""
    blocks = [
        f"# {escape_markdown(report.title)}",
        f"{escape_markdown(describe_played(report))}. {escape_markdown(describe_end(report))}",
    ]
    blocks.append(f"Seed {report.header.seed}, dice {report.header.dice}.")
    blocks.append(f"_{LEGEND}_")
    blocks += render_record(report)
    for chapter, title in zip(report.chapters, chapter_titles(report.chapters), strict=True):
        blocks += render_chapter(chapter, title)
    blocks.append(FOOTER_TEXT)
    return "\n\n".join(blocks) + "\n"


def render_record(report: Report) -> Iterator[str]:
    """Render the record of a career in Markdown: its values, lists and tables."""
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
    """Render a chapter in Markdown: title, story, state at the end, and the story after it."""
    yield f"## {escape_markdown(title)}"
    yield from render_story(chapter.passages)
    if chapter.end is not None:
        yield from render_ending(chapter.end)
    yield from render_story(chapter.after)


def render_story(passages: Sequence[Passage]) -> Iterator[str]:
    """Render the passages of a story as Markdown headings and lists."""
    lines = [line for passage in passages for line in passage.lines if not is_books_only(line)]
    items: list[str] = []
    for line in merge_element_lines(lines):
        if line.kind == "heading":
            yield from render_list(items)
            items = []
            yield f"{'###' if line.is_wide else '####'} {escape_markdown(word_line(line).text)}"
        else:
            items.append(render_story_line(line))
    yield from render_list(items)


def render_story_line(line: StoryLine) -> str:
    """Render a story line as the Markdown text of a list item; messages of the rules are bold."""
    words = word_line(line)
    text = f"**{escape_markdown(words.text)}**" if line.kind in ("news", "end") else escape_markdown(words.text)
    dice = f": {escape_markdown(words.dice)}" if words.dice else ""
    return f"{text}{dice}" + (f" {ARROW} {escape_markdown(words.result)}" if words.result else "")


def render_list(items: Sequence[str]) -> Iterator[str]:
    """Render texts as a Markdown list; nothing for no texts."""
    if items:
        yield "\n".join(f"- {each}" for each in items)


def render_ending(stop: Stop) -> Iterator[str]:
    """Render the state at the end of a mission or of the save in Markdown."""
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
    """Render a board in characters, with its title."""
    lines = ("".join(stretch.text for stretch in line) for line in draw_board(board, MAX_COLUMNS))
    return "\n".join([board.title, *lines]).replace("`", "'")


def render_career_table(career_table: CareerTable) -> str:
    """Render a table of the career or of a mission in Markdown."""
    return render_table(*table_texts(career_table))


def render_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Render column heads and rows as a Markdown table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(
        f"| {' | '.join(cell if cell == '---' else escape_markdown(cell) for cell in line)} |" for line in lines
    )


def escape_markdown(text: str) -> str:
    """Escape the characters of a text that Markdown would interpret."""
    return MARKUP_CHARACTERS.sub(r"\\\1", text)
