"""Benchmark of the odds of answers in the last mission of a campaign, as multiples of those in a mission by itself.

Both are measured at some questions, spread over a mission of the same number, in a few games. With forecasts of the
campaign they end as the mission does; without them at the campaign's end, which is measured beside them, by fewer runs.
In a game without forecasts the tallies of the campaign stand for them, which take as long.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial

from attrs import evolve, frozen

from bench.game import DEFAULT_GAME
from bench.timing import WALL, format_seconds, measure_in_turns
from bombsight.flat.encoding import code_digest
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


def find_places(program: Program, name: EntryName, args: tuple[int, ...], seed: int) -> list[Place]:
    """List the questions of the last mission with any in a run of the autopilot; none if it comes to none.

    Args:
        program: The program.
        name: What is played: a mission, or a career.
        args: The arguments of the entry.
        seed: The seed of the dice.
    """
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
    return [*missions.values()][-1] if missions else []


def with_forecasts(program: Program) -> Program:
    """Return a program that has forecasts: its own, or else its career's tallies, counted as a mission ends."""
    if program.stage is not None or program.career is None:
        return program
    stage = evolve(program.mission, kind="stage")
    career = program.career.key
    forecasts = [evolve(tally, of=(stage.key,)) for tally in program.tallies if career in tally.of and tally.matters]
    tallies = [
        evolve(tally, of=(*tally.of, stage.key)) if program.mission.key in tally.of else tally
        for tally in program.tallies
    ]
    foreseen = evolve(
        program, stage=stage, forecasts=tuple(forecasts), tallies=tuple(tallies), entries=(*program.entries, stage)
    )
    return evolve(foreseen, digest=code_digest(foreseen))


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
    parser.add_argument("--games", type=int, default=4, help="missions, and campaigns")
    options = parser.parse_args()
    program = with_forecasts(program_for(request_for_game(options.game, Rules())))
    if program.career is None:
        sys.exit(f"{options.game} has no career")
    mission_places: list[Place] = []
    campaign_places: list[Place] = []
    for seed in range(options.games):
        campaign = find_places(program, "career", (), seed)
        if not campaign or campaign[0].moment.mission is None:
            continue  # the autopilot comes to no question in it
        mission = find_places(program, "mission", campaign[0].moment.mission.args, seed)
        campaign_places += spread(campaign, options.places)
        mission_places += spread(mission, options.places)
    if not mission_places:
        sys.exit(f"the autopilot comes to no question in these games of {program.title}")
    to_end = evolve(program, stage=None, forecasts=())
    few_runs = max(1, options.runs // 20)
    cases = {
        "mission": (Lookahead(program, program.mission, make_simple_player), mission_places, options.runs),
        "campaign": (Lookahead(program, program.career, make_simple_player), campaign_places, options.runs),
        "to its end": (Lookahead(to_end, program.career, make_simple_player), campaign_places, few_runs),
    }
    times = measure_in_turns(
        {title: partial(play_rollouts, *case) for title, case in cases.items()}, options.rounds, WALL
    )
    print(f"{options.game}: {options.runs:,} runs of an answer")
    each = {
        title: times[title].best * options.runs / runs / sum(len(place.answers) for place in places)
        for title, (_, places, runs) in cases.items()
    }
    for title, seconds in each.items():
        print(f"  {title:10}  {format_seconds(seconds)}  {seconds / each['mission']:.2f}")
    return 0


def spread(places: Sequence[Place], count: int) -> Sequence[Place]:
    """Return at most ``count`` places, evenly spread."""
    return places[:: -(-len(places) // count)] if places else places


if __name__ == "__main__":
    sys.exit(main())
