"""Indentation patterns: after which lines Enter indents, for editors with regular expressions.

They guess by the words of a line, and are wrong only for ambiguous lines; the games' rules test them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from editors.words import words_by_group

TEXT_PATTERN = '"[^"]*"'
NO_COLON_PATTERN = f'(?:[^":#]|{TEXT_PATTERN})*'
OUTDENT_PATTERN = r"^\s{4,}(?:return|stop|end)\b"
"""Matches a line that ends its block."""


@cache
def indent_patterns() -> tuple[str, ...]:
    """The regular expressions of lines after which an editor indents, since they open a block."""
    tail = rf"(?:\s+(?:{'|'.join(words_by_group()['origin'])})\b.*)?\s*(?:#.*)?$"  # provenance, and a comment
    return (
        # items; those that may have no lines below come later
        r"^(?:game|state|record|table|procedure|board|luck|primer|reroll|example|errata|variant|preferences|house)\b",
        rf"^enum\b{NO_COLON_PATTERN}(?:#.*)?$",
        rf'^(?:define|tally)\b(?:[^"=#]|{TEXT_PATTERN})*$',
        # statements and lines with a block instead of a colon
        rf"^\s+(?:if|else|for|repeat|while|step|when|natural|in|before|after)\b{NO_COLON_PATTERN}(?:#.*)?$",
        r"^\s+(?:choose|rows|plan)\b",
        rf"^\s+(?:note|answer)\s+\w+\s+{TEXT_PATTERN}",
        rf"^\s+(?:was|now|add|remove|replace|at\s+\S.*){tail}",
        # a nested roll; a table's first roll has its rows at the same depth
        rf"^\s{{4,}}roll\s+(?:(?:lowest|highest)\s+of\s+)?(?:d66|\d+d\d+){tail}",
        # a row, or an item of an overlay
        rf"^\s+(?:\d+|\d*\.\.\d*)(?:,[0-9., ]+)?(?:\s+{TEXT_PATTERN})?{tail}",
    )


def make_enter_rules() -> list[dict[str, Any]]:
    """Make VS Code's ``onEnterRules``, which indent after a line that opens a block."""
    enter = [{"beforeText": pattern, "action": {"indent": "indent"}} for pattern in indent_patterns()]
    return [*enter, {"beforeText": OUTDENT_PATTERN, "action": {"indent": "outdent"}}]


def render_vim_script() -> str:
    """Render a Vim script that indents a line by the line above it."""
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
    """Convert a pattern to Vim's `very magic` syntax."""
    return "\\v" + re.sub(r"=(?![^\[]*\])", r"\\=", pattern).replace("(?:", "%(").replace(r"\b", ">")
