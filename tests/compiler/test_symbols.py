"""What is declared, before anything is resolved."""

import pytest

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source


def graph(range_: str) -> RuleGraph:
    text = f"""\
game sums "Sums"
  sources optional

state mission
  n: {range_} = 5

procedure mission: 0..99
  return n
"""
    compiled = compile_rules(Request(base=(Source("sums.rules", text),)))
    assert compiled.graph is not None, compiled.errors
    return compiled.graph


@pytest.mark.parametrize(
    ("range_", "shown"), [("1..9 - 4", "1..5"), ("2 * 2..3 + 6", "4..9"), ("-(3)..20 - 4 - 8", "-3..8")]
)
def test_bounds_may_be_sums(range_, shown):
    (field,) = graph(range_).fields
    assert str(field.type) == shown
