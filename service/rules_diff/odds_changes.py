"""Tables whose odds changed: in which cases, before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from math import prod
from typing import assert_never

from attrs import frozen

from bombsight.boundary.budget import Allowance, Budget, OverBudgetError, WorkKind
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.odds_harness import MAX_VALUES, Scene, collect_subjects, parts_choosing_row
from bombsight.service.lookup.rule_text import Sources
from bombsight.service.rules_diff.compared_rules import ComparedRules
from bombsight.service.rules_diff.documents import TableMoved
from bombsight.service.rules_diff.structural_key import structural_key
from bombsight.service.table_odds.case_spaces import TableSide, make_side, make_space
from bombsight.service.table_odds.cases import expand_cases
from bombsight.service.table_odds.documents import SituationOdds
from bombsight.service.table_odds.situations import describe_situations, group_cases
from bombsight.service.table_odds.value_intervals import ValueIntervals
from bombsight.service.table_odds.wording import has_changed, make_result_lines

MAX_CASES, MAX_INDIRECT_CASES = 240, 12
"""The maximum number of cases compared for a changed table, and for one that only depends on a change."""

MAX_REPORTED_CASES = 6
"""The maximum number of cases reported for a table."""

MAX_INDIRECT_TABLES = 8
"""The maximum number of unchanged tables compared."""

TOTAL_RUNS, MIN_RUNS = 3000, 60
"""The number of runs enumerated for a table on each side, and the minimum for one case."""

DEPENDENCY_EDGES = frozenset({"rolls-on", "calls", "reads"})
"""The kinds of graph edges along which a change has effects."""


@frozen
class OddsComparison:
    """The tables with changed odds, and counts of the others.

    Attributes:
        tables: The tables with changed odds.
        unchanged_count: The number of tables that reach a change and have the same odds.
        untried: The tables not compared, because there are too many, or they cost too much.
    """

    tables: tuple[TableMoved, ...]
    unchanged_count: int
    untried: tuple[str, ...]


def find_dependents(changed: Set[str], *graphs: RuleGraph) -> frozenset[str]:
    """Find the ids of all items that depend on changed ones, including these, in any of the graphs."""
    callers: dict[str, set[str]] = {}
    for graph in graphs:
        for edge in graph.edges:
            if edge.kind in DEPENDENCY_EDGES:
                callers.setdefault(edge.target, set()).add(edge.source)
    dependents, worklist = set(changed), [*changed]
    while worklist:
        for source in callers.get(worklist.pop(), ()):
            if source not in dependents:
                dependents.add(source)
                worklist.append(source)
    return frozenset(dependents)


def compare_tables(
    old_graph: RuleGraph, new_graph: RuleGraph, changed: Set[str], sources: Sources, allowance: Allowance
) -> OddsComparison:
    """Compare the odds of every table that depends on a change.

    Args:
        old_graph: The old rules.
        new_graph: The new rules.
        changed: The ids of the changed items.
        sources: The files by path.
        allowance: The allowance of work.
    """
    reached = find_dependents(changed, old_graph, new_graph)
    old_tables = {table.id: table for table in old_graph.tables}
    old_rules, new_rules = ComparedRules(old_graph), ComparedRules(new_graph)
    pairs = [
        (old_tables[table.id], table)
        for table in new_graph.tables
        if f"table:{table.id}" in reached and table.id in old_tables and old_tables[table.id].params == table.params
    ]
    pairs = [pair for pair in pairs if old_rules.has_dice(pair[0]) and new_rules.has_dice(pair[1])]
    reached_now = find_dependents(changed, new_graph)
    direct: list[tuple[n.Table, n.Table]] = []
    others: list[tuple[n.Table, n.Table]] = []
    for pair in pairs:
        (direct if f"table:{pair[1].id}" in changed or has_affected_roll(pair[1], reached_now) else others).append(pair)
    budget = allowance.make_budget(WorkKind.COMPARE)
    changes: list[TableMoved] = []
    untried = [each.id for _, each in others[MAX_INDIRECT_TABLES:]]
    unchanged_count = 0
    for number, (old, new) in enumerate((*direct, *others[:MAX_INDIRECT_TABLES])):
        try:
            budget.charge(old_rules.comparison_cost(old) + new_rules.comparison_cost(new))
            max_cases = MAX_CASES if number < len(direct) else MAX_INDIRECT_CASES
            table_change = compare_table(old, new, old_rules, new_rules, changed, sources, max_cases, budget)
        except OverBudgetError:
            untried.append(new.id)
            continue
        changes += [table_change] if table_change is not None else []
        unchanged_count += table_change is None
    return OddsComparison(tuple(sorted(changes, key=lambda each: not each.direct)), unchanged_count, tuple(untried))


def has_affected_roll(table: n.Table, reached: Set[str]) -> bool:
    """Whether the choice of a table's row depends on a define in ``reached`` (items that depend on a change)."""
    return any(f"define:{name}" in reached for name in called_defines(parts_choosing_row(table)))


