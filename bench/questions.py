"""How often a game asks, and how often of that there is something to decide.

Missions are played by whoever always answers as the autopilot would, seed by seed. A question counts as routine where
the rules say so: who wants only real decisions is not asked it.

    python -m bench.questions [GAME ...] [--seeds 20] [--by-choice]
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter

from attrs import define, field

from bombsight.flat.program import Program
from bombsight.runtime.choices import Question
from bombsight.runtime.session import Session, source_of
from bombsight.service.machines import load
from bombsight.service.opening import Opening, header_for
from bombsight.service.programs import program_for
from bombsight.service.requests import Rules, request_for

GAMES = ("b17", "b29_korea", "amerika_bomber")


@define
class Asked:
    """The questions of one mission.

    Attributes:
        all: How often each choice was asked, by its name.
        routine: How often of that it was routine.
    """

    all: Counter[str] = field(factory=Counter)
    routine: Counter[str] = field(factory=Counter)

    def answer(self, question: Question) -> int:
        """Count a question, and answer it as the autopilot would."""
        self.all[question.id] += 1
        self.routine[question.id] += question.routine
        return question.preferred

    @property
    def sensible(self) -> int:
        """How many left something to decide."""
        return self.all.total() - self.routine.total()


def missions(program: Program) -> list[int | None]:
    """The missions that can be played, by their numbers; None for a game whose missions have none."""
    if not program.mission.params:
        return [None]
    kind = program.mission.params[0][1]
    return list(range(getattr(kind, "low", 1), getattr(kind, "high", 1) + 1))


def asked(program: Program, mission: int | None, seed: int) -> Asked:
    """The questions of one mission with the dice of a seed."""
    opening = Opening(mission=mission, campaign=False, seed=seed, dice=None, save=None)
    header = header_for(program, opening, Rules(), None)
    session = Session(program, header, source_of(header), load=load)
    found = Asked()
    session.play(session.person(found.answer))
    return found


def told(game: str, runs: list[Asked], *, by_choice: bool) -> list[str]:
    """What was counted, a line for the game and perhaps one for each choice."""
    every, sensible = sorted(run.all.total() for run in runs), sorted(run.sensible for run in runs)
    lines = [
        f"{game:<16} asked {sum(every) / len(runs):5.1f} ({every[0]} to {every[-1]})"
        f"   to decide {sum(sensible) / len(runs):5.1f} ({sensible[0]} to {sensible[-1]})"
    ]
    if by_choice:
        all_, routine = Counter[str](), Counter[str]()
        for run in runs:
            all_ += run.all
            routine += run.routine
        lines += [
            f"    {count / len(runs):6.2f}  routine {routine[name] / len(runs):6.2f}  {name}"
            for name, count in all_.most_common()
        ]
    return lines


def main() -> None:
    """Count and print."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--by-choice", action="store_true")
    given = parser.parse_args()
    for game in given.games:
        program = program_for(request_for(game, Rules()))
        numbers = missions(program)
        runs = [asked(program, numbers[seed % len(numbers)], seed) for seed in range(given.seeds)]
        print(*told(game, runs, by_choice=given.by_choice), sep="\n")


if __name__ == "__main__":
    main()
