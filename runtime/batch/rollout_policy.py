"""The thoughtful policy: the answer with the best odds, where the rules count what is good or bad."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bombsight.boundary.errors import InputError
from bombsight.flat.program import Entry, Program
from bombsight.flat.sites import PLAYER
from bombsight.flat.slices import PolicyName, Slice
from bombsight.runtime.batch.batch import BatchPlayer, play_slices
from bombsight.runtime.batch.rollouts import Measure, RolloutSample, measures_of, rollout_seed
from bombsight.runtime.callbacks import (
    Ask,
    Score,
    Values,
)
from bombsight.runtime.machine import Loader
from bombsight.runtime.run.policies import answer_indices, autopilot_policy, choice_site

RUNS_PER_ANSWER = 200
"""Runs of each answer by which it is judged: a chance of a half is known to 7 %, a difference often much better."""


AnswerHook = Callable[[int, Sequence[int], RolloutSample, int, int], int]
"""``heed(site, options, sample, own, best)`` is told of each answer that was thought about, and says which is given.

``sample`` is what it was judged by; the places there of the autopilot's answer and of the best follow.
"""


def thoughtful_policy(
    program: Program,
    entry: Entry,
    args: Sequence[int],
    player: BatchPlayer,
    script: Sequence[int],
    on_answer: AnswerHook | None = None,
) -> tuple[Ask, Callable[[int], None]]:
    """A rollout policy: it plays each answer on with the autopilot, and takes the one that serves best.

    The dice of these runs follow from the seed of the dice and the place of the question in the run, so it answers
    alike on every machine and every backend. Where nothing sets answers apart it answers as the autopilot does, and
    so it does for whoever else decides by the rules.

    Args:
        program: The program.
        entry: Of the run.
        args: The values of the entry's parameters.
        player: Plays runs of the entry.
        script: What was thrown and answered in the run so far, as players take it; it grows with the run.
        on_answer: Told of each answer, and the last to decide, where there is one.

    Returns:
        The policy, and a call that starts it again with the dice's seed.

    Raises:
        InputError: Nothing that the rules count of such a run is good or bad.
    """
    measures = good_or_bad_measures(program, entry)
    autopilot_ask = autopilot_policy(program)
    seed = 0

    def ask(number: int, options: Sequence[int], score: Score, values: Values) -> int:
        preferred = autopilot_ask(number, options, score, values)
        site = choice_site(program, number)
        answers = answer_indices(len(options), site.optional)
        is_first_player = site.by == PLAYER if site.seat is None else values()[site.seat.index] == 0
        if len(answers) == 1 or not is_first_player:  # what is good, is good for the first player
            return preferred
        sample = RolloutSample(player, measures, args, tuple(script), answers, rollout_seed(seed, len(script)))
        sample.grow(RUNS_PER_ANSWER)
        place = sample.best_answer(preferred)
        if place is None:
            return preferred
        if on_answer is not None:
            place = on_answer(number, options, sample, answers.index(preferred), place)
        return answers[place]

    def restart(new_seed: int) -> None:
        nonlocal seed
        seed = new_seed

    return ask, restart


def thoughtful_player(
    program: Program, entry: Entry, lookahead_player: BatchPlayer, load: Loader, on_answer: AnswerHook | None = None
) -> BatchPlayer:
    """Plays many runs of an entry thoughtfully, each on a machine that others look ahead for.

    Args:
        program: The flat program.
        entry: Its mission or career.
        lookahead_player: Plays runs of the entry with the autopilot.
        load: Makes a machine for the program.
        on_answer: Told of each answer, and the last to decide, where there is one.
    """

    def play(
        args: Sequence[int],
        count: int,
        seed: int,
        policy: PolicyName = "thoughtful",
        first: int = 0,
        script: Sequence[int] = (),
    ) -> Iterator[Slice]:
        def make_policy(script: Sequence[int]) -> tuple[Ask, Callable[[int], None]]:
            return thoughtful_policy(program, entry, args, lookahead_player, script, on_answer)

        return play_slices(program, entry, args, count, seed, policy, first, script, load=load, make_policy=make_policy)

    return play


def good_or_bad_measures(program: Program, entry: Entry) -> tuple[Measure, ...]:
    """What is good or bad of a run, what weighs most first.

    Raises:
        InputError: Nothing is.
    """
    measures = tuple(measure for measure in measures_of(program, entry) if measure.sign)
    if not measures:
        raise InputError(
            f"{program.title} does not say what is good or bad at the end of {entry.name}",
            "",
            "A thoughtful player needs a tally there that says so.",
        )
    return measures
