"""How long a test for none lasts: until something runs that could change the value, and not a line less."""

import pytest

from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source

NIGHT = """\
game night "A night"
  sources optional

enum Sky: clear, rain, fog
enum Sound: bell, horn

record Keeper
  whistle: Sound or none
  nights: 0..9 = 0
record Boat
  sky: Sky
  sound: Sound or none

state mission
  sounded "Sounding": Sound or none
  heard[Sky]: Sound or none
  sky: Sky = clear
  near: Sky = fog
  oil: 0..9 = 0
  lamp: 0..3 = 0
  keeper: Keeper
  mate: Keeper
  boats: list of Boat at most 4
  hailed: Boat or none
state watch
  signal: Sound or none
  skiffs: list of Skiff at most 2
record Skiff
  lit: yes/no = no
state mission
  towed: Skiff or none

define last: Sound or none = sounded
define latest: Sound or none = last
define reach(far: 0..9): Sound or none
  base: none
  except far: bell when far > oil
define reached: Sound or none = reach(4)
define seen: Sound or none
  base: none
  except boats: bell when any(b in boats where b.sky is fog)
define hailing: Sound or none
  base: none
  except boat: bell when hailed is not none
define printed_one: Sound or none = look up Printed(clear)
define charted: Sound or none = look up Chart(sky)

table Printed "Printed" printed
  for above: Sky
  gives Sound or none
  | above | sound |
  | clear | horn  |
  | else  | -     |
table Chart "A chart that asks" printed
  for above: Sky
  gives Sound or none
  when oil > 3: bell
  else: none
table Plain "Nothing comes of it" printed
  roll 1d6
  1..: nothing
table Fate "All falls silent" printed
  gives 0..3
  roll 1d6
  ..3
    set sounded to none
    return 0
  4..
    return 3
table Hush "Silence" printed
  for above: Sky
  else: do hush
table Sunk "Boats are lost" printed
  roll 1d6
  +1 more when oil > 3
  1..: remove each b from boats where b.sky is fog

procedure idle
  add 1 to oil
procedure hush
  set sounded to none
procedure quiet
  do hush
procedure hush_all: 0..3
  do quiet
  return 0
procedure watch
  nothing
procedure round
  do watch
procedure drift
  set sky to rain
procedure founder
  reset boats
procedure mission
  nothing
procedure tried
"""

CHARTS = """\
table Tried "Notes" printed
  roll 1d6
  ..3
{row}
  4..: nothing
  note hush "Silence"
    set sounded to none
  note idle "Nothing"
    set oil to 0
  note through "Silence in the end"
    note hush
"""


def lines(text, depth):
    return "\n".join("  " * depth + line for line in text.split("\n"))


def never_none(text):
    """Whether no value is used that may be none; nothing else may be found but what is never used."""
    found = compile_rules(Request(base=(Source("night.rules", text),)), proofs=False).diagnostics
    assert {one.code for one in found} <= {"V006"}, [one.message for one in found]
    return not found


def after(test, between, use="sounded"):
    return NIGHT + lines(f"if {test} is not none\n{lines(between, 1)}\n  let used: Sound = {use}", 1) + "\n"


