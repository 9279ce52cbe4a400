"""Idioms of conditions and values, as parts of a line."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.idiom import ITEM, REF, TABLE, Idiom, sort_idioms
from bombsight.dsl.slips.sentences import BY_CONDITION

GREATER = r"(?:greater|more|larger|bigger|higher|longer|older)"
LESS = r"(?:less|fewer|smaller|lower|shorter|younger)"
EQUAL = r" than or equal(?:s)?(?: to)?"
WORDS = r"\w+(?:, ?\w+)*"
SUM = rf"{ITEM}(?: ?[-+*] ?{ITEM})*"
"""Matches a value without comparisons."""

NO_NAMES = "What is called is given its values in the order of its parameters, without their names."
NO_MEMBER = "A set has its members in braces, with commas between them: `sky in {fog, gale}`."


def write_set(match: re.Match[str]) -> str:
    """Translate a match of alternatives with commas, `or` or `and` to a set: ``a, b or c`` to ``{a, b, c}``."""
    words = re.split(r",? (?:or|and|nor) |, ?", match["members"])
    return f"{{{', '.join(words)}}}"


def write_membership(match: re.Match[str]) -> str:
    """Translate a match that tests for several alternatives to a membership test: ``x in {a, b}``."""
    return f"in {write_set(match)}"


def write_exclusion(match: re.Match[str]) -> str:
    """Translate a match that tests against several alternatives to ``not x in {a, b}``."""
    return f"not {match['of']} in {write_set(match)}"


def write_quantifier(match: re.Match[str]) -> str:
    """Translate a match of a count over members to a quantifier in brackets: ``count(s in ships)``."""
    return f"{match['word']}({match['among']})"


def write_new_element(match: re.Match[str]) -> str:
    """Translate a match of a constructor with ``=`` to a new element with colons: ``Ship(kind: brig)``."""
    fields = re.sub(r"(\w+) ?=(?!=) ?", r"\1: ", match["fields"])
    return f"{match['record']}({fields})"


def write_positional_call(match: re.Match[str]) -> str:
    """Translate a match of a call with keyword arguments to one with positional arguments."""
    given = re.sub(r"\w+ ?[:=](?!=) ?", "", match["given"])
    return f"{match['how']} {match['what']}({given})"


def join_digits(match: re.Match[str]) -> str:
    """Return a matched number without its thousands separators: ``1000`` for ``1,000``."""
    return re.sub(r"\D", "", match[0])


LISTED = r"(?P<members>\w+(?:(?:,? (?:or|and|nor) |, ?)\w+)+)"

VALUES = sort_idioms(
    (
        # comparisons
        Idiom(rf"is {GREATER}{EQUAL}", (">=",)),
        Idiom(rf"is {LESS}{EQUAL}", ("<=",)),
        Idiom(rf"is (?:no|not) {GREATER}(?: than)?", ("<=",)),
        Idiom(rf"is (?:no|not) {LESS}(?: than)?", (">=",)),
        Idiom(rf"is (?:{GREATER}(?: than)?|above|over|beyond)", (">",)),
        Idiom(rf"is (?:{LESS}(?: than)?|below|under)", ("<",)),
        Idiom(rf"{GREATER} than", (">",)),
        Idiom(rf"{LESS} than", ("<",)),
        Idiom(r"exceeds", (">",)),
        Idiom(r"is at least", (">=",)),
        Idiom(r"is at most|is up to", ("<=",)),
        Idiom(
            r"(?:is|are)n['\u2019]?t(?: equal to)?|is not equal to|does not equal|doesn['\u2019]?t equal|differs from"
            r"|is different (?:from|to)",
            ("is not",),
        ),
        Idiom(r"is equal to|is the same as|equals", ("is",)),
        Idiom(rf"(?:is |in )?between ({SUM}) and ({SUM})", (r"in \1..\2",)),
        Idiom(rf"({REF}) is not between ({SUM}) and ({SUM})", (r"not \1 in \2..\3",)),
        Idiom(
            rf"({SUM}) (<=?|>=?|is not|is) ({SUM}) (and|or) (<=?|>=?|is not|is) ({SUM})",
            (r"\1 \2 \3 \4 \1 \5 \6",),
        ),
        Idiom(r"exists|is (?:set|present|defined|known|there)", ("is not none",)),
        Idiom(
            r"does(?: not|n't) exist|is (?:missing|absent|unset|undefined)|is not (?:set|there|present)", ("is none",)
        ),
        Idiom(r"=>", (">=",)),
        Idiom(r"=<", ("<=",)),
        Idiom(r" ?={2,3} ?", (" = ",), message="`==` is no sign of the language."),
        # numbers
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
        # members
        Idiom(rf"is (?:one|any|either)(?: one)? of [\[{{(]?{LISTED}[\]}})]?", (write_membership,)),
        Idiom(rf"is either {LISTED}", (write_membership,)),
        Idiom(rf"(?P<of>{REF}) is neither {LISTED}", (write_exclusion,)),
        Idiom(rf"(?P<of>{REF}) (?:is )?not in [\[{{(]{LISTED}[\]}})]", (write_exclusion,)),
        Idiom(rf"({REF}) (?:is )?not in (\S+)", (r"not \1 in \2",)),
        Idiom(rf"(?:is )?in [\[(]{LISTED}[\])]", (write_membership,), NO_MEMBER),
        Idiom(rf"in {LISTED}", (write_membership,), NO_MEMBER),
        Idiom(r"is (?:in|within|inside|among)\b", ("in",)),
        Idiom(rf"(?:in|within) [\[{{(]({ITEM}) ?\.\. ?({ITEM})[\]}})]", (r"in \1..\2",)),
        Idiom(
            rf"in (?:from )?({SUM}) (?:to|through|until|-) ({SUM})", (r"in \1..\2",), line=r"(?!\s*(?:for|choose)\b)"
        ),
        Idiom(
            rf"in range\({SUM}\)|in range\({SUM}, ?{SUM}\)", (), "A range has two dots between its ends: `oil in 0..5`."
        ),
        Idiom(r"(?:within|inside|among) (?=\S)", ("in ",)),
        Idiom(
            r"(?P<word>any|count|first) (?P<among>\w+ in \w+(?:\.\w+)*(?: where [^\n]*?)?)(?= (?:[<>]=?|is|in)\b|$)",
            (write_quantifier,),
        ),
        Idiom(
            r"any\((?P<fact>[^()\n]+) for (?P<name>\w+) in (?P<of>[^()\n]+)\)",
            (r"any(\g<name> in \g<of> where \g<fact>)",),
        ),
        Idiom(
            r"(?:all|every)\((?P<name>\w+) in (?P<of>\S+) where (?P<fact>[^()\n]+)\)",
            (r"not any(\g<name> in \g<of> where not (\g<fact>))",),
        ),
        Idiom(
            r"(?:all|every)\((?P<fact>[^()\n]+) for (?P<name>\w+) in (?P<of>[^()\n]+)\)",
            (r"not any(\g<name> in \g<of> where not (\g<fact>))",),
        ),
        Idiom(
            rf"(?:count|len|length|size)\(({REF})\)",
            (r"count(each_one in \1)",),
            r"Write `count(x in \1)`: each member has a name, by which `where` asks of it.",
            doubtful=True,
        ),
        Idiom(
            rf"(?:the )?(?:number|count|size|length) of ({REF})",
            (r"count(each_one in \1)",),
            r"Write `count(x in \1)`: each member has a name, by which `where` asks of it.",
            doubtful=True,
        ),
        # joined conditions
        Idiom(
            r"xor\b|either\b(?=.*\bor\b.*\bbut not both\b)",
            (),
            "Write what holds for exactly one of them, `(oil > 3 or lit) and not (oil > 3 and lit)`.",
            "No word says that one of two holds, and not both.",
        ),
        Idiom(r"nor\b", (), "Write `not (oil > 3 or lit)`: neither holds.", "`nor` is no word of the language."),
        Idiom(
            r"nand\b", (), "Write `not (oil > 3 and lit)`: they do not both hold.", "`nand` is no word of the language."
        ),
        Idiom(
            rf"(any|first)\(({REF})\)",
            (r"\1(each_one in \2)",),
            r"Write `\1(x in \2)`: each member has a name, by which `where` asks of it.",
            doubtful=True,
        ),
        # calls
        Idiom(rf"roll ?\(\"?(?!\d*d\d)({TABLE})\"?\)", (r"roll on \1",)),
        Idiom(rf"(roll on|look up|do) ?\(\"?({TABLE})\"?\)", (r"\1 \2",)),
        Idiom(rf"(roll on|look up|do) \"({TABLE})\"", (r"\1 \2",), "What is called stands without quotes."),
        Idiom(r"roll \"(\d+d\d+|d66)\"", (r"roll \1",), "Dice stand without quotes."),
        Idiom(
            r"(?<!do )(?<!on )(?<!up )(?P<record>[A-Za-z]\w*)\((?P<fields>\w+ ?=(?!=)[^()\n]*)\)",
            (write_new_element,),
            r"A field of a new element has a colon behind its name.",
        ),
        Idiom(r"(do|on|look up) ([\w-]+)\(\w+ ?[:=](?!=) ?([^(),\n]*)\)", (r"\1 \2(\3)",), NO_NAMES),
        Idiom(
            r"(?P<how>do|on|look up) (?P<what>[\w-]+)\((?P<given>\w+ ?[:=](?!=)[^()\n]*)\)",
            (write_positional_call,),
            NO_NAMES,
            doubtful=True,
        ),
        # arithmetic
        Idiom(
            rf"(?:the )?(?:max(?:imum)?|larger|greater|higher|bigger) (?:of )?({SUM}) (?:and|or) ({SUM})",
            (r"max(\1, \2)",),
        ),
        Idiom(
            rf"(?:the )?(?:min(?:imum)?|smaller|lesser|lower|lowest|smallest) (?:of )?({SUM}) (?:and|or) ({SUM})",
            (r"min(\1, \2)",),
        ),
        Idiom(rf"(abs|min|max|next|previous) (?:of )?({REF}|\d+)", (r"\1(\2)",)),
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
        Idiom(
            rf"({ITEM} / {ITEM}) rounded(?! (?:up|down))", (), r"Say which way: `\1 rounded down` or `\1 rounded up`."
        ),
        Idiom(r"[A-Za-z]\w*::[A-Za-z]\w*", (lambda found: found[0].replace("::", "."),)),
        Idiom(r".*\?.*:.*|.*\bif\b.*\belse\b.*", (), BY_CONDITION, "This is no value."),
        # dice
        Idiom(r"(\d*)[dDwW]%", (lambda found: f"{found[1] or 1}d100",)),
        Idiom(r"(\d+)[DwW](\d+)(?!\w)", (r"\1d\2",)),
        Idiom(r"(?:roll|throw|dice)\((\d+d\d+)\)", (r"\1",)),
        Idiom(
            r"\d*d\d+ ?!+(?!=)",
            (),
            "Dice that are thrown again and added are a loop: `let sum = 1d6`, `let die = sum`, then "
            "`while die is 6 at most 20 times` with `set die to 1d6` and `add die to sum` below it. On a table "
            "`again at most 20 times` throws once more, and that row counts alone.",
            "No sign throws dice again.",
        ),
        # articles, and signs behind a line
        Idiom(r"(?:the|a|an) +(?=[A-Za-z])", ("",)),
        Idiom(r" ?[.,]$", ("",)),
    )
)
"""The idioms of parts of lines, in the order of trial."""
