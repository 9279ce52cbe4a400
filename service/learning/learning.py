"""Policy iteration: the autopilot plays, rollouts judge its answers, rules amend it, and the amended one plays on.

What rollouts find is true of one answer, with the autopilot answering all else as before. Whether it is true of all
answers together, and of whole careers, only play can tell: so many rules are tried in play, and kept if runs go better
by them; then variants of what was kept.

Work is done in rounds of a fixed size, so the same rounds of a seed come to the same rules; time decides only how many
rounds there are. Three kinds of runs have no part in each other: those that are learned from, those that decide whether
a rule is kept, and those by which the result is judged in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from time import monotonic

import numpy as np
from attrs import define, evolve, field, frozen

from bombsight.compiler.request import Compilation
from bombsight.flat.program import Entry, Program
from bombsight.runtime.batch.estimates import Z
from bombsight.runtime.batch.lookahead import Lookahead
from bombsight.runtime.batch.rollout_policy import check_good_or_bad
from bombsight.runtime.dice import mix
from bombsight.runtime.run.policies import autopilot_policy
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.learning.amended_policies import OVERLAY_NAME, AmendedPolicy
from bombsight.service.learning.careers import exploring_policy, play_careers
from bombsight.service.learning.decisions import Decision, DecisionGatherer
from bombsight.service.learning.detours import Detours
from bombsight.service.learning.document import RunsOf
from bombsight.service.learning.forecasting import (
    LearnedForecast,
    fit_forecast,
    probe_mission_ends,
    tabulate_ends,
)
from bombsight.service.learning.probing import ProbedRules, probe_rules
from bombsight.service.learning.rule_lists import DecisionTable, LearnedRule, propose_rules
from bombsight.service.learning.search_gap import SearchGap, allot_questions, measure_gap, spread_of_gains
from bombsight.service.learning.selection import Change, Selection
from bombsight.service.learning.switchboard import Switchboard, add_switches, switch_names
from bombsight.service.learning.trials import Compared, compare_trials, play_trial, run_arguments
from bombsight.service.learning.variants import vary_rule
from bombsight.service.learning.writing import LearnedChoice, list_unquotable
from bombsight.service.programs.compile import compile_game
from bombsight.service.programs.players import make_simple_player
from bombsight.service.programs.prepare import program_for

ROLLOUTS = 24
"""Rollouts of each answer to a question: a rule is fitted to many questions, whose errors cancel out."""

COUNTED_MISSIONS = 100
"""Missions of the round before the first, which counts how often each choice comes up."""

COUNTED_QUESTIONS = 150
"""Questions of each choice in the round before the first, which find the features that differ."""

FIRST_QUESTIONS = 250
"""How many questions of each choice are judged in the first round; each further round judges more."""

GROWTH = 1.5
"""How many times more questions each round judges than the one before, but for those of detours."""

WHOLE_CAREER_SHARE = 1 / 3
"""What share of these questions is judged in a round that judges by whole careers, whose rollouts take longer."""

MAX_TRIED = 160
"""The most rules that a selection tries, the most promising first."""

TRIED_PER_CHOICE = (8, 60)
"""The fewest and the most rules of a choice that are tried: more, the fewer choices there are."""

PROOF, VARIANT_PROOF = 3.0, 2.0
"""By how many standard errors runs have to go better by a rule that comes in, and by a variant for the rule before, or
by a rule that stays: of many that are tried, some look better by chance."""

GAP_LENGTH = 5_000_000_000
"""How many throws and answers the rollouts of the search have together with which rules are compared."""

GAP_QUESTIONS = (300, 10_000)
"""The fewest and the most questions that are searched for it."""

GAP_ROLLOUTS = 400
"""Rollouts of each answer of such a search: as many as the thoughtful player takes, for each half."""

FORECAST_MISSIONS = 5_000
"""Missions of the careers from which a forecast is learned."""

TRIAL_LENGTH = 100_000_000
"""How many throws and answers the runs of a trial have together."""

TRIAL_RUNS = (4_000, 200_000)
"""The fewest and the most runs of a trial."""

LEARN_SEED, CHOICE_SEED, TEST_SEED = 1, 2, 3
"""What is mixed into the seed for the three kinds of runs."""


@frozen
class Round:
    """What a round came to.

    Attributes:
        number: Its number, from 1.
        decisions: How many questions were judged in it.
        tried: How many rules were tried, variants among them.
        kept: How many of them were kept.
        policy: The policy after it.
        compared: That policy beside the autopilot of the rules, by the runs that decide what is kept.
        text: Its overlay.
        detour: The choice that it does without a learned answer, since it is part of a detour; empty at other times.
    """

    number: int
    decisions: int
    tried: int
    kept: int
    policy: AmendedPolicy
    compared: Compared
    text: str
    detour: str = ""


@frozen
class Judged:
    """The last word on a policy.

    Attributes:
        runs_of: What was played.
        player: Whose rules were compared; empty where only one player decides anything.
        side: 1 if they are the first player's, -1 if they are the other's.
        compared: The comparison.
    """

    runs_of: RunsOf
    player: str
    side: int
    compared: Compared


@define(eq=False)
class Learner:
    """Learns better preferences for a game's autopilot.

    Attributes:
        game: The game's id or folder.
        rules: The rules of the call.
        seed: The seed of all dice.
        report: Takes a sentence about the present work.
        best: The best round with a rule; None before.
    """

    game: str
    rules: Rules
    seed: int
    report: Callable[[str], object]
    best: Round | None = field(default=None, init=False)
    _program: Program = field(init=False)
    _compilation: Compilation = field(init=False)
    _probed: ProbedRules = field(init=False)
    _compared: Compared = field(init=False)
    _policy: AmendedPolicy = field(factory=AmendedPolicy, init=False)
    _unquotable: Collection[str] = field(factory=tuple, init=False)
    _rates_of: Mapping[str, float] = field(factory=dict, init=False)
    _trial_runs: int = field(default=0, init=False)
    _missions: int = field(default=1, init=False)
    _length: int = field(default=1, init=False)
    _spreads: Mapping[str, float] = field(factory=dict, init=False)
    _sides: dict[str, int] = field(factory=dict, init=False)
    _detours: Detours = field(factory=Detours, init=False)
    _level: int = field(default=0, init=False)

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
    def game_id(self) -> str:
        """The game's id."""
        return self._program.game

    @property
    def title(self) -> str:
        """The game's title."""
        return self._program.title

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

    def learn(self, rounds: int, has_time: Callable[[], bool]) -> Iterator[Round]:
        """Learn round by round, and yield each.

        Args:
            rounds: The most rounds.
            has_time: Whether there is time for another round, or for a further trial in it.
        """
        self._prepare()
        for number in range(1, rounds + 1):
            if not has_time():
                return
            found = self._play_round(number, has_time)
            if found.policy.rules and self._is_best(found):
                self.best = found
            yield found
            self._choose_next(found)

    def _is_best(self, found: Round) -> bool:
        """Whether a round is better than all before; of two sides that learn, each against the other, the last is."""
        if self.best is None or len({*self._sides.values()}) > 1:
            return True
        side = next(iter(self._sides.values()), 1)
        return side * (found.compared.difference - self.best.compared.difference) >= 0

    def _choose_next(self, found: Round) -> None:
        """Choose the policy of the next round: this one's, or the best one's, which a detour may begin from."""
        is_over = self._detours.end_round()
        if self._detours.rounds_left or self.best is None or len({*self._sides.values()}) > 1:
            return
        if is_over and self.best is not found:
            self._policy = self.best.policy
        elif found.kept:
            return
        if self._detours.begin(self.best.policy.rules):
            self._policy = self.best.policy.keep_rules(self._detours.allows)

    def judge(self, policy: AmendedPolicy) -> tuple[Judged, ...]:
        """Compare a policy with the autopilot of the rules, by runs that had no part in anything: the last word.

        In a game for two each side is compared with its play by the rules, against what the other has learned.

        Returns:
            The comparisons by what is played; then, of careers, those by single missions.
        """
        entries = [self.entry, *([self._program.mission] if self.is_career else [])]
        return tuple(self._judge_side(policy, entry, side) for entry in entries for side in self.sides_of(policy))

    def weigh_rules(self, policy: AmendedPolicy) -> AmendedPolicy:
        """Return a policy whose rules have what each is worth, by runs that had no part in learning.

        A rule is worth by how much runs go better with it than without it, all others being in force.
        """
        everything = frozenset(range(len(policy.rules)))
        selection = self._make_selection(policy.rules, everything, TEST_SEED, lambda: True, "Weighing rules")
        weighed = []
        for place, rule in enumerate(policy.rules):
            gain, error = selection.measure_gain(everything - {place}, self._sides[rule.choice], self._trial_runs)
            weighed.append(evolve(rule, worth=-gain, margin=Z * error))
        return evolve(policy, rules=tuple(weighed))

    def sides_of(self, policy: AmendedPolicy) -> tuple[int, ...]:
        """List the sides that have rules in a policy: 1 for the first player, -1 for the other of two."""
        return tuple(sorted({self._sides[rule.choice] for rule in policy.rules}, reverse=True))

    def _judge_side(self, policy: AmendedPolicy, entry: Entry, side: int) -> Judged:
        """Compare a policy with what it is without the rules of a side, in runs of an entry."""
        kind: RunsOf = "career" if entry == self._program.career else "mission"
        runs = self._trial_runs if entry == self.entry else TRIAL_RUNS[1]
        self.report(f"Comparing {runs:,} {kind}s")
        others = policy.keep_rules(lambda rule: self._sides[rule.choice] != side)
        programs = (
            self._compile(self.write(others)) if others.rules else self._program,
            self._compile(self.write(policy)),
        )
        trials = [play_trial(each, entry, mix(self.seed + TEST_SEED), runs) for each in programs]
        return Judged(kind, self.player_name(side), side, compare_trials(*trials))

    def player_name(self, side: int) -> str:
        """Return the name of the player of a side; empty where only one of them decides anything."""
        if len({*self._sides.values()}) < 2:
            return ""
        players = next((enum for enum in self._probed.graph.enums if enum.name == self._program.players), None)
        return "" if players is None else players.values[0 if side > 0 else 1]

    def measure_gap(self, found: Round) -> SearchGap:
        """Measure what the rules of a round keep of the gain of a search, at questions that had no part in anything.

        Most questions are of the choices that the last round found to differ most. Rollouts go on to the end of a
        career: no forecast takes a part in the measurement.
        """
        rollouts_length = 2 * GAP_ROLLOUTS * self._length
        fewest, most = GAP_QUESTIONS
        wanted = allot_questions(self._rates_of, self._spreads, max(fewest, min(most, GAP_LENGTH // rollouts_length)))
        runs = max(4, *(int(count / self._rates_of[id_]) + 1 for id_, count in wanted.items()))
        rates = {id_: min(1.0, wanted.get(id_, 0.0) / (rate * runs)) for id_, rate in self._rates_of.items()}
        gatherer = self._make_gatherer(
            found.policy, GAP_ROLLOUTS, mix(self.seed + TEST_SEED), rates, ignores_stages=True
        )
        decisions: dict[str, list[Decision]] = {}
        for id_, decision in gatherer.gather(self._arguments, 0, runs):
            decisions.setdefault(id_, []).append(decision)
            self.report(f"Comparing with a search: {gatherer.runs + 1} of {runs} runs")
        asked = {id_: count / max(1, gatherer.runs) for id_, count in gatherer.asked.items()}
        return measure_gap(decisions, asked)

    def list_choices(self, policy: AmendedPolicy) -> tuple[LearnedChoice, ...]:
        """List what a policy has learned, choice by choice."""
        probed = self._probed.choices
        return tuple(
            LearnedChoice(probed[name].choice, probed[name].features, rules)
            for name, rules in policy.rules_by_choice().items()
        )

    def write(self, policy: AmendedPolicy) -> str:
        """Write a policy as an overlay of the rules; empty if it amends nothing."""
        return policy.write(self._program.game, self._probed, self._compilation.sources)

    def _prepare(self) -> None:
        """Count in a round before the first how often choices come up, and leave out features that never differ."""
        self.report("Finding out what may matter")
        self._missions = self._count_missions()
        self._probed = probe_rules(self.game, self.rules)
        choices = [each.choice for each in self._probed.choices.values()]
        self._unquotable = list_unquotable(choices, self._compilation.sources)
        runs = max(1, COUNTED_MISSIONS // self._missions)
        seed = mix(self.seed + LEARN_SEED)
        counter = self._make_gatherer(AmendedPolicy(), 2, seed, None)
        for _ in counter.gather(self._arguments, 0, runs):
            raise AssertionError("nothing is judged where questions are only counted")
        rates = {id_: min(1.0, COUNTED_QUESTIONS / count) for id_, count in counter.asked.items()}
        gatherer = self._make_gatherer(AmendedPolicy(), 2, seed, rates)
        found: dict[str, list[Decision]] = {}
        for id_, decision in gatherer.gather(self._arguments, 0, runs):
            found.setdefault(id_, []).append(decision)
        kept = {id_: differing_features(self._probed, id_, decisions) for id_, decisions in found.items()}
        self._probed = probe_rules(self.game, self.rules, kept)
        self._rates_of = {id_: count / counter.runs for id_, count in counter.asked.items()}
        fewest, most = TRIAL_RUNS
        self._length = max(1, counter.length // counter.runs)
        self._trial_runs = max(fewest, min(most, TRIAL_LENGTH // self._length))

    def _count_missions(self) -> int:
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
        policy: AmendedPolicy,
        rollouts: int,
        seed: int,
        rates: Mapping[str, float] | None,
        *,
        ignores_stages: bool = False,
    ) -> DecisionGatherer:
        """Make a gatherer that plays by a policy.

        Args:
            policy: The policy.
            rollouts: How many rollouts of each answer.
            seed: The seed of the dice.
            rates: The share of the questions of each choice that are judged; None for none.
            ignores_stages: Whether rollouts go on to the end of a career, whatever a forecast says.
        """
        program = self._compile(self.write(policy))
        lookahead = Lookahead(program, self._entry_of(program), make_simple_player, ignores_stages=ignores_stages)
        pickers = policy.pickers(self._probed)
        return DecisionGatherer(self._probed, self.entry, lookahead, pickers, rollouts, seed, rates)

    def _play_round(self, number: int, has_time: Callable[[], bool]) -> Round:
        """Play a round: forecast, judge questions, propose rules, and keep those that prove themselves.

        In a career every other round does without a forecast, and judges questions by whole careers: what a forecast
        does not see, such as what is bought as a mission ends, is seen there.
        """
        ignores_stages = self.is_career and number % 2 == 0
        if not self._detours.rounds_left:
            self._level += 1
        if self.is_career and not ignores_stages and not self._program.forecasts:
            self._policy = evolve(self._policy, forecast=self._learn_forecast(number))
        decisions = self._gather(number, ignores_stages=ignores_stages)
        self.report(f"Round {number}: finding rules")
        tables = self._tabulate(decisions)
        fresh = self._propose_rules(tables)
        kept = self._select_rules(number, fresh, has_time)
        variants = self._list_variants(tables)
        kept += self._select_variants(number, variants, has_time)
        count = sum(map(len, decisions.values()))
        tried = len(fresh) + sum(map(len, variants))
        detour = self._detours.banned[0] if self._detours.banned else ""
        return Round(number, count, tried, kept, self._policy, self._compared, self.write(self._policy), detour)

    def _gather(self, number: int, *, ignores_stages: bool) -> Mapping[str, Sequence[Decision]]:
        """Judge questions of a round's runs."""
        wanted = FIRST_QUESTIONS * GROWTH ** (self._level - 1) * (WHOLE_CAREER_SHARE if ignores_stages else 1)
        runs = self._runs_of_round(wanted)
        rates = {id_: min(1.0, wanted / (rate * runs)) for id_, rate in self._rates_of.items()}
        seed = mix(self.seed + LEARN_SEED) ^ number
        gatherer = self._make_gatherer(self._policy, ROLLOUTS, seed, rates, ignores_stages=ignores_stages)
        decisions: dict[str, list[Decision]] = {}
        for count, (id_, decision) in enumerate(gatherer.gather(self._arguments, 0, runs)):
            decisions.setdefault(id_, []).append(decision)
            if count % 50 == 0:
                self.report(f"Round {number}: {count:,} questions judged in {gatherer.runs} of {runs} runs")
        self._rates_of = {id_: asked / max(1, gatherer.runs) for id_, asked in gatherer.asked.items()}
        self._spreads = {id_: spread_of_gains(judged) for id_, judged in decisions.items()}
        return decisions

    def _runs_of_round(self, wanted: float) -> int:
        """Return how many runs of a round judge ``wanted`` questions of each choice that is not rare."""
        often = sorted(rate for rate in self._rates_of.values() if rate > 0)
        least = often[len(often) // 3] if often else 1.0
        return max(4, min(int(wanted / least) + 1, int(4 * wanted)))

    def _tabulate(self, decisions: Mapping[str, Sequence[Decision]]) -> Mapping[str, DecisionTable]:
        """Make the table of each choice that one side alone comes to, and whose routine line can be quoted.

        What is better for one side is worse for the other, and no trial could tell.
        """
        tables = {}
        for id_ in sorted(decisions):
            sides = {decision.side for decision in decisions[id_]}
            if len(sides) == 1 and id_ not in self._unquotable:
                self._sides[id_] = sides.pop()
                is_domain = self._probed.choices[id_].choice.option is not None
                tables[id_] = DecisionTable.make(id_, decisions[id_], is_domain)
        return tables

    def _propose_rules(self, tables: Mapping[str, DecisionTable]) -> Sequence[LearnedRule]:
        """Propose rules, those last that are worth most where they hold: of several that do, the last counts."""
        fewest, most = TRIED_PER_CHOICE
        quota = max(fewest, min(most, MAX_TRIED // max(1, len(tables))))
        found = [
            (self._rates_of.get(id_, 0.0) * each.promise, each.rule)
            for id_, table in tables.items()
            for each in propose_rules(table, quota)
            if self._detours.allows(each.rule)
        ]
        found.sort(key=lambda pair: -pair[0])
        return sorted((rule for _, rule in found[:MAX_TRIED]), key=lambda rule: rule.worth)

    def _select_rules(self, number: int, fresh: Sequence[LearnedRule], has_time: Callable[[], bool]) -> int:
        """Select from new rules, and return how many are kept."""
        known = len(self._policy.rules)
        rules = (*self._policy.rules, *fresh)
        selection = self._make_selection(
            rules, frozenset(range(known)), CHOICE_SEED, has_time, f"Round {number}: trying {len(fresh)} rules"
        )
        kept = selection.select((Change(known + place) for place, _ in enumerate(fresh)), PROOF)
        self._keep_selected(selection)
        return kept

    def _list_variants(self, tables: Mapping[str, DecisionTable]) -> Sequence[Sequence[LearnedRule]]:
        """List the variants of each rule of the policy, as many as may be tried."""
        quota = MAX_TRIED // max(1, len(self._policy.rules))
        return [
            [*islice(vary_rule(rule, tables[rule.choice]), quota)] if rule.choice in tables else []
            for rule in self._policy.rules
        ]

    def _select_variants(
        self, number: int, variants: Sequence[Sequence[LearnedRule]], has_time: Callable[[], bool]
    ) -> int:
        """Put better variants in the places of rules, take out idle rules, and return how many variants are kept."""
        rules: list[LearnedRule] = []
        changes, active = [], []
        for rule, others in zip(self._policy.rules, variants, strict=True):
            place = len(rules)
            active.append(place)
            rules += [rule, *others]
            changes += [Change(place + step, place) for step, _ in enumerate(others, 1)]
        selection = self._make_selection(
            rules, frozenset(active), CHOICE_SEED, has_time, f"Round {number}: trying {len(changes)} variants"
        )
        kept = selection.select(changes, VARIANT_PROOF)
        worths = selection.drop_idle(VARIANT_PROOF)
        self._keep_selected(selection, worths)
        return kept

    def _make_selection(
        self,
        rules: Sequence[LearnedRule],
        active: frozenset[int],
        seed: int,
        has_time: Callable[[], bool],
        title: str,
    ) -> Selection:
        """Compile a switchboard, and make a selection among its rules that begins with some of them."""
        names = switch_names(rules)
        text = AmendedPolicy(tuple(rules)).write(self._program.game, self._probed, self._compilation.sources, names)
        owner = "career" if self.is_career else self.entry.name
        program = program_for(add_switches(request_for_game(self.game, self._rules_with(text)), owner, names))
        board = Switchboard(rules, program, self._entry_of(program), mix(self.seed + seed))
        sides = [self._sides[rule.choice] for rule in rules]
        return Selection(
            board, sides, self._trial_runs, has_time, lambda played: self.report(f"{title}: trial {played}"), active
        )

    def _keep_selected(self, selection: Selection, worths: Mapping[int, float] | None = None) -> None:
        """Make what was selected the policy, and note what its rules are worth if that is known."""
        rules = tuple(
            evolve(rule, worth=(worths or {}).get(place, rule.worth))
            for place, rule in enumerate(selection.board.rules)
            if place in selection.active
        )
        self._policy = evolve(self._policy, rules=rules)
        none = selection.board.play((), self._trial_runs)
        self._compared = compare_trials(none, selection.board.play(selection.active, self._trial_runs))

    def _learn_forecast(self, number: int) -> LearnedForecast:
        """Learn the forecast of the career's measure under what was learned so far."""
        self.report(f"Round {number}: forecasting careers")
        rules = self._rules_with(self.write(evolve(self._policy, forecast=None)))
        career = self._program.career
        assert career is not None
        tallies = self._program.tallies_of(career)
        place = next(place for place, tally in enumerate(tallies) if tally.matters)
        probe = probe_mission_ends(self.game, rules, self._probed.graph, tallies[place])
        count = max(40, FORECAST_MISSIONS // self._missions)
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
        path = Path.cwd() / f"{OVERLAY_NAME}.rules"
        return evolve(self.rules, house=(*self.rules.house, path), texts={**self.rules.texts, path: text})

    def _compile(self, text: str) -> Program:
        """Compile the rules with an overlay on top."""
        return program_for(request_for_game(self.game, self._rules_with(text)))

    def _entry_of(self, program: Program) -> Entry:
        """Return what is played, in a program of the same rules with other preferences."""
        return program.career if self.is_career and program.career is not None else program.mission


def differing_features(probed: ProbedRules, choice: str, decisions: Sequence[Decision]) -> Collection[str]:
    """List the features of a choice that differ among its decisions; all, if it came up seldom."""
    features = probed.choices[choice].features
    if len(decisions) < COUNTED_QUESTIONS // 2:
        return {feature.text for feature in features}
    table = np.concatenate([decision.features for decision in decisions])
    with np.errstate(invalid="ignore"):
        differs = ~np.isnan(table).any(axis=0) & (table.max(axis=0) > table.min(axis=0))
    _, first = np.unique(table, axis=1, return_index=True)
    unique = set(first.tolist())
    return {feature.text for place, feature in enumerate(features) if differs[place] and place in unique}


def time_left(minutes: float) -> Callable[[], bool]:
    """Make a function that tells whether some minutes have not passed yet."""
    end = monotonic() + 60 * minutes
    return lambda: monotonic() < end
