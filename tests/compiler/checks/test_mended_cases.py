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


MENDED = [
    pytest.param(case, number, id=case.code + case.name)
    for case in CASES
    for number, found in enumerate(diagnostics(case)[0])
    if found.fix
]


@pytest.mark.parametrize(("case", "number"), MENDED)
def test_a_mend_takes_its_finding_away_and_brings_none(case, number):
    found = diagnostics(case)[0][number]
    before, after = told(case), told(with_fixes(case, [found.fix]))
    before.remove((found.code, found.message))
    if found.code.startswith("E0"):  # what else is wrong in an item shows when it can be read
        after = [each for each in after if each[0].startswith("E")]
    assert after == before


@pytest.mark.parametrize("case", dict.fromkeys(param.values[0] for param in MENDED), ids=lambda case: case.name)
def test_all_of_a_file_can_be_mended(case):
    for _ in range(ROUNDS):
        fixes = compatible(found.fix for found in diagnostics(case)[0] if found.fix)
        if not fixes:
            return
        case = with_fixes(case, fixes)
    pytest.fail("it goes on and on")
