"""The cases that are looked at: those in which what is given holds, with all values of what is gone through."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from bombsight.boundary.errors import InputError
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.intervals import Interval
from bombsight.compiler.odds_harness import subjects_in
from bombsight.dsl.listing import listed
from bombsight.flat.types import IntType
from bombsight.service.table_odds.spaces import Side, Space
from bombsight.service.table_odds.stretches import Stretches

MOST_CASES = 5000
"""So many cases are looked at; beyond that somebody must say which."""

EXAMPLE = 500
"""What hints say a number of very many values may be."""


def cases_given(
    side: Side, stretches: Stretches, conditions: Sequence[n.Define], given: Sequence[str]
) -> list[dict[int, int]]:
    """The cases in which all conditions hold, of the subjects that they name.

    Raises:
        InputError: There are none, or too many to look at.
    """
    found: list[dict[int, int]] = [{}]
    named = [numbers_in(condition, stretches.space) for condition in conditions]
    # What is said of one number alone comes first: others may be compared with it.
    for line in sorted(range(len(conditions)), key=lambda line: len(named[line])):
        text = given[line] if len(given) == len(conditions) else " and ".join(given)
        free = [number for number in named[line] if stretches.of(number, found)]
        for number in named[line]:
            if number in stretches.wide and not stretches.tells(number, conditions[line], found):
                if any(number not in case for case in found):
                    raise too_many_values(stretches.space, number, text)
                found = value_by_value(found, stretches, number)
        holding: list[dict[int, int]] = []
        for case in found:
            open_ = [number for number in free if number not in case]
            check_count(prod(len(stretches.of(number)) for number in open_) * len(found), stretches, open_)
            for runs in product(*(stretches.of(number) for number in open_)):
                more = {**case, **{number: low for number, (low, _) in zip(open_, runs, strict=True)}}
                if side.roller.value(line, side.case(more)) == 1:
                    holding.append(more)
        if not holding:
            hint = (
                "What is to be so must be said outright: --given 'oil is 3'; or brought about: --given 'do storm'."
                if not free
                else ""
            )
            raise InputError(f"{text}: nothing makes this so", "", hint)
        found = holding
    for number in dict.fromkeys(number for case in found for number in case):
        if number in stretches.wide:
            found = value_by_value(found, stretches, number)
    return found


def numbers_in(condition: n.Define, space: Space) -> list[int]:
    """The numbers of the subjects that a condition names."""
    numbers = {subject: number for number, subject in enumerate(space.subjects)}
    return [*dict.fromkeys(numbers[each] for each in subjects_in(condition.base, condition.params))]


def value_by_value(cases: Sequence[dict[int, int]], stretches: Stretches, number: int) -> list[dict[int, int]]:
    """Cases with each value of the stretches of a number that matters by itself.

    Raises:
        InputError: These are too many.
    """
    ends = dict(stretches.of(number))
    if sum(ends[case[number]] - case[number] + 1 for case in cases) > MOST_CASES:
        raise too_many_values(stretches.space, number)
    found = [{**case, number: value} for case in cases for value in range(case[number], ends[case[number]] + 1)]
    stretches.keep(number, dict.fromkeys(case[number] for case in found))
    return found


def too_many_values(space: Space, number: int, text: str = "") -> InputError:
    """What is told of a number of which each value may matter, and that has too many."""
    name, kind = space.texts[number], space.subjects[number].type.required()
    assert isinstance(kind, IntType)
    hint = f"Say which it has: --given '{name} is {max(kind.low, min(kind.high, EXAMPLE))}'."
    before = f"{text}: " if text else ""
    count = kind.high - kind.low + 1
    return InputError(f"{before}each of the {count:,} values of {name} may come to odds of its own", "", hint)


def gone_through(cases: Sequence[dict[int, int]], stretches: Stretches, numbers: Sequence[int]) -> list[dict[int, int]]:
    """Cases with all values of further subjects, a value for each stretch; those of too many values stay as they are.

    Raises:
        InputError: There are too many cases.
    """
    found = list(cases)
    for number in numbers:
        runs: tuple[Interval, ...] = stretches.of(number, found)
        if runs and number not in stretches.wide and any(number not in case for case in found):
            check_count(len(found) * len(runs), stretches, numbers)
            found = [
                more
                for case in found
                for more in ([case] if number in case else [{**case, number: low} for low, _ in runs])
            ]
    return found


def check_count(count: int, stretches: Stretches, numbers: Sequence[int]) -> None:
    """See that there are not too many cases.

    Raises:
        InputError: There are.
    """
    if count > MOST_CASES:
        names = [stretches.space.texts[number] for number in numbers if stretches.of(number)]
        hint = f"Say what it is: --given '{names[0]} is ...'. They are those of {listed(names)}."
        raise InputError(f"there are {count:,} cases, more than {MOST_CASES:,}", "", hint)
