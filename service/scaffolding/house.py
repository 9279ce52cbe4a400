"""A house rule begun: a file that quotes what it is to change, and says the same once more."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.compiler.overlays.quoting import write_house_rule
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.lookup.contents import ThingEntry
from bombsight.service.lookup.quotation import QuotableRules, house_rule_title
from bombsight.service.scaffolding.names import check_name

CHANGE_COMMENT = "# Change what stands behind `now`. Until then `bombsight lint` says that nothing is changed (O006).\n"

ADD_COMMENT = (
    "# To add a line, write `add` and the line instead of `was` and `now`, as `bombsight help overlays` shows.\n"
)
"""What else may be meant by who names a whole thing."""

TABULAR_COMMENT = "# Write what changes in the place of `confirms`, which changes nothing.\n"
"""What is to be done where a table or an enum is shown and not quoted."""

ADDED_COMMENT = "# `bombsight lint` says whether it fits, `bombsight odds --house` and `diff` what it changes.\n"
"""What is to be done where a line is added."""

TABULAR_KINDS = ("table", "enum")
"""The kinds of things that most rules add a line to, or change a line of."""


@frozen
class QuoteTarget:
    """What is to be quoted.

    Attributes:
        word: A thing of the game.
        row: The keys of a row of it, the name of a line or what that says; empty for all of it.
        column: The head of a column of that row; empty for the whole row.
        added_lines: Lines to be added; none where something is quoted.
        kinds: The kinds of things that may be meant; any where none is named.
    """

    word: str
    row: str = ""
    column: str = ""
    kinds: tuple[str, ...] = ()
    added_lines: tuple[str, ...] = ()


def parse_line_target(text: str) -> QuoteTarget:
    """What ``NAME`` or ``NAME: LINE`` names: a thing, or one line of it.

    Raises:
        InputError: There is no name.
    """
    word, _, line = (part.strip() for part in text.partition(": "))
    if not word:
        raise InputError(f"--line {text} names nothing", "", "Write --line NAME, or --line 'NAME: LINE'.")
    return QuoteTarget(word.removesuffix(":"), line)


def draft_house_rule(game: str, rules: Rules, name: str, targets: Iterable[QuoteTarget], author: str) -> str:
    """The text of a house rule with an item for each place.

    Args:
        game: A word for the game that it is for.
        rules: By which rules: what house rules and errata amended is quoted as they left it.
        name: What it is called.
        targets: What it quotes.
        author: Whose rule it is.

    Raises:
        InputError: The name cannot be one, or something is not there or cannot be quoted.
        WrongRules: The rules have errors.
    """
    check_name(name, "a house rule")
    book = QuotableRules.from_request(request_for_game(game, rules))
    items = []
    comments: dict[str, None] = {}
    for target in targets:
        entry = book.find_entry(target.word, target.kinds)
        patch, item_comments = draft_item(book, entry, target)
        comments |= dict.fromkeys(item_comments)
        items.append((house_rule_title(entry), patch))
    if not items:
        raise InputError("it is not said what the house rule changes", "", naming_hint(book.graph.game.id, name))
    title = name.replace("_", " ").capitalize()
    return f"{''.join(comments)}\n" + write_house_rule(name, book.graph.game.id, items, title, author.replace('"', "'"))


def draft_item(book: QuotableRules, entry: ThingEntry, target: QuoteTarget) -> tuple[list[str], tuple[str, ...]]:
    """The lines of an item, and what is said above the file of what is to be done with them.

    Raises:
        InputError: There is no such row or column, or it cannot be quoted.
    """
    thing = entry.thing
    if target.added_lines:
        return [f"in {thing.kind} {thing.name}", *(f"  add {line}" for line in target.added_lines)], (ADDED_COMMENT,)
    patch = book.patch_lines(entry, target.row, target.column)
    if target.row or thing.kind not in TABULAR_KINDS or patch[0] == "replace":
        return patch, (CHANGE_COMMENT,) if target.row else (CHANGE_COMMENT, ADD_COMMENT)
    quoted_lines = book.lines_of(entry)
    instructions = [f"in {thing.kind} {thing.name}", "  add LINE", "  was LINE", "  now LINE"]
    return [
        f"confirms {thing.kind} {thing.name}",
        *(f"# {line}" for line in instructions),
        "# Its lines:",
        *(f"#   {line}" for line in quoted_lines),
    ], (TABULAR_COMMENT,)


def naming_hint(game: str, name: str) -> str:
    """How to name something."""
    call = f"bombsight new --house {game} {name}"
    return f"Name it: {call} --table ID --row KEYS, or {call} --line 'NAME: LINE'. `bombsight show {game}` lists all."
