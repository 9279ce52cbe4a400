"""The odds of all tables of a game: computed within a budget, and cached."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from math import prod

from attrs import frozen

from bombsight.boundary.budget import Budget, OverBudgetError, WorkKind
from bombsight.boundary.errors import InputError
from bombsight.compiler.graph.nodes import RuleGraph, Table
from bombsight.compiler.lower.program_builder import GraphAnalyses, analyze_graph
from bombsight.compiler.odds_harness import Scene, Subject
from bombsight.compiler.request import Request
from bombsight.compiler.thresholds import NumberUsage, number_key, usage_of_roll
from bombsight.flat.types import IntType
from bombsight.service.games.library import PROGRAM_FOLDERS, code_digest, compute_digest
from bombsight.service.lookup.rule_text import Sources
from bombsight.service.programs.cache import cache_path, load_cached_value, request_digest, store_cached_value
from bombsight.service.table_odds.case_spaces import make_space
from bombsight.service.table_odds.document_maker import has_dice
from bombsight.service.table_odds.documents import TableOdds
from bombsight.service.table_odds.question import OddsQuestion
from bombsight.service.table_odds.situations import answer_question

MAX_RUNS = 400
"""The maximum number of enumerated runs of a table, and of random runs for the rest, so that a site is soon written."""

MAX_CASES = 48
"""The maximum number of cases by which the odds of a table are split."""


SETUP_STEPS_PER_CHARACTER = 100
"""The cost of compiling a table for its odds, in steps for each character of the rules."""


@frozen
class RolledTableOdds:
    """The odds of a table.

    Attributes:
        usual: The odds in the state at the start of a game.
        cases: The odds by all that decides the row; None if nothing does, or there are too many cases.
    """

    usual: TableOdds
    cases: TableOdds | None


@frozen
class SiteOdds:
    """The odds of a game's tables with dice.

    Attributes:
        rolled: The computed odds, by table id.
        left: The ids of the other tables, for which the budget did not suffice.
    """

    rolled: Mapping[str, RolledTableOdds]
    left: tuple[str, ...]


def load_site_odds(request: Request, graph: RuleGraph, sources: Sources) -> SiteOdds:
    """Load the odds of a game's tables from the cache, or compute them within the budget."""
    file = cache_path("site", compute_digest((), request_digest(request), code_digest(PROGRAM_FOLDERS)))
    cached = load_cached_value(file)
    if isinstance(cached, SiteOdds):
        return cached
    analyses, budget = analyze_graph(graph), request.allowance.make_budget(WorkKind.SITE)
    odds_by_table: dict[str, RolledTableOdds] = {}
    skipped: list[str] = []
    for table in graph.tables:
        if not has_dice(table, graph, analyses.effects):
            continue
        odds = (
            compute_table_odds(table, graph, sources, analyses, budget, request.allowance.length)
            if budget.remaining
            else None
        )
        if odds is not None:
            odds_by_table[table.id] = odds
        elif not budget.remaining:
            skipped.append(table.id)
    site_odds = SiteOdds(odds_by_table, tuple(skipped))
    store_cached_value(file, site_odds)
    return site_odds


def compute_table_odds(
    table: Table, graph: RuleGraph, sources: Sources, analyses: GraphAnalyses, budget: Budget, length: int
) -> RolledTableOdds | None:
    """Compute the odds of a table; None if that is impossible, or the budget ends.

    Args:
        table: The table.
        graph: The rules.
        sources: Their files.
        analyses: The analyses of the graph.
        budget: The budget for the odds of all tables.
        length: The length of the rules in characters.
    """
    question = OddsQuestion(graph=graph, table=table, given=(), scene=Scene(), sources=dict(sources), total=budget)
    try:
        budget.charge(SETUP_STEPS_PER_CHARACTER * length)
        usual = answer_question(question, max_runs=MAX_RUNS, analyses=analyses)
    except (InputError, OverBudgetError):
        return None
    cases = None
    with suppress(OverBudgetError):
        if 1 < count_cases(table, graph, sources, analyses) <= MAX_CASES:
            budget.charge(SETUP_STEPS_PER_CHARACTER * length)
            cases = answer_question(question, is_exhaustive=True, max_runs=MAX_RUNS, analyses=analyses)
    return RolledTableOdds(
        usual, cases if cases is not None and len(cases.situations) > len(usual.situations) else None
    )


def count_cases(table: Table, graph: RuleGraph, sources: Sources, analyses: GraphAnalyses) -> int:
    """Count, as an upper bound, the cases (value combinations) by which a table's odds differ; 1 for no inputs.

    Args:
        table: The table.
        graph: The rules.
        sources: Their files.
        analyses: The analyses of the graph.
    """
    space = make_space([table], graph, (), sources)
    if not space.reads:
        return 1
    usage = usage_of_roll(table, graph, analyses.effects)
    return prod(
        count_subject_cases(subject, usage, len(space.values[number])) or 1
        for number in (*space.params, *space.reads)
        for subject in (space.subjects[number],)
    )


def count_subject_cases(subject: Subject, usage: NumberUsage, value_count: int) -> int:
    """Count, as an upper bound, the cases that rules tell apart of a subject (parameter or state value).

    `value_count` is the number of its values, and 0 if they cannot be enumerated, as may be the result. A comparison
    splits a number at two places at most.
    """
    key = number_key(subject)
    if key in usage.whole or not isinstance(subject.type.without_none(), IntType):
        return value_count
    max_cases = 1 + 2 * len(usage.pairs.get(key, ())) + subject.type.is_optional
    return min(value_count, max_cases) if value_count else max_cases
