"""Rules that would hang or exhaust the machine: refused where they are written, or ended by a fault in its place."""

from __future__ import annotations

import pytest

from bombsight.backends.python.load import instantiate
from bombsight.backends.wasm.load import instantiate as instantiate_wasm
from bombsight.compiler.graph.expressions import Const
from bombsight.compiler.lower import effects
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.lower.weights import EVENT
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl import limits
from bombsight.dsl.source import Source
from bombsight.flat.budgets import STEP_BUDGET
from bombsight.flat.layout import RESERVE, STEPS_SLOT
from bombsight.flat.program import Fault, Program
from bombsight.flat.sites import FaultSite, Site
from bombsight.flat.types import IntType
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.machine import Loader
from bombsight.runtime.run.journal import MAX_EVENTS, Journal
from bombsight.runtime.run.play import Faulted, new_journal, run, start_machine
from bombsight.runtime.run.policies import autopilot_policy

HEAD = """\
game hostile "Hostile"
  sources optional

enum Post: one, two, three, four, five, six

record Ship
  hits: 0..3 = 1

state mission
  a: 0..9 full = 0
  n: 0..1000000 full = 0
  flag: yes/no = no
  pts[Post]: 0..9 = 1
  ships: list of Ship at most 300

table T "T" printed
  gives 0..9
  roll 1d6
  ..3: 1
  4..: 2

table L "L" printed
  for p: Post
  gives yes/no
  one: any(x in 1..100000 where x > n + 1)
  else: no

table A "A" printed
  gives 0..9
  roll 1d6
  ..6
    again at most 1000 times
    return 2
  7..: 2

define heavy: yes/no = any(x in 1..1000 where any(y in 1..1000 where y > n + 2000))

procedure empty
  nothing

procedure fan(k: 0..20) at most 20 deep
  if k > 0
    do fan(k - 1)
    do fan(k - 1)
    do fan(k - 1)
    do fan(k - 1)
"""


def mission(*lines: str) -> str:
    """The mission's lines, behind its head."""
    return HEAD + "\nprocedure mission\n" + "".join(f"  {line}\n" for line in lines)


def looped(*lines: str) -> str:
    """Lines done ten thousand million times."""
    return mission("repeat 100000 times", "  repeat 100000 times", *(f"    {line}" for line in lines))


FULL = ("for k in 1..300", "  add Ship(hits: 2) to ships", "repeat 100000 times", "  for each s in ships")

ENDLESS = {
    "turns of nothing": looped("nothing"),
    "a loop that may go on": mission("while a < 9 at most 100000 times", "  repeat 100000 times", "    set a to 1"),
    "lines": looped('say "x"'),
    "changes": looped("set a to 1 - a"),
    "dice": looped("let k = 100d6"),
    "calls": looped("do empty"),
    "rolls": looped("roll on T"),
    "rolls again": looped("roll on A"),
    "choices": looped("choose p from Post", '  ask "Which"', "  prefer pts[p]"),
    "scores": looped("choose p from Post", '  ask "Which"', "  prefer count(x in 1..100000 where x > pts[p])"),
    "questions": looped("choose p from Post", '  ask "Which {count(x in 1..100000 where x > n)}"'),
    "count": looped("set n to count(x in 1..100000)"),
    "count with a condition": looped("set n to count(x in 1..100000 where x > n)"),
    "count in count": mission("set n to count(x in 1..100000 where any(y in 1..100000 where y > x + n + 100000))"),
    "a derived value": looped("if heavy", "  set a to 1"),
    "a modifier": looped("roll 1d6", "  +1 heavy when heavy", "  ..9: nothing"),
    "a table looked up": looped("if look up L(one)", "  set a to 1"),
    "a text": looped('say "{count(x in 1..100000 where x > n)}"'),
    "calls that fan out": mission("do fan(20)"),
    "derived values that fan out": HEAD
    + "".join(f"define g{i}: 0..9 = max(g{i + 1}, g{i + 1})\n" for i in range(60))
    + "define g60: 0..9 = a\nprocedure mission\n  set a to g0\n",
    "elements that come and go": mission(
        "repeat 100000 times", "  for k in 1..300", "    add Ship() to ships", "  reset ships"
    ),
    "elements in texts": mission(*FULL, '    say "{s}"'),
    "elements that change": mission(*FULL, "    set s.hits to 3 - s.hits"),
    "elements to choose from": mission(*FULL[:3], "  choose s from ships", '    ask "Which"'),
    "elements among elements": mission(
        *FULL[:3], "  set n to count(s in ships where any(t in ships where t.hits > s.hits))"
    ),
    "a list that is a variable": mission(
        "let xs: list of Post at most 1000",
        "repeat 1000 times",
        "  add one to xs",
        "repeat 100000 times",
        "  repeat 100000 times",
        "    if two in xs",
        "      set a to 1",
    ),
}


