"""Options in slots: one program, its slots set, does what a program does that was lowered with these options."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.backends.python.load import instantiate
from bombsight.backends.wasm.load import instantiate as instantiate_wasm
from bombsight.backends.wasm.runs import Runner
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from bombsight.flat.check import check_program
from bombsight.flat.encoding import dump_program, from_json, load_program, to_json
from bombsight.flat.program import Program
from bombsight.flat.show import show
from bombsight.flat.sites import EnterSite
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap
from tests.reference.comparing import graph_of
from tests.reference.opened import closed, opened, served, told, words_of

FOLLOWING = """\
game gauges "Gauges"
  sources optional

option depth "Depth" from 1..9 = 3
option water "The water" from low, high = low
option many "Many boats" = no

enum Kind printed "card"
  | kind  | draught | safe: yes/no |
  | skiff | 1       | yes          |
  | barge | 4       | no           |

record Boat
  load "Load": 0..99 = option depth * 2
  aground: yes/no = option water is low
  held[k: Kind]: 0..99 = k.draught + option depth

state mission
  below[k: Kind] "Below": -9..99 = max(option depth - k.draught, 0)
  line "Line": 0..20 = option depth
  boats "Boats": list of Boat at most 3

state trip
  left "Left": 0..99 = 10 - option depth

procedure mission: 0..999
  add Boat() to boats
  add Boat(load: 7) to boats
  if option many
    add Boat(aground: no) to boats
  do trip
  do trip
  reset line
  say "Of the boats {count(b in boats where b.aground and b.load > 6)} aground"
  return line + below[skiff] * 10 + below[barge] * 100

procedure trip
  add 1d4 to left
  say "{left} left, of {option depth}"
  choose b from boats
    ask "Which boat"
    prefer b.held[barge] - b.load
  add b.held[skiff] to line
