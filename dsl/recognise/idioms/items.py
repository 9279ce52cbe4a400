"""Idioms of items, their first lines, fields and choices."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.idiom import REF, TEXT, Idiom, sort_idioms

FIELD = rf"(?:(?:was|now|add) )?\w+(?:\[\w+\])?(?: {TEXT})?(?: good| bad)?"
"""Matches a field up to its colon."""


def write_enum_of_values(match: re.Match[str]) -> str:
    """Translate a match of another language's enum to ``enum Sky: clear, fog``."""
    values = re.split(r" ?[;|,] ?| and ", match["values"].strip())
    return f"enum {match['name']}: {', '.join(values)}"


def name_from_text(text: str) -> str:
    """Make a name from a text, its words joined by underscores: ``Sail west!`` to ``sail_west``."""
    return "_".join(re.findall(r"[a-z0-9]+", text.lower()))


def write_named_answer(match: re.Match[str]) -> str:
    """Translate a match of an answer that has only a title to one with a name, made from the title."""
    return f"answer {name_from_text(match['title'])} {match['title']}{match['rest']}"


def write_enum_of_texts(match: re.Match[str]) -> str:
    """Translate a match of an enum of string literals to named values with titles: ``enum Sky: fog "Fog"``."""
    values = [f"{name_from_text(text)} {text}" for text in re.findall(TEXT, match["values"])]
    return f"enum {match['name']}: {', '.join(values)}"


VALUES = r"(?P<values>[A-Za-z]\w*(?:(?: ?[;|,] ?| and )[A-Za-z]\w*)+)"

ITEMS = sort_idioms(
    (
        # fields and types
        Idiom(
            rf"({FIELD}): (\d+)(?: to | through | ?[-\u2013] ?)(\d+)(.*)",
            (r"\1: \2..\3\4",),
        ),
        Idiom(
            rf"({FIELD}): (?:yes or no|true/false|true or false|y/n|yes\|no)(.*)",
            (r"\1: yes/no\2",),
        ),
        Idiom(
            rf"({FIELD}: \S+(?: full)?) (?:default|defaults to|initially|starts at|is|:=) ?(\S.*)",
            (r"\1 = \2",),
        ),
        Idiom(
            rf"({FIELD}): (?:optional (\w+)|(\w+)\?|(\w+) ?\| ?none)",
            (lambda found: f"{found[1]}: {found[2] or found[3] or found[4]} or none",),
        ),
        Idiom(
            rf"{FIELD}: (?:(\w+)\[\]|\[(\w+)\]|list<(\w+)>|list\[(\w+)\])",
            (),
            "A list says of what it is and how many there can be: `boats: list of Boat at most 4`.",
            "A list is written in words.",
        ),
        # choices
        Idiom(rf"(?:prompt|question|say|text):? ({TEXT})", (r"ask \1",), code="E053"),
        Idiom(rf"beside ({REF}(?:\([^()\n]*\))?)( when .*|)", (r'beside "{\1}"\2',)),
        Idiom(rf"answer (\w+): ({TEXT}.*)", (r"answer \1 \2",)),
        Idiom(
            rf"answer (?P<title>{TEXT})(?P<rest>.*)",
            (write_named_answer,),
            "An answer has a name before its title, by which examples, scripts and saves call it.",
            "An answer has a name.",
            doubtful=True,
        ),
        Idiom(rf"(answer \w+ {TEXT}(?: grave)?) (prefer \S.*?) (when \S.*)", (r"\1 \3 \2",)),
        # items
        Idiom(r"type (?P<name>\w+) ?[=:]? ?" + VALUES, (write_enum_of_values,)),
        Idiom(r"(?:type|enum) (?P<name>\w+) ?[=:]? ?[{\[(] ?" + VALUES + r" ?[}\])]", (write_enum_of_values,)),
        Idiom(
            r"enum (?P<name>\w+) ?[=:]? ?(?P<values>[A-Za-z]\w*(?:(?: ?[;|] ?| and )[A-Za-z]\w*)+)",
            (write_enum_of_values,),
        ),
        Idiom(
            rf"enum (?P<name>\w+) ?[=:] ?(?P<values>{TEXT}(?:, ?{TEXT})*)",
            (write_enum_of_texts,),
            "A value has a name, and behind it perhaps a title.",
            "A text is no value of an enum.",
            doubtful=True,
        ),
        Idiom(r"(record|state|enum) (\w+) ?:", (r"\1 \2",)),
        Idiom(r"(procedure|table) (\S+)\(\)(.*)", (r"\1 \2\3",)),
        Idiom(r"(?:def|function|func|fn|sub|proc|void) (\w+) ?\(\)", (r"procedure \1",), item="def|f|sub|proc|void"),
        Idiom(rf"table ([A-Za-z0-9]+) (\d\w*) ({TEXT}.*)", (r"table \1-\2 \3",)),
        Idiom(rf"(table \S+): ({TEXT}.*)", (r"\1 \2",)),
        Idiom(
            r"(procedure|define) ((?:[A-Za-z]\w* )+[A-Za-z]\w*)((?:[(:].*)?)",
            (lambda found: f"{found[1]} {found[2].replace(' ', '_')}{found[3]}",),
            "A name is one word; its parts are joined by underscores.",
            "A name has no spaces.",
            doubtful=True,
        ),
        Idiom(rf"(option \w+ {TEXT}): (\S.*)", (r"\1 = \2",)),
        Idiom(
            rf"(option \w+(?: {TEXT})?)(?:: ?| )(?:yes/no|bool|boolean)(?: ?= ?(\S+))?",
            (),
            'An option says what it is where nobody asks for another: `option moon "No moon" = no`.',
            "An option of yes or no has no type.",
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
    )
)
"""The idioms of whole lines, in the order of trial."""
