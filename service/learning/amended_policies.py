"""A policy under learning: the rules that amend the autopilot so far, and their overlay."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from attrs import evolve, field, frozen

from bombsight.dsl.source import Source
from bombsight.service.learning.decisions import AnswerPicker, FloatArray
from bombsight.service.learning.forecasting import LearnedForecast, write_forecast
from bombsight.service.learning.probing import ProbedRules
from bombsight.service.learning.rule_lists import MEMBER_ANSWER, LearnedRule
from bombsight.service.learning.writing import LearnedChoice, write_choice

OVERLAY_NAME = "learned"
"""The name of the overlay that is written."""


@frozen
class AmendedPolicy:
    """The autopilot of the rules with some rules that amend it.

    Attributes:
        rules: The rules in the order in which they were learned: where several hold at a choice, the last counts.
        forecast: What the career is expected to come to; None for a game without a career.
    """

    rules: tuple[LearnedRule, ...] = ()
    forecast: LearnedForecast | None = field(default=None, eq=False)

    def keep_rules(self, is_kept: Callable[[LearnedRule], bool]) -> AmendedPolicy:
        """Return the policy with those of its rules that are to be kept."""
        return evolve(self, rules=tuple(filter(is_kept, self.rules)))

    def rules_by_choice(self) -> Mapping[str, tuple[LearnedRule, ...]]:
        """Group the rules by choice, in order."""
        names = dict.fromkeys(rule.choice for rule in self.rules)
        return {name: tuple(rule for rule in self.rules if rule.choice == name) for name in names}

    def pickers(self, probed: ProbedRules) -> Mapping[str, AnswerPicker]:
        """Make for each choice with rules the function that finds its answer, as the written rules would."""
        return {
            name: make_picker(rules, is_domain=probed.choices[name].choice.option is not None)
            for name, rules in self.rules_by_choice().items()
        }

    def write(self, game: str, probed: ProbedRules, sources: Mapping[str, Source], switches: Sequence[str] = ()) -> str:
        """Write the policy as an overlay; empty if it amends nothing.

        Args:
            game: The game's id.
            probed: The rules with the features that the tests name.
            sources: The files of the rules, whose scores the overlay quotes.
            switches: The field that switches each rule on; empty if all are on.
        """
        lines: list[str] = []
        for number, (name, rules) in enumerate(self.rules_by_choice().items(), 1):
            each = probed.choices[name]
            title = name.removeprefix("choice:").replace("_", " ").replace("/", ", ")
            lines += [f'  {number} "{title}"', f"    in procedure {each.choice.procedure}"]
            names = (
                [switch for switch, rule in zip(switches, self.rules, strict=True) if rule.choice == name]
                if switches
                else ()
            )
            learned = LearnedChoice(each.choice, each.features, rules, names)
            lines += [f"      {line}" for line in write_choice(learned, sources)]
        if self.forecast is not None:
            number = sum(re.match(r"  \d", line) is not None for line in lines) + 1
            lines.append(f'  {number} "What the career is expected to come to"')
            lines += [f"    {line}" for line in write_forecast(self.forecast)]
        head = f'preferences {OVERLAY_NAME} "Good play, learned" for {game}'
        return "\n".join([head, *lines]) + "\n" if lines else ""


def make_picker(rules: Sequence[LearnedRule], *, is_domain: bool) -> AnswerPicker:
    """Make the function that finds the answer to a choice by its rules, the last first."""

    def pick(answers: Sequence[int], features: FloatArray) -> int | None:
        """Return the place of the answer of the last rule that holds; None if none holds."""
        names = [MEMBER_ANSWER if is_domain and answer >= 0 else answer for answer in answers]
        for rule in reversed(rules):
            holds = rule.mask(features)
            for place, name in enumerate(names):
                if name == rule.answer and holds[place]:
                    return place
        return None

    return pick
