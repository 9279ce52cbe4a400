"""The thoughtful policy: it picks the answer with the best odds by the rules' good and bad tallies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bombsight.boundary.errors import InputError
from bombsight.flat.program import Entry, Program
from bombsight.flat.sites import PLAYER, UNIT_SUFFIX, ChoiceSite
from bombsight.flat.slices import PolicyName, Slice
from bombsight.runtime.batch.batch import BatchPlayer, play_slices
from bombsight.runtime.batch.lookahead import Lookahead, Moment
from bombsight.runtime.batch.measures import measures_of
from bombsight.runtime.batch.rollouts import RolloutSample
from bombsight.runtime.callbacks import (
    Ask,
    Score,
    Values,
)
from bombsight.runtime.machine import Loader
from bombsight.runtime.run.policies import answer_indices, autopilot_policy, choice_site
from bombsight.runtime.run.recording import RunSoFar

RUNS_PER_ANSWER = 200
"""Rollouts of each answer: they estimate a probability of a half to 7 %, and a difference often much better."""


MAX_TRIED_NUMBERS = 25
"""The most numbers of an amount that are tried, evenly spread, besides the autopilot's."""

AnswerHook = Callable[[int, Sequence[int], RolloutSample, int, int], int]
"""``on_answer(site, options, sample, own, best)`` receives each evaluated answer and returns the one to give.

``sample`` has the rollouts; ``own`` and ``best`` are the places there of the autopilot's answer and of the best.
"""


def thoughtful_policy(
    lookahead: Lookahead,
    moment: Callable[[], Moment],
    on_answer: AnswerHook | None = None,
) -> tuple[Ask, Callable[[int], None]]:
    """Make a policy that tries each answer in simulated runs (Monte Carlo rollouts) and gives the best one.

    The dice of the rollouts follow from the run's seed and the position of the question, so the answers are the same on
    every machine and backend. If no answer is better, it follows the autopilot, and so it does for all other players.

    Args:
        lookahead: Makes the rollouts.
        moment: Returns the moment of the run at which it is asked.
        on_answer: Receives each answer and has the last word, if given.

    Returns:
        The policy, and a function that restarts it with the seed of the dice.

    Raises:
        InputError: No tally at the run's end is good or bad.
    """
    program = lookahead.program
    check_good_or_bad(program, lookahead.entry)
    autopilot_ask = autopilot_policy(program)
    amounts = find_amounts(program)
    seed = 0

    def ask(number: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Callback ``ask``: return the index of the best answer by rollouts, for other players the autopilot's."""
        preferred = autopilot_ask(number, options, score, values)
        site = choice_site(program, number)
        answers = answer_indices(len(options), site.optional)
        if number in amounts:
            answers = spread_answers(len(options), preferred)
        is_first_player = site.by == PLAYER if site.seat is None else values()[site.seat.index] == 0
        if len(answers) == 1 or not is_first_player:  # tallies are good or bad for the first player
            return preferred
        sample = lookahead.sample(moment(), answers, seed)
        sample.grow(RUNS_PER_ANSWER)
        place = sample.best_answer(preferred)
        if place is None:
            return preferred
        if on_answer is not None:
            place = on_answer(number, options, sample, answers.index(preferred), place)
        return answers[place]

    def restart(new_seed: int) -> None:
        """Set the seed of the next run's dice, from which the seeds of rollouts are derived."""
        nonlocal seed
        seed = new_seed

    return ask, restart


def find_amounts(program: Program) -> frozenset[int]:
    """Find the sites of choices that ask for an amount: for its thousands, and for the number itself."""
    choices = {site.id: number for number, site in enumerate(program.sites) if isinstance(site, ChoiceSite)}
    thousands = [site.id for site in program.sites if isinstance(site, ChoiceSite) and site.unit > 1]
    found = [*thousands, *(id_.removesuffix(UNIT_SUFFIX) for id_ in thousands)]
    return frozenset(choices[id_] for id_ in found if id_ in choices)


def spread_answers(count: int, preferred: int) -> tuple[int, ...]:
    """Return indices of ``count`` options that are spread evenly, the first, the last and the preferred among them."""
    step = max(1, -(-count // MAX_TRIED_NUMBERS))
    return tuple(sorted({*range(0, count, step), count - 1, preferred}))


def thoughtful_player(lookahead: Lookahead, load: Loader, on_answer: AnswerHook | None = None) -> BatchPlayer:
    """Make a batch player whose runs the thoughtful policy plays (it tries each answer in simulated runs).

    Runs begin with the defaults: it refuses a given state.

    Args:
        lookahead: Makes the rollouts with the autopilot, of the entry that is played.
        load: Makes a machine for the program.
        on_answer: Receives each answer and has the last word, if given.
    """
    program, entry = lookahead.program, lookahead.entry

    def play(
        args: Sequence[int],
        count: int,
        seed: int,
        policy: PolicyName = "thoughtful",
        first: int = 0,
        script: Sequence[int] = (),
        state: Sequence[int] | None = None,
    ) -> Iterator[Slice]:
        """Play a batch of runs with the thoughtful policy, and yield their results in slices."""
        if state is not None:
            raise ValueError("who looks ahead begins at the beginning")

        def make_policy(so_far: RunSoFar) -> tuple[Ask, Callable[[int], None]]:
            """Make the policy of one run, which looks at that run as it grows."""

            def moment() -> Moment:
                """Return the present moment of the run."""
                return Moment(args, so_far.script, so_far.mission)

            return thoughtful_policy(lookahead, moment, on_answer)

        return play_slices(program, entry, args, count, seed, policy, first, script, load=load, make_policy=make_policy)

    return play


def check_good_or_bad(program: Program, entry: Entry) -> None:
    """Check that a tally at the end of an entry says what is good or bad.

    Raises:
        InputError: None does.
    """
    if not any(measure.decides for measure in measures_of(program, entry)):
        raise InputError(
            f"{program.title} does not say what is good or bad at the end of {entry.name}",
            "",
            "A thoughtful player needs a tally there that says so.",
        )
