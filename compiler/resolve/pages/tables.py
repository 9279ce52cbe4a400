"""Tables, grids and rolls: cells, keys and lines that do not fit."""

from __future__ import annotations

from bombsight.dsl.diagnostic import Code

PAGES = (
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
    Code(
        "T027",
        "A legend's word that no cell says",
        """\
`short` says what a word stands for in the cells of the grid. This word stands in none.""",
    ),
    Code(
        "T028",
        "A legend's word hides a name",
        """\
A word of the legend is read as what it stands for, wherever it stands in the grid. If a value, a
`for` name or a column is called so too, it cannot be named there any more.

    short fog clear           # and how does a cell say fog?""",
    ),
    Code(
        "T029",
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
        "A name of the `each` line is not used",
        """\
`each` names the words of an entry, and says behind the colon what is done with them. A word that
nothing is done with says nothing.""",
    ),
    Code(
        "P091",
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
