"""Built-in functions that join later leave alone the defines that are called so."""

from __future__ import annotations

import pytest

from bombsight.compiler import symbols
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.compiler.resolve import calls
from bombsight.dsl.source import Source
from tests.narrowing import unwrap

RULES = """game small "A small game"
  author "A test"
  language 1
  mission night

enum Result: done "Done"

define grown(n: 0..3): 0..6 = n + n  cite "1"

procedure night(number: 1..2): Result "A night"  cite "2"
  say "{grown(number)}"
  return done
"""


@pytest.fixture
def later(monkeypatch):
    """Two built-in functions more."""
    for module in (symbols, calls):
        monkeypatch.setattr(module, "BUILTINS", symbols.BUILTINS | {"grown", "number"})


def test_a_define_takes_the_place_of_a_built_in_function(later):
    found = compile_rules(Request(base=(Source("small.rules", RULES),)))
    assert found.errors == ()
    assert "grown" in {each.name for each in unwrap(found.graph).defines}


@pytest.mark.parametrize("name", sorted(symbols.RESERVED_BUILTINS))
def test_those_that_always_were_are_reserved(name):
    found = compile_rules(Request(base=(Source("small.rules", RULES.replace("grown", name)),)))
    assert found.errors[0].code == "N005"
