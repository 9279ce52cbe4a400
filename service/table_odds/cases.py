"""Enumeration of cases: all combinations of the subjects' values that satisfy the given conditions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import either
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.intervals import Interval
from bombsight.compiler.odds_harness import collect_subjects
from bombsight.dsl.listing import join_names
from bombsight.flat.types import IntType
from bombsight.service.table_odds.case_spaces import CaseSpace, TableSide
from bombsight.service.table_odds.value_intervals import ValueIntervals

MAX_CASES = 5000
"""The maximum number of cases; beyond it the user must give more conditions."""

EXAMPLE_VALUE = 500
"""The value that hints suggest for a number with very many values."""


class TooManyCasesError(InputError):
    """There are too many cases: the user must give more conditions."""


def find_cases(
    side: TableSide, intervals: ValueIntervals, conditions: Sequence[n.Define], given: Sequence[str]
) -> list[dict[int, int]]:
    """Enumerate the cases (value combinations) that satisfy all conditions, over the subjects that these name.

    Args:
        side: The table that evaluates the conditions.
        intervals: The intervals of each subject's values.
        conditions: The compiled conditions.
        given: The conditions as written, for messages.

    Raises:
        InputError: There are none, or too many.
    """
    cases: list[dict[int, int]] = [{}]
    condition_numbers = [subject_numbers(condition, intervals.space) for condition in conditions]
    # Conditions on one number come first: others may compare with it.
    for index in sorted(range(len(conditions)), key=lambda line: len(condition_numbers[line])):
        text = given[index] if len(given) == len(conditions) else " and ".join(given)
        expandable = [number for number in condition_numbers[index] if intervals.intervals_of(number, cases)]
        for number in condition_numbers[index]:
            if number in intervals.wide_numbers and not intervals.is_decided(number, conditions[index], cases):
                if any(number not in case for case in cases):
                    raise make_too_many_values_error(intervals.space, number, text)
                cases = expand_each_value(cases, intervals, number)
        satisfying: list[dict[int, int]] = []
        for case in cases:
            unset = [number for number in expandable if number not in case]
            check_case_count(
                prod(len(intervals.intervals_of(number)) for number in unset) * len(cases), intervals, unset
            )
            for runs in product(*(intervals.intervals_of(number) for number in unset)):
                extended = {**case, **{number: low for number, (low, _) in zip(unset, runs, strict=True)}}
                if side.roller.evaluate_line(index, side.translate_case(extended)) == 1:
                    satisfying.append(extended)
        if not satisfying:
            hint = (
                f"What is to be so must be said outright: {given_text('oil is 3')}; or brought about: "
                f"{given_text('do storm')}."
                if not expandable
                else ""
            )
            raise InputError(f"{text}: nothing makes this so", "", hint)
        cases = satisfying
    for number in dict.fromkeys(number for case in cases for number in case):
        if number in intervals.wide_numbers:
            cases = expand_each_value(cases, intervals, number)
    return cases


def subject_numbers(condition: n.Define, space: CaseSpace) -> list[int]:
    """Return the indices of the subjects (parameters and state values) that a condition names."""
    numbers = {subject: number for number, subject in enumerate(space.subjects)}
    return [*dict.fromkeys(numbers[each] for each in collect_subjects(condition.base, condition.params))]


def expand_each_value(cases: Sequence[dict[int, int]], intervals: ValueIntervals, number: int) -> list[dict[int, int]]:
    """Expand cases by every value of a number's intervals, instead of one value for each interval.

    Raises:
        InputError: There are too many values.
    """
    ends = dict(intervals.intervals_of(number))
    if sum(ends[case[number]] - case[number] + 1 for case in cases) > MAX_CASES:
        raise make_too_many_values_error(intervals.space, number)
    expanded = [{**case, number: value} for case in cases for value in range(case[number], ends[case[number]] + 1)]
    intervals.set_single_values(number, dict.fromkeys(case[number] for case in expanded))
    return expanded


def given_text(condition: str) -> str:
    """Write the argument that gives a condition, in the words of either front end."""
    return either(f"--given '{condition}'", f"given=[{condition!r}]")


def make_too_many_values_error(space: CaseSpace, number: int, text: str = "") -> TooManyCasesError:
    """Create the error for a number with too many values that may each change the odds."""
    name, kind = space.texts[number], space.subjects[number].type.without_none()
    assert isinstance(kind, IntType)
    example = f"{name} is {max(kind.low, min(kind.high, EXAMPLE_VALUE))}"
    hint = f"Say which it has: {given_text(example)}."
    prefix = f"{text}: " if text else ""
    count = kind.high - kind.low + 1
    return TooManyCasesError(f"{prefix}each of the {count:,} values of {name} may come to odds of its own", "", hint)


def expand_cases(
    cases: Sequence[dict[int, int]], intervals: ValueIntervals, numbers: Sequence[int]
) -> list[dict[int, int]]:
    """Expand cases by further subjects, one value for each interval; skip subjects with too many values.

    Raises:
        InputError: There are too many cases.
    """
    expanded = list(cases)
    for number in numbers:
        runs: tuple[Interval, ...] = intervals.intervals_of(number, expanded)
        if runs and number not in intervals.wide_numbers and any(number not in case for case in expanded):
            check_case_count(len(expanded) * len(runs), intervals, numbers)
            expanded = [
                more
                for case in expanded
                for more in ([case] if number in case else [{**case, number: low} for low, _ in runs])
            ]
    return expanded


def check_case_count(count: int, intervals: ValueIntervals, numbers: Sequence[int]) -> None:
    """Raise an error if there are too many cases; the message names the ``numbers`` whose values should be given.

    Raises:
        TooManyCasesError: There are.
    """
    if count > MAX_CASES:
        names = [intervals.space.texts[number] for number in numbers if intervals.intervals_of(number)]
        hint = f"Say what it is: {given_text(f'{names[0]} is ...')}. They are those of {join_names(names)}."
        raise TooManyCasesError(f"there are {count:,} cases, more than {MAX_CASES:,}", "", hint)
