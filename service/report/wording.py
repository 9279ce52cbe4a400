"""Lines of the story in words, parted into what it is about, how dice fell, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import assert_never

from attrs import evolve, frozen

from bombsight.service.present import sentences
from bombsight.service.present.story import TONES, StoryLine
from bombsight.service.report.report_data import Chapter, Report
from bombsight.service.saves.careers import CareerTable

ARROW = "\N{RIGHTWARDS ARROW}"
MINUS = "\N{MINUS SIGN}"
TONE_SIGNS = {"good": "\N{CHECK MARK} ", "bad": "\N{BLACK UP-POINTING TRIANGLE} ", "": ""}
"""Before good and bad news: not by colour alone."""

UNPRINTED_MARK = "\N{DAGGER}"
"""Behind what is not printed."""

LEGEND_TEXTS = {
    "unseen": f"{UNPRINTED_MARK} {sentences.UNPRINTED_LEGEND}",
    TONES: f"{TONE_SIGNS['bad']}bad news, {TONE_SIGNS['good']}good news",
}


@frozen
class Worded:
    """A line in words.

    Attributes:
        text: What it is about, or all of it.
        dice: How dice fell; empty where none did.
        result: What came of it; empty where that is all said.
    """

    text: str
    dice: str = ""
    result: str = ""


def word_line(line: StoryLine) -> Worded:
    """A line of the story in words."""
    mark = UNPRINTED_MARK if line.is_unseen else ""
    match line.kind:
        case "heading":
            return Worded(" \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} ".join(line.names))
        case "roll":
            names_text = f" ({', '.join(line.names)})" if line.names else ""
            return Worded(f"{line.text}{names_text}{mark}", describe_dice(line), line.result)
        case "result":
            return Worded(f"{line.text}{mark}", "", line.result)
        case "answer":
            question_text = f"{line.text} ({line.by})" if line.by else line.text
            return Worded(question_text, "", line.result + (f" ({line.behind})" if line.behind else ""))
        case "change":
            previous_text = f"{line.dice} {ARROW} " if line.dice else ""
            return Worded(f"{TONE_SIGNS[line.tone]}{line.text}: {previous_text}{line.result}{mark}")
        case "joins" | "leaves":
            sign = "+" if line.kind == "joins" else MINUS
            sign = f"{line.text}:" if line.text and line.kind == "joins" else sign
            return Worded(f"{sign} {', '.join(line.names)}{mark}")
        case "legend":
            return Worded(LEGEND_TEXTS[line.text])
        case "chapter" | "news" | "limit" | "end":
            return Worded(f"{TONE_SIGNS[line.tone]}{line.text}{mark}")
        case _:
            assert_never(line.kind)


def describe_dice(line: StoryLine) -> str:
    """How dice fell, with what changed them: ``2+1 \N{MINUS SIGN}1 gale = 2``; why there were none."""
    if line.reason:
        return line.reason
    dice = " ".join([line.dice, *line.modifiers]).replace("-", MINUS)
    return f"{dice} = {line.total.replace('-', MINUS)}" if line.total else dice


def is_books_only(line: StoryLine) -> bool:
    """Whether a line is told in the books only: a change that is neither good nor bad, or was said in words."""
    return line.kind == "change" and not line.tone


def merge_element_lines(lines: Iterable[StoryLine]) -> Iterator[StoryLine]:
    """Lines of which those of elements that join, or leave, one after the other are one."""
    for (kind, _, _), found in groupby(lines, key=lambda line: (line.kind, line.text, line.depth)):
        members = [*found]
        if kind in ("joins", "leaves"):
            yield evolve(members[0], names=tuple(name for line in members for name in line.names))
        else:
            yield from members


def describe_played(report: Report) -> str:
    """What a report tells of, in a few words: ``Campaign, 25 missions``, ``Mission 11``."""
    header = report.header
    if report.career is None:
        entry_title = " ".join([header.entry.capitalize(), *map(str, header.args)])
        return next((chapter.title for chapter in report.chapters if chapter.title), entry_title)
    mission_count = len(report.ends)
    return sentences.campaign_played(mission_count)


def chapter_titles(chapters: Sequence[Chapter]) -> Iterator[str]:
    """What heads each chapter; of several with the same title, from the second on, which it is."""
    title_counts: Counter[str] = Counter()
    for chapter in chapters:
        title = chapter.title or sentences.BEFORE_FIRST_CHAPTER
        title_counts[title] += 1
        yield f"{title} ({title_counts[title]})" if title_counts[title] > 1 else title


def describe_end(report: Report) -> str:
    """How it ended, or where it stands."""
    if not report.is_over:
        return sentences.report_goes_on(report.outcome)
    return f"{capitalize_first(report.outcome.rstrip('.'))}." if report.outcome else sentences.REPORT_OVER


def capitalize_first(text: str) -> str:
    """A text as it begins a line or a cell that heads others."""
    return text[:1].upper() + text[1:]


def table_texts(table: CareerTable) -> tuple[list[str], list[tuple[str, ...]]]:
    """The heads and the rows of a table, without columns in which nothing stands; the first says what a row is of."""
    used_columns = [at for at in range(len(table.columns)) if at == 0 or any(row[at] for row in table.rows)]
    heads = [capitalize_first(table.columns[at].title) for at in used_columns]
    return heads, [(capitalize_first(row[0]), *(row[at] for at in used_columns[1:])) for row in table.rows]


def remaining_tallies(report: Report) -> list[tuple[str, str]]:
    """What is counted of a career and does not stand in its record already."""
    facts = {(fact.title.lower(), fact.value) for fact in report.career.facts} if report.career is not None else set()
    return [(tally.title, tally.value) for tally in report.tallies if (tally.title.lower(), tally.value) not in facts]
