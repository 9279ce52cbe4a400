"""Idioms of sets, lists and their members, of fields and calls, as parts of a line."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.idiom import ITEM, REF, SUM, TABLE, Idiom

NO_NAMES = "What is called is given its values in the order of its parameters, without their names."
NO_MEMBER = "A set has its members in braces, with commas between them: `sky in {fog, gale}`."
NAMED_MEMBER = "each member has a name, by which `where` asks of it."

LISTED = r"(?P<members>\w+(?:(?:,? (?:or|and|nor) |, ?)\w+)+)"


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


MEMBERS = (
    # sets
    Idiom(rf"is (?:one|any|either)(?: one)? of [\[{{(]?{LISTED}[\]}})]?", (write_membership,)),
    Idiom(rf"is either {LISTED}", (write_membership,)),
    Idiom(rf"(?P<of>{REF}) is neither {LISTED}", (write_exclusion,)),
    Idiom(rf"(?P<of>{REF}) is not (?:either )?(?P<members>\w+(?:(?:, ?|,? or )\w+)* nor \w+)", (write_exclusion,)),
    Idiom(rf"(?P<of>{REF}) is not (?:one|any) of [\[{{(]?{LISTED}[\]}})]?", (write_exclusion,)),
    Idiom(rf"(?P<of>{REF}) (?:is )?not in [\[{{(]{LISTED}[\]}})]", (write_exclusion,)),
    Idiom(rf"({REF}) (?:is )?not in (\S+)", (r"not \1 in \2",)),
    Idiom(rf"(?:is )?in [\[(]{LISTED}[\])]", (write_membership,), NO_MEMBER),
    Idiom(r"(?:is )?in [\[(](\w+)[\])]", (r"in {\1}",), NO_MEMBER),
    Idiom(rf"in {LISTED}", (write_membership,), NO_MEMBER),
    Idiom(r"is (?:in|within|inside|among)\b", ("in",)),
    Idiom(rf"(?:in|within) [\[{{(]({ITEM}) ?\.\. ?({ITEM})[\]}})]", (r"in \1..\2",)),
    Idiom(rf"in (?:from )?({SUM}) (?:to|through|until|-) ({SUM})", (r"in \1..\2",), line=r"(?!\s*(?:for|choose)\b)"),
    Idiom(rf"in range\({SUM}\)|in range\({SUM}, ?{SUM}\)", (), "A range has two dots between its ends: `oil in 0..5`."),
    Idiom(r"(?:within|inside|among) (?=\S)", ("in ",)),
    # lists
    Idiom(
        rf"(?:not |! ?)(?:len|count|length|size)\(({REF})\)|(?:len|count|length|size)\(({REF})\) ?(?:==?|is) ?0"
        rf"|({REF})\.(?:isEmpty|is_empty|empty)(?:\(\))?|({REF})\.(?:length|size|count)(?:\(\))? ?={{1,3}} ?0",
        (lambda found: f"not any(each_one in {found[1] or found[2] or found[3] or found[4]})",),
    ),
    Idiom(
        rf"(?:len|count|length|size)\(({REF})\) ?(?:> ?0|>= ?1|!= ?0)|({REF})\.(?:length|size"
        rf"|count)(?:\(\))? ?(?:> ?0|>= ?1|!==? ?0)",
        (lambda found: f"any(each_one in {found[1] or found[2]})",),
    ),
    Idiom(
        rf"({REF}) (?:contains?|includes?|holds?)(?: an?| any)? (\w+)|({REF})\.(?:contains|includes|has"
        rf"|index)\((\w+)\)",
        (),
        "Write `any(b in boats where b.kind is brig)`, with the list, and the field that says it.",
        "A list is asked for one that is so.",
    ),
    Idiom(
        r"(?P<word>any|count|first) (?P<among>\w+ in \w+(?:\.\w+)*(?: where [^\n]*?)?)(?= (?:[<>]=?|is|in)\b|$)",
        (write_quantifier,),
    ),
    Idiom(
        r"any\(\[?(?P<fact>[^()\n]+) for (?P<name>\w+) in (?P<of>[^()\n]+?)\]?\)",
        (r"any(\g<name> in \g<of> where \g<fact>)",),
    ),
    Idiom(r"sum\(\[(?P<sum>[^\]\n]+)\]\)", (r"sum(\g<sum>)",)),
    Idiom(
        r"sum\((?P<of>[^()\n]+) for (?P<name>\w+) in (?P<list>[^()\n]+?) if (?P<fact>[^()\n]+)\)",
        (r"sum(\g<of> for \g<name> in \g<list> where \g<fact>)",),
    ),
    Idiom(
        r"(?:len|count|sum)\(\[?(?:\w+|1) for (?P<name>\w+) in (?P<list>[^()\n]+?)(?: if (?P<fact>[^()\n]+?))?\]?\)",
        (
            lambda found: (
                f"count({found['name']} in {found['list']}{' where ' + found['fact'] if found['fact'] else ''})"
            ),
        ),
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
        rf"(?:count|len|length|size)\(({REF})\)|({REF})\.(?:length|size|count)(?:\(\))?(?= ?(?:[=!<>]))",
        (lambda found: f"count(each_one in {found[1] or found[2]})",),
        r"Write `count(x in boats)`: " + NAMED_MEMBER,
        doubtful=True,
    ),
    Idiom(
        rf"(?:the )?(?:number|count|size|length) (?:of )?({REF})",
        (r"count(each_one in \1)",),
        rf"Write `count(x in \1)`: {NAMED_MEMBER}",
        doubtful=True,
    ),
    Idiom(
        rf"(any|first)\(({REF})\)",
        (r"\1(each_one in \2)",),
        rf"Write `\1(x in \2)`: {NAMED_MEMBER}",
        doubtful=True,
    ),
    # fields, options and calls
    Idiom(r"option(?:s?\.|: ?|\[ ?[\"']?|\([\"']?)(\w+)(?:[\"']? ?[\])])?", (r"option \1",)),
    Idiom(rf"({REF})['\u2019]s (\w+)", (r"\1.\2",)),
    Idiom(
        rf"(?!(?:lowest|highest|list|best|worst|higher|lower|greater|larger|smaller|bigger|lesser|maximum"
        rf"|minimum|sum|total|rest|half|number|count|one|two|three|all|any|none|max|min)\b)(\w+) of ({REF})",
        (r"\2.\1", r"\1(\2)", r"\1[\2]"),
        line=r"\s*(?:if|else if|while|let|set|take|add|[+-]|prefer)",
    ),
    Idiom(rf"roll ?\(\"?(?!\d*d\d)({TABLE})\"?\)", (r"roll on \1",)),
    Idiom(rf"(roll on|look up|do) ?\(\"?({TABLE})\"?\)", (r"\1 \2",)),
    Idiom(rf"(roll on|look up|do) [\"'\[]+({TABLE})[\"'\]]+", (r"\1 \2",), "What is called stands without quotes."),
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
    # names with the signs or the owners of other languages
    Idiom(
        r"(?:self|this|me|game|state|mission|player|global|vars?|my)\.(?=[a-z])",
        ("",),
        message="A field is named alone.",
    ),
    Idiom(r"[$@](?=[A-Za-z])", ("",), message="A name has no sign before it."),
    Idiom(
        r"(?:Math\.)?floor\((?:Math\.)?random\(\) ?\* ?(\d+)\) ?\+ ?1"
        r"|(?:Math\.)?ceil\((?:Math\.)?random\(\) ?\* ?(\d+)\)",
        (lambda found: f"1d{found[1] or found[2]}",),
    ),
    Idiom(r"(?:[mM]ath|np|numpy|random|Number|std)(?:\.|::)(\w+)(?=\()", (r"\1",)),
    Idiom(
        rf"({REF})\.(?:toString|to_s|str)\(\)|(?:str|String|to_string)\(({REF})\)",
        (lambda found: found[1] or found[2],),
    ),
)
"""The idioms, in the order of trial."""
