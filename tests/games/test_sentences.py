"""What the games tell their player, and what their sheets and boards show, by what comes of whole missions."""

from __future__ import annotations

import re

from bombsight.runtime.views import SayView
from bombsight.service.opening import Opening, begin
from bombsight.service.requests import Rules


def sentences(game: str, opening: Opening, rules: Rules | None = None) -> list[str]:
    """All that the rules say in a game that the autopilot plays to its end."""
    with begin(game, rules or Rules(), opening, "auto") as play:
        play.view()
        return [view.text for view in play.session.journal.views() if isinstance(view, SayView)]


def test_a_tour_says_how_many_missions_its_results_are_of():
    told = "\n".join(sentences("b29_korea", Opening(campaign=True, seed=1)))
    numbers = r"Results of all (\d+) missions: victories (\d+), defeats (\d+), draws (\d+)\."
    results = [[int(number) for number in found] for found in re.findall(numbers, told)]
    assert [total for total, *_ in results] == [*range(1, len(results) + 1)]
    assert all(total == sum(each) for total, *each in results)
    assert len(results) == 35 + told.count("The mission does not count towards the 35 of a tour.")
