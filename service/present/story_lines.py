"""The story's lines as text with roles: marks for what is not printed, signs for good and bad news.

The browser says the same in ``web/src/play/story``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from attrs import evolve

from bombsight.service.present.explanation import describe_no_dice
from bombsight.service.present.lines import BLANK, MINUS, NEXT, Line, Role, Span, line
from bombsight.service.present.story import TONES, UNSEEN, StoryLine, Tone

MARK = "~"
"""Behind what is not printed but recovered or reconstructed, or worked out from what is."""

BAD, GOOD = "!", "*"
"""Before bad news and good."""

LEGENDS = {
    UNSEEN: f"{MARK} not printed, or worked out from what is not; `why` says from what",
    TONES: f"{BAD} bad news, {GOOD} good news",
}
"""What marks mean."""


def render_story(lines: Iterable[StoryLine]) -> list[Line]:
    """Lines of the story as text; a throw as ``Reef (Packet): 4 -1 gale = 3 → safe``."""
    return [text for each in lines for text in render_story_line(each)]


def render_story_line(told: StoryLine) -> list[Line]:
    """A line of the story as text, below a blank line where it stands apart from what is above it."""
    match told.kind:
        case "chapter":
            return [BLANK, Line((Span(told.text, "heading"),), kind="rule")]
        case "heading":
            head = line(f" {NEXT} ".join(told.names), "heading", told.depth)
            return [BLANK, head] if told.is_wide else [head]
        case "roll":
            return [render_roll(told)]
        case "end":
            return [BLANK, line(told.text, "bad" if told.tone else "good")]
        case "result":
            return [mark_unprinted(line(told.text, "faint", told.depth), told).with_span(f": {told.result}", "faint")]
        case "news" | "change" | "answer" | "joins" | "leaves" | "limit" | "legend":
            return [mark_unprinted(evolve(render_sentence(told), indent=told.depth), told)]
        case _:
            assert_never(told.kind)


def render_roll(told: StoryLine) -> Line:
    """A throw, or a table's result without one, in one line."""
    about = f" ({', '.join(told.names)})" if told.names else ""
    name = mark_unprinted(line(told.text, indent=told.depth), told).with_span(about, "faint")
    dice = render_dice(told.dice, told.modifiers, told.total, told.reason)
    result = (Span(" → ", "faint"), Span(told.result, "title")) if told.result else ()
    return evolve(name, spans=(*name.spans, Span(": "), *dice, *result))


def render_dice(faces: str, modifiers: Sequence[str], total: str, reason: str) -> tuple[Span, ...]:
    """The dice as they fell, the modifiers by name, the total; the reason where none were thrown."""
    if reason:
        return (Span(describe_no_dice(reason), "faint"),)
    spans = (Span(faces), *(Span(f" {modifier}", "faint") for modifier in modifiers))
    return (*spans, Span(f" = {total}")) if total else spans


def render_sentence(told: StoryLine) -> Line:
    """A line that is no heading and tells of no table, without the mark of what is not printed."""
    match told.kind:
        case "news":
            return render_news(told.text, told.tone)
        case "change":
            before = f"{told.dice} → " if told.dice else ""
            return render_news(f"{told.text}: {before}{told.result}", told.tone, "faint")
        case "answer":
            asked = f"{told.text} ({told.by})" if told.by else told.text
            return (
                line(f"{asked} → ", "key")
                .with_span(told.result, "answer")
                .with_span(f" ({told.behind})" if told.behind else "", "faint")
            )
        case "joins" | "leaves":
            mark = "+" if told.kind == "joins" else MINUS
            mark = f"{told.text}:" if told.text and told.kind == "joins" else mark
            return line(f"{mark} {', '.join(told.names)}", "" if told.text else "faint")
        case "legend":
            return line(LEGENDS[told.text], "faint")
        case "limit" | "chapter" | "heading" | "roll" | "result" | "end":
            return line(told.text, "faint")
        case _:
            assert_never(told.kind)


def render_news(text: str, tone: Tone, otherwise: Role = "") -> Line:
    """News with the sign of good or bad before them."""
    if not tone:
        return line(text, otherwise)
    return line(f"{BAD if tone == 'bad' else GOOD} {text}", tone)


def mark_unprinted(text: Line, told: StoryLine) -> Line:
    """A line with the mark behind it where it tells of what is not printed."""
    return text.with_span(f" {MARK}" if told.is_unseen else "", "faint")
