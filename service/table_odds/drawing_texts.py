"""The texts of an odds chart: its groups of outcomes, its labels, and a description for screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from bombsight.service.lookup.verbalizer import readable_name
from bombsight.service.table_odds.documents import SituationOdds, TableOdds
from bombsight.service.table_odds.wording import (
    TAKEN_TITLE,
    OutcomeLine,
    assumptions_text,
    chance_text,
    collect_means,
    collect_shared_remarks,
    make_result_lines,
    make_taken_lines,
    pair_outcomes,
    situation_text,
)


@frozen
class OutcomeGroup:
    """A group of outcomes in the chart.

    Attributes:
        title: The heading of the group; empty if it needs none.
        outcomes: The label of each outcome, and its chance.
    """

    title: str
    outcomes: Sequence[tuple[str, OutcomeLine]]


def group_outcomes(situation: SituationOdds) -> Iterator[OutcomeGroup]:
    """Group the outcomes of a case for the chart: whole results or else rows, then each named part, or rows in all."""
    chances, against = situation.chances, situation.against
    rows = not chances.results and not (against is not None and against.results)
    lines = make_result_lines(chances, against)
    parts = chances.parts if lines else ()
    yield OutcomeGroup(
        ", ".join(readable_name(part.part) for part in parts),
        [(outcome_label(line, with_key=rows), line) for line in lines],
    )
    others = None if against is None else {part.part: part.outcomes for part in against.parts}
    for part in parts:
        lines_of_part = pair_outcomes(part.outcomes, None if others is None else others.get(part.part, ()))
        yield OutcomeGroup(readable_name(part.part), [(outcome_label(line), line) for line in lines_of_part])
    taken = make_taken_lines(chances)
    if taken:
        yield OutcomeGroup(TAKEN_TITLE, [(outcome_label(line, with_key=True), line) for line in taken])


def outcome_label(outcome: OutcomeLine, *, with_key: bool = False) -> str:
    """Return the label of an outcome in the chart; ``with_key`` adds the key of its row."""
    if with_key and outcome.title and outcome.title != outcome.name:
        return f"{readable_name(outcome.name)}: {outcome.title}"
    return readable_name(outcome.title or outcome.name)


def head_text(odds: TableOdds) -> str:
    """Return the heading of the chart, which names the table, or the expression."""
    return f"{odds.table}  {odds.title}" if odds.table and odds.title != odds.table else odds.title


def source_text(odds: TableOdds) -> str:
    """Return the line below the heading: the table's dice and its citation."""
    return ", ".join(part for part in (odds.dice, odds.origin.standing, odds.origin.cite) if part)


def foot_texts(odds: TableOdds) -> Iterator[str]:
    """Yield the lines at the foot of the chart: assumed values and remarks."""
    yield from collect_means(odds)
    yield from collect_shared_remarks(odds)
    if odds.assumed:
        yield f"As when a game begins: {assumptions_text(odds.assumed)}."


def case_text(odds: TableOdds, situation: SituationOdds) -> str:
    """Return the label of a case; empty if it is the only one."""
    return situation_text(situation.where) if len(odds.situations) > 1 else ""


def describe_odds(odds: TableOdds) -> str:
    """Describe the odds in sentences, for screen readers."""
    sentences = [source_text(odds), *(f"given {text}" for text in odds.given)]
    if odds.rules_told:
        sentences.append(f"{odds.rules_told[0]}, compared with {odds.rules_told[1]}")
    for situation in odds.situations:
        sentences.append(case_text(odds, situation))
        for group in group_outcomes(situation):
            outcome_texts = [f"{name} {chance_change_text(line)}" for name, line in group.outcomes]
            sentences.append(f"{group.title}: {'; '.join(outcome_texts)}" if group.title else "; ".join(outcome_texts))
    sentences += foot_texts(odds)
    return " ".join(f"{each.rstrip('.')}." for each in sentences if each)


def chance_change_text(outcome: OutcomeLine) -> str:
    """Format an outcome's probability, with that under the compared rules if any: ``5.6 %, was 2.8 %``."""
    current_text = chance_text(outcome.chance)
    return current_text if outcome.against is None else f"{current_text}, was {chance_text(outcome.against)}"
