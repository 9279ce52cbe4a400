"""Idioms of fields and their types."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.idiom import TEXT, Idiom

NAMED = rf"(?:(?:was|now|add) )?\w+(?:\[\w+\])?(?: {TEXT})?(?: good| bad)?"
"""Matches a field up to its colon."""

OWNER = "state|record|errata|variant|preferences|house"
LIST = "A list says of what it is and how many there can be: `boats: list of Boat at most 4`."
NO_LIST = "A list is written in words."
NUMBER = r"(?:(?:int|integer|number|num|uint|byte|range|float)\w*)"
RANGE_HELP = "A number says its range: `{}: 0..9 = 3`."
OF_AN_ENUM = (
    "Words that a field can be have an enum of their own: `enum Mood: calm, wild`, and the field `mood: Mood = calm`."
)
TRUTH = r"(?:yes or no|no or yes|true/false|true or false|y/n|yes\|no|no/yes|true\|false|on/off|boolean|bool)"


def write_range(match: re.Match[str]) -> str:
    """Translate a match of a field whose range is written otherwise to ``fuel: 0..9 = 3``."""
    low = next((match[group] for group in ("low", "low_too") if match[group]), "0")
    high = match["high"] or match["high_too"]
    return f"{match['field']}: {low}..{high}{match['rest']}"


def write_singular_list(match: re.Match[str]) -> str:
    """Translate a match of a list's type otherwise written to ``list of Boat at most 3``."""
    number = next((match[group] for group in ("most", "most_too") if match[group]), "8")
    return f"{match['field']}: list of {match['kind']} at most {number}"


REST = r"(?P<rest>(?: full)?(?: = .*)?)"

