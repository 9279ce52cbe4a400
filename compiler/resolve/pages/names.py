"""Pages of findings about names: duplicate, misspelt, reserved, or ambiguous between enums."""

from __future__ import annotations

from bombsight.dsl.diagnostic import Code, Severity

PAGES = (
    Code(
        "N001",
        "unknown-name",
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
        "duplicate-name",
        "A name is declared twice",
        """\
Options, fields, defines, procedures, tables, enums and records share one space: a name is
declared once. So are the values of one enum, the fields of one record, and what belongs to one
item: its modifiers, notes, exceptions, branches. Values may repeat between enums.

    option oil "Much oil" = no

    state mission
      oil "Oil": 0..20 = 14   # which of the two would `oil` be?

Rename one of them.""",
    ),
    Code(
        "N003",
        "ambiguous-value",
        "A word belongs to several enums",
        """\
The same word may be a value of several enums. The place it stands in decides which is meant;
here it does not.

    for each spot in {bow, stern}     # Deck and Berth both have them

Write one of them with its enum: `{Deck.bow, stern}`.""",
    ),
    Code(
        "N004",
        "shadowed-name",
        "A parameter or variable has a name that is taken",
        """\
A parameter, a variable, and the name in a loop, a choice or a quantifier must differ from
fields, values of enums and other declared names, and from those already in sight.

    for each fog in Sky       # fog is a value of Sky

Choose another name.""",
    ),
    Code(
        "N005",
        "reserved-name",
        "A word of the language as a name",
        """\
The words of the language, and `abs`, `min`, `max`, `next`, `previous`, cannot be names of anything
that is declared; nor can `sum` be one of a define that takes values, as `sum(` begins a
sum.

    enum Watch: first, second # `first` is a word of the language

A variable, a parameter, a part of a result and a field of a record may be called like most of
them, `now` or `before`, but not like one that begins a value: `any`, `count`, `do`, `first`,
`look`, `modifiers`, `natural`, `no`, `none`, `not`, `option`, `roll`, `yes`. These are the words
of the language:

    add after again and answer any as ask at base before beside board by chapter choose cite
    column confirms count d66 deep define do each else end enum errata every example except
    expect first for from full game given gives house if in is let list look modifier
    modifiers most natural no none not note nothing now of on option or over prefer printed
    procedure reconstructed record recovered remove repaired repeat replace reroll reset
    return roll routine row say set short start state step stop subrow table take tally
    times to treat unless up variant was when where while with yes""",
    ),
    Code(
        "N006",
        "unknown-value-row",
        "A row of printed data names no value",
        """\
The first column of an enum's grid names its values, each a lower-case word.

    enum Ship printed "Ship card"
      | ship | due |
      | 12   | 3   |          # should name the ship""",
    ),
    Code(
        "N007",
        "second-list",
        "A record has two lists",
        """\
The elements of a record live in one list, so that it is clear where each is and when it goes.

    state mission
      near: list of Boat at most 4
      far: list of Boat at most 4

Use one list, and a field that tells the elements apart:

    record Boat
      near: yes/no

    state mission
      boats: list of Boat at most 8""",
    ),
    Code(
        "N008",
        "unknown-row",
        "`treat as` a row that the table does not have",
        """\
`treat as row 6` takes the row whose key covers 6 in the same table. No row does.

    roll 1d6
    ..4: clear
    5: treat as row 6         # the last row is 5

Write a total that a row has, or add the row.""",
    ),
    Code(
        "N009",
        "unknown-option",
        "An option or a value of one that does not exist",
        """\
What was asked for on the command line, in a script or a save is no option of the game, or none of
the option's values.

    bombsight play lighthouse --option new_moom

`bombsight rules GAME` lists the options of a game with their values, and which are in force.""",
    ),
    Code(
        "N010",
        "unknown-manifest-line",
        "A line the manifest does not have",
        """\
Below `game` stand `publisher` or `author`, `language`, `mission`, `career`, `players`, `names`,
`about` and `sources`; all else is an item of its own, or a field of the state.

    game lighthouse "The Keeper's Night"
      dice 2                  # no such line""",
    ),
    Code(
        "N011",
        "missing-procedure",
        "The procedure that plays the game is missing",
        """\
A mission is played by the procedure `mission`, a career by `career`, unless the manifest names
others. A game needs the first; the second is for what goes on from mission to mission.

    game lighthouse "The Keeper's Night"
      mission one_night       # and there is no procedure one_night

Write it, or name the one that there is. A mission may be given its number, and a career plays
mission after mission:

    procedure mission(number: 1..25)
      say "Mission {number}."

    procedure career
      for night in 1..25
        do mission(night)""",
    ),
    Code(
        "N012",
        "unknown-version",
        "An unknown version of the language",
        """\
The manifest names the version of the rules language that the files are written in, so that they
mean the same for ever. There is only version 1; a newer one needs a newer Bombsight.

    game lighthouse "The Keeper's Night"
      language 2              # write: language 1""",
    ),
    Code(
        "N013",
        "ownerless-state",
        "State that belongs to no procedure",
        """\
`state watch` lives as long as `procedure watch` runs. There is no such procedure, so nothing
would say when its fields fall back to their defaults.

    state night               # the procedure is called watch
      asleep: yes/no = no

Name a procedure. What is never to fall back belongs to `state career`.""",
    ),
    Code(
        "N018",
        "type-called-otherwise",
        "An enum or a record that is used by another name",
        """\
Small and capital letters are different. This one is declared with a small letter, nothing names
it so, and what names a type like it has a capital one.

    enum side: port, starboard

    procedure look(where: Side)

Declare it as it is used: `enum Side`. Then a variable, too, may be called `side`.""",
    ),
    Code(
        "N044",
        "unknown-chooser",
        "Nobody of this name answers",
        """\
`by` says who answers a question instead of the player. A bare name is a value of an enum, and its
title is shown; whoever is no such thing is called by a text in quotes. A variable answers nothing.

    enum Side: ours, theirs "the other side"

    by theirs                 # checked: a slip is found
    by "the harbour master"   # shown as it stands""",
        Severity.WARNING,
    ),
    Code(
        "N046",
        "unknown-players",
        "The players are no enum",
        """\
`players` in the manifest names the enum of those who sit at the table, one value for each. The
first of them answers where a choice does not say who does.

    game harbour "The Harbour Lights"
      players Side            # and there is no enum Side

    enum Side: keeper, wrecker""",
    ),
    Code(
        "N047",
        "no-players",
        "Nobody is said to sit at the table",
        """\
Who answers a choice, or who may see something, can only be worked out where the manifest says who
plays. A choice that is always the same one's needs no players: `by "the harbour master"`.

    game harbour "The Harbour Lights"
      players Side            # this line is missing

    enum Side: keeper, wrecker

    procedure mission
      choose order
        ask "What now"
        by turn               # a field: who is to move""",
    ),
)
