"""Which of a row of parts stay, and which give way to others."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher

MOST_PAIRS = 250_000
"""So many pairs of parts are compared to find the longest that stay; of more, those that are met with first stay."""

Opcode = tuple[str, int, int, int, int]
"""``equal``, ``replace``, ``delete`` or ``insert``, and where that begins and ends on either side."""


def align(was: Sequence[Hashable], now: Sequence[Hashable]) -> list[Opcode]:
    """How one row of parts becomes another, as ``difflib`` tells it, in bounded time.

    Args:
        was: The parts as they were, such as lines, or names of rows.
        now: The parts as they are.
    """
    if len(was) * len(now) <= MOST_PAIRS:
        return list(SequenceMatcher(None, was, now, autojunk=False).get_opcodes())
    found: list[Opcode] = []
    done, made = 0, 0
    for start, other, length in [*first_met(was, now), (len(was), len(now), 0)]:
        if (done, made) != (start, other):
            tag = "insert" if done == start else "delete" if made == other else "replace"
            found.append((tag, done, start, made, other))
        if length:
            found.append(("equal", start, start + length, other, other + length))
        done, made = start + length, other + length
    return found


def first_met(was: Sequence[Hashable], now: Sequence[Hashable]) -> Iterator[tuple[int, int, int]]:
    """The stretches that stay, where each part of the new row is looked for behind the last that stays."""
    places: dict[Hashable, list[int]] = {}
    for place in range(len(was) - 1, -1, -1):
        places.setdefault(was[place], []).append(place)
    at, other = 0, 0
    while other < len(now):
        waiting = places.get(now[other], [])
        while waiting and waiting[-1] < at:
            waiting.pop()
        if not waiting:
            other += 1
            continue
        start, length = waiting[-1], 0
        while start + length < len(was) and other + length < len(now) and was[start + length] == now[other + length]:
            length += 1
        yield start, other, length
        at, other = start + length, other + length
