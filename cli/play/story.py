"""The story's lines as a terminal shows them.

What is told, and how deep it stands, is the service's matter; here is how it looks. News stands out by weight, bad and
good news by a sign before them besides their colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from rich.text import Text

from bombsight.cli.play.throws import MARK, fell, marked, roll_lines
from bombsight.cli.terminal.screen import arrow, clean, sign, words
from bombsight.cli.terminal.wrapping import INDENT, wrapped
from bombsight.service.present.story import TONES, StoryLine

NEXT = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
MINUS = "\N{MINUS SIGN}"

BAD, GOOD = "!", "*"
"""Before bad news and good."""

LEGENDS = {
    "unseen": f"{MARK} not printed, or worked out from what is not; `why` says from what",
    TONES: f"{BAD} bad news, {GOOD} good news",
}
"""What marks mean."""

TONE_STYLES = {"bad": "bold red", "good": "bold green", "": ""}


def drawn(lines: Iterable[StoryLine], width: int) -> list[Text]:
    """Lines of the story on a screen so wide."""
    return [text for line in lines for text in line_of(line, width)]


def line_of(line: StoryLine, width: int) -> Iterator[Text]:
    """One line of the story; several where it is long, or stands apart from what is above it."""
    indent = INDENT * line.depth
    match line.kind:
        case "chapter":
            dashes = sign("─", "-")
            told = f"{dashes * 2} {clean(line.text)} "
            yield Text()
            yield Text(told + dashes * max(0, width - len(told)), style="bold yellow")
        case "heading":
            if line.is_wide:
                yield Text()
            yield from wrapped(words(f" {sign(NEXT, '>')} ".join(line.names), "bold yellow"), indent, width)
        case "roll":
            dice = fell(line.dice, line.modifiers, line.total, line.reason)
            name = marked(words(line.text), line.is_unseen)
            yield from roll_lines(name, line.names, dice, line.result, indent, width)
        case "end":
            yield Text()
            yield from wrapped(words(line.text, "bold red" if line.tone else "bold green"), 0, width)
        case "result":
            text = marked(words(line.text, "dim"), line.is_unseen).append(clean(f": {line.result}"), "dim")
            yield from wrapped(text, indent, width)
        case "news" | "change" | "answer" | "joins" | "leaves" | "limit" | "legend":
            yield from wrapped(marked(sentence(line), line.is_unseen), indent, width)
        case _:
            assert_never(line.kind)


def sentence(line: StoryLine) -> Text:
    """A line that is no heading and tells of no table, without the mark of what is not printed."""
    match line.kind:
        case "news":
            return toned(line, words(line.text))
        case "change":
            before = f"{line.dice} {arrow()} " if line.dice else ""
            return toned(line, words(f"{line.text}: {before}{line.result}", "" if line.tone else "dim"))
        case "answer":
            asked = f"{line.text} ({line.by})" if line.by else line.text
            told = words(f"{asked} {arrow()} ", "cyan").append(clean(line.result), "bold cyan")
            return told.append(f" ({line.behind})" if line.behind else "", "dim")
        case "joins" | "leaves":
            mark = "+" if line.kind == "joins" else sign(MINUS, "-")
            mark = f"{line.text}:" if line.text and line.kind == "joins" else mark
            return words(f"{mark} {', '.join(line.names)}", "" if line.text else "dim")
        case "legend":
            return words(LEGENDS[line.text], "dim")
        case "limit" | "chapter" | "heading" | "roll" | "result" | "end":
            return words(line.text, "dim")
        case _:
            assert_never(line.kind)


def toned(line: StoryLine, text: Text) -> Text:
    """A line with the sign of good or bad news before it."""
    if not line.tone:
        return text
    style = TONE_STYLES[line.tone]
    text.stylize(style)
    return Text(f"{BAD if line.tone == 'bad' else GOOD} ", style).append_text(text)