BUDGET = 2_000_000
"""Less than a mission has, so that the tests take less."""


def end(program: Program, journal: Journal | None) -> tuple[Site, int]:
    """Where a mission that does not end by itself is ended, and the steps left."""
    ask = autopilot_policy(program)
    if journal is None:
        machine = instantiate(program, SeededDice(1).roll, ask)
    else:
        machine = instantiate(program, journal.logged_roll(SeededDice(1).throw), journal.logged_ask(ask), journal.log)
        journal.reader.describer.slots = machine.slots
    machine.functions["start"]()
    machine.slots[STEPS_SLOT], machine.slots[RESERVE] = BUDGET, 0
    with pytest.raises(Fault) as caught:
        machine.functions["do:mission"]()
    return program.sites[caught.value.site], machine.slots[STEPS_SLOT]


@pytest.mark.parametrize("case", ENDLESS)
def test_what_does_not_end_is_a_fault_in_its_place(case: str) -> None:
    compiled = compile_rules(Request(base=(Source("hostile.rules", ENDLESS[case]),)), proofs=False)
    assert not compiled.errors
    assert compiled.graph is not None
    program = lower(compiled.graph)
    site, left = end(program, None)

    assert isinstance(site, FaultSite)
    assert site.text == "this goes on for too long"
    assert str(site.origin.place).startswith("hostile.rules:")
    journal = new_journal(program, program.mission)
    assert end(program, journal) == (site, left)
    assert len(journal.events) <= BUDGET / EVENT


def test_a_missions_steps_are_enough_for_as_many_events_as_a_journal_may_hold() -> None:
    assert STEP_BUDGET == MAX_EVENTS * EVENT


TALKATIVE = """\
game talkative "Talkative"
  career tour
  sources optional

procedure tour
  repeat 100000 times
    do mission

procedure mission
  repeat 1000 times
    say "x"
"""


