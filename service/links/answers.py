"""The answers of a link as text: a sign for each, and a letter for each reason why the player was not asked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bombsight.boundary.errors import InputError
from bombsight.runtime.run.policies import NO_OPTION
from bombsight.runtime.saves.records import Why
from bombsight.service.links import sentences
from bombsight.service.links.linked_game import MAX_ANSWERS

SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""The signs of the options 0 to 61; a greater number stands in brackets, and a hyphen for none."""

ANSWER_PATTERN = re.compile(r"[0-9A-Za-z-]|\([0-9]{1,6}\)")

Reason = tuple[Why, bool]
"""Why the player was not asked, and whether he gave the order at this very question."""

REASON_LETTERS: dict[Reason, str] = {
    ("", False): ".",
    ("routine", False): "r",
    ("order", False): "o",
    ("order", True): "O",
    ("auto", False): "a",
    ("auto", True): "A",
    ("together", False): "t",
}
REASONS = {letter: reason for reason, letter in REASON_LETTERS.items()}


def render_answers(indices: Sequence[int]) -> str:
    """Write the indices of chosen options, -1 for none, as text."""
    return "".join(map(render_answer, indices))


def render_answer(index: int) -> str:
    """Write the index of one option: a sign, a hyphen for none, or the number in brackets."""
    if index == NO_OPTION:
        return "-"
    return SIGNS[index] if index < len(SIGNS) else f"({index})"


def parse_answers(text: str, place: str) -> tuple[int, ...]:
    """Parse the text of answers to the indices of options, -1 for none; ``place`` is for messages.

    Raises:
        InputError: It is no such text, or there are too many answers.
    """
    if len(text) > MAX_ANSWERS * len("(999999)"):
        raise InputError(sentences.too_many_answers(MAX_ANSWERS), place)
    signs = ANSWER_PATTERN.findall(text)
    if sum(map(len, signs)) != len(text):
        raise InputError(sentences.NO_ANSWERS, place, sentences.DAMAGED_HINT)
    if len(signs) > MAX_ANSWERS:
        raise InputError(sentences.too_many_answers(MAX_ANSWERS), place)
    return tuple(
        NO_OPTION if sign == "-" else int(sign[1:-1]) if len(sign) > 1 else SIGNS.index(sign) for sign in signs
    )


def render_reasons(reasons: Sequence[Reason]) -> str:
    """Write reasons as letters, without the trailing ones of answers that the player was asked for."""
    return "".join(REASON_LETTERS.get(reason, ".") for reason in reasons).rstrip(".")


def parse_reasons(text: str, count: int, place: str) -> tuple[Reason, ...]:
    """Parse the letters of the reasons of ``count`` answers; ``place`` is for messages.

    Raises:
        InputError: A letter is unknown, or there are more letters than answers.
    """
    if len(text) > count or not set(text) <= REASONS.keys():
        raise InputError(sentences.NO_ANSWERS, place, sentences.DAMAGED_HINT)
    return tuple(REASONS[letter] for letter in text.ljust(count, "."))
