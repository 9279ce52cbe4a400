"""Idioms of examples and of overlays."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.idiom import CALL, REF, TABLE, TEXT, Idiom
from bombsight.dsl.recognise.idioms.rows import KEYS

EXAMPLE = "example"
OVERLAY = "errata|variant|preferences|house"
CHANGED = "What stands there is quoted behind `was`, and what stands there instead behind `now`, on the line below it."


def write_shown_dice(match: re.Match[str]) -> str:
    """Translate a match of what a table's dice show, ``roll K-1 2+3``, to ``roll K-1 2 3``."""
    return f"roll {match[1]} {' '.join(re.findall(r'[0-9]+', match[2]))}"


EXAMPLES = (
    Idiom(
        r"(?:test|case|scenario|unittest|spec|assert) (\"[^\"\n]*\")",
        (r"example \1",),
        item="test|case|scenario|unittest|spec",
    ),
    Idiom(r"example (?!\")(\w[\w ]*)", (r'example "\1"',), code="E026"),
    # scenes
    Idiom(
        rf"(?:given|let|where|with|setup|set|and|assume|suppose|when):? ({REF}|option \w+) ?(?:=|:|to|is) ?(\S.*)",
        (r"given \1 = \2",),
        item=EXAMPLE,
        code="E066",
    ),
    Idiom(rf"given ({REF}) (?!is\b)(\w+)", (r"given \1 = \2",), item=EXAMPLE, code="E066", doubtful=True),
    # calls
    Idiom(rf"(?:when|call|run|then|and|act|do procedure):? (?:do )?({CALL})", (r"do \1",), item=EXAMPLE),
    Idiom(
        r"(?!expect\b|given\b|option\b|answer\b)([a-z]\w*(?:\([^()\n]*\))?)",
        (r"do \1",),
        "A procedure is called by `do \\1`.",
        item=EXAMPLE,
        inside=True,
    ),
    # dice
    Idiom(
        r"(?:dice|with dice|die|throw|throws|rolling|rolled|the dice show):? (\d+(?:(?: ?[,+&] ?| and | )\d+)*)",
        (),
        "What the dice of a table show is said below its call: `roll K-1 2 3`. Of a procedure's dice: "
        "`roll in watch 4`.",
        "Dice say whose they are.",
        item=EXAMPLE,
    ),
    Idiom(
        rf"roll (?:on )?({TABLE}) ?(?:=|:|with|is|gives|->|shows) ?(\d+(?:[ ,+]+\d+)*)",
        (write_shown_dice,),
        item=EXAMPLE,
    ),
    Idiom(
        rf"roll ({TABLE}) (\d+(?: ?[,+&/] ?\d+| and \d+)+)",
        (write_shown_dice,),
        item=EXAMPLE,
    ),
    # expectations
    Idiom(
        r"(?:assert|should be|expected|verify|check|ensure|must be|require|expects|shall)(?: that)?:? (\S.*)",
        (r"expect \1",),
        item=EXAMPLE,
    ),
    Idiom(r"(?:then|and|so|now|after):? (\S+ (?:is|in|[<>]=?) .*)", (r"expect \1",), item=EXAMPLE),
    Idiom(r"expect: ?(\S.*)", (r"expect \1",), item=EXAMPLE),
    Idiom(r"(?:the )?(result (?:is|in) .*)", (r"expect \1",), item=EXAMPLE),
    Idiom(r"(?:result|returns|gives|->|=>) ?(?:=|:|is)? ?(\w+)", (r"expect result is \1",), item=EXAMPLE),
    Idiom(rf"({REF} (?:is|in|[<>]=?) \S.*)", (r"expect \1",), item=EXAMPLE, inside=True),
    # overlays
    Idiom(
        r"(?:add|insert|put|place|append|prepend) (?:this |lines? )?(before|after)(?: the)?(?: step)? ([a-z]\w*)",
        (r"\1 \2",),
        item=OVERLAY,
        inside=True,
    ),
    Idiom(r"(before|after)(?: the)? step ([a-z]\w*)", (r"\1 \2",), item=OVERLAY, inside=True),
    Idiom(
        r"(?:add|insert|put|place|append|prepend)?(?: this| lines?)? ?(?:at|to)?(?: the)? ?(start|end)",
        (r"at \1",),
        item=OVERLAY,
        inside=True,
    ),
    Idiom(
        r"(table|procedure|define|enum|state|record|board|tally|forecast) ([\w-]+)",
        (r"in \1 \2",),
        item=OVERLAY,
        inside=True,
    ),
    Idiom(
        r"in (?!table|procedure|define|enum|state|record|board|tally|forecast)([A-Za-z][\w-]*)",
        (r"in table \1", r"in procedure \1", r"in define \1", r"in enum \1", r"in state \1", r"in record \1"),
        r"Say what it is: `in table \1`, `in procedure \1`.",
        item=OVERLAY,
        inside=True,
    ),
    *(
        Idiom(
            rf"(?:change|replace|old|from|instead of|modify)[: ]+(.*?) (?:{into}) (.*)",
            (r"was \1" + "\n" + r"now \2",),
            CHANGED,
            item=OVERLAY,
            inside=True,
        )
        for into in ("with|by|->|=>|into", "to")  # `to` stands in statements, too
    ),
    Idiom(
        r"(?:change|replace|old|before|instead of|modify|original|reads?)[: ]+(\S.*)",
        (r"was \1",),
        CHANGED,
        item=OVERLAY,
        inside=True,
    ),
    Idiom(
        r"(?:to|is|new|after|with|by|becomes|then|should be|should read|reads?)[: ]+(\S.*)",
        (r"now \1",),
        CHANGED,
        item=OVERLAY,
        inside=True,
    ),
    Idiom(r"(?:delete|drop|del|strike|omit|without|erase|cut)[: ]+(\S.*)", (r"remove \1",), item=OVERLAY, inside=True),
    Idiom(r"(?:insert|append|new|plus|also|include)[: ]+(\S.*)", (r"add \1",), item=OVERLAY, inside=True),
    Idiom(
        rf"({KEYS}(?:, ?{KEYS})*(?: {TEXT})?: ?\S.*)",
        (r"add \1",),
        r"A row is added with `add \1`, under `in table` and the table's name, without `row`.",
        "A row alone cannot stand here.",
        item=OVERLAY,
        inside=True,
        needs="ADD",
    ),
)
"""The idioms, in the order of trial."""
