"""The bytes that an event counts for: its texts find room in them, with half of what each counts for anyway."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from bombsight.boundary.codec.encoding import encode
from bombsight.flat.document_forms import WHOLE
from bombsight.flat.sites import RollSite
from bombsight.runtime.events.lengths import EVENT_BYTES, EventLengths
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from tests.examples import EXAMPLES
from tests.runtime.harbour import harbour

TESTS = Path(__file__).parents[1]
GAMES = (EXAMPLES / "lighthouse", TESTS / "service/locker", TESTS / "service/fort", TESTS / "service/well")


def texts(value: Any, key: str = "") -> Iterator[str]:
    """The texts in plain data that people read: titles, and what is written out."""
    match value:
        case dict():
            for name, each in value.items():
                yield from texts(each, name)
        case list() | tuple():
            for each in value:
                yield from texts(each, key)
        case str() if "title" in key or key == "text":
            yield value


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(3))
def test_texts_of_events_find_room_in_what_they_count_for(game: Path, seed: int) -> None:
    kinds = set()
    with start_game(str(game), Rules(), GameSetup(seed=seed), "random") as play:
        play.view()
        journal, lengths = play.session.journal, EventLengths(play.session.program)
        for event, view in zip(journal.events, journal.views(), strict=True):
            if event[0] < 0:
                assert lengths(event) == 0
                continue
            kinds.add(type(view))
            room = lengths(event) - EVENT_BYTES // 2
            assert sum(len(text.encode()) for text in texts(encode(view, WHOLE))) <= room, view
    assert len(kinds) > 4


def test_the_longest_row_of_a_table_finds_room() -> None:
    program = harbour()
    at, roll = next((at, site) for at, site in enumerate(program.sites) if isinstance(site, RollSite) and site.rows)
    rows = (evolve(roll.rows[0], title="A" * 1000), *roll.rows[1:])
    longer = evolve(program, sites=(*program.sites[:at], evolve(roll, rows=rows), *program.sites[at + 1 :]))
    assert EventLengths(longer)((at,)) - EventLengths(program)((at,)) > 900
