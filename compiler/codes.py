"""The registry of all finding codes, each with its page.

A code is a letter for the area (E syntax, N names, T tables, M modifiers, V values, P procedures, O overlays,
S sources, B boards) and a number. A code is never reused.
"""

from __future__ import annotations

from bombsight.compiler.checks import CODES as CHECKED
from bombsight.compiler.config_codes import CODES as CONFIG
from bombsight.compiler.findings import severities_of
from bombsight.compiler.overlays.codes import CODES as OVERLAYS
from bombsight.compiler.resolve.pages import CODES as RESOLVED
from bombsight.compiler.size_limits import CODES as MEASURED
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.slips import CODES as SYNTAX

OTHER_CODES = (
    Code(
        "N061",
        "empty-file",
        "A file without rules",
        """\
A game is all the files of its folder that end in `.rules`, and this one holds nothing
but comments and blank lines. Perhaps it was never saved.

    # 30-boats.rules
    # what comes here is still to be written

Write the rules, or take the file out.""",
        Severity.ADVICE,
    ),
    Code(
        "O020",
        "unknown-variant",
        "A variant that the game does not have",
        """\
`--variant NAME`, and `variant NAME` in a script, ask for a variant by the name it has in the
game's files.

    variant fog_bound "Fog all night" for lighthouse      # asked for with --variant fog_bound

`bombsight rules GAME` lists the variants, those that are not in force at the end.""",
    ),
    Code(
        "E061",
        "script-line",
        "A line of a script cannot be read",
        """\
The lines of a script behind its head are those of an example, and this one begins like such a
line and does not go on like it.

    mission 3
    expect lamp = 3           # `=` does not compare

Write it as in an example: `expect lamp is 3`. The reference of the language has them all, under
"Examples".""",
    ),
    Code(
        "E062",
        "script-word",
        "A word that begins no line of a script",
        """\
Lines of a script begin with what sets it up (`game`, `campaign`, `mission`, `option`, `house`,
`variant`, `without`) or with what happens (`given`, `leave out`, `roll`, `answer`, `drawn`, `offered`,
`expect`, `leads to`, `never leads to`). Rules stand in files of rules.

    game lighthouse
    mission 3
    dice Sky 3 4              # should be: roll Sky 3 4""",
    ),
    Code(
        "E065",
        "stray-test-item",
        "Something else than an example in a folder of tests",
        """\
The files in a game's folder `tests` hold examples and nothing else: they are no part of the game,
of its identity, nor of what is played. So a rule in them would never count.

    table K-1 "The sky turns" printed "card"        # in tests/weather.rules
      roll 1d6
      ..6: clear

Tables, procedures and the like stand in the files beside that folder. An example that needs other
rules says so with `given variant fog`, or is run with `--house`.""",
    ),
    Code(
        "E063",
        "mission-number",
        "This is no mission's number",
        """\
A script says which mission it plays by a number that the procedure of a mission takes: in
`procedure mission(number: 1..25)` one of 1 to 25. It stands behind `mission`, and is a whole
number.

    game lighthouse
    mission third

Write the number. Where a mission takes none, `mission` stands alone, or is left out.

    game lighthouse
    mission 3""",
    ),
    Code(
        "E110",
        "two-games-one-id",
        "Two games with one id",
        """\
A game's id is what its manifest says, and its folder's name is only a place:

    game lighthouse "The Keeper's Night"

Two games in one folder of games may not have the same id, for house rules, scripts and saves say by
it which they mean. Give one of them another, move one elsewhere, or name a folder instead of the id.
The ids of games that came with the program are theirs alone: another game of such an id is played
by its folder. Of two other folders of games the first counts: `--path`, then `BOMBSIGHT_PATH`.""",
    ),
    Code(
        "S020",
        "untried-line",
        "Reconstructed lines that no example looks at",
        """\
Advice, and only where it is asked for, since all examples are run for it, those in `tests` and the
scripts among them:

    bombsight lint GAME --select S020

A row, a modifier or an exception that is reconstructed is somebody's best guess. An example that
comes to it shows a reader what was guessed, and what it must satisfy. Each table is told once, with
the lines that none comes to. `bombsight test GAME --coverage` tells of all others, too.""",
        Severity.ADVICE,
    ),
    Code(
        "S021",
        "failing-example",
        "An example that does not hold",
        """\
What the example says and what the game does part at this line. One of the two is wrong: a rule, a
figure, or the copy of the example. If the book contradicts its own example, that is worth a ruling.

    example "A gale blows the lamp out" cite "rule 8"
      given oil = 0
      roll on K-3(gale)
      expect result is 2                  # and rule 8 says 3

`bombsight lint GAME` runs the examples that stand among the rules, `bombsight test GAME` those in
the folder `tests`, too, and its scripts.""",
        Severity.WARNING,
    ),
    Code(
        "S022",
        "changed-example",
        "House rules make an example of the game come out otherwise",
        """\
The game has an example of what its rules come to, and by this item of the house rules
it comes to something else. Each is named with what it says and what happens now.

    house calm "Calm nights" for lighthouse by "A. Keeper"
      1 "No oil, no danger"
        in table K-3
          was when oil is 0: 3
          now when oil is 0: 0            # the book's own example says 3

Nothing is wrong if that is what the item is for. If not, it reaches further than it was meant to.

Of several items one is named that makes the example come out otherwise by itself. Items that only
do it together are named together. Where one cannot stand without the other, and nobody can tell
which of them it is, it says `item 1 or 2`.""",
        Severity.ADVICE,
    ),
    Code(
        "E070",
        "allow-without-reason",
        "An allow without a reason",
        """\
A comment that lets a finding stand says which, and behind two hyphens why:

    # allow: T002 -- the card prints this row for a bigger ship
    17..: 75

Whoever reads it later has to know whether the reason still holds.""",
        Severity.ADVICE,
    ),
    Code(
        "E071",
        "allow-unknown",
        "An allow names no finding",
        """\
A finding is named by its code or its name, as `bombsight explain` prints
them:

    # allow: T002 -- the card prints this row for a bigger ship
    # allow: unreachable-row -- the same""",
        Severity.ADVICE,
    ),
    Code(
        "E072",
        "unused-allow",
        "An allow that allows nothing",
        """\
The finding is not there any more, stands on another line, or is an error, which no
comment allows.

    # allow: T002 -- the card prints this row for two dice
    1..6: clear               # and every roll reaches it

A comment on a line of its own speaks for the line below, a comment behind a line for that one;
and where that is the first line of an item, for all of the item. Take it out, or move it there.""",
        Severity.ADVICE,
    ),
)
"""Codes of compiler stages that have no registry of their own."""

ON_REQUEST_CODES = frozenset({"S020"})
"""Codes of checks that run only when their code is requested."""

CODES: dict[str, Code] = {
    code.code: code
    for code in sorted(
        (*SYNTAX, *RESOLVED, *CHECKED, *OVERLAYS, *MEASURED, *CONFIG, *OTHER_CODES), key=lambda code: code.code
    )
}
"""Every finding code with its page, sorted by code."""

SEVERITIES = severities_of(CODES.values())
"""The severity of each finding code."""

CODES_BY_NAME: dict[str, str] = {code.name: code.code for code in CODES.values()}
"""The code of each finding name."""
