"""Nothing is found in the shipped games but what their rules allow, with a reason."""

import pytest

from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import find_targets
from bombsight.service.lint.lint import lint
from tests.marking import slow_but

GAMES = ["b17", "b29_korea", "amerika_bomber", "b17_leader", "b17_miniatures", "down_in_flames"]


@pytest.mark.parametrize("game", slow_but(GAMES, "b17_leader", "b17_miniatures", "down_in_flames"))
def test_no_finding_is_left(game):
    assert lint(find_targets([game]), Rules()).findings == ()
