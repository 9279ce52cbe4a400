"""The odds of a table in all cases that are asked about: those of the same odds told as one, rules side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bombsight.boundary.errors import InputError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.intervals import Interval
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.unit import Read
from bombsight.compiler.odds_harness import Subject
from bombsight.compiler.request import Request
from bombsight.dsl.listing import listed
from bombsight.flat.types import ElementType, IntType, Type
from bombsight.service.lookup.origins import told_origin
from bombsight.service.programs.compile import compiled
from bombsight.service.table_odds.asked import Question, ask
from bombsight.service.table_odds.cases import cases_given, gone_through, numbers_in, too_many_values
from bombsight.service.table_odds.rolling import MOST_RUNS, Case
from bombsight.service.table_odds.spaces import Side, Space, side_of, space_of
from bombsight.service.table_odds.stretches import Stretches, runs_of, singles
from bombsight.service.table_odds.telling import has_dice, told
from bombsight.service.table_odds.told import Chances, SituationOdds, SubjectTold, TableOdds, WideTold

MOST_EXPLAINED = 6
"""In so many situations at most it is told what each modifier matters."""

LEAST_RUNS = 400
"""So many runs of a case are gone through even where there are many."""


def table_odds(
    request: Request, word: str, given: Sequence[str] = (), *, every: bool = False, against: Request | None = None
) -> TableOdds:
    """The odds of a roll on a table.

    Args:
        request: The rules.
        word: What names the table.
        given: What is so: lines of a scene, and conditions.
        every: Whether all is gone through that decides which row dice lead to; else it stands as when a game begins.
        against: Other rules to compare with.

    Raises:
        InputError: There is no such table, it needs no dice, or there are too many cases.
        WrongRules: The rules have errors, or what is given has.
    """
    question = ask(request, word, given)
    return odds_asked(question, every=every, other=compiled(against)[0] if against is not None else None)


def odds_asked(
    question: Question,
    *,
    every: bool = False,
    other: n.RuleGraph | None = None,
    runs: int | None = None,
    known: Read | None = None,
) -> TableOdds:
    """The odds that a question asks for.

    Args:
        question: The table, and what is so.
        every: The same as of :func:`table_odds`.
        other: The rules that it is compared with; None where there are none.
        runs: So many are gone through at most, and thrown for an estimate of the rest; None for as many as usual.
        known: What is known of the question's rules, where somebody asks about many of their tables.

    Raises:
        InputError: The table needs no dice, or there are too many cases.
        OverBudgetError: They cost more than is left for several tables together.
    """
    table, graph = question.table, question.graph
    runs = MOST_RUNS if runs is None else runs
    if not has_dice(table, graph, known.effects if known is not None else None):
        hint = "`bombsight table` shows it."
        raise InputError(f"no dice are thrown for {table.id}: it is looked up", "", hint)
    homeless = [param for param in table.params if not has_place(param.type, graph)]
    if homeless:
        raise InputError(f"{homeless[0].name}: no list has room for a {homeless[0].type}")
    twin = next((each for each in other.tables if each.id == table.id), None) if other is not None else None
    if twin is not None and twin.params != table.params:
        twin = None
    conditions = question.scene.conditions
    space = space_of([table, *([twin] if twin else [])], graph, [each.base for each in conditions], question.sources)
    side = side_of(graph, table, space, question.scene, known, question.allowance, question.total)
    sides = [side]
    if other is not None and twin is not None:
        sides.append(side_of(other, twin, space, question.scene, None, question.allowance))
    going = {number for condition in conditions for number in numbers_in(condition, space)}
    going.update(space.params, space.reads if every else ())
    stretches = Stretches(space, sides, conditions, going)
    cases = cases_given(side, stretches, conditions, question.given)
    cases = gone_through(cases, stretches, [*space.params, *(space.reads if every else ())])
    for number in space.params:
        if number in stretches.wide and number not in cases[0]:
            raise too_many_values(space, number)
    most = max(min(LEAST_RUNS, runs), runs // len(cases))
    groups = grouped(sides, cases, most)
    named = dict.fromkeys(number for case in cases for number in case)
    return TableOdds(
        game=graph.game.id,
        rules=graph.rules_hash,
        table=table.id,
        title=table.title,
        dice=table.rolled.dice.notation if table.rolled else "",
        origin=told_origin(table, question.graph),
        given=question.given,
        assumed=tuple(assumed(space, side, cases, named)),
        wide=tuple(wide(stretches, named)) if every else (),
        rules_told=told_rules(graph, other),
        situations=tuple(
            SituationOdds(
                where=where,
                chances=chances[0],
                against=chances[1] if len(chances) > 1 else None,
            )
            for members in groups
            for where, chances in situations(stretches, sides, members, most, explained=len(groups) <= MOST_EXPLAINED)
        ),
    )


def has_place(kind: Type, graph: n.RuleGraph) -> bool:
    """Whether a value of a type can be: an element needs a list to stand in."""
    required = kind.required()
    return not isinstance(required, ElementType) or any(each.record == required.record for each in graph.lists)


def told_rules(graph: n.RuleGraph, other: n.RuleGraph | None) -> tuple[str, ...]:
    """What is laid over the rules that are compared, and not over the others; nothing where nothing is compared."""
    if other is None:
        return ()
    names = [[f"{overlay.kind} {overlay.name}" for overlay in each.overlays] for each in (graph, other)]
    return tuple(
        listed([name for name in own if name not in others], none="as it is") for own, others in (names, names[::-1])
    )


def grouped(sides: Sequence[Side], cases: Sequence[Case], most: int) -> list[list[Case]]:
    """Cases of the same odds together, in the order of the first of each."""
    groups: dict[object, list[Case]] = {}
    for case in cases:
        groups.setdefault(tuple(side.counted(case, most).told_apart for side in sides), []).append(case)
    return list(groups.values())


def situations(
    stretches: Stretches, sides: Sequence[Side], members: Sequence[Case], most: int, *, explained: bool
) -> Iterator[tuple[tuple[SubjectTold, ...], list[Chances]]]:
    """What tells cases of the same odds from the others, and these odds; several times where no product tells them."""
    for block in blocks(members):
        case = block[0]
        chances = []
        for side in sides:
            every = [side.counted(each, most) for each in block]
            modifiers = max(min(LEAST_RUNS, most), most // (1 + len(side.roller.table.modifiers))) if explained else 0
            known = max(every, key=lambda counted: counted.doubt)
            chances.append(told(side.roller, side.case(case), every[0], modifiers, known))
        yield tuple(told_subjects(stretches, sides[0], block)), chances


def blocks(cases: Sequence[Case]) -> list[list[Case]]:
    """Cases in as few heaps as may be, each of which has all combinations of some values of each subject."""
    if not cases or not cases[0]:
        return [list(cases)]
    heaps: list[tuple[dict[int, frozenset[int]], list[Case]]] = [
        ({number: frozenset({value}) for number, value in case.items()}, [case]) for case in cases
    ]
    for number in cases[0]:
        joined: dict[tuple[tuple[int, frozenset[int]], ...], tuple[dict[int, frozenset[int]], list[Case]]] = {}
        for values, members in heaps:
            rest = tuple((other, held) for other, held in values.items() if other != number)
            if rest in joined:
                known, held = joined[rest]
                joined[rest] = ({**known, number: known[number] | values[number]}, [*held, *members])
            else:
                joined[rest] = (values, members)
        heaps = list(joined.values())
    return [members for _, members in heaps]


def told_subjects(stretches: Stretches, side: Side, block: Sequence[Case]) -> Iterator[SubjectTold]:
    """What tells some cases from all."""
    for number in block[0]:
        here = dict.fromkeys(case[number] for case in block)
        if not stretches.covers(number, here):
            yield subject_told(stretches.space, side, number, [(low, stretches.end(number, low)) for low in here])


def subject_told(space: Space, side: Side, number: int, stretches: Sequence[Interval]) -> SubjectTold:
    """A subject with some of its values; three numbers or more in a row are told by the first and the last."""
    kind, describer = space.subjects[number].type, side.roller.describer
    if isinstance(kind.required(), IntType):
        runs = runs_of(stretches)
        pieces = ([run] if run[1] - run[0] >= 2 else singles(range(run[0], run[1] + 1)) for run in runs)
        stretches = [each for piece in pieces for each in piece]
    return SubjectTold(
        text=space.texts[number],
        values=tuple("..".join(describer.name(kind, end) for end in dict.fromkeys(each)) for each in stretches),
        titles=tuple("..".join(describer.title(kind, end) for end in dict.fromkeys(each)) for each in stretches),
    )


def wide(stretches: Stretches, named: Iterable[int]) -> Iterator[WideTold]:
    """The numbers that a roll hangs on and that could not be gone through."""
    space = stretches.space
    for number in space.reads:
        kind = space.subjects[number].type.required()
        if number in stretches.wide and number not in named and isinstance(kind, IntType):
            yield WideTold(text=space.texts[number], count=kind.high - kind.low + 1)


def assumed(space: Space, side: Side, cases: Sequence[Case], named: Iterable[int]) -> Iterator[SubjectTold]:
    """What a roll reads that nobody asked about, and what that is when a game begins, in any of the cases."""
    for number in (*space.reads, *space.uses):
        if number in side.own and number not in named:
            looked_at = cases if hangs_on_case(space.subjects[number]) else cases[:1]
            found = {side.roller.subject_value(side.own[number], side.case(case)): None for case in looked_at}
            if values := [value for value in found if value is not None]:
                yield subject_told(space, side, number, singles(values))


def hangs_on_case(subject: Subject) -> bool:
    """Whether the value of what nobody named may be another in each case: it is derived, or of a parameter."""
    return isinstance(subject, x.CallDefine) or any(isinstance(part, x.Var) for part in walk(subject))
