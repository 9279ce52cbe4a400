"""The odds of a table in all cases (value combinations), grouped by equal odds, under one or two sets of rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.intervals import Interval
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.program_builder import GraphAnalyses
from bombsight.compiler.odds_harness import Subject, is_resolvable_in
from bombsight.compiler.request import Request
from bombsight.dsl.aggregation import aggregation_line
from bombsight.dsl.listing import join_names
from bombsight.flat.types import ElementType, IntType, Type
from bombsight.service.lookup.provenance import displayed_origin
from bombsight.service.programs.compile import compile_game
from bombsight.service.programs.pins import PinRequest
from bombsight.service.table_odds.case_spaces import CaseSpace, TableSide, make_side, make_space
from bombsight.service.table_odds.cases import expand_cases, find_cases, make_too_many_values_error, subject_numbers
from bombsight.service.table_odds.document_maker import has_dice, make_chances
from bombsight.service.table_odds.documents import Chances, SituationOdds, SubjectValues, TableOdds, WideNumber
from bombsight.service.table_odds.expression_question import parse_expression_question
from bombsight.service.table_odds.question import OddsQuestion, parse_question
from bombsight.service.table_odds.roller import MAX_RUNS, Case, Roller
from bombsight.service.table_odds.value_intervals import ValueIntervals, merge_intervals, single_value_intervals

MAX_EXPLAINED_GROUPS = 6
"""The maximum number of groups of cases for which the influence of modifiers is computed."""

EXPRESSION_WORK = 400_000_000
"""The work on the runs of an expression, in steps."""

MIN_LONG_RUNS = 2_000
"""The minimum number of runs of an expression, however long each is."""

MIN_CASE_RUNS = 400
"""The minimum number of enumerated runs for each of many cases."""


def compute_table_odds(
    request: Request,
    word: str,
    given: Sequence[str] = (),
    *,
    is_exhaustive: bool = False,
    against: Request | None = None,
    pins: Sequence[PinRequest] = (),
) -> TableOdds:
    """Compute the exact odds of a roll on a table, under given conditions.

    Args:
        request: The rules.
        word: The table's id, a similar word, or a part of its title.
        given: The given conditions and scene lines.
        is_exhaustive: Whether to enumerate all subjects that decide the row; else they have their initial values.
        against: The rules to compare with.
        pins: The tables whose dice always show the same.

    Raises:
        InputError: There is no such table, it needs no dice, or there are too many cases.
        WrongRules: The rules or a given have errors.
    """
    question = evolve(parse_question(request, word, given), pins=tuple(pins))
    return answer_question(
        question, is_exhaustive=is_exhaustive, other_graph=compile_game(against)[0] if against is not None else None
    )


def compute_expression_odds(
    request: Request,
    expression: str,
    given: Sequence[str] = (),
    *,
    against: Request | None = None,
    answers_choices: bool = False,
    pins: Sequence[PinRequest] = (),
) -> TableOdds:
    """Compute the odds of the values of an expression: dice, a roll, a define or a procedure.

    Args:
        request: The rules.
        expression: The expression, as it may stand behind ``let x =``.
        given: The given conditions and scene lines.
        against: The rules to compare with.
        answers_choices: Whether the autopilot answers choices on the way; else they are refused.
        pins: The tables whose dice always show the same.

    Raises:
        InputError: A player chooses on the way, or there are too many cases.
        WrongRules: The rules, the expression or a given have errors.
    """
    question = evolve(
        parse_expression_question(request, expression, given, answers_choices=answers_choices), pins=tuple(pins)
    )
    other_graph = compile_game(against)[0] if against is not None else None
    if other_graph is not None and is_resolvable_in(question.table.beforehand, other_graph):
        other_graph = evolve(other_graph, tables=(*other_graph.tables, question.table))
    return answer_question(question, other_graph=other_graph)


def answer_question(
    question: OddsQuestion,
    *,
    is_exhaustive: bool = False,
    other_graph: n.RuleGraph | None = None,
    max_runs: int | None = None,
    analyses: GraphAnalyses | None = None,
) -> TableOdds:
    """Compute the odds for a parsed question: a table and the conditions given.

    Args:
        question: The table and the given conditions.
        is_exhaustive: As in :func:`compute_table_odds`.
        other_graph: The rules to compare with; None for none.
        max_runs: The maximum number of enumerated runs, and of random ones for an estimate; None for the default.
        analyses: Known analyses of the rules, to share between many tables.

    Raises:
        InputError: The table needs no dice, or there are too many cases.
        OverBudgetError: The shared budget of several tables is used up.
    """
    table, graph = question.table, question.graph
    if not question.expression and not has_dice(table, graph, analyses.effects if analyses is not None else None):
        hint = "`bombsight table` shows it."
        raise InputError(f"no dice are thrown for {table.id}: it is looked up", "", hint)
    prepared = prepare_cases(question, is_exhaustive=is_exhaustive, other_graph=other_graph, analyses=analyses)
    space, sides, intervals, cases = prepared.space, prepared.sides, prepared.intervals, prepared.cases
    if max_runs is None:
        max_runs = affordable_runs(sides[0], cases[0]) if question.expression else MAX_RUNS
    case_runs = max(min(MIN_CASE_RUNS, max_runs), max_runs // len(cases))
    groups = group_cases(sides, cases, case_runs)
    varied_numbers = prepared.varied_numbers
    return TableOdds(
        game=graph.game.id,
        rules=graph.rules_hash,
        table="" if question.expression else table.id,
        title=table.title,
        dice=table.rolled.dice.notation if table.rolled else "",
        every_row=aggregation_line(table.aggregation) if table.aggregation is not None else "",
        origin=table.origin if question.expression else displayed_origin(table, question.graph),
        given=(*question.given, *sides[0].roller.pinned_texts),
        assumed=tuple(find_assumptions(space, sides[0], cases, varied_numbers)),
        wide=tuple(find_wide_numbers(intervals, varied_numbers)) if is_exhaustive else (),
        rules_told=describe_compared_rules(graph, other_graph),
        situations=tuple(
            SituationOdds(
                where=where,
                chances=chances[0],
                against=chances[1] if len(chances) > 1 else None,
            )
            for members in groups
            for where, chances in describe_situations(
                intervals,
                sides,
                members,
                case_runs,
                is_explained=len(groups) <= MAX_EXPLAINED_GROUPS,
                is_expression=bool(question.expression),
            )
        ),
    )


def affordable_runs(side: TableSide, case: Case) -> int:
    """Return how many runs of an expression are gone through: fewer if each is long, as a whole mission is."""
    cost = side.roller.likeliest_cost(side.translate_case(case))
    return max(MIN_LONG_RUNS, min(MAX_RUNS, EXPRESSION_WORK // cost))


@frozen(kw_only=True)
class PreparedCases:
    """The cases of a question, and what they are made of.

    Attributes:
        space: The subjects of the cases.
        sides: The table under one set of rules or two.
        intervals: The intervals of each subject's values.
        cases: The cases.
    """

    space: CaseSpace
    sides: list[TableSide]
    intervals: ValueIntervals
    cases: list[dict[int, int]]

    @property
    def varied_numbers(self) -> dict[int, None]:
        """The indices of the subjects that the cases set, in order."""
        return dict.fromkeys(number for case in self.cases for number in case)


def prepare_cases(
    question: OddsQuestion,
    *,
    is_exhaustive: bool,
    other_graph: n.RuleGraph | None = None,
    analyses: GraphAnalyses | None = None,
    roller_class: type[Roller] = Roller,
) -> PreparedCases:
    """Find the cases of a question: all values of what is given, of parameters, and of state if it is exhaustive.

    Args:
        question: The table and the given conditions.
        is_exhaustive: Whether to enumerate all subjects that decide the row; else they have their initial values.
        other_graph: The rules to compare with; None for none.
        analyses: Known analyses of the rules, to share between many tables.
        roller_class: The class of the machine that rolls the table.

    Raises:
        InputError: No case meets the conditions, or there are too many.
    """
    table, graph = question.table, question.graph
    homeless = [param for param in table.params if not is_representable(param.type, graph)]
    if homeless:
        raise InputError(f"{homeless[0].name}: no list has room for a {homeless[0].type}")
    twin = next((each for each in other_graph.tables if each.id == table.id), None) if other_graph is not None else None
    if twin is not None and twin.params != table.params:
        twin = None
    conditions = question.scene.conditions
    space = make_space([table, *([twin] if twin else [])], graph, [each.base for each in conditions], question.sources)
    side = make_side(
        graph,
        table,
        space,
        question.scene,
        analyses,
        question.allowance,
        question.total,
        answers_choices=question.answers_choices,
        roller_class=roller_class,
        pins=question.pins,
    )
    sides = [side]
    if other_graph is not None and twin is not None:
        other_side = make_side(
            other_graph,
            twin,
            space,
            question.scene,
            None,
            question.allowance,
            answers_choices=question.answers_choices,
            roller_class=roller_class,
            pins=question.pins,
        )
        sides.append(other_side)
    enumerated = {number for condition in conditions for number in subject_numbers(condition, space)}
    enumerated.update(space.params, space.reads if is_exhaustive else ())
    intervals = ValueIntervals(space, sides, conditions, enumerated)
    cases = find_cases(side, intervals, conditions, question.given)
    cases = expand_cases(cases, intervals, [*space.params, *(space.reads if is_exhaustive else ())])
    for number in space.params:
        if number in intervals.wide_numbers and number not in cases[0]:
            raise make_too_many_values_error(space, number)
    return PreparedCases(space=space, sides=sides, intervals=intervals, cases=cases)


def is_representable(kind: Type, graph: n.RuleGraph) -> bool:
    """Whether a type can have values in these rules: a record needs a list for its elements."""
    required_type = kind.without_none()
    return not isinstance(required_type, ElementType) or any(
        each.record == required_type.record for each in graph.lists
    )


def describe_compared_rules(graph: n.RuleGraph, other_graph: n.RuleGraph | None) -> tuple[str, ...]:
    """Name the overlays in which two sets of rules differ; empty if nothing is compared."""
    if other_graph is None:
        return ()
    names = [[f"{overlay.kind} {overlay.name}" for overlay in each.overlays] for each in (graph, other_graph)]
    return tuple(
        join_names([name for name in own if name not in others], when_empty="as it is")
        for own, others in (names, names[::-1])
    )


def group_cases(sides: Sequence[TableSide], cases: Sequence[Case], max_runs: int) -> list[list[Case]]:
    """Group cases with equal odds, in the order of each group's first case."""
    groups: dict[object, list[Case]] = {}
    for case in cases:
        groups.setdefault(tuple(side.count_case(case, max_runs).odds_key for side in sides), []).append(case)
    return list(groups.values())


