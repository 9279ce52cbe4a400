"""``python -m editors``: the files for editors that are made of the language's grammar, written anew."""

from __future__ import annotations

import json
from pathlib import Path

from editors.textmate import grammar
from editors.vim import syntax

FOLDER = Path(__file__).parent


def made() -> dict[Path, str]:
    """What each of the files says."""
    return {
        FOLDER / "vscode" / "syntaxes" / "bombsight.tmLanguage.json": json.dumps(grammar(), indent=2) + "\n",
        FOLDER / "nvim" / "syntax" / "bombsight.vim": syntax(),
    }


if __name__ == "__main__":
    for path, text in made().items():
        path.write_text(text, encoding="utf-8")
