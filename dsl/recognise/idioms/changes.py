"""Idioms of statements that change a value."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.idiom import DICE, ITEM, REF, SUM, VERB, Idiom

MORE = r"(?:increase|raise|increment|improve|boost)"
LESS = r"(?:decrease|reduce|lower|decrement|diminish)"
LOSE = r"(?:lose|spend|pay|use|consume|burn|expend|forfeit|deduct|drain|take)"
GAIN = r"(?:gain|get|receive|earn|win|collect|find)"
RISES = r"(?:goes up|rises|increases|is increased|is raised|grows|climbs|improves)"
FALLS = r"(?:goes down|drops|falls|decreases|is decreased|is reduced|is lowered|shrinks|sinks|declines)"
OWNER = r"(?:you |the player |we |they |she |he )?"
UNITS = r"(?:units? of |points? of |more |of )?"

OTHERS = (
    f"{VERB}|if|else|elif|then|note|for|while|repeat|choose|draw|ask|answer|step|when|unless|otherwise|until|todo|hint"
    "|default|case|comment|warning|example|fixme|nb|rem"
)
"""Matches words that begin another statement, or a remark."""

PROCEDURE = "procedure|table|reroll"
EACH_ALONE = "Each value is set on a line of its own"


def write_assignment(match: re.Match[str]) -> str:
    """Translate a match of ``oil *= 2`` to ``set oil to oil * 2``; a sum of its amount stands in brackets."""
    amount = match["amount"]
    return f"set {match['what']} to {match['what']} * {amount if re.fullmatch(ITEM, amount) else f'({amount})'}"


CHANGES = (
    # more and less
    Idiom(rf"{MORE} ({REF}) (?:by|with) (\S.*)", (r"add \2 to \1",)),
    Idiom(rf"{LESS} ({REF}) (?:by|with) (\S.*)", (r"take \2 from \1",)),
    Idiom(
        r"(?:raise|throw) (?:[A-Z]\w*|new .*|error.*)",
        (),
        "No rule fails: `end mission` ends the procedure `mission`, `return` leaves the one that it stands in.",
        "There are no exceptions to raise.",
    ),
    Idiom(rf"{MORE} (?![A-Z])({REF})", (r"add 1 to \1",)),
    Idiom(rf"{LESS} ({REF})", (r"take 1 from \1",)),
    Idiom(rf"(?:{MORE}|{LESS}|change|make|turn) ({REF}) (?:(?:to|be|become|into) )?(\S.*)", (r"set \1 to \2",)),
    Idiom(rf"(?:subtract|deduct|remove) (\S.*) from ({REF})", (r"take \1 from \2",)),
    Idiom(
        rf"take (?:away )?(\S.*?) (?:away from|away|from out of|out of|off|off of|of) ({REF})", (r"take \1 from \2",)
    ),
    Idiom(rf"take away (\S.*) from ({REF})", (r"take \1 from \2",)),
    Idiom(rf"{OWNER}(?:{LOSE}s?)(?: up)? ({ITEM}) {UNITS}({REF})", (r"take \1 from \2",)),
    Idiom(rf"{OWNER}(?:{GAIN}s?)(?: back)? ({ITEM}) {UNITS}({REF})", (r"add \1 to \2",)),
    Idiom(
        rf"{OWNER}{LOSE}s? half (?:of )?(?:the |your |its )?({REF})",
        (r"take \1 / 2 rounded down from \1", r"take \1 / 2 rounded up from \1"),
        doubtful=True,
    ),
    Idiom(rf"remove (\d+) {UNITS}({REF})", (r"take \1 from \2",)),
    Idiom(rf"({REF}) loses? ({ITEM})", (r"take \2 from \1",)),
    Idiom(rf"({REF}) gains? ({ITEM})", (r"add \2 to \1",)),
    Idiom(rf"({REF}) {RISES} by ({SUM})", (r"add \2 to \1",)),
    Idiom(rf"({REF}) {FALLS} by ({SUM})", (r"take \2 from \1",)),
    Idiom(rf"({REF}) (?:{RISES}|{FALLS}) to (\S.*)", (r"set \1 to \2",)),
    Idiom(rf"({REF}) {RISES}", (r"add 1 to \1",)),
    Idiom(rf"({REF}) {FALLS}", (r"take 1 from \1",)),
    Idiom(rf"({REF}) ?\+ ?({ITEM})", (r"add \2 to \1",), doubtful=True, item=PROCEDURE),
    Idiom(rf"(?![A-Z]+-\d)({REF}) ?- ?({ITEM})", (r"take \2 from \1",), doubtful=True, item=PROCEDURE),
    Idiom(rf"\+ ?(\d+|{DICE}) {UNITS}({REF})", (r"add \1 to \2",), doubtful=True, item="procedure"),
    Idiom(rf"- ?(\d+|{DICE}) {UNITS}({REF})", (r"take \1 from \2",), doubtful=True, item="procedure"),
    Idiom(rf"take ({REF}) by (\S.*)", (r"take \2 from \1",)),
    Idiom(rf"add ({REF}) by ({SUM})", (r"add \2 to \1",)),
    Idiom(rf"(add|take) ({ITEM}) and ({ITEM}) (to|from) ({REF})", (r"\1 \2 + \3 \4 \5",)),
    Idiom(
        rf"(?:re)?roll ({DICE})(?: dice)?(?:,| and|, and)? (?:then )?(?:take|subtract|deduct|remove) "
        rf"(?:it|that|them|this|the (?:result|total|roll|sum|number)) from ({REF})",
        (r"take \1 from \2",),
    ),
    Idiom(
        rf"(?:re)?roll ({DICE})(?: dice)?(?:,| and|, and)? (?:then )?add "
        rf"(?:it|that|them|this|the (?:result|total|roll|sum|number)) to ({REF})",
        (r"add \1 to \2",),
    ),
    # set
    Idiom(
        rf"({REF}) (?:becomes|is now|is set to|now equals|turns(?: in)?to|changes to|<-|\u2190) ?(\S.*)",
        (r"set \1 to \2",),
    ),
    Idiom(rf"set ({REF}) (?:equal to|to be|to equal|to become|as|equals) (\S.*)", (r"set \1 to \2",)),
    Idiom(rf"set ({REF}) ?(?:\u2192|->|=>) ?(\S.*)", (r"set \1 to \2",)),
    Idiom(rf"set:? ?({REF}) ?(?:=|:=|:) ?(\S.*)", (r"set \1 to \2",), code="E045", item="(?!example)"),
    Idiom(rf"({REF}) ?(?:\u2192|->) ?(\S.*)", (r"set \1 to \2",), doubtful=True, item="procedure"),
    Idiom(rf"(?!(?i:{OTHERS})\b)({REF}): ?(\S.*)", (r"set \1 to \2",), doubtful=True, item="procedure"),
    Idiom(rf"set ({REF})\(([^()\n]*)\) to (\S.*)", (r"set \1[\2] to \3",)),
    Idiom(rf"(?:store|save|keep|record|remember|assign|copy) (\S.*) (?:in|into|as|to) ({REF})", (r"set \2 to \1",)),
    Idiom(rf"put (\S.*) (?:in|into|to|on|onto) ({REF})", (r"set \2 to \1", r"add \1 to \2")),
    Idiom(
        rf"({REF}) (?:is|equals|==) (\S.*)",
        (r"set \1 to \2",),
        r"Write `set \1 to \2` to make it so, or `if \1 is \2` to ask whether it is.",
        "A condition alone does nothing.",
        item="(?!example)",
        doubtful=True,
    ),
    Idiom(r"(?:var|const|local|dim|my|auto|define) (\w+) ?= ?(\S.*)", (r"let \1 = \2",)),
    Idiom(
        rf"({REF}), ?({REF}) ?= ?({ITEM}), ?({ITEM})",
        (),
        rf"{EACH_ALONE}: `set \1 to \3`, below it `set \2 to \4`.",
        "One line sets one value.",
    ),
    Idiom(
        rf"({REF}) ?= ?({REF}) ?=(?!=) ?({ITEM})",
        (),
        rf"{EACH_ALONE}: `set \1 to \3`, below it `set \2 to \3`.",
        "One line sets one value.",
    ),
    Idiom(
        r"(?!(?:let|set|given|for|const|var|expect) )([A-Za-z]\w*) ?:?= ?(?!=)(\S.*)",
        (r"set \1 to \2", r"let \1 = \2"),
        r"Write `set \1 to \2` where \1 is there already, `let \1 = \2` where the name begins here.",
        needs="SET",
        code="E039",
        inside=True,
    ),
    # sums
    Idiom(rf"(?P<what>{REF}) ?\*= ?(?P<amount>\S.*)", (write_assignment,), code="E039"),
    Idiom(
        rf"({REF}) ?/= ?({ITEM})",
        (r"set \1 to \1 / \2 rounded down", r"set \1 to \1 / \2 rounded up"),
        r"A division says how it rounds: `set \1 to \1 / \2 rounded down`.",
        doubtful=True,
        code="E039",
    ),
    Idiom(rf"double ({REF})", (r"set \1 to \1 * 2",)),
    Idiom(rf"(?:triple|treble) ({REF})", (r"set \1 to \1 * 3",)),
    Idiom(
        rf"halve ({REF})",
        (r"set \1 to \1 / 2 rounded down", r"set \1 to \1 / 2 rounded up"),
        "A division says how it rounds.",
        doubtful=True,
    ),
    Idiom(rf"(?:toggle|flip|invert|negate) ({REF})", (r"set \1 to not \1",)),
    Idiom(
        rf"swap ({REF}) (?:and|with|for) ({REF})",
        (),
        r"Keep one of them for the while: `let kept = \1`, below it `set \1 to \2` and `set \2 to kept`.",
    ),
    Idiom(
        rf"({REF}) (?:goes out|runs out|dies|is used up)",
        (r"set \1 to 0",),
        doubtful=True,
        item=PROCEDURE,
    ),
    Idiom(
        rf"(?:re)?(?:fill|store|charge|supply)(?: up)? ({REF})|({REF}) is (?:full|restored|refilled)",
        (lambda found: f"reset {found[1] or found[2]}",),
        "`reset` gives a field the value that it had at the start.",
        doubtful=True,
    ),
)
"""The idioms, in the order of trial."""
