"""Two at the table: a hand is known to who holds it, and to nobody else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bombsight.runtime.events.views import DrawView, EnterView, SayView
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.seats.visibility.seat_view import SeatView

HIDDEN, UNSEEN = "card", "hidden"
"""What a card is called whose face is not seen, and what stands on a board for it."""

AIRCRAFT = {"american": ("P-47",), "german": ("FW 190", "Bf 109")}


def draws(sight: SeatView) -> Iterator[tuple[str, str]]:
    """The cards that a seat is told of as they are drawn into hands: who draws, and what."""
    holder = ""
    for event in sight.visible_events():
        if isinstance(event, EnterView) and event.name == "deal":
            holder = event.arguments[0].title
        elif isinstance(event, DrawView) and event.id.startswith("draw:take_card"):
            yield holder, event.drawn


@pytest.mark.parametrize(("seat", "other"), [("american", "german"), ("german", "american")])
def test_nobody_sees_the_other_hand(seat: str, other: str) -> None:
    own, others = AIRCRAFT[seat], AIRCRAFT[other]
    with start_game("down_in_flames", Rules(options={"two_players": "yes"}), GameSetup(seed=4)) as play:
        sight, asked = SeatView(play, seat), set[str]()
        for _ in range(20):
            assert play.question is not None
            asked.add(play.question.seat)
            told = [event.text for event in sight.visible_events() if isinstance(event, SayView)]
            counted = [text for text in told if " draws cards: " in text]
            assert any(text.startswith(own) for text in counted)
            assert any(text.startswith(others) for text in counted)
            drawn = list(draws(sight))
            assert all(holder.startswith(own) and card != HIDDEN for holder, card in drawn)
            assert drawn
            hand = next(board for board in sight.boards() if board.name == "hand")
            for place in hand.places:
                seen = {mark.text != UNSEEN for thing in place.things for mark in thing.marks}
                assert seen == {place.title.startswith(own)}
            play.answer(play.question.options[0].name)
        assert asked == {"american", "german"}
