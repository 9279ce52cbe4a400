"""``take e from x`` means what ``add -e to x`` means."""

import pytest

from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source
from tests.narrowing import unwrap

HEAD = """game night "Night"
  sources optional

state mission
  oil: 0..9 = 5
  used: 0..9 = 2

procedure mission
"""


def body(line: str):
    graph = unwrap(compile_rules(Request(base=(Source("night.rules", HEAD + line),)), proofs=False).graph)
    return graph.procedures[0].body


@pytest.mark.parametrize(
    ("take", "add"), [("1", "-1"), ("used", "-used"), ("1d4", "-(1d4)"), ("used + 1", "-(used + 1)")]
)
def test_taking_is_adding_the_opposite(take: str, add: str):
    assert body(f"  take {take} from oil\n") == body(f"  add {add} to oil\n")
