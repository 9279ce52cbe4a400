"""Bars and small histograms of signs that stand in a line of text."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.cli.terminal.streams import shows_unicode

EIGHTHS = " ▏▎▍▌▋▊▉█"
"""Parts of a sign, from the left."""

LEVELS = "▁▂▃▄▅▆▇█"
"""Parts of a sign, from below."""

PLAIN_LEVELS = "._-=+*#@"
"""The same where only ASCII can be shown."""


def bar(share: float, width: int) -> str:
    """A share as a bar, all being so many signs wide."""
    if not shows_unicode():
        return "#" * round(share * width)
    eighths = round(share * width * 8)
    return EIGHTHS[8] * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def histogram(counts: Sequence[tuple[int, int]], width: int) -> str:
    """How often numbers came, from the lowest to the highest, at most so many signs wide.

    What came at all shows, however seldom; what did not is a blank.
    """
    low, high = counts[0][0], counts[-1][0]
    each = -(-(high - low + 1) // width)  # so many numbers share a sign
    columns = [0] * ((high - low) // each + 1)
    for number, count in counts:
        columns[(number - low) // each] += count
    most = max(columns)
    levels = LEVELS if shows_unicode() else PLAIN_LEVELS
    return "".join(" " if not count else levels[round((len(levels) - 1) * count / most)] for count in columns)
