"""The lines of cards that counted for throws: each row, cell and modifier is found on the card of its table."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

import bombsight
from bombsight.runtime.events.views import BeforehandView, RollView
from bombsight.service.lookup.card_marks import find_card_marks, rows_of_card, table_of_throw
from bombsight.service.lookup.cards import CardBox
from tests.examples import LIGHTHOUSE


@pytest.mark.parametrize("game", [str(LIGHTHOUSE), "b17_miniatures"])
def test_every_throw_on_a_table_has_one_row_or_cell_and_all_its_modifiers(game):
    with bombsight.open(game, seed=7) as play:
        while (question := play.question) is not None:
            play.answer(question.options[question.preferred].name if question.preferred >= 0 else "none")
        cards, count = CardBox(play.request), 0
        for event, view in enumerate(play.events()):
            table = table_of_throw(view)
            if not table or not isinstance(view, RollView | BeforehandView) or view.row is None:
                continue
            card = cards.card(table)
            marks = find_card_marks(play.session, event, card)
            rows = [line for line in rows_of_card(card) if marks.has(line)]
            assert len(rows) + (marks.cell is not None) == 1
            if marks.cell is not None:
                assert card.grid[marks.cell[0]][marks.cell[1]]
            modifiers = view.modifiers if isinstance(view, RollView) else ()
            assert len([line for line in card.modifiers if marks.has(line)]) == len(modifiers)
            count += 1
    assert count > 5


def test_what_is_no_throw_on_a_table_marks_nothing():
    with bombsight.open(LIGHTHOUSE, seed=7) as play:
        play.view()
        event, view = next((at, each) for at, each in enumerate(play.events()) if not table_of_throw(each))
        assert table_of_throw(view) == ""
        marks = find_card_marks(play.session, event, CardBox(play.request).card("Weather"))
        assert marks.cell is None
        assert not any(marks.has(line) for line in CardBox(play.request).card("Weather").rows)


def test_threads_that_ask_for_cards_at_once_read_the_rules_once():
    """A screen reads them in a thread of its own, while a player may ask for a card."""
    start = Barrier(2)
    with bombsight.open(str(LIGHTHOUSE), seed=7) as play:
        cards = CardBox(play.request)

    def read_rules(_: int) -> object:
        start.wait(timeout=60)
        return cards.read_rules()

    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(read_rules, range(2))
    assert first is second
