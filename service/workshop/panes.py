"""The panes beside the editor: a table's card and odds with and without the change, all differences, play.

What has changed is what was written since the rules were opened: house rules stand beside the game without them, and a
game beside its own files as they were.
"""

from __future__ import annotations

from base64 import b64encode

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.compiler.request import Request
from bombsight.service.common.markup import render_markup
from bombsight.service.games.source_files import canonical_path
from bombsight.service.language.inlay_odds import tables_in_range
from bombsight.service.language.workspace import Workspace
from bombsight.service.lookup.card_html import render_card
from bombsight.service.lookup.cards import look_up_card
from bombsight.service.programs.recent_results import keep_results
from bombsight.service.rules_diff.differences import compare_rules
from bombsight.service.rules_diff.markdown import render_markdown as render_differences
from bombsight.service.site.gamefile import load_game_file
from bombsight.service.table_odds.drawing import draw_odds
from bombsight.service.table_odds.drawing_texts import describe_odds
from bombsight.service.table_odds.situations import compute_table_odds
from bombsight.service.workshop import documents as doc
from bombsight.service.workshop.desk import Desk
from bombsight.service.workshop.markdown import render_markdown


def space_of(desk: Desk, file: str) -> Workspace:
    """Find the workspace of a file.

    Raises:
        InputError: The file belongs to no game.
    """
    space = desk.file_at(file).space
    if space is None:
        raise InputError("it belongs to no game", file)
    return space


def request_before(desk: Desk, space: Workspace, file: str) -> Request | None:
    """The rules as they were: without this file of house rules, or with the game's files as opened; None if equal."""
    request = space.request
    source = desk.file_at(file).source
    if source in request.house:
        return evolve(request, house=tuple(other for other in request.house if other is not source))
    base = tuple(
        evolve(other, text=desk.originals.get(canonical_path(other.file or other.path), other.text))
        for other in request.base
    )
    return evolve(request, base=base) if base != request.base else None


def tables_at(desk: Desk, file: str, offset: int) -> tuple[doc.TableName, ...]:
    """The tables that the item at an offset declares or changes; else those of the next such item, or of the first."""
    at = desk.file_at(file)
    if at.space is None:
        return ()
    place = at.offsets.from_units(offset)
    starts = [item.span.start for item in at.space.items(at.path)]
    below = [start for start in starts if start > place]
    for each in (place, *below, *starts):
        if found := tables_in_range(at.space, at.path, (each, each)):
            return tuple(doc.TableName(id=table.id, title=table.title) for table in found)
    return ()


def card(desk: Desk, file: str, table: str) -> str:
    """The card of a table as HTML.

    Raises:
        InputError: There is no such table.
        WrongRules: The rules have errors.
    """
    return render_markup(render_card(look_up_card(space_of(desk, file).request, table).table))


def odds(desk: Desk, file: str, table: str, given: tuple[str, ...]) -> doc.OddsPane:
    """The odds of a table, beside those before the change, as a drawing.

    Raises:
        InputError: There is no such table, it throws no dice, or there are too many cases.
        WrongRules: The rules or a given have errors.
    """
    space = space_of(desk, file)
    before = request_before(desk, space, file)
    try:
        found = compute_table_odds(space.request, table, given, against=before)
    except InputError:
        if before is None:
            raise
        found = compute_table_odds(space.request, table, given)  # a table that is new has no odds before
    return doc.OddsPane(title=found.title, drawing=render_markup(draw_odds(found)), text=describe_odds(found))


def differences(desk: Desk, file: str) -> str:
    """What the change does to items, odds and worked examples, as HTML.

    Raises:
        InputError: Nothing is changed.
        WrongRules: The rules have errors.
    """
    space = space_of(desk, file)
    before = request_before(desk, space, file)
    if before is None:
        raise InputError("nothing is changed yet")
    return render_markdown(render_differences(compare_rules(before, space.request)))


def compile_game_file(desk: Desk, file: str, *, before: bool) -> doc.CompiledGame:
    """Compile the rules of a file to a game file, for the page to play.

    Args:
        desk: The desk.
        file: The file.
        before: Whether to compile the rules as they were before the change.

    Raises:
        InputError: The file belongs to no game, or nothing is changed.
        WrongRules: The rules have errors.
    """
    space = space_of(desk, file)
    request = request_before(desk, space, file) if before else space.request
    if request is None:
        raise InputError("nothing is changed yet")
    keep_results(request, space.results)  # most of the rules are compiled already
    game = load_game_file(request)
    return doc.CompiledGame(game=game.game, title=game.title, content=b64encode(game.content).decode())
