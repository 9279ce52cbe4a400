"""Rows that ask for more throws of their own table, as statements of rules."""

from __future__ import annotations

THROWS_AGAIN = "again at most 20 times"
"""The statement of a row that counts for nothing: the dice are thrown once more."""


def again_statement(times: int) -> str:
    """Write the statement for a row that asks for so many throws, from 0; empty for none."""
    match times:
        case 0:
            return ""
        case 1:
            return THROWS_AGAIN
        case 2:
            return "again twice, each once"
        case _:
            return f"again {times} times, each once"
