"""What the lines of an example can say, each where it holds and where it does not."""

from __future__ import annotations

from textwrap import indent

import pytest

from bombsight.backends.python.load import instantiate
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from bombsight.flat.check import check_program
from bombsight.runtime.examples import ExampleRunner
from bombsight.service.programs.example_programs import lower_by_setting

GAME = """\
game lighthouse "Lighthouse"
  sources optional

option moon "The moon" = no
option swell "The swell" from flat, high = flat
option tide "The tide" from 1..6 = 3

enum Ship: trawler, packet
enum Lens: left, right

record Boat
  ship: Ship
  far: 0..9 = 4

state career
  oil: 0..20 = 10
  lamp: 0..3 = 2
  clean[Lens]: yes/no = yes
  boats: list of Boat at most 3

procedure mission: 0..20
  do night
  return oil

procedure night
  if option moon
    add 1 to lamp
  if option swell is high
    set lamp to option tide / 3 rounded down
  do trim
  roll on Sky
  do drift

procedure trim
  choose order
    ask "What now"
    answer burn "Burn"
      add -1 to oil
    answer save "Save" when lamp > 0
      set lamp to 0

procedure drift
  roll on Reef

procedure strength: 0..9
  return oil / 2 rounded down

procedure sink(b: Boat)
  remove b from boats

procedure hail
  choose s from Ship or none
    ask "Whom"
  if s is not none
    add 1 to lamp

procedure give_up
  end mission with 3

procedure force
  add do strength to lamp

table Sky "The sky"
  roll 1d6
  +1 bright when lamp > 1
  ..3: nothing
  4..: set clean[left] to no

table Reef "The reef"
  gives 0..9
  roll 1d6
  ..5: 1
  6..
    do trim
    return 2
"""


BURNT = ("answer burn", "roll Sky 1", "roll Reef 1")


def mismatches(*lines: str, title: str = "A night", game: str = GAME) -> list[tuple[str, str, str] | None]:
    """What came of an example of these lines: of each case what was expected and found, or None."""
    text = f'{game}\nexample "{title}"\n{indent(chr(10).join(lines), "  ")}\n'
    found = compile_rules(Request(base=(Source("light.rules", text),)), proofs=False)
    assert not found.errors, found.errors
    assert found.graph is not None
    told: list[tuple[str, str, str] | None] = []
    for program in lower_by_setting(found.graph):
        assert check_program(program) == ()
        for report in ExampleRunner(program, load=instantiate):
            wrong = report.mismatch
            told.append(None if wrong is None else (report.title, wrong.expected, wrong.found))
    return told


def passes(*lines: str) -> bool:
    return set(mismatches(*lines)) == {None}


def wrong(*lines: str) -> tuple[str, str]:
    ((_, expected, found),) = [told for told in mismatches(*lines) if told is not None]
    return expected, found


LEAKS = """
procedure leak
  if 1d6 <= 2
    take 1 from oil
  do seep

procedure seep
  take 1d6 from oil
  roll on Damp

table Damp "Damp"
  roll 1d6
  ..3: nothing
  4..
    roll 1d6
      ..3: take 1 from oil
      4..: nothing
"""


def test_dice_that_no_table_owns_are_named_by_where_they_are_thrown():
    thrown = ("do leak", "roll in leak 1", "roll in seep 3", "roll Damp 4", "roll in Damp 1", "expect oil is 5")
    told = [mismatches(*(line.replace(a, b) for line in thrown), game=GAME + LEAKS) for a, b in SWAPS.items()]
    assert told == [[None], [None], *([("A night", *both)] for both in PARTED)]


SWAPS = {
    "": "",
    " in seep": " -",
    " in leak": " in seep",
    "roll in seep": "roll Damp",
    "roll Damp": "roll in Damp",
    "in Damp 1": "in Damp 7",
}
PARTED = (
    ("roll in seep 1", "roll in leak (1d6)"),
    ("roll Damp 3", "roll in seep (1d6)"),
    ("roll in Damp 4", "roll on Damp (1d6)"),
    ("roll in Damp 7", "roll in Damp (1d6): 7 is not on a die with 6 sides"),
)


def test_a_grid_names_dice_so_too():
    head, row = "| given oil | roll in leak | roll in seep | expect oil |", "| 10, 9 | 3..6 | 4 | 5..6 |"
    told = mismatches("do leak", head, row, "roll Damp 1", game=GAME + LEAKS)
    assert told == [None] * 8


NIGHT = ("do night", "answer save", "roll Sky 2", "roll Reef 1")


def test_an_option_is_what_an_example_says():
    assert passes("given option moon = yes", *NIGHT[:1], "expect lamp is 3", *NIGHT[1:])
    assert passes("given option swell = high", "given option tide = 6", *NIGHT[:1], "expect lamp is 2", *NIGHT[1:])
    assert passes(*NIGHT[:1], "expect lamp is 2", *NIGHT[1:])


