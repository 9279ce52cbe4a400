"""Idioms of statements."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.idiom import (
    CALL,
    CONDITIONAL,
    CONDITIONALS,
    ITEM,
    REF,
    TABLE,
    TEXT,
    Idiom,
    sort_idioms,
)
from bombsight.dsl.slips.sentences import BLOCK_ENDS, BY_CONDITION

MORE = r"(?:increase|raise|increment|improve|boost)"
LESS = r"(?:decrease|reduce|lower|decrement|diminish)"
SAY = r"(?:print|puts|show|tell|display|write|output|echo|log|message|announce|narrate|alert)"

KEEPING = r"(?P<head>let \w+ ?= ?|set \S+ to |define [^=\n]*= ?)"
"""Matches the beginning of a line that keeps a value, or defines one."""


def is_simple_condition(condition: str) -> bool:
    """Whether a condition's text is one name, call or option, so that `not` before it negates all of it."""
    return re.fullmatch(rf"{REF}|{CALL}|option \w+", condition) is not None


def write_negated_block(match: re.Match[str]) -> str:
    """Translate a match of a negated condition, such as ``unless e``, to ``if not e``."""
    condition = match["condition"]
    return f"if not {condition}" if is_simple_condition(condition) else f"if not ({condition})"


def write_bounded_loop(match: re.Match[str]) -> str:
    """Translate a match of ``until e`` to ``while not e at most 20 times``."""
    condition = match["condition"]
    return f"while not {condition if is_simple_condition(condition) else f'({condition})'} at most 20 times"


def write_counter_loop(match: re.Match[str]) -> str:
    """Translate a match of a ``for`` loop with a counter, as in C, to ``for i in 1..6``."""
    return f"for {match['name']} in {match['first']}..{int(match['last']) - ('=' not in match['sign'])}"


def write_range_loop(match: re.Match[str]) -> str:
    """Translate a match of a loop over Python's ``range(1, 7)``, whose end is exclusive, to ``for i in 1..6``."""
    return f"for {match['name']} in {match['first'] or 0}..{int(match['last']) - 1}"


def write_inclusive_loop(match: re.Match[str]) -> str:
    """Translate a match of a loop over a range with an inclusive end to ``for i in 1..6``."""
    return f"for {match['name']} in {match['first'] or 1}..{match['last']}"


def write_one_text(match: re.Match[str]) -> str:
    """Translate a match of a message joined from texts and values, ``"Hit " + n``, to ``say "Hit {n}"``."""
    joined = match["joined"]
    parts = re.findall(rf"\s*(?:({TEXT})|({REF}(?:\([^()]*\))?))\s*(,|\+|&|\.\.|$)?", joined)
    said = ""
    for text, value, sign in parts:
        said += text[1:-1] if text else f"{{{value}}}" if value else ""
        said += " " if sign == "," else ""
    return f'say "{said}"'


JOINED = rf"(?:{TEXT}|{REF}(?:\([^()\n]*\))?)(?: ?(?:\+|&|,|\.\.) ?(?:{TEXT}|{REF}(?:\([^()\n]*\))?))+"

RANGED = r"range\((?:(?P<first>\d+), *)?(?P<last>\d{1,6})\)"

