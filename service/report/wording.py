"""Story lines in words, in three parts: subject, dice, result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import assert_never

from attrs import evolve, frozen

from bombsight.dsl.listing import capitalize_first
from bombsight.service.present import sentences
from bombsight.service.present.debriefing import Counted
from bombsight.service.present.story import TONES, StoryLine
from bombsight.service.report.chronicle import ChronicleEntry, join_headlines
from bombsight.service.report.report_data import Chapter, Report
from bombsight.service.saves.careers import CareerTable

ARROW = "\N{RIGHTWARDS ARROW}"
MINUS = "\N{MINUS SIGN}"
TONE_SIGNS = {"good": "\N{CHECK MARK} ", "bad": "\N{BLACK UP-POINTING TRIANGLE} ", "": ""}
"""The signs before good and bad news, so that colour is not the only mark."""

UNPRINTED_MARK = "\N{DAGGER}"
"""The mark after a rule that is not printed."""

LEGEND_TEXTS = {
    "unseen": f"{UNPRINTED_MARK} {sentences.UNPRINTED_LEGEND}",
    TONES: f"{TONE_SIGNS['bad']}bad news, {TONE_SIGNS['good']}good news",
}


@frozen
class Worded:
    """A story line in words, in three parts: subject, dice, result.

    Attributes:
        text: Its subject, or the whole line.
        dice: The dice; empty if none were thrown.
        result: The result; empty if the subject says all.
    """

    text: str
    dice: str = ""
    result: str = ""


def word_line(line: StoryLine) -> Worded:
    """Convert a story line to words, in three parts: subject, dice, result."""
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
            after = f": {previous_text}{line.result}" if line.result else ""
            return Worded(f"{TONE_SIGNS[line.tone]}{line.text}{after}{mark}")
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
    """Describe the dice and their modifiers: ``2+1 \N{MINUS SIGN}1 gale = 2``; or the reason why none were thrown."""
    if line.reason:
        return line.reason
    dice = " ".join([line.dice, *line.modifiers]).replace("-", MINUS)
    return f"{dice} = {line.total.replace('-', MINUS)}" if line.total else dice


def is_books_only(line: StoryLine) -> bool:
    """Whether a story line is mere bookkeeping: a change that is neither good nor bad, or that a message reports."""
    return line.kind == "change" and not line.tone


def merge_element_lines(lines: Iterable[StoryLine]) -> Iterator[StoryLine]:
    """Merge consecutive lines about elements that join or leave the same list."""
    for (kind, _, _), found in groupby(lines, key=lambda line: (line.kind, line.text, line.depth)):
        members = [*found]
        if kind in ("joins", "leaves"):
            yield evolve(members[0], names=tuple(name for line in members for name in line.names))
        else:
            yield from members


def describe_played(report: Report) -> str:
    """Name what a report is about: ``Campaign, 25 missions``, ``Mission 11``."""
    header = report.header
    if report.career is None:
        entry_title = " ".join([header.entry.capitalize(), *map(str, header.args)])
        return next((chapter.title for chapter in report.chapters if chapter.title), entry_title)
    mission_count = len(report.debriefings)
    return sentences.campaign_played(mission_count)


def chapter_titles(chapters: Sequence[Chapter]) -> Iterator[str]:
    """Yield the titles of the chapters; repeated titles are numbered from the second on."""
    title_counts: Counter[str] = Counter()
    for chapter in chapters:
        title = chapter.title or sentences.BEFORE_FIRST_CHAPTER
        title_counts[title] += 1
        yield f"{title} ({title_counts[title]})" if title_counts[title] > 1 else title


def chapter_headings(chapters: Sequence[Chapter]) -> list[str]:
    """Return the titles of the chapters, each with the heading that the chronicle gives it."""
    headings = (join_headlines(chapter.chronicle) for chapter in chapters)
    pairs = zip(chapter_titles(chapters), headings, strict=True)
    return [sentences.mission_heading(title, heading) for title, heading in pairs]


def chronicle_sentences(chapter: Chapter) -> list[ChronicleEntry]:
    """Return the sentences of a chapter's paragraph of the chronicle, without the parts of its heading."""
    return [entry for entry in chapter.chronicle if not entry.is_headline]


def worth_saying(tallies: Iterable[Counted]) -> list[tuple[str, str]]:
    """Return the titles and values of a mission's tallies, without balances and those that say no or 0."""
    return [(tally.title, tally.value) for tally in tallies if tally.number != 0 and not tally.is_balance]


def describe_legends(report: Report) -> str:
    """Return the explanation of the marks in a report's story, in one line; empty without any."""
    return "; ".join(LEGEND_TEXTS[name] for name in report.legends)


def describe_dice_and_rules(report: Report) -> list[tuple[str, str]]:
    """Return where the dice came from, and which rules were in force besides the game's own, as titles and texts."""
    header = report.header
    facts = [(sentences.DICE_TITLE, sentences.dice_words(header.dice, str(header.seed)))]
    if header.overlays:
        facts.append((sentences.IN_FORCE, describe_overlays([overlay.name for overlay in header.overlays])))
    return facts


def describe_overlays(names: Sequence[str]) -> str:
    """Name overlays by their kinds: ``errata: rulebook box, general; house: fog``; each is its kind and its name."""
    by_kind: dict[str, list[str]] = {}
    for name in names:
        kind, _, rest = name.partition(" ")
        by_kind.setdefault(kind, []).append(rest.replace("_", " "))
    return "; ".join(f"{kind}: {', '.join(rests)}" for kind, rests in by_kind.items())


def describe_end(report: Report) -> str:
    """Describe the outcome of a report's game, or its present position."""
    if not report.is_over:
        return sentences.report_goes_on(report.outcome)
    return f"{capitalize_first(report.outcome.rstrip('.'))}." if report.outcome else sentences.REPORT_OVER


def table_texts(table: CareerTable) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return the column heads and the rows of a table, without empty columns; the first column names the row."""
    used_columns = [at for at in range(len(table.columns)) if at == 0 or any(row[at] for row in table.rows)]
    heads = [capitalize_first(table.columns[at].title) for at in used_columns]
    return heads, [(capitalize_first(row[0]), *(row[at] for at in used_columns[1:])) for row in table.rows]


def remaining_tallies(report: Report) -> list[tuple[str, str]]:
    """Return the titles and values of those tallies that the career's own fields do not repeat."""
    facts = {(fact.title.lower(), fact.value) for fact in report.career.facts} if report.career is not None else set()
    return [(tally.title, tally.value) for tally in report.tallies if (tally.title.lower(), tally.value) not in facts]
