"""Finding things in a game by the words people use for them."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from bombsight.boundary.errors import InputError
from bombsight.compiler.findings import suggest_name
from bombsight.compiler.graph.nodes import Game, RuleGraph, Table
from bombsight.dsl.listing import join_names

MAX_LISTED = 30
"""More names than this are not listed in a message."""

T = TypeVar("T")


def find_best_matches(
    word: str, candidates: Sequence[T], names_of: Callable[[T], Iterable[str]], title_of: Callable[[T], str]
) -> Sequence[T]:
    """What a word may mean: what is named so, else what is titled so, else what has it in its name or its title.

    Args:
        word: What somebody typed.
        candidates: What there is.
        names_of: The names of one of them.
        title_of: What people call it; may be empty.

    Returns:
        Those that fit best: one where it is clear, none where nothing fits.
    """
    low = word.lower().strip()
    tiers: tuple[Callable[[T], bool], ...] = (
        lambda each: word in names_of(each),
        lambda each: word != "" and word == title_of(each),
        lambda each: low in map(str.lower, names_of(each)),
        lambda each: low != "" and low == title_of(each).lower(),
        lambda each: (
            low != "" and (low in title_of(each).lower() or any(low in name.lower() for name in names_of(each)))
        ),
    )
    return next((found for tier in tiers if (found := [*filter(tier, candidates)])), [])


def ambiguity_error(word: str, names: Iterable[str]) -> InputError:
    """The error that says that a word may mean several things."""
    return InputError(f"{word} may be any of several", "", f"Say which: {join_names(names, 'or', separator='; ')}.")


def find_table(graph: RuleGraph, word: str) -> Table:
    """The table with this id, whatever its capitals, or with this in its title.

    Raises:
        InputError: There is none, or there are several.
    """
    matches = find_best_matches(word, graph.tables, lambda table: (table.id,), lambda table: table.title)
    low = word.lower()
    enum = next((enum.name for enum in graph.enums if enum.name.lower() == low), None)
    if enum is not None and not any(low in (table.id.lower(), table.title.lower()) for table in matches):
        hint = f"{enum} is an enum: `bombsight show {graph.game.id} {enum}` shows its values and their data."
        matching_names = join_names(
            (name_with_title(table.id, table.title) for table in matches), separator="; ", when_empty=""
        )
        raise InputError(
            f"there is no table {word}", "", f"{hint} Titles that say it: {matching_names}." if matching_names else hint
        )
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise ambiguity_error(word, (name_with_title(table.id, table.title) for table in matches))
    titles_by_id = {table.id: table.title for table in graph.tables}
    hint = (
        suggest_name(word, titles_by_id)
        or f"`bombsight table {graph.game.id}` lists them; {search_hint(graph.game, word)}"
    )
    raise InputError(f"there is no table {word}", "", hint)


def search_hint(game: Game, word: str) -> str:
    """What to call where nothing is named by a word."""
    return f"`bombsight show {game.id} --find {shlex.quote(word)}` looks for it everywhere."


def name_with_title(name: str, title: str) -> str:
    """A name and the title behind it: ``B-5 "Area damage"``."""
    return f'{name} "{title}"' if title and title != name else name
