"""The findings of the resolver, a page for each: names, types and none, tables, statements."""

from __future__ import annotations

from bombsight.dsl.diagnostic import Code

NAMES = (
    Code(
        "N001",
        "There is nothing of this name",
        """\
Nothing declares the name: it is misspelt, or its declaration is missing, or was lost to a
syntax error. The message shows names that look like it.

    set lmap to 3             # there is a field lamp

An option is read as `option new_moon`, an enum's value where its enum is not settled as
`Sky.fog`.""",
    ),
    Code(
        "N002",
        "A name is declared twice",
        """\
Options, fields, defines, procedures, tables, enums and records share one space: a name is
declared once. So are the values of one enum, the fields of one record, and what belongs to one
item: its modifiers, notes, exceptions, branches. Values may repeat between enums.

Rename one of them.""",
    ),
    Code(
        "N003",
        "A word belongs to several enums",
        """\
The same word may be a value of several enums. The place it stands in decides which is meant;
here it does not.

    for each spot in {bow, stern}     # Deck and Berth both have them

Write one of them with its enum: `{Deck.bow, stern}`.""",
    ),
    Code(
        "N004",
        "A parameter or variable has a name that is taken",
        """\
A parameter, a variable, and the name in a loop, a choice or a quantifier must differ from
fields, values of enums and other declared names, and from those already in sight.

    for each fog in Sky       # fog is a value of Sky

Choose another name.""",
    ),
    Code(
        "N005",
        "A word of the language as a name",
        """\
The words of the language, and `min`, `max`, `next`, `previous`, cannot be names.

    enum Watch: first, second # `first` is a word of the language""",
    ),
    Code(
        "N006",
        "A row of printed data names no value",
        """\
The first column of an enum's grid names its values, each a lower-case word.

    enum Ship printed "Ship card"
      | ship | due |
      | 12   | 3   |          # should name the ship""",
    ),
    Code(
        "N007",
        "A record has two lists",
        """\
The elements of a record live in one list, so that it is clear where each is and when it goes.
Use one list and a field that tells the elements apart.""",
    ),
    Code(
        "N008",
        "`treat as` a row that the table does not have",
        """\
`treat as row 6` takes the row whose key covers 6 in the same table. No row does.""",
    ),
    Code(
        "N009",
        "An option or a value of one that does not exist",
        """\
What was asked for on the command line, in a script or a save is no option of the game, or none
of the option's values. `bombsight rules` lists them.""",
    ),
    Code(
        "N010",
        "A line the manifest does not have",
        """\
Below `game` stand `publisher` or `author`, `language`, `mission`, `career`, `names`, `about`
and `sources`.""",
    ),
    Code(
        "N011",
        "The procedure that plays the game is missing",
        """\
A mission is played by the procedure `mission`, a career by `career`, unless the manifest names
others with `mission NAME` and `career NAME`. A game needs the first.""",
    ),
    Code(
        "N012",
        "An unknown version of the language",
        """\
The manifest names the version of the rules language that the files are written in. There is
only version 1. A newer one needs a newer Bombsight.""",
    ),
    Code(
        "N013",
        "State that belongs to no procedure",
        """\
`state watch` lives as long as `procedure watch` runs. There is no such procedure. What is never
to fall back belongs to `state career`.""",
    ),
)

VALUES = (
    Code(
        "V001",
        "A value is outside its range",
        """\
In every state the value lies outside the range of what it is given to: a field, a variable, a
parameter, a result. A default and printed data must lie within their range always. A value that
may be outside is a fault in play.

    set lamp to 4             # lamp is 0..3""",
    ),
    Code(
        "V002",
        "The end of a range is not a number",
        """\
Ranges are fixed when the rules are written, so that everything is finite.

    oil: 0..tank = 5          # write 0..20""",
    ),
    Code(
        "V003",
        "An empty range",
        """\
The lower end of a range stands first: `0..5`, not `5..0`; and so behind `in`, where what is empty
in every state is meant otherwise. A loop that counts down says so:

    for hour in 6 down to 1""",
    ),
    Code(
        "V004",
        "A number may not fit",
        """\
Every number, and every step on the way to it, must fit 32 bits: from -2147483647 to 2147483647.
The declared ranges allow more here. Use smaller ranges.""",
    ),
    Code(
        "V005",
        "None where none cannot be",
        """\
Only what is declared with `or none` may be none.

    sounded: Sound or none = none""",
    ),
    Code(
        "V006",
        "This may be none",
        """\
What may be none can be used only where a test has ruled none out: an `if` or a `where` around
it, the left side of an `and`, an `if ... is none` before it that left. A test lasts until
something has run that can change what was tested.

    if sounded is not none
      do answer(sounded)""",
    ),
    Code(
        "V007",
        "A division that does not say how it rounds",
        """\
Rulebooks round now up, now down, so every division says it.

    oil / 2                   # write `oil / 2 rounded down`""",
    ),
    Code(
        "V008",
        "A divisor that may not be positive",
        """\
Division is only by a positive number, or by a column of printed data whose values are all
positive. So it can never fail.""",
    ),
    Code(
        "V009",
        "A test for none of what is never none",
        """\
The value cannot be none, so the test says nothing. Leave it out, or declare the value with
`or none`.""",
    ),
    Code(
        "V010",
        "The default of an option is none of its values",
        """\
    option noise "Noise" from low, high = loud

The default is one of the words, a number within the range, or `yes` or `no`.""",
    ),
    Code(
        "V011",
        "An exception without a condition",
        """\
An exception says when it holds. What always holds is the base.

    except fog: 12 when sky is fog""",
    ),
)

