"""The odds of all tables of a game: worked out within a bound, and kept between runs."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from math import prod

from attrs import frozen

from bombsight.boundary.budget import Budget, OverBudgetError, Work
from bombsight.boundary.errors import InputError
from bombsight.compiler.graph.nodes import RuleGraph, Table
from bombsight.compiler.lower.unit import Read, read
from bombsight.compiler.odds_harness import Scene, Subject
from bombsight.compiler.request import Request
from bombsight.compiler.thresholds import Usage, key_of, usage_of_roll
from bombsight.flat.types import IntType
from bombsight.service.games.library import ALL_CODE, code_digest, digest
from bombsight.service.lookup.rule_text import Sources
from bombsight.service.programs.cache import keep_value, kept_file, recall_value, request_digest
from bombsight.service.table_odds.asked import Question
from bombsight.service.table_odds.situations import odds_asked
from bombsight.service.table_odds.spaces import space_of
from bombsight.service.table_odds.telling import has_dice
from bombsight.service.table_odds.told import TableOdds

RUNS = 400
"""So many runs of a table are gone through at most, and so many thrown for the rest, that a site is soon written."""

FEW_CASES = 48
"""What a roll hangs on is gone through where it has no more cases than this."""


TABLE = 100
"""Steps that it takes as long as to make a table ready, for each character of the rules."""


@frozen
class Rolled:
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

    rolled: Mapping[str, Rolled]
    left: tuple[str, ...]


def odds_of_tables(request: Request, graph: RuleGraph, sources: Sources) -> SiteOdds:
    """The odds of the tables that are rolled on, as far as a site may go through them.

    Args:
        request: The rules.
        graph: The same, compiled.
        sources: Their files.
    """
    file = kept_file("site", digest((), request_digest(request), code_digest(ALL_CODE)))
    kept = recall_value(file)
    if isinstance(kept, SiteOdds):
        return kept
    known, budget = read(graph), request.allowance.budget(Work.SITE)
    found: dict[str, Rolled] = {}
    left: list[str] = []
    for table in graph.tables:
        if not has_dice(table, graph, known.effects):
            continue
        odds = rolled(table, graph, sources, known, budget, request.allowance.length) if budget.left else None
        if odds is not None:
            found[table.id] = odds
        elif not budget.left:
            left.append(table.id)
    odds_found = SiteOdds(found, tuple(left))
    keep_value(file, odds_found)
    return odds_found


def rolled(table: Table, graph: RuleGraph, sources: Sources, known: Read, budget: Budget, length: int) -> Rolled | None:
    """The odds of a table; None where none can be told, or the budget ends.

    Args:
        table: The table.
        graph: The rules.
        sources: Their files.
        known: What is known of the rules.
        budget: What the odds of all tables may cost.
        length: Characters of the rules.
    """
    question = Question(graph=graph, table=table, given=(), scene=Scene(), sources=dict(sources), total=budget)
    try:
        budget.charge(TABLE * length)
        usual = odds_asked(question, runs=RUNS, known=known)
    except (InputError, OverBudgetError):
        return None
    cases = None
    with suppress(OverBudgetError):
        if 1 < cases_of(table, graph, sources, known) <= FEW_CASES:
            budget.charge(TABLE * length)
            cases = odds_asked(question, every=True, runs=RUNS, known=known)
    return Rolled(usual, cases if cases is not None and len(cases.situations) > len(usual.situations) else None)


def cases_of(table: Table, graph: RuleGraph, sources: Sources, known: Read) -> int:
    """How many cases there are of what decides a roll on a table, at most; 1 where nothing does."""
    space = space_of([table], graph, (), sources)
    if not space.reads:
        return 1
    usage = usage_of_roll(table, graph, known.effects)
    return prod(
        parts(subject, usage, len(space.values[number])) or 1
        for number in (*space.params, *space.reads)
        for subject in (space.subjects[number],)
    )


def parts(subject: Subject, usage: Usage, values: int) -> int:
    """How many cases a subject of so many values makes at most; 0 where it cannot be gone through.

    A comparison cuts a number at two places at most.
    """
    key = key_of(subject)
    if key in usage.whole or not isinstance(subject.type.required(), IntType):
        return values
    most = 1 + 2 * len(usage.pairs.get(key, ())) + subject.type.is_optional
    return min(values, most) if values else most
