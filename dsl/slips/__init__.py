"""Slips: the common syntax errors, each with a code, a sentence, and examples.

The examples are more than documentation: ``syntax.py`` passes those marked ``matched`` to lark's ``match_examples``,
and the tests parse every one of them, wrong and right.
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
CODES: tuple[Code, ...] = tuple(slip.page for slip in sorted(SLIPS, key=lambda slip: slip.code))
