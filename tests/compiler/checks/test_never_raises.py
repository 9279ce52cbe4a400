"""Whatever a user wrote is told in findings."""

from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from suite import diagnostics
from test_case_suites import CASES


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(CASES), st.data())
def test_lines_lost_and_moved(case, data):
    lines = case.rules.splitlines()
    for _ in range(data.draw(st.integers(1, 2))):
        taken = lines.pop(data.draw(st.integers(0, len(lines) - 1)))
        if data.draw(st.booleans()):
            lines.insert(data.draw(st.integers(0, len(lines))), taken)
        if not lines:
            break
    diagnostics(evolve(case, rules="\n".join(lines) + "\n"))
