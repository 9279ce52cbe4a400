"""Names: declared twice, misspelt, taken, or of words that several enums have."""

from __future__ import annotations

from bombsight.dsl.diagnostic import Code

PAGES = (
    Code(
        "N001",
        "There is nothing of this name",
        """\
Nothing declares the name: it is misspelt, or its declaration is missing, or was lost to a
syntax error. The message shows names that look like it.

    set lmap to 3             # there is a field lamp

An option is read as `option new_moon`, an enum's value where its enum is not settled as
`Sky.fog`.

A name that `let`, a loop or a choice gives ends with the block that it stands in: a branch, a
loop, a `step`. The finding then shows where it was given.""",
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
    Code(
        "N044",
        "Nobody of this name answers",
        """\
`by` says who answers a question instead of the player. A bare name is a value of an enum, and its
title is shown; whoever is no such thing is called by a text in quotes. A variable answers nothing.

    enum Side: ours, theirs "the other side"

    by theirs                 # checked: a slip is found
    by "the harbour master"   # shown as it stands""",
    ),
)