def test_an_answer_may_name_its_choice():
    assert passes("do trim", "answer trim/order: burn", "expect oil is 9")
    assert wrong("do trim", "answer hail/s: burn") == ("answer hail/s: burn", "trim/order: What now: burn, save")


def test_what_is_offered():
    assert passes("do trim", "offered save, burn", "answer burn")
    assert passes("do hail", "offered trawler, packet, none", "answer none", "expect lamp is 2")
    assert wrong("do trim", "offered burn", "answer burn") == ("offered burn", "What now: burn, save")
    assert wrong("do hail", "offered trawler, packet", "answer none")[1] == "Whom: trawler, packet, none"
    assert (
        wrong("do trim", "offered burn, save, rest", "answer burn")[1] == "'rest' is not offered; What now: burn, save"
    )


def test_a_lone_option_is_not_asked_and_so_nothing_is_offered():
    alone = "; a choice with one option alone is not asked, so nothing is offered"
    found = wrong("given lamp = 0", "do trim", "offered burn", "expect oil is 9")
    assert found == ("offered burn", f"the game is over and did not ask for it{alone}")
    found = wrong("given lamp = 0", "leave out roll on Reef = 1", "do night", "offered burn", "roll Sky 1")
    assert found == ("offered burn", f"roll on Sky (1d6){alone}")


@pytest.mark.parametrize(
    ("lines", "expected", "found"),
    [
        (("roll on Reef", "roll Reef 5", "expect result is 2 and oil is 10"), "result is 2", "result is 1"),
        (("roll on Reef", "roll Reef 5", "expect result is 1 and oil is 11"), "oil is 11", "oil is 10"),
        (("do mission", *BURNT, "expect oil is result + 1"), "oil is result + 1", "result + 1 is 10, oil is 9"),
        (("do mission", *BURNT, "expect lamp is result"), "lamp is result", "result is 9, lamp is 2"),
        (("do trim", "answer burn", "expect half is 5"), "half is 5", "half is 4"),
        (("do trim", "answer burn", "expect not (half is 4)"), "not (half is 4)", "half is 4"),
        (("do trim", "answer burn", "expect half in 5..6"), "half in 5..6", "half is 4"),
        (("do trim", "answer burn", "expect half in {lamp, 5}"), "half in {lamp, 5}", "half is 4"),
        (("do trim", "answer burn", "expect half is 3 or lamp > 2"), "half is 3 or lamp > 2", "half is 4, lamp is 2"),
        (("expect modifiers on Sky is 0",), "modifiers on Sky is 0", "modifiers on Sky is 1"),
        (("expect count(b in boats) is lamp",), "count(b in boats) is lamp", "count(b in boats) is 0, lamp is 2"),
        (("expect clean[left] and not clean[right]",), "not clean[right]", "clean[right] is yes"),
        (("expect spare",), "spare", "spare is no"),
    ],
)
def test_what_decides_is_told_of_the_half_that_fails(lines, expected, found):
    game = GAME.replace(
        "procedure mission",
        "define half: 0..10 = oil / 2 rounded down\ndefine spare: yes/no = oil > 15\n\nprocedure mission",
        1,
    )
    ((told),) = mismatches(*lines, game=game)
    assert told is not None
    assert told[1:] == (f"expect {expected}", found)


def test_of_a_result_with_parts_each_part_is_told():
    (told,) = none_mismatches("look up Sound(2, trawler)", "expect result is none")
    assert told is not None
    assert told[2] == "result.bottom is 3, result.over is trawler"


def test_nothing_else_changed():
    assert passes("do trim", "answer burn", "expect oil is 9", "expect nothing else changed")
    assert passes("roll on Sky", "roll Sky 6", "expect not clean[left]", "expect nothing else changed")
    assert wrong("roll on Sky", "roll Sky 6", "expect clean[right]", "expect nothing else changed") == (
        "expect nothing else changed",
        "clean[left] is no, and was yes",
    )
    assert wrong("do trim", "answer burn", "expect nothing else changed")[1] == "oil is 9, and was 10"


def test_elements_count_among_what_changed():
    boat = "given add Boat(ship: packet) to boats as b"
    assert wrong(boat, "do sink(b)", "expect nothing else changed")[1] == "boats holds 0, and held 1"
    assert passes(
        boat, "do sink(b)", "expect b is none", "expect count(x in boats) is 0", "expect nothing else changed"
    )


