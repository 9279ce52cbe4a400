"""Bars and histograms of characters within a line of text."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.cli.terminal.streams import can_show_unicode

BAR_SIGNS = " ▏▎▍▌▋▊▉█"
"""Block characters by eighths from the left."""

HISTOGRAM_SIGNS = "▁▂▃▄▅▆▇█"
"""Block characters by eighths from below."""

ASCII_HISTOGRAM_SIGNS = "._-=+*#@"
"""The ASCII replacements of histogram characters."""


def draw_bar(share: float, width: int) -> str:
    """Render a share from 0 to 1 as a bar of characters, at most ``width`` wide."""
    if not can_show_unicode():
        return "#" * round(share * width)
    eighths = round(share * width * 8)
    return BAR_SIGNS[8] * (eighths // 8) + BAR_SIGNS[eighths % 8].strip()


def draw_histogram(counts: Sequence[tuple[int, int]], width: int) -> str:
    """Render the frequencies of numbers, from the lowest to the highest, as one line of block characters.

    Any number that came shows, however rare; others are blanks.
    """
    low, high = counts[0][0], counts[-1][0]
    bin_size = -(-(high - low + 1) // width)  # numbers per character
    columns = [0] * ((high - low) // bin_size + 1)
    for number, count in counts:
        columns[(number - low) // bin_size] += count
    most = max(columns)
    levels = HISTOGRAM_SIGNS if can_show_unicode() else ASCII_HISTOGRAM_SIGNS
    return "".join(" " if not count else levels[round((len(levels) - 1) * count / most)] for count in columns)
