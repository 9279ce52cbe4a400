"""The head of a sortie: the boxes of endurance that she needs, outward, homeward and after the landing."""

from __future__ import annotations

import re

import pytest

from bombsight.runtime.events.views import SayView
from bombsight.service.games.requests import Rules
from bombsight.service.play.past_state import PastStates
from bombsight.service.play.start import GameSetup, start_game
from tests.marking import slow_but

ZONE = re.compile(r"(Outward|Homeward), zone (\d)\. Endurance: (\d+)\.")
ENDURANCE = re.compile(r"Endurance (\d+), the way takes (\d+)")
TURNING_ZONE = 5


@pytest.mark.parametrize("seed", slow_but([5, 8], 8))
def test_the_head_says_what_is_needed_in_each_zone(seed):
    """A sortie to zone 5 needs nine more boxes in zone 1, five over the target, one in zone 1 homeward."""
    with start_game("amerika_bomber", Rules(), GameSetup(seed=seed, mission=1), "auto") as play:
        play.view()
        session = play.session
        views = list(session.journal.views())
        zones = [(at, found) for at, view in enumerate(views) if (found := zone_of(view)) is not None]
        landed = next(at for at, view in enumerate(views) if isinstance(view, SayView) and "The landing: " in view.text)
        moments = [at + 1 for at, _ in zones] + [*range(landed, len(views))]
        past = PastStates.replay(session, moments)
        heads = {at: [f for f in past.moment(at).facts if f.title.startswith("Endurance")] for at in past.slots}

    needed = []
    for at, (way, zone, boxes) in zones:
        (fact,) = heads[at + 1]
        shown = ENDURANCE.fullmatch(fact.title)
        assert shown is not None
        assert int(shown[1]) == boxes
        assert not fact.is_bad
        needed.append((way, zone, int(shown[2])))

    outward = [("Outward", zone, 2 * TURNING_ZONE - zone) for zone in range(1, TURNING_ZONE + 1)]
    homeward = [("Homeward", zone, zone) for zone in range(TURNING_ZONE - 1, 0, -1)]
    assert needed == outward + homeward
    assert not any(facts for at, facts in heads.items() if at >= landed)


def zone_of(view: object) -> tuple[str, int, int] | None:
    found = ZONE.search(view.text) if isinstance(view, SayView) else None
    return None if found is None else (found[1], int(found[2]), int(found[3]))