CHANGES = {
    "another value": ("sounded", "set sounded to none"),
    "another value for all that is known": ("sounded", "set sounded to last"),
    "a call": ("sounded", "do hush"),
    "a call of a call": ("sounded", "do quiet"),
    "a call for its value": ("sounded", "let n = do hush_all"),
    "a table that is tested": ("sounded", "if roll on Fate > 1\n  nothing"),
    "a call that is set": ("sounded", "set oil to do hush_all"),
    "a call that is added": ("sounded", "add do hush_all to oil"),
    "a table": ("sounded", "roll on Fate"),
    "a table whose value is kept": ("sounded", "let n = roll on Fate"),
    "a table that tells how often": ("sounded", "repeat roll on Fate times\n  nothing"),
    "a table looked up for what it does": ("sounded", "look up Hush(sky)"),
    "every row of a table": ("sounded", "take every row of Fate"),
    "a roll with rows": ("sounded", "roll 1d6\n  1: set sounded to none\n  else: nothing"),
    "a row that calls": ("sounded", "roll 1d6\n  1: do hush\n  else: nothing"),
    "one branch": ("sounded", "if oil > 3\n  set sounded to none"),
    "the other branch": ("sounded", "if oil > 3\n  nothing\nelse\n  do hush"),
    "a branch within a branch": ("sounded", "if oil > 3\n  if oil > 4\n    do hush"),
    "one branch of a choice": (
        "sounded",
        'choose order\n  ask "What"\n  answer still "Still"\n    do hush\n  answer go "Go on"\n    nothing',
    ),
    "the last branch of a choice": (
        "sounded",
        'choose order\n  ask "What"\n  answer go "Go on"\n    nothing\n  answer still "Still"\n    do hush',
    ),
    "a step": ("sounded", "step still\n  do hush"),
    "a loop over an enum": ("sounded", "for each s in Sky\n  do hush"),
    "a loop over numbers": ("sounded", "for n in 1..3\n  do hush"),
    "a loop so often": ("sounded", "repeat 2 times\n  do hush"),
    "a loop while": ("sounded", "while oil > 1 at most 3 times\n  do hush"),
    "its reset": ("sounded", "reset sounded"),
    "a record's reset": ("keeper.whistle", "reset keeper"),
    "a record's field": ("keeper.whistle", "set keeper.whistle to none"),
    "an array's reset": ("heard[near]", "reset heard"),
    "its index": ("heard[near]", "set near to rain"),
    "its index by a call": ("heard[sky]", "do drift"),
    "another place of the array": ("heard[near]", "set heard[sky] to none"),
    "the end of what owns it": ("signal", "do watch"),
    "the end of what owns it, in a call": ("signal", "do round"),
    "what a define reads": ("last", "do hush"),
    "what a define compares with": ("reach(3)", "set oil to 4"),
    "what a define's define reads": ("latest", "do hush"),
    "what a define's define compares with": ("reached", "set oil to 4"),
    "what a define is asked with": ("reach(lamp)", "set lamp to 2"),
    "what a define is asked with, worked out": ("reach(1 + lamp * 2)", "set lamp to 2"),
    "what a table is asked with": ("look up Printed(sky)", "do drift"),
    "what a table asks": ("look up Chart(clear)", "add 2 to oil"),
    "what a table asks that a define looks up": ("charted", "add 2 to oil"),
    "what a define goes through, removed": ("seen", "remove each b from boats where b.sky is fog"),
    "what a define goes through, emptied": ("seen", "reset boats"),
    "what a define goes through, in an element": ("seen", "for each b in boats\n  set b.sky to clear"),
    "an element that is remembered, removed": ("hailing", "remove each b from boats"),
}


@pytest.mark.parametrize(("value", "change"), CHANGES.values(), ids=list(CHANGES))
def test_what_could_change_it_ends_it(value, change):
    assert not never_none(after(value, change, value))


@pytest.mark.parametrize("call", ["do hush", "roll on Fate", "look up Hush(sky)", "take every row of Fate"])
def test_calls_of_a_row_end_it(call):
    row = f"if sounded is not none\n  {call}\n  let used: Sound = sounded"
    assert not never_none(NIGHT + "  nothing\n\n" + CHARTS.format(row=lines(row, 2)))


KEPT = {
    "nothing": ("sounded", "nothing"),
    "another field": ("sounded", "set oil to 3"),
    "a value": ("sounded", "set sounded to bell"),
    "a call": ("sounded", "do idle"),
    "a table": ("sounded", "roll on Plain"),
    "dice": ("sounded", "let n = 1d6"),
    "a branch": ("sounded", "if oil > 3\n  do idle\nelse\n  do drift"),
    "a branch that leaves": ("sounded", "if oil > 3\n  do hush\n  return"),
    "a loop": ("sounded", "repeat 2 times\n  do idle"),
    "a choice": ("sounded", 'choose s from Sky\n  ask "Which"\nset sky to s'),
    "a record": ("keeper.whistle", "reset mate"),
    "another array": ("heard[near]", "set sounded to none"),
    "another owner's end": ("sounded", "do watch"),
    "a define": ("last", "do drift"),
    "a table's own words": ("look up Printed(near)", "do drift"),
    "a sum": ("reach(oil + 1)", "do hush"),
    "what a table does not ask": ("charted", "do hush"),
    "boats": ("sounded", "remove each b from boats"),
}


