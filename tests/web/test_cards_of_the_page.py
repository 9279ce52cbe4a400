"""On the card of a throw the page marks the row, the cell and the modifiers that counted; it finds a table's page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bombsight.dsl.source import Span
from bombsight.runtime.events.views import BeforehandView, RollView
from bombsight.runtime.session.session import Session
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.programs.compile import compile_game
from bombsight.service.site.gamefile import load_game_file
from bombsight.service.site.lookups import build_cards
from bombsight.service.site.pages.addresses import claim_unique_name
from tests.examples import EXAMPLES
from tests.web.beside_node import ROOT, needs_node, told_by

pytestmark = needs_node

TABLES = ("B-5", "b-5", "Tail hits", "Sky", "...", "sky", "Index")
"""Ids of tables, some of which make no name of a file, or the same one."""


@pytest.mark.parametrize("folder", [EXAMPLES / "lighthouse", ROOT / "games" / "b17"], ids=lambda folder: folder.name)
def test_what_counted_is_marked_on_the_card_of_a_throw(folder: Path, tmp_path: Path) -> None:
    save, game = tmp_path / "played.save", tmp_path / "played.game"
    with start_game(str(folder), Rules(), GameSetup(seed=5, save=save), "auto") as play:
        play.view()
        game.write_bytes(load_game_file(play.request).content)
        graph, compiled = compile_game(play.request)
        cards = {card.id: card for card in build_cards(graph, compiled.sources).tables}
        cells = {place_of(row.span): row.cell for table in graph.tables for row in table.all_rows}
        marks = [*marks_here(play.session, cards, cells)]
    there = told_by("cards", str(game), str(save), *TABLES)

    assert there["marks"] == marks
    assert any(cell for *_, cell in marks) == (folder.name == "b17")
    assert any(keys for _, _, keys, _, _ in marks)
    assert any(labels for _, _, _, labels, _ in marks)
    used = {"index"}
    assert there["pages"] == [[table, claim_unique_name(table, used)] for table in TABLES]


def marks_here(session: Session, cards: dict[str, Any], cells: dict[Any, Any]) -> Iterator[list[Any]]:
    """The same marks, by the places of rows and modifiers in the rules, cells by the tables themselves."""
    for event, view in enumerate(session.journal.views()):
        if not isinstance(view, RollView | BeforehandView) or view.table not in cards:
            continue
        card = cards[view.table]
        row = view.row and view.row.origin.place
        keys = [line.key for line in (*card.before, *card.rows) if line.origin.place == row]
        applied = view.modifiers if isinstance(view, RollView) else ()
        places = [modifier.origin.place for modifier in applied]
        labels = [modifier.label for modifier in card.modifiers if modifier.origin.place in places]
        cell = cells.get(place_of(row)) if row and not keys else None
        yield [event, card.id, keys, labels, cell and [*cell]]


def place_of(span: Span) -> tuple[str, int, int]:
    """Where a span begins in the rules."""
    return span.path, span.line, span.column