def describe_situations(
    intervals: ValueIntervals,
    sides: Sequence[TableSide],
    members: Sequence[Case],
    max_runs: int,
    *,
    is_explained: bool,
    is_expression: bool = False,
) -> Iterator[tuple[tuple[SubjectValues, ...], list[Chances]]]:
    """Describe cases with equal odds by the subjects whose values tell them from other cases.

    Args:
        intervals: The intervals of each subject's values.
        sides: The table, under one set of rules or two.
        members: The cases.
        max_runs: The maximum number of enumerated runs for each case.
        is_explained: Whether to compute the influence of modifiers.
        is_expression: Whether the table stands for an expression.
    """
    for block in partition_into_products(members):
        case = block[0]
        chances = []
        for side in sides:
            counts = [side.count_case(each, max_runs) for each in block]
            modifiers = (
                max(min(MIN_CASE_RUNS, max_runs), max_runs // (1 + len(side.roller.table.modifiers)))
                if is_explained
                else 0
            )
            least_certain = max(counts, key=lambda counted: counted.mean_standing)
            own_case = side.translate_case(case)
            chances.append(
                make_chances(side.roller, own_case, counts[0], modifiers, least_certain, is_expression=is_expression)
            )
        yield tuple(distinguishing_subjects(intervals, sides[0], block)), chances


def partition_into_products(cases: Sequence[Case]) -> list[list[Case]]:
    """Partition cases greedily into few blocks that are Cartesian products of the subjects' values."""
    if not cases or not cases[0]:
        return [list(cases)]
    heaps: list[tuple[dict[int, frozenset[int]], list[Case]]] = [
        ({number: frozenset({value}) for number, value in case.items()}, [case]) for case in cases
    ]
    for number in cases[0]:
        merged: dict[tuple[tuple[int, frozenset[int]], ...], tuple[dict[int, frozenset[int]], list[Case]]] = {}
        for values, members in heaps:
            rest = tuple((other, held) for other, held in values.items() if other != number)
            if rest in merged:
                merged_values, held = merged[rest]
                merged[rest] = ({**merged_values, number: merged_values[number] | values[number]}, [*held, *members])
            else:
                merged[rest] = (values, members)
        heaps = list(merged.values())
    return [members for _, members in heaps]


def distinguishing_subjects(
    intervals: ValueIntervals, side: TableSide, block: Sequence[Case]
) -> Iterator[SubjectValues]:
    """Yield the subjects, with values, that do not take all their possible values in a block of cases."""
    for number in block[0]:
        block_values = dict.fromkeys(case[number] for case in block)
        if not intervals.has_exactly_starts(number, block_values):
            yield make_subject_values(
                intervals.space, side, number, [(low, intervals.interval_end(number, low)) for low in block_values]
            )


def make_subject_values(space: CaseSpace, side: TableSide, number: int, intervals: Sequence[Interval]) -> SubjectValues:
    """Describe a subject with some of its values; three or more consecutive numbers become a range.

    Args:
        space: The subjects of the cases.
        side: The table, for the words of its values.
        number: The index of the subject.
        intervals: The intervals of its values.
    """
    kind, describer = space.subjects[number].type, side.roller.describer
    if isinstance(kind.without_none(), IntType):
        runs = merge_intervals(intervals)
        pieces = ([run] if run[1] - run[0] >= 2 else single_value_intervals(range(run[0], run[1] + 1)) for run in runs)
        intervals = [each for piece in pieces for each in piece]
    return SubjectValues(
        text=space.texts[number],
        values=tuple("..".join(describer.value_name(kind, end) for end in dict.fromkeys(each)) for each in intervals),
        titles=tuple("..".join(describer.value_title(kind, end) for end in dict.fromkeys(each)) for each in intervals),
    )


def find_wide_numbers(intervals: ValueIntervals, varied_numbers: Iterable[int]) -> Iterator[WideNumber]:
    """Yield the numbers that a roll reads but that have too many values to enumerate."""
    space = intervals.space
    for number in space.reads:
        kind = space.subjects[number].type.without_none()
        if number in intervals.wide_numbers and number not in varied_numbers and isinstance(kind, IntType):
            yield WideNumber(text=space.texts[number], count=kind.high - kind.low + 1)


def find_assumptions(
    space: CaseSpace, side: TableSide, cases: Sequence[Case], varied_numbers: Iterable[int]
) -> Iterator[SubjectValues]:
    """Yield the subjects that a roll reads and the user did not give, with their initial values.

    Args:
        space: The subjects of the cases.
        side: The table that evaluates the subjects.
        cases: The cases.
        varied_numbers: The indices of the subjects that the cases set.
    """
    for number in (*space.reads, *space.uses):
        if number in side.own and number not in varied_numbers:
            relevant_cases = cases if is_case_dependent(space.subjects[number]) else cases[:1]
            values_found = {
                side.roller.subject_value_in(side.own[number], side.translate_case(case)): None
                for case in relevant_cases
            }
            if values := [value for value in values_found if value is not None]:
                yield make_subject_values(space, side, number, single_value_intervals(values))


def is_case_dependent(subject: Subject) -> bool:
    """Whether an unset subject may differ between cases: it is computed, or depends on a parameter."""
    return isinstance(subject, x.CallDefine) or any(isinstance(part, x.Var) for part in walk(subject))
