"""``python -m web``: the files of the browser's program that are made of our classes, written anew."""

from __future__ import annotations

from pathlib import Path

from web.classes import documents, interfaces
from web.modes import modes

SOURCES = Path(__file__).parent / "src"
RULES = SOURCES / "rules"
FILES = {RULES / "program.ts": interfaces, RULES / "documents.ts": documents, SOURCES / "modes.ts": modes}
"""What is written, each by what makes it."""

if __name__ == "__main__":
    for path, made in FILES.items():
        path.write_text(made(), encoding="utf-8")
