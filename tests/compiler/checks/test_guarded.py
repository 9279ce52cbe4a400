"""Choices that every caller guards are looked at by what proofs have left of their budget, and not by a second one."""

from __future__ import annotations

import pytest

from bombsight.boundary.budget import WorkKind
from bombsight.compiler.checks.caller_guards import drop_guarded
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram
from bombsight.compiler.error_taint import TAINTED_ELSEWHERE
from bombsight.compiler.pipeline import compile_rules, last_proofs
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source

TEXT = """\
game g "G"
  sources optional

state mission
  oil "Oil": 0..9 full = 4

procedure mission
  if oil > 3
    do pick

procedure pick
  choose order
    ask "What"
    answer go "Go" when oil > 3
      take 1 from oil
"""
REQUEST = Request(base=(Source("g.rules", TEXT),))
LIMIT = REQUEST.allowance.limit_of(WorkKind.PROVE)


@pytest.mark.parametrize(("spent", "left"), [(0, []), (LIMIT // 2, []), (LIMIT - 5, ["P045"]), (2 * LIMIT, ["P045"])])
def test_a_guard_is_looked_for_as_long_as_the_budget_of_proofs_lasts(spent, left) -> None:
    compiled = compile_rules(REQUEST)
    assert not compiled.diagnostics
    assert compiled.results is not None
    proofs = last_proofs(compiled.results)
    assert proofs is not None
    assert 0 < proofs.cost < LIMIT
    program = AnalyzedProgram(
        proofs.graph,
        compiled.items,
        TAINTED_ELSEWHERE,
        option_witnesses=proofs.option_witnesses,
        allowance=REQUEST.allowance,
    )
    assert [finding.code for finding in drop_guarded(program, proofs.findings, spent)] == left
