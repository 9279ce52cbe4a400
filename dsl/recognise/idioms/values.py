"""Idioms of arithmetic, dice and values by condition, as parts of a line."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.conditional import CONDITIONAL_VALUES
from bombsight.dsl.recognise.idioms.idiom import COUNT, ITEM, REF, SUM, Idiom, read_count

ASSIGNS = r"\s*(?:let|set|define|base|except|add|take|prefer)\b"
HALVES = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "tenth": 10}
LOOP_OF_DICE = (
    "Dice that are thrown again and added are a loop: `let sum = 1d6`, `let die = sum`, then "
    "`while die is 6 at most 20 times` with `set die to 1d6` and `add die to sum` below it. On a table "
    "`again at most 20 times` throws once more, and that row counts alone."
)


def join_digits(match: re.Match[str]) -> str:
    """Return a matched number without its thousands separators: ``1000`` for ``1,000``."""
    return re.sub(r"\D", "", match[0])


def write_dropped(match: re.Match[str]) -> str:
    """Translate a match of dice of which some are dropped or kept to ``highest of 2d6`` or ``highest 3 of 4d6``."""
    count, sides = int(match["count"]), match["sides"]
    is_kept = bool(match["keep"]) or not match["drop"]
    word = (match["which"] or "highest")[0].lower()
    is_high = (word in "hb") == is_kept
    number = read_count(match["number"]) if match["number"] else 1
    kept = number if is_kept else count - number
    return f"{'highest' if is_high else 'lowest'} {f'{kept} ' if kept > 1 else ''}of {count}d{sides}"


def write_fraction(match: re.Match[str], rounding: str) -> str:
    """Translate a match of a part of a value, ``half of oil``, to a division that rounds."""
    return f"{match['of']} / {HALVES[match['part']]} rounded {rounding}"


def write_share(match: re.Match[str], rounding: str) -> str:
    """Translate a match of a percentage, ``50% of oil``, to a division that rounds."""
    return f"{match['of']} * {match['share']} / 100 rounded {rounding}"


VALUES = (
    *CONDITIONAL_VALUES,
    # numbers
    Idiom(
        rf"(\d+d\d+) ?[\u2013\u2014] ?({ITEM})",
        (r"\1 - \2",),
        r"Minus is a hyphen: `\1 - \2`.",
        "A dash is no minus.",
    ),
    Idiom(
        r"-(\d+d\d+)",
        (r"0 - \1",),
        r"Dice have no sign: take them from something, `0 - \1`.",
        "No minus stands before dice.",
        line=r"\s*[^\s-]",
    ),
    Idiom(
        r"\d{1,3}(?:[,'\u2019_ ]\d{3})+(?![\w.,])(?!\.\d)",
        (join_digits,),
        message="No sign parts the thousands of a number.",
    ),
    Idiom(
        r"\d{1,3}(?:\.\d{3})+(?![\w.,])",
        (join_digits,),
        "Write all its digits together. Or is it a fraction? Then count in tenths.",
        "No sign parts the thousands of a number.",
        doubtful=True,
    ),
    Idiom(
        rf"({ITEM}) rounded (up|down)",
        (),
        r"Only a division is rounded, `\1 / 2 rounded \2`. Numbers are whole.",
        "Here is nothing to round.",
    ),
    # dice
    Idiom(r"(\d*)[dDwW]%", (lambda found: f"{found[1] or 1}d100",)),
    Idiom(
        r"(?P<count>\d+)d(?P<sides>\d+)[, ]*(?:(?P<keep>keep(?:ing)?|take|k)|(?P<drop>drop(?:ping)?|discard|d))[, ]*"
        r"(?:the )?(?P<which>highest|lowest|best|worst|high|low|h|l)?(?: ?(?P<number>\d+|one|two"
        r"|three)\b)?(?: dice| die)?",
        (write_dropped,),
        code="E082",
    ),
    Idiom(
        r"(?P<count>\d+)d(?P<sides>\d+)[, ]+(?P<keep>)(?P<drop>)(?P<number>)(?P<which>highest|lowest|best"
        r"|worst)(?: die| one)?",
        (write_dropped,),
        code="E082",
    ),
    Idiom(
        r"(?:the )?(?:best|better|higher|greater|larger|max|maximum|top|high|highest)(?: dic?e)?(?: of| "
        r"from)? (?=\d+d\d)",
        ("highest of ",),
        code="E082",
    ),
    Idiom(
        r"(?:the )?(?:worst|worse|lower|lesser|smaller|min|minimum|low|lowest)(?: dic?e)?(?: of| from)? (?=\d+d\d)",
        ("lowest of ",),
        code="E082",
    ),
    Idiom(r"max\(1d(\d+), ?1d\1\)", (r"highest of 2d\1",), code="E082"),
    Idiom(r"min\(1d(\d+), ?1d\1\)", (r"lowest of 2d\1",), code="E082"),
    Idiom(r"[12]?d(\d+) (?:with |at |rolled with )?advantage", (r"highest of 2d\1",), code="E082"),
    Idiom(r"[12]?d(\d+) (?:with |at |rolled with )?disadvantage", (r"lowest of 2d\1",), code="E082"),
    Idiom(r"(\d+)[DwW](\d+)(?!\w)", (r"\1d\2",)),
    Idiom(r"(\d+) ?[x\u00d7*] ?d(\d+)(?!\w)", (r"\1d\2",)),
    Idiom(r"[\[(<] ?(\d+d\d+|d66) ?[\])>]", (r"\1",)),
    Idiom(r"(?:roll|throw|dice)\((\d+d\d+)\)", (r"\1",)),
    Idiom(
        rf"({COUNT}|an?) ?(?:six-sided |6-sided |normal )?(?:dice|die|d6s?)",
        (lambda found: f"{read_count(found[1])}d6",),
        doubtful=True,
    ),
    Idiom(
        rf"(?!\d+d\d+\b)({COUNT}|an?) ?(?:(\d+)-sided (?:dice|die)|d(\d+)s?)",
        (lambda found: f"{read_count(found[1])}d{found[2] or found[3]}",),
    ),
    Idiom(
        r"percentile(?: dice)?|d?percent(?:age)?|(?:1?d)?100 ?%|%(?=$)",
        ("1d100",),
        line=r"\s*(?:roll|let|set|add|take)\b",
    ),
    Idiom(r"\d*d\d+ ?!+(?!=)", (), LOOP_OF_DICE, "No sign throws dice again."),
    Idiom(
        r"\d*d\d+,? (?:and )?(?:re-?roll(?:ing)?|r)\b.*",
        (),
        "Dice are thrown again in a loop: `let die = 1d6`, then `while die is 1 at most 20 times`, below it "
        "`set die to 1d6`.",
        "No word throws dice again within a value.",
    ),
    Idiom(r"(\d+) ?d ?(\d+)(?!\w)", (r"\1d\2",), code="E038"),
    # arithmetic
    Idiom(
        rf"(?:the )?(max|min)(?:imum)? (?:of )?({ITEM}(?:, ?{ITEM})+)",
        (r"\1(\2)",),
    ),
    Idiom(rf"(?:the )?(?:lowest|smallest|least|lower) of ({ITEM}(?:, ?{ITEM})+)", (r"min(\1)",)),
    Idiom(rf"(?:the )?(?:highest|largest|greatest|higher) of ({ITEM}(?:, ?{ITEM})+)", (r"max(\1)",)),
    Idiom(
        rf"(?:the )?(?:max(?:imum)?|larger|greater|higher|bigger|highest|largest|best) (?:of )?({SUM}) "
        rf"(?:and|or) ({SUM})",
        (r"max(\1, \2)",),
    ),
    Idiom(
        rf"(?:the )?(?:min(?:imum)?|smaller|lesser|lower|lowest|smallest|worst) (?:of )?({SUM}) (?:and|or) ({SUM})",
        (r"min(\1, \2)",),
    ),
    Idiom(
        rf"({SUM}),? (?:but |and )?(?:at most|no more than|not more than|max(?:imum)?|capped at|limited to"
        rf"|up to) ({ITEM})",
        (r"min(\1, \2)",),
        line=ASSIGNS,
    ),
    Idiom(
        rf"({SUM}),? (?:but |and )?(?:at least|no less than|not less than|min(?:imum)?) ({ITEM})",
        (r"max(\1, \2)",),
        line=ASSIGNS,
    ),
    Idiom(rf"({SUM}) or ({ITEM}),? (?:if|whichever is) (?:lower|less|smaller)", (r"min(\1, \2)",)),
    Idiom(rf"({SUM}) or ({ITEM}),? (?:if|whichever is) (?:higher|more|greater|larger)", (r"max(\1, \2)",)),
    Idiom(
        rf"(?i:max|min|abs)\(({SUM}); ?({SUM})\)", (lambda found: f"{found[0][:3].lower()}({found[1]}, {found[2]})",)
    ),
    Idiom(rf"(abs|min|max|next|previous) (?:of )?({REF}|\d+)", (r"\1(\2)",)),
    Idiom(
        rf"(?:an? |one )?(?P<part>half|third|quarter|fourth|fifth|tenth)(?: of)?(?: the)? (?P<of>{REF})",
        (lambda found: write_fraction(found, "down"), lambda found: write_fraction(found, "up")),
        "A division says how it rounds: `oil / 2 rounded down`, or `rounded up`.",
        doubtful=True,
    ),
    Idiom(
        rf"(?P<share>\d+) ?(?:%|percent)(?: of)?(?: the)? (?P<of>{REF})",
        (lambda found: write_share(found, "down"), lambda found: write_share(found, "up")),
        "A division says how it rounds: `oil * 50 / 100 rounded down`, or `rounded up`.",
        doubtful=True,
    ),
    Idiom(rf"(?:twice|double|two times)(?: the)? ({ITEM})", (r"\1 * 2",)),
    Idiom(rf"(?:triple|thrice|three times)(?: the)? ({ITEM})", (r"\1 * 3",)),
    Idiom(
        r"(?:one|a) (?:more|higher|less|lower|fewer)(?: than \w+)?$",
        (),
        "Say of what: `oil + 1`, `oil - 1`; or change it: `add 1 to oil`.",
    ),
    Idiom(rf"({ITEM}) (?:times|multiplied by|mal) ({ITEM})", (r"\1 * \2",)),
    Idiom(rf"({ITEM}) plus ({ITEM})", (r"\1 + \2",)),
    Idiom(rf"({ITEM}) (?:minus|less) ({ITEM})", (r"\1 - \2",)),
    Idiom(
        rf"({ITEM}) (?:divided by|over|div|by|\u00f7) ({ITEM})",
        (r"\1 / \2 rounded down", r"\1 / \2 rounded up"),
        r"A division says how it rounds: `\1 / \2 rounded down`, or `rounded up`.",
        doubtful=True,
        line=ASSIGNS,
    ),
    Idiom(
        rf"({ITEM}) ?(?:%|mod\b|modulo\b) ?({ITEM})",
        (r"\1 - (\1 / \2 rounded down) * \2",),
        r"There is no sign for what a division leaves: it is `\1 - (\1 / \2 rounded down) * \2`.",
        doubtful=True,
    ),
    Idiom(rf"({ITEM}) ?(?:\*\*|\^) ?2(?!\d)", (r"\1 * \1",)),
    Idiom(rf"({ITEM}) ?(?:\*\*|\^) ?({ITEM})", (), r"There are no powers: write the product out, `\1 * \1`."),
    Idiom(r" ?[\u00d7\u2715\u00b7] ?", (" * ",)),
    Idiom(rf"({ITEM}) ?\u00f7 ?({ITEM})", (), r"Divide with `/`, and say how it rounds: `\1 / \2 rounded down`."),
    Idiom(rf"({ITEM}) x ({ITEM})", (r"\1 * \2",)),
    Idiom(r"(\d+)(?!d\d)([A-Za-z]\w*)(?!\w)", (r"\1 * \2",), line=r"\s*(?:if|else if|while|let|set|add|take)\b"),
    Idiom(r"(\d+) ?\((?=[A-Za-z])", (r"\1 * (",)),
    Idiom(rf"({ITEM}) ?>> ?1\b", (r"\1 / 2 rounded down",)),
    Idiom(rf"({ITEM}) ?<< ?1\b", (r"\1 * 2",)),
    Idiom(rf"({REF}) ?\?\? ?({ITEM})", (r"\1 or else \2",)),
    Idiom(rf"({ITEM} / {ITEM}) rounded(?! (?:up|down))", (), r"Say which way: `\1 rounded down` or `\1 rounded up`."),
    Idiom(r"[A-Za-z]\w*::[A-Za-z]\w*", (lambda found: found[0].replace("::", "."),)),
    # articles, and signs behind a line
    Idiom(r"(?:the|a|an) +(?=[A-Za-z])", ("",)),
    Idiom(r" ?;$", ("",), code="E005"),
    Idiom(r" ?[.,]$", ("",)),
    Idiom(r" ?\{$", ("",), line=r"\s*(?:if|else|while|for|repeat|procedure|state|record|enum|choose|step|answer)\b"),
)
"""The idioms, in the order of trial."""
