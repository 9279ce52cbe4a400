"""Many cases in one test: it goes through them all, and tells at once what is wrong with any."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

Check = Callable[..., None]


def every(cases: Callable[[], Iterable[Any]]) -> Callable[[Check], Callable[[], None]]:
    """A test of a case becomes a test of them all; a tuple holds the arguments. Nothing is made before it runs."""

    def decorate(check: Check) -> Callable[[], None]:
        def test() -> None:
            assert_all(check, cases())

        return renamed(test, check)

    return decorate


def every_of_a_table(
    tables: Iterable[str], cases: Callable[[str], Iterable[Any]]
) -> Callable[[Check], Callable[[str], None]]:
    """A test of a case becomes one of each table, of all cases that there are of it."""

    def decorate(check: Check) -> Callable[[str], None]:
        def test(table: str) -> None:
            assert_all(check, cases(table))

        return pytest.mark.parametrize("table", list(tables))(renamed(test, check))

    return decorate


def renamed(test: Callable[..., None], check: Check) -> Callable[..., None]:
    """The test, with the name and the words of what it checks."""
    test.__name__, test.__doc__ = check.__name__, check.__doc__
    return test


def assert_all(check: Check, cases: Iterable[Any]) -> None:
    """Check each case, and fail with all that is wrong."""
    wrong: list[str] = []
    number = 0
    for case in cases:
        number += 1
        try:
            check(*case) if isinstance(case, tuple) else check(case)
        except AssertionError as problem:
            wrong.append(f"{case}: {problem}")
    assert number, "there is no case"
    assert not wrong, f"{len(wrong)} of {number} differ\n" + "\n".join(wrong)
