"""``python -m editors``: generates the editor files from the language's grammar."""

from __future__ import annotations

import json
from pathlib import Path

from bombsight.dsl.words import item_words
from bombsight.service.highlighting.textmate import GRAMMAR_PATH
from editors.codemirror import render_codemirror
from editors.indentation import make_enter_rules, render_vim_script
from editors.textmate import build_grammar
from editors.vim import render_syntax

FOLDER = Path(__file__).parent


VSCODE = FOLDER / "vscode"
NVIM = FOLDER / "nvim"
GRAMMARS = (GRAMMAR_PATH, VSCODE / "syntaxes" / "bombsight.tmLanguage.json")
"""The files of the TextMate grammar: the program's, by which it colours rules itself, and VS Code's."""

LANGUAGE = VSCODE / "language-configuration.json"
WORKSHOP = FOLDER.parent / "web" / "src" / "workshop" / "editor" / "grammar.ts"
"""The module of the workshop's editor."""


def render_files() -> dict[Path, str]:
    """Render all generated editor files, by path; of VS Code's language settings only the rules for Enter."""
    language = json.loads(LANGUAGE.read_text(encoding="utf-8")) | {"onEnterRules": make_enter_rules()}
    grammar = json.dumps(build_grammar(), indent=2) + "\n"
    return {
        **dict.fromkeys(GRAMMARS, grammar),
        LANGUAGE: json.dumps(language, indent=2) + "\n",
        NVIM / "syntax" / "bombsight.vim": render_syntax(),
        NVIM / "indent" / "bombsight.vim": render_vim_script(),
        NVIM / "lua" / "bombsight" / "items.lua": render_item_words(),
        WORKSHOP: render_codemirror(),
    }


def render_item_words() -> str:
    """Render the words that begin an item (a top-level declaration), by which Neovim recognizes rules files."""
    words = "\n".join(f"  {word} = true," for word in sorted(item_words()))
    return f"-- The words that begin an item. Made by `python -m editors`; not to be edited.\nreturn {{\n{words}\n}}\n"


if __name__ == "__main__":
    for path, text in render_files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
