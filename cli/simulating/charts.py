"""Bars and small histograms of signs that stand in a line of text."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.cli.terminal.streams import can_show_unicode

BAR_SIGNS = " ▏▎▍▌▋▊▉█"
"""Parts of a sign, from the left."""

HISTOGRAM_SIGNS = "▁▂▃▄▅▆▇█"
"""Parts of a sign, from below."""

ASCII_HISTOGRAM_SIGNS = "._-=+*#@"
"""The same where only ASCII can be shown."""


def draw_bar(share: float, width: int) -> str:
    """A share as a bar, all being so many signs wide."""
    if not can_show_unicode():
        return "#" * round(share * width)
    eighths = round(share * width * 8)
    return BAR_SIGNS[8] * (eighths // 8) + BAR_SIGNS[eighths % 8].strip()


def draw_histogram(counts: Sequence[tuple[int, int]], width: int) -> str:
    """How often numbers came, from the lowest to the highest, at most so many signs wide.

    What came at all shows, however seldom; what did not is a blank.
    """
    low, high = counts[0][0], counts[-1][0]
    bin_size = -(-(high - low + 1) // width)  # so many numbers share a sign
    columns = [0] * ((high - low) // bin_size + 1)
    for number, count in counts:
        columns[(number - low) // bin_size] += count
    most = max(columns)
    levels = HISTOGRAM_SIGNS if can_show_unicode() else ASCII_HISTOGRAM_SIGNS
    return "".join(" " if not count else levels[round((len(levels) - 1) * count / most)] for count in columns)