def test_new_elements_have_names():
    assert passes(
        "given add Boat(ship: packet) to boats as a",
        "given add Boat(ship: trawler, far: 2) to boats as b",
        "given do sink(a)",
        "given add Boat(ship: packet, far: 7) to boats as c",
        "do sink(b)",
        "expect b is none",
        "expect c.far is 7 and c.ship is packet",
        "expect count(x in boats) is 1",
    )
    told = mismatches("given add Boat(ship: packet) to boats as b", "do sink(b)", "expect b.far is 4")
    assert told[0] is not None
    assert "fault" in told[0][2]


def test_what_is_left_out_is_not_done():
    assert passes("leave out do trim", "leave out roll on Reef = 3", "do night", "roll Sky 1", "expect oil is 10")
    assert passes("leave out do strength = 1", "do force", "expect lamp is 3")
    assert wrong("leave out do trim", "do night", "answer burn") == ("answer burn", "roll on Sky (1d6)")


def test_an_example_is_over_where_it_leads():
    assert passes("do night", "answer burn", "leads to Sky")
    assert passes("do night", "answer burn", "roll Sky 1", "leads to drift")
    assert passes("do night", "answer burn", "roll Sky 6", "expect not clean[left]", "leads to Reef")
    assert wrong("do night", "answer burn", "expect oil is 3", "leads to Sky") == ("expect oil is 3", "oil is 9")
    assert wrong("do night", "answer burn", "leads to Reef") == ("leads to Reef", "roll on Sky (1d6)")
    assert passes("roll on Reef", "leads to Reef")
    assert wrong("do trim", "answer burn", "leads to drift")[1] == "the game is over and did not ask for it"
    assert wrong("do night", "answer burn", "leads to Sky", "roll Sky 1")[0] == "roll Sky 1"


def test_where_an_example_never_leads():
    assert passes("never leads to trim", "roll on Reef", "roll Reef 5", "expect result is 1")
    assert wrong("never leads to trim", "roll on Reef", "roll Reef 6", "answer burn") == (
        "never leads to trim",
        "play comes to procedure trim",
    )
    assert (
        wrong("do night", "answer burn", "roll Sky 1", "roll Reef 1", "never leads to Sky")[0] == "never leads to Sky"
    )


def test_what_is_expected_of_the_scene_alone():
    assert passes("given lamp = 3", "expect lamp is 3")
    assert wrong("given lamp = 3", "expect lamp is 2") == ("expect lamp is 2", "lamp is 3")


def test_a_procedure_that_is_ended():
    assert passes("do give_up", "expect mission ended")
    assert wrong("do trim", "answer burn", "expect mission ended") == ("expect mission ended", "it does not hold")
    assert passes("given do give_up", "do trim", "answer burn", "expect oil is 9")


def test_each_case_of_a_grid_is_an_example():
    told = mismatches(
        "given clean[right] = no",
        "roll on Sky",
        '| "row"  | given lamp | roll Sky | expect clean[left] |',
        '| "dim"  | 0, 1       | 1..3     | yes                |',
        '| "more" | 2          | 3, 4     | no                 |',
        '| "last" | 1          | 4        | yes                |',
        "expect not clean[right]",
    )
    assert len(told) == 9
    assert [each for each in told if each] == [
        ("A night (last, 1, 4)", "expect clean[left] is yes", "clean[left] is no")
    ]


def test_cases_that_say_the_same_under_other_heads_have_titles_of_their_own():
    told = mismatches("| given lamp | given oil | expect lamp + oil |", "| 1 | - | 99 |", "| - | 1 | 99 |")
    titles = [each[0] for each in told if each]
    assert len(titles) == len(set(titles)) == 2
    assert all(title.startswith("A night (1, line ") for title in titles)


def test_a_name_stands_for_a_value_of_each_case():
    assert passes(
        "given add Boat(ship: kind, far: where) to boats as b",
        "do hail",
        "answer kind",
        "| kind    | where | expect b.far | expect lamp | given option tide |",
        "| packet  | 1..2  | 1..2         | 3           | 4, 5              |",
        "| trawler | 9     | 9            | -           | 1                 |",
        "expect b.ship is kind",
    )


