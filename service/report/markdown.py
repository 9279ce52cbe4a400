"""A report as Markdown, for a forum: headings, tables and lists, no HTML, without bookkeeping lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.characters import draw_board
from bombsight.service.present import sentences
from bombsight.service.present.story import StoryLine
from bombsight.service.report.chronicle import ChronicleEntry, group_by_name
from bombsight.service.report.luck_section import luck_markdown_rows
from bombsight.service.report.report_data import Chapter, Passage, Report, Stop
from bombsight.service.report.wording import (
    ARROW,
    chapter_headings,
    chapter_titles,
    chronicle_sentences,
    describe_dice_and_rules,
    describe_end,
    describe_legends,
    describe_played,
    is_books_only,
    merge_element_lines,
    remaining_tallies,
    table_texts,
    word_line,
    worth_saying,
)
from bombsight.service.saves.careers import CareerTable

MARKUP_CHARACTERS = re.compile(r"[\\`*_\[<|~]|^(?:[>+-]|#+)(?=\s)")
"""The characters that Markdown would interpret: anywhere, or at the beginning of a text."""

NUMBERED = re.compile(r"^(\d+)([.)])(?=\s)")
"""A number at the beginning of a text that Markdown would read as that of a list."""

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
    blocks.append(render_facts(report))
    blocks += render_chronicle(report)
    blocks += render_names(report)
    blocks += render_record(report)
    titles = chapter_headings(report.chapters) if report.career is not None else [*chapter_titles(report.chapters)]
    for chapter, title in zip(report.chapters, titles, strict=True):
        blocks += render_chapter(chapter, title)
    blocks += render_luck(report)
    blocks += [escape_markdown(legend) for legend in [describe_legends(report)] if legend]
    blocks.append(FOOTER_TEXT)
    return "\n\n".join(blocks) + "\n"


def render_facts(report: Report) -> str:
    """Render the head's facts of a report as a Markdown list."""
    return "\n".join(
        f"- {escape_markdown(title)}: {escape_markdown(text)}"
        for title, text in [*report.head, *describe_dice_and_rules(report)]
    )


def render_chronicle(report: Report) -> Iterator[str]:
    """Render the chronicle by chapters in Markdown: the heading of each, and its sentences in a paragraph."""
    if any(chapter.chronicle for chapter in report.chapters):
        yield f"## {sentences.CHRONICLE_TITLE}"
    for chapter, heading in zip(report.chapters, chapter_headings(report.chapters), strict=True):
        if chapter.chronicle:
            yield f"### {escape_markdown(heading)}"
        if chronicle_sentences(chapter):
            yield join_sentences(chronicle_sentences(chapter))


def render_names(report: Report) -> Iterator[str]:
    """Render the chronicle by names in Markdown: for each name the chapters with sentences that name it."""
    titles = [*chapter_titles(report.chapters)]
    found = group_by_name([chapter.chronicle for chapter in report.chapters])
    if found:
        yield f"## {sentences.NAMES_TITLE}"
    for each in found:
        parts = (
            f"{escape_markdown(titles[at])}: {join_sentences(entries)}"
            if report.career is not None
            else join_sentences(entries)
            for at, entries in each.chapters
        )
        yield f"**{escape_markdown(each.name.title)}.** {' '.join(parts)}"


def join_sentences(entries: Sequence[ChronicleEntry]) -> str:
    """Join sentences of the chronicle in Markdown."""
    return " ".join(escape_markdown(entry.text) for entry in entries)


def render_record(report: Report) -> Iterator[str]:
    """Render the record of a career in Markdown: its values, lists and tables."""
    if report.career is None:
        return
    yield f"## {sentences.RECORD_TITLE}"
    if report.career.facts:
        yield render_table(("", ""), [(fact.title, fact.value) for fact in report.career.facts])
    for each in report.career.tables:
        if each.title:
            yield f"### {escape_markdown(each.title)}"
        yield render_career_table(each)
    counted = remaining_tallies(report)
    if counted:
        yield f"## {sentences.COUNTED_TITLE}"
        yield render_table(("", ""), counted)


def render_luck(report: Report) -> Iterator[str]:
    """Render the luck of the whole game in Markdown; nothing without throws."""
    rows = luck_markdown_rows(report.luck)
    if rows:
        yield f"## {sentences.LUCK_TITLE}"
        yield escape_markdown(sentences.LUCK_NOTE)
        yield render_table(sentences.LUCK_COLUMNS, rows)


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
    """Render a story line as the Markdown text of a list item; good and bad news is bold."""
    words = word_line(line)
    is_bold = (line.kind == "news" and line.tone) or line.kind == "end"
    text = f"**{escape_markdown(words.text)}**" if is_bold else escape_markdown(words.text)
    dice = f": {escape_markdown(words.dice)}" if words.dice else ""
    return f"{text}{dice}" + (f" {ARROW} {escape_markdown(words.result)}" if words.result else "")


def render_list(items: Sequence[str]) -> Iterator[str]:
    """Render texts as a Markdown list; nothing for no texts."""
    if items:
        yield "\n".join(f"- {each}" for each in items)


def render_ending(stop: Stop) -> Iterator[str]:
    """Render the state at the end of a mission or of the save in Markdown."""
    tallies = worth_saying(stop.debriefing.tallies) if stop.debriefing is not None else []
    if tallies:
        yield f"### {sentences.DEBRIEFING_TITLE}"
        yield render_table(("", ""), tallies)
    if stop.troubles:
        yield f"### {sentences.HURT_TITLE}"
        yield "\n".join(f"- {escape_markdown(str(trouble))}" for trouble in stop.troubles)
    for each in stop.people:
        yield f"### {sentences.PEOPLE_TITLE}"
        yield render_career_table(each)
    if stop.boards:
        yield f"### {sentences.BOARDS_TITLE}"
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
    return NUMBERED.sub(r"\1\\\2", MARKUP_CHARACTERS.sub(r"\\\g<0>", text))
