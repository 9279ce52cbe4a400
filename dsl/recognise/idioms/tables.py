"""Idioms of tables and defines, from cards, spreadsheets and other languages."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.idiom import TABLE, Idiom, sort_idioms
from bombsight.dsl.words import former_words

AMOUNT = r"[+-](?:\d+|\([^()\n]*\))"
DICE = r"\d*[dD]\d+"
KEY = r"\d{1,6}(?!\d)"
DASH = r"[-\u2013\u2014]"
OPEN = rf"(?:\.\.{KEY}|{KEY}(?:\.\.|\+))"
"""Matches a row key that is open-ended."""

GIVES = r"(?P<gives>(?!when\b|unless\b|if\b)[A-Za-z](?:(?! (?:when|unless|if)\b)[^,;])*)"
NO_BULLET = "No line begins with the sign of a list."
FORMULA = "What is added to the dice of a table stands on a line of its own, with a name that the journal tells it by"


def write_label(match: re.Match[str]) -> str:
    """Translate a match of a modifier whose label has several words to one with underscores: ``+1 bad_light``."""
    words = match["label"].split()
    label = (" " if former_words().intersection(words) else "_").join(words)
    return f"{match['amount']} {label} {match['rest'] or ''}".rstrip()


def write_open_key(match: re.Match[str]) -> str:
    """Translate a match of a row whose key is open-ended in words, ``at least 8``, to one with dots, ``8..``."""
    word, number = match["word"], int(match["number"])
    if word in ("under", "below", "less than", "fewer than"):
        return f"..{number - 1}{match['rest']}"
    if word in ("over", "above", "more than", "greater than", "higher than"):
        return f"{number + 1}..{match['rest']}"
    if word in ("at least", "from", "no less than"):
        return f"{number}..{match['rest']}"
    return f"..{number}{match['rest']}"


TIMES = {"two": 2, "thrice": 3, "three": 3, "four": 4, "five": 5, "six": 6}
"""The numbers of throws in words; `twice` stays."""


def write_each_once(match: re.Match[str]) -> str:
    """Translate a match of a row that rolls twice to ``again twice, each once``."""
    word = match["times"].removesuffix(" times")
    number = TIMES.get(word) or (int(word) if word.isdecimal() else 2)
    times = "twice" if number == 2 else f"{number} times"
    return f"{match['head']}again {times}, each once"


def write_row_colon(match: re.Match[str]) -> str:
    """Translate a match of a row to one with dots and a colon: ``2-3 hit`` to ``2..3: hit``."""
    key = re.sub(rf"\+$| ?{DASH} ?", "..", match["key"])
    return f"{key}: {match['gives']}"


LINES = sort_idioms(
    (
        # modifiers
        Idiom(r"(?:plus|add) (\d+|\([^()\n]*\)) (\w+(?: (?:when|unless) .*)?)", (r"+\1 \2",), item="table|modifier"),
        Idiom(
            r"(?:minus|subtract|deduct) (\d+|\([^()\n]*\)) (\w+(?: (?:when|unless) .*)?)",
            (r"-\1 \2",),
            item="table|modifier",
        ),
        Idiom(rf"({AMOUNT}) (\w+): (\S.*)", (r"\1 \2 when \3",)),
        Idiom(rf"({AMOUNT}) (\w+) (?:except|but not|not)(?: when| if)? (\S.*)", (r"\1 \2 unless \3",)),
        Idiom(
            rf"(?P<amount>{AMOUNT}) (?P<label>(?:(?!when\b|unless\b|if\b|cite\b)[A-Za-z]\w* ){{2,6}})"
            r"(?P<rest>(?:when|unless) .*)?",
            (write_label,),
            message="The label of a modifier is one name.",
        ),
        Idiom(rf"modifier ({AMOUNT} .*)", (r"\1",), item="table"),
        Idiom(
            r"(?:plus|add|minus|subtract) \d+ (?:when|if|unless|for|in) .*",
            (),
            "A modifier has its sign, its amount and a name: `+1 foul when sky is fog`.",
            "A modifier begins with its sign.",
            item="table|modifier",
        ),
        # dice
        Idiom(rf"(?:dice|die|throw|rolls|roll ?:) ?:? ?({DICE})", (r"roll \1",), item="table"),
        Idiom(rf"({DICE})", (r"roll \1",), message="The dice of a table stand behind `roll`.", item="table"),
        Idiom(
            rf"roll ({DICE}) ?([+\u2212-]|\u2013) ?(\d+)(?: \w+)?",
            (),
            rf"{FORMULA}: `roll \1`, and below it `\2\3 base`.",
            "A modifier is a line of its own.",
        ),
        Idiom(
            r"roll (\d*)[dD](\d+) ?\+ ?(\d*)[dD]\2",
            (lambda found: f"roll {int(found[1] or 1) + int(found[3] or 1)}d{found[2]}",),
        ),
        Idiom(rf"(roll {DICE}) ?:", (r"\1",)),
        Idiom(
            rf"roll ({DICE}) ?\+ ?({DICE})(?: ?\+ ?{DICE})*",
            (),
            "A table throws dice of one kind. Others are thrown in a procedure, `let n = 1d6 + 1d8`, and what comes "
            "of them is looked up in a table without dice: `for n: 2..14`.",
            "Dice of two kinds.",
        ),
        Idiom(
            rf"roll ({DICE}) ?(?:[*x\u00d7]|times) ?\d+",
            (),
            "The keys of the rows are what the dice show. Multiply where the result is used.",
            "No dice are multiplied here.",
        ),
        # natural rows
        Idiom(
            r'natural (\S+) ("[^"\n]*")(?:: ?.*)?',
            (),
            r"Only a row that the total leads to has a title. Leave it out, or put a `say \2` into a block below "
            r"`natural \1`.",
            "A natural row has no title.",
        ),
        Idiom(r"on (?:a |an )?(?:roll of )?(\d+)(: .*|)", (r"natural \1\2", r"\1\2")),
        Idiom(
            r"(?:on |natural |if )?(?:doubles|triples|pairs?|any double)\b.*",
            (),
            "What the single dice of a table show cannot be asked. Throw them in a procedure, `let one = 1d6`, "
            "`let other = 1d6`, and compare them.",
            "The dice of a table are asked for their sum.",
        ),
        # signatures
        Idiom(
            r"(?:returns?|gives?|results?(?: in| is| type)?|type|yields?):? (?:an? )?(\S.*)",
            (r"gives \1",),
            item="table",
        ),
        # rows
        Idiom(
            r"(?P<word>up to|at most|at least|from|under|below|over|above|no (?:more|less) than"
            rf"|(?:less|fewer|more|greater|higher) than) (?P<number>{KEY})(?: (?:up|on|upwards?|onwards?))?"
            r"(?P<rest>:.*| \".*|)",
            (write_open_key,),
            item="table",
            code="E036",
        ),
        Idiom(rf"({KEY}) ?(?:or|and|&) ?({KEY})(?=\D)(.*)", (r"\1, \2\3",), item="table|errata|variant|house"),
        Idiom(rf"(?P<key>{KEY} ?{DASH} ?{KEY}) {GIVES}", (write_row_colon,), item="table"),
        Idiom(rf"(?P<key>{OPEN}) {GIVES}", (write_row_colon,), item="table", code="E040"),
        Idiom(
            rf"(?P<key>{OPEN}|{KEY}(?: ?(?:\.\.|{DASH}) ?{KEY})?) ?[,;] ?{GIVES}",
            (write_row_colon,),
            item="table",
            code="E040",
        ),
        Idiom(
            rf"({DICE})(?: ?[,;|] ?| )[A-Za-z][^,;|]*",
            (r"roll \1",),
            r"Write `roll \1`, and below it each row with its keys, `2..7: clear`. A grid has pipes, `| \1 | Sky |`.",
            "A table says its dice on a line of their own.",
            item="table",
            doubtful=True,
        ),
        Idiom(
            rf"(?:{DICE}|\w+|{KEY} ?(?:\.\.|{DASH}) ?{KEY})(?: ?[,;] ?[\w-]+){{2,}}",
            (),
            "The cells of a grid stand between pipes: `| 1..3 | clear | 2 |`.",
            "No commas part the cells of a grid.",
            item="table|enum",
        ),
        Idiom(rf"({KEY}) ?{DASH}( *\"[^\"\n]*\")?(:.*)", (r"..\1\2\3", r"\1..\2\3")),
        Idiom(rf"({KEY}) ?{DASH} ?({KEY}) ?(?:=>?|->|) ?(\w.*)", (r"\1..\2: \3",), item="table"),
        Idiom(
            r"(?:default|otherwise|others?|rest|anything else|any other|all others?|\*|_) ?:? ?(\S.*)",
            (r"else: \1",),
            item="table",
        ),
        Idiom(r"[*\u2022] +(\S.*)", (r"\1",), message=NO_BULLET),
        Idiom(r"[-\u2013\u2014] +(\.\..*|[A-Za-z]\w*[ :].*)", (r"\1",), message=NO_BULLET),
        Idiom(r"[-\u2013\u2014] +([A-Za-z]\w*)", (r"\1",), message=NO_BULLET, item="(?!table)"),
        Idiom(
            r"[-\u2013\u2014] +(?P<row>\d(?!\d* +[A-Za-z]).*)",
            (r"\g<row>", r"-\g<row>"),
            r"Write `\g<row>`, or without a space `-\g<row>` where the total is below 0.",
            NO_BULLET,
            doubtful=True,
        ),
        Idiom(
            r"[-*\u2022] +[A-Za-z].*",
            (),
            "A row begins with its keys, the totals that lead to it: `1..3: clear`.",
            "A row is no entry of a list.",
            item="table",
        ),
        Idiom(
            r"(?:if|when) (?:the )?(?:total|roll|result|sum|dice)\b.*",
            (),
            "The totals that lead to a row are its keys: `..6: clear`, `11..: gale`.",
            "A total is not asked for.",
            item="table",
        ),
        Idiom(r"(.*\S) ?;", (r"\1",), item="table"),
        Idiom(
            r"(.*): (?:roll|reroll|throw)(?: it)? again",
            (r"\1: again at most 20 times",),
            "`again` throws the dice once more, and says how often at most; below it stands what holds after the last.",
            "A row that is thrown again says how often.",
            doubtful=True,
        ),
        Idiom(
            r"(?P<head>(?:.*: )?)(?:roll |throw )?(?:again )?(?:at most )?"
            r"(?P<times>twice|thrice|(?:two|three|four|five|six|[2-9]) times)(?: more| again)?\b"
            r"(?!.*\b(?:if|when|unless|at most|turns?|deep)\b).*",
            (write_each_once,),
            "In a table that gives no value `again twice, each once` throws the dice so often more, and takes no row a "
            "second time; `again at most 20 times` throws them once more, and the new row counts instead.",
            "A row that throws the dice several times more takes each row once.",
            item="table",
            doubtful=True,
        ),
        # exceptions
        Idiom(r"except (\w+): (\S.*?) unless (\S.*?)( over .*|)", (r"except \1: \2 when not (\3)\4",)),
        Idiom(r"except (\w+): (?:when|if) (\S.*?) (\d+)( over .*|)", (r"except \1: \3 when \2\4",)),
        Idiom(
            r"(?:except )?(?:when|if|unless) \S.*?: ?\S+|(?!except|base)\w+: ?\S+ when \S.*|else: ?\S+",
            (),
            "An exception has a name: `except dark: 2 when not lit`. What holds else is the base.",
            "An exception begins with `except` and its name.",
            item="define|tally",
        ),
        Idiom(
            r"except: (\S.*)",
            (),
            r"An exception has a name, by which others and overlays call it: `except dark: \1`.",
            item="define|tally",
        ),
        Idiom(rf"look ?up (?:in |on |the |table )+({TABLE})", (r"look up \1",)),
    )
)
"""The idioms of whole lines, in the order of trial."""
