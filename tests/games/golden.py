"""Golden files of whole games: how they went the last time that somebody looked and agreed.

``BOMBSIGHT_UPDATE=1`` writes them anew: then read what changed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def hold_to(file: Path, found: Sequence[dict[str, Any]]) -> None:
    """Compare lines with those of a golden file."""
    text = ",\n".join(json.dumps(line) for line in found)
    hold_to_text(file, f"[\n{text}\n]\n")


def hold_to_text(file: Path, found: str) -> None:
    """Compare a text with a golden file, line by line."""
    if os.environ.get("BOMBSIGHT_UPDATE"):
        file.write_text(found, encoding="utf-8")
    assert found.splitlines() == file.read_text(encoding="utf-8").splitlines()
