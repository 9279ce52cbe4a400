"""Idioms of items and their first lines."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.choices import name_from_text
from bombsight.dsl.recognise.idioms.idiom import TEXT, Idiom

VALUES = r"(?P<values>[A-Za-z]\w*(?:(?: ?[;|,/] ?| and |, ?and | or )[A-Za-z]\w*)+)"
NO_SPACES = "A name has no spaces."
ONE_WORD = "A name is one word; its parts are joined by underscores."
KINDS = r"(?:table|procedure|define|enum|record|state|tally|forecast|board|reroll)"
BELOW = "What belongs to an item stands below it, each on a line of its own, two spaces deeper."
TEXT_LINES = frozenset(("author", "publisher", "about", "names", "version", "licence", "home"))
"""The lines of a manifest that have a text."""

REMARK = "A remark begins with #."


def write_enum_of_values(match: re.Match[str]) -> str:
    """Translate a match of another language's enum to ``enum Sky: clear, fog``."""
    values = re.split(r" ?[;|,/] ?(?:and )?| and | or | +", match["values"].strip())
    return f"enum {match['name']}: {', '.join(values)}"


def write_enum_of_texts(match: re.Match[str]) -> str:
    """Translate a match of an enum of string literals to named values with titles: ``enum Sky: fog "Fog"``."""
    values = [f"{name_from_text(text)} {text}" for text in re.findall(TEXT, match["values"])]
    return f"enum {match['name']}: {', '.join(values)}"


def write_manifest_line(match: re.Match[str]) -> str:
    """Translate a match of a manifest's line as YAML writes it, ``author: Ada``, to ``author "Ada"``."""
    word, value = match["word"], match["value"]
    is_text = word in TEXT_LINES and not value.startswith('"')
    return f'{word} "{value}"' if is_text else f"{word} {value}"


UNITS = {
    **dict.fromkeys(("tenth", "decimal", "10th"), "tenths"),
    **dict.fromkeys(("hundredth", "percent", "cent", "100th"), "hundredths"),
    **dict.fromkeys(("thousandth", "permille", "1000th"), "thousandths"),
}
"""The units of forecasts, by what people write for them, without an `s` at the end."""

UNIT = "|".join(UNITS)


def write_forecast(match: re.Match[str]) -> str:
    """Translate a match of a forecast with its unit elsewhere, or in other words, to one ``in hundredths:``."""
    prefix = "" if match["unit"] else "late_"
    unit = UNITS[match["unit"] or match["late"]]
    return f"forecast {match[prefix + 'tally']} in {unit}: {match[prefix + 'rest']}{match[prefix + 'value']}"


