"""A run of learning: rounds as long as there is time, then the best one judged and written down.

Nothing of it depends on time but how many rounds there are: the same rounds of a seed come to the same text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import define, evolve, field

from bombsight.boundary.errors import InputError
from bombsight.dsl.file_kind import PREFERENCES, find_overlay_names
from bombsight.service.common.seeds import check_seed
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.learning.amended_policies import OVERLAY_NAME
from bombsight.service.learning.document import ChoiceTold, ComparisonTold, Learned, RoundTold, RunsOf
from bombsight.service.learning.document_making import (
    choice_document,
    forecast_document,
    gap_document,
    judged_document,
    round_document,
)
from bombsight.service.learning.learned_file import compose_learned_text, describe_call, describe_reached
from bombsight.service.learning.learning import Learner, Round, time_left
from bombsight.service.learning.requirements import check_extra_installed
from bombsight.service.learning.search_gap import SearchGap

DEFAULT_MINUTES = 10
"""How long learning lasts if nothing is asked for."""

CUT_SHORT = "The time was over in the midst of the last round: the command plays it to its end"
"""What the head of a file says whose last round was cut short."""

MAX_ROUNDS = 1_000
"""The most rounds; each judges more questions than the one before."""


@define(eq=False)
class LearningRun:
    """A run of learning in a game.

    Attributes:
        learner: The learner.
        command: The command that begins it, from the game on, without its rounds.
        rounds: The rounds so far.
        is_cut: Whether the time was over before the last round had tried all its rules.
    """

    learner: Learner
    command: str
    rounds: list[Round] = field(factory=list, init=False)
    is_cut: bool = field(default=False, init=False)

    @property
    def runs_of(self) -> RunsOf:
        """What is played and judged."""
        return "career" if self.learner.is_career else "mission"

    def play_rounds(self, rounds: int | None, minutes: int | None) -> Iterator[RoundTold]:
        """Play rounds, and yield the document of each.

        Args:
            rounds: The most rounds; None for as many as there is time for.
            minutes: For how long; None for 10 minutes without ``rounds``, and for no limit with them.
        """
        if minutes is None and rounds is None:
            minutes = DEFAULT_MINUTES
        is_time_left: Callable[[], bool] = (lambda: True) if minutes is None else time_left(minutes)
        is_over = False

        def has_time() -> bool:
            """Whether there is time left, and keep the reply: a round that ends after a no was cut short."""
            nonlocal is_over
            is_over = not is_time_left()
            return not is_over

        for found in self.learner.learn(MAX_ROUNDS if rounds is None else rounds, has_time):
            self.rounds.append(found)
            self.is_cut = is_over
            yield round_document(found, self.runs_of)

    def judge_best(self) -> tuple[ComparisonTold, ...]:
        """Compare the best round with the rules' own autopilot, by runs that had no part in anything; weigh its rules.

        Returns:
            The comparisons; none if no round kept a rule.
        """
        best = self.learner.best
        if best is None:
            return ()
        compared = tuple(map(judged_document, self.learner.judge(best.policy)))
        if is_better_beyond_doubt(compared):
            policy = self.learner.weigh_rules(best.policy)
            self.learner.best = evolve(best, policy=policy, text=self.learner.write(policy))
        return compared

    def measure_gap(self) -> SearchGap | None:
        """Measure what the best round keeps of a search's gain; None without a round."""
        return None if self.learner.best is None else self.learner.measure_gap(self.learner.best)

    def to_document(
        self, compared: Sequence[ComparisonTold], gap: SearchGap | None, *, stopped: bool = False
    ) -> Learned:
        """Make the document of what was learned.

        Args:
            compared: How the best round compares.
            gap: What its rules keep of a search's gain, if it was measured.
            stopped: Whether learning was stopped by hand.
        """
        best = self.learner.best
        is_better = is_better_beyond_doubt(compared)
        choices: tuple[ChoiceTold, ...] = ()
        forecast, text = None, None
        told_gap = None if gap is None else gap_document(gap)
        if best is not None and is_better:
            choices = tuple(map(choice_document, self.learner.list_choices(best.policy)))
            forecast = forecast_document(best)
            command = f"{self.command} --rounds {len(self.rounds)}"
            reached = [*describe_reached(compared, told_gap, forecast)]
            if self.is_cut:
                reached.insert(0, CUT_SHORT)
            text = compose_learned_text(best.text, command, reached)
        return Learned(
            game=self.learner.game_id,
            title=self.learner.title,
            seed=self.learner.seed,
            stopped=stopped,
            cut=self.is_cut,
            rounds=tuple(round_document(found, self.runs_of) for found in self.rounds),
            best=best.number if best is not None and is_better else None,
            compared=tuple(compared),
            choices=choices,
            forecast=forecast,
            gap=told_gap if is_better else None,
            text=text,
        )


def is_better_beyond_doubt(compared: Sequence[ComparisonTold]) -> bool:
    """Whether comparisons show better play, of each side that has learned, by what was learned for."""
    return bool(compared) and all(each.better for each in compared if each.runs_of == compared[0].runs_of)


def begin_learning(game: str, rules: Rules, seed: int, report: Callable[[str], object] = lambda _: None) -> LearningRun:
    """Begin to learn better preferences for a game's autopilot.

    Preferences that were learned before and lie in the game's folder are left out: they are what is learned anew.

    Args:
        game: The game's id or folder.
        rules: The rules of the call.
        seed: The seed of all dice.
        report: Takes a sentence about the present work.

    Raises:
        InputError: The game, variant or option does not exist; its rules say of nothing that it is good or bad;
            preferences called so are laid over it; or the extra is missing.
        WrongRules: The rules have errors, or cannot be read.
    """
    check_extra_installed()
    check_seed(seed)
    command = describe_call(game, rules, seed)
    request = request_for_game(game, rules)
    if OVERLAY_NAME in find_overlay_names(request.house, PREFERENCES):
        raise InputError(
            f"preferences called {OVERLAY_NAME} are laid over the game, and what is learned is to be called so",
            "",
            "Leave them out, or give them another name in their head.",
        )
    if OVERLAY_NAME in find_overlay_names(request.base, PREFERENCES) and OVERLAY_NAME not in rules.without:
        rules = evolve(rules, without=(*rules.without, OVERLAY_NAME))
    return LearningRun(Learner(game, rules, seed, report), command)
