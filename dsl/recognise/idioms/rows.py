"""Idioms of the rows of tables, and of the exceptions of defines."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.idiom import REF, TABLE, TEXT, VERB, Idiom, read_count

DICE = r"\d*[dD]\d+"
KEY = r"\d{1,6}(?!\d)"
DASH = r"[-\u2013\u2014]"
OPEN = rf"(?:\.\.{KEY}|{KEY}(?:\.\.|\+))"
"""Matches a row key that is open-ended."""

KEYS = rf"(?:\.\.{KEY}|{KEY}(?: ?(?:\.\.\.?|{DASH}|to|thru|through) ?{KEY}|\.\.|\+)?)"
"""Matches the keys of a row: a number, or a range with either end open."""

GIVES = r"(?P<gives>(?!when\b|unless\b|if\b)[A-Za-z](?:(?! (?:when|unless|if)\b)[^,;])*)"
NO_TITLE = "and|or|if|when|unless|with|for|cite|printed|then|twice|thrice|again|times?|table|from|by|using|plus|at"
"""Matches words that are no part of a table's title, but go on behind it."""

NO_BULLET = "No line begins with the sign of a list."
TWO_LINES = "A row with several statements has them below it, two spaces deeper, and no colon."
EXCEPTION = "An exception has a name: `except dark: 2 when not lit`. What holds else is the base."
NO_EXCEPTION = "An exception begins with `except` and its name."


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


def write_each_once(match: re.Match[str]) -> str:
    """Translate a match of a row that rolls twice to ``again twice, each once``."""
    number = read_count(match["times"].removesuffix(" times"))
    times = "twice" if number == 2 else f"{number} times"
    return f"{match['head']}again {times}, each once"


def write_bound(sign: str, number: int) -> str:
    """Write the keys that a comparison says: ``..6`` for ``<= 6``."""
    if sign.startswith("<"):
        return f"..{number - (sign == '<')}"
    return f"{number + (sign == '>')}.."


def write_keys(keys: str) -> str:
    """Write a row's keys with two dots."""
    return re.sub(rf"\+$| ?(?:\.\.\.?|{DASH}|to|thru|through) ?", "..", keys)


def write_row_colon(match: re.Match[str]) -> str:
    """Translate a match of a row to one with dots and a colon: ``2-3 hit`` to ``2..3: hit``."""
    return f"{write_keys(match['key'])}: {match['gives']}"


def write_block_row(match: re.Match[str]) -> str:
    """Translate a match of a row with a result and a statement to a block that returns the result last."""
    deed = re.sub(r"^(?:also |then )", "", match["deed"])
    return f"{write_keys(match['key'])}\n  {deed}\n  return {match['gives']}"


def write_table_id(match: re.Match[str]) -> str:
    """Translate a match of a roll on a title of several words, ``Night sky``, to one on an id, ``night_sky``."""
    return f"{match['head']}roll on {'_'.join(match['title'].lower().split())}"


def write_rolls(match: re.Match[str]) -> str:
    """Translate a match of a row with several rolls on a table to a block with a statement for each."""
    times = read_count(match["times"].removesuffix(" times"))
    return "\n  ".join([match["head"], *[f"roll on {match['table']}"] * times])


