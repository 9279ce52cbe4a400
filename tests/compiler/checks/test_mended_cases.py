"""The mends that findings carry: each takes its finding away and brings none, and all of a file can be done."""

import pytest
from attrs import evolve

from bombsight.dsl.edits import compatible, edited
from suite import diagnostics
from test_case_suites import CASES

ROUNDS = 10


def told(case):
    """What is found, without its places."""
    return sorted((found.code, found.message) for found in diagnostics(case)[0])


def with_fixes(case, fixes):
    """The case with some fixes done."""
    return evolve(case, rules=edited(case.rules, (edit for fix in fixes for edit in fix.edits)))


def mends_of(case):
    """Those that the findings of a case carry."""
    return [(found, found.fix) for found in diagnostics(case)[0] if found.fix]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code + case.name)
def test_a_mend_takes_its_finding_away_and_brings_none_and_all_can_be_done(case):
    mends = mends_of(case)
    for found, fix in mends:
        before, after = told(case), told(with_fixes(case, [fix]))
        before.remove((found.code, found.message))
        if found.code.startswith("E0"):  # what else is wrong in an item shows when it can be read
            after = [each for each in after if each[0].startswith("E")]
        assert after == before

    for _ in range(ROUNDS):
        if not mends:
            return
        case = with_fixes(case, compatible(fix for _, fix in mends))
        mends = mends_of(case)
    pytest.fail("it goes on and on")


def test_some_are_mended():
    assert any(mends_of(case) for case in CASES[::10])
