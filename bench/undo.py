"""An undo at the end of a mission and of a career, as a multiple of playing the same without a journal."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import deque
from functools import partial

from bench.game import FIRST, program
from bench.timing import human, in_turns
from bombsight.flat.program import Entry, Program
from bombsight.runtime.batch.batch import runs
from bombsight.runtime.dice import mission_seed
from bombsight.runtime.run.policies import autopilot
from bombsight.runtime.saves.records import EntryName, new_header
from bombsight.runtime.session.session import Session, pause, source_of
from bombsight.service.programs.machines import load


class Undone:
    """A session that was played to its end."""

    def __init__(self, made: Program, name: EntryName, args: tuple[int, ...], seed: int) -> None:
        header = new_header(made, seed=mission_seed(seed, 0), entry=name, args=args)
        self.session = Session(made, header, source_of(header), load=load)
        self.session.play(autopilot(made))
        list(self.session.journal.views())

    def undo(self) -> None:
        """Take back one answer more, and run to the question that it was the answer to."""
        self.session.undo()
        self.session.play(pause)


def played_plainly(made: Program, entry: Entry, args: tuple[int, ...], seed: int) -> None:
    """The same once more, as a simulation plays it."""
    deque(runs(made, entry, args, 1, seed, load=load), maxlen=0)


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=FIRST)
    parser.add_argument("--number", type=int, default=11, help="which mission")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    made = program(asked.game)
    mission = (asked.number,) if made.mission.params else ()
    played: list[tuple[EntryName, Entry | None, tuple[int, ...]]] = [
        ("mission", made.mission, mission),
        ("career", made.career, ()),
    ]
    for name, entry, args in played:
        if entry is None:
            continue
        undone = Undone(made, name, args, asked.seed)
        plain = partial(played_plainly, made, entry, args, asked.seed)
        times = in_turns({"plain": plain, "undo": undone.undo}, asked.rounds)
        records, events = len(undone.session.records), len(undone.session.journal.events)
        print(f"{name}: {records} throws and answers, {events} events")
        once, undo = times["plain"].best, times["undo"].best
        print(f"  played without a journal {human(once)}, undo {human(undo)}: {undo / once:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
