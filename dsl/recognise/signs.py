"""Recognition of signs and words of other languages."""

from __future__ import annotations

import re

from attrs import frozen

from bombsight.dsl.failure import Failure
from bombsight.dsl.recognise.finding import Finding


@frozen
class SignPattern:
    r"""A pattern of text at a failure that identifies a slip.

    Attributes:
        code: The slip.
        at: The pattern at the failure, or from before it if ``back`` is more than 0.
        needs: Terminals that the parser must accept there, all of them.
        line: A pattern for the line.
        back: The number of characters before the failure at which the sign begins.
        item: A pattern for the item.
        message: The message; empty for the slip's own title.
        note: The remark at the marked place, in place of the slip's own.
        help: The advice, in place of the slip's own, with groups of ``at``: ``take \1 from \2``.
    """

    code: str
    at: str
    needs: frozenset[str] = frozenset()
    line: str = ""
    back: int = 0
    item: str = ""
    message: str = ""
    note: str = ""
    help: str = ""


ACTS = frozenset({"SET"})
NO_WORD = r"`\1` is no word of the language."
ELSE_IF = "Write `else if`, in two words, in the column of its `if`."
NOTED = "A note has no condition of its own: put an `if` inside it, or around what calls it."
RESULT = r"Write `expect result is \1`."
FIELD = (
    "A field does not say how it is known. A figure that is a guess is better an option, which says it: "
    '`option NAME "Title" from 1..3 = 2 reconstructed "why"`.'
)

UNCITED = "A field has no citation: what the rules do with it cites them. Write it into a comment, `# rule 4`."
ANSWER = "An answer says of itself no source: say it of the procedure, or cite it behind a `step` around the choice."
BARE = "A range stands without braces: `1..6`. A set has its members one by one, `{1, 3, 5}`."
CHOSEN = "What there is to choose stands behind `from`: `choose ship from Ship`, `choose pails from 0..oil`."
ADDED = "What is added up of members is a sum: `sum(ship.due for ship in Ship where ship.due > 3)`."
LAST = "`or none` stands at the end of the line, behind `where`."
NO_TABLE = "These dice have no name."
WHOSE = (
    "Write what they are thrown for: `roll Sky 5` for a table, `roll in watch 5` for a procedure, `roll - 5` for any."
)
TEXTS = 'What stands here are texts, each in double quotes, with commas between them: `author "Ada Brown", "Jo Hill"`.'
RELEASE_TEXT = 'Write a text in double quotes: `version "1.0"`, `licence "CC-BY-4.0"`, `home "https://example.org"`.'
NEEDED = "Write the oldest version that plays it, without quotes or signs: `needs bombsight 0.2`."
GIVEN = r"Write `set \1 to \2` where \1 is there already, `let \1 = \2` where the name begins here."

HUNDRED = r"[^:]*[0-9]\s*(?:[-\u2013\u2014]|to\b)\s*00\b"
"""Matches a range up to 100 as cards print it."""

