"""Pages of findings about tables, grids and rolls: cells, keys and lines that do not fit."""

from __future__ import annotations

from bombsight.dsl.diagnostic import Code, Severity

PAGES = (
    Code(
        "T004",
        "cell-count",
        "A row has more or fewer cells than the head",
        """\
Every line of a grid has a cell for every column of its head, or nobody could tell which is left
out. `-` stands for none, or for nothing printed.

    | weather | 1 | 2 | 3 |
    | clear   | 3 | 6 |       # | clear | 3 | 6 | - |""",
    ),
    Code(
        "T006",
        "impossible-key",
        "A key outside what the table can be asked for",
        """\
The key is a value that the parameter cannot have, so no look-up can ask for it.

    table Due "When ships come" printed cite "Ship card"
      for hour: 1..12
      12: packet
      13: none                # no hour is 13

Mend the key, or widen the range of the parameter.""",
    ),
    Code(
        "T009",
        "unknown-column",
        "A head cell that names no column",
        """\
The head of an enum's grid names its columns, one word each: `due`, or with a type `home: Place`.
Rules read a cell by that name, `ship.due`.

    enum Ship
      | ship    | when due |              # when_due
      | trawler | 3        |""",
    ),
    Code(
        "T010",
        "unclear-column-type",
        "The type of a column is not clear",
        """\
A column without a type in its head holds only yes and no, only numbers, or only values of one
enum. Here the cells are mixed, or their words belong to several enums or to none.

    | ship | home: Place |    # a head may say so""",
    ),
    Code(
        "T011",
        "crowded-cell",
        "Several values in a cell of printed data",
        """\
A cell of an enum's grid holds one value, for rules read it as one: `ship.due`.

    enum Ship
      | ship    | due  |
      | trawler | 3, 9 |

Make two columns of it, `first_due` and `then_due`; or a table without dice, whose `gives` names
the parts.""",
    ),
    Code(
        "T012",
        "modifiers-without-dice",
        "Modifiers on a table without dice",
        """\
Modifiers and `natural` rows change and read dice; a table that is looked up has none.

    table Due "When ships come" printed cite "Ship card"
      for ship: Ship
      +1 late when sky is fog
      trawler: 3
      else: 6

Add `roll 1d6` if dice are thrown, or put the sum into a define over the table: `define due(ship:
Ship): 0..9 = look up Due(ship) + late`.""",
    ),
    Code(
        "T013",
        "duplicate-line",
        "A line stands twice",
        """\
A table has one `for` line, one `gives` line and one `roll` line, so that each is found at once.

    for ship: Ship
    for hour: 1..12

Several parameters stand on one line: `for ship: Ship, hour: 1..12`.""",
    ),
    Code(
        "T014",
        "row-beside-grid",
        "A row beside a grid",
        """\
A table is written either in rows or as a grid, so that one look shows all cases.

    | 1d6  | trawler | packet |
    | ..3  | 0       | 1      |
    4..: 2                    # | 4.. | 2 | 2 |

Make the row a line of the grid.""",
    ),
    Code(
        "T015",
        "row-without-result",
        "A row may end without a result",
        """\
This table gives a result, so every row must, on every path through it.

    5:
      if lamp > 0
        return safe           # and otherwise?""",
    ),
    Code(
        "T016",
        "unknown-dice",
        "No such dice",
        """\
Dice are `1d6`, `2d6`, `1d10` and the like; `d66` is two dice read one behind the other.
Of several dice one may be kept: `lowest of 2d10`, `highest of 3d6`.

    roll 1d0                  # a die has two sides at least
    roll 3d66                 # d66 is two dice already
    roll lowest of 1d6        # a single die has no other""",
    ),
    Code(
        "T017",
        "empty-key",
        "A key covers nothing",
        """\
The lower end of a span stands first. So nothing is at the same time as much as this and as little
as that.

    6..4: fog                 # 4..6: fog
    96..00: gale              # 96..100: on two dice of ten 00 is 100""",
    ),
    Code(
        "T036",
        "repeated-key",
        "A key stands twice in a row",
        """\
Advice only. Another key of the same row is for the same, or for some of it. Nothing comes of that
in play; but perhaps another number is meant.

    1..3, 3: fog              # 1..3, 5: fog""",
        Severity.ADVICE,
        since="0.2.0",
    ),
    Code(
        "T018",
        "rows-without-roll",
        "Rows without a roll or a key",
        """\
A table is rolled (`roll 2d6`) or looked up by what its `for` line names (`for ship: Ship`). With
neither, nothing leads to its rows.

    table Sky "The sky turns" printed "card"
      ..6: clear
      7..: fog

Add the line that the card has above them: `roll 2d6`.""",
    ),
    Code(
        "T019",
        "wrong-key-type",
        "A key of the wrong kind",
        """\
The keys of a table that is looked up are values of its parameter: numbers, words of the enum, or
yes and no. They are written out, not computed.

    for ship: Ship
    3: clear                  # 3 is no Ship
    else: fog

Write a value of the parameter, or take the parameter that was meant into the `for` line.""",
    ),
    Code(
        "T020",
        "blank-key",
        "A blank key",
        """\
In a key column `-` stands for none, and this parameter, or the dice, cannot be none.

    | weather | signal |
    | fog     | horn   |
    | -       | bell   |      # any

`any` stands for every value. Where none is a case of its own, the parameter is `Sky or none`.""",
    ),
    Code(
        "T021",
        "missing-key-column",
        "A grid without a key column",
        """\
The first cells of a grid's head name its keys: the dice, or names of the `for` line.

    | 1d6 | clear | fog |
    | ship | due |""",
    ),
    Code(
        "T022",
        "crowded-head",
        "A head cell names too many keys",
        """\
The columns stand for the values of the parameters that no key column takes, in their order. This
head has more words than there are such parameters.

    | 1d6 | fog bow |         # for sky: Sky, deck: Deck""",
    ),
    Code(
        "T027",
        "unused-short",
        "A legend's word that no cell says",
        """\
`short` says what a word stands for in the cells of the grid. This word stands in none.

    short C clear, F fog, G gale
    | weather | miles |
    | C       | 9     |
    | F       | 2     |       # and G?

Take it out of the legend, or use it: perhaps a row is missing.""",
        Severity.WARNING,
    ),
    Code(
        "T028",
        "shadowing-short",
        "A legend's word hides a name",
        """\
A word of the legend is read as what it stands for, wherever it stands in the grid. If a value, a
`for` name or a column is called so too, it cannot be named there any more.

    short fog clear           # and how does a cell say fog?""",
    ),
    Code(
        "T029",
        "misfit-entries",
        "Entries that do not fit",
        """\
Behind the colon of a row stands one result, or, in a table with an `each` line, its entries with a
`;` between them: words, one for each name of that line.

    each ship, far: add Boat(ship: ship, far: far) to boats
    1..2: packet 3; collier 9
    3: packet                 # and how far?""",
    ),
    Code(
        "T031",
        "unused-each-name",
        "A name of the `each` line is not used",
        """\
`each` names the words of an entry, and says behind the colon what is done with them. A word that
nothing is done with says nothing.

    each ship, far: do sighted(ship)
    ..3: packet 2             # and what of the 2?

Use every name, or take it out, and its words out of the rows.""",
    ),
    Code(
        "P091",
        "wrong-part-heads",
        "Heads of a grid that are not the parts of its result",
        """\
Where `gives` names parts, and no parameter is left for the columns to be about, the heads behind
the keys are these parts, in their order. Or there is one column, whose cells hold all of them.

    gives one: Sky, two: Sky or none

    | 1d6  | one   | two |          | 1d6  | both       |
    | 1    | clear | fog |          | 1    | clear, fog |
    | 2..6 | rain  | -   |          | 2..6 | rain, none |""",
    ),
)
