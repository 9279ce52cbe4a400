"""Types far wider than what a run holds: such rules build on every backend, and cost what is there."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from bombsight.backends.python.load import instantiate
from bombsight.backends.wasm.load import instantiate as instantiate_wasm
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.lower.steps import MAX_RANGE_STEPS, MAX_STEPS, StepCost
from bombsight.dsl.limits import MAX_DRAWN
from bombsight.flat.layout import STEPS_SLOT
from bombsight.flat.program import Fault
from bombsight.flat.sites import FaultSite
from bombsight.runtime.machine import Loader
from bombsight.runtime.run.play import start_machine
from tests.compiler.lower.test_agreement import Both
from tests.reference.comparing import Seeded, Wrong, graph_of

WIDE = """\
game wide "Wide"
  sources optional

state mission
  low: {low}..{high} = {at}
  n: {low}..{high} = {then}
  m: -2147483647..2147483647 = {at}
  out: 0..2147483647 = 0

define many: 0..2147483647 = count(x in low..n where x > low)

table T "T" printed
  for x: {low}..{high}
  gives 0..9
  ..0: 1
  1..: 2

procedure mission
  {lines}
"""

LINES = (
    "draw k from low..n or none",
    "draw k from low..n where k > low or none",
    "draw k from low..m or none",
    "draw k from m..n or none",
    "set out to count(x in low..n)",
    "if any(x in m..n where x is n)\n    set out to 1",
    "let f = first(x in low..n where x > low) or else low",
    "for k in low..n\n    add 1 to out",
    "for k in n down to low\n    add 1 to out",
    "set out to count(x in 2147483600..2147483647 where x > low)",
    "for k in 2147483640..2147483647\n    add 1 to out",
    "set out to count(x in -2147483647..-2147483600 where x > low)",
    "set out to many",
    "set out to look up T(n)",
    'say "{{count(x in low..n)}}"',
    "set out to count(x in low..n where any(y in low..n where y > x))",
)


@st.composite
def wide_rules(draw: st.DrawFn) -> str:
    """Rules of wide types, and few numbers between their values."""
    low = draw(st.sampled_from([-2_147_483_647, -1_000_000_000, -5, 0, 1]))
    high = draw(st.sampled_from([100_001, 200_000, 1_000_000_000, 2_147_483_647]))
    at = draw(st.sampled_from([low, max(low, -7), max(low, 2), high - 3]))
    then = min(high, at + draw(st.sampled_from([0, 1, 3, 20, 150_000])))
    lines = draw(st.lists(st.sampled_from(LINES), min_size=1, max_size=4))
    shown = [line.replace(" k ", f" k{at} ").replace("let f", f"let f{at}") for at, line in enumerate(lines)]
    shown = [line.replace("{{", "{").replace("}}", "}") for line in shown]
    text = WIDE.replace("{lines}", "\n  ".join(shown))
    for name, value in (("low", low), ("high", high), ("at", at), ("then", then)):
        text = text.replace(f"{{{name}}}", str(value))
    return text


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(wide_rules())
def test_rules_of_wide_types_build_and_agree(text: str) -> None:
    try:
        graph = graph_of(text)
    except Wrong:
        assume(False)  # such as a count that need not fit 32 bits
    both = Both(graph, "mission", steps=20_000)
    both.agree(lambda: Seeded(1))


GROWING = """\
game growing "Growing"
  sources optional

state mission
  n: 0..1000000000 full = 0
  out: 0..2000000000 full = 0

procedure mission
  add {size} to n
  {line}
"""

COUNTED = {
    "draw": "draw k from 1..n or none",
    "draw with a test": "draw k from 1..n where k > 7 or none",
    "count": "set out to count(x in 1..n where x > 7)",
    "any": "if any(x in 1..n where x > 999999999)\n    set out to 1",
}


def steps_of(line: str, size: int, load: Loader) -> int:
    """What a mission takes on a range of this size."""
    program = lower(graph_of(GROWING.format(size=size, line=line)))
    machine = load(program, lambda site, dice: 1, lambda *_: 0)
    start_machine(machine)
    machine.call(program.mission)
    return program.budgets.mission - machine.slots[STEPS_SLOT]


@pytest.mark.parametrize("load", [instantiate, instantiate_wasm])
@pytest.mark.parametrize("line", COUNTED.values(), ids=COUNTED)
def test_a_range_costs_what_is_there(line: str, load: Loader) -> None:
    nothing, few, many = (steps_of(line, size, load) for size in (0, 10, 1000))

    assert nothing < few < many < nothing + 1000 * 30
    assert (many - nothing) == 100 * (few - nothing)


@pytest.mark.parametrize("load", [instantiate, instantiate_wasm])
def test_more_numbers_than_can_be_held_are_no_draw(load: Loader) -> None:
    program = lower(graph_of(GROWING.format(size=MAX_DRAWN + 1, line=COUNTED["draw"])))
    machine = load(program, lambda site, dice: 1, lambda *_: 0)
    start_machine(machine)
    with pytest.raises(Fault) as caught:
        machine.call(program.mission)

    site = program.sites[caught.value.site]
    assert isinstance(site, FaultSite)
    assert site.text == "there are more than 100,000 to draw from"
    assert steps_of(COUNTED["draw"], MAX_DRAWN, load) > MAX_DRAWN


@pytest.mark.parametrize("size", [0, 1, 7, 10**6, 2**31 - 1])
@pytest.mark.parametrize("more", [1, 13, 10**6, MAX_STEPS])
def test_steps_of_a_range_fit(more: int, size: int) -> None:
    graph = graph_of(GROWING.format(size=0, line=COUNTED["count"]))
    found = next(part for node in graph.procedures for part in walk(node) if isinstance(part, x.RangeDomain))
    steps = StepCost(5, {found: more}).evaluate(lambda _: size)

    assert steps <= MAX_RANGE_STEPS + 5
    assert steps == min(5 + more * size, steps)
    assert size == 0 or steps > 5