def test_dice_answers_and_ways_of_a_case():
    assert (
        passes(
            "do night",
            "| answer trim/order | offered    | roll Sky | leads to | expect oil | given oil |",
            "| burn              | burn, save | -        | Sky      | 3          | 4         |",
        )
        is False
    )
    assert passes(
        "do night",
        "| offered    | answer trim/order | expect oil | leads to | given oil |",
        "| burn, save | burn              | 3          | Sky      | 4         |",
        "| -          | save              | 4          | Sky      | 4         |",
    )


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (("| given lamp |",), "this grid has no cases"),
        (("| 3 |", "| 2 |"), "this heads no column"),
        (("| given lamp | roll Sky |", "| 2 |"), "this row has 1 cells under 2 heads"),
        (("| given lamp |", "| brig late |"), "a value belongs here"),
        (("| roll Sky |", "| lamp |"), "dice belong here"),
        (("| expect oil |", "| 1, 2 |"), "one value belongs here"),
        (("| lamp |", "| - |"), "this cell is empty"),
        (("| given lamp |", "| given lamp |"), "this heads a column, and stands in a row"),
        (("| roll Sky |", "| 5..1 |"), "these are no numbers, or too many"),
        (
            ("| given oil | given lamp | roll Sky |", "| 0..20 | 0..20 | 1..6 |"),
            "this grid comes to more than 1000 cases",
        ),
        (("| given lamp |", "| 1 |", "expect lamp is 1", "| given oil |", "| 2 |"), "an example has one grid of cases"),
    ],
)
def test_a_grid_that_does_not_fit_is_a_finding(rows: tuple[str, ...], message: str):
    text = GAME + '\nexample "A night"\n  roll on Sky\n' + indent("\n".join(rows), "  ") + "\n"
    found = compile_rules(Request(base=(Source("light.rules", text),)), proofs=False)
    assert [(finding.code, finding.message) for finding in found.errors] == [("P055", message)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("given option sun = yes", "N001"),
        ("given option tide = 9", "P054"),
        ("given option swell = yes", "P054"),
        ("given without sheet", "P056"),
        ("given variant fog", "P056"),
        ("given add 1 to oil as b", "P057"),
        ("leave out do strength", "P058"),
        ("leave out do trim = 1", "P058"),
        ("leave out do stren = 1", "N001"),
        ("leave out roll on Skye", "N001"),
        ("leads to Skye", "N001"),
        ("expect misson ended", "N001"),
        ("given add Boat(ship: packet) to boats as oil", "N004"),
    ],
)
def test_a_line_that_cannot_be_is_a_finding(line: str, code: str):
    text = f'{GAME}\nexample "A night"\n  {line}\n  roll on Sky\n  roll Sky 1\n'
    found = compile_rules(Request(base=(Source("light.rules", text),)), proofs=False)
    assert [finding.code for finding in found.errors] == [code]


NONE_GAME = """\
game lighthouse "Lighthouse"
  sources optional

enum Ship: trawler, packet

record Boat
  far: 0..9 = 4

state career
  seen: Ship or none = none
  depth: 0..9 or none = none
  boats: list of Boat at most 3

procedure mission
  return

define first_boat: Boat or none = first(b in boats)

table Sound "What the lead finds"
  for at: 1..3, hull: Ship
  gives bottom: 0..9 or none, over: Ship
  | at | trawler    | packet    |
  | 1  | -          | -         |
  | 2  | 3, trawler | 4, packet |
  | 3  | 3, packet  | -         |
"""


@pytest.mark.parametrize(
    ("given", "fact", "holds"),
    [
        ("seen = none", "seen is trawler", False),
        ("seen = none", "not seen is trawler", True),
        ("depth = none", "depth < 3", False),
        ("depth = none", "not depth < 3", False),
        ("depth = none", "depth + 1 in 0..9", False),
        ("depth = 2", "depth < 3", True),
        ("depth = 2", "not depth < 3", False),
        ("depth = none", "depth is none or depth > 3", True),
        ("depth = 5", "depth < 3 or depth > 4", True),
        ("depth = none", "seen is none or depth > 4", False),
        ("depth = 1", "first_boat.far is 4", False),
    ],
)
def test_what_is_none_and_must_not_be_makes_a_fact_not_hold(given, fact, holds):
    assert (none_mismatches(f"given {given}", f"expect {fact}") == [None]) is holds


@pytest.mark.parametrize(
    ("at", "fact", "holds"),
    [
        (1, "result is none", True),
        (1, "result.over is none", True),
        (1, "result.over is packet", False),
        (1, "result.bottom > 0", False),
        (1, "not result.bottom > 0", False),
        (2, "result is none", False),
        (2, "result.over is none", False),
        (2, "result.bottom is 3", True),
        (3, "result.over is none", False),
        (3, "result.over is packet", True),
        (3, "result.bottom > 0", True),
    ],
)
def test_a_part_of_a_result_is_none_where_the_whole_is(at, fact, holds):
    assert (none_mismatches(f"look up Sound({at}, trawler)", f"expect {fact}") == [None]) is holds


def test_a_part_that_may_be_none_heads_a_column():
    told = none_mismatches(
        "look up Sound(at, trawler)",
        "| at | expect result.over | expect result.bottom |",
        "| 1  | none               | none                 |",
        "| 2  | trawler            | 3                    |",
        "| 3  | packet             | 3..4                 |",
        "| 1  | packet             | -                    |",
    )
    assert [one is None for one in told] == [True, True, True, False]


def none_mismatches(*lines: str) -> list[tuple[str, str, str] | None]:
    """The same as :func:`mismatches`, in a game where much may be none."""
    return mismatches(*lines, game=NONE_GAME)
