"""Generator of the module for CodeMirror, the editor of a site's workshop: the TextMate grammar and what Enter does.

The page interprets the grammar itself (``web/src/workshop/editor/textmate.ts``), so it has the colours of VS Code.
"""

from __future__ import annotations

import json

from editors.indentation import OUTDENT_PATTERN, indent_patterns
from editors.textmate import build_grammar

HEAD = """\
// The colours of the language, and what Enter does. Made by `python -m editors`; not to be edited.

import type { Grammar } from "./textmate";
"""


def render_codemirror() -> str:
    """Render the TypeScript module."""
    grammar = {key: value for key, value in build_grammar().items() if key in ("scopeName", "patterns", "repository")}
    constants = (
        ("The TextMate grammar.", "GRAMMAR: Grammar", grammar),
        ("Match lines after which the next is indented.", "INDENT_PATTERNS: readonly string[]", indent_patterns()),
        ("Matches a line after which the next is outdented.", "OUTDENT_PATTERN", OUTDENT_PATTERN),
    )
    parts = (
        f"/** {comment} */\nexport const {name} = {json.dumps(value, indent=2)};\n"
        for comment, name, value in constants
    )
    return "\n".join([HEAD, *parts])