def called_defines(part: object) -> Iterator[str]:
    """Yield the names of the defines that a part of the rule graph calls."""
    from bombsight.compiler.graph import expressions as x
    from bombsight.compiler.graph.walk import walk

    yield from (each.define for each in walk(part) if isinstance(each, x.CallDefine))


def compare_table(
    old: n.Table,
    new: n.Table,
    old_rules: ComparedRules,
    new_rules: ComparedRules,
    changed: Set[str],
    sources: Sources,
    max_cases: int,
    budget: Budget,
) -> TableMoved | None:
    """Compare the odds of one table under two sets of rules; None if no examined case differs.

    Args:
        old: The old table.
        new: The new table.
        old_rules: The old rules.
        new_rules: The new rules.
        changed: The ids of the changed items.
        sources: The files by path.
        max_cases: The maximum number of cases.
        budget: The budget of the comparison.
    """
    changed_conditions = [
        *changed_roll_conditions(old, new),
        *changed_define_conditions(old, new, old_rules.graph, new_rules.graph, changed),
    ]
    space = make_space([new, old], new_rules.graph, changed_conditions, sources)
    sides = (
        make_side(new_rules.graph, new, space, Scene(), new_rules.analyses),
        make_side(old_rules.graph, old, space, Scene(), old_rules.analyses),
    )
    changed_subjects = dict.fromkeys(
        number
        for part in changed_conditions
        for subject in collect_subjects(part, new.params)
        for number in [space.subjects.index(subject)]
    )
    stretches = ValueIntervals(space, sides, enumerated_numbers=range(len(space.subjects)))
    subjects = limit_subjects([*dict.fromkeys((*space.params, *changed_subjects))], stretches, max_cases)
    cases = compare_cases(sides, stretches, subjects, budget)
    if not cases and max_cases > MAX_INDIRECT_CASES:
        # The changed conditions may make no difference in the initial state, but much in others.
        cases = compare_cases(sides, stretches, add_subjects(subjects, stretches, max_cases), budget)
    if not cases:
        return None
    return TableMoved(
        table=new.id,
        title=new.title,
        direct=f"table:{new.id}" in changed,
        situations=tuple(cases[:MAX_REPORTED_CASES]),
        more=max(0, len(cases) - MAX_REPORTED_CASES),
    )