TABLES = (
    Code(
        "T004",
        "A row has more or fewer cells than the head",
        """\
Every line of a grid has a cell for every column of its head. `-` stands for none, or for
nothing printed.""",
    ),
    Code(
        "T006",
        "A key outside what the table can be asked for",
        """\
The key is a value that the parameter cannot have.

    table Due "When ships come" printed cite "Ship card"
      for hour: 1..12
      13: none                # no look-up can ask for it""",
    ),
    Code(
        "T009",
        "A head cell that names no column",
        """\
The head of an enum's grid names its columns: `due`, or with a type `home: Place`.""",
    ),
    Code(
        "T010",
        "The type of a column is not clear",
        """\
A column without a type in its head holds only yes and no, only numbers, or only values of one
enum. Here the cells are mixed, or their words belong to several enums or to none.

    | ship | home: Place |    # a head may say so""",
    ),
    Code(
        "T011",
        "Several values in a cell of printed data",
        """\
A cell of an enum's grid holds one value. Make two columns of it.""",
    ),
    Code(
        "T012",
        "Modifiers on a table without dice",
        """\
Modifiers and `natural` rows change and read dice; a table that is looked up has none. Add
`roll 1d6`, or put the condition into a define over the table.""",
    ),
    Code(
        "T013",
        "A line stands twice",
        """\
A table has one `for` line, one `gives` line and one `roll` line. Several parameters stand on one
line: `for ship: Ship, hour: 1..12`.""",
    ),
    Code(
        "T014",
        "A row beside a grid",
        """\
A table is written either in rows or as a grid. Make the row a line of the grid.""",
    ),
    Code(
        "T015",
        "A row may end without a result",
        """\
This table gives a result, so every row must, on every path through it.

    5:
      if lamp > 0
        return safe           # and otherwise?""",
    ),
    Code(
        "T016",
        "No such dice",
        """\
Dice are `1d6`, `2d6`, `1d10` and the like; `d66` is two dice read one behind the other.""",
    ),
    Code(
        "T017",
        "A key covers nothing",
        """\
The lower end of a span stands first: `4..6`, not `6..4`.""",
    ),
    Code(
        "T018",
        "Rows without a roll or a key",
        """\
A table is rolled (`roll 2d6`) or looked up by what its `for` line names (`for ship: Ship`). With
neither, nothing leads to its rows.""",
    ),
    Code(
        "T019",
        "A key of the wrong kind",
        """\
The keys of a table that is looked up are values of its parameter: numbers, words of the enum, or
yes and no. They are written out, not computed.""",
    ),
    Code(
        "T020",
        "A blank key",
        """\
In a key column `-` stands for none, and this parameter, or the dice, cannot be none. `any` stands
for every value.""",
    ),
    Code(
        "T021",
        "A grid without a key column",
        """\
The first cells of a grid's head name its keys: the dice, or names of the `for` line.

    | 1d6 | clear | fog |
    | ship | due |""",
    ),
    Code(
        "T022",
        "A head cell names too many keys",
        """\
The columns stand for the values of the parameters that no key column takes, in their order. This
head has more words than there are such parameters.

    | 1d6 | fog bow |         # for sky: Sky, deck: Deck""",
    ),
)

TYPES = (
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
        "This cannot stand here",
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

STATEMENTS = (
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
An example sets the scene, makes one call (`roll on Sky`, `do watch`), and says what follows.""",
    ),
    Code(
        "P043",
        "The scene is set too late",
        """\
`given` stands before the call.""",
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
        "E057",
        "What stands between braces in a text is no expression",
        """\
In a `say`, an `ask` and the title of a branch, `{oil}` is replaced by the value of `oil`. Between
the braces stands one expression.""",
    ),
)

CODES: tuple[Code, ...] = NAMES + VALUES + TABLES + TYPES + STATEMENTS
"""Every finding of the resolver."""