@pytest.mark.parametrize(("value", "between"), KEPT.values(), ids=list(KEPT))
def test_nothing_else_ends_it(value, between):
    assert never_none(after(value, between, value))


@pytest.mark.parametrize(
    ("tested", "used"),
    [
        ("reach(oil + 1)", "reach(oil)"),
        ("reach(oil + 1)", "reach(oil + 2)"),
        ("reach(oil + 1)", "reach(oil - 1)"),
        ("reach(2)", "reach(3)"),
        ("heard[near]", "heard[sky]"),
        ("heard[clear]", "heard[rain]"),
        ("keeper.whistle", "mate.whistle"),
        ("look up Printed(sky)", "look up Chart(sky)"),
        ("look up Printed(sky)", "look up Printed(near)"),
    ],
)
def test_it_is_of_one_value_only(tested, used):
    assert never_none(after(tested, "nothing", tested))
    assert not never_none(after(tested, "nothing", used))


def test_an_element_is_remembered_whatever_becomes_of_it():
    first = "let b = first(x in boats where x.sky is fog)\nif b is none\n  return\n"
    assert never_none(NIGHT + lines(first + "set b.sky to rain\ndo sail(b)\nset b.sky to clear", 1) + SAIL)
    assert not never_none(NIGHT + lines(first + "remove b from boats\nset b.sky to clear", 1) + SAIL)


SAIL = """
procedure sail(b: Boat)
  set b.sound to none
"""


def sure_to_offer(value, between):
    """Whether the checks still know behind some lines that a value is not none."""
    choice = f'choose order\n  ask "What"\n  answer go "Go" when {value} is not none\n    nothing'
    text = NIGHT + lines(f"if {value} is none\n  return\n{between}\n{choice}", 1) + "\n"
    found = [one.code for one in compile_rules(Request(base=(Source("night.rules", text),))).diagnostics]
    assert "V006" not in found
    return "P045" not in found


@pytest.mark.parametrize(("value", "change"), CHANGES.values(), ids=list(CHANGES))
def test_what_could_change_it_ends_it_for_the_checks(value, change):
    assert not sure_to_offer(value, change)


@pytest.mark.parametrize("name", [name for name in KEPT if name != "a value"])
def test_nothing_else_ends_it_for_the_checks(name):
    assert sure_to_offer(*KEPT[name])


def test_what_is_too_long_to_remember_tells_nothing():
    assert not never_none(after("reach(min(oil, 2))", "nothing", "reach(max(oil, 5))"))


TURNS = {
    "for each": "for each s in Sky",
    "numbers": "for n in 1..3",
    "repeat": "repeat 3 times",
    "while": "while oil < 3 at most 9 times",
}


@pytest.mark.parametrize("head", TURNS.values(), ids=list(TURNS))
@pytest.mark.parametrize("change", ["do hush", "roll on Fate"])
def test_what_a_turn_changes_the_next_may_not_trust(head, change):
    turn = f"{head}\n  let used: Sound = sounded\n"
    assert never_none(after("sounded", f"{turn}  do idle"))
    assert not never_none(after("sounded", f"{turn}  {change}\nset sounded to bell"))


def test_a_loop_s_own_test_holds_in_it_alone():
    loop = "while sounded is not none at most 3 times\n  let used: Sound = sounded\n  do hush"
    assert never_none(NIGHT + lines(loop, 1) + "\n")
    assert not never_none(NIGHT + lines(f"{loop}\nlet later: Sound = sounded", 1) + "\n")


@pytest.mark.parametrize(
    ("removal", "kept"),
    [
        ("remove each b from boats where b.sky is fog", False),
        ("reset boats", False),
        ("do founder", False),
        ("roll on Sunk", False),
        ("do watch", True),
        ("do hush", True),
    ],
)
def test_an_element_remembered_is_none_once_it_is_gone(removal, kept):
    text = NIGHT + lines(f"if hailed is not none\n  {removal}\n  let gone: Boat = hailed", 1) + "\n"
    assert never_none(text) is kept


@pytest.mark.parametrize(("removal", "kept"), [("roll on Sunk", False), ("reset boats", False), ("do hush", True)])
def test_a_variable_forgets_what_is_gone(removal, kept):
    text = f"let it = hailed\nif it is not none\n  {removal}\n  let gone: Boat = it"
    assert never_none(NIGHT + lines(text, 1) + "\n") is kept


