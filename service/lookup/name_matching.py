"""Finds named things in a game by the words of a user."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import either
from bombsight.compiler.findings import suggest_name
from bombsight.compiler.graph.nodes import Game, RuleGraph, Table
from bombsight.dsl.listing import join_names

MAX_LISTED = 30
"""The maximum number of names listed in a message."""

T = TypeVar("T")


def find_best_matches(
    word: str, candidates: Sequence[T], names_of: Callable[[T], Iterable[str]], title_of: Callable[[T], str]
) -> Sequence[T]:
    """Find the candidates that match a word best: by name, else by title, else by a part of either.

    Args:
        word: The user's word.
        candidates: The candidates.
        names_of: Returns the names of a candidate.
        title_of: Returns its title; may be empty.

    Returns:
        The best matches: one if it is unambiguous, none if nothing matches.
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
    """Make the error that a word matches several names."""
    return InputError(f"{word} may be any of several", "", f"Say which: {join_names(names, 'or', separator='; ')}.")


def find_table(graph: RuleGraph, word: str) -> Table:
    """Find a table by its id, ignoring case, or by a part of its title.

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
    hint = suggest_name(word, titles_by_id) or f"{list_command(graph.game)} lists them; {search_hint(graph.game, word)}"
    raise InputError(f"there is no table {word}", "", hint)


def list_command(game: Game) -> str:
    """Write the command or the call that lists the tables of a game."""
    return either(f"`bombsight table {game.id}`", f"bombsight.contents({game.id!r}, kinds=['table'])")


def search_hint(game: Game, word: str) -> str:
    """Make the hint with the command that searches a game for an unknown word."""
    command = f"`bombsight show {game.id} --find {shlex.quote(word)}`"
    return f"{either(command, f'bombsight.contents({game.id!r}, find={word!r})')} looks for it everywhere."


def name_with_title(name: str, title: str) -> str:
    """Format a name with its title: ``B-5 "Area damage"``."""
    return f'{name} "{title}"' if title and title != name else name
