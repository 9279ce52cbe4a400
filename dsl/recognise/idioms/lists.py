"""Idioms of lists: what is added to them, taken out and drawn."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.idiom import REF, Idiom

ONE_OUT = r"`remove b from boats` takes one element out of its list; `reset \1` empties a list."


def write_fields_with_colons(match: re.Match[str]) -> str:
    """Translate a match of a new element whose fields lack colons or commas: ``Boat(kind packet, far 3)``."""
    fields = re.findall(r"(\w+)(?: ?[:=] ?| )([^\s,:=]+)", match["fields"])
    return f"add {match['record']}({', '.join(f'{name}: {value}' for name, value in fields)}) to {match['list']}"


LISTS = (
    Idiom(rf"(?:append|push|insert|include) (\S.*) (?:to|in|into|on|onto) ({REF})", (r"add \1 to \2",)),
    Idiom(rf"({REF})\.(?:append|push|add|insert)\((\S.*)\)", (r"add \2 to \1",)),
    Idiom(rf"({REF})\.(?:remove|delete)\((\w+)\)", (r"remove \2 from \1",)),
    Idiom(rf"add (?:(?:a|an|new) )+(\S.*) to ({REF})", (r"add \1 to \2",)),
    Idiom(
        rf"add (?P<record>[A-Z]\w*) ?[{{\[](?P<fields>[^{{}}\[\]\n]*)[}}\]] to (?P<list>{REF})",
        (write_fields_with_colons,),
    ),
    Idiom(
        rf"add (?P<record>[A-Z]\w*)\((?P<fields>\w+(?: ?[:=] ?| )[^\s,:=()]+(?:(?:, ?| )\w+(?: ?[:=] ?| "
        rf")[^\s,:=()]+)*)\) "
        rf"to (?P<list>{REF})",
        (write_fields_with_colons,),
        "Each field of a new element has a colon behind its name, and a comma between it and the next.",
    ),
    Idiom(rf"(?:clear|empty|wipe) ({REF})", (r"reset \1",)),
    Idiom(rf"({REF})\.(?:clear|empty|removeAll)\(\)", (r"reset \1",)),
    Idiom(rf"(?:set )?({REF}) ?(?:=|:=|to) ?(?:\[\]|list\(\)|\{{\}}|(?:an )?empty list)", (r"reset \1",)),
    Idiom(rf"(?:remove|delete|discard) (?:all|everything|every|each)(?: \w+)? from ({REF})", (r"reset \1",)),
    Idiom(rf"(?:remove|delete|discard|clear|empty) all(?: the)? ({REF})", (r"reset \1",)),
    Idiom(rf"(?:delete|discard|destroy|erase|del) ({REF})", (r"reset \1",), ONE_OUT, doubtful=True),
    Idiom(
        rf"({REF})\.(?:pop|shift|popleft|pop_back|removeFirst|removeLast)\([^()\n]*\)",
        (),
        r"`remove b from \1` takes the one out that a loop, a `choose` or a `draw` calls `b`.",
        "No list gives back what it loses.",
    ),
    Idiom(
        r"remove (?:the )?(?:first|last|next|top) (\w+)|remove ([A-Za-z]\w*)\[.*\]",
        (),
        "`remove b from boats` takes the one out that a loop, a `choose` or a `draw` calls `b`.",
    ),
    Idiom(
        r"(?:pick|select) (\w+) from (\S.*)",
        (r"draw \1 from \2",),
        r"Where the player picks, write `choose \1 from \2` with an `ask` below it; where chance does, "
        r"`draw \1 from \2`.",
        doubtful=True,
    ),
    Idiom(
        rf"add (?:an? )?(\w+),? (?:with |at )?[\w, ]+ to ({REF})",
        (),
        r"A new element names its fields: `add Boat(kind: brig, far: 3) to \2`.",
    ),
    Idiom(
        r"(?:let )?\w+ ?= ?\[[^\]\n]*\bfor (\w+) in (\w+)(?: if ([^\]\n]*))?\]",
        (),
        r"No list is made of another. Ask where it is used: `for each \1 in \2 where ...`, "
        r"`count(\1 in \2 where ...)`, `any(\1 in \2 where ...)`.",
        "A list has no brackets.",
        item="procedure|table|define",
    ),
    Idiom(
        r"(\w+)\.filter\(.*\)",
        (),
        r"Ask where it is used: `for each x in \1 where ...`, `count(x in \1 where ...)`, "
        r"`any(x in \1 where ...)`.",
        "No list is made of another.",
    ),
    Idiom(
        r"let \w+ ?= ?\[[^\]\n]*\]",
        (),
        "A list says of what it is and how many there can be: `let ships: list of Ship at most 3`. `add` puts "
        "them in, one by one.",
        "A list has no brackets.",
    ),
)
"""The idioms, in the order of trial."""
