"""Settings of examples: with open options one program serves for several, and what it plays is what each asks for."""

from bombsight.backends.python.load import instantiate
from bombsight.backends.wasm.load import instantiate as instantiate_wasm
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.compiler.settings import split_by_setting
from bombsight.dsl.source import Source
from bombsight.runtime.examples import ExampleRunner

RULES = """\
game gauges "Gauges"
  sources optional

option depth "Depth" from 1..9 = 3
option water "The water" from low, high = low
option many "Many boats" = no

state mission
  line "Line": 0..20 = option depth
  boats "Boats": 0..9 = 0

procedure mission
  set boats to 1
  if option many
    set boats to 2
  if option water is high
    add 5 to boats

example "As it comes"
  do mission
  expect boats is 1 and line is 3

example "Many"
  given option many = yes
  do mission
  expect boats is 2 and line is 3

example "High"
  given option water = high
  do mission
  expect boats is 6

example "As it comes once more"
  do mission
  expect boats is 1

example "A default follows"
  given option depth = 5
  given option many = yes
  do mission
  expect line is 5 and boats is 2

example "One that does not hold"
  given option water = high
  do mission
  expect boats is 1
"""

GRAPH = compile_rules(Request(base=(Source("gauges.rules", RULES),))).graph


def test_only_options_that_defaults_follow_have_a_graph_of_their_own():
    assert GRAPH is not None
    found = [[example.title for example in graph.examples] for graph in split_by_setting(GRAPH, open_options=True)]
    titles = [example.title for example in GRAPH.examples]
    assert found == [[*titles[:4], titles[5]], [titles[4]]]
    assert len([*split_by_setting(GRAPH)]) == 4


def test_each_is_played_with_its_own_options():
    assert GRAPH is not None
    for load in (instantiate, instantiate_wasm):
        for graph in split_by_setting(GRAPH, open_options=True):
            for report in ExampleRunner(lower(graph, playable=False, open_options=True), load=load):
                assert report.passed == (report.title != "One that does not hold"), report.mismatch


def test_where_options_are_constants_an_example_sets_none():
    assert GRAPH is not None
    (first, *_) = split_by_setting(GRAPH)
    assert all(example.options == () for example in lower(first, playable=False).examples)
