"""Benchmark of two hundred mutants, against one run of every example of the game.

The preparation counts on both sides: a graph that is resolved and lowered for the mutants, a program compiled for the
examples. Every mutant is planted, compiled and run; so the ratio would be over two hundred if each took as long as all
examples.
"""

from __future__ import annotations

from argparse import ArgumentParser

from bench.game import DEFAULT_GAME, request
from bench.timing import format_seconds, measure_in_turns
from bombsight.backends.python.load import code_cache
from bombsight.compiler.pipeline import compile_rules
from bombsight.runtime.examples import run_example
from bombsight.service.programs.example_programs import lower_by_setting
from bombsight.service.programs.loaders import load
from bombsight.service.testing.mutants import mutate_game

COUNT = 200


def main() -> None:
    """Time both, and print the results."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=DEFAULT_GAME, help="the game whose rules are changed")
    parser.add_argument("--rounds", type=int, default=1)
    args = parser.parse_args()
    game_request = request(args.game)
    graph = compile_rules(game_request).graph
    assert graph is not None
    programs = [*lower_by_setting(graph)]

    def run_all_examples() -> None:
        """Run every example of the game once."""
        code_cache.clear()
        for program in programs:
            for number in range(len(program.examples)):
                run_example(program, number, load=load)

    def run_mutants() -> None:
        """Run mutation testing of the game, and print how many mutants were noticed."""
        tried_mutants = [told for _, told in mutate_game(game_request, COUNT)]
        noticed = sum(told.noticed_by is not None for told in tried_mutants)
        print(f"{noticed} of {len(tried_mutants)} noticed")

    times = measure_in_turns({"examples": run_all_examples, "mutants": run_mutants}, args.rounds)
    for name, taken in times.items():
        print(f"{name:<10} {format_seconds(taken.best):>10}")
    print(f"mutants/examples {times['mutants'].best / times['examples'].best:.1f}")


if __name__ == "__main__":
    main()