ITEMS = (
    # enums
    Idiom(r"type (?P<name>\w+) ?[=:]? ?" + VALUES, (write_enum_of_values,)),
    Idiom(r"(?:type|enum) (?P<name>\w+) ?[=:]? ?[{\[(] ?" + VALUES + r" ?[}\])]", (write_enum_of_values,)),
    Idiom(r"enum (?P<name>\w+)(?: ?[=:] ?| )(?!.*,)" + VALUES, (write_enum_of_values,)),
    Idiom(
        r"enum (?P<name>\w+)(?: ?[=:] ?| )(?P<values>[A-Za-z]\w*(?:, ?[A-Za-z]\w*)*,? and [A-Za-z]\w*)",
        (write_enum_of_values,),
    ),
    Idiom(
        r"enum (?P<name>\w+) ?: ?(?P<values>[A-Za-z]\w*(?: [A-Za-z]\w*)+)",
        (write_enum_of_values,),
        "Commas stand between the values.",
        doubtful=True,
    ),
    Idiom(r"enum ?: ?(?P<name>[A-Z]\w*):? " + VALUES, (write_enum_of_values,)),
    Idiom(
        r"(?P<name>[A-Z]\w*) ?[:=] ?" + VALUES,
        (write_enum_of_values,),
        "Values that belong together are an enum.",
        doubtful=True,
        item=r"[A-Z]\w* ?[:=]",
    ),
    Idiom(
        rf"enum (?P<name>\w+) ?[=:] ?(?P<values>{TEXT}(?:, ?{TEXT})*)",
        (write_enum_of_texts,),
        "A value has a name, and behind it perhaps a title.",
        "A text is no value of an enum.",
        doubtful=True,
    ),
    Idiom(
        r"enum \w+ ?: ?[\w ,]*\b\d+\b[\w ,]*",
        (),
        "A value has a name, which begins with a letter: `enum Port: one, two`. Numbers are a range: `fuel: 1..3`.",
        "A number is no value of an enum.",
    ),
    # first lines
    Idiom(r"(record|state|enum) (\w+) ?:", (r"\1 \2",)),
    Idiom(rf"({KINDS}) ?: ?(\S.*)", (r"\1 \2",)),
    Idiom(r"(procedure|table) (\S+)\(\)(.*)", (r"\1 \2\3",)),
    Idiom(
        r"(?:def|function|func|fn|sub|proc|void|to|on|action|task|step|begin|routine) (\w+) ?(?:\(\))?",
        (r"procedure \1",),
        item="def|f|sub|proc|void|to|on|action|task|step|begin|routine",
    ),
    Idiom(rf"table ([A-Za-z0-9]+) (\d\w*) ({TEXT}.*)", (r"table \1-\2 \3",)),
    Idiom(rf"(table \S+): ({TEXT}.*)", (r"\1 \2",)),
    Idiom(
        rf"[a-z]\w* table ([\w-]+ {TEXT}.*)",
        (r"table \1",),
        item=r"\w+ table",
    ),
    Idiom(rf"(?![a-z]+\b)([A-Za-z][\w-]*\d) ({TEXT})", (r"table \1 \2",), item=r"[A-Z][\w-]*\d"),
    Idiom(
        rf"table ({TEXT}).*",
        (),
        r"A table has an id before its title, by which rules call it: `table Z-1 \1`.",
        "A table has an id.",
    ),
    Idiom(
        rf"(table \S+ {TEXT}):? (?:roll )?(\d*d\d+|d66)",
        (r"\1" + "\n" + r"  roll \2",),
        BELOW,
        "The dice of a table stand below its title.",
    ),
    Idiom(
        r"table ([\w-]+) \(?(\d*d\d+)\)?",
        (),
        r"A table has its title behind its id, and its dice below: `table \1 \"The sky\"`, `roll \2`.",
    ),
    Idiom(rf"procedure ({TEXT}) ([A-Za-z]\w*(?:\(.*\))?)", (r"procedure \2 \1",)),
    Idiom(rf"(procedure \w+(?:\(.*\))?) ?[:=-] ?({TEXT}.*)", (r"\1 \2",)),
    Idiom(
        rf"procedure ({TEXT})",
        (lambda found: f"procedure {name_from_text(found[1])} {found[1]}",),
        "A procedure has a name before its title, by which rules call it.",
        "A procedure has a name.",
        doubtful=True,
    ),
    Idiom(
        rf"table ((?:[A-Za-z]\w* )+[A-Za-z]\w*) ({TEXT}.*)",
        (lambda found: f"table {found[1].replace(' ', '_')} {found[2]}",),
        ONE_WORD,
        NO_SPACES,
        doubtful=True,
    ),
    Idiom(
        r"(procedure|define) (\w+) (?:with|takes|of|for) (\w+: \S+)",
        (r"\1 \2(\3)",),
        "What is given stands in brackets.",
    ),
    Idiom(
        r"(procedure|define) ((?:[A-Za-z]\w* )+[A-Za-z]\w*)((?:[(:].*)?)",
        (lambda found: f"{found[1]} {found[2].replace(' ', '_')}{found[3]}",),
        ONE_WORD,
        NO_SPACES,
        doubtful=True,
    ),
    Idiom(
        r"(procedure|define) (\w+)\((?:int|integer|number) (\w+)\)(.*)",
        (),
        r"A parameter has its name first, then its range: `\1 \2(\3: 0..9)\4`.",
    ),
    Idiom(r"(procedure|define) (\w+)\((\w+) (?:as|is|in|of) ([^()\n]+)\)(.*)", (r"\1 \2(\3: \4)\5",)),
    Idiom(
        r"(record \w+) ?[({].*",
        (),
        r"Its fields stand below it, each on a line of its own: `\1`, below it `age: 0..9`.",
        "A record has its fields below it.",
    ),
    Idiom(
        r"(?:object|type|entity|model|dataclass|interface) (\w+)",
        (r"record \1",),
        item="object|type|entity|model|dataclass|interface",
        doubtful=True,
    ),
    Idiom(
        r"(procedure \w+(?:\(.*\))?) ?(?::|\{)", (r"\1",), "What a procedure does stands below it: leave the sign out."
    ),
    # defines
    Idiom(
        r"define (\w+) (?:is|as|:=) ?(?!not\b)(\S.*)",
        (),
        r"Write its type behind its name: `define \1: 0..9 = \2`, with what it can be.",
        "A define says what it can be.",
    ),
    Idiom(
        r"define (\w+)(?::| is| as| =) ?(not .*|.* (?:is|and|or|in) .*|\w+ [<>]=? \w+)",
        (r"define \1: yes/no = \2",),
        code="E050",
    ),
    Idiom(r"(define \w+(?:\(.*?\))?: \S+) (?:as|is|:=|->|=>|returns|gives) ?(\S.*)", (r"\1 = \2",)),
    # the manifest
    Idiom(r"(?P<word>\w+) ?[:=] ?(?P<value>\S.*)", (write_manifest_line,), item="game"),
    # options
    Idiom(
        rf"option ({TEXT})(.*)",
        (lambda found: f"option {name_from_text(found[1])} {found[1]}{found[2]}",),
        "An option has a name before its title, by which rules and `--option` call it.",
        "An option has a name.",
        doubtful=True,
    ),
    Idiom(rf"(option \w+ {TEXT}): (yes|no|\w+)", (r"\1 = \2",)),
    Idiom(rf"(option \w+ {TEXT}),? (?:default|defaults to|is|initially|:=)(?: to)?:? ?(\S.*)", (r"\1 = \2",)),
    Idiom(rf"(option \w+ {TEXT}):? ?(?:of |in )?(\d+\.\.\d+ = .*)", (r"\1 from \2",)),
    Idiom(
        rf"(option \w+(?: {TEXT})?)(?:: ?| )(?:yes/no|bool|boolean)(?: ?= ?(\S+))?",
        (),
        'An option says what it is where nobody asks for another: `option moon "No moon" = no`.',
        "An option of yes or no has no type.",
    ),
    # forecasts
    Idiom(
        rf"forecast (?:of |for )?(?P<tally>\w+)(?: {TEXT})?(?: (?:good|bad))?(?P<unit> in \w+)?:(?P<rest> .+)",
        (r"forecast \g<tally>\g<unit>:\g<rest>",),
        message="A forecast has the title of its tally, and is as good or bad.",
        item="forecast",
    ),
    Idiom(
        rf"forecast (?P<tally>\w+) (?:in )?(?P<unit>{UNIT})s?: (?P<rest>.+?)(?P<value> = .*|$)"
        rf"|forecast (?P<late_tally>\w+): (?P<late_rest>.+?) in (?P<late>{UNIT})s?(?P<late_value> = .*|$)",
        (write_forecast,),
        "A forecast is in whole numbers, or its unit stands before the colon: `in tenths`, `in hundredths` or "
        "`in thousandths`.",
        item="forecast",
    ),
    # states
    Idiom(
        r"state (?:of|for) (\w+)|(?!errata|house|variant|preferences)(\w+) state",
        (lambda found: f"state {found[1] or found[2]}",),
        item=r"state|\w+ state",
    ),
    Idiom(
        r"state ?:?|(?:variables|vars|fields|data|globals?)\b.*",
        ("state mission",),
        "A state belongs to the procedure for which it lasts: `state mission` is there for a mission.",
        "A state says how long it lives.",
        item="state|variables|vars|fields|data|global",
        doubtful=True,
    ),
    Idiom(
        rf"(\w+(?: {TEXT})?: (?:\d+\.\.\d+|yes/no|[A-Z]\w*)(?: full)?(?: = \S+)?)",
        (),
        r"Indent it by two spaces below its `state` or `record`: `state mission`, and below it `\1`.",
        "A field belongs to a state or a record.",
        item=rf"\w+(?: {TEXT})?:",
    ),
    Idiom(
        r"(?:import|include|use|using|require|load)\b.*",
        (),
        "All files of a game's folder are one program: nothing is included. Leave this line out.",
        "Nothing is included.",
        item="import|include|use|using|require|load",
    ),
    # remarks
    Idiom(
        r"(?P<text>(?:[>;%!]|REM\b|rem\b|NB\b|NOTE\b|TODO\b|FIXME\b).*)",
        (lambda found: f"# {found['text'].lstrip('>;%! ')}",),
        REMARK,
        "This is a remark.",
        item=r"[>;%!]|(?i:rem|nb|note|todo|fixme)\b",
    ),
    Idiom(
        r"(?P<text>[A-Z][a-z]*(?:[ ,'-]+[\w'-]+){2,}[.!?:]?)",
        (r"# \g<text>",),
        REMARK + " An item begins with a word such as `table`.",
        "Words alone are no rule.",
        item="[A-Z]",
        doubtful=True,
    ),
    Idiom(
        r"(?:\*{3,}|_{3,}|={3,}|-{3,}|~{3,})",
        ("",),
        "Leave it out.",
        "This line belongs to Markdown.",
        code="E086",
        item=r"[*_=~-]{3}",
    ),
)
"""The idioms, in the order of trial."""
