"""Benchmark of learning: how well the autopilot plays after each round, and how long that took.

A round's figure is by the runs that decide what is kept in it; the last line of a game is by runs that had no part in
anything. All are differences from the autopilot of the rules, without what its folder has learned, with the margins of
their 95 % intervals.

    python -m bench.learning_curves [GAME ...] [--rounds 4] [--seed 0] [--out curves.csv]
"""

from __future__ import annotations

import csv
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.service.games.requests import Rules
from bombsight.service.learning.document import ComparisonTold
from bombsight.service.learning.learning_run import begin_learning
from bombsight.service.simulating.formatting import format_difference

GAMES = ("b17", "b29_korea", "amerika_bomber", "b17_leader", "down_in_flames", "b17_miniatures")


@frozen(kw_only=True)
class CurvePoint:
    """A point of a learning curve.

    Attributes:
        game: The game's id.
        round: The number of the round; 0 for the last word on the best.
        seconds: How long learning has taken by then.
        questions: How many questions were judged in the round.
        tried: How many rules were tried in it.
        rules: How many rules are in force after it.
        compared: How well they play.
    """

    game: str
    round: int
    seconds: float
    questions: int
    tried: int
    rules: int
    compared: ComparisonTold

    @property
    def difference(self) -> float:
        """By how much the measure is higher than by the autopilot of the rules."""
        return self.compared.learned - self.compared.own


def learn_game(game: str, rounds: int, seed: int) -> Iterator[CurvePoint]:
    """Learn a game, and yield a point for each round, and those of the last word; none if nothing can be learned."""
    start = perf_counter()
    run = begin_learning(game, Rules(), seed)
    for told in run.play_rounds(rounds, None):
        rules = len(run.rounds[-1].policy.rules)
        yield CurvePoint(
            game=game,
            round=told.number,
            seconds=perf_counter() - start,
            questions=told.questions,
            tried=told.tried,
            rules=rules,
            compared=told.compared,
        )
    for compared in run.judge_best():
        rules = len(run.learner.best.policy.rules) if run.learner.best is not None else 0
        yield CurvePoint(
            game=game,
            round=0,
            seconds=perf_counter() - start,
            questions=0,
            tried=0,
            rules=rules,
            compared=compared,
        )


def describe_point(point: CurvePoint) -> str:
    """Write a point as a line."""
    compared = point.compared
    whose = f"{compared.player}: " if compared.player else ""
    label = f"round {point.round}" if point.round else "judged"
    return (
        f"  {point.seconds / 60:6.1f} min  {label:8} {point.questions:6,} questions {point.tried:4} tried "
        f"{point.rules:3} rules  {whose}{compared.measure} {compared.own:.3f} "
        f"{format_difference(point.difference, compared.margin)}"
    )


def main() -> int:
    """Run the benchmark, and print the curves."""
    parser = ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, help="write the points to a CSV file, too")
    options = parser.parse_args()
    points = []
    for game in options.games:
        print(game)
        try:
            for point in learn_game(game, options.rounds, options.seed):
                print(describe_point(point), flush=True)
                points.append(point)
        except InputError as error:
            sys.exit(str(error))
    if options.out is not None:
        with options.out.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["game", "round", "seconds", "questions", "tried", "rules", "own", "learned", "margin"])
            writer.writerows(
                [
                    point.game,
                    point.round,
                    round(point.seconds, 1),
                    point.questions,
                    point.tried,
                    point.rules,
                    point.compared.own,
                    point.compared.learned,
                    point.compared.margin,
                ]
                for point in points
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
