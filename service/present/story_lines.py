"""The story's lines as text with roles: marks for unprinted rules, signs for good and bad news.

The browser says the same in ``web/src/play/story``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from attrs import evolve

from bombsight.service.present.explanation import describe_no_dice
from bombsight.service.present.lines import BLANK, HEADING_SEPARATOR, MINUS, Line, Role, Span, line
from bombsight.service.present.story import TONES, UNSEEN, StoryLine, Tone

UNPRINTED_MARK = "~"
"""The mark behind a line that is recovered or reconstructed, or derived from such a rule."""

BAD_SIGN, GOOD_SIGN = "!", "*"
"""The signs before bad and good news."""

LEGENDS = {
    UNSEEN: f"{UNPRINTED_MARK} not printed, or worked out from what is not; `why` says from what",
    TONES: f"{BAD_SIGN} bad news, {GOOD_SIGN} good news",
}
"""The texts of the legends of marks."""


def render_story(lines: Iterable[StoryLine]) -> list[Line]:
    """Render story lines as text; a throw as ``Reef (Packet): 4 -1 gale = 3 → safe``."""
    return [text for each in lines for text in render_story_line(each)]


def render_story_line(story_line: StoryLine) -> list[Line]:
    """Render a story line as display lines, below a blank line if it stands apart from the one above it."""
    match story_line.kind:
        case "chapter":
            return [BLANK, Line((Span(story_line.text, "heading"),), kind="rule")]
        case "heading":
            *outer, innermost = story_line.names
            crumbs = [Span(f"{name} {HEADING_SEPARATOR} ", "faint") for name in outer]
            head = Line((*crumbs, Span(innermost, "heading")), indent=story_line.depth)
            return [BLANK, head] if story_line.is_wide else [head]
        case "roll":
            return [render_roll(story_line)]
        case "end":
            return [BLANK, line(story_line.text, "bad" if story_line.tone else "good")]
        case "result":
            return [
                mark_unprinted(line(story_line.text, "faint", story_line.depth), story_line).with_span(
                    f": {story_line.result}", "faint"
                )
            ]
        case "news" | "change" | "answer" | "joins" | "leaves" | "limit" | "legend":
            return [mark_unprinted(evolve(render_sentence(story_line), indent=story_line.depth), story_line)]
        case _:
            assert_never(story_line.kind)


def begins_paragraph(story_line: StoryLine, previous: StoryLine | None) -> bool:
    """Whether a beat begins with a line that brings no blank line of its own, so that one has to stand above it."""
    if previous is None or story_line.beat <= previous.beat:
        return False
    return story_line.kind not in ("chapter", "end") and not (story_line.kind == "heading" and story_line.is_wide)


def render_roll(story_line: StoryLine) -> Line:
    """Render a throw, or a table's result without one, in one line."""
    about = f" ({', '.join(story_line.names)})" if story_line.names else ""
    name = mark_unprinted(line(story_line.text, indent=story_line.depth), story_line).with_span(about, "faint")
    dice = render_dice(story_line.dice, story_line.modifiers, story_line.total, story_line.reason)
    result = (Span(" → ", "faint"), Span(story_line.result, "title")) if story_line.result else ()
    stake = (Span(f" ({story_line.stake})", "faint"),) if story_line.stake else ()
    return evolve(name, spans=(*name.spans, Span(": "), *dice, *result, *stake))


def render_dice(faces: str, modifiers: Sequence[str], total: str, reason: str) -> tuple[Span, ...]:
    """Render a throw's faces, its modifiers by name and its total; or the reason why no dice were thrown.

    Args:
        faces: The dice as they fell; empty for none.
        modifiers: The modifiers: ``-1 gale``.
        total: The total; empty if the dice show it.
        reason: Why no dice were thrown.
    """
    if reason:
        return (Span(describe_no_dice(reason), "faint"),)
    spans = (Span(faces), *(Span(f" {modifier}", "faint") for modifier in modifiers))
    return (*spans, Span(f" = {total}")) if total else spans


def render_sentence(story_line: StoryLine) -> Line:
    """Render a story line that is no heading or throw, without the mark for unprinted (reconstructed) rules."""
    match story_line.kind:
        case "news":
            return render_news(story_line.text, story_line.tone)
        case "change":
            before = f"{story_line.dice} → " if story_line.dice else ""
            after = f": {before}{story_line.result}" if story_line.result else ""
            return render_news(f"{story_line.text}{after}", story_line.tone, "faint")
        case "answer":
            prompt = f"{story_line.text} ({story_line.by})" if story_line.by else story_line.text
            return (
                line(f"{prompt} → ", "key")
                .with_span(story_line.result, "answer")
                .with_span(f" ({story_line.behind})" if story_line.behind else "", "faint")
            )
        case "joins" | "leaves":
            mark = "+" if story_line.kind == "joins" else MINUS
            mark = f"{story_line.text}:" if story_line.text and story_line.kind == "joins" else mark
            return line(f"{mark} {', '.join(story_line.names)}", "" if story_line.text else "faint")
        case "legend":
            return line(LEGENDS[story_line.text], "faint")
        case "limit" | "chapter" | "heading" | "roll" | "result" | "end":
            return line(story_line.text, "faint")
        case _:
            assert_never(story_line.kind)


def render_news(text: str, tone: Tone, default_role: Role = "") -> Line:
    """Render news behind a sign for good or bad news."""
    if not tone:
        return line(text, default_role)
    return line(f"{BAD_SIGN if tone == 'bad' else GOOD_SIGN} {text}", tone)


def mark_unprinted(text: Line, story_line: StoryLine) -> Line:
    """Append the mark for unprinted (reconstructed) rules to a display line if its story line rests on one."""
    return text.with_span(f" {UNPRINTED_MARK}" if story_line.is_unseen else "", "faint")
