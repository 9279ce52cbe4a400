"""What rules cost in steps: the same for any backend, with a journal or without, so that a budget means one thing."""

from __future__ import annotations

import pytest

from bombsight.backends.python.load import instantiate
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.lower.weights import (
    CALL,
    CHARGE_LIMIT,
    CHOICE,
    DIE,
    ELEMENT_NAME,
    EVENT,
    LOOP_TURN,
    MAX_ROW_TESTS,
    NAMESAKE,
    NODE,
    OPTION,
    SLOTS_PER_STEP,
    STATEMENT,
    THROW,
)
from bombsight.flat import statements as fs
from bombsight.flat.layout import RESERVE, STEPS_SLOT
from tests.reference.comparing import graph_of

HEAD = """\
game dear "What it costs"
  sources optional

enum Post: one, two, three, four, five, six

record Ship
  hits: 0..3 = 1
  ally: Ship or none = none

record Boat
  far: 0..9 = 1

state career
  a: 0..9 full = 0
  flag: yes/no = no
  pts[Post]: 0..9 = 1
  ships: list of Ship at most 10
  lead: Ship or none = none
  near[Post]: Ship or none = none

state watch
  seen[Post]: 0..9 = 0
  boats: list of Boat at most 4

define sum_of: 0..99
  base: a + 1
  except low: a when flag
  except high: 3 when a > 4

define many: 0..1000 = count(k in 1..1000 where k > a)

table T "T" printed
  for p: Post
  gives 0..9
  roll 2d6
  +1 flag when flag
  natural 2 when a > 0: 3
  ..a: 1
  else: 2

table W "W" printed
  when a > 8: say "{a}"
  when a > 7: nothing
  roll 1d6
  1..5: nothing
  6..: say "{a}"

table L "L" printed
  for p: Post
  gives 0..9
  one: 1
  else: a

table E "E" printed
  roll 1d6
  ..3: set a to 1
  4..: set a to 2

table N "N" printed
  roll 1d6
  1..: note soot
  note soot "Soot"
    set a to 3

table R "R" printed
  roll 1d6
  1: say "x"
  2..5: say "x"
  6: treat as row 1

table S "S" printed
  roll 1d6
  1: treat as row 2
  2
    again at most 1 times
    say "x"
  3..: nothing

table A "A" printed
  roll 1d6
  1..2
    again at most 1 times
    say "x"
  3..: nothing

table K "K" printed
  gives 0..9
  roll 1d10
  1: 0
  2: 0
  3: 0
  4: 0
  5: 0
  6: 0
  7: 0
  8: 0
  9: 0
  10: 0

table G "G" printed
  for x: 0..140, y: 0..140
  gives 0..9
  | x    | y    | v |
  | 0    | 0    | 0 |
  | 1    | 1    | 0 |
  | 2    | 2    | 0 |
  | 3    | 3    | 0 |
  | 4    | 4    | 0 |
  | 5    | 5    | 0 |
  | 6    | 6    | 0 |
  | 7    | 7    | 0 |
  | 8    | 8    | 0 |
  | 9    | 9    | 0 |


table H "H" printed
  for x: 0..140, y: 0..140 or none
  gives 0..9
  | x    | y    | v |
  | 0    | 0    | 0 |
  | 1    | 1    | 0 |
  | 2    | 2    | 0 |
  | 3    | 3    | 0 |
  | 4    | 4    | 0 |
  | 5    | 5    | 0 |
  | 6    | 6    | 0 |
  | 7    | 7    | 0 |
  | 8    | 8    | 0 |
  | 9    | 9    | 0 |


procedure watch
  nothing

procedure with_ship(s: Ship)
  nothing
"""

SET = EVENT + 2 * NODE
"""``set a to 1``: what tells of a change, the field, the value."""

NAME = ELEMENT_NAME + 10 // SLOTS_PER_STEP + 10 * NAMESAKE
"""To name one of at most ten elements."""

MADE = EVENT + 10 // SLOTS_PER_STEP + 2 + NAME
"""``add Ship() to ships``: a place is looked for, its two values set, its name looked for."""

LOOKED = STATEMENT + 10 // SLOTS_PER_STEP + 10 * NODE
"""To go through the list of ships, of which there are at most ten."""

ROLL = STATEMENT + NODE + CALL + EVENT
"""``roll on T``, dice and rows apart."""

DICE = THROW + DIE

