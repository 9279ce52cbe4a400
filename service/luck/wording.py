"""Luck in words: what fell, what was to be expected, and how many do better.

The page says the same in ``web/src/play/luck/wording.ts``.
"""

from __future__ import annotations

from bombsight.service.luck.measuring import MeasuredLuck
from bombsight.service.present import sentences

NUMBER_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""The numbers that are written as words, from 2."""

RUN_WORDS = {False: "mission", True: "campaign"}
"""The word for what is compared: of a mission, or of a whole career."""


def describe_luck(measured: MeasuredLuck, *, is_career: bool) -> str:
    """Describe the luck by one measure as a sentence without its stop."""
    if not measured.deviation:
        return sentences.luck_certain(measured.title, str(measured.counted))
    figures = format_tenths(measured.expected), format_tenths(measured.deviation)
    counted = sentences.luck_counted(measured.title, str(measured.counted), *figures)
    return f"{counted}; {describe_share(measured.better, is_career=is_career)}"


def describe_share(share: float, *, is_career: bool) -> str:
    """Describe the share of missions or careers that do better: ``one mission in eight does better``."""
    run = RUN_WORDS[is_career]
    if not share:
        return sentences.luck_better_none(run)
    if share < 0.001:
        return sentences.luck_better_few(run)
    if share <= 0.4:
        return sentences.luck_better_one(name_number(round_number(1 / share)), run)
    if share < 0.6:
        return sentences.luck_better_half(run)
    if share < 0.95:
        return sentences.luck_better_many(name_number(int(10 * share + 0.5)), run)
    return sentences.luck_better_most(run)


def round_number(number: float) -> int:
    """Round a number to what a person keeps in mind: up to 20 to 1, up to 200 to 10, else to 100."""
    step = 1 if number <= 20 else 10 if number <= 200 else 100
    return int(number / step + 0.5) * step


def name_number(number: int) -> str:
    """Name a number from 2: in words up to twelve, else in digits."""
    return NUMBER_WORDS[number - 2] if number - 2 < len(NUMBER_WORDS) else f"{number:,}"


def format_tenths(number: float) -> str:
    """Format a number with one decimal."""
    return f"{number:.1f}"
