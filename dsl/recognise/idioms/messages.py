"""Idioms of what is said to the player."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.idiom import ITEM, REF, TEXT, Idiom

SAY = (
    r"(?:print|puts|show|tell|display|write|output|echo|log|message|announce|narrate|alert|printf|println|console\.log"
    r"|System\.out\.println|text|inform|report|read(?: out)?|describe)"
)
TO_WHOM = r"(?: (?:to )?(?:the )?(?:player|players|user|reader|them|him|her|you|everyone|all))?(?: that)?:?"
VALUE = rf"(?:str|string|String|text)\({REF}\)|{REF}(?:\([^()\n]*\))?"
JOINED = rf"(?:{TEXT}|{VALUE})(?: ?(?:\+|&|,|\.\.|<<) ?(?:{TEXT}|{VALUE}))+"
BESIDE = rf"{TEXT} (?!(?:and|or|if|unless|when|by|for|good|bad|cite|then|seen|to|chronicle)\b){REF}(?: {TEXT})?"
SLOT = re.compile(r"%[dsif]|\{\d*\}")


def write_one_text(match: re.Match[str]) -> str:
    """Translate a match of a message joined from texts and values, ``print "Hit " + n``, to ``say "Hit {n}"``."""
    joined = match["joined"]
    parts = re.findall(rf"\s*(?:({TEXT})|({VALUE}))\s*(,|\+|&|\.\.|<<|$)?", joined)
    said = ""
    for text, value, sign in parts:
        inner = re.fullmatch(r"\w+\((.*)\)", value) if re.match(r"str|String|text\(", value) else None
        said += text[1:-1] if text else f"{{{inner[1] if inner else value}}}" if value else ""
        said += " " if sign == "," else ""
    return f'{match["word"] or "say"} "{said}"'


def write_filled_text(match: re.Match[str]) -> str:
    """Translate a match of a text with values behind it, ``"Hit %d" % n``, to ``say "Hit {n}"``."""
    values = [value.strip() for value in match["values"].strip("() ").split(",")]
    filled = SLOT.sub(lambda slot: f"{{{values.pop(0)}}}" if values else slot[0], match["text"])
    return f"{match['word'] or 'say'} {filled}"


def write_straight_text(match: re.Match[str]) -> str:
    """Translate a match of a text in other quotes, or of a template with ``${n}``, to a straight text."""
    text = match["text"].replace("\\'", "'").replace('"', "'").replace("${", "{")
    return f'{match["word"]} "{text}"'


MESSAGES = (
    Idiom(rf"(?:say|{SAY}){TO_WHOM} ?=? ?({TEXT})", (r"say \1",)),
    Idiom(rf"(?:say|{SAY}) ?\(({TEXT})\)", (r"say \1",)),
    Idiom(rf"(ask|beside) ?\(?f?({TEXT})\)?", (r"\1 \2",)),
    Idiom(r"(ask|beside) ([A-Z][^\"\n]*?)", (r'\1 "\2"',), r'Write `\1 "\2"`.', code="E027"),
    Idiom(rf"(?:say|{SAY}) f({TEXT})", (r"say \1",)),
    Idiom(rf"(?:say|{SAY}) ?\(f({TEXT})\)", (r"say \1",)),
    Idiom(rf"(?:{SAY} |(?:say|{SAY}) ?\()({REF})\)?", (r'say "{\1}"',)),
    Idiom(rf"note ({TEXT})", (r"say \1",)),
    Idiom(
        rf"(?:(?P<word>ask|beside)|say|{SAY}) ?\(?(?P<text>{TEXT}) ?(?:% ?|\.format ?)"
        rf"(?P<values>\([^()\n]*\)|{ITEM})\)?",
        (write_filled_text,),
    ),
    Idiom(rf"(?:(?P<word>ask|beside)|say|{SAY}) ?\(?(?P<joined>{JOINED}|{BESIDE})\)?", (write_one_text,)),
    Idiom(r"(?P<word>say|ask|beside) ?\(?`(?P<text>[^`\n]*)`\)?", (write_straight_text,), code="E006"),
    Idiom(
        r"(?P<word>say|ask|beside) '(?P<text>(?:[^'\n\\]|\\'|(?<=[a-z])'(?=[a-z]))*)'",
        (write_straight_text,),
        code="E006",
    ),
)
"""The idioms, in the order of trial."""