FIELDS = (
    Idiom(rf"(\w+(?: {TEXT})?) (\d+)(?: to | ?- ?)(\d+)( .*|)", (r"\1: \2..\3\4",), item=OWNER),
    Idiom(rf"({NAMED}): (\d+)(?: to | through | thru | ?[-\u2013] ?)(\d+)(.*)", (r"\1: \2..\3\4",)),
    Idiom(
        rf"(?P<field>{NAMED}): (?:{NUMBER}|from"
        rf"|between)? ?(?:[\[(<] ?|from |between |of )*(?P<low>\d+)(?: ?(?:\.\.=?|-|\u2013|,|<=?|:) ?| to | and )"
        rf"(?P<high>\d+)(?P<low_too>)(?P<high_too>) ?[\])>]?{REST}",
        (write_range,),
        item=OWNER,
    ),
    Idiom(
        rf"(?P<field>{NAMED}): (?:{NUMBER} )?(?:(?:up to|max(?:imum)?|at most|<=?|no more than)(?: of)? "
        rf"(?P<high>\d+)|\b(?P<high_too>\d+) max)"
        rf"(?P<low>)(?P<low_too>){REST}",
        (write_range,),
        item=OWNER,
    ),
    Idiom(rf"({NAMED}): (?:percent|percentage|%)( = .*|)", (r"\1: 0..100\2",), item=OWNER, doubtful=True),
    Idiom(rf"({NAMED}): {TRUTH}(.*)", (r"\1: yes/no\2",)),
    Idiom(
        rf"({NAMED}: \S+(?: full)?),? ?(?:default|defaults to|initially|starts? at|starting at|starts? with"
        rf"|starting|start|begins at|is|:=|init(?:ial)?:?|now|currently|,) ?(?:value )?([\w-]+)",
        (r"\1 = \2",),
        item="(?!table|enum)",
    ),
    Idiom(rf"({NAMED}: \S+(?: full)?) ?[\[(]([\w-]+)[\])]", (r"\1 = \2",), item=OWNER),
    Idiom(
        rf"({NAMED}): (?:optional (\w+)|(\w+)\?|(\w+) ?(?:\|| or ) ?(?:none|null|None|nothing|nil|empty|nobody)"
        r"|Optional\[(\w+)\])( = .*|)",
        (lambda found: f"{found[1]}: {found[2] or found[3] or found[4] or found[5]} or none{found[6]}",),
    ),
    Idiom(
        rf"(\w+(?: {TEXT})?) ?= ?(?i:(yes|no)|(true)|(false))",
        (lambda found: f"{found[1]}: yes/no = {found[2] or ('yes' if found[3] else 'no')}",),
        item=OWNER,
        code="E050",
    ),
    # names and titles
    Idiom(r"(\w+) ?= ?(\S+): ?(\d+\.\.\d+|yes/no|[A-Z]\w*)", (r"\1: \3 = \2",), item=OWNER),
    Idiom(rf"({TEXT}) (\w+): (.*)", (r"\2 \1: \3",), "The title stands behind the name: `\\2 \\1`.", item=OWNER),
    Idiom(rf"(\w+) \(({TEXT})\): (.*)", (r"\1 \2: \3",), item=OWNER),
    Idiom(rf"(\w+): ({TEXT}),? (\S.*)", (r"\1 \2: \3",), item=OWNER),
    Idiom(rf"(?:var |let |field |- )(\w+(?: {TEXT})?: .*)", (r"\1",), item=OWNER),
    Idiom(
        rf"{NUMBER} (\w+)( ?= ?.*|)",
        (),
        r"A field has its name first, then its range: `\1: 0..9\2`.",
        "A type stands behind its field.",
        item=OWNER,
    ),
    Idiom(
        r"(?:bool|boolean) (\w+)( ?= ?.*|)",
        (),
        r"A field has its name first, then its type: `\1: yes/no\2`.",
        "A type stands behind its field.",
        item=OWNER,
    ),
    Idiom(r"(?P<range>\d+\.\.\d+|yes/no) (?P<name>\w+)(?P<rest> = .*|)", (r"\g<name>: \g<range>\g<rest>",), item=OWNER),
    # words
    Idiom(
        rf"({NAMED}): ?(?:enum ?)?[{{\[(]? ?(?!(?i:yes|no)\b)\w+(?: ?[,|/] ?\w+)+ ?[}}\])]?(?: = \w+)?",
        (),
        OF_AN_ENUM,
        "A field names its type.",
        item="state|record",
    ),
    Idiom(
        rf"({NAMED}): ?(?:enum|one of|either|choice of)\b.*",
        (),
        OF_AN_ENUM,
        "A field names its type.",
        item="state|record",
    ),
    # lists and arrays
    Idiom(
        rf"({NAMED}): ([A-Z]\w*) (?:list|array)",
        (),
        r"A list says how many there can be: `\1: list of \2 at most 4`.",
        NO_LIST,
    ),
    Idiom(
        rf"({NAMED}): {TEXT}(?: ?(?:,|/|\||or) ?{TEXT})+.*",
        (),
        OF_AN_ENUM,
        "A field names its type.",
        item="state|record",
    ),
    Idiom(
        rf"(?P<field>{NAMED}): list of (?:up to |at most )?(?P<most>\d+) (?P<most_too>)(?P<kind>[A-Z]\w*?)",
        (write_singular_list,),
        item=OWNER,
    ),
    Idiom(
        rf"(?P<field>{NAMED}): (?P<most>)(?P<kind>[A-Z]\w*) (?:at most|up to|max|x) ?(?P<most_too>\d+)",
        (write_singular_list,),
        item=OWNER,
    ),
    Idiom(
        rf"(?P<field>{NAMED}): (?P<most>\d+) (?P<most_too>)(?P<kind>[A-Z]\w*)",
        (write_singular_list,),
        item=OWNER,
        doubtful=True,
    ),
    Idiom(
        rf"{NAMED}: (?:(\w+)\[\d*\]|\[(\w+)\]|(?i:list|array|vector|set)<(\w+)>|(?i:list|array"
        rf"|set)\[(\w+)\])(?: ?= ?.*)?",
        (),
        LIST,
        NO_LIST,
    ),
    Idiom(
        rf"(\w+)((?: {TEXT})?): (?:(?i:dict|map|record|hash|array)[\[<](\w+), ?(\w+)[\]>]|([A-Z]\w*) ?(?:->"
        rf"|=>) ?(\S.*))",
        (lambda found: f"{found[1]}[{found[3] or found[5]}]{found[2]}: {found[6] or found[4]}",),
        "A value for each of an enum is a field with it in brackets: `due[Ship]: 0..9 = 3`.",
        "A field of several values names their enum.",
        item=OWNER,
    ),
    Idiom(
        r"(\w+): (?i:dict|map|record|hash|array)[\[<](\w+), ?\w+[\]>].*",
        (),
        r"A value for each of an enum is a field with it in brackets: `\1[\2]: 0..9 = 3`.",
        item=OWNER,
    ),
)
"""The idioms, in the order of trial."""
