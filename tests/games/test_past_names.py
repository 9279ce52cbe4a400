"""What is lost in a campaign keeps its name: it is one of those of its kind, and nobody else has it."""

from __future__ import annotations

import pytest

from bombsight.flat.types import NONE, TextType
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from tests.marking import slow_but

KEPT = {
    "b17": ("PastBomber", "Bomber"),
    "b29_korea": ("PastBomber", "Bomber"),
    "amerika_bomber": ("PastPlane", "Plane"),
}


@pytest.mark.parametrize("game", slow_but(KEPT, "b17", "amerika_bomber"))
def test_every_ship_has_its_own_name_for_ever(game):
    past, kind = KEPT[game]
    with start_game(game, Rules(), GameSetup(seed=3, campaign=True), "auto") as play:
        play.view()
        program, slots = play.session.program, play.session.slots
    field = next(field for field in program.fields if field.id == f"{past}.name")
    current = next(field for field in program.fields if field.type == TextType(kind) and not field.shape)
    assert field.type == TextType(kind)
    held = next(found for found in program.lists if found.record == past)
    there = [slots[held.base + at] % held.capacity for at in range(held.capacity) if slots[held.base + at] != NONE]
    numbers = [slots[field.base + at] for at in there]
    assert numbers
    assert numbers == sorted(set(numbers))
    assert slots[current.base] >= numbers[-1]
