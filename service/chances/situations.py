"""The odds of a table in all cases that are asked about: those of the same odds told as one, rules side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from attrs import define, evolve, field, frozen

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.unit import Read
from bombsight.compiler.request import Request
from bombsight.compiler.rigged import Scene, Subject, domain, roll_reads, rows_read, stands_in, subjects_in
from bombsight.dsl.listing import listed
from bombsight.flat.types import ElementType, Type
from bombsight.runtime.errors import InputError
from bombsight.service.chances.asked import Question, ask
from bombsight.service.chances.counting import MOST_RUNS, Counted, counted
from bombsight.service.chances.rolling import Case, Roller
from bombsight.service.chances.telling import has_dice, told
from bombsight.service.chances.told import Chances, SituationOdds, SubjectTold, TableOdds
from bombsight.service.compiling import compiled
from bombsight.service.origins import told_origin
from bombsight.service.rule_text import Sources, expression_text

MOST_CASES = 5000
"""So many cases are looked at; beyond that somebody must say which."""

MOST_EXPLAINED = 6
"""In so many situations at most it is told what each modifier matters."""

LEAST_RUNS = 400
"""So many runs of a case are gone through even where there are many."""


@frozen(kw_only=True)
class Space:
    """What a roll depends on, that cases are made of.

    Attributes:
        subjects: The subjects; cases name them by their numbers here.
        texts: What each is called.
        values: The values of each; none where there are too many, or it has no plain ones.
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
class Side:
    """A table by one set of rules.

    Attributes:
        roller: It, ready to be rolled.
        own: The number that a subject of the space has here; only of those that are there.
        values: The values that each of those can have here: an enum may have fewer than by other rules.
    """

    roller: Roller
    own: Mapping[int, int]
    values: Mapping[int, frozenset[int]]
    counts: dict[tuple[tuple[int, int], ...], Counted] = field(factory=dict)

    def case(self, case: Case) -> dict[int, int]:
        """A case with this side's numbers."""
        return {self.own[number]: value for number, value in case.items() if number in self.own}

    def counted(self, case: Case, most: int) -> Counted:
        """What comes of a case; worked out once. Nothing comes of one that cannot be by these rules."""
        if any(value not in self.values[number] for number, value in case.items() if number in self.values):
            return Counted(shares={}, left=Fraction(0), runs=0, dice=0)
        own = self.case(case)
        key = tuple(sorted(own.items()))
        if key not in self.counts:
            self.counts[key] = counted(self.roller, own, {}, most)
        return self.counts[key]


def side_of(graph: n.RuleGraph, table: n.Table, space: Space, scene: Scene, read: Read | None = None) -> Side:
    """A table by some rules, with as much of the space and the scene as these know; ``read`` is known of the rules."""
    own = [number for number, subject in enumerate(space.subjects) if stands_in(subject, graph)]
    known = Scene(
        setup=tuple(given for given in scene.setup if stands_in(given.body, graph)),
        options=tuple(each for each in scene.options if each.name in {option.name for option in graph.options}),
        conditions=scene.conditions,
    )
    params = {param.name for param in table.params}
    conditions = tuple(
        each
        for each in known.conditions
        if {param.name for param in each.params} == params and stands_in(each.base, graph)
    )
    roller = Roller(
        graph, table, [space.subjects[number] for number in own], evolve(known, conditions=conditions), read
    )
    values = {number: frozenset(domain(space.subjects[number].type, graph)) for number in own}
    return Side(roller, {number: place for place, number in enumerate(own)}, values)


def space_of(tables: Sequence[n.Table], graph: n.RuleGraph, more: Iterable[object], sources: Sources) -> Space:
    """What a roll depends on.

    Args:
        tables: The table, by one set of rules or by two.
        graph: The rules that what it depends on is known by.
        more: Other parts of the graph whose subjects belong to it.
        sources: The files by path.
    """
    params = tables[0].params
    variables = tuple(
        x.Var(name=param.name, type=param.type) for param in params if not isinstance(param.type, ElementType)
    )
    reads = dict.fromkeys(subject for table in tables for subject in subjects_in(roll_reads(table), table.params))
    uses = dict.fromkeys(subject for table in tables for subject in subjects_in(rows_read(table), table.params))
    given = dict.fromkeys(subject for part in more for subject in subjects_in(part, params))
    subjects = tuple(dict.fromkeys((*variables, *given, *reads, *uses)))
    numbers = {subject: number for number, subject in enumerate(subjects)}
    return Space(
        subjects=subjects,
        texts=tuple(text_of(subject, sources) for subject in subjects),
        values=tuple(domain(subject.type, graph) for subject in subjects),
        params=tuple(numbers[variable] for variable in variables),
        reads=tuple(numbers[subject] for subject in reads if subject not in variables),
        uses=tuple(numbers[subject] for subject in uses if subject not in (*variables, *reads)),
    )


