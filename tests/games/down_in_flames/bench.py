"""Down in Flames on a bench: scenes with aircraft and cards in them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.games.scenes import Bench, Game, Scene, Word

HERE = Path(__file__).parent
GAME = Game("down_in_flames")


class Table(Scene):
    """A battle in the middle, as a test wants it."""

    def plane(self, aircraft: str, **facts: Word) -> int:
        """An aircraft joins: number one, without a foe, unless told otherwise; what it is called."""
        return self.join("planes", {"aircraft": aircraft, "number": "one", "foe": "none", **facts})

    def deal(self, holder: int, kinds: Sequence[str], *, open: bool = True) -> list[int]:
        """Cards for an aircraft, from left to right; what they are called."""
        return [self.join("cards", {"kind": kind, "holder": holder, "open": "yes" if open else "no"}) for kind in kinds]

    def held(self, holder: int) -> list[str]:
        """The cards of an aircraft that may be played, from left to right."""
        return [
            str(self.told(self.element_slot("cards", card, "kind")))
            for card in self.references("cards")
            if self.told(self.element_slot("cards", card, "holder")) == holder
            and self.told(self.element_slot("cards", card, "open")) == "yes"
        ]

    def of(self, plane: int, field: str) -> Word:
        """What a field of an aircraft holds."""
        return self.told(self.element_slot("planes", plane, field))


scene = Bench(GAME, Table).scene
