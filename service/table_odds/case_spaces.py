"""The inputs (subjects) of a roll that cases combine, and a table under one set of rules.

A subject is one input of a roll: a parameter, a field or a derived value that the table reads.
"""

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
from bombsight.service.programs.pins import PinRequest
from bombsight.service.table_odds.counting import CaseCounts, count_runs
from bombsight.service.table_odds.roller import Case, Roller


@frozen(kw_only=True)
class CaseSpace:
    """The subjects of a roll (parameters and state values that it reads), and the values that each can have.

    Attributes:
        subjects: The subjects; cases identify them by their index here.
        texts: The display text of each.
        values: The values of each; empty if they are not plain, or a number has too many.
        params: The indices of the parameters.
        reads: The indices of the subjects that decide which row the dice select.
        uses: The indices of the subjects that only the results and effects of rows read.
    """

    subjects: tuple[Subject, ...]
    texts: tuple[str, ...]
    values: tuple[tuple[int, ...], ...]
    params: tuple[int, ...]
    reads: tuple[int, ...]
    uses: tuple[int, ...]


@define(eq=False)
class TableSide:
    """A table under one set of rules, with cached counts.

    Attributes:
        roller: The machine that rolls the table.
        own: Maps the index of a subject in the space to its index here, if these rules have it.
        values: The possible values here of each subject that is no number: an enum may have fewer than under the
            other rules.
    """

    roller: Roller
    own: Mapping[int, int]
    values: Mapping[int, frozenset[int]]
    counts: dict[tuple[tuple[int, int], ...], CaseCounts] = field(factory=dict)

    @cached_property
    def number_usage(self) -> NumberUsage:
        """The comparisons that the roll makes with the numbers that it reads."""
        roller = self.roller
        return usage_of_roll(roller.table, roller.graph, roller.effects or Effects(roller.graph))

    def translate_case(self, case: Case) -> dict[int, int]:
        """Convert a case's subject indices from the shared space to this side's own."""
        return {self.own[number]: value for number, value in case.items() if number in self.own}

    def count_case(self, case: Case, max_runs: int) -> CaseCounts:
        """Count the outcomes of a case, cached; empty if the case is impossible under these rules."""
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
    *,
    answers_choices: bool = True,
    roller_class: type[Roller] = Roller,
    pins: Sequence[PinRequest] = (),
) -> TableSide:
    """Create a table under one set of rules, with the subjects and scene lines that these rules can resolve.

    Args:
        graph: The rules.
        table: The table.
        space: The subjects of the cases.
        scene: The given state and conditions.
        analyses: Known analyses of the rules.
        allowance: The work that the rules may cost.
        total: The shared budget of several tables; None for one by itself.
        answers_choices: Whether the autopilot answers choices on the way; else they are refused.
        roller_class: The class of the machine that rolls the table.
        pins: The tables whose dice always show the same.

    Raises:
        InputError: There is no such table to be pinned, or its dice cannot show that.
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
    scene = evolve(adapted_scene, conditions=conditions)
    roller = roller_class(
        graph, table, subjects, scene, analyses, allowance, total, answers_choices=answers_choices, pins=pins
    )
    kinds = {number: space.subjects[number].type for number in own}
    values = {
        number: frozenset(values_of_type(kind, graph))
        for number, kind in kinds.items()
        if not isinstance(kind.without_none(), IntType)
    }
    return TableSide(roller, {number: place for place, number in enumerate(own)}, values)


def adapt_given(given: ExampleGiven, graph: n.RuleGraph) -> Iterator[ExampleGiven]:
    """Reduce a scene line (given state) to what some rules can resolve; yield nothing if it cannot be reduced.

    Of a new element, these rules may lack some fields.
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
    """Collect the subjects of a roll: its parameters, and the state values that it reads.

    Args:
        tables: The table, under one set of rules or two.
        graph: The rules that resolve the subjects.
        other_parts: Other parts of the graph whose subjects are included.
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
    """Return the display text of a subject (parameter or state value)."""
    return subject.name if isinstance(subject, x.Var) else expression_text(subject, sources)
