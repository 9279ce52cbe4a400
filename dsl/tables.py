"""The parse tables of the language's grammar, loaded from their file.

``python -m bombsight.dsl.tables`` writes the file; it is used as long as the grammar is unchanged.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path

from bombsight.dsl.lalr import Tables, dump_tables, extract_tables, load_tables

TABLES_FILE = Path(__file__).with_name("tables.json")


@cache
def language_tables() -> Tables:
    """The parse tables of the language's grammar, from their file, or computed if the grammar has changed."""
    with suppress(OSError):
        kept = load_tables(TABLES_FILE.read_text(encoding="utf-8"))
        if kept is not None:
            return kept
    return make_tables()


def make_tables() -> Tables:
    """Compute the parse tables of the current grammar by lark."""
    from bombsight.dsl.grammar import make_lark  # lark is imported only if needed

    return extract_tables(make_lark())


if __name__ == "__main__":
    TABLES_FILE.write_text(dump_tables(make_tables()), encoding="utf-8")
