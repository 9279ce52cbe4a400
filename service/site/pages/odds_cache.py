"""The odds of all tables of a game: worked out within a bound, and kept between runs."""

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
"""So many runs of a table are gone through at most, and so many thrown for the rest, that a site is soon written."""

MAX_CASES = 48
"""What a roll hangs on is gone through where it has no more cases than this."""


SETUP_STEPS_PER_CHARACTER = 100
"""Steps that it takes as long as to make a table ready, for each character of the rules."""


@frozen
class RolledTableOdds:
    """The odds of a table.

    Attributes:
        usual: As things stand when a game begins.
        cases: By all that decides which row dice lead to; None where that makes no difference, or too many cases.
    """

    usual: TableOdds
    cases: TableOdds | None


@frozen
class SiteOdds:
    """The odds of the tables of a game that are rolled on.

    Attributes:
        rolled: Those that were gone through, by the ids of the tables.
        left: The ids of the others: those before them have cost all that a site may.
    """

    rolled: Mapping[str, RolledTableOdds]
    left: tuple[str, ...]


def load_site_odds(request: Request, graph: RuleGraph, sources: Sources) -> SiteOdds:
    """The odds of the tables that are rolled on, as far as a site may go through them.

    Args:
        request: The rules.
        graph: The same, compiled.
        sources: Their files.
    """
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
    """The odds of a table; None where none can be told, or the budget ends.

    Args:
        table: The table.
        graph: The rules.
        sources: Their files.
        analyses: What is known of the rules.
        budget: What the odds of all tables may cost.
        length: Characters of the rules.
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
    """How many cases there are of what decides a roll on a table, at most; 1 where nothing does."""
    space = make_space([table], graph, (), sources)
    if not space.reads:
        return 1
    usage = usage_of_roll(table, graph, analyses.effects)
    return prod(
        count_subject_cases(subject, usage, len(space.values[number])) or 1
        for number in (*space.params, *space.reads)
        for subject in (space.subjects[number],)
    )


def count_subject_cases(subject: Subject, usage: NumberUsage, values: int) -> int:
    """How many cases a subject of so many values makes at most; 0 where it cannot be gone through.

    A comparison cuts a number at two places at most.
    """
    key = number_key(subject)
    if key in usage.whole or not isinstance(subject.type.without_none(), IntType):
        return values
    max_cases = 1 + 2 * len(usage.pairs.get(key, ())) + subject.type.is_optional
    return min(values, max_cases) if values else max_cases
