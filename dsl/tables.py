"""The parse tables of the language's grammar, from the file in which they are kept.

``python -m bombsight.dsl.tables`` writes the file; it is trusted as long as the grammar is the one that it was made of.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path

from bombsight.dsl.lalr import Tables, dump, load, tables_of

TABLES = Path(__file__).with_name("tables.json")


@cache
def tables() -> Tables:
    """The tables of the language's grammar, from their file; made now where that is of another grammar."""
    with suppress(OSError):
        kept = load(TABLES.read_text(encoding="utf-8"))
        if kept is not None:
            return kept
    return make_tables()


def make_tables() -> Tables:
    """Have lark work out the tables of the grammar as it is now."""
    from bombsight.dsl.grammar import make_lark  # lark is loaded only where it is needed

    return tables_of(make_lark())


if __name__ == "__main__":
    TABLES.write_text(dump(make_tables()), encoding="utf-8")
