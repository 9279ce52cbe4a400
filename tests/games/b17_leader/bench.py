"""The mini-game on a bench, and its variant."""

from __future__ import annotations

from pathlib import Path

from tests.games.scenes import Bench, Facts, Game, Scene, Word

__all__ = ["Facts", "Word"]

HERE = Path(__file__).parent

OTHER_READINGS = {
    "evading_fire": "no",
    "new_gunner": "better",
    "reset_ata": "everything",
    "missed_lead": "the_mission",
}
"""The second reading of every ruling that has two."""

GAME = Game("b17_leader")
VARIANT = Game("b17_leader", ("single_bomber",))
graph, program, data = GAME.graph, GAME.program, GAME.data

scene = Bench(GAME, Scene).scene
beside = Bench(VARIANT, Scene).scene
"""A scene of the variant."""