SIGNS = (
    SignPattern("E009", r"//|/\*|--"),
    SignPattern("E009", r"//", back=1),
    SignPattern("E032", r"==="),
    SignPattern("E032", r"==(?!=)"),
    SignPattern("E032", r"==", back=1),
    SignPattern("E033", r"!=|<>|=/=|≠"),
    SignPattern("E033", r"<>", back=1),
    SignPattern("E034", r"&&?"),
    SignPattern("E034", r"\|\|?", line=r"\s*[^|]*$|\s*[^|\s]", needs=frozenset({"AND"})),
    SignPattern("E036", r"~\s*[0-9]", line=r".*[0-9]\s*~\s*[0-9]"),
    SignPattern("E034", r"[!~](?!=)"),
    SignPattern("E039", r"[+\-*/]=|\+\+|--|:="),
    SignPattern("E039", r"[+\-*/]=", back=1),
    SignPattern("E039", r"([A-Za-z]\w*)\s*:?=(?!=)\s*(\S[^#\n]{0,99}?)\s{0,40}(?:#.*)?$", ACTS, help=GIVEN),
    SignPattern("E039", r"\w+(\[[^\]\n]*\]|\.\w+)*\s*[+\-*/:]?(=(?!=)|\+\+|--)", needs=frozenset({"SET"})),
    SignPattern("E035", r"<|>|is\b|in\b", needs=frozenset({"AND"})),
    SignPattern("E006", r"['`\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb]"),
    SignPattern("E036", r"\.", line=r".*\.\.\."),
    SignPattern(
        "E036", r"(?:[-\u2013\u2014]|to\b)\s*00\b", line=HUNDRED, help="Write `..100`: on two dice of ten 00 is 100."
    ),
    SignPattern("E036", r"[-\u2013\u2014]\s*[0-9]", line=r".*[0-9]\s*[-\u2013\u2014]\s*[0-9]"),
    SignPattern("E036", r"to\b\s*[0-9]", line=r"\s*(natural\s+|row\s+)?[0-9]+\s*to\b"),
    SignPattern("E036", r"to\b", line=r"\s*choose\s+\w+\s+from\b.*\bto\b"),
    SignPattern("E027", r"\S", line=r"\s*version\s+[0-9v]", item=r"game\b", help=RELEASE_TEXT),
    SignPattern("E027", r"\S", line=r"\s*(licen[cs]e|home)\s+\w", item=r"game\b", help=RELEASE_TEXT),
    SignPattern("E056", r"\S", line=r"\s*needs\s+bombsight\b", item=r"game\b", help=NEEDED),
    SignPattern("E037", r"[.,][0-9]", line=r".*[0-9][.,][0-9]"),
    SignPattern("E038", r"([0-9]+\s*)?[dDwW]\s*[0-9]+\b", needs=frozenset({"DICE"})),
    SignPattern(
        "E082", r"[0-9]+d[0-9]+\b", line=r".*\b(lowest|highest|lower|higher|best|worst)\s+(dic?e\s+)?[0-9]+d[0-9]"
    ),
    SignPattern("E082", r"(keep|drop|lowest|highest)\b", line=r".*[0-9]d[0-9]+\s+(keep|drop|lowest|highest)\b"),
    SignPattern("E082", r"d[0-9]+([kd][hl]?|[hl])[0-9]*\b", line=r".*[0-9]d[0-9]+[kdhl]"),
    SignPattern("E082", r"(\w+\s+)?of\s+[0-9]+d[0-9]+\b", line=r".*\b\w+\s+of\s+[0-9]+d[0-9]"),
    SignPattern("E025", r"-[A-Za-z]", line=r".*\w-[A-Za-z]"),
    SignPattern("E056", r"(\w+)", line=r"\s*expect\s+result\s+(?!is\b|in\b|not\b)\w+\s*(#.*)?$", help=RESULT),
    SignPattern("E068", r"(else\s+|ha(s|ve)\s+)+chang\w+|else\b", line=r"\s*expect\s+nothing\b"),
    SignPattern(
        "E028",
        r"(elif|elsif|elseif)\b",
        message=NO_WORD,
        note="two words here",
        help=ELSE_IF,
    ),
    SignPattern("E028", r"else\b"),
    SignPattern("E056", r"not\s+in\b", help="`not` stands before the whole comparison: `not wind in 2..4`."),
    SignPattern("E056", r"\[([^\]\n]*)\]", line=r".*\bin\s*\[", help=r"A set stands in braces: `{\1}`."),
    SignPattern("E056", r"\.\.", line=r".*(?:\bin|\bfrom)\s*\{", help=BARE),
    SignPattern("E056", r"(?:in\b|of\b|:)", line=r"\s*choose\s+\w+\s*(?:in\b|of\b|:\s*\S)", help=CHOSEN),
    SignPattern("E056", r"[),]", line=r".*\bsum\s*\(", needs=frozenset({"FOR"}), help=ADDED),
    SignPattern("E056", r"\w+", line=r".*\bsum\s*\([^#]*\bfor\s+each\s+\w+\s+in\b", help=ADDED),
    SignPattern("E056", r"for\b", line=r".*\w\s*\([^#]*\bfor\s+\w+\s+in\b", needs=frozenset({"RPAR"}), help=ADDED),
    SignPattern("E056", r"where\b", line=r"\s*choose\s.*\bor\s+none\s+where\b", help=LAST),
    SignPattern(
        "E056", r"(?:subtract|deduct|remove)\s+(.+?)\s+from\s+([^\s#]+)", ACTS, help=r"Write `take \1 from \2`."
    ),
    SignPattern("E056", r"(?:decrease|reduce|lower)\s+([^\s#]+)\s+by\s+(\S+)", ACTS, help=r"Write `take \2 from \1`."),
    SignPattern("E056", r"(?:increase|raise|increment)\s+([^\s#]+)\s+by\s+(\S+)", ACTS, help=r"Write `add \2 to \1`."),
    SignPattern("E056", r"when\b|if\b|unless\b", line=r"\s*(?:(?:add|was|now)\s+)?note\b", help=NOTED),
    SignPattern("E056", r"(printed|repaired|recovered|reconstructed)\b", item=r"(state|record)\b", help=FIELD),
    SignPattern("E056", r"cite\b", item=r"(state|record)\b", help=UNCITED),
    SignPattern("E056", r"(cite|printed|repaired|recovered|reconstructed)\b", line=r"\s*answer\b", help=ANSWER),
    SignPattern(
        "E069", r"\s{0,99}(?=#|$)", line=r"\s*roll\s+(\d+)\s*$", item=r"example\b", message=NO_TABLE, help=WHOSE
    ),
    SignPattern("E027", r"\w+", line=r"\s*(author|publisher|about|names)\s+[A-Za-z]", item=r"game\b", help=TEXTS),
    SignPattern("E019", r"(:|then\b:?|do\b:?)\s*(#.*)?$", needs=frozenset({"_NL"})),
    SignPattern("E031", r"=", needs=frozenset({"IS"})),
    SignPattern("E044", r"[a-z]", line=r"\s*[0-9]+\s+\w+\s+(when|unless)\b", needs=frozenset({"COLON"})),
)


def recognise_sign(failure: Failure) -> Finding | None:
    """Return the finding for a sign or word of another language where the parser stopped; None for another mistake."""
    for sign in SIGNS:
        start = failure.start - sign.back
        found = re.compile(sign.at).match(failure.text, max(start, 0), failure.line_end)
        if not found or (sign.needs and not sign.needs <= failure.accepts):
            continue
        if sign.line and not re.match(sign.line, failure.line):
            continue
        if sign.item and not re.match(sign.item, failure.text):
            continue
        end = max(found.end(), found.start() + 1)
        message, help = found.expand(sign.message), found.expand(sign.help)
        return Finding(sign.code, found.start(), end, message=message, note=sign.note, help=help)
    return None
