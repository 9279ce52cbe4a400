"""The tables whose odds are others, and by how much: where they are, and how they were there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from math import prod
from typing import assert_never

from attrs import frozen

from bombsight.boundary.budget import Allowance, Budget, OverBudgetError, Work
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.odds_harness import MOST_VALUES, Scene, roll_reads, subjects_in
from bombsight.service.lookup.rule_text import Sources
from bombsight.service.rules_diff.shapes import shape
from bombsight.service.rules_diff.told import TableMoved
from bombsight.service.rules_diff.versions import Version
from bombsight.service.table_odds.cases import gone_through
from bombsight.service.table_odds.situations import grouped, situations
from bombsight.service.table_odds.spaces import Side, side_of, space_of
from bombsight.service.table_odds.stretches import Stretches
from bombsight.service.table_odds.told import SituationOdds
from bombsight.service.table_odds.wording import moved, result_lines

MOST_CASES, MOST_OTHERS = 240, 12
"""So many cases are looked at of a table that changed itself, and of one that only comes to what changed."""

MOST_TOLD = 6
"""So many cases of a table are told."""

MOST_TABLES = 8
"""So many tables are looked at that were not changed themselves."""

RUNS, LEAST_RUNS = 3000, 60
"""So many runs of a table are gone through on each side, and of one case at least."""

REACHES = frozenset({"rolls-on", "calls", "reads"})
"""The edges along which a change is felt."""


@frozen
class Moved:
    """What was found.

    Attributes:
        tables: The tables whose odds are others.
        same: How many are touched, with odds as they were.
        untried: Those that were not looked at, because there are too many, or because they would cost too much.
    """

    tables: tuple[TableMoved, ...]
    same: int
    untried: tuple[str, ...]


def reaching(changed: Set[str], *graphs: RuleGraph) -> frozenset[str]:
    """The ids of all that comes to something that changed, itself among them."""
    callers: dict[str, set[str]] = {}
    for graph in graphs:
        for edge in graph.edges:
            if edge.kind in REACHES:
                callers.setdefault(edge.target, set()).add(edge.source)
    found, waiting = set(changed), [*changed]
    while waiting:
        for source in callers.get(waiting.pop(), ()):
            if source not in found:
                found.add(source)
                waiting.append(source)
    return frozenset(found)


def moved_tables(was: RuleGraph, now: RuleGraph, changed: Set[str], sources: Sources, allowance: Allowance) -> Moved:
    """Look at every table that comes to something that changed.

    Args:
        was: The rules as they were.
        now: The rules as they are.
        changed: The ids of what changed.
        sources: The files by path.
        allowance: How much work the rules may cost.
    """
    reached = reaching(changed, was, now)
    old_tables = {table.id: table for table in was.tables}
    before, after = Version(was), Version(now)
    pairs = [
        (old_tables[table.id], table)
        for table in now.tables
        if f"table:{table.id}" in reached and table.id in old_tables and old_tables[table.id].params == table.params
    ]
    pairs = [pair for pair in pairs if before.has_dice(pair[0]) and after.has_dice(pair[1])]
    reached_now = reaching(changed, now)
    direct: list[tuple[n.Table, n.Table]] = []
    others: list[tuple[n.Table, n.Table]] = []
    for pair in pairs:
        (direct if f"table:{pair[1].id}" in changed or near(pair[1], reached_now) else others).append(pair)
    budget = allowance.budget(Work.COMPARE)
    found: list[TableMoved] = []
    untried = [each.id for _, each in others[MOST_TABLES:]]
    same = 0
    for number, (old, new) in enumerate((*direct, *others[:MOST_TABLES])):
        try:
            budget.charge(before.cost(old) + after.cost(new))
            most = MOST_CASES if number < len(direct) else MOST_OTHERS
            told = moved_table(old, new, before, after, changed, sources, most, budget)
        except OverBudgetError:
            untried.append(new.id)
            continue
        found += [told] if told is not None else []
        same += told is None
    return Moved(tuple(sorted(found, key=lambda each: not each.direct)), same, tuple(untried))


def near(table: n.Table, reached: Set[str]) -> bool:
    """Whether what a table's own roll asks is among what comes to something that changed."""
    return any(f"define:{name}" in reached for name in defines_in(roll_reads(table)))


def defines_in(part: object) -> Iterator[str]:
    """The derived values that a part asks."""
    from bombsight.compiler.graph import expressions as x
    from bombsight.compiler.graph.walk import walk

    yield from (each.define for each in walk(part) if isinstance(each, x.CallDefine))


