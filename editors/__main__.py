"""``python -m editors``: the files for editors that are made of the language's grammar, written anew."""

from __future__ import annotations

import json
from pathlib import Path

from bombsight.dsl.words import item_words
from editors.indentation import for_vim, for_vscode
from editors.textmate import grammar
from editors.vim import syntax

FOLDER = Path(__file__).parent


VSCODE = FOLDER / "vscode"
NVIM = FOLDER / "nvim"
LANGUAGE = VSCODE / "language-configuration.json"


def made() -> dict[Path, str]:
    """What each of the files says. Of the settings of the language for VS Code only what Enter does is made."""
    language = json.loads(LANGUAGE.read_text(encoding="utf-8")) | {"onEnterRules": for_vscode()}
    return {
        VSCODE / "syntaxes" / "bombsight.tmLanguage.json": json.dumps(grammar(), indent=2) + "\n",
        LANGUAGE: json.dumps(language, indent=2) + "\n",
        NVIM / "syntax" / "bombsight.vim": syntax(),
        NVIM / "indent" / "bombsight.vim": for_vim(),
        NVIM / "lua" / "bombsight" / "items.lua": items(),
    }


def items() -> str:
    """The words that begin an item, by which Neovim tells our rules from those of others."""
    words = "\n".join(f"  {word} = true," for word in sorted(item_words()))
    return f"-- The words that begin an item. Made by `python -m editors`; not to be edited.\nreturn {{\n{words}\n}}\n"


if __name__ == "__main__":
    for path, text in made().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
