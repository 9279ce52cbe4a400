"""Idioms of comparisons and joined conditions, as parts of a line."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.idiom import COUNT, ITEM, REF, SUM, Idiom, read_count

GREATER = r"(?:greater|more|larger|bigger|higher|longer|older)"
LESS = r"(?:less|fewer|smaller|lower|shorter|younger)"
EQUAL = r" than or equal(?:s)?(?: to)?"
HAS = (
    r"(?:(?:you|we|they|i|he|she|it|player) (?:still )?(?:have|has|got|carry)|there (?:is|are)|you['\u2019]ve(?: got)?)"
)
BOUNDS = {
    ">": ("more than", "over", "above", "greater than"),
    "<": ("less than", "fewer than", "under", "below"),
    ">=": ("at least", "no less than", "no fewer than", "not less than", ""),
    "<=": ("at most", "no more than", "up to", "not more than", "only"),
    "is": ("exactly", "just"),
}
"""Words for comparisons that stand before their number."""

BOUND_WORDS = "|".join(sorted((word for words in BOUNDS.values() for word in words if word), key=len, reverse=True))
GONE = r"(?:is|are|has) (?:all )?(?:out|gone|used up|exhausted|run out|spent|finished)|runs? (?:out|dry)|ran out"


def write_bound(match: re.Match[str]) -> str:
    """Translate a match of a bound before its number, ``at least 3 oil``, to ``oil >= 3``."""
    sign = next(sign for sign, words in BOUNDS.items() if (match["bound"] or "") in words)
    number = match["number"]
    return f"{match['what']} {sign} {number if number.isdigit() else read_count(number)}"


COMPARISONS = (
    Idiom(rf"is {GREATER}{EQUAL}", (">=",)),
    Idiom(rf"is {LESS}{EQUAL}", ("<=",)),
    Idiom(rf"is (?:no|not) {GREATER}(?: than)?", ("<=",)),
    Idiom(rf"is (?:no|not) {LESS}(?: than)?", (">=",)),
    Idiom(rf"is (?:{GREATER}(?: than)?|above|over|beyond)", (">",)),
    Idiom(rf"is (?:{LESS}(?: than)?|below|under)", ("<",)),
    Idiom(
        rf"is (?:in |from |within |between )?(?!equal\b|up\b|set\b|close\b)({SUM}) (?:to|through|thru|until) "
        rf"({SUM})(?: inclusive)?",
        (r"in \1..\2",),
    ),
    Idiom(rf"(?:is |in |lies |falls |stands )?between ({SUM}) and ({SUM})(?: inclusive)?", (r"in \1..\2",)),
    Idiom(
        rf"(?:{HAS} )?(?P<bound>{BOUND_WORDS}) (?P<number>{COUNT}) (?:units? of |of )?(?P<what>{REF})(?: left)?",
        (write_bound,),
        line=r"\s*(?:if|while|else if|when|expect|[+-]|answer|except|.*\b(?:and|or)\b)",
    ),
    Idiom(
        rf"{HAS} (?P<bound>)(?P<number>{COUNT}) (?:units? of |of )?(?P<what>{REF})(?: left)?",
        (write_bound,),
    ),
    Idiom(rf"{GREATER} than", (">",)),
    Idiom(rf"{LESS} than", ("<",)),
    Idiom(r"exceeds", (">",)),
    Idiom(r"is at least", (">=",)),
    Idiom(r"is at most|is up to", ("<=",)),
    Idiom(
        r"(?:is|are)n['\u2019]?t(?: equal to)?|is not equal to|does not equal|doesn['\u2019]?t equal|differs from"
        r"|is different (?:from|to)|is other than",
        ("is not",),
    ),
    Idiom(r"is equal to|is the same as|equals?(?: to)?|is exactly", ("is",)),
    Idiom(rf"({REF}) is not between ({SUM}) and ({SUM})", (r"not \1 in \2..\3",)),
    Idiom(
        rf"({SUM}) (<=?|>=?|is not|is) ({SUM}) (and|or) (<=?|>=?|is not|is) ({SUM})",
        (r"\1 \2 \3 \4 \1 \5 \6",),
    ),
    Idiom(r"exists|is (?:set|present|defined|known|there)", ("is not none",)),
    Idiom(r"does(?: not|n't) exist|is (?:missing|absent|unset|undefined)|is not (?:set|there|present)", ("is none",)),
    Idiom(r"=>", (">=",)),
    Idiom(r"=<", ("<=",)),
    Idiom(
        r" ?={2,3} ?",
        (" = ",),
        message="`==` is no sign of the language.",
        line=r"(?!\s*(?:if|else if|while|when|expect|return|routine)\b)(?!.*\b(?:when|where|if|while)\b)"
        r"(?![^=]*[^=]=(?!=))",
    ),
    # what there is
    Idiom(
        rf"(?:there (?:is|are)|you have|we have|{HAS}) (?:no|not any|not enough|no more) ({REF})(?: left)?"
        rf"|no (?:more )?({REF})(?: left)?",
        (lambda found: f"{found[1] or found[2]} is 0", lambda found: f"not any(each_one in {found[1] or found[2]})"),
    ),
    Idiom(rf"(?:the )?({REF}) (?:{GONE})", (r"\1 is 0", r"not any(each_one in \1)")),
    Idiom(
        rf"(?:there (?:is|are)|you have|we have|{HAS}) (?:still |any |some |enough )*({REF})(?: left)?",
        (r"\1 > 0", r"any(each_one in \1)"),
    ),
    # joined conditions
    Idiom(r"both (?=\S.* and )", ("",)),
    Idiom(r"(?:and|&) (?:then|also|if|when|while|that) ", ("and ",)),
    Idiom(r"or (?:if|when|also|that) ", ("or ",)),
    Idiom(r"(?i:AND)(?= ?NOT\b) ?NOT\b", ("and not",)),
    Idiom(rf"(?<=\w), (?={ITEM} (?:[<>]=?|is|in)\b)", (" and ", " or "), doubtful=True),
    Idiom(
        r"xor\b|either\b(?=.*\bor\b.*\bbut not both\b)",
        (),
        "Write what holds for exactly one of them, `(oil > 3 or lit) and not (oil > 3 and lit)`.",
        "No word says that one of two holds, and not both.",
    ),
    Idiom(r"nor\b", (), "Write `not (oil > 3 or lit)`: neither holds.", "`nor` is no word of the language."),
    Idiom(r"nand\b", (), "Write `not (oil > 3 and lit)`: they do not both hold.", "`nand` is no word of the language."),
)
"""The idioms, in the order of trial."""
