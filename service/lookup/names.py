"""Finding things in a game by the words people use for them."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from bombsight.boundary.errors import InputError
from bombsight.compiler.findings import meant
from bombsight.compiler.graph.nodes import Game, RuleGraph, Table
from bombsight.dsl.listing import listed

MANY = 30
"""More names than this are not listed in a message."""

T = TypeVar("T")


def fitting(
    word: str, among: Sequence[T], names: Callable[[T], Iterable[str]], title: Callable[[T], str]
) -> Sequence[T]:
    """What a word may mean: what is named so, else what is titled so, else what has it in its name or its title.

    Args:
        word: What somebody typed.
        among: What there is.
        names: The names of one of them.
        title: What people call it; may be empty.

    Returns:
        Those that fit best: one where it is clear, none where nothing fits.
    """
    low = word.lower().strip()
    tiers: tuple[Callable[[T], bool], ...] = (
        lambda each: word in names(each),
        lambda each: word != "" and word == title(each),
        lambda each: low in map(str.lower, names(each)),
        lambda each: low != "" and low == title(each).lower(),
        lambda each: low != "" and (low in title(each).lower() or any(low in name.lower() for name in names(each))),
    )
    return next((found for tier in tiers if (found := [*filter(tier, among)])), [])


def unclear(word: str, names: Iterable[str]) -> InputError:
    """The error that says that a word may mean several things."""
    return InputError(f"{word} may be any of several", "", f"Say which: {listed(names, 'or', between='; ')}.")


def find_table(graph: RuleGraph, word: str) -> Table:
    """The table with this id, whatever its capitals, or with this in its title.

    Raises:
        InputError: There is none, or there are several.
    """
    found = fitting(word, graph.tables, lambda table: (table.id,), lambda table: table.title)
    low = word.lower()
    enum = next((enum.name for enum in graph.enums if enum.name.lower() == low), None)
    if enum is not None and not any(low in (table.id.lower(), table.title.lower()) for table in found):
        hint = f"{enum} is an enum: `bombsight show {graph.game.id} {enum}` shows its values and their data."
        titled = listed((named(table.id, table.title) for table in found), between="; ", none="")
        raise InputError(f"there is no table {word}", "", f"{hint} Titles that say it: {titled}." if titled else hint)
    if len(found) == 1:
        return found[0]
    if found:
        raise unclear(word, (named(table.id, table.title) for table in found))
    known = {table.id: table.title for table in graph.tables}
    hint = meant(word, known) or f"`bombsight table {graph.game.id}` lists them; {looking_for(graph.game, word)}"
    raise InputError(f"there is no table {word}", "", hint)


def looking_for(game: Game, word: str) -> str:
    """What to call where nothing is named by a word."""
    return f"`bombsight show {game.id} --find {shlex.quote(word)}` looks for it everywhere."


def named(name: str, title: str) -> str:
    """A name and the title behind it: ``B-5 "Area damage"``."""
    return f'{name} "{title}"' if title and title != name else name
