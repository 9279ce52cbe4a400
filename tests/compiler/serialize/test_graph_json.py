"""A rule graph as JSON says everything and comes back as it was."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bombsight.boundary.codec.decoding import decode_strictly
from bombsight.boundary.codec.encoding import encode
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.graph_form import GRAPH_FORM
from bombsight.compiler.serialize.graph_json import graph_to_json
from bombsight.compiler.serialize.loading import decode_graph
from tests.compiler.serialize.keeper import everything, graph_of, keeper
from tests.compiler.serialize.random_nodes import classes_of, objects

GOLDEN = Path(__file__).with_name("define.json")


def test_keeper_comes_back_with_places_and_amendments():
    graph = keeper()

    back = decode_graph(json.loads(json.dumps(graph_to_json(graph))))

    assert everything(back) == everything(graph)


def test_document_reads_well():
    reach = graph_to_json(keeper())["defines"][0]

    assert json.dumps(reach, indent=2, ensure_ascii=False) + "\n" == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("cls", classes_of(RuleGraph), ids=lambda cls: cls.__name__)
def test_every_class_comes_back(cls):
    @settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
    @given(objects(cls))
    def check(value):
        data = json.loads(json.dumps(encode(value, GRAPH_FORM)))

        assert everything(decode_strictly(data, cls, GRAPH_FORM)) == everything(value)

    check()


# --- graphs of small programs

NUMBERS = st.recursive(
    st.sampled_from(["oil", "2", "-1", "reach(lamp)", "modifiers on Wind"]),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["({} + {})", "({} - {})", "min({}, {})", "max({}, {})"]), inner, inner),
        st.tuples(st.sampled_from(["({} / 2 rounded down)", "(-{})"]), inner),
    ).map(lambda parts: parts[0].format(*parts[1:])),
    max_leaves=6,
)
CONDITIONS = st.recursive(
    st.one_of(
        st.builds("{} {} {}".format, NUMBERS, st.sampled_from(["<", "<=", ">", "is"]), NUMBERS),
        st.builds("{} in 1..3".format, NUMBERS),
        st.sampled_from(["lamp is lit", "lamp in {dark, lit}", "option moon", "any(k in Lamp where k is lit)"]),
    ),
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from(["and", "or"]), inner) | inner.map("not ({})".format)
    ),
    max_leaves=4,
)
ACTIONS = st.one_of(
    st.sampled_from(["nothing", "set lamp to lit", "roll on Wind", "reset lamp", 'say "Oil {oil}."']),
    NUMBERS.map("add {} to oil".format),
    st.builds("if {}\n    set lamp to dark\n  else\n    add 1 to oil".format, CONDITIONS),
    st.builds("for each l in Lamp where {}\n    set lamp to l".format, CONDITIONS),
)
GAMES = st.builds(
    """game g "G"
  sources optional
option moon "Moon" = no
enum Lamp: dark, lit
state mission
  oil: 0..20 full = 3
  lamp: Lamp = dark
define reach(l: Lamp): 0..9
  base: 1
  except lit: 2 when l is lit
table Wind "Wind" printed
  roll 1d6
  {amount} swell when {when}
  ..3: nothing
  else: set lamp to dark
procedure mission
  {actions}
""".format,
    amount=NUMBERS.filter(lambda text: "Wind" not in text).map("+({})".format),
    when=CONDITIONS.filter(lambda text: "Wind" not in text),
    actions=st.lists(ACTIONS, min_size=1, max_size=4).map("\n  ".join),
)


@settings(max_examples=60, deadline=None)
@given(GAMES)
def test_graphs_of_small_programs_come_back(text):
    graph = graph_of(text)

    assert everything(decode_graph(json.loads(json.dumps(graph_to_json(graph))))) == everything(graph)
