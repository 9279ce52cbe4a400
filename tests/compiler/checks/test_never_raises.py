"""Whatever a user wrote is told in findings."""

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.diagnostic import Severity
from bombsight.dsl.source import Source
from tests.compiler.checks.suite import diagnostics
from tests.compiler.checks.test_case_suites import CASES


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
    found, _ = diagnostics(evolve(case, rules="\n".join(lines) + "\n"))
    assert all(0 < finding.span.line <= len(lines) + 1 and finding.message for finding in found)


TWICE = """\
table Due "When ships come" printed
  for ship: Ship
  for ship: Ship
  trawler: 3
  else: 6

define late: yes/no
  base: no
  except overdue: yes when look up Due(packet) > 3

table Call "A call" printed
  roll 1d6
  +1 waiting when late
  1..7: nothing
"""


def test_a_table_with_a_key_twice_is_not_looked_into():
    found, _ = diagnostics(evolve(CASES[0], rules=TWICE))
    assert any(finding.severity is Severity.ERROR for finding in found)


ROUND = """\
table Damp "Damp" printed
  roll 1d6
  1..3: note wet
  4..6: nothing
  note wet "Wet"
    if late
      note soaked
  note soaked "Soaked"
    if late
      note wet

define late: yes/no
  base: no
"""


def test_notes_that_lead_back_to_themselves_are_gone_through_once():
    found, _ = diagnostics(evolve(CASES[0], rules=ROUND))
    assert found == []  # whether it ever happens is for play to tell


@pytest.mark.parametrize("condition", ["sky is gale and lamp", "sky is gale and lamp - 3", "lamp"])
def test_what_an_overlay_makes_wrong_is_not_proved(condition):
    game = """\
game g "G"
  sources optional

enum Sky: gale, calm

state mission
  lamp: 0..3 = 1
  sky: Sky = gale

define burn: 0..9
  base: 1
  except storm: 2 when sky is gale

procedure mission
  set sky to calm
  set lamp to burn
"""
    house = f"""
house h "H" for g
  1 "Oil thickens"
    in define burn
      add except cold: 3 when {condition} over storm
"""
    found = compile_rules(Request(base=(Source("g.rules", game),), house=(Source("h.rules", house),)))
    assert [(finding.code, finding.span.path) for finding in found.errors] == [("P001", "h.rules")]
