"""B-17 on a bench: scenes with fighters in them."""

from __future__ import annotations

from pathlib import Path

from bombsight.service.games.library import BUILT_IN
from tests.games.scenes import Bench, Facts, Game, Scene, Word, changes, integer, without_errors

__all__ = ["Facts", "Word", "changes", "without_errors"]

HERE = Path(__file__).parent
FOLDER = BUILT_IN / "b17"
PRINTED = ("general", "rulebook_box")
"""Left out, these leave the game as it was printed, mistakes and all. The rulings only say how it is read."""

OPTIONAL = ("random_events", "spray_fire", "pilot_status", "two_players")
"""The optional rules of the rulebook."""

OTHER_READINGS = {
    "evasion_limit": "counted",
    "same_cause": "stacked",
    "windshield_heat": "first_hit",
    "bracket": "once",
    "light_flak": "each_turn",
    "twelve": "all_safe",
    "dead_feathering": "never",
    "burst_fire": "yes",
    "event_length": "all_zones",
    "bombardier_away": "aims",
    "fca_after_fboa": "still_fboa",
    "turning_back": "under_fire",
    "slowed": "at_once",
    "ditched_wounds": "not_rolled",
    "german_guns": "one_by_one",
    "abort_means": "unbombed",
    "abort_alone": "turn_end",
    "trapped_gunner": "on_land",
}
"""The second reading of every ruling that has two."""

GAME = Game("b17")
sources, graph, program, data = GAME.sources, GAME.graph, GAME.program, GAME.data


class Sky(Scene):
    """A bomber in the air, as a test wants her."""

    def fighter(self, kind: str, clock: str, height: str = "none", **facts: Word) -> int:
        """A fighter joins; what it is called."""
        before = set(self.references("fighters"))
        self.do("attacked_by", kind, clock, height)
        (reference,) = set(self.references("fighters")) - before
        for name, value in facts.items():
            slot = self.element_slot("fighters", reference, name)
            self.slots[slot] = integer(self.program, self.kind(slot), value)
        return reference

    def fighters(self, *members: str) -> list[tuple[Word, ...]]:
        """What is so of each fighter that is there."""
        members = members or ("kind", "clock", "height")
        held = self.references("fighters")
        return [tuple(self.told(self.element_slot("fighters", at, member)) for member in members) for at in held]


scene = Bench(GAME, Sky).scene
