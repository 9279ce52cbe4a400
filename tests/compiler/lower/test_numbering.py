"""Functions stand in call order, and sites have the same numbers with examples and without them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from attrs import evolve

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from bombsight.flat.check import check_program
from tests.examples import LIGHTHOUSE
from tests.reference.comparing import graph_of

TEXT = """\
game numbers "Numbers"
  sources optional

state mission
  n: 0..9 = 0

procedure mission: 0..9
  let d = roll on Wind
  do last
  return d

procedure last
  say "{n}"

table Wind "Wind" printed
  gives 0..9
  roll 1d2
  1: 1
  2: look up Fog(1)

table Fog "Fog" printed
  for k: 0..1
  gives 0..9
  0: 1
  1: n

table Sums "Sums" printed
  gives 0..9
  roll 1d2
  +1 more when n > 3
  ..1: 1
  2..: 2

example "What only an example reaches"
  given n = 4
  roll on Sums
  roll Sums 1
  expect modifiers on Sums is 1
  expect n is 4
"""


def lighthouse() -> RuleGraph:
    sources = tuple(Source(path.name, path.read_text(encoding="utf-8")) for path in sorted(LIGHTHOUSE.glob("*.rules")))
    graph = compile_rules(Request(base=sources)).graph
    assert graph is not None
    return graph


GRAPHS = {"a small game": lambda: graph_of(TEXT), "the lighthouse": lighthouse}


@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS)
def test_examples_change_no_number(graph) -> None:
    with_examples, without = lower(graph()), lower(evolve(graph(), examples=()))

    assert len(with_examples.functions) > len(without.functions)
    assert with_examples.sites[: len(without.sites)] == without.sites
    assert check_program(without) == ()


def test_sites_are_numbered_over_the_graph() -> None:
    graph = graph_of(TEXT)
    owners = [site.owner for site in lower(evolve(graph, examples=())).sites]

    assert list(dict.fromkeys(owners)) == [
        *(f"table:{table.id}" for table in graph.tables),
        *(f"procedure:{node.name}" for node in graph.procedures),
        "game:numbers",
    ]
    assert sum(one != other for one, other in pairwise(owners)) == len(set(owners)) - 1


def test_a_function_stands_behind_what_it_calls() -> None:
    functions = lower(graph_of(TEXT)).functions
    place = {function.name: at for at, function in enumerate(functions)}

    assert all(place[callee] < place[function.name] for function in functions for callee in function.callees)
