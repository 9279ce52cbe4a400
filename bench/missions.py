"""Benchmark of missions per second: the autopilot without and with a journal, and random answers.

With ``--base`` beside a checkout of af073b2, each playing its own games with its own code: the speedup over it, by the
Python backend and by the native player.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from bench.game import DEFAULT_GAME, program
from bench.players import ROOT, start_python_player, time_players
from bench.timing import measure_in_turns
from bombsight.backends.python.load import instantiate
from bombsight.flat.program import Fault, Program
from bombsight.flat.slices import PolicyName
from bombsight.runtime.batch.batch import play_runs
from bombsight.runtime.dice import SeededDice, mission_seed
from bombsight.runtime.run.play import new_journal, run, start_machine
from bombsight.runtime.run.policies import autopilot_policy
from bombsight.service.games.library import find_games
from bombsight.service.programs.players import has_wasmtime

PASSIVE_RULES = Path(__file__).with_name("passive.rules")
"""House rules of the first game without bursts, whose preferences all decline."""

PASSIVE_BASE_RULES = Path(__file__).with_name("passive_base.rules")
"""The same house rules in the syntax of af073b2."""

NATIVE_FACTOR = 50
"""Factor of missions for the native player, for measurable times."""


class MissionBatch:
    """A fixed number of missions from one seed, played in different ways."""

    def __init__(self, program: Program, number: int, count: int, seed: int) -> None:
        self.program = program
        self.number = number
        self.count = count
        self.seed = seed

    def play_plain(self, policy: PolicyName) -> None:
        """Play the missions in plain code without a journal, as simulations do."""
        deque(
            play_runs(
                self.program, self.program.mission, (self.number,), self.count, self.seed, policy, load=instantiate
            ),
            maxlen=0,
        )

    def play_traced(self) -> None:
        """Play the missions in traced code, with its journal events ignored."""
        dice = SeededDice(0)
        machine = instantiate(self.program, dice.roll, autopilot_policy(self.program), lambda event: None)
        play = machine.functions[self.program.mission.key]
        for number in range(self.count):
            dice.restart(mission_seed(self.seed, number))
            start_machine(machine)
            try:
                play(self.number)
            except Fault:
                continue

    def play_with_journal(self) -> None:
        """Play the missions as for people: a machine for each, every event kept, none rendered."""
        policy = autopilot_policy(self.program)
        for number in range(self.count):
            dice = SeededDice(mission_seed(self.seed, number))
            journal = new_journal(self.program, self.program.mission)
            run(self.program, self.program.mission, (self.number,), dice.throw, policy, journal, load=instantiate)


def compare_with_base(base: Path, number: int, count: int, rounds: int, seed: int) -> Iterator[str]:
    """Yield a line for each game of another checkout with this checkout's speedup over it.

    Args:
        base: The folder of the other checkout.
        number: The mission of the campaign.
        count: The missions per round.
        rounds: The number of rounds.
        seed: The seed of the first mission.
    """
    shared = [game for game in find_games() if (base / "games" / game.id).is_dir()]
    cases = [(game.id, policy, False) for game in shared for policy in ("auto", "random")]
    yield f"{'':24} {'base':>9} {'python':>9} {'native':>9}   a second, at best; x base, median of the rounds"
    for game, policy, passive in [*cases, (DEFAULT_GAME, "auto", True)]:
        with ExitStack() as stack:
            here = ("python", "native") if has_wasmtime() else ("python",)
            players = {
                how: (
                    stack.enter_context(
                        start_python_player(
                            base if how == "base" else ROOT,
                            game,
                            how,
                            policy,
                            number,
                            seed,
                            (PASSIVE_BASE_RULES if how == "base" else PASSIVE_RULES) if passive else None,
                        )
                    ),
                    count * NATIVE_FACTOR if how == "native" else count,
                )
                for how in ("base", *here)
            }
            times = time_players(players, rounds)
        name = f"{game}, {'passive' if passive else policy}"
        rates = "".join(f" {1 / found.best:9.0f}" for found in times.values())
        yield f"{name:24}{rates}   " + ", ".join(f"{how} {times['base'].slowdown_over(times[how]):.2f}" for how in here)


def main() -> int:
    """Run the benchmark and print the missions per second."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=DEFAULT_GAME)
    parser.add_argument("--number", type=int, default=11, help="which mission of the campaign")
    parser.add_argument("--missions", type=int, default=500, help="missions a round")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--base", type=Path, help="a checkout of af073b2: its games, against it")
    args = parser.parse_args()
    if args.base is not None:
        for line in compare_with_base(args.base.resolve(), args.number, args.missions, args.rounds, args.seed):
            print(line, flush=True)
        return 0
    missions = MissionBatch(program(args.game), args.number, args.missions, args.seed)
    times = measure_in_turns(
        {
            "autopilot": lambda: missions.play_plain("auto"),
            "autopilot, traced code": missions.play_traced,
            "autopilot, journal kept": missions.play_with_journal,
            "random choices": lambda: missions.play_plain("random"),
        },
        args.rounds,
    )
    for name, case_times in times.items():
        print(f"{name:24} {args.missions / case_times.best:8.0f} missions a second")
    plain = times["autopilot"].best
    print(f"traced/plain             {times['autopilot, traced code'].best / plain:8.2f}")
    print(f"journal kept/plain       {times['autopilot, journal kept'].best / plain:8.2f}")
    print(f"random/autopilot         {times['random choices'].best / plain:8.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
