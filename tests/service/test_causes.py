"""Errors that overlays cause in a game are told of the overlay, and the game's line is their other place."""

import pytest

from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from bombsight.service.lint.variants import attribute_findings
from bombsight.service.programs.overlay_attribution import attribute_errors

GAME = """\
game pond "A pond"
  sources optional

enum Fish
  | fish | weight |
  | carp | 3      |
  | pike | 4      |

state mission
  stock[fish: Fish]: 0..9 = fish.weight
  caught "Caught": 0..9 full = 0

table Bite "A bite"
  for fish: Fish
  roll 1d6
  +(fish.weight) heavy
  ..6: nothing
  7..10: add 1 to caught

procedure mission
  for each fish in Fish
    roll on Bite(fish)
  if stock[pike] is caught
    nothing
"""


def overlay(*patches, kind="house"):
    head = f'{kind} mine "Mine" for pond {"by" if kind == "house" else "cite"} "A. Player"\n'
    return head + "".join(f'  {number} "Item"\n{patch}' for number, patch in enumerate(patches, start=1))


WEIGHT = "    in enum Fish row pike column weight\n      was 4\n      now 30\n"
LINE = "    in procedure mission\n      at start\n        add 1 to caught\n"
GAP = "    in table Bite\n      remove ..6: nothing\n"


def found(house, base=GAME):
    request = Request(base=(Source("pond.rules", base),), house=(Source("mine.rules", house),))
    return attribute_errors(request, compile_rules(request)).errors


def places(errors):
    return [(one.code, one.span.path, one.span.line, one.labels[0].span.line if one.labels else 0) for one in errors]


def test_a_figure_that_grows_beyond_a_range_and_a_table():
    errors = found(overlay(LINE, WEIGHT))

    assert places(errors) == [("T001", "mine.rules", 9, 15), ("V001", "mine.rules", 9, 10)]
    told = errors[1]
    assert told.message == "with house mine 2, this default is a number 3..30, which is not within 0..9"
    assert told.note == "house mine 2 makes it so"
    assert told.labels[0].text == "this default is a number 3..30, which is not within 0..9"
    assert "An overlay widens a range" in told.help


def test_a_row_taken_out_of_a_table():
    assert places(found(overlay(LINE, GAP))) == [("T001", "mine.rules", 8, 15)]


def test_what_several_items_have_to_do_with_names_them_all():
    two = WEIGHT.replace("pike", "carp").replace("was 4", "was 3")
    (told,) = (one for one in found(overlay(WEIGHT, two)) if one.code == "V001")

    assert [(label.span.path, label.span.line) for label in told.labels] == [("pond.rules", 10), ("mine.rules", 9)]


def test_what_is_wrong_without_the_overlay_stays_where_it_is():
    wrong = GAME.replace("7..10:", "8..10:")
    assert places(found(overlay(LINE), wrong)) == [("T001", "pond.rules", 15, 17)]


def test_an_edit_that_was_refused_causes_nothing():
    refused = overlay(WEIGHT.replace("was 4", "was 5"))
    assert places(found(refused)) == [("O001", "mine.rules", 4, 7)]


def test_errata_are_asked_after_house_rules():
    errata = overlay(GAP, kind="errata")
    errors = found(overlay(LINE), f"{GAME}\n{errata}")
    first = len(GAME.splitlines()) + 2
    assert places(errors) == [("T001", "pond.rules", first + 3, 15)]
    assert errors[0].message.startswith("with errata mine 1, no row covers")


@pytest.mark.parametrize("house", [overlay(LINE), overlay("    confirms table Bite\n")])
def test_what_is_right_is_right(house):
    assert found(house) == ()


RETURNS = GAME.replace("procedure mission\n", "procedure mission: 0..9\n") + "  return caught\n"


@pytest.mark.parametrize(
    ("patch", "help"),
    [
        (
            LINE.replace("start", "end"),
            "quote that: `was return caught`, and below `now` these lines and `return caught`.",
        ),
        (LINE.replace("add 1 to caught", "return 3"), "`remove` it, or let `nothing` stand there now."),
    ],
)
def test_what_leaves_is_quoted(patch, help):
    (told,) = found(overlay(patch), RETURNS)
    assert (told.code, told.span.path) == ("P020", "mine.rules")
    assert help in told.help


WHOLE = f'{GAME}\nexample "One bite"\n  roll on Bite(carp)\n  roll Bite 2\n'


def warnings(*patches, more="", base=WHOLE):
    request = Request(base=(Source("pond.rules", base),), house=(Source("mine.rules", overlay(*patches) + more),))
    result = attribute_findings(request, compile_rules(request))
    return [(one.code, one.span.path, one.span.line, one.message) for one in result.diagnostics]


def test_what_a_house_rule_makes_superfluous_is_told_of_it():
    found = warnings("    in table Bite\n      was +(fish.weight) heavy\n      now -1 light\n")
    assert [one for one in found if one[0] == "T002"] == [
        ("T002", "mine.rules", 5, "with house mine 1, no roll can reach this row")
    ]


def test_what_a_house_rule_leaves_without_use_is_no_fault_of_the_game():
    rolls = "    in procedure mission\n      was roll on Bite(fish)\n      now set stock[fish] to 0\n"
    assert warnings(rolls) == []


def test_a_name_that_a_house_rule_takes_is_told_where_it_does_so():
    base = GAME.replace(
        "for each fish in Fish\n    roll on Bite(fish)", "for each prey in Fish\n    roll on Bite(prey)"
    )
    (told,) = (one for one in found(overlay(LINE) + "\nenum Net: prey, shoal\n", base) if one.code == "N004")
    assert (told.span.path, told.span.line, told.labels[0].span.path) == ("mine.rules", 7, "pond.rules")
    assert told.note == "enum Net makes it so"


def test_a_slip_beside_a_house_rule_stays_where_it_is():
    beside = '\ntable Mine "Mine"\n  for fish: Fish\n  roll 1d6\n  ..6: set caught to weigth\n'
    calls = "    in procedure mission\n      at start\n        roll on Mine(carp)\n"
    errors = found(overlay(calls) + beside, f"{GAME}\n{overlay(LINE, kind='errata')}")
    assert places(errors) == [("N001", "mine.rules", 10, 0)]
    assert errors[0].message == "there is no weigth"


def test_a_slip_that_leaves_nothing_of_a_house_rule_is_its_own():
    house = overlay("    in table Bite\n      add +1 mine if caught is 0\n")
    errors = found(house, f"{GAME}\n{overlay(LINE, kind='errata')}")
    assert places(errors) == [("E079", "mine.rules", 4, 0)]
