"""The slips people make in writing rules: a code, a sentence, and an example of each.

The examples are more than documentation: ``syntax.py`` hands those marked ``matched`` to lark's
``match_examples``, and the tests read every one of them, wrong and right.
"""

from dsl.diagnostic import Code
from dsl.slips.characters import CHARACTERS, FILES
from dsl.slips.layout import LAYOUT
from dsl.slips.lines import LINES
from dsl.slips.slip import Slip
from dsl.slips.words import SIGNS, WORDS

__all__ = ["BY_CODE", "CODES", "SLIPS", "Slip"]

SLIPS: tuple[Slip, ...] = FILES + CHARACTERS + LAYOUT + WORDS + SIGNS + LINES
BY_CODE = {slip.code: slip for slip in SLIPS}
CODES: tuple[Code, ...] = tuple(slip.page for slip in SLIPS)
