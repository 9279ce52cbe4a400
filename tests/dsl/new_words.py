"""A language of the tests: today's, with words that a later release might add."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from bombsight.dsl import ast, grammar, lalr, reserved, tables
from bombsight.dsl.builder import Builder
from bombsight.dsl.driver import Driver
from bombsight.dsl.lalr import GRAMMAR

ADDED = {
    "?item: game": "?item: frobnicate | game",  # an item of a new kind
    "?stmt_inline: nothing": "?stmt_inline: ponder | nothing",  # a line of a procedure
    "?statement: stmt_inline _NL": "?statement: mull | stmt_inline _NL",  # one that has lines below it
    "?table_line: short": "?table_line: wobble | tilt | short",  # lines of a table, where names may begin a line
    "field: NAME": 'field: "hidden"? NAME',  # a mark before a name
    'procedure: "procedure" NAME [params] [":" type] [sentence]': (
        'procedure: "procedure" NAME [params] [":" type] [sentence] "beats"?'  # a mark behind a name or a title
    ),
    'step: "step" NAME [sentence]': 'step: "step" NAME [sentence] "beats"?',
    '?prod: atom | prod "*" atom -> times': '?prod: atom | prod "*" atom -> times | prod "modulo" atom -> times',
    "?atom: INT -> number": '?atom: "doubly" atom -> doubled | INT -> number',
    '| some "is" some ': '| some _RANKED_BY some -> is_\n    | some "is" some ',  # a phrase
}
"""What is added to the grammar: where, and what stands there with it."""

RULES = r"""
frobnicate: "frobnicate" NAME STRING source
ponder: "ponder" sentence [MATTERS] [CHRONICLE] [seen] -> say
mull: "mull" expr block ["else" else_] -> if_
wobble: "wobble" dice _NL -> roll_line
tilt: "tilt" keys [STRING] ["when" expr] ":" cell source -> natural
_RANKED_BY.5: /ranked[ ]+by(?![a-z0-9_A-Z])/
"""

WORDS = ("frobnicate", "ponder", "mull", "wobble", "tilt", "hidden", "beats", "modulo", "doubly", "ranked")
"""The words that are new, all of them keywords in some place."""

BUILT: dict[str, Any] = {
    "n_frobnicate": lambda self, span, name, title, origin: ast.Chapter(title[1:-1], origin, span=span),
    "n_doubled": lambda self, span, value: ast.Binary("*", ast.Number(2), value, span=span),
}


def text():
    """The grammar with the new words."""
    found = GRAMMAR.read_text(encoding="utf-8")
    for old, new in ADDED.items():
        assert found.count(old) == 1, old
        found = found.replace(old, new)
    return found.replace("\nPLUS: ", f"{RULES}\nPLUS: ", 1)


def forget():
    """Forget what was made of a grammar."""
    for name, module in [*sys.modules.items()]:
        if name.startswith(("bombsight.dsl.", "editors.")):
            for value in [*vars(module).values()]:
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


@contextmanager
def new_words():
    """Everything reads by the grammar with the new words."""
    with TemporaryDirectory() as folder, patch.multiple(Builder, create=True, **BUILT):
        path = Path(folder) / "grammar.lark"
        path.write_text(text(), encoding="utf-8")
        with (
            patch.object(grammar, "GRAMMAR", path),
            patch.object(lalr, "GRAMMAR", path),
            patch.dict(reserved.SPELLED, {"_RANKED_BY": ("ranked by",)}),
        ):
            forget()
            try:
                yield Driver(tables.language_tables(), Builder())
            finally:
                forget()
