"""The page divides a story as it is divided here, with the same state beside each stop, and knows what was at stake."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from bombsight.flat.sites import RollSite
from bombsight.runtime.events.views import BeforehandView, ChoiceView, DrawView, PileView, RollView
from bombsight.runtime.run.throw_preview import rows_by_number
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.session.session import Session
from bombsight.service.games.requests import Rules
from bombsight.service.lookup.phrases import collect_phrases
from bombsight.service.play.past_state import moment_at
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.beats import PACES, divide_story
from bombsight.service.present.story import Story
from bombsight.service.present.view import WantedDice, draw_as_dice, wanted_dice
from bombsight.service.saves.saved_rules import rules_of_save
from bombsight.service.site.gamefile import load_game_file
from tests.examples import EXAMPLES
from tests.web.beside_node import needs_node, plain, told_by
from tests.web.test_told_by_the_page import played

pytestmark = needs_node

LIGHTHOUSE = str(EXAMPLES / "lighthouse")


@pytest.mark.parametrize(
    ("game", "setups"),
    [
        (LIGHTHOUSE, [GameSetup(seed=7, mission=3), GameSetup(seed=7, campaign=True)]),
        ("b17", [GameSetup(seed=77, mission=14), GameSetup(seed=3, mission=20)]),
        ("down_in_flames", [GameSetup(seed=5)]),
    ],
    ids=["lighthouse", "b17", "down_in_flames"],
)
def test_the_page_divides_stories_alike(game: str, setups: list[GameSetup], tmp_path: Path) -> None:
    saves = [tmp_path / f"{number}.save" for number in range(len(setups))]
    for save, setup in zip(saves, setups, strict=True):
        with start_game(game, Rules(), evolve(setup, save=save), "random") as play:
            play.view()
    request = rules_of_save(read_save(str(saves[0])).header, str(saves[0])).request
    game_file = tmp_path / "paced.game"
    game_file.write_bytes(load_game_file(request).content)

    there = told_by("pacing", game_file, *saves)

    for save, paced in zip(saves, there, strict=True):
        session = played(save)
        lines = Story(collect_phrases(session.program)).tell_all([*session.journal.views()])
        parts = [divide_story(lines, pace) for pace in PACES]
        assert paced["parts"] == [
            [[len(part.lines), part.event_count, part.next_throw] for part in division] for division in parts
        ]
        assert len(parts[0]) > 2, "throw by throw there are stops"
        counts = [part.event_count for part in parts[1] if part.event_count is not None]
        for count, sheet in zip(counts, paced["sheets"], strict=True):
            if not isinstance(session.journal.view(count - 1), ChoiceView):
                assert sheet == plain(moment_at(session, count - 1).sheet), f"after {count} events"
        assert paced["stakes"] == [*map(describe_stakes, stakes_of(session))]


def stakes_of(session: Session) -> list[WantedDice | None]:
    """What each throw, draw and result without dice of a session could have led to; None for those without dice."""
    stakes: list[WantedDice | None] = []
    for event, view in enumerate(session.journal.views()):
        match view:
            case RollView():
                site = session.program.sites[session.journal.events[event][0]]
                assert isinstance(site, RollSite)
                stakes.append(wanted_dice(site, view, rows_by_number(site, view.modifiers) or {}))
            case DrawView():
                pile = session.journal.view(event - 1)
                stakes.append(draw_as_dice(pile.titles) if isinstance(pile, PileView) else None)
            case BeforehandView():
                stakes.append(None)
            case _:  # the rest: no throws
                pass
    return stakes


def describe_stakes(wanted: WantedDice | None) -> Any:
    """What is at stake, as the page has it, with its dice in words."""
    return None if wanted is None else {**plain(wanted), "dice": wanted.dice.notation}