def moved_table(
    was: n.Table,
    now: n.Table,
    before: Version,
    after: Version,
    changed: Set[str],
    sources: Sources,
    most_cases: int,
    budget: Budget,
) -> TableMoved | None:
    """The cases in which a table's odds are others; None where there are none among those looked at."""
    more = [*changed_reads(was, now), *changed_defines(was, now, before.graph, after.graph, changed)]
    space = space_of([now, was], after.graph, more, sources)
    sides = (
        side_of(after.graph, now, space, Scene(), after.reading),
        side_of(before.graph, was, space, Scene(), before.reading),
    )
    numbers = dict.fromkeys(
        number
        for part in more
        for subject in subjects_in(part, now.params)
        for number in [space.subjects.index(subject)]
    )
    stretches = Stretches(space, sides, going=range(len(space.subjects)))
    asked = fitting([*dict.fromkeys((*space.params, *numbers))], stretches, most_cases)
    found = moved_cases(sides, stretches, asked, budget)
    if not found and most_cases > MOST_OTHERS:
        # What the changed lines ask may make no difference as things stand, and much where the rest is otherwise.
        found = moved_cases(sides, stretches, with_more(asked, stretches, most_cases), budget)
    if not found:
        return None
    return TableMoved(
        table=now.id,
        title=now.title,
        direct=f"table:{now.id}" in changed,
        situations=tuple(found[:MOST_TOLD]),
        more=max(0, len(found) - MOST_TOLD),
    )


def moved_cases(
    sides: tuple[Side, Side], stretches: Stretches, numbers: list[int], budget: Budget
) -> list[SituationOdds]:
    """The cases in which odds are others, those that move most first, as some subjects are gone through."""
    cases = gone_through([{}], stretches, numbers)
    budget.charge(len(cases) * sum(len(side.roller.table.all_rows) for side in sides))
    most = max(LEAST_RUNS, RUNS // len(cases))
    found = [
        SituationOdds(where=where, chances=chances[0], against=chances[1])
        for members in grouped(sides, cases, most)
        if differ(sides, members[0], most)
        for where, chances in situations(stretches, sides, members, most, explained=False)
    ]
    return sorted(found, key=lambda each: -largest(each))


def with_more(numbers: list[int], stretches: Stretches, most: int) -> list[int]:
    """Subjects with as many of the others that a roll reads as have room, those of few values first."""
    found = list(numbers)
    count = prod(map(stretches.parts, found))
    others = [number for number in stretches.space.reads if number not in found and stretches.parts(number)]
    for number in sorted(others, key=lambda number: len(stretches.space.values[number]) or MOST_VALUES):
        count *= stretches.parts(number)
        if count > most:
            break
        found.append(number)
    return found


def fitting(numbers: list[int], stretches: Stretches, most: int) -> list[int]:
    """As many subjects as can be gone through, those of few cases first where all are too many."""
    kept = [number for number in numbers if stretches.parts(number)]
    while kept and prod(map(stretches.parts, kept)) > most:
        kept.remove(max(kept, key=stretches.parts))
    return kept


Deciding = n.Beforehand | g.Modifier | g.NaturalRow | g.Row
"""What decides, together with dice, which row they lead to."""


def changed_reads(was: n.Table, now: n.Table) -> Iterator[object]:
    """The conditions of the parts of a roll that changed, on both sides."""
    for own, other in ((now, was), (was, now)):
        known = {key: shape(part) for key, part in deciding(other).items()}
        for key, part in deciding(own).items():
            if known.get(key) != shape(part):
                yield parts_that_decide(part)


def deciding(table: n.Table) -> Mapping[str, Deciding]:
    """What decides which row dice lead to, by names."""
    found: dict[str, Deciding] = {f"when {number}": row for number, row in enumerate(table.beforehand)}
    if table.rolled is not None:
        found.update((f"modifier {each.label}", each) for each in table.rolled.modifiers)
        found.update((f"natural {number}", each) for number, each in enumerate(table.rolled.naturals))
        found.update((f"row {number}", each) for number, each in enumerate(table.rolled.rows))
    return found


def parts_that_decide(part: Deciding) -> tuple[object, ...]:
    """Of a part of a roll what it asks."""
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


def changed_defines(
    was: n.Table, now: n.Table, before: RuleGraph, after: RuleGraph, changed: Set[str]
) -> Iterator[object]:
    """What the derived values that changed ask of the state, where the roll comes to them."""
    wanted = {*defines_in(roll_reads(was)), *defines_in(roll_reads(now))}
    for graph in (after, before):
        known = {define.name: define for define in graph.defines}
        waiting, seen = [*wanted], set[str]()
        while waiting:
            name = waiting.pop()
            define = known.get(name)
            if define is None or name in seen:
                continue
            seen.add(name)
            if f"define:{name}" in changed:
                yield (define.base, tuple((each.value, each.condition) for each in define.exceptions))
            waiting += defines_in((define.base, define.exceptions))


def differ(sides: tuple[Side, Side], case: Mapping[int, int], most: int) -> bool:
    """Whether the odds of a case are others on one side than on the other, by more than they are uncertain by."""
    from bombsight.service.table_odds.telling import told

    now, was = (told(side.roller, side.case(case), side.counted(case, most)) for side in sides)
    return any(line.against is not None and moved(line.chance, line.against) for line in result_lines(now, was))


def largest(situation: SituationOdds) -> float:
    """By how much the likeliest of its changes moves."""
    lines = result_lines(situation.chances, situation.against)
    return max(abs(line.chance.share - line.against.share) for line in lines if line.against is not None)
