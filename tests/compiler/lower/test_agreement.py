"""The reference interpreter and the lowered code do the same: result, state, steps, events, faults."""

from __future__ import annotations

from pathlib import Path

import pytest
from comparing import Chance, Lowered, Path as Along, by_reference, every_path, graph_of, without_events

from compiler.lower import lower

PROGRAMS = sorted(Path(__file__).with_name("programs").glob("*.rules"))
MOST_PATHS = 1500


def agree(graph, procedure: str, traced: Lowered, plain: Lowered, chance) -> None:
    """One run of each, along the same dice and answers."""
    expected = by_reference(graph, procedure, chance())
    found = traced.play(procedure, chance())
    untold = plain.play(procedure, chance())

    assert found.events == expected.events
    assert without_events(found) == without_events(expected)
    assert without_events(untold) == without_events(expected)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_programs_agree_along_every_path(path: Path) -> None:
    graph = graph_of(path.read_text(encoding="utf-8"))
    program = lower(graph)
    traced, plain = Lowered(program), Lowered(program, traced=False)
    procedure = graph.game.career or graph.game.mission

    def run(along: Along) -> None:
        expected = by_reference(graph, procedure, along)
        same = Along(along.picks)
        found = traced.play(procedure, same)
        untold = plain.play(procedure, Along(along.picks))
        assert found.events == expected.events
        assert same.counts == along.counts
        assert without_events(found) == without_events(expected)
        assert without_events(untold) == without_events(expected)

    assert every_path(run, MOST_PATHS) > 1
