"""Sequence alignment: difflib's diff with a bound on its time."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher

MAX_PAIRS = 250_000
"""The most pairs that difflib compares; longer sequences are matched greedily."""

Opcode = tuple[str, int, int, int, int]
"""A tag, ``equal``, ``replace``, ``delete`` or ``insert``, and the ranges of both sequences, as in ``difflib``."""


def align(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[Opcode]:
    """Diff two sequences (sequence alignment), such as lines or names, as ``difflib`` opcodes, in bounded time."""
    if len(old) * len(new) <= MAX_PAIRS:
        return list(SequenceMatcher(None, old, new, autojunk=False).get_opcodes())
    opcodes: list[Opcode] = []
    old_end, new_end = 0, 0
    for start, other, length in [*match_greedily(old, new), (len(old), len(new), 0)]:
        if (old_end, new_end) != (start, other):
            tag = "insert" if old_end == start else "delete" if new_end == other else "replace"
            opcodes.append((tag, old_end, start, new_end, other))
        if length:
            opcodes.append(("equal", start, start + length, other, other + length))
        old_end, new_end = start + length, other + length
    return opcodes


def match_greedily(old: Sequence[Hashable], new: Sequence[Hashable]) -> Iterator[tuple[int, int, int]]:
    """Yield runs of equal elements as (start in old, start in new, length), each greedily behind the one before."""
    places: dict[Hashable, list[int]] = {}
    for place in range(len(old) - 1, -1, -1):
        places.setdefault(old[place], []).append(place)
    at, other = 0, 0
    while other < len(new):
        waiting = places.get(new[other], [])
        while waiting and waiting[-1] < at:
            waiting.pop()
        if not waiting:
            other += 1
            continue
        start, length = waiting[-1], 0
        while start + length < len(old) and other + length < len(new) and old[start + length] == new[other + length]:
            length += 1
        yield start, other, length
        at, other = start + length, other + length
