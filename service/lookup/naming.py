"""What a game declares, by the words people have for it."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.boundary.errors import InputError
from bombsight.compiler.graph.nodes import Game
from bombsight.dsl.listing import listed
from bombsight.dsl.suggestions import likely
from bombsight.service.lookup.contents import Entry
from bombsight.service.lookup.names import fitting, looking_for, named, unclear


def find(entries: Sequence[Entry], word: str, game: Game) -> Entry:
    """The thing that a word names: its name, ``table B-5``, its title or a part of either.

    What begins an item of its own comes before state that is called like it.

    Args:
        entries: What the game declares.
        word: What somebody typed.
        game: The game, for messages.

    Raises:
        InputError: There is none, or there are several.
    """
    found = fitting(word, entries, names_of, lambda entry: entry.thing.title if entry.listed else "")
    plain = [entry for entry in found if entry.thing.kind != "state"]
    found = plain or found
    if len(found) == 1:
        return found[0]
    if found:
        raise unclear(word, (named(str(entry.thing), entry.thing.title) for entry in found))
    known = {name: entry for entry in reversed(entries) for name in (entry.thing.name, entry.thing.title.lower())}
    close = dict.fromkeys(str(known[name].thing) for name in likely(word.lower(), known) + likely(word, known) if name)
    hint = f"Did you mean {listed(close, 'or')}?" if close else looking_for(game, word)
    raise InputError(f"there is nothing called {word} in {game.title}", "", hint)


def names_of(entry: Entry) -> tuple[str, ...]:
    """The names by which a thing may be asked for."""
    thing = entry.thing
    return (thing.name, f"{thing.kind} {thing.name}", f"{thing.kind}:{thing.name}", *entry.ids[: len(entry.nodes) == 1])
