"""Rows that ask for more throws of their own table, as statements of rules.

Until the language has ``again twice, each once`` (``HAS_EACH_ONCE``), such a row only says so in its text.
"""

from __future__ import annotations

HAS_EACH_ONCE = False
"""Whether the language has ``again twice, each once``."""

THROWS_AGAIN = "again at most 20 times"
"""The statement of a row that counts for nothing: the dice are thrown once more."""


def again_statement(times: int, *, has_each_once: bool = HAS_EACH_ONCE) -> str:
    """Write the statement for a row that asks for more throws; empty if there is none.

    Args:
        times: How many throws, from 0.
        has_each_once: Whether the language has ``again twice, each once``.
    """
    if times == 1:
        return THROWS_AGAIN
    if times == 0 or not has_each_once:
        return ""
    return "again twice, each once" if times == 2 else f"again {times} times, each once"
