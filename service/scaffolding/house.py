"""A house rule begun: a file that quotes what it is to change, and says the same once more."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.compiler.overlays.quoting import house_rule
from bombsight.service.games.requests import Rules, request_for
from bombsight.service.lookup.contents import Entry
from bombsight.service.lookup.quotation import Book, own_title
from bombsight.service.scaffolding.names import check_name

COMMENT = "# Change what stands behind `now`. Until then `bombsight lint` says that nothing is changed (O006).\n"

ADDING = "# To add a line, write `add` and the line instead of `was` and `now`, as `bombsight help overlays` shows.\n"
"""What else may be meant by who names a whole thing."""

LISTED = "# Write what changes in the place of `confirms`, which changes nothing.\n"
"""What is to be done where a table or an enum is shown and not quoted."""

ADDED = "# `bombsight lint` says whether it fits, `bombsight odds --house` and `diff` what it changes.\n"
"""What is to be done where a line is added."""

TABULAR = ("table", "enum")
"""The kinds of things that most rules add a line to, or change a line of."""


@frozen
class Place:
    """What is to be quoted.

    Attributes:
        word: A thing of the game.
        row: The keys of a row of it, the name of a line or what that says; empty for all of it.
        column: The head of a column of that row; empty for the whole row.
        add: Lines to be added; none where something is quoted.
        kinds: The kinds of things that may be meant; any where none is named.
    """

    word: str
    row: str = ""
    column: str = ""
    kinds: tuple[str, ...] = ()
    add: tuple[str, ...] = ()


def line_at(text: str) -> Place:
    """What ``NAME`` or ``NAME: LINE`` names: a thing, or one line of it.

    Raises:
        InputError: There is no name.
    """
    word, _, line = (part.strip() for part in text.partition(": "))
    if not word:
        raise InputError(f"--line {text} names nothing", "", "Write --line NAME, or --line 'NAME: LINE'.")
    return Place(word.removesuffix(":"), line)


def begun_house(game: str, rules: Rules, name: str, places: Iterable[Place], by: str) -> str:
    """The text of a house rule with an item for each place.

    Args:
        game: A word for the game that it is for.
        rules: By which rules: what house rules and errata amended is quoted as they left it.
        name: What it is called.
        places: What it quotes.
        by: Whose rule it is.

    Raises:
        InputError: The name cannot be one, or something is not there or cannot be quoted.
        WrongRules: The rules have errors.
    """
    check_name(name, "a house rule")
    book = Book.of(request_for(game, rules))
    items = []
    comments: dict[str, None] = {}
    for place in places:
        entry = book.entry(place.word, place.kinds)
        patch, needed = item_for(book, entry, place)
        comments |= dict.fromkeys(needed)
        items.append((own_title(entry), patch))
    if not items:
        raise InputError("it is not said what the house rule changes", "", hint_for(book.graph.game.id, name))
    title = name.replace("_", " ").capitalize()
    return f"{''.join(comments)}\n" + house_rule(name, book.graph.game.id, items, title, by.replace('"', "'"))


def item_for(book: Book, entry: Entry, place: Place) -> tuple[list[str], tuple[str, ...]]:
    """The lines of an item, and what is said above the file of what is to be done with them.

    Raises:
        InputError: There is no such row or column, or it cannot be quoted.
    """
    thing = entry.thing
    if place.add:
        return [f"in {thing.kind} {thing.name}", *(f"  add {line}" for line in place.add)], (ADDED,)
    patch = book.patch(entry, place.row, place.column)
    if place.row or thing.kind not in TABULAR or patch[0] == "replace":
        return patch, (COMMENT,) if place.row else (COMMENT, ADDING)
    shown = book.lines(entry)
    how = [f"in {thing.kind} {thing.name}", "  add LINE", "  was LINE", "  now LINE"]
    return [
        f"confirms {thing.kind} {thing.name}",
        *(f"# {line}" for line in how),
        "# Its lines:",
        *(f"#   {line}" for line in shown),
    ], (LISTED,)


def hint_for(game: str, name: str) -> str:
    """How to name something."""
    call = f"bombsight new --house {game} {name}"
    return f"Name it: {call} --table ID --row KEYS, or {call} --line 'NAME: LINE'. `bombsight show {game}` lists all."
