"""Crane's miniatures on a bench."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.games.scenes import Bench, Game, Scene

HERE = Path(__file__).parent
SHEET: dict[str, Any] = json.loads((HERE / "transcription.json").read_text(encoding="utf-8"))
"""What the article prints, taken from it by somebody who had not seen the rules files."""

GAME = Game("b17_miniatures")
SCENARIOS = {"1": "introductory", "2": "second", "3": "third"}
AIRCRAFT = {"B-17": "b17", "P-51": "p51", "Me-109": "me109", "FW-190": "fw190"}
GUNS = {"nose": "nose", "right waist": "right_waist", "left waist": "left_waist", "tail": "tail"}

scene = Bench(GAME, Scene).scene


def bomber(found: Scene, **facts: str | int) -> int:
    """A bomber in the middle of the table, flying towards the target."""
    return found.join("bombers", {"place": "lead", "x": 500, "y": 300, **facts})


def fighter(found: Scene, **facts: str | int) -> int:
    """A German in the middle of the table, flying towards the target."""
    return found.join("fighters", {"pilot": "white_1", "x": 500, "y": 300, "heading": "twelve", **facts})