ROWS = (
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
        r"(?:nat|unmodified|raw|unadjusted|natural roll of|a natural)\.? (\d+)(:.*|)", (r"natural \1\2",), item="table"
    ),
    Idiom(
        r"(?:on |natural |if )?(?:doubles|triples|pairs?|any double)\b.*",
        (),
        "What the single dice of a table show cannot be asked. Throw them in a procedure, `let one = 1d6`, "
        "`let other = 1d6`, and compare them.",
        "The dice of a table are asked for their sum.",
    ),
    # keys
    Idiom(
        r"(?P<word>up to|at most|at least|from|under|below|over|above|no (?:more|less) than"
        rf"|(?:less|fewer|more|greater|higher) than) (?P<number>{KEY})(?: (?:up|on|upwards?|onwards?))?"
        r"(?P<rest>:.*| \".*|)",
        (write_open_key,),
        item="table",
        code="E036",
    ),
    Idiom(
        rf"({KEY}) (?:and|or) (?:under|fewer|smaller|lower|down)(:.*| \".*|)", (r"..\1\2",), item="table", code="E036"
    ),
    Idiom(
        rf"({KEY}) (?:and|or) (?:over|larger|bigger|greater|upwards?)(:.*| \".*|)",
        (r"\1..\2",),
        item="table",
        code="E036",
    ),
    Idiom(
        rf"(?P<sign>[<>]=?) ?(?P<number>{KEY}) {GIVES}",
        (lambda found: f"{write_bound(found['sign'], int(found['number']))}: {found['gives']}",),
        item="table",
        code="E036",
    ),
    Idiom(rf"({KEY}) ?(?:or|and|&) ?({KEY})(?=\D)(.*)", (r"\1, \2\3",), item="table|errata|variant|preferences|house"),
    Idiom(rf"({KEY})(?: ?(?:thru|through|until|:) ?)({KEY})(?=\D)(.*)", (r"\1..\2\3",), item="table", code="E036"),
    Idiom(rf"({KEY}(?:/{KEY})+)(?=\D)(.*)", (lambda found: found[1].replace("/", ", ") + found[2],), item="table"),
    Idiom(
        rf"(?:roll(?:s|ed)?|rows?|case|on|if|result|total|when|for|score)(?: of)?(?: an?)? "
        rf"(?P<key>{KEYS})(?P<rest>:.*| \".*)",
        (lambda found: write_keys(found["key"]) + found["rest"],),
        item="table",
    ),
    Idiom(rf"[\[(](?P<key>{KEYS})[\])]:? ?{GIVES}", (write_row_colon,), item="table"),
    Idiom(rf"(?P<key>{KEYS})\) ?{GIVES}", (write_row_colon,), item="table"),
    Idiom(rf"(?P<key>{KEY})\. {GIVES}", (write_row_colon,), item="table", doubtful=True),
    Idiom(rf"(?P<key>{KEYS}) ?\| ?{GIVES}(?<!\|)", (write_row_colon,), item="table", doubtful=True),
    Idiom(
        rf"({KEYS}): (\"[^\"\n]*\") (\S.*)",
        (r"\1 \2: \3",),
        "The title of a row stands before its colon.",
        item="table",
    ),
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
        r"(?:default|otherwise|others?|rest|anything else|any other|all others?|\*|_)(?: ?: ?| )([A-Za-z\"].*)",
        (r"else: \1",),
        item="table",
    ),
    # results
    Idiom(
        rf"(?P<key>{KEYS}): (?P<gives>\w+)(?:,? and|,|;| \+) (?P<deed>(?:also |then )?{VERB}\b.*)",
        (write_block_row,),
        TWO_LINES,
        "A row says one thing.",
        item="table",
        doubtful=True,
    ),
    Idiom(
        rf"(?P<key>{KEYS}): (?P<deed>{VERB}\b.*?)(?:,? and|,|;) (?P<gives>\w+)",
        (write_block_row,),
        TWO_LINES,
        "A row says one thing.",
        item="table",
        doubtful=True,
    ),
    Idiom(
        rf"({KEYS}): (\w+) \((.*)\)",
        (r"\1: \2 # \3",),
        TWO_LINES + " A remark stands behind #.",
        "No brackets stand behind a result.",
        item="table",
        doubtful=True,
    ),
    Idiom(rf"({KEYS}(?: \"[^\"\n]*\")?): (?:\[\[|@)({TABLE})(?:\]\])?", (r"\1: roll on \2",), item="table"),
    Idiom(
        rf"({KEYS}(?: \"[^\"\n]*\")?):? (?!roll on\b)(?:roll|throw|see|go to|consult|use|refer to)(?: on| "
        rf"to)?(?: the)?(?: table)? ([A-Z][\w-]*)",
        (r"\1: roll on \2",),
        item="table",
    ),
    Idiom(r"(.*\S) ?;", (r"\1",), "A line ends without a sign: leave `;` out.", item="table"),
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
    Idiom(
        rf"(?P<row>{KEYS}(?: {TEXT})?): (?P<what>{REF}) ?:?= ?(?P<value>[^=<>\s].*)",
        (r"\g<row>: set \g<what> to \g<value>", r"\g<row>: \g<what> is \g<value>"),
        r"A value is changed by `set \g<what> to \g<value>`, and compared by `\g<what> is \g<value>`.",
        "`=` changes nothing, and does not compare.",
        item="table",
    ),
    # lists
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
    # exceptions
    Idiom(r"(?:exception|special) (\w+): (\S.*)", (r"except \1: \2",), item="define|tally|forecast"),
    Idiom(r"except (\w+):? (\S.*?) unless (\S.*?)( over .*|)", (r"except \1: \2 when not (\3)\4",)),
    Idiom(r"except (\w+):? (?:when|if) (\S.*?):? (\d+)( over .*|)", (r"except \1: \3 when \2\4",)),
    Idiom(r"except (\w+) ([^-=:\s].*?) when (\S.*)", (r"except \1: \2 when \3",), code="E040"),
    Idiom(
        r"except (\w+) ?(?::|->|=>|=)? ?(\S.*?),? (?:when|if|where|while|for) (\S.*)",
        (r"except \1: \2 when \3",),
    ),
    Idiom(
        r"(?:otherwise|default|else|rest|normally|usually):? (\d+|\w+)",
        (r"base: \1",),
        EXCEPTION,
        NO_EXCEPTION,
        item="define|tally|forecast",
    ),
    Idiom(
        r"(?:except )?(?:when|if|unless|case) \S.*?: ?\S+|(?!except|base)\w+: ?\S+ when \S.*|else: ?\S+"
        r"|(?:except )?\S+ (?:when|if) \S.*|except (?:when|if) .*",
        (),
        EXCEPTION,
        NO_EXCEPTION,
        item="define|tally|forecast",
    ),
    Idiom(
        r"(?:otherwise|default|else|rest|normally|usually):? (\S+)",
        (),
        r"What holds where no exception does is the base, above the exceptions: `base: \1`.",
        "A define has one base.",
        item="define|tally|forecast",
    ),
    Idiom(
        r"except: (\S.*)",
        (),
        r"An exception has a name, by which others and overlays call it: `except dark: \1`.",
        item="define|tally|forecast",
    ),
    # calls
    Idiom(rf"look ?up (?:in |on |the |table )+({TABLE})", (r"look up \1",)),
    Idiom(
        rf"(?P<head>{KEYS}(?: {TEXT})?): roll on (?P<table>{TABLE}) "
        r"(?P<times>twice|thrice|(?:two|three|four|[2-4]) times)",
        (write_rolls,),
        "Each roll is a statement on a line of its own, in a block below the row, without a colon.",
        "A row rolls once on another table.",
    ),
    Idiom(
        rf"(?P<head>(?:{KEYS}(?: {TEXT})?: )?)roll on (?:the )?(?!(?:the|{NO_TITLE})\b)"
        rf"(?P<title>[A-Za-z][\w']*(?: (?!(?:{NO_TITLE})\b)[A-Za-z]\w*)+)",
        (write_table_id,),
        "A table is called by its id, which is one word: not by its title.",
        "No title of several words stands here.",
    ),
)
"""The idioms, in the order of trial."""