def compare_cases(
    sides: tuple[TableSide, TableSide], intervals: ValueIntervals, subjects: list[int], budget: Budget
) -> list[SituationOdds]:
    """Find the cases (combinations of state values) with changed odds, those with the largest change first.

    Args:
        sides: The table on the new and on the old side.
        intervals: The value intervals of each subject (a parameter or a state value on which the odds depend).
        subjects: The subjects to vary, by index.
        budget: The budget of the comparison.
    """
    cases = expand_cases([{}], intervals, subjects)
    budget.charge(len(cases) * sum(len(side.roller.table.all_rows) for side in sides))
    max_runs = max(MIN_RUNS, TOTAL_RUNS // len(cases))
    situation_odds = [
        SituationOdds(where=where, chances=chances[0], against=chances[1])
        for members in group_cases(sides, cases, max_runs)
        if has_different_odds(sides, members[0], max_runs)
        for where, chances in describe_situations(intervals, sides, members, max_runs, is_explained=False)
    ]
    return sorted(situation_odds, key=lambda each: -largest_shift(each))


def add_subjects(subjects: list[int], intervals: ValueIntervals, max_cases: int) -> list[int]:
    """Extend the state values to vary (by index) by further ones that the roll reads, until they make too many cases.

    Those with few values come first.
    """
    chosen = list(subjects)
    count = prod(map(intervals.case_count, chosen))
    others = [number for number in intervals.space.reads if number not in chosen and intervals.case_count(number)]
    for number in sorted(others, key=lambda number: len(intervals.space.values[number]) or MAX_VALUES):
        count *= intervals.case_count(number)
        if count > max_cases:
            break
        chosen.append(number)
    return chosen


def limit_subjects(subjects: list[int], intervals: ValueIntervals, max_cases: int) -> list[int]:
    """Drop state values and parameters to vary (by index) until they make no more than the allowed number of cases.

    Those with the most cases go first.
    """
    chosen = [number for number in subjects if intervals.case_count(number)]
    while chosen and prod(map(intervals.case_count, chosen)) > max_cases:
        chosen.remove(max(chosen, key=intervals.case_count))
    return chosen


RowDecider = n.Beforehand | g.Modifier | g.NaturalRow | g.Row
"""The parts of a table that, with the dice, decide the row."""


def changed_roll_conditions(old: n.Table, new: n.Table) -> Iterator[object]:
    """Yield the conditions, old and new, in the parts of a table's roll that changed."""
    for own, other in ((new, old), (old, new)):
        other_keys = {key: structural_key(part) for key, part in row_deciders(other).items()}
        for key, part in row_deciders(own).items():
            if other_keys.get(key) != structural_key(part):
                yield conditions_of(part)


def row_deciders(table: n.Table) -> Mapping[str, RowDecider]:
    """Index by name the parts of a table that, with the dice, decide the row: modifiers, keys, conditions."""
    deciders: dict[str, RowDecider] = {f"when {number}": row for number, row in enumerate(table.beforehand)}
    if table.rolled is not None:
        deciders.update((f"modifier {each.label}", each) for each in table.rolled.modifiers)
        deciders.update((f"natural {number}", each) for number, each in enumerate(table.rolled.naturals))
        deciders.update((f"row {number}", each) for number, each in enumerate(table.rolled.rows))
    return deciders


def conditions_of(part: RowDecider) -> tuple[object, ...]:
    """Return the expressions of a part of a table that, with the dice, decide the row."""
    match part:
        case g.Modifier(condition=condition, amount=amount):
            return (condition, amount)
        case g.NaturalRow(condition=condition, keys=keys):
            return (condition, keys)
        case g.Row(keys=keys):
            return (keys,)
        case n.Beforehand(condition=condition):
            return (condition,)
        case _:
            assert_never(part)


def changed_define_conditions(
    old: n.Table, new: n.Table, old_graph: RuleGraph, new_graph: RuleGraph, changed: Set[str]
) -> Iterator[object]:
    """Yield the expressions, old and new, of the changed defines that a table's roll calls.

    Args:
        old: The old table.
        new: The new table.
        old_graph: The old rules.
        new_graph: The new rules.
        changed: The ids of the changed items.
    """
    called = {*called_defines(parts_choosing_row(old)), *called_defines(parts_choosing_row(new))}
    for graph in (new_graph, old_graph):
        defines = {define.name: define for define in graph.defines}
        worklist, visited = [*called], set[str]()
        while worklist:
            name = worklist.pop()
            define = defines.get(name)
            if define is None or name in visited:
                continue
            visited.add(name)
            if f"define:{name}" in changed:
                yield (define.base, tuple((each.value, each.condition) for each in define.exceptions))
            worklist += called_defines((define.base, define.exceptions))


def has_different_odds(sides: tuple[TableSide, TableSide], case: Mapping[int, int], max_runs: int) -> bool:
    """Whether a case's odds differ between the two sets of rules by more than their error intervals."""
    from bombsight.service.table_odds.document_maker import make_chances

    new_odds, old_odds = (
        make_chances(side.roller, side.translate_case(case), side.count_case(case, max_runs)) for side in sides
    )
    return any(
        line.against is not None and has_changed(line.chance, line.against)
        for line in make_result_lines(new_odds, old_odds)
    )


def largest_shift(situation: SituationOdds) -> float:
    """Return the largest change of any outcome's probability in a case."""
    lines = make_result_lines(situation.chances, situation.against)
    return max(abs(line.chance.share - line.against.share) for line in lines if line.against is not None)