@pytest.mark.parametrize("load", [instantiate, instantiate_wasm])
def test_no_mission_begins_behind_a_full_journal(load: Loader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bombsight.runtime.run.journal.MAX_EVENTS", 2500)
    compiled = compile_rules(Request(base=(Source("talkative.rules", TALKATIVE),)), proofs=False)
    assert compiled.graph is not None
    program = lower(compiled.graph)
    assert program.career is not None
    journal = new_journal(program, program.career)
    outcome = run(program, program.career, (), SeededDice(1).throw, autopilot_policy(program), journal, load=load)

    assert isinstance(outcome, Faulted)
    assert outcome.message == "this tells more than a journal may hold"
    assert len(journal.events) == 1 + 3 * (1 + 1000 + 1) + 1
    assert outcome.message in str(list(journal.views(3000)))


BEYOND = {
    "dice": ("V030", mission("let k = 1000000000d6")),
    "many dice": ("V030", mission("let k = 101d6")),
    "sides": ("V030", mission("let k = 1d1001")),
    "a list": ("V030", HEAD.replace("at most 300", "at most 2000000000") + "\nprocedure mission\n  nothing\n"),
    "an array": (
        "V030",
        HEAD.replace("pts[Post]", "pts[Post, Post, Post, Post, Post, Post]") + "\nprocedure mission\n  nothing\n",
    ),
    "all state": (
        "V030",
        HEAD.replace("hits: 0..3 = 1", "hits[Post, Post, Post, Post]: 0..3 = 1") + "\nprocedure mission\n  nothing\n",
    ),
    "an enum": ("V030", mission("nothing") + "enum Many: " + ", ".join(f"v{i}" for i in range(1001)) + "\n"),
    "columns": ("T030", mission("nothing") + "enum Wide\n  |" + "|".join(f" c{i} " for i in range(101)) + "|\n"),
    "rows": (
        "T030",
        mission("nothing") + 'table R "R" printed\n  roll 1d6\n' + "".join(f"  {i}: nothing\n" for i in range(10_001)),
    ),
    "modifiers": (
        "T030",
        mission("nothing")
        + 'table M "M" printed\n  roll 1d6\n'
        + "".join(f"  +1 m{i} when a is 1\n" for i in range(301))
        + "  ..6: nothing\n",
    ),
    "results": ("T030", mission("nothing") + 'table R "R" printed\n  roll 1d6\n  ..6: ' + ", ".join("1" * 51) + "\n"),
    "turns": ("P060", mission("repeat 1000000000 times", "  nothing")),
    "turns of while": ("P060", mission("while flag at most 1000000000 times", "  nothing")),
    "numbers": ("P060", mission("for k in 1..1000000000", "  nothing")),
    "numbers gone through": ("P060", mission("set n to count(x in 1..2000000000)")),
    "numbers chosen": ("P060", mission("choose k from 0..1000001", '  ask "How many"')),
    "loops in loops": ("P060", mission(*("  " * i + "repeat 2 times" for i in range(13)), "  " * 13 + "nothing")),
    "open calls": ("P060", mission("nothing") + "procedure deep at most 5000 deep\n  do deep\n"),
    "calls in calls": (
        "P060",
        mission("do q0")
        + "".join(f"procedure q{i}\n  do q{i + 1}\n" for i in range(3000))
        + "procedure q3000\n  nothing\n",
    ),
    "derived values in derived values": (
        "P060",
        mission("nothing")
        + "".join(f"define g{i}: 0..9 = g{i + 1}\n" for i in range(3000))
        + "define g3000: 0..9 = a\n",
    ),
    "branches": (
        "P060",
        mission("choose way", '  ask "Which"', *(f'  answer b{i} "B"\n      nothing' for i in range(101))),
    ),
    "lines beside an offer": (
        "P060",
        mission("nothing") + 'reroll luck "Luck" when a > 0\n' + '  beside "{a}"\n' * 21 + "  take 1 from a\n",
    ),
    "lines of a file": ("E060", mission("nothing") + "# a line\n" * 20_001),
    "the size of a file": ("E060", mission("nothing") + "#" * 2_000_001),
}


@pytest.mark.parametrize("case", BEYOND)
def test_what_is_beyond_all_measure_is_a_finding_where_it_is_written(case: str) -> None:
    code, text = BEYOND[case]
    found = compile_rules(Request(base=(Source("hostile.rules", text),)))

    assert code in {finding.code for finding in found.errors}
    assert all(len(finding.message) < 200 for finding in found.errors)


def test_too_many_items_are_a_finding(monkeypatch) -> None:
    monkeypatch.setattr(limits, "MAX_ITEMS", 3)
    found = compile_rules(Request(base=(Source("hostile.rules", mission("nothing")),)))

    assert "N030" in {finding.code for finding in found.errors}


@pytest.mark.parametrize(("levels", "shown"), [(11, "100,000,000,000"), (12, "far more")])
def test_a_number_is_written_out_where_people_can_read_it(levels: int, shown: str) -> None:
    text = mission("nothing") + f"enum A: {', '.join(f'v{i}' for i in range(10))}\n"
    text += f"state watch\n  wide[{', '.join(['A'] * levels)}]: 0..9 = 0\nprocedure watch\n  nothing\n"
    found = compile_rules(Request(base=(Source("hostile.rules", text),)))

    assert any(shown in finding.message for finding in found.errors)


def test_a_chain_as_long_as_may_be_compiles_and_runs() -> None:
    text = (
        mission("do q0")
        + "".join(f"procedure q{i}\n  do q{i + 1}\n" for i in range(197))
        + "procedure q197\n  set a to g0\n"
    )
    text += "define g0: 0..9 = 7\n"
    found = compile_rules(Request(base=(Source("hostile.rules", text),)))
    assert not found.errors
    assert found.graph is not None
    machine = instantiate(lower(found.graph), SeededDice(1).roll, lambda *_: 0)
    start_machine(machine)
    machine.functions["do:mission"]()

    values = mission("set a to g0") + "".join(f"define g{i}: 0..9 = max(g{i + 1}, a)\n" for i in range(197))
    found = compile_rules(Request(base=(Source("hostile.rules", values + "define g197: 0..9 = 7\n"),)))
    assert not found.errors
    assert found.graph is not None
    machine = instantiate(lower(found.graph), SeededDice(1).roll, lambda *_: 0)
    start_machine(machine)
    machine.functions["do:mission"]()
    assert 7 in machine.slots


def test_what_draws_is_looked_for_once_in_values_beside_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []

    def note(value: object) -> bool:
        looked.append(value)
        return False

    monkeypatch.setattr(effects, "has_side_effects", note)
    many = [Const(value=at, type=IntType(0, 999)) for at in range(500)]

    assert effects.last_effectful_index(many) == -1
    assert len(looked) == len(many)