@pytest.mark.parametrize(("field", "kept"), [("sound to none", False), ("sky to clear", True)])
def test_two_names_may_mean_one_element(field, kept):
    test = "if hailed is not none and hailed.sound is not none"
    text = f"for each b in boats\n  {test}\n    set b.{field}\n    let used: Sound = hailed.sound"
    assert never_none(NIGHT + lines(text, 1) + "\n") is kept


def test_elements_go_with_what_owns_their_list():
    text = NIGHT + lines("if towed is not none\n  {}\n  let gone: Skiff = towed", 1) + "\n"
    assert never_none(text.format("do hush"))
    assert not never_none(text.format("do watch"))
    assert not never_none(text.format("do round"))


NOTES = {
    "hush": False,
    "through": False,
    "idle": True,
}


@pytest.mark.parametrize(("note", "kept"), NOTES.items())
@pytest.mark.parametrize(
    "used",
    [
        "note {}",
        "roll 1d6\n  1..: note {}",
        "repeat 2 times\n  note {}",
        "if oil > 2\n  note {}",
    ],
)
def test_notes_are_calls(used, note, kept):
    row = f"if sounded is not none\n{lines(used.format(note), 1)}\n  let used: Sound = sounded"
    assert never_none(NIGHT + "  nothing\n\n" + CHARTS.format(row=lines(row, 2))) is kept


OFFER = """\
reroll coin "A coin" when oil > 0 at most 2 times
  {}
"""


@pytest.mark.parametrize(
    "dice",
    ["let n = 1d6", "roll on Plain", "if 1d6 > 2\n  nothing", "roll 1d6\n  1..: nothing", "take every row of Plain"],
)
def test_a_standing_offer_may_pay_with_it(dice):
    text = after("sounded", dice)
    assert never_none(text + OFFER.format("add -1 to oil"))
    assert not never_none(text + OFFER.format("set sounded to none"))
    assert not never_none(text + OFFER.format("do quiet"))


def test_no_dice_no_offer():
    assert never_none(after("sounded", "do idle") + OFFER.format("do quiet"))


TESTS = {
    "and": ("if sounded is not none and oil > 2", True),
    "or": ("if sounded is not none or oil > 2", False),
    "not or": ("if not (sounded is none or oil > 2)", True),
    "not and": ("if not (sounded is none and oil > 2)", False),
    "or none": ("if sounded is none or oil > 2", False),
    "not and not": ("if not (sounded is not none and oil > 2)", False),
    "one that may be none on the left": ("if last is sounded", False),
    "not not": ("if not (not (sounded is not none))", True),
    "is none": ("if sounded is none", False),
    "a value": ("if sounded is bell", True),
    "not a value": ("if sounded is not bell", False),
    "not so": ("if not (sounded is not bell)", True),
    "another that may be none": ("if sounded is last", False),
    "a value on the left": ("if bell is sounded", True),
    "none on the left": ("if none is not sounded", True),
    "a set": ("if sounded in {bell, horn}", True),
    "a set with none": ("if sounded in {bell, none}", False),
    "not in a set": ("if not (sounded in {bell, horn})", False),
}


@pytest.mark.parametrize(("test", "told"), TESTS.values(), ids=list(TESTS))
def test_what_a_condition_tells(test, told):
    assert never_none(NIGHT + f"  {test}\n    let used: Sound = sounded\n") is told


@pytest.mark.parametrize(
    ("test", "told"),
    [
        ("if sounded is none\n  return", True),
        ("if sounded is none\n  nothing\nelse\n  return", False),
        ("if sounded is none\n  set sounded to bell", True),
        ("if sounded is not none\n  nothing", False),
        ("if sounded is none and oil > 2\n  return", False),
        ("if sounded is none or oil > 2\n  return", True),
        ("if sounded is not none\n  do idle\nelse\n  set sounded to horn", True),
    ],
)
def test_what_a_branch_leaves_behind(test, told):
    assert never_none(NIGHT + lines(f"{test}\nlet used: Sound = sounded", 1) + "\n") is told


def test_names_of_one_step_say_nothing_of_the_next():
    """Both steps keep a value under one name; only the first tests it."""
    first = "step one\n  let it = last\n  if it is none\n    return\n  let used: Sound = it"
    second = "step two\n  let it = last\n  let used: Sound = it"
    assert never_none(NIGHT + lines(first, 1) + "\n")
    assert not never_none(NIGHT + lines(f"{first}\n{second}", 1) + "\n")


