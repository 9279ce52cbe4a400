"""Finds declarations of a game by the words of a user."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.boundary.errors import InputError
from bombsight.compiler.graph.nodes import Game
from bombsight.dsl.listing import join_names
from bombsight.dsl.suggestions import find_likely_names
from bombsight.service.lookup.contents import ThingEntry
from bombsight.service.lookup.name_matching import ambiguity_error, find_best_matches, name_with_title, search_hint


def find_entry(entries: Sequence[ThingEntry], word: str, game: Game) -> ThingEntry:
    """Find the declaration that a word names: by name (``table B-5``), by title, or by a part of either.

    Items come before state of the same name, and a tally before its forecast.

    Raises:
        InputError: There is none, or there are several.
    """
    matches = find_best_matches(word, entries, names_of, lambda entry: entry.thing.title if entry.listed else "")
    first_matches = [entry for entry in matches if entry.thing.kind not in ("state", "forecast")]
    matches = first_matches or matches
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise ambiguity_error(word, (name_with_title(str(entry.thing), entry.thing.title) for entry in matches))
    entries_by_name = {
        name: entry for entry in reversed(entries) for name in (entry.thing.name, entry.thing.title.lower())
    }
    close = dict.fromkeys(
        str(entries_by_name[name].thing)
        for name in find_likely_names(word.lower(), entries_by_name) + find_likely_names(word, entries_by_name)
        if name
    )
    hint = f"Did you mean {join_names(close, 'or')}?" if close else search_hint(game, word)
    raise InputError(f"there is nothing called {word} in {game.title}", "", hint)


def names_of(entry: ThingEntry) -> tuple[str, ...]:
    """List the names by which a user may refer to a declaration: ``B-5``, ``table B-5``."""
    thing = entry.thing
    return (thing.name, f"{thing.kind} {thing.name}", f"{thing.kind}:{thing.name}", *entry.ids[: len(entry.nodes) == 1])
