"""Idioms of the lines above a table's rows: its dice, and what it gives."""

from __future__ import annotations

from bombsight.dsl.recognise.idioms.idiom import COUNT, REF, Idiom, read_count

DICE = r"\d*[dD]\d+"
FORMULA = "What is added to the dice of a table stands on a line of its own, with a name that the journal tells it by"
ROLL = r"(?:dice|die|throw|rolls?|formula|cast|roll dice|roll the dice|roll with|roll on|roll a|1 ?x)"

HEADS = (
    Idiom(rf"{ROLL} ?:? ?({DICE})", (r"roll \1",), item="table"),
    Idiom(r"roll ?: ?(\S.*)", (r"roll \1",), item="table"),
    Idiom(rf"({DICE})", (r"roll \1",), message="The dice of a table stand behind `roll`.", item="table"),
    Idiom(rf"roll ({DICE}) (?:dice|die)", (r"roll \1",), item="table"),
    Idiom(
        rf"roll ({DICE}) ?([+\u2212-]|\u2013) ?(\d+)(?: \w+)?",
        (),
        rf"{FORMULA}: `roll \1`, and below it `\2\3 base`.",
        "A modifier is a line of its own.",
    ),
    Idiom(
        rf"roll ({DICE}),? (?:plus|and add|with) (\d+)",
        (),
        rf"{FORMULA}: `roll \1`, and below it `+\2 base`.",
        "A modifier is a line of its own.",
    ),
    Idiom(
        rf"roll ({DICE}),? (?:minus|less) (\d+)",
        (),
        rf"{FORMULA}: `roll \1`, and below it `-\2 base`.",
        "A modifier is a line of its own.",
    ),
    Idiom(
        rf"roll ({DICE}) ?([+\u2212-]|\u2013) ?(?!\d*d\d)({REF})",
        (),
        rf"{FORMULA}: `roll \1`, and below it `\2(\3) base`.",
        "A modifier is a line of its own.",
        item="table",
    ),
    Idiom(
        r"roll (\d*)[dD](\d+) ?[+,] ?(\d*)[dD]\2",
        (lambda found: f"roll {int(found[1] or 1) + int(found[3] or 1)}d{found[2]}",),
    ),
    Idiom(r"roll (\d{1,2}) ?[x\u00d7*] ?(\d{1,4})", (r"roll \1d\2",), item="table", doubtful=True),
    Idiom(
        r"(?:for|with|of|by|given|needs|takes) (?:(?P<name>[a-z]\w*) (?:in|of|from|as|is) (?P<kind>[A-Z]\w*|\d+\.\.\d+)"
        r"|(?P<kind_too>[A-Z]\w*) (?P<name_too>[a-z]\w*))",
        (lambda found: f"for {found['name'] or found['name_too']}: {found['kind'] or found['kind_too']}",),
        item="table",
    ),
    Idiom(r"(?:with|given|needs|takes|by) (\w+: \S+)", (r"for \1",), item="table"),
    Idiom(
        rf"(?:roll )?({COUNT})x? ?[dD](\d+)s?", (lambda found: f"roll {read_count(found[1])}d{found[2]}",), item="table"
    ),
    Idiom(r"roll [dD]10 ?[*x\u00d7] ?10 ?\+ ?[dD]10", ("roll 1d100",), item="table", doubtful=True),
    Idiom(r"roll (\d+)[dD]", (r"roll \1d6",), doubtful=True, item="table"),
    Idiom(r"roll 1 ?(?:-|\.\.|to) ?(\d+)", (r"roll 1d\1",), item="table"),
    Idiom(r"roll 1[dD](\d+)(?: x ?2| twice)", (r"roll 2d\1",), item="table", doubtful=True),
    Idiom(rf"(roll {DICE}) ?:", (r"\1",)),
    Idiom(
        rf"(?:roll )?({DICE}) ?(?:[+,&]|and|plus) ?({DICE})",
        (r"roll \1 + \2",),
        item="table",
    ),
    Idiom(
        rf"roll ({DICE}) ?(?:[*x\u00d7/]|times|divided by) ?\d+",
        (),
        "The keys of the rows are what the dice show: `1..2: clear`. Multiply or divide where the result is used.",
        "No dice are multiplied or divided here.",
    ),
    Idiom(
        r"(?:returns?|gives?|results?(?: in| is| type)?|type|yields?|outputs?|->|=>|produces?):? (?:an? )?(\S.*)",
        (r"gives \1",),
        item="table",
    ),
    Idiom(r"gives (\d+)(?: to | through | ?[-\u2013] ?)(\d+)", (r"gives \1..\2",), item="table"),
    Idiom(
        r"gives (?:a )?(?:text|string|description|nothing)s?",
        ("",),
        'A table of texts gives nothing: leave the line out. Each row has a title, `1..3 "A calm": nothing`.',
        item="table",
    ),
    Idiom(
        r"gives \w+(?:, ?\w+)*,? (?:or|and) \w+|gives \w+(?:, ?\w+)+",
        (),
        "The values have an enum of their own: `enum Sky: clear, fog`, and the table says `gives Sky`.",
        "A table gives values of one type.",
        item="table",
    ),
)
"""The idioms, in the order of trial."""