def text_of(subject: Subject, sources: Sources) -> str:
    """What a subject is called."""
    return subject.name if isinstance(subject, x.Var) else expression_text(subject, sources)


# --- cases


def cases_given(space: Space, side: Side, conditions: Sequence[n.Define], given: Sequence[str]) -> list[dict[int, int]]:
    """The cases in which all conditions hold, of the subjects that they name.

    Raises:
        InputError: There are none, or too many to look at.
    """
    numbers = {subject: number for number, subject in enumerate(space.subjects)}
    found: list[dict[int, int]] = [{}]
    for line, condition in enumerate(conditions):
        named = dict.fromkeys(numbers[each] for each in subjects_in(condition.base, condition.params))
        free = [number for number in named if space.values[number]]
        holding: list[dict[int, int]] = []
        for case in found:
            open_ = [number for number in free if number not in case]
            within(prod(len(space.values[number]) for number in open_) * len(found), space, open_)
            for values in product(*(space.values[number] for number in open_)):
                more = {**case, **dict(zip(open_, values, strict=True))}
                if side.roller.value(line, side.case(more)) == 1:
                    holding.append(more)
        if not holding:
            text = given[line] if len(given) == len(conditions) else " and ".join(given)
            hint = (
                "What is to be so must be said outright: --given 'oil is 3'; or brought about: --given 'do storm'."
                if not free
                else ""
            )
            raise InputError(f"{text}: nothing makes this so", "", hint)
        found = holding
    return found


def gone_through(cases: Sequence[dict[int, int]], space: Space, numbers: Sequence[int]) -> list[dict[int, int]]:
    """Cases with all values of further subjects.

    Raises:
        InputError: There are too many.
    """
    found = list(cases)
    for number in numbers:
        if space.values[number] and any(number not in case for case in found):
            within(len(found) * len(space.values[number]), space, numbers)
            found = [
                more
                for case in found
                for more in ([case] if number in case else [{**case, number: value} for value in space.values[number]])
            ]
    return found


def within(count: int, space: Space, numbers: Sequence[int]) -> None:
    """See that there are not too many cases.

    Raises:
        InputError: There are.
    """
    if count > MOST_CASES:
        names = [space.texts[number] for number in numbers if space.values[number]]
        hint = f"Say what it is: --given '{names[0]} is ...'. They are those of {listed(names)}."
        raise InputError(f"there are {count:,} cases, more than {MOST_CASES:,}", "", hint)


# --- the odds


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
    side = side_of(graph, table, space, question.scene, known)
    sides = [side]
    if other is not None and twin is not None:
        sides.append(side_of(other, twin, space, question.scene))
    cases = cases_given(space, side, conditions, question.given)
    cases = gone_through(cases, space, space.params)
    if every:
        cases = gone_through(cases, space, space.reads)
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
        rules_told=told_rules(graph, other),
        situations=tuple(
            SituationOdds(
                where=where,
                chances=chances[0],
                against=chances[1] if len(chances) > 1 else None,
            )
            for members in groups
            for where, chances in situations(
                space, sides, members, cases, most, explained=len(groups) <= MOST_EXPLAINED
            )
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
    space: Space, sides: Sequence[Side], members: Sequence[Case], cases: Sequence[Case], most: int, *, explained: bool
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
        yield tuple(told_subjects(space, sides[0], block, cases)), chances


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


def told_subjects(space: Space, side: Side, block: Sequence[Case], cases: Sequence[Case]) -> Iterator[SubjectTold]:
    """What tells some cases from all."""
    for number in block[0]:
        here = dict.fromkeys(case[number] for case in block)
        if set(here) != set(space.values[number]):
            yield subject_told(space, side, number, list(here))


def subject_told(space: Space, side: Side, number: int, values: Sequence[int]) -> SubjectTold:
    """A subject with some of its values."""
    kind, describer = space.subjects[number].type, side.roller.describer
    return SubjectTold(
        text=space.texts[number],
        values=tuple(describer.name(kind, value) for value in values),
        titles=tuple(describer.title(kind, value) for value in values),
    )


def assumed(space: Space, side: Side, cases: Sequence[Case], named: Iterable[int]) -> Iterator[SubjectTold]:
    """What a roll reads that nobody asked about, and what that is when a game begins, in any of the cases."""
    for number in (*space.reads, *space.uses):
        if number in side.own and number not in named:
            looked_at = cases if hangs_on_case(space.subjects[number]) else cases[:1]
            found = {side.roller.subject_value(side.own[number], side.case(case)): None for case in looked_at}
            if values := [value for value in found if value is not None]:
                yield subject_told(space, side, number, values)


def hangs_on_case(subject: Subject) -> bool:
    """Whether the value of what nobody named may be another in each case: it is derived, or of a parameter."""
    return isinstance(subject, x.CallDefine) or any(isinstance(part, x.Var) for part in walk(subject))
