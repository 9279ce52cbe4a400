"""Pages of findings about statements and parts of items: fields, procedures, examples."""

from __future__ import annotations

from bombsight.dsl.diagnostic import Code

PAGES = (
    Code(
        "P020",
        "unreachable-statement",
        "A statement is never reached",
        """\
What stands before it always leaves: `return`, `end`, `stop`, or a branch on every side that does.

    return dark
    say "The lamp is out."    # never said

Move it before, or take it out; perhaps what leaves belongs into an `if`.

House rules that say `at end` of a procedure that returns something quote its last line instead:
`was return oil`, and below `now` what is new and `return oil`.""",
    ),
    Code(
        "P021",
        "misplaced-again",
        "`again` outside a row",
        """\
`again` throws the dice of the table once more in whose row it stands. Elsewhere there is no such
table.

    procedure watch
      again at most 3 times

Use a loop, `repeat 3 times`, or write `again` into the row that says so on the card.""",
    ),
    Code(
        "P022",
        "missing-bound",
        "No bound",
        """\
Everything ends, so that a slip in the rules cannot hang a game. What could go on for ever says
how often at most.

    while oil > 0             # while oil > 0 at most 20 times
      take 1 from oil

The same goes for `again at most 20 times`, and a `reroll` says how often it can be taken.""",
    ),
    Code(
        "P023",
        "misplaced-stop",
        "`stop` outside a loop",
        """\
`stop` leaves the innermost loop. Here it stands in none.

    procedure watch
      if oil is 0
        stop                  # return

A procedure is left with `return`, an outer one with `end`.""",
    ),
    Code(
        "P024",
        "set-name",
        "A name is set",
        """\
`let n = ...` gives a value a name, which keeps it. So whoever reads the name knows what it means
without looking for changes.

    let tries = 0
    add 1 to tries

What is to change is a variable, declared with its type: `let tries: 0..6 = 0`.""",
    ),
    Code(
        "P025",
        "list-type",
        "A list in state of something else than records",
        """\
A list in state holds the elements of a record, each of which is itself. Of an enum's values there
is one each, so a list of them would only say which are in.

    seen: list of Ship at most 3

Where only which are in matters, use an array, a field for each value of the enum:
`seen[Ship]: yes/no = no`. Where one may be in twice, or their order counts, declare a record for
what each entry holds:

    record Entry
      ship: Ship

    state mission
      seen: list of Entry at most 3

    procedure sight
      add Entry(ship: packet) to seen""",
    ),
    Code(
        "P026",
        "list-adds-itself",
        "A list takes new elements of its own record",
        """\
A list in state owns its elements: they come to be in it, and end with it. So what is added to it
is a new element of its record, not a value, nor an element that lives there already.

    add packet to boats       # packet is a ship, not a Boat

Make the element where it is added:

    add Boat(kind: packet) to boats""",
    ),
    Code(
        "P027",
        "missing-field",
        "A new element lacks a field",
        """\
A new element has all its fields from the beginning: those with a default have that, the others
are given when it is made.

    record Boat
      kind: Ship
      lit: yes/no = no

    add Boat(lit: yes) to boats           # which ship is it?

Write `add Boat(kind: packet, lit: yes) to boats`, or give the field a default.""",
    ),
    Code(
        "P028",
        "uninitialized-variable",
        "A variable without a first value",
        """\
A variable holds a value from the first moment, so that none is ever read that was never given.

    let n: 0..6

Give it one; `or none` and `none` where there is nothing to say yet. Only a list begins empty.

    let n: 0..6 = 0
    let last: Ship or none = none
    let found: list of Ship at most 3""",
    ),
    Code(
        "P029",
        "nothing-to-keep",
        "Nothing to keep",
        """\
What stands behind `=` gives no value: a table that only acts, or a procedure without a type.

    procedure trim
      set lamp to 3

    procedure watch
      let done = do trim

Write it as a statement of its own, `do trim`; or let it give something: `procedure trim: yes/no`.""",
    ),
    Code(
        "P030",
        "unexpected-result",
        "A value where none is given",
        """\
A table that only acts has no results, a procedure without a type returns nothing. So nobody could
use this value.

    procedure watch
      return asleep

Say what it gives, `procedure watch: yes/no`, in a table `gives 0..3`; or write `return` alone.""",
    ),
    Code(
        "P031",
        "result-count",
        "Too many or too few values",
        """\
A result has one value, or one for each of its named parts, in their order.

    table K-5 "Salvage" printed "card"
      gives now: 0..3, later: 0..2
      roll 1d6
      ..3: 0                  # and later? 0, 0
      4..: 1, 0""",
    ),
    Code(
        "P032",
        "missing-result",
        "A value is missing",
        """\
A procedure with a type, and a table with a result, give a value wherever they end.

    procedure safe: yes/no
      if lamp is 0
        return                # return no
      return yes""",
    ),
    Code(
        "P033",
        "removal-from-no-list",
        "Only elements of a state list can be removed or moved",
        """\
An element goes from the list that owns it, and so from wherever it is remembered; `move` gives
it another place in that list. A value of an enum is never gone, and a list that is a variable owns
nothing.

    for each s in Ship
      remove s                # a ship is a word of the enum

Keep what comes and goes in a list of the state:

    remove b from boats""",
    ),
    Code(
        "P034",
        "unnamed-removal",
        "Only a named element can be removed or moved",
        """\
Removing an element makes none of every field that holds it, so it is named first; so is what is
moved.

    let it = target[horn]
    if it is not none
      remove it from boats""",
    ),
    Code(
        "P035",
        "reset-of-element",
        "An element's field cannot be reset",
        """\
`reset` brings fields of state back to their defaults. An element's field began with what it was
given when the element was made.

    reset boat.lit

Set it: `set boat.lit to no`.""",
    ),
    Code(
        "P036",
        "missing-default",
        "A default is missing",
        """\
Every field of state has a value from the beginning, so that none is ever read that was never
given.

    state mission
      oil "Oil": 0..20        # how much is there?

Write it behind the type, `oil: 0..20 = 14`. One with `or none` begins as none, a `text` with a
name, and a record whose elements are made with all their fields needs no defaults.""",
    ),
    Code(
        "P037",
        "entry-parameters",
        "A game's beginning takes only numbers",
        """\
The procedure that plays a mission or a career is called from outside, which knows only numbers,
such as the mission's.

    procedure mission(weather: Sky)

Take a number and work the rest out, or ask for it with an option:

    procedure mission(number: 1..25)""",
    ),
    Code(
        "P038",
        "indexed-list",
        "A list with dimensions",
        """\
A list in state stands alone: it owns its elements, and there is one list of a record.

    boats[Sky]: list of Boat at most 4

To tell its elements apart, give them a field: `record Boat` with a line `weather: Sky`.""",
    ),
    Code(
        "P070",
        "misplaced-mark",
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
        "record-default",
        "A record with a default of its own",
        """\
A record's fields have defaults, each its own. There is no value that is a whole record, so none
can stand behind `=`.

    keeper: Keeper = Keeper(nights: 3)

Write the default in the record, `nights: 0..99 = 3`, or set the field where the game begins.""",
    ),
    Code(
        "P095",
        "record-in-itself",
        "A record holds itself",
        """\
A field of a record type is made of that record's fields. So none of them, and none of theirs, can
be of the record that it stands in: it would never come to an end.

    record Boat
      far: 0..9 = 0
      towed: Boat

A list owns elements, which are known by their places in it; a field `Boat or none` means one of
those, and may stand in the record itself.

    record Boat
      far: 0..9 = 0
      towed: Boat or none = none""",
        since="0.2.0",
    ),
    Code(
        "P040",
        "misplaced-full",
        "`full` on something else than a number",
        """\
`full` says that a number stays at the end of its range where it would leave it. Nothing else has
an end.

    asleep: yes/no full = no

Leave the word out.""",
    ),
    Code(
        "P041",
        "missing-return",
        "A procedure may end without a value",
        """\
A procedure with a type returns a value, or ends an outer one, on every path.

    procedure safe: yes/no
      if lamp is 0
        return no             # and where it is not?

Write a `return` at the end, or an `else` with one.""",
    ),
    Code(
        "P042",
        "example-call",
        "An example without its one call",
        """\
An example sets the scene, makes one call (`roll on Sky`, `do watch`), and says what follows. Only
one that expects something of the scene as it was set needs no call.

    example "The lamp goes out"
      given lamp = 1
      do watch(1)
      do watch(2)             # an example of its own

What is done before the call belongs to the scene: `given do watch(1)`.""",
    ),
    Code(
        "P043",
        "late-scene",
        "The scene is set too late",
        """\
`given` sets the scene, and the call plays on from there. So it stands before the call.

    do watch(1)
    given lamp = 1            # too late

Move the line up. What happens behind the call is thrown (`roll`), answered (`answer`) or
expected.""",
    ),
    Code(
        "P054",
        "unknown-option-value",
        "No value of the option",
        """\
`given option moon = yes` plays an example with an option at one of its values: a reading by its
name, a number of its range, yes or no.

    option haze "Haze counts as" from clear, fog = fog

    example "In the haze"
      given option haze = gale            # clear or fog""",
    ),
    Code(
        "P055",
        "case-grid",
        "A grid of cases that does not fit",
        """\
The first row of a grid of cases is its head. Each head is the beginning of a line that the cells
below it end (`given lamp`, `given option moon`, `roll K-5`, `answer`, `drawn`, `offered`,
`expect oil`, `leads to`), a name that stands in the lines of the example for a value of each case,
or a text over the titles of the rows. A `-` leaves the line out.

    example "Every ship on K-5"
      roll on K-5(ship)
      | ship    | given lamp | roll K-5 | expect result.now |
      | trawler | 0..2       | 6        | 2                 |
      | packet  | 3          | 3, 4     | -                 |""",
    ),
    Code(
        "P056",
        "rules-in-example",
        "Other rules in an example of the game",
        """\
In the files of a game every example is read by the rules that are in force, so that whoever reads
it there can check it against the rule beside it.

    example "Without the errata"
      given without sheet                 # or: given variant fog
      roll on Sky

Such an example belongs into a file of the game's folder `tests`.""",
    ),
    Code(
        "P057",
        "unused-case-name",
        "A name for nothing",
        """\
`given add Boat(ship: packet) to boats as first_boat` gives a name to an element that joins a list
of the state, so that later lines can speak of it. What is only added to has no name to take.

    given add 3 to oil as much            # leave out: as much""",
    ),
    Code(
        "P058",
        "value-left-out",
        "What is left out needs a value",
        """\
`leave out do p` leaves a call out where play comes to it. Where the procedure or the table gives
a value, the rules need one all the same, and it may not read the state.

    leave out do strength                 # it gives a number
    leave out roll on K-5                 # it gives two

Write what stands for it: `leave out do strength = 3`, `leave out roll on K-5 = 1, 0`.""",
    ),
    Code(
        "P059",
        "untold-look-up",
        "Nothing tells when a table is looked up",
        """\
`leads to` waits for a throw of dice on a table, or for a procedure to begin. A table that is
looked up does neither: nothing tells when.

    look up Due(packet)
    leads to Due

Say what comes of it: `expect result is 6`.""",
    ),
    Code(
        "P049",
        "uncertain-results",
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
        "constant-aside",
        "A line beside a question is always the same",
        """\
What stands beside a question is what decides it, as things stand. A text without braces says the
same each time, and so decides nothing.

    choose order
      ask "What now"
      beside "Oil is dear."   # beside "Oil left: {oil}"

Say what differs, or write it into `ask` or the title of an answer.""",
    ),
    Code(
        "P063",
        "aside-reads-variable",
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
        "double-routine",
        "A choice is called routine twice",
        """\
`routine when e` says when a choice has one sensible answer, that of its `prefer` lines. It is
said once, so that one look tells when the player is not asked.

    routine when sky is clear
    routine when count(b in boats) is 1

Join the cases: `routine when sky is clear or count(b in boats) is 1`.""",
    ),
    Code(
        "E057",
        "text-hole",
        "What stands between braces in a text is no expression",
        """\
In a `say`, an `ask`, a `beside` and the title of a branch, `{oil}` is replaced by the value of
`oil`. Between the braces stands one expression, and nothing else.

    say "Oil: {oil of 20}"
    say "Oil: {}"

Write what is to be said around the braces, and the value between them: `"Oil: {oil} of 20"`.""",
    ),
)
