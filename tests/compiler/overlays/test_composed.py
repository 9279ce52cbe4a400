"""Overlays of one layer that add at one place: their order, and when it makes a difference."""

from __future__ import annotations

import textwrap

import pytest

from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Compilation, Request
from bombsight.dsl.source import Source
from tests.compiler.overlays.laid import errata, lay

GAME = """\
game lightship "The Lightship"
  sources optional

state mission
  oil "Oil": 0..20 = 14
  lamp "Lamp": 0..3 full = 3
  tired "Fatigue": 0..6 full = 0

table Sky "The sky"
  roll 1d6
  ..3: take 1 from oil
  else: nothing

table Wind "The wind"
  roll 1d6
  ..3: nothing
  else: nothing

define low: yes/no = oil < 3

procedure mission "One night"
  step dusk "Dusk"
    do watch

procedure watch
  while lamp > 1 at most 3 times
    take 1 from lamp
  repeat 3 times
    say "Night."

procedure fill
  set oil to 20

procedure hum
  say "Hum."

procedure finish
  end mission

example "Hum"
  do hum
"""


def house(name: str, where: str, *lines: str, head: str = "") -> str:
    """House rules that add lines to procedure watch."""
    body = textwrap.indent("\n".join(lines), "  ")
    patch = f"in procedure watch\n{textwrap.indent(f'{where}{chr(10)}{body}', '  ')}"
    return errata(patch, kind="house", name=name, head=head).replace("lighthouse", "lightship")


def compiled(*texts: str) -> Compilation:
    """The game with house rules, each in a file of its own."""
    files = tuple(Source(f"{chr(97 + at)}.rules", text) for at, text in enumerate(texts))
    return compile_rules(Request(base=(Source("base.rules", GAME),), house=files), proofs=False)


def errors(*texts: str) -> list[str]:
    """The codes and messages of the errors of house rules together."""
    return [f"{finding.code} {finding.message}" for finding in compiled(*texts).errors]


PLACES = {"before dusk": "mission", "after dusk": "mission", "at start": "mission", "at end": "mission"} | {
    "before line add -1 to oil\n  add": "watch",
    "after line add -1 to oil\n  add": "watch",
}


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("last", [False, True])
def test_lines_at_one_place_stand_in_the_order_of_the_overlays(where, last):
    one, two, three = (
        errata(
            f"in procedure {PLACES[where]}\n  {where}{' after others' if last and name == 'one' else ''}\n"
            f'    say "{name}"\n    nothing\n',
            kind="house",
            name=name,
        )
        for name in ("one", "two", "three")
    )

    def spoken_order(*overlays: str) -> list[str]:
        amended = lay(*overlays)
        assert not amended.diagnostics
        text = repr(amended.items)
        return sorted(("one", "two", "three"), key=lambda name: text.index(f"Say(text='{name}'"))

    first = ["two", "three"] if last else ["one", "two", "three"]
    assert spoken_order(one, two, three) == [*first, *(["one"] if last else [])]
    assert spoken_order(three, two, one) == ["three", "two", "one"]


def test_a_line_that_an_overlay_has_amended_itself_keeps_its_place():
    one = errata(
        'in procedure mission\n  at start\n    say "A"',
        'in procedure mission\n  was say "A"\n  now say "B"',
        kind="house",
        name="one",
    )
    two = errata('in procedure mission\n  at start\n    say "C"', kind="house", name="two")

    for overlays, order in (((one, two), "BC"), ((two, one), "CB")):
        amended = lay(*overlays)
        assert not amended.diagnostics
        text = repr(amended.items)
        assert sorted("BC", key=lambda word: text.index(f"Say(text='{word}'")) == [*order]


INDEPENDENT = {
    "neither reads what the other changes": (["add 1 to oil"], ["if lamp > 1", "  add 1 to tired"]),
    "both read": (["if oil > 1", '  say "A"'], ['say "{oil}"']),
    "both throw dice": (["roll on Wind"], ["roll on Wind"]),
    "a loop that stops itself": (["repeat 3 times", "  stop"], ["add 1 to oil"]),
}
DEPENDENT = {
    "both change": (["add 1 to oil"], ["set oil to 3"], "both change oil"),
    "the second reads": (["add 1 to oil"], ['say "{oil}"'], "house two 1 reads oil, which house one 1 changes"),
    "the first reads": (['say "{oil}"'], ["add 1 to oil"], "house one 1 reads oil, which house two 1 changes"),
    "a define reads": (["if low", '  say "A"'], ["add 1 to oil"], "house one 1 reads oil, which house two 1 changes"),
    "a procedure changes": (["do fill"], ['say "{oil}"'], "house two 1 reads oil, which house one 1 changes"),
    "a row of a table changes": (["roll on Sky"], ['say "{oil}"'], "house two 1 reads oil, which house one 1 changes"),
    "one returns": (["if lamp is 0", "  return"], ['say "A"'], "house one 1 may end what stands behind it"),
    "one ends the mission": (['say "A"'], ["do finish"], "house two 1 may end what stands behind it"),
}


@pytest.mark.parametrize("name", INDEPENDENT)
def test_lines_that_do_not_touch_each_other_stack(name):
    first, second = INDEPENDENT[name]

    assert errors(house("one", "at start", *first), house("two", "at start", *second)) == []


@pytest.mark.parametrize("name", DEPENDENT)
def test_lines_whose_order_makes_a_difference_are_named_with_what_links_them(name):
    first, second, reason = DEPENDENT[name]
    one, two = house("one", "at start", *first), house("two", "at start", *second)

    assert errors(one, two) == [f"O005 house one 1 and house two 1 add lines at the same place, and {reason}"]
    assert errors(one) == errors(two) == []


@pytest.mark.parametrize("name", DEPENDENT)
def test_after_others_says_the_order(name):
    first, second, _ = DEPENDENT[name]

    assert errors(house("one", "at start after others", *first), house("two", "at start", *second)) == []
    both = house("one", "at start after others", *first), house("two", "at start after others", *second)
    assert len(errors(*both)) == 1


def test_what_to_write_is_said():
    one, two = (
        house(name, "before line while lamp > 1 at most 3 times\n    take 1 from lamp\nadd", "set oil to 3")
        for name in "ab"
    )
    (finding,) = compiled(one, two).errors

    assert "Write `add after others` in the one that is to come second" in finding.help


def test_overlays_that_need_each_other():
    one, two = house("one", "at start", "nothing", head="needs two"), house("two", "at start", "nothing")

    assert errors(one) == ["O015 house one needs two, which is not in force"]
    assert errors(one, two) == errors(two, one) == []


def test_a_procedure_that_is_taken_out_goes_with_its_examples():
    assert errors(errata("remove procedure hum", kind="house").replace("lighthouse", "lightship")) == []


def test_a_procedure_that_is_taken_out_and_still_used():
    (finding,) = compiled(errata("remove procedure watch", kind="house").replace("lighthouse", "lightship")).errors

    assert finding.code == "O017"
    assert finding.message == "house general 1 takes procedure watch out, and the rules still use it"
    assert [str(label.span) for label in finding.labels] == ["base.rules:23:5"]


def test_a_table_that_is_taken_out_with_its_use():
    patches = (
        "in procedure watch\n  at start\n    roll on Sky",
        "in procedure watch\n  remove roll on Sky",
        "remove table Sky",
    )
    assert errors(errata(*patches, kind="house").replace("lighthouse", "lightship")) == []
    assert [
        one[:4] for one in errors(errata(patches[0], patches[2], kind="house").replace("lighthouse", "lightship"))
    ] == ["O017"]