STATEMENTS = sort_idioms(
    (
        # changes
        Idiom(rf"{MORE} ({REF}) by (\S.*)", (r"add \2 to \1",)),
        Idiom(rf"{LESS} ({REF}) by (\S.*)", (r"take \2 from \1",)),
        Idiom(rf"{MORE} ({REF})", (r"add 1 to \1",)),
        Idiom(rf"{LESS} ({REF})", (r"take 1 from \1",)),
        Idiom(rf"(?:{MORE}|{LESS}|change|make) ({REF}) (?:to|be|become) (\S.*)", (r"set \1 to \2",)),
        Idiom(rf"(?:subtract|deduct|remove) (\S.*) from ({REF})", (r"take \1 from \2",)),
        Idiom(rf"(?:lose|spend|pay) ({ITEM}) ({REF})", (r"take \1 from \2",)),
        Idiom(rf"(?:gain|get|receive|earn) ({ITEM}) ({REF})", (r"add \1 to \2",)),
        Idiom(rf"take ({ITEM}) ({REF})", (r"take \1 from \2",)),
        Idiom(rf"({REF}) loses? ({ITEM})", (r"take \2 from \1",)),
        Idiom(rf"({REF}) gains? ({ITEM})", (r"add \2 to \1",)),
        Idiom(rf"({REF}) (?:becomes|is now|is set to|<-) (\S.*)", (r"set \1 to \2",)),
        Idiom(
            rf"({REF}) (?:is|equals|==) (\S.*)",
            (r"set \1 to \2",),
            r"Write `set \1 to \2` to make it so, or `if \1 is \2` to ask whether it is.",
            "A condition alone does nothing.",
            doubtful=True,
        ),
        Idiom(rf"take ({REF}) by (\S.*)", (r"take \2 from \1",)),
        Idiom(rf"set ({REF})\(([^()\n]*)\) to (\S.*)", (r"set \1[\2] to \3",)),
        Idiom(r"(?:var|const|local|dim|my|auto|define) (\w+) ?= ?(\S.*)", (r"let \1 = \2",)),
        Idiom(rf"double ({REF})", (r"set \1 to \1 * 2",)),
        Idiom(rf"(?:triple|treble) ({REF})", (r"set \1 to \1 * 3",)),
        Idiom(
            rf"halve ({REF})",
            (r"set \1 to \1 / 2 rounded down", r"set \1 to \1 / 2 rounded up"),
            "A division says how it rounds.",
            doubtful=True,
        ),
        Idiom(
            r"(?P<done>(?:take|add|set|say|do|roll|return|stop|remove|reset|end|move|nothing|look up)\b.*?) "
            r"(?P<if>if|when|unless|whenever) (?P<condition>\S.*)",
            (),
            r"Write `if` with its condition, and below it, two spaces deeper, `\g<done>`.",
            "A statement has no condition of its own.",
            item="(?!errata|variant|house|example)",
        ),
        # lists
        Idiom(rf"(?:append|push|insert|put|include) (\S.*) (?:to|in|into|on|onto) ({REF})", (r"add \1 to \2",)),
        Idiom(rf"({REF})\.(?:append|push|add|insert)\((\S.*)\)", (r"add \2 to \1",)),
        Idiom(rf"({REF})\.(?:remove|delete)\((\w+)\)", (r"remove \2 from \1",)),
        Idiom(rf"add (?:(?:a|an|new) )+(\S.*) to ({REF})", (r"add \1 to \2",)),
        Idiom(rf"(?:clear|empty|wipe) ({REF})", (r"reset \1",)),
        Idiom(rf"({REF})\.clear\(\)", (r"reset \1",)),
        Idiom(
            rf"(?:delete|discard|destroy|erase) ({REF})",
            (r"reset \1",),
            r"`remove b from boats` takes one element out of its list; `reset \1` empties a list.",
            doubtful=True,
        ),
        Idiom(
            r"(?:pick|select) (\w+) from (\S.*)",
            (r"draw \1 from \2",),
            r"Where the player picks, write `choose \1 from \2` with an `ask` below it; where chance does, "
            r"`draw \1 from \2`.",
            doubtful=True,
        ),
        Idiom(
            r"let \w+ ?= ?\[[^\]\n]*\]",
            (),
            "A list says of what it is and how many there can be: `let ships: list of Ship at most 3`. `add` puts "
            "them in, one by one.",
            "A list has no brackets.",
        ),
        # messages
        Idiom(rf"{SAY} ({TEXT})", (r"say \1",)),
        Idiom(rf"(?:say|{SAY}) ?\(({TEXT})\)", (r"say \1",)),
        Idiom(rf"(?:say|{SAY}) f({TEXT})", (r"say \1",)),
        Idiom(rf"(?:say|{SAY}) ?\(f({TEXT})\)", (r"say \1",)),
        Idiom(rf"(?:{SAY} |(?:say|{SAY}) ?\()({REF})\)?", (r'say "{\1}"',)),
        Idiom(rf"note ({TEXT})", (r"say \1",)),
        Idiom(rf"(?:say|{SAY}) ?\(?(?P<joined>{JOINED})\)?", (write_one_text,)),
        # calls
        Idiom(rf"(?:call|run|perform|execute|invoke|gosub) (?:procedure )?({CALL})", (r"do \1",)),
        Idiom(
            rf"(?:go ?to|jump(?: to)?|proceed to) (?:procedure )?({CALL})",
            (r"do \1",),
            r"A procedure is called, and comes back: `do \1`. What stands below goes on behind it.",
            doubtful=True,
        ),
        Idiom(rf"do (\w+)(?: with| of| on| for| to)? ({ITEM}(?:, ?{ITEM})*)", (r"do \1(\2)",)),
        Idiom(
            r"(?:roll|throw|reroll|draw|try)(?: it| once| the dice)* again|reroll(?: it)?",
            ("again at most 20 times",),
            "`again` throws the dice once more, and says how often at most; below it stands what holds after the last.",
            "A row that is thrown again says how often.",
            item="table",
            doubtful=True,
        ),
        Idiom(
            rf"roll (?:for|against|table|the|from|using|in|on(?: the| a| table| the table))(?: table)? ({TABLE})",
            (r"roll on \1",),
        ),
        Idiom(
            rf"(?:roll|call|throw|use) (?=[A-Za-z])({TABLE})",
            (r"roll on \1",),
            r"Write `roll on \1` to call it; what its dice show stands below, `roll \1 4`.",
            "A table is rolled on.",
            item="example",
            code="E081",
        ),
        # order
        Idiom(r"break|exit (?:for|loop|while)|leave(?: loop)?", ("stop",)),
        Idiom(r"pass|skip|noop|no-op|nothing to do|\.\.\.|…", ("nothing",)),
        Idiom(
            r"continue|next(?: \w+)?",
            (),
            "No word goes on with the next of a loop. Put what is left of the block into an `if`, or say with "
            "`where` which members the loop goes through.",
        ),
        Idiom(
            r"exit|quit|abort|terminate|halt",
            (),
            "`return` leaves a procedure, `stop` a loop. `end mission` ends the procedure `mission`, from wherever "
            "it was called.",
        ),
        Idiom(r"game over|(?:you )?(?:lose|win)(?: the game)?", (), "`end mission` ends the procedure `mission`."),
        Idiom(r"unless (?P<condition>\S.*)", (write_negated_block,)),
        Idiom(r"(?:when|whenever|in case|provided(?: that)?|should) (\S.*)", (r"if \1",)),
        Idiom(
            r"(?:repeat |loop |do )?until (?P<condition>\S.*)",
            (write_bounded_loop,),
            "A loop that goes on until something is so is a `while` with a `not`, and says how often at most.",
            doubtful=True,
        ),
        Idiom(r"otherwise|or else|else do|all else|if not", ("else",)),
        Idiom(r"otherwise,? if (\S.*)|else when (\S.*)", (lambda found: f"else if {found[1] or found[2]}",)),
        Idiom(r"(?:loop|do|for|repeat) (\S.*?) ?(?:times|x)", (r"repeat \1 times",)),
        Idiom(
            rf"for(?: each)? (?P<name>\w+) (?:in|of|from) {RANGED}",
            (write_range_loop, write_inclusive_loop),
            "Numbers are gone through with `..`, from the first to the last. Python's `range` ends before its last.",
            code="E049",
        ),
        Idiom(
            r"for ?\((?:int |let |var )?(?P<name>\w+) ?= ?(?P<first>\d+); ?"
            r"(?P=name) ?(?P<sign><=?) ?(?P<last>\d{1,6}); ?(?:(?P=name)\+\+|\+\+(?P=name))\) ?\{?",
            (write_counter_loop,),
        ),
        Idiom(
            r"for each (\w+) (?:in|of|from) (\S.*?) (?:if|when|with|such that) (\S.*)", (r"for each \1 in \2 where \3",)
        ),
        Idiom(
            r"(?:switch|match|case|select)(?: case| on)? (\S.*)",
            (),
            r"Write `if`, `else if` and `else`; or a table without dice, which is looked up.",
            "No statement chooses between cases.",
        ),
        Idiom(
            r"end ?(?:if|for|while|repeat|loop|unless|procedure|step|sub|function)|fi|done|wend|\}", ("",), BLOCK_ENDS
        ),
        Idiom(
            r"(?:function|def|sub|proc|func|procedure) (\w+) ?\(.*\)",
            (),
            r"A procedure is an item of its own and begins in column 0: `procedure \1`.",
            "A procedure stands in no other.",
            inside=True,
        ),
        *(Idiom(rf"{KEEPING}{conditional}", (r"\g<head>" + CONDITIONAL,)) for conditional in CONDITIONALS),
        Idiom(
            rf"{KEEPING}(?:.*\?.*:.*|if\b.*\bthen\b.*|.*\bif\b.*\belse\b.*)",
            (),
            BY_CONDITION,
            "This is no value.",
        ),
    )
)
"""The idioms of whole lines of procedures, in the order of trial."""
