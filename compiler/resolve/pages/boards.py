"""Pages of findings about boards: places that do not exist, and missing places."""

from __future__ import annotations

from bombsight.dsl.diagnostic import Code

PAGES = (
    Code(
        "B001",
        "unknown-place",
        "A plan names what is no place",
        """\
The cells of a plan name values of the enums behind the word `plan`, and a text stands in quotes.

    plan Sky
      | rain | fog   |
      | gale | storm |          # the enum Sky has no storm""",
    ),
    Code(
        "B002",
        "value-without-place",
        "A value has no place on the plan",
        """\
Every value of a plan's enums has a place: whatever stands at it would be seen by nobody. Several
may share a cell.

    plan Sky
      | clear | rain      |
      | -     | fog, gale |""",
    ),
    Code(
        "B003",
        "repeated-place",
        "A place stands twice on a plan",
        """\
A place takes one cell. It may also take several cells of one row that lie beside each other:

    plan Sky
      | clear | clear | fog  |
      | rain  | rain  | gale |""",
    ),
    Code(
        "B005",
        "mark-off-board",
        "Marks stand at what is no place of the board",
        """\
Behind `at` stands a value of one of the plan's enums, or what `rows` or `columns` goes through.
Where it is none, the marks stand nowhere. On a map two numbers stand there.

    board ships "The ships"
      rows s in Ship
      at 3                      # the places are ships
        mark "here\"""",
    ),
    Code(
        "B006",
        "ragged-plan",
        "The rows of a plan differ in their cells",
        """\
A plan is a grid: each of its rows has as many cells. `-` is a cell with nothing in it.

    plan Sky
      | clear | rain | fog |
      | -     | gale | -   |""",
    ),
    Code(
        "B007",
        "empty-map",
        "A map without room",
        """\
Behind `map` stand the first and the last number across, and the first and the last down; the first
is the lower one.

    map 0..90, 60..0            # write 0..60""",
    ),
)
