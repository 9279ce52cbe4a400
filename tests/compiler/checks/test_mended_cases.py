"""The mends that findings carry: each takes its finding away and brings none, and all of a file can be done."""

import pytest
from attrs import evolve

from bombsight.dsl.edits import apply_edits, select_compatible
from tests.compiler.checks.suite import Case, diagnostics, tried
from tests.compiler.checks.test_case_suites import CASES

ROUNDS = 10

MENDED = [case for case in CASES if "[--fix]" in case.expected]
"""The cases that hold a mend; what it makes of their text stands in their documents."""


def told(case):
    """What is found, without its places."""
    return sorted((found.code, found.message) for found in diagnostics(case)[0])


def with_fixes(case, fixes):
    """The case with some fixes done."""
    return evolve(case, rules=apply_edits(case.rules, (edit for fix in fixes for edit in fix.edits)))


def mends_of(case):
    """Those that the findings of a case carry."""
    return [(found, found.fix) for found in tried(case) if found.fix]


@pytest.mark.parametrize("case", MENDED, ids=lambda case: case.code + case.name)
def test_a_mend_takes_its_finding_away_and_brings_none_and_all_can_be_done(case):
    mends = mends_of(case)
    assert mends
    for found, fix in mends:
        before, after = told(case), told(with_fixes(case, [fix]))
        before.remove((found.code, found.message))
        assert after == before

    for _ in range(ROUNDS):
        case = with_fixes(case, select_compatible(fix for _, fix in mends))
        mends = mends_of(case)
        if not mends:
            return
    pytest.fail("it goes on and on")


def test_a_hundred_as_cards_have_it_is_written_out():
    rows = "  roll 1d100\n  1..99: nothing\n  {}: nothing\n"
    case = Case("T002", "", f'table Near "Near" printed\n{rows.format("00")}', "")
    assert {code for code, _ in told(case)} == {"T001", "T002"}
    case = with_fixes(case, [fix for _, fix in mends_of(case)])
    assert (case.rules.split("\n", 1)[1], told(case)) == (rows.format("100"), [])
