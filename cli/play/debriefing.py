"""The debriefing after a mission, and where one was when a game is taken up again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve
from rich.text import Text

from bombsight.cli.play.sheet import field_lines, is_left
from bombsight.cli.play.story import BAD, TONE_STYLES, drawn
from bombsight.cli.terminal.screen import sign, words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.service.present.debriefing import Counted, Debriefing
from bombsight.service.present.sheet import SheetGroup, SheetLine
from bombsight.service.present.story import StoryLine, is_news
from bombsight.service.present.troubles import Trouble, troubles

RECALLED = 8
"""How many lines of news are told again when a game is taken up."""

TROUBLES = 5
"""How many troubles are told again."""


def debriefing_lines(told: Debriefing, width: int) -> Iterator[Text]:
    """A page on a mission that is over: what is counted, who is hurt and what is broken, the record.

    What is counted and came to nothing is told only where it would have been good; the lists of the record are not, for
    what was added to them was told a moment ago. Where nothing is counted, the rest of the mission's sheet stands for
    it.
    """
    yield from headed(f"Debriefing: {told.title}", width)
    counted = [each for each in told.tallies if each.number != 0 or each.matters == "good"]
    size = max((len(each.title) for each in counted), default=0)
    for each in counted:
        yield from wrapped(tally_line(each, size), 2, width)
    yield from trouble_block("Hurt and damaged", told.troubles, width)
    if not told.tallies:
        yield from sheet_block(told.sheet, width)
    yield from sheet_block([evolve(group, lines=singles(group)) for group in told.record], width)
    yield Text()


def singles(group: SheetGroup) -> tuple[SheetLine, ...]:
    """The lines of a group that are no lists."""
    return tuple(line for line in group.lines if not line.is_list)


def sheet_block(groups: Sequence[SheetGroup], width: int) -> Iterator[Text]:
    """What of a sheet is as play has left it, each group under its title."""
    for group in groups:
        lines = [text for line in group.lines if is_left(line) for text in field_lines(line, width, everything=False)]
        if lines:
            yield words(group.title, "bold yellow")
            yield from lines


def headed(title: str, width: int) -> Iterator[Text]:
    """A line across the screen."""
    dashes = sign("─", "-")
    text = words(f"{dashes * 2} {title} ", "bold yellow")
    yield Text()
    yield text.append(dashes * max(0, width - len(text)))


def tally_line(each: Counted, size: int) -> Text:
    """A tally and what it came to."""
    return words(f"{each.title:<{size}}  ", "dim").append_text(words(each.value, "not dim bold"))


def trouble_block(title: str, found: Sequence[Trouble], width: int) -> Iterator[Text]:
    """What is wrong, under a title of its own."""
    if found:
        yield words(title, TONE_STYLES["bad"])
    for each in found:
        yield from wrapped(words(f"{BAD} {each}"), 2, width)


def recalled(
    lines: Sequence[StoryLine], sheet: Sequence[SheetGroup], width: int, title: str = "Where you were"
) -> list[Text]:
    """Where one was: the last chapter, the last news, what is wrong."""
    chapters = [at for at, line in enumerate(lines) if line.kind == "chapter"]
    since = lines[chapters[-1] :] if chapters else lines
    told = [line for line in since if line.kind in ("joins", "end") or is_news(line)]
    flat = [evolve(line, depth=0) for line in told]
    wrong = troubles(sheet)
    chapter = next((line.text for line in since if line.kind == "chapter"), "")
    return [
        *headed(": ".join(filter(None, (title, chapter))), width),
        *drawn(flat[-RECALLED:], width),
        *trouble_block("What is wrong", wrong[:TROUBLES], width),
        *([words(f"  and {len(wrong) - TROUBLES} more: state", "dim")] if len(wrong) > TROUBLES else []),
    ]
