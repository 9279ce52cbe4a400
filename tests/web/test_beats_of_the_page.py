"""The page divides a story as it is divided here, with the same state beside each stop, and knows what was at stake."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from bombsight.runtime.events.views import BeforehandView, DrawView, RollView
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.session.session import Session
from bombsight.service.games.requests import Rules
from bombsight.service.lookup.phrases import collect_phrases
from bombsight.service.play.awaited_throw import describe_past_throw
from bombsight.service.play.history import History
from bombsight.service.play.past_state import PastStates
from bombsight.service.play.session_story import SessionStory
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.play.story_source import count_events_of_state, with_stakes
from bombsight.service.present.beats import PACES, divide_story, find_beat_start
from bombsight.service.present.film import find_mission
from bombsight.service.present.story import Story
from bombsight.service.saves.saved_rules import rules_of_save
from bombsight.service.site.gamefile import load_game_file
from tests.examples import EXAMPLES
from tests.web.beside_node import needs_node, plain, told_by
from tests.web.test_told_by_the_page import played

pytestmark = needs_node

THROWS = (RollView, BeforehandView, DrawView)
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
        assert paced["states"] == [
            [count_events_of_state(SessionStory(session), part) for part in division] for division in parts
        ]
        assert len(parts[0]) > 2, "throw by throw there are stops"
        counts = [part.event_count for part in parts[1] if part.event_count is not None]
        past = PastStates.replay(session, [count - 1 for count in counts])
        assert paced["sheets"] == [plain(past.moment(count - 1).sheet) for count in counts]
        start, stop = find_mission(session, None)
        assert paced["film"] == {"start": start, "stop": stop}
        history = History.divide(SessionStory(session), lines)
        assert [history.describe_beat(at).partition(": ")[2] for at in range(history.last + 1)] == paced["titles"]
        assert paced["beats"] == [find_beat_start(session, step.events) for step in session.trail]
        assert paced["lines"] == [line.stake for line in with_stakes(SessionStory(session), lines)]
        throws = [at for at, view in enumerate(session.journal.views()) if isinstance(view, THROWS)]
        assert paced["stakes"] == [describe_stakes(session, event) for event in throws]


def describe_stakes(session: Session, event: int) -> Any:
    """What was at stake at an event, as the page has it, with the dice in words; None without dice."""
    wanted = describe_past_throw(session, event)
    return None if wanted is None else {**plain(wanted), "dice": wanted.dice.notation}
