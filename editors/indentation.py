"""After which lines Enter goes deeper, for editors that ask regular expressions.

They guess by the words of a line, and are wrong only where a line could be either; rules as they stand are the test.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from editors.words import words_by_group

TEXT_PATTERN = '"[^"]*"'
NO_COLON_PATTERN = f'(?:[^":#]|{TEXT_PATTERN})*'
OUTDENT_PATTERN = r"^\s{4,}(?:return|stop|end)\b"
"""A line behind which nothing can follow in its block."""


@cache
def indent_patterns() -> tuple[str, ...]:
    """The lines, as regular expressions."""
    tail = (
        rf"(?:\s+(?:{'|'.join(words_by_group()['origin'])})\b.*)?\s*(?:#.*)?$"  # where a line comes from, and a comment
    )
    return (
        # items; those below whose first line all may be said already come after
        r"^(?:game|state|record|table|procedure|board|reroll|example|errata|variant|house)\b",
        rf"^enum\b{NO_COLON_PATTERN}(?:#.*)?$",
        rf'^(?:define|tally)\b(?:[^"=#]|{TEXT_PATTERN})*$',
        # statements and lines with a block, which a colon would take the place of
        rf"^\s+(?:if|else|for|repeat|while|step|when|natural|in|before|after)\b{NO_COLON_PATTERN}(?:#.*)?$",
        r"^\s+(?:choose|rows|plan)\b",
        rf"^\s+(?:note|answer)\s+\w+\s+{TEXT_PATTERN}",
        rf"^\s+(?:was|now|add|remove|replace|at\s+\S.*){tail}",
        # a roll within something; the first of a table has its rows beside it
        rf"^\s{{4,}}roll\s+(?:(?:lowest|highest)\s+of\s+)?(?:d66|\d+d\d+){tail}",
        # a row, or an item of an overlay
        rf"^\s+(?:\d+|\d*\.\.\d*)(?:,[0-9., ]+)?(?:\s+{TEXT_PATTERN})?{tail}",
    )


def make_enter_rules() -> list[dict[str, Any]]:
    """What VS Code does with Enter."""
    enter = [{"beforeText": pattern, "action": {"indent": "indent"}} for pattern in indent_patterns()]
    return [*enter, {"beforeText": OUTDENT_PATTERN, "action": {"indent": "outdent"}}]


def render_vim_script() -> str:
    """A script that gives a line its indentation by the line above it."""
    patterns = ",\n".join(f"      \\ '{to_vim_pattern(pattern)}'" for pattern in indent_patterns())
    return f"""\
" After which lines Enter goes deeper. Made by `python -m editors`; not to be edited.
if exists("b:did_indent")
  finish
endif
let b:did_indent = 1

setlocal autoindent indentexpr=BombsightIndent() indentkeys=o,O
let b:undo_indent = "setlocal autoindent< indentexpr< indentkeys<"

if exists("*BombsightIndent")
  finish
endif

let s:deeper = [
{patterns}
      \\ ]

function BombsightIndent()
  let above = prevnonblank(v:lnum - 1)
  let text = getline(above)
  if text =~# '{to_vim_pattern(OUTDENT_PATTERN)}'
    return indent(above) - shiftwidth()
  endif
  for pattern in s:deeper
    if text =~# pattern
      return indent(above) + shiftwidth()
    endif
  endfor
  return indent(above)
endfunction
"""


def to_vim_pattern(pattern: str) -> str:
    """A pattern in Vim's `very magic` way."""
    return "\\v" + re.sub(r"=(?![^\[]*\])", r"\\=", pattern).replace("(?:", "%(").replace(r"\b", ">")
