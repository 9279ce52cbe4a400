"""Small games for the tests of learning, and decisions from their missions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from bombsight.flat.program import Entry, Program
from bombsight.runtime.batch.batch import BatchPlayer, play_slices
from bombsight.runtime.batch.lookahead import Lookahead
from bombsight.service.games.requests import Rules
from bombsight.service.learning.decisions import AnswerPicker, Decision, DecisionGatherer
from bombsight.service.learning.probing import ProbedRules, probe_rules
from bombsight.service.programs.loaders import load

WELL = Path(__file__).parent / "well"
TOLL = Path(__file__).parent / "toll"


def player_by_python(program: Program, entry: Entry) -> BatchPlayer:
    """A player that need not be compiled, for a few runs."""
    return partial(play_slices, program, entry, load=load)


def gather(
    probed: ProbedRules, missions: int, pickers: Mapping[str, AnswerPicker] | None = None
) -> list[tuple[str, Decision]]:
    """The questions of some missions, each judged by two rollouts."""
    program = probed.program
    lookahead = Lookahead(program, program.mission, player_by_python)
    gatherer = DecisionGatherer(probed, program.mission, lookahead, pickers or {}, 2, 1, {})
    return [*gatherer.gather(lambda run: (), 0, missions)]


def probe(folder: Path) -> ProbedRules:
    """The rules of a game with features beside its choices."""
    return probe_rules(str(folder), Rules())
