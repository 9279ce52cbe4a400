"""Detours: rounds without the rule that is worth most, so that learning gets out of a corner.

A rule may be best as others play by now, and keep better play from being found: who stays at home never learns to fly.
So where a round finds nothing, the best policy goes on for some rounds without such a rule, and without any other for
the same answer; then everything is allowed again. What is better than before is kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from bombsight.service.learning.rule_lists import LearnedRule

BANNED_ROUNDS = 3
"""How many rounds of a detour do without the rule; one more follows in which all is allowed."""

AnswerKey = tuple[str, int]
"""A choice by its stable name, and an answer as rules name it."""


def answer_key(rule: LearnedRule) -> AnswerKey:
    """Return the choice and the answer that a rule is for."""
    return rule.choice, rule.answer


@define(eq=False)
class Detours:
    """Which answers are banned by now, and from which rules detours were made.

    Attributes:
        banned: What is banned in this round; None for nothing.
        rounds_left: How many rounds of a detour are to come, the one in which all is allowed among them; 0 at other
            times.
    """

    banned: AnswerKey | None = field(default=None, init=False)
    rounds_left: int = field(default=0, init=False)
    _tried: set[AnswerKey] = field(factory=set, init=False)

    def begin(self, rules: Sequence[LearnedRule]) -> bool:
        """Begin a detour without the answer that is worth most among the rules; return whether one is left to be tried.

        Args:
            rules: The rules of the best policy, with what each is worth.
        """
        left = [rule for rule in rules if answer_key(rule) not in self._tried]
        if not left:
            return False
        self.banned = answer_key(max(left, key=lambda rule: rule.worth))
        self._tried.add(self.banned)
        self.rounds_left = BANNED_ROUNDS + 1
        return True

    def end_round(self) -> bool:
        """Count a round; return whether a detour ends with it."""
        if not self.rounds_left:
            return False
        self.rounds_left -= 1
        if self.rounds_left == 1:
            self.banned = None
        return self.rounds_left == 0

    def allows(self, rule: LearnedRule) -> bool:
        """Whether a rule may be tried in this round."""
        return answer_key(rule) != self.banned
