"""Statements, and what belongs to items: fields, procedures, examples."""

from __future__ import annotations

from bombsight.dsl.diagnostic import Code

PAGES = (
    Code(
        "P020",
        "A statement is never reached",
        """\
What stands before it always leaves: `return`, `end`, `stop`, or a branch on every side that
does.""",
    ),
    Code(
        "P021",
        "`again` outside a row",
        """\
`again` rolls the table once more whose row it stands in. Elsewhere use a loop.""",
    ),
    Code(
        "P022",
        "No bound",
        """\
Everything ends: `while ... at most 20 times`, `again at most 20 times`, and a `reroll` says how
often it can be taken.""",
    ),
    Code(
        "P023",
        "`stop` outside a loop",
        """\
`stop` leaves the innermost loop. A procedure is left with `return`, an outer one with `end`.""",
    ),
    Code(
        "P024",
        "A name is set",
        """\
`let n = ...` gives a value a name, which keeps it. What is to change is a variable, declared with
its type: `let n: 0..6 = 0`.""",
    ),
    Code(
        "P025",
        "A list in state of something else than records",
        """\
A list in state holds the elements of a record. For each value of an enum use an array:
`seen[Ship]: yes/no = no`.""",
    ),
    Code(
        "P026",
        "A list takes new elements of its own record",
        """\
    add Boat(kind: packet) to boats""",
    ),
    Code(
        "P027",
        "A new element lacks a field",
        """\
A field without a default is given when the element is made: `add Boat(kind: packet) to boats`.""",
    ),
    Code(
        "P028",
        "A variable without a first value",
        """\
    let n: 0..6 = 0

Only a list begins empty.""",
    ),
    Code(
        "P029",
        "Nothing to keep",
        """\
What stands behind `=` gives no value: a table that only acts, or a procedure without a type.
Write it as a statement of its own.""",
    ),
    Code(
        "P030",
        "A value where none is given",
        """\
A table that only acts has no results, a procedure without a type returns nothing. Say what it
gives: `gives 0..3` in the table, `procedure watch: yes/no`.""",
    ),
    Code(
        "P031",
        "Too many or too few values",
        """\
A result has one value, or one for each of its named parts, in their order.""",
    ),
    Code(
        "P032",
        "A value is missing",
        """\
A procedure with a type, and a table with a result, give a value wherever they end.""",
    ),
    Code(
        "P033",
        "Only elements of a state list can be removed",
        """\
    remove boat from boats""",
    ),
    Code(
        "P034",
        "Only a named element can be removed",
        """\
Removing an element makes none of every field that holds it, so it is named first.

    let it = target[horn]
    if it is not none
      remove it from boats""",
    ),
    Code(
        "P035",
        "An element's field cannot be reset",
        """\
`reset` brings fields of state back to their defaults. An element's field is set.""",
    ),
    Code(
        "P036",
        "A default is missing",
        """\
Every field of state has a value from the beginning: `oil: 0..20 = 14`. One with `or none` begins
as none.""",
    ),
    Code(
        "P037",
        "A game's beginning takes only numbers",
        """\
The procedure that plays a mission or a career is called from outside, which knows only numbers,
such as the mission's.""",
    ),
    Code(
        "P038",
        "A list with dimensions",
        """\
A list in state stands alone. To tell its elements apart, give them a field.""",
    ),
    Code(
        "P070",
        "A mark of good or bad on what the player cannot see grow",
        """\
`bad` behind a field's title says that more of it, or a later value, is bad for the player,
`good` that it is good. So it stands on a field with a title, which is yes or no, a number or a
value of an enum:

    oil "Oil" good: 0..20 = 14
    asleep "Asleep" bad: yes/no

A list, a name, a record is no more and no less; of a record the fields are marked. A field that
only the rules know needs no mark.""",
    ),
    Code(
        "P039",
        "A record with a default of its own",
        """\
A record's fields have defaults, not the record.""",
    ),
    Code(
        "P040",
        "`full` on something else than a number",
        """\
`full` says that a number stays at the end of its range where it would leave it. Nothing else has
an end.""",
    ),
    Code(
        "P041",
        "A procedure may end without a value",
        """\
A procedure with a type returns a value, or ends an outer one, on every path.""",
    ),
    Code(
        "P042",
        "An example without its one call",
        """\
An example sets the scene, makes one call (`roll on Sky`, `do watch`), and says what follows. Only
one that expects something of the scene as it was set needs no call.""",
    ),
    Code(
        "P043",
        "The scene is set too late",
        """\
`given` stands before the call.""",
    ),
    Code(
        "P054",
        "No value of the option",
        """\
`given option moon = yes` plays an example with an option at one of its values: a reading by its
name, a number of its range, yes or no.""",
    ),
    Code(
        "P055",
        "A grid of cases that does not fit",
        """\
The first row of a grid of cases is its head. Each head is the beginning of a line that the cells
below it end (`given lamp`, `given option moon`, `roll K-5`, `answer`, `offered`, `expect oil`,
`leads to`), a name that stands in the lines of the example for a value of each case, or a text
over the titles of the rows. A `-` leaves the line out.

    example "Every ship on K-5"
      roll on K-5(ship)
      | ship    | given lamp | roll K-5 | expect result.now |
      | trawler | 0..2       | 6        | 2                 |
      | packet  | 3          | 3, 4     | -                 |""",
    ),
    Code(
        "P056",
        "Other rules in an example of the game",
        """\
`given without sheet` and `given variant fog` play an example by other rules than those in force.
It belongs in a file of the game's folder `tests`, for in the game itself every example is read by
the rules that are in force.""",
    ),
    Code(
        "P057",
        "A name for nothing",
        """\
`given add Boat(ship: packet) to boats as first_boat` gives a name to an element that joins a list
of the state. What is only added to has no name to take.""",
    ),
    Code(
        "P058",
        "What is left out needs a value",
        """\
`leave out do p` leaves a call out where play comes to it. Where the procedure or the table gives a
value, the rules need one all the same: `leave out do strength = 3`, `leave out roll on K-5 = 1, 0`.
The value may not read the state.""",
    ),
    Code(
        "P059",
        "Nothing tells when a table is looked up",
        """\
`leads to` waits for a throw of dice on a table, or for a procedure to begin. A table that is
looked up does neither: say what comes of it.""",
    ),
    Code(
        "P049",
        "The results of this table cannot be gone through",
        """\
`results of T` goes through the values that a table can give, as they are written in it. So the
table gives the values of one enum, or none, and its rows, sub-rolls and notes write them out. What
they roll for on another table, look up or work out is known only in play; the further place shows
the row.

    choose s from results of Signals(sky)     # and in Signals `fog: look up Horns(sky)`

Go through the enum instead, and say in `where` which of its values are meant.""",
    ),
    Code(
        "P062",
        "A line beside a question is always the same",
        """\
What stands beside a question is what decides it, as things stand: `beside "Oil left: {oil}"`. A
text without braces says the same each time; it belongs in `ask`, or in the title of an answer.""",
    ),
    Code(
        "P063",
        "What is told beside a question asks for a list that is a variable",
        """\
What decides is worked out beside the game, when somebody looks: from the state, and from the
numbers, enum values and elements that variables hold then. A list that `let` made is not at hand.

    let left = count(s in Ship where not s in warned)
    choose s from Ship or none
      ask "Which"
      beside "Ships left: {left}"

Give the value a name before the choice.""",
    ),
    Code(
        "P064",
        "A choice is called routine twice",
        """\
`routine when e` says when a choice has one sensible answer, that of its `prefer` lines. Where there
are several such cases, join them: `routine when calm or count(s in ships) is 1`.""",
    ),
    Code(
        "E057",
        "What stands between braces in a text is no expression",
        """\
In a `say`, an `ask`, a `beside` and the title of a branch, `{oil}` is replaced by the value of
`oil`. Between the braces stands one expression.""",
    ),
)
