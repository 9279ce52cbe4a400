"""Slips: the common syntax errors, each with a code, a sentence, and advice.

The page of each stands in ``dsl/pages``; the tests parse its examples, wrong and right. Examples of slips that no other
code recognises stand here, for lark's ``match_examples`` (``recognise/examples.py``).
"""

from bombsight.dsl.diagnostic import Code
from bombsight.dsl.slips.characters import CHARACTERS, FILES
from bombsight.dsl.slips.layout import LAYOUT
from bombsight.dsl.slips.lines import LINES
from bombsight.dsl.slips.slip import Slip
from bombsight.dsl.slips.words import SIGNS, WORDS

__all__ = ["BY_CODE", "CODES", "SLIPS", "Slip"]

SLIPS: tuple[Slip, ...] = FILES + CHARACTERS + LAYOUT + WORDS + SIGNS + LINES
BY_CODE = {slip.code: slip for slip in SLIPS}
CODES: tuple[Code, ...] = tuple(
    Code(slip.code, slip.name, since=slip.since) for slip in sorted(SLIPS, key=lambda slip: slip.code)
)
