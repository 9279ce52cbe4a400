"""A report as Markdown, for a forum: headings, tables and lists, no HTML. What is only in the books is left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.characters import drawn
from bombsight.service.present.story import StoryLine
from bombsight.service.report.gathering import Chapter, Passage, Report, Stop
from bombsight.service.report.wording import (
    ARROW,
    counted_besides,
    gathered,
    how_it_ended,
    is_of_books,
    titles,
    told_table,
    what_was_played,
    worded,
)
from bombsight.service.saves.careers import CareerTable

SPECIAL = re.compile(r"([\\`*_\[\]<>|#~])")
"""What would be taken for markup."""


FOOT = "Told by Bombsight from a save."
"""What a text ends with, by which one of ours is known."""

WIDEST = 78
"""Characters that a line of a board takes at most."""


def is_markdown(text: str) -> bool:
    """Whether a file with this text is one of ours."""
    return text.rstrip().endswith(FOOT)


def markdown(report: Report) -> str:
    """The text of a report."""
    blocks = [f"# {plain(report.title)}", f"{plain(what_was_played(report))}. {plain(how_it_ended(report))}"]
    blocks.append(f"Seed {report.header.seed}, dice {report.header.dice}.")
    blocks += record(report)
    for chapter, title in zip(report.chapters, titles(report.chapters), strict=True):
        blocks += part(chapter, title)
    blocks.append(FOOT)
    return "\n\n".join(blocks) + "\n"


def record(report: Report) -> Iterator[str]:
    """What a career has come to."""
    if report.career is None:
        return
    yield "## The record"
    if report.career.facts:
        yield table(("", ""), [(fact.title, fact.value) for fact in report.career.facts])
    for each in report.career.tables:
        if each.title:
            yield f"### {plain(each.title)}"
        yield of_career(each)
    counted = counted_besides(report)
    if counted:
        yield "## Counted"
        yield table(("", ""), counted)


def part(chapter: Chapter, title: str) -> Iterator[str]:
    """A chapter under its title: its story, then how it stood, then what is told behind that."""
    yield f"## {plain(title)}"
    yield from story(chapter.passages)
    if chapter.end is not None:
        yield from ending(chapter.end)
    yield from story(chapter.after)


def story(passages: Sequence[Passage]) -> Iterator[str]:
    """Headings, and lists of the lines below them."""
    told = [line for passage in passages for line in passage.lines if not is_of_books(line)]
    items: list[str] = []
    for line in gathered(told):
        if line.kind == "heading":
            yield from listed(items)
            items = []
            yield f"{'###' if line.is_wide else '####'} {plain(worded(line).text)}"
        else:
            items.append(item(line))
    yield from listed(items)


def item(line: StoryLine) -> str:
    """A line of the story; news stands out."""
    words = worded(line)
    text = f"**{plain(words.text)}**" if line.kind in ("news", "end") else plain(words.text)
    dice = f": {plain(words.dice)}" if words.dice else ""
    return f"{text}{dice}" + (f" {ARROW} {plain(words.result)}" if words.result else "")


def listed(items: Sequence[str]) -> Iterator[str]:
    """Lines as a list, if there are any."""
    if items:
        yield "\n".join(f"- {each}" for each in items)


def ending(stop: Stop) -> Iterator[str]:
    """How things stood."""
    if stop.debriefing is not None and stop.debriefing.tallies:
        yield "### Debriefing"
        yield table(("", ""), [(tally.title, tally.value) for tally in stop.debriefing.tallies])
    if stop.troubles:
        yield "### Hurt and damaged"
        yield "\n".join(f"- {plain(str(trouble))}" for trouble in stop.troubles)
    for each in stop.people:
        yield "### Who was where"
        yield of_career(each)
    if stop.boards:
        yield "### How it stood"
        for board in stop.boards:
            yield f"```\n{text_of(board)}\n```"


def text_of(board: BoardShown) -> str:
    """A board in characters, under its title."""
    lines = ("".join(stretch.text for stretch in line) for line in drawn(board, WIDEST))
    return "\n".join([board.title, *lines]).replace("`", "'")


def of_career(each: CareerTable) -> str:
    """A table of the record or of a mission."""
    return table(*told_table(each))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell if cell == '---' else plain(cell) for cell in line)} |" for line in lines)


def plain(text: str) -> str:
    """A text in which nothing is markup."""
    return SPECIAL.sub(r"\\\1", text)
