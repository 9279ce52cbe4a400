"""Idioms of the signs and words around a statement: numbers and bullets before it, remarks, words that only link."""

from __future__ import annotations

from bombsight.dsl.recognise.idioms.idiom import SUM, VERB, Idiom

LINKS = (
    r"(?:then|and then|and|also|now|next|finally|so|please|just|simply|lastly|afterwards?|first|first of all|at last"
    r"|instead|THEN|Then|AND)"
)
REMARK = "A remark begins with #."

SIGNS = (
    Idiom(
        r"(?:REM\b|rem\b|<!--|\(\*|\{#|--\[\[|;+|%+) ?(.*?)(?: ?(?:-->|\*\)|#\}|\]\]))?",
        (r"# \1",),
        REMARK,
        "This begins no comment.",
        code="E009",
    ),
    Idiom(
        r"(\S.*?\S) ?--? (?=[a-z]+ [a-z])([\w ,.'-]+)",
        (r"\1  # \2",),
        REMARK,
        "This begins no comment.",
        code="E009",
        item="procedure|table|state|record",
        doubtful=True,
    ),
    Idiom(r'(?:"""|\'\'\')(.*?)(?:"""|\'\'\')?', (r"# \1",), REMARK, "This begins no comment.", code="E009"),
    Idiom(
        r"(?i:note|hint|todo|fixme|nb|comment|remark|warning|example): ?([^\"\n]+)",
        (r"# \1",),
        'A remark begins with #. What the player is told is said: `say "..."`.',
        "This is a remark.",
        doubtful=True,
        item="(?!game|example)",
    ),
    Idiom(
        rf"{LINKS}[:,]? (?!if\b)(\S.*)",
        (r"\1",),
        message="A statement needs no word to link it.",
        item="procedure|table|reroll|example",
    ),
    Idiom(r"\d+[.)] (\S.*)", (r"\1",), message="No line begins with a number.", item="procedure|reroll"),
    Idiom(
        r"(?!--|->)[-*\u2022+~>] ?(\S.*)",
        (r"\1",),
        message="No line begins with the sign of a list.",
        item="procedure|reroll",
    ),
    Idiom(
        r"[({<]+(?:set|do|if|say|print|run):? ?(\S.*?)[)}>]+",
        (),
        "A statement has no brackets: `set lamp to 3`, `do keep`, `if lit`.",
        "No brackets stand around a statement.",
        item="procedure|table",
    ),
    Idiom(
        rf"= ?(?i:iif|if) ?\(([^\n]+?) ?[,;] ?({SUM}) ?[,;] ?({SUM})\)",
        (),
        r"Say what becomes of the value: `set oil to (\2 when \1, else \3)`.",
        "A value alone does nothing.",
        item="procedure|table",
    ),
    Idiom(
        r"=(?!=) ?(\S.*)",
        (),
        r"Say what becomes of the value: `set oil to \1`, `let n = \1`.",
        "A value alone does nothing.",
        item="procedure|table",
    ),
    Idiom(
        rf"(?!(?i:{VERB}|if|else|for|while|repeat|choose|draw|note|step|answer|ask|end|when"
        rf"|unless)\b)(?P<text>[A-Z][a-z]*(?:[ ,'-]+[\w'-]+){{2,}}[.!?]?)",
        (r"# \g<text>", r'say "\g<text>"'),
        'A remark begins with #, and what the player reads is said: `say "\\g<text>"`.',
        "Words alone are no statement.",
        item="procedure|table",
        inside=True,
        doubtful=True,
    ),
)
"""The idioms, in the order of trial."""
