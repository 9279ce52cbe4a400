"""Scaffolding of house rules: a file that quotes the lines to change, with a copy of them to edit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import argument, either
from bombsight.compiler.overlays.quoting import write_house_rule
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.lookup.contents import ThingEntry
from bombsight.service.lookup.quotation import QuotableRules, house_rule_title
from bombsight.service.scaffolding.names import check_name

CHANGE_COMMENT = "# Change what stands behind `now`. Until then a finding says that nothing is changed (O006).\n"
"""The comment in a draft that quotes lines."""

ADD_COMMENT = "# To add a line, write `add` and the line instead of `was` and `now`: see overlays in the manual.\n"
"""The comment in a draft about adding lines instead of replacing the whole thing."""

TABULAR_COMMENT = "# Write what changes in the place of `confirms`, which changes nothing.\n"
"""The comment in a draft about a table or an enum that is confirmed and not quoted."""

ADDED_COMMENT = "# `bombsight lint` says whether it fits, `bombsight odds --house` and `diff` what it changes.\n"
"""The comment in a draft about an added line."""

TABULAR_KINDS = ("table", "enum")
"""The kinds of items for which a single line is usually added or changed."""


@frozen
class QuoteTarget:
    """The item, or one line of it, that a house rule quotes and changes.

    Attributes:
        word: The name of a thing of the game.
        row: The keys of its row, the name of a line or its text; empty for all of it.
        column: The head of a column in that row; empty for the whole row.
        added_lines: Lines to add instead of a quotation.
        kinds: The kinds of things that ``word`` may name; empty for any.
    """

    word: str
    row: str = ""
    column: str = ""
    kinds: tuple[str, ...] = ()
    added_lines: tuple[str, ...] = ()


def parse_line_target(text: str) -> QuoteTarget:
    """Parse ``NAME`` or ``NAME: LINE`` into an item to change, or one line of it.

    Raises:
        InputError: The name is missing.
    """
    word, _, line = (part.strip() for part in text.partition(": "))
    if not word:
        raise InputError(
            f"{argument('lines', text, option='--line')} names nothing", "", "Write NAME, or 'NAME: LINE'."
        )
    return QuoteTarget(word.removesuffix(":"), line)


def quote_targets(
    *, tables: Sequence[str], row: str, column: str, add: Sequence[str], lines: Sequence[str]
) -> list[QuoteTarget]:
    """Make the targets of a draft from the arguments of a call.

    Args:
        tables: Tables or enums to quote.
        row: A row or modifier of the one table.
        column: A cell of that row.
        add: Lines to add to the one table.
        lines: ``NAME`` or ``NAME: LINE`` each.

    Raises:
        InputError: A row, a column or a line to add is given, and not one table; or a name is missing.
    """
    if (row or column or add) and len(tables) != 1:
        arguments = f"{argument('row')}, {argument('column')} and {argument('add')}"
        others = either("Name it: --table ID. Others: --line 'NAME: LINE'.", "Name it: tables=[ID].")
        raise InputError(f"{arguments} are of one table", "", others)
    targets = [QuoteTarget(id_, "", "", TABULAR_KINDS, tuple(add)) for id_ in tables if add]
    if row or column or not add:
        targets += [QuoteTarget(id_, row, column, TABULAR_KINDS) for id_ in tables]
    return [*targets, *map(parse_line_target, lines)]


def draft_house_rule(game: str, rules: Rules, name: str, targets: Iterable[QuoteTarget], author: str) -> str:
    """Draft the text of a house rule with an overlay item for each item or line to change.

    Args:
        game: The game's id, or its folder.
        rules: The rules in force: lines that overlays amended are quoted as amended.
        name: The name of the house rule.
        targets: The places to quote.
        author: The author of the rule.

    Raises:
        InputError: The name is invalid, or a place does not exist or cannot be quoted.
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


def draft_item(rules: QuotableRules, item: ThingEntry, target: QuoteTarget) -> tuple[list[str], tuple[str, ...]]:
    """Draft an overlay item that quotes an ``item`` of the rules for change; return its lines, and comments on it.

    Raises:
        InputError: There is no such row or column, or it cannot be quoted.
    """
    thing = item.thing
    if target.added_lines:
        return [f"in {thing.kind} {thing.name}", *(f"  add {line}" for line in target.added_lines)], (ADDED_COMMENT,)
    patch = rules.patch_lines(item, target.row, target.column)
    if target.row or thing.kind not in TABULAR_KINDS or patch[0] == "replace":
        return patch, (CHANGE_COMMENT,) if target.row else (CHANGE_COMMENT, ADD_COMMENT)
    quoted_lines = rules.lines_of(item)
    instructions = [f"in {thing.kind} {thing.name}", "  add LINE", "  was LINE", "  now LINE"]
    return [
        f"confirms {thing.kind} {thing.name}",
        *(f"# {line}" for line in instructions),
        "# Its lines:",
        *(f"#   {line}" for line in quoted_lines),
    ], (TABULAR_COMMENT,)


def naming_hint(game: str, name: str) -> str:
    """Write the hint how a house rule can name an item of the game."""
    call = f"bombsight new --house {game} {name}"
    command = f"{call} --table ID --row KEYS, or {call} --line 'NAME: LINE'. `bombsight show {game}` lists all."
    python = f"tables=[ID], row=KEYS, or lines=['NAME: LINE']. bombsight.contents({game!r}) lists all."
    return f"Name it: {either(command, python)}"
