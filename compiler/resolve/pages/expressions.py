"""Pages of findings about expressions: kinds of values, and their allowed places."""

from __future__ import annotations

from bombsight.dsl.diagnostic import Code

PAGES = (
    Code(
        "P001",
        "wrong-type",
        "A value of the wrong kind",
        """\
Numbers, yes and no, values of one enum and elements of one list do not mix.

    set lamp to fog           # lamp is a number""",
    ),
    Code(
        "P002",
        "text-value",
        "A text as a value",
        """\
Texts are titles, prompts and lines to say. No rule may depend on one, so none can be compared,
kept or passed on.

    set sky to "foggy"        # write: set sky to fog

Where one of several things is meant, declare an enum: its values have titles.""",
    ),
    Code(
        "P003",
        "natural-without-dice",
        "`natural` without dice",
        """\
`natural` is the dice as they fell, before the modifiers. It means something only in a rolled
table or a sub-roll; of a roll that was kept it is `kept.natural`.

    procedure watch
      let weather = roll on Sky
      if natural is 12        # of which dice?
        add 1 to tired

Write it where the dice are, as a row of its own (`natural 12: gale`), or say of which roll.""",
    ),
    Code(
        "P004",
        "element-value",
        "A new element as a value",
        """\
A new element comes to be in its list and nowhere else.

    set hailed to Boat(kind: packet)

Add it to its list. Where it is needed afterwards, find it there:

    add Boat(kind: packet) to boats
    set hailed to first(b in boats where b.kind is packet)""",
    ),
    Code(
        "P005",
        "misplaced-set",
        "A set where none can stand",
        """\
Sets stand behind `in`, where something is asked for or gone through, and nowhere else: a field or
a variable holds one value. Behind `in` stands a set, a range, or a list that is a variable.

    set bad to {fog, gale}

Ask with it, `if sky in {fog, gale}`, or give the question a name: `define bad: yes/no = sky in
{fog, gale}`.""",
    ),
    Code(
        "P006",
        "misplaced-expression",
        "Something that cannot stand in this place",
        """\
The line or value belongs elsewhere: `any` into a key of a grid, a list behind `in` or `count`, a
statement into a procedure or the block of a row.

    set sounded to any        # `any` is for the keys of a grid

The message says what stands there, and where it could.""",
    ),
    Code(
        "P007",
        "default-reads-state",
        "A default that reads state",
        """\
A field falls back to its default whenever its time is over, so the default may not depend on
what has happened. It may use options, printed data and its own index.

    load[ship: Ship]: 0..9 = ship.strength""",
    ),
    Code(
        "P008",
        "index-count",
        "The number of indices is wrong",
        """\
An array has an index for each of its dimensions, and a plain field has none.

    state mission
      seen[Ship]: yes/no = no

    if seen[packet]""",
    ),
    Code(
        "P009",
        "not-a-field",
        "This is not a field",
        """\
Only fields of state, and variables declared with a type, can be set, added to or reset. An option
never changes in play, a parameter is what it was called with, and a define is worked out.

    define bright: yes/no = lamp > 2

    procedure watch
      set bright to no        # set the lamp instead

What is to change is a field, `oil: 0..20 = 14` below `state`, or within one procedure a variable:
`let n: 0..6 = 0`.""",
    ),
    Code(
        "P010",
        "printed-data-changed",
        "Printed data cannot be changed",
        """\
The columns of an enum hold what is printed, which never changes in play. An overlay may amend
them; a rule that changes a figure needs a field that begins as it is printed:

    set collier.strength to 4             # refused

    state mission
      strength[ship: Ship]: 0..9 = ship.strength

    procedure mission
      set strength[collier] to 4""",
    ),
    Code(
        "P011",
        "no-parts",
        "A value without parts",
        """\
Behind a dot stands a field of a record, a column of an enum, or a part of a result. This value
has none.

    if oil.left is 0          # oil is a number

Write the value alone, `oil is 0`, or the thing that has such a part.""",
    ),
    Code(
        "P012",
        "record-value",
        "A whole record as a value",
        """\
A record in state is read and set field by field: there is no value that is a whole keeper.

    set keeper to other       # set keeper.nights to other.nights

`reset keeper` takes a whole one back to its defaults.""",
    ),
    Code(
        "P013",
        "not-a-define",
        "A procedure or table used as a define",
        """\
What a define works out is asked for with its arguments. Procedures are done and tables rolled on
or looked up, and the text says so, for dice may fall and the state may change.

    if Sky is fog             # Sky is a table: if roll on Sky is fog
    let due = Due(ship)       # let due = look up Due(ship)
    trim()                    # do trim""",
    ),
    Code(
        "P014",
        "argument-count",
        "The number of arguments is wrong",
        """\
Every parameter gets an argument, in their order. The further place shows the parameters.

    procedure watch(hour: 1..12)

    procedure mission
      do watch                # do watch(1)""",
    ),
    Code(
        "P015",
        "roll-or-look-up",
        "A table is rolled where it is looked up, or looked up where it is rolled",
        """\
A table with dice is rolled, so that whoever reads the rule knows that dice fall. One without is
looked up.

    let weather = look up Sky             # roll on Sky: it has a line `roll 2d6`
    let hour = roll on Due(ship)          # look up Due(ship): it has none""",
    ),
    Code(
        "P016",
        "name-asked",
        "A rule that asks for a name",
        """\
A `text` is a name, given when its field begins. It can be said, but no rule may depend on it, for
who plays may change it at any time.

    if keeper.name is "Ansel"

What rules ask for is a field of another type: an enum, a number, yes or no.""",
    ),
    Code(
        "P017",
        "nothing-to-loop",
        "Nothing to go through",
        """\
Loops, choices, `count`, `any` and `first` go through an enum, a list, a set such as `{bell,
horn}`, the results of a table (`results of Sky`), or a range such as `1..6`.

    for each s in oil         # a number; for n in 1..oil
      nothing""",
    ),
    Code(
        "P018",
        "misplaced-dice",
        "Dice where none may stand",
        """\
Dice, `roll on` and `do` as values stand on the right of `let`, `set` and `add`, in `repeat`,
`return` and a row's result, and as the first thing in an `if`. Conditions of modifiers, `where`
and `prefer` change nothing, so that odds are exact.

    let found = 1d6
    if lamp > 0 and found < 3""",
    ),
)
