"""Benchmark of an undo at the end of a mission and of a career, as a multiple of playing it without a journal."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import deque
from functools import partial

from bench.game import DEFAULT_GAME, program
from bench.timing import format_seconds, measure_in_turns
from bombsight.flat.program import Entry, Program
from bombsight.runtime.batch.batch import play_runs
from bombsight.runtime.dice import mission_seed
from bombsight.runtime.run.policies import autopilot_policy
from bombsight.runtime.saves.records import EntryName, new_header
from bombsight.runtime.session.session import Session, dice_source_of, pausing_policy
from bombsight.service.programs.loaders import load


class FinishedSession:
    """A session played to its end, of which answers are undone."""

    def __init__(self, game_program: Program, name: EntryName, args: tuple[int, ...], seed: int) -> None:
        header = new_header(game_program, seed=mission_seed(seed, 0), entry=name, args=args)
        self.session = Session(game_program, header, dice_source_of(header), load=load)
        self.session.play(autopilot_policy(game_program))
        list(self.session.journal.views())

    def undo(self) -> None:
        """Undo one more answer, and replay up to its question."""
        self.session.undo()
        self.session.play(pausing_policy)


def play_without_journal(program: Program, entry: Entry, args: tuple[int, ...], seed: int) -> None:
    """Play the same run without a journal, as a simulation does.

    Args:
        program: The program.
        entry: Its mission or career.
        args: The values of the entry's parameters.
        seed: The seed of the dice.
    """
    deque(play_runs(program, entry, args, 1, seed, load=load), maxlen=0)


def main() -> int:
    """Run the benchmark and print the times."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=DEFAULT_GAME)
    parser.add_argument("--number", type=int, default=11, help="which mission")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game_program = program(options.game)
    mission = (options.number,) if game_program.mission.params else ()
    entries: list[tuple[EntryName, Entry | None, tuple[int, ...]]] = [
        ("mission", game_program.mission, mission),
        ("career", game_program.career, ()),
    ]
    for name, entry, args in entries:
        if entry is None:
            continue
        finished = FinishedSession(game_program, name, args, options.seed)
        plain = partial(play_without_journal, game_program, entry, args, options.seed)
        times = measure_in_turns({"plain": plain, "undo": finished.undo}, options.rounds)
        records, events = len(finished.session.records), len(finished.session.journal.events)
        print(f"{name}: {records} throws and answers, {events} events")
        once, undo = times["plain"].best, times["undo"].best
        print(f"  played without a journal {format_seconds(once)}, undo {format_seconds(undo)}: {undo / once:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
