"""What two hundred mutants take, against running every example of the game once.

Both begin with what has to be made once: a graph that is resolved and lowered for the mutants, a program that is
compiled for the examples. Every mutant is planted, compiled and run; so the ratio would be two hundred and more if each
took what the examples take.
"""

from __future__ import annotations

from argparse import ArgumentParser

from bench.game import FIRST, program, request
from bench.timing import human, in_turns
from bombsight.backends.python.load import codes
from bombsight.runtime.examples import run_example
from bombsight.service.programs.machines import load
from bombsight.service.testing.mutants import mutate

COUNT = 200


def main() -> None:
    """Measure, and print."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=FIRST, help="the game whose rules are changed")
    parser.add_argument("--rounds", type=int, default=1)
    given = parser.parse_args()
    asked, made = request(given.game), program(given.game)

    def examples() -> None:
        codes.clear()
        for number in range(len(made.examples)):
            run_example(made, number, load=load)

    def mutants() -> None:
        found = [told for _, told in mutate(asked, COUNT)]
        noticed = sum(told.noticed_by is not None for told in found)
        print(f"{noticed} of {len(found)} noticed")

    times = in_turns({"examples": examples, "mutants": mutants}, given.rounds)
    for name, taken in times.items():
        print(f"{name:<10} {human(taken.best):>10}")
    print(f"mutants/examples {times['mutants'].best / times['examples'].best:.1f}")


if __name__ == "__main__":
    main()
