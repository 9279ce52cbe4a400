"""One roll on a table, with the same dice in every case that the given conditions leave open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.compiler.request import Request
from bombsight.flat.sites import ChoiceSite
from bombsight.runtime.events.views import BeforehandView, RollView, View
from bombsight.service.common.seeds import check_seed
from bombsight.service.lookup.card_marks import marks_of_throw
from bombsight.service.lookup.cards import Card, build_card
from bombsight.service.lookup.phrases import collect_phrases
from bombsight.service.lookup.provenance import displayed_origin
from bombsight.service.present.explanation import explain_roll
from bombsight.service.present.lines import Line
from bombsight.service.present.rows_of_call import find_rows_of_call
from bombsight.service.present.story_lines import render_story_line
from bombsight.service.table_odds.cases import TooManyCasesError
from bombsight.service.table_odds.documents import SubjectValues
from bombsight.service.table_odds.question import OddsQuestion, parse_question
from bombsight.service.table_odds.situations import (
    PreparedCases,
    distinguishing_subjects,
    find_assumptions,
    partition_into_products,
    prepare_cases,
)
from bombsight.service.table_rolls.dice import NamedDice, find_misfit
from bombsight.service.table_rolls.documents import CountedModifier, RollCase, RowTaken, TableRoll, ThrowMade
from bombsight.service.table_rolls.outcomes import RolledCase, shared_arguments, shared_story, tell_roll
from bombsight.service.table_rolls.tracing import TracingRoller

MAX_SHOWN_CASES = 20
"""The maximum number of cases that are shown; of more only what they depend on."""

MAX_WORK = 400_000_000
"""The maximum work on the rolls in all cases, in steps."""


@frozen
class RolledQuestion:
    """A question, rolled in all its cases.

    Attributes:
        prepared: The cases.
        groups: The cases in which the same comes of the roll, each group in blocks that are products of the values of
            subjects.
        is_coarse: Whether cases of a block may differ in the modifiers that led to the same row.
        throws_unnamed: Whether dice fell that the caller does not name.
        misfit: The error that dice are left over in every case; None if none are.
    """

    prepared: PreparedCases
    groups: Sequence[Sequence[Sequence[RolledCase]]]
    is_coarse: bool
    throws_unnamed: bool
    misfit: InputError | None

    @property
    def is_short(self) -> bool:
        """Whether there are few enough cases to be shown."""
        return count_blocks(self.groups) <= MAX_SHOWN_CASES


def roll_on_table(
    request: Request, word: str, words: Sequence[str] = (), given: Sequence[str] = (), *, seed: int
) -> TableRoll:
    """Roll once on a table, and tell what comes of it in every case that the given conditions leave open.

    Args:
        request: The rules.
        word: The table's id, a similar word, or a part of its title.
        words: The dice, in the order of the throws: a number for each die, or ``3+5`` or a total for a throw.
        given: The given conditions and scene lines.
        seed: The seed of the dice that ``words`` do not give.

    Raises:
        InputError: There is no such table, the dice do not fit it, or no case meets the conditions.
        WrongRules: The rules or a given have errors.
    """
    check_seed(seed)
    question = parse_question(request, word, given)
    rolled, open_subjects = roll_open_cases(question, words, seed)
    table, graph, prepared = question.table, question.graph, rolled.prepared
    if rolled.misfit is not None and not open_subjects:
        raise rolled.misfit
    if not rolled.is_short:
        open_subjects = tuple(dict.fromkeys((*find_deciding_subjects(rolled), *open_subjects)))
    card = build_card(table, graph, question.sources)
    return TableRoll(
        game=graph.game.id,
        rules=graph.rules_hash,
        table=table.id,
        title=table.title,
        dice=table.rolled.dice.notation if table.rolled else "",
        origin=displayed_origin(table, graph),
        given=question.given,
        named=tuple(words),
        seed=seed if rolled.throws_unnamed else None,
        open=open_subjects,
        assumed=tuple(find_assumptions(prepared.space, prepared.sides[0], prepared.cases, prepared.varied_numbers)),
        cases=tuple(make_cases(rolled, card)) if rolled.is_short else (),
        card=card,
    )


def roll_open_cases(question: OddsQuestion, words: Sequence[str], seed: int) -> tuple[RolledQuestion, tuple[str, ...]]:
    """Roll in all cases of a question; if these are too many, in those of what is given and of the parameters alone.

    Args:
        question: The table and the given conditions.
        words: The dice that the caller names.
        seed: The seed of the others.

    Returns:
        The rolled cases, and the subjects that other cases depend on.
    """
    try:
        every_case = prepare_affordable_cases(question, is_exhaustive=True)
    except TooManyCasesError:
        few_cases = prepare_affordable_cases(question, is_exhaustive=False)
        reads = [few_cases.space.texts[number] for number in few_cases.space.reads]
        varied = {few_cases.space.texts[number] for number in few_cases.varied_numbers}
        return roll_cases(question, few_cases, words, seed), tuple(text for text in reads if text not in varied)
    rolled = roll_cases(question, every_case, words, seed)
    if rolled.is_short:
        return rolled, ()
    deciding = find_deciding_subjects(rolled)
    few_cases = prepare_affordable_cases(question, is_exhaustive=False)
    varied = {few_cases.space.texts[number] for number in few_cases.varied_numbers}
    return roll_cases(question, few_cases, words, seed), tuple(text for text in deciding if text not in varied)


def prepare_affordable_cases(question: OddsQuestion, *, is_exhaustive: bool) -> PreparedCases:
    """Find the cases of a question, as :func:`prepare_cases` does.

    Raises:
        InputError: No case meets the conditions.
        TooManyCasesError: There are too many, or to roll in all of them is too much work.
    """
    prepared = prepare_cases(question, is_exhaustive=is_exhaustive, roller_class=TracingRoller)
    side, count = prepared.sides[0], len(prepared.cases)
    if count * side.roller.likeliest_cost(side.translate_case(prepared.cases[0])) > MAX_WORK:
        hint = "Say more of what is so; `bombsight simulate` plays whole missions."
        raise TooManyCasesError(f"a roll in each of {count:,} cases is too much work", "", hint)
    return prepared


def roll_cases(question: OddsQuestion, prepared: PreparedCases, words: Sequence[str], seed: int) -> RolledQuestion:
    """Roll once in each case, with the same dice, and group the cases by what comes of it.

    Args:
        question: The table and the given conditions.
        prepared: The cases.
        words: The dice that the caller names.
        seed: The seed of the others.

    Raises:
        InputError: The dice cannot show what is named.
    """
    side = prepared.sides[0]
    roller = side.roller
    assert isinstance(roller, TracingRoller)
    phrases = collect_phrases(roller.program)
    cases: list[RolledCase] = []
    used, has_thrown, throws_unnamed = 0, False, False
    for case in prepared.cases:
        dice = NamedDice(words, seed)
        cases.append(tell_roll(case, roller.trace_case(side.translate_case(case), dice), question.table.id, phrases))
        used, throws_unnamed = max(used, dice.used), throws_unnamed or dice.has_thrown_unnamed
        has_thrown = has_thrown or dice.used > 0 or dice.has_thrown_unnamed
    misfit = find_misfit(words, used, question.table.id, has_thrown=has_thrown)
    groups = group_cases(cases, is_coarse=False)
    is_coarse = count_blocks(groups) > MAX_SHOWN_CASES
    if is_coarse:
        groups = group_cases(cases, is_coarse=True)
    return RolledQuestion(prepared, groups, is_coarse, throws_unnamed, misfit)


def group_cases(cases: Sequence[RolledCase], *, is_coarse: bool) -> list[list[list[RolledCase]]]:
    """Group cases in which the same comes of the roll, and split each group into blocks that few words describe."""
    groups: dict[object, list[RolledCase]] = {}
    for each in cases:
        groups.setdefault(each.signature(is_coarse=is_coarse), []).append(each)
    return [[*split_group(group)] for group in groups.values()]


def split_group(group: Sequence[RolledCase]) -> Iterator[list[RolledCase]]:
    """Split cases in which the same comes of the roll into blocks that few words describe."""
    rolled_by_case = {id(each.case): each for each in group}
    for block in partition_into_products([each.case for each in group]):
        yield [rolled_by_case[id(case)] for case in block]


def count_blocks(groups: Sequence[Sequence[object]]) -> int:
    """Count the blocks of all groups."""
    return sum(map(len, groups))


def describe_groups(rolled: RolledQuestion) -> list[tuple[tuple[SubjectValues, ...], ...]]:
    """Describe the blocks of each group by the subjects whose values differ between blocks."""
    prepared = rolled.prepared
    described = [
        [
            tuple(distinguishing_subjects(prepared.intervals, prepared.sides[0], [each.case for each in block]))
            for block in group
        ]
        for group in rolled.groups
    ]
    shared = set.intersection(*(set(block) for group in described for block in group))
    return [
        tuple(tuple(subject for subject in block if subject not in shared) for block in group) for group in described
    ]


def find_deciding_subjects(rolled: RolledQuestion) -> tuple[str, ...]:
    """List the subjects on which it depends what comes of a roll."""
    texts = (subject.text for group in describe_groups(rolled) for block in group for subject in block)
    return tuple(dict.fromkeys(texts))


def make_cases(rolled: RolledQuestion, card: Card) -> Iterator[RollCase]:
    """Make the documents of all groups of cases."""
    for where, group in zip(describe_groups(rolled), rolled.groups, strict=True):
        yield make_case(rolled, where, [each for block in group for each in block], card)


def make_case(
    rolled: RolledQuestion,
    where: tuple[tuple[SubjectValues, ...], ...],
    cases: Sequence[RolledCase],
    card: Card,
) -> RollCase:
    """Make the document of the cases in which the same comes of a roll.

    Args:
        rolled: The question.
        where: What tells these cases from others.
        cases: The cases.
        card: The table's card.
    """
    roller = rolled.prepared.sides[0].roller
    first = cases[0]
    own = first.views[first.own_event] if first.own_event >= 0 else None
    phrases = collect_phrases(roller.program)
    if isinstance(own, RollView):
        own = evolve(own, arguments=shared_arguments(cases))
    why_lines: tuple[Line, ...] = ()
    beside = find_views_beside(first.views, first.own_event)
    if isinstance(own, RollView | BeforehandView) and not rolled.is_coarse:
        why_lines = tuple(explain_roll(own, (), phrases, beside))
    story = shared_story(cases, is_coarse=rolled.is_coarse)
    own_lines, story_lines = (
        tuple(line for each in story if (each.event == first.own_event) is is_own for line in render_story_line(each))
        for is_own in (True, False)
    )
    name, title = first.result
    sites = [roller.program.sites[number] for number in sorted(first.outcome.asked)]
    return RollCase(
        where=where,
        throws=tuple(make_throw(view) for view in first.views if isinstance(view, RollView | BeforehandView)),
        result=name,
        title=title,
        story=tuple(str(line) for line in (*own_lines, *story_lines)),
        why=tuple(map(str, why_lines)),
        choices=tuple(site.id for site in sites if isinstance(site, ChoiceSite)),
        fault=first.fault,
        own_lines=own_lines,
        story_lines=story_lines,
        why_lines=why_lines,
        marks=None if own is None else marks_of_throw(own, roller.program.sites[first.own_site], card, beside),
    )


def find_views_beside(views: Sequence[View], own_event: int) -> list[RollView | BeforehandView]:
    """Find the events of the rows that apply beside that of a table's own roll; none if it has no event."""
    events = find_rows_of_call(views, own_event) if own_event >= 0 else ()
    found = [views[at] for at in events if at != own_event]
    return [view for view in found if isinstance(view, RollView | BeforehandView)]


def make_throw(view: RollView | BeforehandView) -> ThrowMade:
    """Make the document of a throw, or of a result without dice."""
    row = view.row
    taken = None
    if row is not None:
        origin = row.origin
        taken = RowTaken(key=row.label, title=row.title, text=row.text, standing=origin.standing, cite=origin.cite)
    if isinstance(view, BeforehandView):
        return ThrowMade(
            table=view.table, title=view.title, dice="", faces=(), natural=None, modifiers=(), total=None, row=taken
        )
    return ThrowMade(
        table=view.table or "",
        title=view.title,
        dice=view.notation,
        faces=view.faces,
        natural=view.natural,
        modifiers=tuple(
            CountedModifier(label=each.label, amount=each.amount, when=each.text, cite=each.origin.cite)
            for each in view.modifiers
        ),
        total=view.total,
        row=taken,
    )