CASES = {
    "nothing": STATEMENT,
    "return": STATEMENT,
    "set a to 1": SET,
    "set a to a + 1": SET + 2 * NODE,
    "add 1 to a": SET,
    "set pts[two] to 1": SET + NODE,
    "reset a": STATEMENT + EVENT,
    "reset pts": STATEMENT + 6 * EVENT,
    "reset pts[two]": STATEMENT + 6 * EVENT + NODE,
    'say "x"': EVENT,
    'say "{a} {flag}"': EVENT + 2 * NODE,
    "let k = a": STATEMENT + NODE,
    # Blocks: the dearer of two counts, whichever is entered; what is dear itself only where it is.
    "if flag|  set a to 1": STATEMENT + NODE + SET,
    "if flag|  nothing|else|  set a to 1|  set a to 2": STATEMENT + NODE + 2 * SET,
    "if not flag|  nothing|else|  set a to 1|  set a to 2": STATEMENT + 2 * NODE + 2 * SET,
    "if flag" + '|  say "x"' * (CHARGE_LIMIT // EVENT): STATEMENT + NODE + CHARGE_LIMIT,
    "if flag" + '|  say "x"' * (CHARGE_LIMIT // EVENT + 1): STATEMENT + NODE,
    "if not flag" + '|  say "x"' * (CHARGE_LIMIT // EVENT + 1): STATEMENT + 2 * NODE + CHARGE_LIMIT + EVENT,
    'step first "First"|  nothing': 2 * EVENT + STATEMENT,
    # Loops: as many turns as there can be, unless that is dear.
    "repeat 3 times|  nothing": STATEMENT + NODE + 3 * (LOOP_TURN + STATEMENT),
    "for k in 1..3|  nothing": STATEMENT + 2 * NODE + 3 * (LOOP_TURN + STATEMENT),
    "for each p in Post|  nothing": STATEMENT + 6 * NODE + 6 * (LOOP_TURN + STATEMENT),
    "for each p in Post where pts[p] > 0|  nothing": STATEMENT + 6 * 5 * NODE + 6 * (LOOP_TURN + STATEMENT),
    "while a < 2 at most 5 times|  add 1 to a": STATEMENT + EVENT + 3 * NODE + 5 * (LOOP_TURN + 3 * NODE + SET),
    # Values
    "let k = 2d6": STATEMENT + THROW + 2 * DIE,
    "let k = count(p in Post where pts[p] > 0)": STATEMENT + NODE + 6 * 5 * NODE,
    "let k = count(k in 1..5 where k > a)": STATEMENT + 3 * NODE + 5 * 4 * NODE,
    "let k = count(k in a..5 where k > 1)": STATEMENT + 3 * NODE + 6 * 4 * NODE,
    "let k = any(p in {one, two} where pts[p] > 0)": STATEMENT + 3 * NODE + 2 * 5 * NODE,
    "let k = sum_of": STATEMENT + 13 * NODE,
    "if flag and sum_of > 3|  nothing": 2 * STATEMENT + 17 * NODE,
    "let k = many": STATEMENT + 2 * NODE + 3 * NODE + 1000 * 4 * NODE,
    "if flag and many > 3|  nothing": 2 * STATEMENT + 7 * NODE,
    "let k = modifiers on T(one)": STATEMENT + 4 * NODE,
    "let k = look up L(one)": STATEMENT + 4 * NODE + STATEMENT + NODE,
    "let xs: list of Post at most 9|add one to xs|if two in xs|  nothing": 4 * STATEMENT
    + 3 * NODE
    + 9 // SLOTS_PER_STEP,
    # Tables
    "look up L(one)": STATEMENT + NODE + CALL + EVENT + 2 * NODE + STATEMENT + NODE,
    "roll on T(one)": ROLL + NODE + DICE + DIE + 10 * NODE + STATEMENT + NODE,
    "roll on W": ROLL + 8 * NODE + EVENT + EVENT + NODE + DICE + 2 * NODE + EVENT + NODE,
    "roll on N": ROLL + DICE + NODE + STATEMENT + SET,
    "roll on R": ROLL + DICE + 3 * NODE + 2 * EVENT + STATEMENT,
    # To throw again is dear, and charged each time: where rows may follow one another, all that there are.
    "roll on S": ROLL + DICE + 3 * NODE + 2 * STATEMENT + 2 * (STATEMENT + 3 * CHARGE_LIMIT + DICE + 3 * NODE + EVENT),
    "roll on A": ROLL + DICE + 2 * NODE + STATEMENT + 2 * (STATEMENT + CHARGE_LIMIT + DICE + 2 * NODE + EVENT),
    "roll on K": ROLL + DICE + MAX_ROW_TESTS * NODE + STATEMENT + NODE,
    "look up G(1, 1)": STATEMENT + 2 * NODE + CALL + EVENT + MAX_ROW_TESTS * NODE + STATEMENT + NODE,
    "look up H(1, 1)": STATEMENT + 2 * NODE + CALL + EVENT + 10 * NODE + STATEMENT + NODE,
    "take every row of E": STATEMENT + CALL + 2 * (EVENT + SET),
    "roll 1d6|  ..3: nothing|  4..: set a to 1": STATEMENT + DICE + 2 * NODE + SET,
    # What falls back when a procedure ends is charged as it begins.
    "do watch": STATEMENT + NODE + CALL + (6 + 4 * 2) * NODE + STATEMENT,
    # Elements: what may remember one is ``lead``, six of ``near``, the ``ally`` of ten.
    "add Ship() to ships": MADE,
    "add Ship() to ships|for each s in ships|  nothing": MADE + LOOKED + 10 * (LOOP_TURN + STATEMENT),
    # Turns that are dear are charged one by one: there is one element.
    "add Ship() to ships|for each s in ships|  remove s from ships": MADE
    + LOOKED
    + LOOP_TURN
    + NAME
    + EVENT
    + 17 * NODE,
    "add Ship() to ships|for each s in ships|  set lead to s": MADE + LOOKED + LOOP_TURN + SET + NAME,
    "add Ship() to ships|for each s in ships|  do with_ship(s)": (
        MADE + LOOKED + LOOP_TURN + STATEMENT + 2 * NODE + NAME + CALL + STATEMENT
    ),
    "add Ship() to ships|remove each s from ships where s.hits > 1": (
        MADE
        + STATEMENT
        + 10 // SLOTS_PER_STEP
        + 5 * NODE
        + EVENT
        + ELEMENT_NAME
        + 10 // SLOTS_PER_STEP
        + 10 * NAMESAKE
        + 17 * NODE
    ),
    "add Ship() to ships|reset ships": (
        MADE
        + STATEMENT
        + 10 // SLOTS_PER_STEP
        + NODE
        + EVENT
        + ELEMENT_NAME
        + 10 // SLOTS_PER_STEP
        + 10 * NAMESAKE
        + 17 * NODE
    ),
    # Choices
    'choose p from Post|  ask "x {a}"': CHOICE + NODE + 6 * (OPTION + NODE),
    'choose p from Post where pts[p] > 0|  ask "x"|  prefer a': CHOICE + 6 * (OPTION + 6 * NODE),
    'add Ship() to ships|choose s from ships|  ask "x"': MADE
    + CHOICE
    + 10 // SLOTS_PER_STEP
    + OPTION
    + NODE
    + 2 * ELEMENT_NAME,
    'choose way|  ask "x"|  answer left "L" when a < 5 prefer a|    set a to 1|  answer right "R {a}"|    nothing': (
        CHOICE + 2 * OPTION + 5 * NODE + SET
    ),
    'choose way|  ask "x"|  answer left "L {a}" prefer a|    set a to 1|  answer right "R"|    nothing': (
        CHOICE + 2 * OPTION + 2 * NODE + SET
    ),
}


def steps(lines: str, more: str = "") -> int:
    """What a mission of these lines takes, without the call of it."""
    program = lower(
        graph_of(HEAD + more + "\nprocedure mission\n" + "".join(f"  {line}\n" for line in lines.split("|")))
    )
    machine = instantiate(program, lambda *_: 2, lambda *_: 0)
    machine.functions["start"]()
    machine.slots[STEPS_SLOT], machine.slots[RESERVE] = 10_000, 0
    machine.functions["do:mission"]()
    return 10_000 - machine.slots[STEPS_SLOT] - CALL


@pytest.mark.parametrize("lines", CASES)
def test_what_statements_cost(lines: str) -> None:
    assert steps(lines) == CASES[lines]


OFFER = """
reroll coin "A coin" when a < 5 at most 2 times
  prefer on W when natural > 3
  set a to 0
"""


def test_dice_cost_what_may_be_offered_over_them() -> None:
    offered = CHOICE + 3 * NODE

    assert steps("let k = 1d6", OFFER) == CASES["let k = 2d6"] - DIE + offered
    assert steps("roll on W", OFFER) == CASES["roll on W"] + offered + 3 * NODE
    assert steps("roll on N", OFFER) == CASES["roll on N"] + offered


LONG = '  say "x"\n' * (CHARGE_LIMIT // EVENT)

CALLED = f"""
procedure down(k: 0..9) at most 4 deep
  if k > 0
    do down(k - 1)

procedure quick
  roll on T(one)

procedure long
  roll on T(one)
{LONG}
procedure mission
  do quick
  do down(2)
  do long
"""


def test_only_what_is_dear_or_may_call_itself_charges_itself_and_a_mission() -> None:
    charging = {
        function.name
        for function in lower(graph_of(HEAD + CALLED)).functions
        if any(isinstance(stmt, fs.Count) for stmt in function.body)
    }

    assert charging == {"do:down", "do:long", "do:mission"}
