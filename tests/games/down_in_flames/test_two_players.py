"""Two at the table: a hand is known to who holds it, and to nobody else."""

from __future__ import annotations

import pytest

from bombsight.runtime.views import DrawView, SayView
from bombsight.service.opening import Opening, begin
from bombsight.service.requests import Rules
from bombsight.service.seats.sight import Sight

HIDDEN = "card"
"""What a card is called whose face is not seen."""


@pytest.mark.parametrize(("seat", "own", "other"), [("american", "P-47", "FW 190"), ("german", "FW 190", "P-47")])
def test_nobody_sees_the_other_hand(seat: str, own: str, other: str) -> None:
    with begin("down_in_flames", Rules(options={"two_players": "yes"}), Opening(seed=4)) as play:
        sight, asked = Sight(play, seat), set[str]()
        for _ in range(20):
            assert play.question is not None
            asked.add(play.question.seat)
            told = [event.text for event in sight.story() if isinstance(event, SayView) and " draws " in event.text]
            assert any(text.startswith(own) for text in told)
            assert not any(text.startswith(other) for text in told)
            drawn = [event for event in sight.story() if isinstance(event, DrawView)]
            assert {event.drawn for event in drawn if event.id.startswith("draw:take_card")} == {HIDDEN}
            hand = next(board for board in sight.boards() if board.name == "hand")
            assert 0 < sum(place.name.startswith(HIDDEN) for place in hand.places) < len(hand.places)
            play.answer(play.question.options[0].name)
        assert asked == {"american", "german"}
