"""Making the document of what was learned."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.graph import statements as g
from bombsight.service.learning.document import (
    ChoiceTold,
    ComparisonTold,
    ForecastTold,
    GapTold,
    RoundTold,
    RuleTold,
    RunsOf,
)
from bombsight.service.learning.learning import Judged, Round
from bombsight.service.learning.rule_lists import MEMBER_ANSWER
from bombsight.service.learning.search_gap import SearchGap
from bombsight.service.learning.trials import Compared
from bombsight.service.learning.writing import NONE_ANSWER, LearnedChoice

FIGURE_DIGITS = 6
"""The decimal places of figures."""


def judged_document(judged: Judged) -> ComparisonTold:
    """Make the document of the last word on a policy."""
    return comparison_document(judged.compared, judged.runs_of, judged.player, judged.side)


def comparison_document(compared: Compared, runs_of: RunsOf, player: str = "", side: int = 1) -> ComparisonTold:
    """Make the document of a comparison, with the signs that the measure has.

    Args:
        compared: The comparison.
        runs_of: What was played.
        player: Whose rules were learned; empty for all.
        side: 1 if what is good is good for that player, -1 if it is the reverse.
    """
    return ComparisonTold(
        runs_of=runs_of,
        player=player,
        measure=compared.title,
        matters="good" if compared.sign > 0 else "bad",
        runs=compared.runs,
        own=rounded(compared.sign * compared.value),
        learned=rounded(compared.sign * (compared.value + compared.difference)),
        margin=rounded(compared.margin),
        better=compared.is_better if side > 0 else compared.is_worse,
    )


def round_document(found: Round, runs_of: RunsOf) -> RoundTold:
    """Make the document of a round."""
    return RoundTold(
        number=found.number,
        questions=found.decisions,
        tried=found.tried,
        kept=found.kept,
        compared=comparison_document(found.compared, runs_of),
        detour=found.detour,
    )


def choice_document(learned: LearnedChoice) -> ChoiceTold:
    """Make the document of what was learned of a choice."""
    return ChoiceTold(id=learned.choice.id, rules=tuple(rule_documents(learned)))


def rule_documents(learned: LearnedChoice) -> Iterator[RuleTold]:
    """Yield the documents of a choice's rules, the last learned first."""
    for place, rule in reversed([*enumerate(learned.rules)]):
        yield RuleTold(
            answer=answer_name(learned.choice.node, rule.answer),
            condition=learned.condition_of(place),
            worth=rounded(rule.worth),
            margin=rounded(rule.margin),
            share=rounded(rule.share),
        )


def answer_name(node: g.Choose | g.ChooseBranch, answer: int) -> str:
    """Return the name of the answer of a rule: a branch, the variable of the choice, or none."""
    match node:
        case _ if answer == NONE_ANSWER:
            return "none"
        case g.Choose():
            assert answer == MEMBER_ANSWER
            return node.variable
        case g.ChooseBranch():
            return node.branches[answer].name


def forecast_document(found: Round) -> ForecastTold | None:
    """Make the document of a round's forecast; None for a game without a career."""
    forecast = found.policy.forecast
    if forecast is None:
        return None
    return ForecastTold(tally=forecast.tally.name, explained=rounded(forecast.explained), ends=forecast.rows)


def gap_document(gap: SearchGap) -> GapTold:
    """Make the document of what the rules keep of a search's gain."""
    return GapTold(
        search=rounded(gap.search),
        search_margin=rounded(gap.search_margin),
        rules=rounded(gap.rules),
        rules_margin=rounded(gap.rules_margin),
        share=None if gap.share is None else rounded(gap.share),
        share_margin=None if gap.share_margin is None else rounded(gap.share_margin),
    )


def rounded(value: float) -> float:
    """Round a figure; no figure is a negative zero."""
    return round(value, FIGURE_DIGITS) + 0.0
