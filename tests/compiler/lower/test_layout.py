"""Where things live, and what they hold when a game starts."""

from __future__ import annotations

import pytest

from bombsight.compiler.lower.assemble import lower
from bombsight.flat.layout import NAMES_SLOT, STEPS_SLOT
from bombsight.flat.types import NONE
from tests.reference.comparing import Lowered, Seeded, graph_of

TEXT = """\
game layout "Layout"
  sources optional
  names "Ann", "Bob"

option spare "Spare" from 1..9 = 4

enum Side: north, south
enum Kind printed "card"
  | kind    | strength | home: Side |
  | trawler | 3        | north      |
  | packet  | 4        | -          |

record Ship
  kind: Kind
  hits[Side]: 0..9 = 2

state career
  keeper: text
  years: 0..9 = 1

state mission
  lamp: 0..9 = option spare
  home[k: Kind, s: Side]: Side or none = k.home
  worth[k: Kind]: 0..99 = k.strength * 10 + min(k.strength, 3)
  ships: list of Ship at most 2
  aim[Side]: Ship or none = none

state watch
  tired: 0..6 = 0

procedure mission
  do watch

procedure watch
  add Ship(kind: packet) to ships
  set aim[north] to first(s in ships)
  add 1 to tired
"""


@pytest.fixture(name="program")
def fixture_program():
    return lower(graph_of(TEXT))


def test_every_slot_has_one_owner(program) -> None:
    taken = [STEPS_SLOT, NAMES_SLOT]
    for field in program.fields:
        size = len(field.defaults) * (field.shape[0] if len(field.shape) > len(field.indices) else 1)
        taken += range(field.base, field.base + size)
    for pool in program.lists:
        taken += range(pool.base, pool.base + pool.capacity)

    assert len(taken) == len(set(taken))
    assert max(taken) < program.slots


def test_what_lasts_stands_apart(program) -> None:
    fields = {field.id: field for field in program.fields}

    assert fields["tired"].base < fields["lamp"].base < fields["keeper"].base < fields["years"].base
    assert fields["Ship.hits"].owner == "ships"
    assert fields["Ship.hits"].shape == (2, 2)


def test_defaults_are_worked_out_slot_by_slot(program) -> None:
    defaults = {field.id: field.defaults for field in program.fields}

    assert defaults["lamp"] == (4,)
    assert defaults["home"] == (0, 0, NONE, NONE)
    assert defaults["worth"] == (33, 43)
    assert defaults["Ship.hits"] == (2, 2)
    assert defaults["aim"] == (NONE, NONE)


def test_start_gives_every_field_its_default(program) -> None:
    lowered = Lowered(program, traced=False)
    functions, slots = lowered.functions, lowered.machine.slots
    for _ in range(2):
        functions["start"]()
        assert lowered.fields()["keeper"] == {(): 0}
        assert slots[NAMES_SLOT] == 1
        functions["do:watch"]()
        assert lowered.fields()["tired"] == {(): 1}
        assert lowered.fields()["aim"] == {(0,): ("element", 0), (1,): None}


LONG = """\
game long "Long"
record Entry
  day: 0..99 = 7
  by[Side]: 0..9 = 2
enum Side: north, south
state mission
  entries: list of Entry at most 50
  kept: Entry or none = none
procedure mission(days: 0..50)
  repeat days times
    add Entry(day: 3) to entries
  for each e in entries
    set e.by[south] to 5
    set kept to e
"""


def test_a_long_list_starts_empty_however_many_it_had() -> None:
    lowered = Lowered(lower(graph_of(LONG)), traced=False)
    functions, slots = lowered.functions, lowered.machine.slots
    functions["start"]()
    fresh = list(slots)
    for days in (50, 1, 20):
        functions["do:mission"](days)
        assert slots != fresh
        functions["start"]()
        assert slots == fresh


def test_state_falls_back_when_its_procedure_ends_but_not_when_it_is_called_from_outside(program) -> None:
    lowered = Lowered(program)
    watch = lowered.play("watch", Seeded(0))
    assert watch.fields["tired"] == {(): 1}
    mission = lowered.play("mission", Seeded(0))
    assert mission.fields["tired"] == {(): 0}
    assert mission.lists["ships"][0] is not None
    lowered.functions["reset:mission"]()
    assert lowered.lists() == {"ships": [None, None]}
    assert lowered.fields()["aim"] == {(0,): None, (1,): None}


def test_a_reference_is_never_given_twice(program) -> None:
    lowered = Lowered(program, traced=False)
    functions, slots = lowered.functions, lowered.machine.slots
    base = program.lists[0].base
    functions["start"]()
    seen = set()
    for _ in range(3):
        functions["do:watch"]()
        seen.add(slots[base])
        functions["reset:mission"]()

    assert len(seen) == 3
    assert {reference % 2 for reference in seen} == {0}
