"""Idioms of calls: procedures done, tables rolled on or looked up, dice thrown."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.idiom import (
    CALL,
    COUNT,
    DICE,
    ITEM,
    REF,
    TABLE,
    VERB,
    Idiom,
    negate_condition,
    read_count,
)

CALLED = (
    r"(?:call|run|perform|execute|invoke|gosub|apply|proceed with|continue with|carry out|resolve|trigger|begin|play)"
)
LOOKED = (
    r"(?:consult|check|see|use|refer to|look at|go to|turn to|read|apply|resolve|roll on|check on|find in|throw on"
    r"|roll (?:for|against|table|the|from|using|in|on(?: the| a| table| the table)))"
)
ID = r"[A-Za-z]+-?\d[\w-]*(?:\([^()\n]*\))?|[A-Z][\w-]*(?:\([^()\n]*\))?"
"""Matches what looks like the id of a table, not like a procedure's name."""

DICE_ALONE = "Dice are thrown where their total is used: `let total = 2d6`, `take 1d6 from oil`."


def write_loop_of_call(match: re.Match[str]) -> str:
    """Translate a match of a call that is made several times to a loop of it."""
    return f"repeat {read_count(match['count'])} times\n  {match['call']}"


def write_let_of_dice(match: re.Match[str]) -> str:
    """Translate a match of dice thrown in words, ``roll two dice and add 1``, to ``let total = 2d6 + 1``."""
    sign = "-" if match["less"] else "+"
    more = f" {sign} {match['more'] or match['less']}" if match["more"] or match["less"] else ""
    return f"let total = {read_count(match['count'] or '1')}d{match['sides'] or 6}{more}"


CALLS = (
    Idiom(rf"{CALLED} (?:the )?(?:table )?({ID})", (r"roll on \1", r"look up \1"), item="(?!example)"),
    Idiom(rf"{CALLED} (?:the )?(?:procedure |function )?({CALL})", (r"do \1",)),
    Idiom(rf"(?:do |call |run )?(?:the )?procedure ({CALL})", (r"do \1",), inside=True),
    Idiom(rf"(?:->|=>|\u2192|@|void |await |goto:) ?({CALL});?", (r"do \1",), item="procedure|table"),
    Idiom(rf"\[\[ ?({ID}) ?\]\]", (r"roll on \1",)),
    Idiom(
        r"\[\[ ?([a-z]\w*) ?\]\]|<<(?:include |run |call )?\"?(\w+)\"?>>", (lambda found: f"do {found[1] or found[2]}",)
    ),
    Idiom(
        rf"(?:go ?to|go back to|return to|jump(?: back)?(?: to)?|proceed to|back to) (?:procedure )?({CALL})",
        (r"do \1",),
        r"A procedure is called, and comes back: `do \1`. What stands below goes on behind it.",
        doubtful=True,
    ),
    Idiom(rf"do ({CALL})(?:,| and| then|, then|, and| and then) ({CALL})", (r"do \1" + "\n" + r"do \2",)),
    Idiom(
        rf"(?P<call>(?:do|roll on|look up) \S+) (?:for |exactly )?(?P<count>{COUNT}|twice|thrice) ?(?:times|x)?(?<!\d)",
        (write_loop_of_call,),
    ),
    Idiom(rf"(?P<call>(?:do|roll on|look up) \S+) (?P<count>{COUNT}) ?(?:times|x)", (write_loop_of_call,)),
    Idiom(
        rf"(?:roll|throw) (?:on |the )?(?P<table>{ID}) (?P<count>{COUNT}|twice|thrice)(?: times| ?x)?",
        (lambda found: f"repeat {read_count(found['count'])} times\n  roll on {found['table']}",),
    ),
    Idiom(
        rf"do ({CALL}) (?:until) (\S.*)",
        (lambda found: f"while {negate_condition(found[2])} at most 20 times\n  do {found[1]}",),
        doubtful=True,
    ),
    Idiom(
        rf"do ({CALL}) (?:for (?:each|every|all) (\S.*)|while (\S.*))",
        (),
        r"A loop stands above what it does: `for each b in boats`, or `while ... at most 20 times`, below "
        r"it, two spaces "
        r"deeper, `do \1`.",
        "A call has no loop of its own.",
    ),
    Idiom(
        rf"(?P<call>(?:roll on|look up) {TABLE})(?:,? (?:for|into|giving|as|and set|to set|and store (?:it "
        rf")?in|to get|to find)"
        rf"| ?(?:->|=>|\u2192)) ({REF})(?: to (?:it|that|the result))?",
        (r"set \2 to \1", lambda found: f"set {found[2]} to {found[1].replace('look up', 'roll on')}"),
    ),
    Idiom(r"do (?!procedure\b)(\w+) ([a-z]\w*)", (r"do \1(\2)", r"do \1_\2")),
    Idiom(rf"(?!(?:{VERB}|again|else)\b)({CALL});", (r"do \1",), item="procedure"),
    Idiom(rf"do (?!procedure\b)(\w+)(?: with| of| on| for| to|:)? ({ITEM}(?:, ?{ITEM})*)", (r"do \1(\2)",)),
    Idiom(
        r"(?:roll|throw|reroll|draw|try)(?: it| once| the dice)* again|reroll(?: it)?",
        ("again at most 20 times",),
        "`again` throws the dice once more, and says how often at most; below it stands what holds after the last.",
        "A row that is thrown again says how often.",
        item="table",
        doubtful=True,
    ),
    Idiom(rf"{LOOKED}(?: the)?(?: table| chart| card)? ({ID})", (r"roll on \1", r"look up \1"), item="(?!example)"),
    Idiom(
        rf"roll (?:for|against|table|the|from|using|in|on(?: the| a| table| the table))(?: table)? ({TABLE})",
        (r"roll on \1",),
    ),
    Idiom(
        rf"roll on(?: the)?(?: table)? ({TABLE}) (?:for|into|to|as|->|=>) (?:the )?({REF})",
        (r"set \2 to roll on \1", r"let \2 = roll on \1"),
        item="procedure|table|reroll",
    ),
    Idiom(
        rf"(?:roll|call|throw|use) (?=[A-Za-z])({TABLE})",
        (r"roll on \1",),
        r"Write `roll on \1` to call it; what its dice show stands below, `roll \1 4`.",
        "A table is rolled on.",
        item="example",
        code="E081",
    ),
    Idiom(
        rf"({ID})(?<=\d)",
        (r"roll on \1", r"look up \1"),
        "A table is called: `roll on \\1`, or `look up \\1` without dice.",
        "An id alone does nothing.",
        item="procedure|table",
    ),
    Idiom(
        rf"(?:roll|throw|cast) (?:the )?(?P<count>{COUNT}|a|an)?(?: six-sided| normal)? ?(?:dice|die|d(?P<sides>\d+)s?)"
        r"(?:,? (?:and )?(?:add(?:ing)?|plus) (?P<more>\d+)|,? (?:and )?(?:subtract|minus|take) (?P<less>\d+))?",
        (write_let_of_dice,),
        DICE_ALONE,
        "Dice alone come to nothing here.",
        item="procedure",
        doubtful=True,
    ),
    Idiom(rf"(?:roll|throw) {DICE}\b.*", (), DICE_ALONE, item="procedure"),
)
"""The idioms, in the order of trial."""