# --- a test that stands in a define


def after_a_define(body, condition, between, use):
    """The same where the condition asks a define of its own."""
    head, _, tail = NIGHT.partition("define last:")
    defined = f"{body}\n" if body.startswith("define") else f"define there: yes/no = {body} is not none\n"
    block = f"if {condition}\n{lines(between, 1)}\n  let used: Sound = {use}"
    return f"{head}{defined}define last:{tail}{lines(block, 1)}\n"


@pytest.mark.parametrize(("value", "change"), CHANGES.values(), ids=list(CHANGES))
def test_what_could_change_it_ends_what_a_define_tells(value, change):
    assert not never_none(after_a_define(value, "there", change, value))


@pytest.mark.parametrize(("value", "between"), KEPT.values(), ids=list(KEPT))
def test_nothing_else_ends_what_a_define_tells(value, between):
    assert never_none(after_a_define(value, "there", between, value))


TOLD = {
    "of what it is asked": ("define there(n: 0..9): yes/no = reach(n) is not none", "there(oil)", "reach(oil)"),
    "with others": ("define there: yes/no = oil > 3 and sounded is not none", "there", "sounded"),
    "denied": ("define gone: yes/no = sounded is none or oil > 3", "not gone", "sounded"),
    "in all cases": (
        "define there: yes/no\n  base: sounded is not none\n  except much: yes when oil > 3 and sounded is bell",
        "there",
        "sounded",
    ),
    "where no exception holds": (
        "define there: yes/no\n  base: yes\n  except silent: no when sounded is none",
        "there",
        "sounded",
    ),
    "in the one case that is yes": (
        "define there: yes/no\n  base: no\n  except bell: oil > 3 when sounded is not none",
        "there",
        "sounded",
    ),
    "by another": (
        "define here: yes/no = sounded is not none\ndefine there: yes/no = here and oil > 3",
        "there",
        "sounded",
    ),
}


@pytest.mark.parametrize(("body", "condition", "use"), TOLD.values(), ids=list(TOLD))
def test_what_a_define_tells(body, condition, use):
    assert never_none(after_a_define(body, condition, "nothing", use))


UNTOLD = {
    "of something else": ("define there(n: 0..9): yes/no = reach(n) is not none", "there(oil)", "reach(lamp)"),
    "one of two": ("define there: yes/no = oil > 3 or sounded is not none", "there", "sounded"),
    "the other way round": ("define there: yes/no = sounded is not none", "not there", "sounded"),
    "in another case": (
        "define there: yes/no\n  base: sounded is not none\n  except much: yes when oil > 3",
        "there",
        "sounded",
    ),
    "in circles": ("define there: yes/no = sounded is not none or oil > 3 and there", "there", "sounded"),
}


@pytest.mark.parametrize(("body", "condition", "use"), UNTOLD.values(), ids=list(UNTOLD))
def test_what_a_define_does_not_tell(body, condition, use):
    found = compile_rules(
        Request(base=(Source("night.rules", after_a_define(body, condition, "nothing", use)),)), proofs=False
    ).diagnostics
    assert "V006" in {one.code for one in found}


@pytest.mark.parametrize(
    "again",
    [
        "let other: Sound = sounded or else bell",
        "if sounded is not none\n  let other: Sound = sounded",
        "let kept = sounded\nif kept is not none\n  let other: Sound = kept",
    ],
)
def test_who_does_not_know_what_stands_in_a_define_may_test_again(again):
    """Rules that were written when such a test did not count are right as they are."""
    assert never_none(after_a_define("sounded", "there", again, "sounded"))


def test_who_asked_a_define_is_looked_at_again_when_it_tests_no_more():
    was, now = (
        after_a_define(f"define there: yes/no = {test}", "there", "nothing", "sounded")
        for test in ("sounded is not none", "oil > 3 and sounded is bell or oil > 4")
    )
    before = compile_rules(Request(base=(Source("night.rules", was),)), proofs=False)
    again = compile_rules(Request(base=(Source("night.rules", now),)), proofs=False, previous=before.results)
    assert not before.diagnostics
    assert {one.code for one in again.diagnostics} == {"V006"}
