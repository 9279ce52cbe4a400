"""Hostile rules as they are kept: short, with what is to stand there many times written once.

``«300|  do p{k}»`` stands for 300 times what is behind the bar, with a number from 0 in the place of ``{k}``, the
number after it in that of ``{k+1}``, and what is left of it by nine in that of ``{k%9}``.
"""

from __future__ import annotations

import re
from pathlib import Path

HOSTILE = Path(__file__).parent / "hostile"

TIMES = re.compile(r"«(\d+)\|(.*?)»", re.DOTALL)
NUMBER = re.compile(r"\{k(?:([%+])(\d+))?\}")


def swollen(text: str) -> str:
    """Rules with all that stands for many."""
    return TIMES.sub(lambda found: "".join(numbered(found[2], at) for at in range(int(found[1]))), text)


def numbered(text: str, number: int) -> str:
    """A text with a number in the places that are kept for it."""

    def put(found: re.Match[str]) -> str:
        by = int(found[2] or 0)
        return str(number % by if found[1] == "%" else number + by)

    return NUMBER.sub(put, text)
