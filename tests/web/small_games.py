"""The games that only tests know and that are played in Python and by the page's program, side by side.

Together they use all of the language that is played: ``test_language_of_small_games.py`` says what is missing.
"""

from __future__ import annotations

from tests.examples import EXAMPLES
from tests.web.beside_node import ROOT

TESTS = ROOT / "tests"

SMALL_GAMES = {
    path.name: path
    for path in (
        EXAMPLES / "lighthouse",
        TESTS / "runners",
        TESTS / "service" / "brig",
        TESTS / "service" / "coast",
        TESTS / "service" / "ferry",
        TESTS / "service" / "fort",
        TESTS / "service" / "locker",
        TESTS / "service" / "tower",
        TESTS / "service" / "well",
    )
}
