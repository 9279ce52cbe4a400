"""Every finding there can be, with its page: the one registry.

A code is a letter for the area (E syntax, N names, T tables, M modifiers, V values, P procedures, O overlays,
S sources) and a number. Codes are never used again for something else.
"""

from __future__ import annotations

from bombsight.compiler.checks import CODES as CHECKED
from bombsight.compiler.measure import CODES as MEASURED
from bombsight.compiler.overlays.codes import CODES as OVERLAYS
from bombsight.compiler.resolve.pages import CODES as RESOLVED
from bombsight.dsl.diagnostic import Code
from bombsight.dsl.slips import CODES as SYNTAX

OTHER = (
    Code(
        "O020",
        "A variant that the game does not have",
        """\
`--variant NAME` asks for a variant by the name it has in the game's files. `bombsight rules`
lists them.""",
    ),
    Code(
        "E100",
        "Choices of lint that cannot be read",
        """\
`bombsight.toml`, beside the files of a game, says what lint is to tell of them:

    [lint]
    ignore = ["S001"]
    fail-on = "warning"

    [lint.files]
    "95-*.rules" = ["N"]

`select` and `ignore` are lists of codes, of their beginnings, or of names; `fail-on` is "error",
"warning" or "advice"; the table `files` ignores some in files of such names only.""",
    ),
    Code(
        "E101",
        "A choice of lint that there is not",
        """\
`bombsight.toml` names a choice or a finding that there is not. `bombsight explain` lists the
codes and names of findings.""",
    ),
    Code(
        "E061",
        "A line of a script cannot be read",
        """\
The lines of a script are those of an example:

    given oil = 9
    roll Sky 3 4
    answer trim
    expect lamp is 3""",
    ),
    Code(
        "E062",
        "A word that begins no line of a script",
        """\
Lines of a script begin with what sets it up (`game`, `campaign`, `mission`, `option`, `house`,
`variant`, `without`) or with what happens (`given`, `leave out`, `roll`, `answer`, `offered`,
`expect`, `leads to`, `never leads to`).""",
    ),
    Code(
        "E065",
        "Something else than an example in a folder of tests",
        """\
The files in a game's folder `tests` hold examples and nothing else: they are no part of the game.
Tables, procedures and the like stand in the files beside that folder.""",
    ),
    Code(
        "E063",
        "This is no mission's number",
        """\
    mission 3""",
    ),
    Code(
        "E110",
        "Two games with one id",
        """\
A game's id is what its manifest says, and its folder's name is only a place:

    game lighthouse "The Keeper's Night"

Two games in one folder of games may not have the same id, for house rules, scripts and saves say by
it which they mean. Give one of them another, move one elsewhere, or name a folder instead of the id.
Of two folders of games the first on the path counts, as with programs: `--path`, then
`BOMBSIGHT_PATH`, then the games that came with the program.""",
    ),
    Code(
        "S021",
        "An example that does not hold",
        """\
What the example says and what the game does part at this line. One of the two is wrong: a rule, a
figure, or the copy of the example. If the book contradicts its own example, that is worth a ruling.

`bombsight lint GAME` runs the examples that stand among the rules, `bombsight test GAME` those in
the folder `tests`, too, and its scripts.""",
    ),
    Code(
        "S022",
        "House rules make an example of the game come out otherwise",
        """\
Advice only. The game has an example of what its rules come to, and by this item of the house rules
it comes to something else. Each is named with what it says and what happens now.

Nothing is wrong if that is what the item is for. If not, it reaches further than it was meant to.""",
    ),
    Code(
        "E070",
        "An allow without a reason",
        """\
Advice only. A comment that lets a finding stand says which, and behind two hyphens why:

    # allow: T002 -- the card prints this row for a bigger ship
    17..: 75

Whoever reads it later has to know whether the reason still holds.""",
    ),
    Code(
        "E071",
        "An allow names no finding",
        """\
Advice only. A finding is named by its code, or by its title in small letters with hyphens, as
`bombsight explain` prints it:

    # allow: T002 -- the card prints this row for a bigger ship
    # allow: no-roll-can-reach-this-row -- the same""",
    ),
    Code(
        "E072",
        "An allow that allows nothing",
        """\
Advice only. The finding is not there any more, stands on another line, or is an error, which
no comment allows. A comment on a line of its own speaks for the line below, a comment behind a line
for that one; and where that is the first line of an item, for all of the item.""",
    ),
)
"""Findings of the stages in between."""

CODES: dict[str, Code] = {
    code.code: code
    for code in sorted((*SYNTAX, *RESOLVED, *CHECKED, *OVERLAYS, *MEASURED, *OTHER), key=lambda code: code.code)
}
"""Every code with its page, in their order."""

NAMES: dict[str, str] = {code.name: code.code for code in CODES.values()}
"""The code that each name stands for."""
