"""The titles of beats, by which every front end names where a story is looked back at."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.service.present.beats import is_heading
from bombsight.service.present.story import StoryLine


def describe_beat(lines: Sequence[StoryLine], start: int, stop: int) -> str:
    """Describe a beat: the heading that it begins under, and what its first line is about: ``In the air: The weather``.

    Args:
        lines: The lines of a story up to the end of the beat at least.
        start: The index of the beat's first line.
        stop: The index behind its last line.
    """
    if start >= stop:
        return ""
    first = next((at for at in range(start, stop - 1) if not is_heading(lines[at])), stop - 1)
    above = next((lines[at] for at in range(first, -1, -1) if is_heading(lines[at])), None)
    title = heading_title(above) if above is not None else ""
    words = "" if above is lines[first] else subject_of_line(lines[first])
    return words if title and words.startswith(title) else ": ".join(filter(None, (title, words)))


def heading_title(line: StoryLine) -> str:
    """Return the innermost title of a heading."""
    return line.names[-1] if line.names else line.text


def subject_of_line(line: StoryLine) -> str:
    """Return what a line is about: its text, or the names that it lists."""
    return line.text or ", ".join(line.names)
