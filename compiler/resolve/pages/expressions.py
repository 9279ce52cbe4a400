"""Expressions: kinds of values, and what may stand where."""

from __future__ import annotations

from bombsight.dsl.diagnostic import Code

PAGES = (
    Code(
        "P001",
        "A value of the wrong kind",
        """\
Numbers, yes and no, values of one enum and elements of one list do not mix.

    set lamp to fog           # lamp is a number""",
    ),
    Code(
        "P002",
        "A text as a value",
        """\
Texts are titles, prompts and lines to say. No rule may depend on one.""",
    ),
    Code(
        "P003",
        "`natural` without dice",
        """\
`natural` is the dice as they fell. It means something only in a rolled table or a sub-roll; of a
roll that was kept it is `kept.natural`.""",
    ),
    Code(
        "P004",
        "A new element as a value",
        """\
A new element comes to be in its list and nowhere else: `add Boat(kind: packet) to boats`.""",
    ),
    Code(
        "P005",
        "A set where none can stand",
        """\
Sets stand behind `in`: `sky in {fog, gale}`, `for each s in {bell, horn}`. Behind `in` stands a
set, a range, or a list that is a variable.""",
    ),
    Code(
        "P006",
        "Something that cannot stand in this place",
        """\
The line or value belongs elsewhere: a cell's `any` in a grid, a statement in a procedure.""",
    ),
    Code(
        "P007",
        "A default that reads state",
        """\
A field falls back to its default whenever its time is over, so the default may not depend on
what has happened. It may use options, printed data and its own index.

    load[ship: Ship]: 0..9 = ship.strength""",
    ),
    Code(
        "P008",
        "The number of indices is wrong",
        """\
An array has an index for each of its dimensions, and a plain field has none.

    state mission
      seen[Ship]: yes/no = no

    if seen[packet]""",
    ),
    Code(
        "P009",
        "This is not a field",
        """\
Only fields of state, and variables declared with a type, can be set, added to or reset.""",
    ),
    Code(
        "P010",
        "Printed data cannot be changed",
        """\
The columns of an enum never change. An overlay may amend them; a rule that changes a figure needs
a field: `strength[ship: Ship]: 0..9 = ship.strength`.""",
    ),
    Code(
        "P011",
        "A value without parts",
        """\
Behind a dot stands a field of a record, a column of an enum, or a part of a result. This value
has none.""",
    ),
    Code(
        "P012",
        "A whole record as a value",
        """\
A record in state is read and set field by field. `reset` takes a whole one.""",
    ),
    Code(
        "P013",
        "A procedure or table used as a define",
        """\
Defines are written with their arguments; procedures are done (`do trim`), tables are rolled
(`roll on Sky`) or looked up (`look up Due(ship)`).""",
    ),
    Code(
        "P014",
        "The number of arguments is wrong",
        """\
Every parameter gets an argument, in their order. The further place shows the parameters.""",
    ),
    Code(
        "P015",
        "A table is rolled where it is looked up, or looked up where it is rolled",
        """\
A table with dice is rolled: `roll on Sky`. One without is looked up: `look up Due(ship)`.""",
    ),
    Code(
        "P016",
        "A rule that asks for a name",
        """\
A `text` is a name, given when its field begins. It can be said, but no rule may depend on it.""",
    ),
    Code(
        "P017",
        "Nothing to go through",
        """\
Loops, choices, `count`, `any` and `first` go through an enum, a list, a set such as
`{bell, horn}`, the results of a table (`results of Sky`), or a range such as `1..6`.""",
    ),
    Code(
        "P018",
        "Dice where none may stand",
        """\
Dice, `roll on` and `do` as values stand on the right of `let`, `set` and `add`, in `repeat`,
`return` and a row's result, and as the first thing in an `if`. Conditions of modifiers, `where`
and `prefer` change nothing, so that odds are exact.

    let found = 1d6
    if lamp > 0 and found < 3""",
    ),
)
