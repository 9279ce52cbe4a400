"""Policy iteration: the autopilot plays, rollouts judge its answers, rule lists amend it, and the amended one plays on.

Work is done in rounds of a fixed size, so the same rounds of a seed come to the same rules; time decides only how many
rounds there are. Runs of three kinds of seeds have no part in each other: those that are learned from, those that
decide which round was the best, and those by which the result is judged in the end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic

from attrs import define, evolve, field, frozen

from bombsight.compiler.request import Compilation
from bombsight.flat.program import Entry, Program
from bombsight.runtime.batch.lookahead import Lookahead
from bombsight.runtime.batch.rollout_policy import check_good_or_bad
from bombsight.runtime.dice import mix
from bombsight.runtime.run.policies import autopilot_policy
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.learning.careers import exploring_policy, play_careers
from bombsight.service.learning.decisions import AnswerPicker, Decision, DecisionGatherer, FloatArray
from bombsight.service.learning.forecasting import (
    LearnedForecast,
    fit_forecast,
    probe_mission_ends,
    tabulate_ends,
    write_forecast,
)
from bombsight.service.learning.probing import ProbedRules, probe_rules
from bombsight.service.learning.rule_lists import MEMBER_ANSWER, DecisionTable, fit_rules
from bombsight.service.learning.search_gap import SearchGap, measure_gap
from bombsight.service.learning.trials import Compared, Trial, compare_trials, play_trial, run_arguments
from bombsight.service.learning.writing import LearnedChoice, write_choice
from bombsight.service.programs.compile import compile_game
from bombsight.service.programs.players import make_simple_player
from bombsight.service.programs.prepare import program_for

LEARNED_NAME = "learned"
"""The name of the overlay that is written."""

ROLLOUTS = 24
"""Rollouts of each answer to a question: a rule is fitted to many questions, whose errors cancel out."""

PILOT_MISSIONS = 100
"""Missions of the pilot round, which counts how often each choice comes up."""

PILOT_QUESTIONS = 150
"""Questions of each choice in the pilot round, which find the features that differ."""

FIRST_QUESTIONS = 250
"""How many questions of each choice are judged in the first round; each further round judges more."""

GROWTH = 1.5
"""How many times more questions each round judges than the one before."""

GAP_QUESTIONS = 150
"""How many questions of each choice are searched to compare the rules with."""

GAP_ROLLOUTS = 400
"""Rollouts of each answer of such a search: as many as the thoughtful player takes, for each half."""

FORECAST_MISSIONS = 5_000
"""Missions of the careers from which a forecast is learned."""

TRIAL_RUNS = {"mission": 40_000, "career": 4_000}
"""How many runs decide between two rounds."""

LEARN_SEED, CHOICE_SEED, TEST_SEED = 1, 2, 3
"""What is mixed into the seed for the three kinds of runs."""


@frozen
class Round:
    """What a round came to.

    Attributes:
        number: Its number, from 1.
        decisions: How many questions were judged in it.
        choices: What was learned of the choices, the greatest gain first.
        forecast: The forecast of the career; None for a game without a career.
        compared: The amended autopilot beside that of the rules, by runs that had no part in learning.
        text: The overlay.
    """

    number: int
    decisions: int
    choices: tuple[LearnedChoice, ...]
    forecast: LearnedForecast | None
    compared: Compared
    text: str


@define(eq=False)
class Learner:
    """Learns better preferences for a game's autopilot.

    Attributes:
        game: The game's id or folder.
        rules: The rules of the call.
        seed: The seed of all dice.
        report: Takes a sentence about the present work.
        best: The best round so far; None while none is better than the rules' own autopilot.
    """

    game: str
    rules: Rules
    seed: int
    report: Callable[[str], None]
    best: Round | None = field(default=None, init=False)
    _program: Program = field(init=False)
    _compilation: Compilation = field(init=False)
    _probed: ProbedRules = field(init=False)
    _base_trial: Trial = field(init=False)
    _rates_of: Mapping[str, float] = field(factory=dict, init=False)
    _decisions: list[dict[str, list[Decision]]] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        """Compile the rules.

        Raises:
            InputError: The game does not exist, or its rules say of nothing that it is good or bad.
            WrongRules: The rules have errors.
        """
        self.report("Reading the rules")
        self._program = program_for(request_for_game(self.game, self.rules))
        _, self._compilation = compile_game(request_for_game(self.game, self.rules))
        check_good_or_bad(self._program, self.entry)

    @property
    def entry(self) -> Entry:
        """What is played: the career, if its end says what is good or bad; else the mission."""
        career = self._program.career
        tallies = () if career is None else self._program.tallies_of(career)
        return career if career is not None and any(tally.matters for tally in tallies) else self._program.mission

    @property
    def is_career(self) -> bool:
        """Whether careers are played."""
        return self.entry == self._program.career

    def _entry_of(self, program: Program) -> Entry:
        """Return what is played, in a program of the same rules with other preferences."""
        return program.career if self.is_career and program.career is not None else program.mission

    def learn(self, rounds: int, has_time: Callable[[], bool]) -> Iterator[Round]:
        """Learn round by round, and yield each.

        Args:
            rounds: The most rounds.
            has_time: Whether there is time for another round.
        """
        self._base_trial = self._play_trial(self._program, CHOICE_SEED)
        self._prepare()
        for number in range(1, rounds + 1):
            if not has_time():
                return
            current = self._play_round(number, self.best)
            if current.compared.difference > (0 if self.best is None else self.best.compared.difference):
                self.best = current
            yield current

    def judge(self, text: str) -> tuple[Compared, ...]:
        """Compare an overlay's autopilot with that of the rules, by runs that had no part in anything: the last word.

        Returns:
            The comparison by what is played, first; of a career also by single missions.
        """
        amended = self._compile(text)
        entries = [self.entry, *([self._program.mission] if self.is_career else [])]
        found = []
        for entry in entries:
            kind = "career" if entry == self._program.career else "mission"
            self.report(f"Comparing {TRIAL_RUNS[kind]:,} {kind}s")
            trials = [
                play_trial(program, entry, mix(self.seed + TEST_SEED), TRIAL_RUNS[kind])
                for program in (self._program, amended)
            ]
            found.append(compare_trials(*trials))
        return tuple(found)

    def measure_gap(self, found: Round) -> SearchGap:
        """Measure what the rules of a round keep of the gain of a search, at questions that had no part in anything."""
        learned = {each.choice.id: each for each in found.choices}
        preferences = write_overlay(self._program.game, found.choices, found.forecast, self._compilation)
        runs = self._runs_of_round(GAP_QUESTIONS)
        rates = {id_: min(1.0, GAP_QUESTIONS / (rate * runs)) for id_, rate in self._rates_of.items()}
        gatherer = self._make_gatherer(self._compile(preferences), learned, GAP_ROLLOUTS, 0, rates)
        gatherer.seed = mix(self.seed + TEST_SEED)
        decisions: dict[str, list[Decision]] = {}
        for id_, decision in gatherer.gather(self._arguments, 0, runs):
            decisions.setdefault(id_, []).append(decision)
            self.report(f"Comparing with a search: {gatherer.runs + 1} of {runs} runs")
        asked = {id_: count / max(1, gatherer.runs) for id_, count in gatherer.asked.items()}
        return measure_gap(decisions, learned_pickers(learned), asked)

    def _prepare(self) -> None:
        """Play a pilot round: it counts how often choices come up, and leaves out features that never differ."""
        self.report("Finding out what may matter")
        self._probed = probe_rules(self.game, self.rules)
        runs = max(1, PILOT_MISSIONS // self._missions_of_run())
        counter = self._make_gatherer(self._program, {}, 2, 0, None)
        for _ in counter.gather(self._arguments, 0, runs):
            raise AssertionError("nothing is judged where questions are only counted")
        rates = {id_: min(1.0, PILOT_QUESTIONS / count) for id_, count in counter.asked.items()}
        gatherer = self._make_gatherer(self._program, {}, 2, 0, rates)
        found: dict[str, list[Decision]] = {}
        for id_, decision in gatherer.gather(self._arguments, 0, runs):
            found.setdefault(id_, []).append(decision)
        kept = {id_: differing_features(self._probed, id_, decisions) for id_, decisions in found.items()}
        self._probed = probe_rules(self.game, self.rules, kept)
        self._rates_of = {id_: count / counter.runs for id_, count in counter.asked.items()}

    def _missions_of_run(self) -> int:
        """Return about how many missions a run has: 1, or those of the first career."""
        if not self.is_career:
            return 1
        career = next(play_careers(self._program, autopilot_policy(self._program), self.seed, 0, 1), None)
        return max(1, len(career.missions)) if career is not None else 1

    def _arguments(self, run: int) -> tuple[int, ...]:
        """Return the arguments of a run."""
        return run_arguments(self.entry, run)

    def _make_gatherer(
        self,
        program: Program,
        learned: Mapping[str, LearnedChoice],
        rollouts: int,
        number: int,
        rates: Mapping[str, float] | None,
    ) -> DecisionGatherer:
        """Make the gatherer of a round, which plays by what was learned so far.

        Args:
            program: The program with what was learned, which plays the rollouts.
            learned: What was learned, by choice.
            rollouts: How many rollouts of each answer.
            number: The number of the round.
            rates: The share of the questions of each choice that are judged; None for none.
        """
        lookahead = Lookahead(program, self._entry_of(program), make_simple_player)
        seed = mix(self.seed + LEARN_SEED) ^ number
        return DecisionGatherer(self._probed, self.entry, lookahead, learned_pickers(learned), rollouts, seed, rates)

    def _play_round(self, number: int, last: Round | None) -> Round:
        """Play a round: forecast, judge questions, fit rules, and compare what they come to."""
        learned = {} if last is None else {each.choice.id: each for each in last.choices}
        preferences = write_overlay(self._program.game, learned.values(), None, self._compilation)
        forecast = self._learn_forecast(preferences, number) if self.is_career else None
        program = self._compile(write_overlay(self._program.game, learned.values(), forecast, self._compilation))
        wanted = FIRST_QUESTIONS * GROWTH ** (number - 1)
        runs = self._runs_of_round(wanted)
        rates = {id_: min(1.0, wanted / (rate * runs)) for id_, rate in self._rates_of.items()}
        gatherer = self._make_gatherer(program, learned, ROLLOUTS, number, rates)
        decisions: dict[str, list[Decision]] = {}
        count = 0
        for id_, decision in gatherer.gather(self._arguments, 0, runs):
            decisions.setdefault(id_, []).append(decision)
            count += 1
            if count % 50 == 0:
                self.report(f"Round {number}: {count:,} questions judged in {gatherer.runs + 1} of {runs} runs")
        self._rates_of = {id_: asked / max(1, gatherer.runs) for id_, asked in gatherer.asked.items()}
        self._decisions = [*self._decisions[-1:], decisions]
        self.report(f"Round {number}: finding rules")
        choices = tuple(self._fit_choices())
        text = write_overlay(self._program.game, choices, forecast, self._compilation)
        self.report(f"Round {number}: comparing")
        compared = compare_trials(self._base_trial, self._play_trial(self._compile(text), CHOICE_SEED))
        return Round(number, count, choices, forecast, compared, text)

    def _runs_of_round(self, wanted: float) -> int:
        """Return how many runs of a round judge ``wanted`` questions of each choice that is not rare."""
        often = [rate for rate in self._rates_of.values() if rate > 0]
        least = sorted(often)[len(often) // 3] if often else 1.0
        return max(4, min(int(wanted / least) + 1, int(4 * wanted)))

    def _fit_choices(self) -> Iterator[LearnedChoice]:
        """Yield what the decisions of this round and the last teach of each choice, the greatest gain first."""
        found = []
        for id_ in sorted({id_ for each in self._decisions for id_ in each}):
            probed = self._probed.choices[id_]
            decisions = [
                evolve(decision, run=decision.run + 1_000_003 * number)
                for number, each in enumerate(self._decisions)
                for decision in each.get(id_, ())
            ]
            fitted = fit_rules(DecisionTable.make(decisions, probed.choice.option is not None))
            if fitted.rules:
                rate = self._rates_of.get(id_, 0.0)
                found.append(
                    LearnedChoice(probed.choice, probed.features, fitted.rules, rate * fitted.gain, rate * fitted.error)
                )
        yield from sorted(found, key=lambda each: -each.gain)

    def _learn_forecast(self, preferences: str, number: int) -> LearnedForecast:
        """Learn the forecast of the career's measure under what was learned so far."""
        self.report(f"Round {number}: forecasting careers")
        rules = self._rules_with(preferences)
        career = self._program.career
        assert career is not None
        tallies = self._program.tallies_of(career)
        place = next(place for place, tally in enumerate(tallies) if tally.matters)
        probe = probe_mission_ends(self.game, rules, self._probed.graph, tallies[place])
        count = max(40, FORECAST_MISSIONS // self._missions_of_run())
        seed = mix(self.seed + LEARN_SEED) ^ number
        careers = play_careers(probe.program, exploring_policy(probe.program, seed), seed, 0, count)
        replayer = probe.replayer()
        try:
            table, values, numbers = tabulate_ends(careers, replayer, place)
        finally:
            replayer.close()
        return fit_forecast(tallies[place], probe.features, table, values, numbers)

    def _rules_with(self, text: str) -> Rules:
        """Return the rules with an overlay on top, if there is one."""
        if not text:
            return self.rules
        path = Path.cwd() / f"{LEARNED_NAME}.rules"
        return evolve(self.rules, house=(*self.rules.house, path), texts={**self.rules.texts, path: text})

    def _compile(self, text: str) -> Program:
        """Compile the rules with an overlay on top."""
        return program_for(request_for_game(self.game, self._rules_with(text)))

    def _play_trial(self, program: Program, salt: int) -> Trial:
        """Play the runs that decide between rounds."""
        kind = "career" if self.is_career else "mission"
        return play_trial(program, self._entry_of(program), mix(self.seed + salt), TRIAL_RUNS[kind])


def differing_features(probed: ProbedRules, choice: str, decisions: Sequence[Decision]) -> Counter[str]:
    """List the features of a choice that differ among its decisions; all, if it came up seldom."""
    import numpy as np

    features = probed.choices[choice].features
    if len(decisions) < 100:
        return Counter(feature.text for feature in features)
    table = np.concatenate([decision.features for decision in decisions])
    with np.errstate(invalid="ignore"):
        differs = ~np.isnan(table).any(axis=0) & (table.max(axis=0) > table.min(axis=0))
    _, first = np.unique(table, axis=1, return_index=True)
    unique = set(first.tolist())
    return Counter(feature.text for place, feature in enumerate(features) if differs[place] and place in unique)


def learned_pickers(
    learned: Mapping[str, LearnedChoice],
) -> Mapping[str, Callable[[Sequence[int], FloatArray], int | None]]:
    """Make for each learned choice the function that finds its answer, as the written rules would."""

    def make_picker(each: LearnedChoice) -> AnswerPicker:
        """Make the function of a choice."""

        def pick(answers: Sequence[int], features: FloatArray) -> int | None:
            """Return the place of the answer whose rule is worth most; None if no rule holds."""
            best, place = 0.0, None
            for number, answer in enumerate(answers):
                name = MEMBER_ANSWER if each.choice.option is not None and answer >= 0 else answer
                for rule in each.rules:
                    if rule.answer == name and rule.worth > best and rule.mask(features[number : number + 1])[0]:
                        best, place = rule.worth, number
            return place

        return pick

    return {id_: make_picker(each) for id_, each in learned.items()}


def write_overlay(
    game: str,
    choices: Iterable[LearnedChoice],
    forecast: LearnedForecast | None,
    compilation: Compilation,
) -> str:
    """Write what was learned as an overlay; empty if nothing was.

    Args:
        game: The game's id.
        choices: What was learned of choices.
        forecast: What was learned of the career.
        compilation: The rules, whose scores the overlay quotes.
    """
    lines: list[str] = []
    for number, each in enumerate(choices):
        title = each.choice.id.removeprefix("choice:").replace("_", " ").replace("/", ", ")
        lines.append(f'  {number + 1} "{title}"')
        lines.append(f"    # worth {each.gain:+.3f} ± {1.96 * each.error:.3f} a run")
        lines.append(f"    in procedure {each.choice.procedure}")
        lines += [f"      {line}" for line in write_choice(each, compilation.sources)]
    if forecast is not None:
        number = sum(re.match(r"  \d", line) is not None for line in lines) + 1
        lines.append(f'  {number} "What the career is expected to come to"')
        lines += [f"    {'add ' if line.startswith('forecast') else ''}{line}" for line in write_forecast(forecast)]
    head = f'preferences {LEARNED_NAME} "Good play, learned" for {game}'
    return "\n".join([head, *lines]) + "\n" if lines else ""


def time_left(minutes: float) -> Callable[[], bool]:
    """Make a function that tells whether some minutes have not passed yet."""
    end = monotonic() + 60 * minutes
    return lambda: monotonic() < end
