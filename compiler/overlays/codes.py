"""Pages of the finding codes about overlays."""

from __future__ import annotations

from bombsight.dsl.diagnostic import Code, Severity

CODES: tuple[Code, ...] = (
    Code(
        "O001",
        "quotation-mismatch",
        "A quotation matches nothing",
        """\
An overlay quotes what it expects to find. Nothing in the item it names reads so: the base
has changed, the quotation has a slip, or the line stands in another item. The edit is left
out; nothing is ever replaced that was not quoted.

    in table Sky
      was roll 3d6            # the table says: roll 2d6
      now roll 1d6

Quote the line as it stands. Only its title, provenance and cite may be left out; a line with
a block is quoted with its block. The message shows the nearest line.

An overlay does not see what another overlay of its kind writes: only a variant may quote what
errata wrote, and only house rules what a variant wrote.""",
    ),
    Code(
        "O002",
        "ambiguous-quotation",
        "A quotation or a name matches several places",
        """\
The edit must mean one place, and what it quotes or names stands in several.

    in procedure watch
      was add 1 to tired      # stands in two branches
      now add 2 to tired

Quote a neighbouring line together with it, or in a table name the row first:

    in procedure watch
      was
        set lamp to 3
        add 1 to tired
      now
        set lamp to 3
        add 2 to tired""",
    ),
    Code(
        "O003",
        "unknown-target",
        "What an overlay names is not there",
        """\
There is no table, enum, define, procedure, state or record of that name, or the item has no
such row or column. A row goes by its keys exactly as written, a column by the words of its head.

    in enum Ship row trawlr column due      # the value is called trawler
      was 3
      now 4""",
    ),
    Code(
        "O004",
        "other-game",
        "An overlay is for another game",
        """\
An overlay says behind `for` which game it amends, and this is another one. It is left out.

    house quiet_night "A quiet night" for lighthouse by "A. Keeper"

Use it with that game, or write the name of this one. A file with house rules for this game may hold
some for other games too, which are passed over.""",
    ),
    Code(
        "O005",
        "overlay-clash",
        "Two overlays of one layer amend the same place",
        """\
Errata are one layer, variants the next, house rules the last. Which of two overlays of one layer
comes first must not matter, so they may not amend the same line, nor a line within what the other
replaces, nor add statements at the same side of the same step. Adding a row, a modifier, an
exception, a branch or a field to the same item is no clash. The second edit is left out.

    in table Sky              # in one house file
      was 11..: gale
      now 11..: fog

    in table Sky              # in another
      was 11..: gale
      now 11..: rain

Use one of the two overlays; or put both into one overlay, whose items build on each other in
order; or make one a variant and the other a house rule that quotes what the variant leaves.""",
    ),
    Code(
        "O006",
        "idle-edit",
        "An edit changes nothing",
        """\
The program after the edit says the same as before.

    in table Sky
      was roll 2d6
      now roll 2d6

Leave it out. A clarification which says that the text is right as it stands is written

    12 "The sky is rolled with two dice"
      confirms table Sky""",
        Severity.WARNING,
    ),
    Code(
        "O007",
        "printed-replaced",
        "Only what is recovered or reconstructed may be replaced",
        """\
`replace` puts a whole table, procedure or define in the place of one whose original was not at
hand, so that the owner of the printed rules can put it in. What is printed or repaired, or says
nothing of how it came down to us, is amended line by line, each line quoted.

    in table Sky
      was 9..10: fog
      now 9..10: rain

Where nearly every line would change, write a table of your own beside the overlay, and amend the
line that rolls on the printed one. `bombsight show GAME Sky` says which these are.

    table my_sky "Another sky"
      gives Sky
      roll 1d6
      ..3: clear
      4..: gale

    house skies "Other skies" for lighthouse by "A. Keeper"
      1 "Another table"
        in procedure watch
          was set sky to roll on Sky
          now set sky to roll on my_sky""",
    ),
    Code(
        "O008",
        "printed-lost",
        "A printed line is not kept",
        """\
What is recovered or reconstructed may hold lines that are known from print, marked `printed`:
rows and modifiers of a table, exceptions of a define. What replaces it must have them as they
stand; it need not repeat their title, mark and cite.

    table Reach "Reach" reconstructed "rule 4"
      roll 1d6
      ..3: 2
      4..6: 3                 printed cite "rule 4"

    replace
      table Reach "Reach" printed "card"
        roll 1d6
        ..6: 2                # and where is 4..6: 3?

Put the line into the replacement. A row may be for more totals than the printed one names: where
a 4 is known to be rain, `4..5: rain` keeps that. If the print itself is wrong, amend the line
with `was` and `now` first.""",
    ),
    Code(
        "O009",
        "unknown-anchor",
        "The step, choice or exception an edit refers to is not there",
        """\
`before` and `after` name a step of the procedure, `add to` a choice of it, or in a define an
exception. There is none of that name.

    in procedure watch
      add to orders answer pray "Pray"      # the choice is called order
        nothing

What is no step can be quoted: the line with `was`, and with `now` the same line and what is to
stand before or behind it. `bombsight new --house GAME NAME --line 'watch: LINE'` begins that.""",
    ),
    Code(
        "O010",
        "duplicate-number",
        "Two items of an overlay have one number",
        """\
Items go by their numbers: in the journal, in `bombsight rules`, in findings.

    house quiet "A quiet night" for lighthouse by "A. Keeper"
      1 "No gales"
        in table Sky
          remove 11..: gale
      1 "Fewer horns"
        in enum Signal
          remove horn

Give the second a number of its own, or put both into one item, which may hold any number of
edits.""",
    ),
    Code(
        "O011",
        "duplicate-overlay",
        "Two overlays have one name",
        """\
The same file was named twice, or two sets of errata, variants or house rules have the same name.
Only the first is in force.

    bombsight play lighthouse --house quiet.rules --house copy-of-quiet.rules

Name the file once; if they are two sets of rules, rename one.""",
    ),
    Code(
        "O012",
        "misplaced-line",
        "A line cannot stand where an edit puts it",
        """\
A line takes the place of its like: rows stand among rows, statements among statements. To add
statements to a row, name the row.

    in table Sky row ..6
      add
        set lamp to 0

An enum without a grid takes a name and perhaps a title: `| sleet | "Sleet" |`. A define has
one base, which can be amended but not removed.""",
    ),
    Code(
        "O013",
        "changed-head",
        "A replacement has another head",
        """\
The rest of the rules calls an item by its name, with its parameters, and relies on the type of
what it gives. So what replaces it has the same; title, `deep` and sources are its own.

    define range(ship: Ship): 0..9 reconstructed "rule 4"

    replace
      define range(ship: Ship): 0..9 = ship.strength + 2""",
    ),
    Code(
        "O014",
        "printed-amended",
        "A printed line is amended as if it were not",
        """\
In a chart or a rule that was recovered or reconstructed, some lines may be known from print; they
are marked `printed`. Whoever amends such a chart means what was guessed in it. So a row, modifier
or exception marked `printed` may be changed or removed only where the quotation says the word
too; a cell of it, or a statement in it, only by quoting the whole row.

    in table Reach                             # reconstructed
      was | clear | 3 | 6 | 9 | printed
      now | clear | 3 | 6 | 8 |

What stands there now is printed if it says so itself, else as the chart is. Another title or cite
is no change.""",
    ),
)
"""Every finding code about overlays."""
