"""Benchmark of the odds of answers in the last mission of a campaign, as multiples of those in a mission by itself.

Both are measured at some questions, spread over the mission. With forecasts of the campaign they end as the mission
does; without them at the campaign's end, which is measured beside them, by fewer runs.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial

from attrs import evolve, frozen

from bench.game import DEFAULT_GAME
from bench.timing import WALL, format_seconds, measure_in_turns
from bombsight.flat.program import Program
from bombsight.runtime.batch.lookahead import Lookahead, Moment
from bombsight.runtime.callbacks import Score, Values
from bombsight.runtime.run.policies import answer_indices, autopilot_policy, choice_site
from bombsight.runtime.saves.records import EntryName, new_header
from bombsight.runtime.session.session import Session, dice_source_of
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.programs.loaders import load
from bombsight.service.programs.players import make_simple_player, moment_of
from bombsight.service.programs.prepare import program_for


@frozen(eq=False)
class Place:
    """A question with several answers, and the moment of the run at which it was asked."""

    moment: Moment
    answers: tuple[int, ...]


def find_places(program: Program, name: EntryName, seed: int) -> list[Place]:
    """List the questions of the last mission with any in a run of the autopilot.

    Args:
        program: The program.
        name: What is played: a mission, or a career.
        seed: The seed of the dice.
    """
    entry = program.mission if name == "mission" else program.career
    assert entry is not None
    args = tuple(getattr(kind, "low", 0) for _, kind in entry.params)
    header = new_header(program, seed=seed, entry=name, args=args)
    session = Session(program, header, dice_source_of(header), load=load)
    autopilot = autopilot_policy(program)
    missions: dict[int, list[Place]] = {}

    def answer(number: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Policy: answer as the autopilot does, and keep the place."""
        moment = moment_of(session)
        answers = answer_indices(len(options), choice_site(program, number).optional)
        if len(answers) > 1 and (name == "mission" or moment.mission is not None):
            first = moment.mission.first if moment.mission is not None else 0
            missions.setdefault(first, []).append(Place(evolve(moment, script=tuple(moment.script)), answers))
        return autopilot(number, options, score, values)

    session.play(answer)
    return list(missions.values())[-1]


def play_rollouts(lookahead: Lookahead, places: Sequence[Place], runs: int) -> None:
    """Play so many runs of each answer at each place."""
    for place in places:
        lookahead.sample(place.moment, place.answers, 1).grow(runs)


def main() -> int:
    """Run the benchmark and print the times."""
    parser = ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", default=DEFAULT_GAME)
    parser.add_argument("--runs", type=int, default=2000, help="of each answer")
    parser.add_argument("--places", type=int, default=5, help="questions of each mission")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    program = program_for(request_for_game(options.game, Rules()))
    if program.career is None:
        sys.exit(f"{options.game} has no career")
    unforeseen = evolve(program, stage=None, forecasts=())
    kinds: tuple[tuple[str, EntryName, Program, int], ...] = (
        ("mission", "mission", program, options.runs),
        ("campaign", "career", program, options.runs),
        ("to its end", "career", unforeseen, max(1, options.runs // 20)),
    )
    cases, answers = {}, {}
    for title, name, judged, runs in kinds:
        places = find_places(program, name, options.seed)
        spread = places[:: -(-len(places) // options.places)]
        entry = judged.mission if name == "mission" else judged.career
        assert entry is not None
        lookahead = Lookahead(judged, entry, make_simple_player)
        cases[title] = partial(play_rollouts, lookahead, spread, runs)
        answers[title] = sum(len(place.answers) for place in spread) * runs / options.runs
    times = measure_in_turns(cases, options.rounds, WALL)
    each = {title: found.best / answers[title] for title, found in times.items()}
    print(f"{options.game}: {options.runs:,} runs of an answer")
    for title, seconds in each.items():
        print(f"  {title:10}  {format_seconds(seconds)}  {seconds / each['mission']:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
