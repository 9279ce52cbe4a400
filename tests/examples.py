"""Where the examples that ship lie. Most tests play one of them, a small game."""

from __future__ import annotations

from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
LIGHTHOUSE = EXAMPLES / "lighthouse"
