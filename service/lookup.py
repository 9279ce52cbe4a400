"""Finding things in a game by the words people use for them."""

from __future__ import annotations

from bombsight.compiler.findings import near
from bombsight.compiler.graph.nodes import RuleGraph, Table
from bombsight.runtime.errors import InputError

MANY = 30
"""More names than this are not listed in a message."""


def find_table(graph: RuleGraph, word: str) -> Table:
    """The table with this id, whatever its capitals.

    Raises:
        InputError: There is none.
    """
    by_id = {table.id: table for table in graph.tables}
    if word in by_id:
        return by_id[word]
    alike = [table for table in graph.tables if table.id.lower() == word.lower()]
    if len(alike) == 1:
        return alike[0]
    by_capitals = {id_.upper(): id_ for id_ in by_id}
    hint = near(word, by_id) or near(word.upper(), by_capitals)
    listed = f"{graph.game.title} has: {', '.join(by_id)}." if len(by_id) <= MANY else ""
    raise InputError(f"there is no table {word}", "", hint or listed)