"""


def lighthouse() -> RuleGraph:
    """The game of the tests."""
    sources = tuple(Source(path.name, path.read_text(encoding="utf-8")) for path in sorted(LIGHTHOUSE.glob("*.rules")))
    graph = compile_rules(Request(base=sources)).graph
    assert graph is not None
    return graph


class Open:
    """A game whose options are open, and what it is compared with."""

    def __init__(self, graph: RuleGraph) -> None:
        self.graph = evolve(graph, examples=())
        self.program = lower(self.graph, open_options=True)

    def agree(self, words: dict[str, str], seed: int, *args: int) -> None:
        """A run with these options, on each backend."""
        graph = closed(self.graph, words)
        constant, free = lower(graph), opened(self.program, graph)
        for entry in (constant.mission, *([constant.career] if constant.career else [])):
            given = args if entry == constant.mission else ()
            expected = told(constant, entry, given, seed, instantiate)
            for load in (instantiate, instantiate_wasm):
                assert told(free, entry, given, seed, load) == expected


@pytest.fixture(name="lighthouse", scope="module")
def fixture_lighthouse() -> Open:
    return Open(lighthouse())


@pytest.fixture(name="gauges", scope="module")
def fixture_gauges() -> Open:
    return Open(graph_of(FOLLOWING))


@settings(max_examples=12)
@given(st.data(), st.integers(0, 2**64 - 1))
def test_the_lighthouse_with_any_options(lighthouse: Open, data: st.DataObject, seed: int) -> None:
    words = {option.name: data.draw(st.sampled_from(words_of(option))) for option in lighthouse.graph.options}
    lighthouse.agree(words, seed, 2)


@pytest.mark.parametrize("depth", ["1", "3", "9"])
@pytest.mark.parametrize("state", ["low", "high"])
@pytest.mark.parametrize("many", ["yes", "no"])
def test_defaults_follow(gauges: Open, depth: str, state: str, many: str) -> None:
    for seed in range(3):
        gauges.agree({"depth": depth, "water": state, "many": many}, seed)


def test_what_follows_is_told_for_each_slot(gauges: Open) -> None:
    followers = [slot for follower in gauges.program.following for slot in follower.slots]
    fields = {field.id: field for field in gauges.program.fields}
    sizes = {"Boat.load": 3, "Boat.aground": 3, "Boat.held": 6, "below": 2, "line": 1, "left": 1}
    assert sorted(followers) == sorted(
        slot for name, size in sizes.items() for slot in range(fields[name].base, fields[name].base + size)
    )


def test_the_program_keeps_the_contract(gauges: Open, lighthouse: Open) -> None:
    assert check_program(gauges.program) == check_program(lighthouse.program) == ()
    assert [(option.name, str(option.type)) for option in gauges.program.open_options] == [
        ("depth", "1..9"),
        ("water", "option water"),
        ("many", "yes/no"),
    ]


def test_it_is_written_and_read(gauges: Open) -> None:
    assert from_json(to_json(gauges.program)) == gauges.program
    assert load_program(dump_program(gauges.program)) == gauges.program


def test_it_is_shown(gauges: Open) -> None:
    lines = show(gauges.program).splitlines()
    (depth,) = (line for line in lines if "option depth: 1..9" in line)
    slot = int(depth.split()[0])
    assert gauges.program.defaults[slot] == 3
    assert any("by default aside" in line for line in lines)
    assert any("[option depth]" in line for line in lines)


def test_constants_stay_where_nothing_is_open(lighthouse: Open) -> None:
    program = lower(lighthouse.graph)
    assert (program.open_options, program.following) == ((), ())
    assert program.slots == lighthouse.program.slots - len(lighthouse.graph.options)


def without_an_option(program: Program) -> Program:
    return evolve(program, open_options=program.open_options[1:])


def with_a_wrong_follower(program: Program) -> Program:
    return evolve(program, following=(evolve(program.following[0], arguments=(1, 2, 3)),))


@pytest.mark.parametrize(
    ("spoil", "wrong"),
    [(without_an_option, "is nothing"), (with_a_wrong_follower, "that takes as much")],
)
def test_what_is_wrong_is_found(gauges: Open, spoil, wrong: str) -> None:
    assert any(wrong in each for each in check_program(spoil(gauges.program)))


def test_one_module_serves_run_after_run_with_other_options(lighthouse: Open) -> None:
    load = served(lighthouse.program)
    for words in ({"oil_ration": "6"}, {"new_moon": "yes"}, {"fog_signal": "bell", "oil_ration": "20"}, {}):
        graph = closed(lighthouse.graph, words)
        constant, free = lower(graph), opened(lighthouse.program, graph)
        for seed in range(4):
            assert told(free, unwrap(free.career), (), seed, load) == told(
                constant, unwrap(constant.career), (), seed, instantiate
            )


def test_many_runs_inside_the_module(lighthouse: Open) -> None:
    graph = closed(lighthouse.graph, {"oil_ration": "7", "fog_signal": "bell"})
    constant, free = lower(graph), opened(lighthouse.program, graph)
    ours = Runner(free, free.mission).play((2,), 300, 5, "auto")
    for one, other in zip(ours, Runner(constant, constant.mission).play((2,), 300, 5, "auto"), strict=True):
        assert (one.values, one.tallies) == (other.values, other.tallies)


HIDING = """\
game cards "Cards"
  sources optional
  players Side

option blind "Nobody sees the red cards" = yes

enum Side: red, blue

define eyes(s: Side): Side or none
  base: s
  except shut: none when s is red and option blind

procedure mission
  for each s in Side
    step hand seen by eyes(s)
      say "{s} draws."
    step shown seen by s
      say "{s} shows it."
"""


def test_who_sees_a_step_is_told_with_open_options_too() -> None:
    program = lower(graph_of(HIDING), open_options=True)
    seen = {site.name: site.seen for site in program.sites if isinstance(site, EnterSite) and site.kind == "step"}
    assert None not in {seen["hand"], seen["shown"]}
    assert check_program(program) == ()
