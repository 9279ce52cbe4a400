"""An element that has left its list is missed by whatever way it left, and by no way that leaves it where it is."""

from __future__ import annotations

import pytest

from bombsight.compiler.lower.assemble import lower
from tests.reference.comparing import Lowered, Seeded, by_reference, graph_of, without_events

HEAD = """\
game removals "Removals"
  sources optional

enum Side: north, south

record Ship
  hits: 0..9 = 1
record Boat
  hits: 0..9 = 1

state mission
  oil: 0..99 = 0
  ships: list of Ship at most 3
  lead: Ship or none

state watch
  boats: list of Boat at most 3

table Storm "Storm" printed
  roll 1d2
  1..2: do founder
table Rocks "Rocks" printed
  roll 1d2
  1..2: note gone
  note gone "Gone"
    note lost
  note lost "Lost"
    do founder
table Reef "Reef" printed
  for side: Side
  north: do founder
  south: nothing
table Squall "Squall" printed
  when oil < 1: do founder
  roll 1d2
  1..2: nothing
table Rows "Rows with a way out" printed
  for ship: Ship
  roll 1d2
  1
    if oil < 1
      reset ships
      again at most 1 times
    add 1 to oil
  2: add 1 to ship.hits
table Deep "Deep" printed
  roll 1d2
  1..2
    roll 1d2
      1..2: do founder
table Calm "Calm" printed
  roll 1d2
  1..2: add 1 to oil
table Pick "A ship" printed
  gives ship: Ship or none, n: 1..2
  roll 1d2
  1..2: first(s in ships), natural
table Turns "A row of its own" printed
  roll 1d2
  1..2
    {row}
  note gone "Gone"
    do founder
  note through "Gone in the end"
    note gone

procedure founder
  reset ships
procedure later
  do founder
procedure watch
  add 1 to oil
procedure round
  do watch
procedure quit
  end watch_over
procedure watch_over
  do founder
  do quit
procedure drained: 0..9
  do founder
  return 2

procedure mission
  add Ship() to ships
  add Ship() to ships
  add Boat() to boats
"""


def outcome(body: str, row: str = "nothing", more: str = "", seed: int = 1) -> object:
    """What a mission comes to, the same in all three forms; None or the fault's place."""
    indented = "\n".join(f"  {line}" for line in body.split("\n"))
    graph = graph_of(HEAD.replace("{row}", row.replace("\n", "\n    ")) + indented + "\n" + more)
    program = lower(graph)
    expected = by_reference(graph, "mission", Seeded(seed), steps=10_000)
    traced = Lowered(program).play("mission", Seeded(seed), steps=10_000)
    plain = Lowered(program, traced=False).play("mission", Seeded(seed), steps=10_000)
    assert without_events(traced) == without_events(expected)
    assert without_events(plain) == without_events(expected)
    assert traced.events == expected.events
    return expected.fault


GOES = {
    "removed": "remove each x from ships",
    "reset": "reset ships",
    "a procedure": "do founder",
    "a procedure's procedure": "do later",
    "a procedure for its value": "let n = do drained",
    "a procedure that is ended": "do watch_over",
    "a table": "roll on Storm",
    "a table's row without dice": "roll on Squall",
    "a table's notes": "roll on Rocks",
    "a table looked up": "look up Reef(north)",
    "every row": "take every row of Storm",
    "every row and subrow": "take every row and subrow of Deep",
    "a roll with rows": "roll 1d2\n  1..2: reset ships",
    "a loop": "repeat 2 times\n  reset ships",
    "a loop over numbers": "for n in 1..2\n  do founder",
    "a loop over an enum": "for each side in Side\n  do founder",
    "a loop while": "while oil < 1 at most 3 times\n  add 1 to oil\n  do founder",
    "a branch": "if oil < 1\n  do founder",
    "the other branch": "if oil > 1\n  nothing\nelse\n  do founder",
    "a branch that stays": "if oil < 1\n  do founder\nelse\n  return",
    "a step": "step one\n  do founder",
    "a choice": 'choose way\n  ask "Which"\n  answer one "One"\n    do founder',
}


@pytest.mark.parametrize("way", GOES.values(), ids=list(GOES))
def test_what_is_gone_is_missed(way: str) -> None:
    body = "\n".join(f"  {line}" for line in way.split("\n"))
    assert outcome(f"for each s in ships\n{body}\n  add 1 to s.hits") is not None


def test_one_that_is_removed_is_missed_by_its_other_name() -> None:
    assert outcome("for each s in ships\n  for each x in ships\n    remove x from ships\n  add 1 to s.hits") is not None


def test_the_next_row_misses_what_the_last_one_took_away() -> None:
    assert outcome("for each s in ships\n  take every row of Rows(s)") is not None


@pytest.mark.parametrize("way", GOES.values(), ids=list(GOES))
def test_what_remembered_it_is_none(way: str) -> None:
    body = "\n".join(f"  {line}" for line in way.split("\n"))
    test = "  if s is not lead\n    add 1 to oil"
    assert outcome(f"for each s in ships\n  set lead to s\n{body}\n{test}") is None


@pytest.mark.parametrize("way", GOES.values(), ids=list(GOES))
def test_what_is_gone_is_missed_in_a_part_of_a_result(way: str) -> None:
    body = "\n".join(f"  {line}" for line in way.split("\n"))
    held = f"let r = roll on Pick\nif r.ship is not none\n  add 1 to r.ship.hits\n{body}\n"
    assert outcome(held + "  add 1 to r.ship.hits") is not None
    assert outcome(held + "  set lead to r.ship\n  if r.ship is none\n    add 1 to oil") is None


@pytest.mark.parametrize(
    "head",
    ["repeat 2 times", "for n in 1..2", "for each side in Side", "while oil < 9 at most 2 times"],
)
@pytest.mark.parametrize("way", ["do founder", "roll on Storm", "reset ships", "note gone", "note through"])
def test_the_next_turn_misses_it(head: str, way: str) -> None:
    row = f"for each s in ships\n  {head}\n    add 1 to s.hits\n    {way}"
    assert outcome("roll on Turns", row) is not None


@pytest.mark.parametrize("note", ["gone", "through"])
def test_notes_take_it_away(note: str) -> None:
    assert outcome("roll on Turns", f"for each s in ships\n  note {note}\n  add 1 to s.hits") is not None
    row = f"for each s in ships\n  roll 1d2\n    1..2: note {note}\n  add 1 to s.hits"
    assert outcome("roll on Turns", row) is not None


@pytest.mark.parametrize("way", ["do watch", "do round"])
def test_what_a_procedure_owns_goes_with_it(way: str) -> None:
    assert outcome(f"for each b in boats\n  {way}\n  add 1 to b.hits") is not None
    assert outcome(f"for each s in ships\n  {way}\n  add 1 to s.hits") is None


OFFER = """
reroll coin "A coin" when oil < 1 at most 2 times
  prefer on Calm when natural >= 1
  add 1 to oil
  {}
"""


@pytest.mark.parametrize("dice", ["roll on Calm", "let n = 1d6", "roll 1d2\n    1..2: nothing"])
def test_an_offer_may_pay_with_it(dice: str) -> None:
    body = f"for each s in ships\n  {dice}\n  add 1 to s.hits"
    assert outcome(body, more=OFFER.format("nothing")) is None
    for way in ("do founder", "reset ships"):
        taken = {outcome(body, more=OFFER.format(way), seed=seed) is not None for seed in range(6)}
        assert taken == {False, True}
