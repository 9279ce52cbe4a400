"""The tests of the page's program that are written in TypeScript hold, with game files as they are written today."""

from __future__ import annotations

import re
from pathlib import Path

from tests.web.beside_node import needs_node, run_node
from web.games import write_game_files


@needs_node
def test_its_own_tests_hold(tmp_path: Path) -> None:
    write_game_files(tmp_path)
    told = run_node("scripts/test.mjs", GAMES=str(tmp_path))
    assert int(re.findall(r"\bpass (\d+)", told)[-1]) > 100
