"""What a roll depends on, and a table by one set of rules: what cases are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from attrs import define, evolve, field, frozen

from bombsight.boundary.budget import Allowance, Budget
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.examples import ExampleGiven
from bombsight.compiler.lower.program_builder import GraphAnalyses
from bombsight.compiler.odds_harness import (
    Scene,
    Subject,
    collect_subjects,
    is_resolvable_in,
    parts_choosing_row,
    row_bodies,
    values_of_type,
)
from bombsight.compiler.thresholds import NumberUsage, usage_of_roll
from bombsight.flat.types import ElementType, IntType
from bombsight.service.lookup.rule_text import Sources, expression_text
from bombsight.service.table_odds.counting import CaseCounts, count_runs
from bombsight.service.table_odds.roller import Case, Roller


@frozen(kw_only=True)
class CaseSpace:
    """What a roll depends on, that cases are made of.

    Attributes:
        subjects: The subjects; cases name them by their numbers here.
        texts: What each is called.
        values: The values of each; none where it has no plain ones, or is a number of too many.
        params: The numbers of the parameters.
        reads: The numbers of what decides which row dice lead to.
        uses: The numbers of what rows ask besides, for what they give and do.
    """

    subjects: tuple[Subject, ...]
    texts: tuple[str, ...]
    values: tuple[tuple[int, ...], ...]
    params: tuple[int, ...]
    reads: tuple[int, ...]
    uses: tuple[int, ...]


@define(eq=False)
class TableSide:
    """A table by one set of rules.

    Attributes:
        roller: It, ready to be rolled.
        own: The number that a subject of the space has here; only of those that are there.
        values: The values that each of those can have here that is no number: an enum may have fewer than by other
            rules.
    """

    roller: Roller
    own: Mapping[int, int]
    values: Mapping[int, frozenset[int]]
    counts: dict[tuple[tuple[int, int], ...], CaseCounts] = field(factory=dict)

    @cached_property
    def number_usage(self) -> NumberUsage:
        """How a roll uses what it reads."""
        roller = self.roller
        return usage_of_roll(roller.table, roller.graph, roller.effects or Effects(roller.graph))

    def translate_case(self, case: Case) -> dict[int, int]:
        """A case with this side's numbers."""
        return {self.own[number]: value for number, value in case.items() if number in self.own}

    def count_case(self, case: Case, max_runs: int) -> CaseCounts:
        """What comes of a case; worked out once. Nothing comes of one that cannot be by these rules."""
        if any(value not in self.values[number] for number, value in case.items() if number in self.values):
            return CaseCounts(shares={}, left=Fraction(0), runs=0, dice=0)
        own = self.translate_case(case)
        key = tuple(sorted(own.items()))
        if key not in self.counts:
            self.counts[key] = count_runs(self.roller, own, {}, max_runs)
        return self.counts[key]


def make_side(
    graph: n.RuleGraph,
    table: n.Table,
    space: CaseSpace,
    scene: Scene,
    analyses: GraphAnalyses | None = None,
    allowance: Allowance | None = None,
    total: Budget | None = None,
) -> TableSide:
    """A table by some rules, with as much of the space and the scene as these know.

    Args:
        graph: The rules.
        table: The table.
        space: What cases are made of.
        scene: What is so.
        analyses: What is known of the rules.
        allowance: How much work they may cost.
        total: What several tables may cost together; None for one by itself.
    """
    own = [number for number, subject in enumerate(space.subjects) if is_resolvable_in(subject, graph)]
    adapted_scene = Scene(
        setup=tuple(given for each in scene.setup for given in adapt_given(each, graph)),
        options=tuple(each for each in scene.options if each.name in {option.name for option in graph.options}),
        conditions=scene.conditions,
    )
    params = {param.name for param in table.params}
    conditions = tuple(
        each
        for each in adapted_scene.conditions
        if {param.name for param in each.params} == params and is_resolvable_in(each.base, graph)
    )
    subjects = [space.subjects[number] for number in own]
    roller = Roller(graph, table, subjects, evolve(adapted_scene, conditions=conditions), analyses, allowance, total)
    kinds = {number: space.subjects[number].type for number in own}
    values = {
        number: frozenset(values_of_type(kind, graph))
        for number, kind in kinds.items()
        if not isinstance(kind.without_none(), IntType)
    }
    return TableSide(roller, {number: place for place, number in enumerate(own)}, values)


def adapt_given(given: ExampleGiven, graph: n.RuleGraph) -> Iterator[ExampleGiven]:
    """A line of a scene with as much as some rules know of it; nothing where that is too little.

    Of a new element they may not know all fields.
    """
    body = tuple(
        evolve(stmt, fields=tuple(one for one in stmt.fields if is_resolvable_in(one, graph)))
        if isinstance(stmt, g.AddElement)
        else stmt
        for stmt in given.body
    )
    if is_resolvable_in(body, graph):
        yield evolve(given, body=body)


def make_space(
    tables: Sequence[n.Table], graph: n.RuleGraph, other_parts: Iterable[object], sources: Sources
) -> CaseSpace:
    """What a roll depends on.

    Args:
        tables: The table, by one set of rules or by two.
        graph: The rules that what it depends on is known by.
        other_parts: Other parts of the graph whose subjects belong to it.
        sources: The files by path.
    """
    params = tables[0].params
    variables = tuple(
        x.Var(name=param.name, type=param.type) for param in params if not isinstance(param.type, ElementType)
    )
    reads = dict.fromkeys(
        subject for table in tables for subject in collect_subjects(parts_choosing_row(table), table.params)
    )
    uses = dict.fromkeys(subject for table in tables for subject in collect_subjects(row_bodies(table), table.params))
    given = dict.fromkeys(subject for part in other_parts for subject in collect_subjects(part, params))
    subjects = tuple(dict.fromkeys((*variables, *given, *reads, *uses)))
    numbers = {subject: number for number, subject in enumerate(subjects)}
    return CaseSpace(
        subjects=subjects,
        texts=tuple(subject_text(subject, sources) for subject in subjects),
        values=tuple(values_of_type(subject.type, graph) for subject in subjects),
        params=tuple(numbers[variable] for variable in variables),
        reads=tuple(numbers[subject] for subject in reads if subject not in variables),
        uses=tuple(numbers[subject] for subject in uses if subject not in (*variables, *reads)),
    )


def subject_text(subject: Subject, sources: Sources) -> str:
    """What a subject is called."""
    return subject.name if isinstance(subject, x.Var) else expression_text(subject, sources)
