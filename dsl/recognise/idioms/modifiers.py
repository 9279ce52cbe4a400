"""Idioms of the modifiers of tables."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.idiom import ITEM, Idiom

AMOUNT = r"[+-](?:\d+|\([^()\n]*\))"
NAME = r"(?!when\b|unless\b|if\b|cite\b)[A-Za-z]\w*"
WHEN = r"(?:when|if|for|while|where|on|in case)"
TABLE = "table|modifier"
NO_SIGN = "A modifier begins with its sign."
LABELLED = "A modifier has its sign, its amount and a name: `+1 foul when sky is fog`."


CONNECTING = frozenset(["when", "unless", "if", "and", "or", "not", "is", "in", "to", "for"])
"""Words that begin or join a condition, so that a label ends before them."""


def write_label(match: re.Match[str]) -> str:
    """Translate a match of a modifier whose label has several words to one with underscores: ``+1 bad_light``."""
    words = match["label"].replace("-", " ").split()
    label = (" " if CONNECTING.intersection(words) else "_").join(words)
    return f"{match['amount']} {label} {match['rest'] or ''}".rstrip()


MODIFIERS = (
    Idiom(r"(?:plus|add) (\d+|\([^()\n]*\)) (\w+(?: (?:when|unless) .*)?)", (r"+\1 \2",), item=TABLE),
    Idiom(
        r"(?:minus|subtract|deduct) (\d+|\([^()\n]*\)) (\w+(?: (?:when|unless) .*)?)",
        (r"-\1 \2",),
        item=TABLE,
    ),
    Idiom(rf"({AMOUNT}) ({NAME}): ?{WHEN} (\S.*)", (r"\1 \2 when \3",)),
    Idiom(rf"({AMOUNT}) ({NAME}): (\S.*)", (r"\1 \2 when \3",)),
    Idiom(rf"({AMOUNT}) ({NAME}) \(?((?:{ITEM}) (?:is|in|[<>]=?|not) [^()\n]*)\)?", (r"\1 \2 when \3",), item=TABLE),
    Idiom(rf"({AMOUNT}) ({NAME}) (?:except|but not|not)(?: when| if)? (\S.*)", (r"\1 \2 unless \3",)),
    Idiom(rf"({AMOUNT}) ({NAME}) (when .*?),? (?:else|otherwise) (?:[+-]?0|nothing)", (r"\1 \2 \3",), item=TABLE),
    Idiom(rf"({AMOUNT}) (?:to|on|for|from) ({NAME} (?:when|unless) .*)", (r"\1 \2",), item=TABLE),
    Idiom(rf"({NAME}):? ?({AMOUNT})(?: points?)? {WHEN} (\S.*)", (r"\2 \1 when \3",), item=TABLE),
    Idiom(rf"({NAME}):? ({AMOUNT})", (r"\2 \1",), item=TABLE, doubtful=True),
    Idiom(
        rf"{WHEN} (?P<when>[^:,]+?)(?::|,| then)+ ?(?P<amount>{AMOUNT}) (?P<label>{NAME})",
        (r"\g<amount> \g<label> when \g<when>",),
        item=TABLE,
    ),
    Idiom(rf"({AMOUNT}) when ([^:]+): ?({NAME})", (r"\1 \3 when \2",), item=TABLE),
    Idiom(rf"(?:DRM|drm|mod|modifier|add|apply|bonus|penalty|dm|\*|\u2022):? ?({AMOUNT} .*)", (r"\1",), item=TABLE),
    Idiom(rf"([+-])(\d+d\d+) ({NAME} (?:when|unless) .*)", (r"\1(\2) \3",), item=TABLE),
    Idiom(rf"({AMOUNT}) '([A-Za-z]\w*)' ((?:when|unless) .*)", (r"\1 \2 \3",), item=TABLE),
    Idiom(
        rf"(?P<amount>{AMOUNT}) (?P<label>{NAME}(?:-[A-Za-z]\w*)+) ?(?P<rest>(?:when|unless) .*)?",
        (write_label,),
        message="The label of a modifier is one name.",
    ),
    Idiom(
        rf"(?P<amount>{AMOUNT}) (?P<label>(?:{NAME} ){{2,6}})"
        r"(?P<rest>(?:when|unless) .*)?",
        (write_label,),
        message="The label of a modifier is one name.",
    ),
    Idiom(
        r"(?:plus|add|minus|subtract) \d+ (?:when|if|unless|for|in) .*",
        (),
        LABELLED,
        NO_SIGN,
        item=TABLE,
    ),
    Idiom(rf"{WHEN} [^:,]+?(?::|,| then)+ ?{AMOUNT}", (), LABELLED, NO_SIGN, item=TABLE),
    Idiom(
        rf"({AMOUNT}) ({NAME}) (?:in|during|on|at|with|under|against) (\w+)",
        (),
        r"What must hold stands behind `when`: "
        r"`\1 \2 when sky is \3`, with the field that is \3.",
        "A modifier has a condition.",
        item=TABLE,
    ),
    Idiom(
        rf"({AMOUNT}) ({NAME}) \((\w+)\)",
        (),
        r"What must hold stands behind `when`: `\1 \2 when sky is \3`, with the field "
        r"that is \3.",
        "A modifier has a condition.",
        item=TABLE,
    ),
    Idiom(
        r"(?:[x*\u00d7] ?\d+|double|halve|triple|half)(?: .*)?",
        (),
        "A modifier adds or takes away: `+1 foul when sky is fog`. Multiply "
        "where the result is used: `set oil to oil * 2`.",
        "No modifier multiplies.",
        item="table",
    ),
)
"""The idioms, in the order of trial."""
