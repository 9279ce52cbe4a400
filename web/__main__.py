"""``python -m web``: the file of the browser's program that is made of our classes, written anew."""

from __future__ import annotations

from pathlib import Path

from web.classes import interfaces

PROGRAM = Path(__file__).parent / "src" / "rules" / "program.ts"

if __name__ == "__main__":
    PROGRAM.write_text(interfaces(), encoding="utf-8")
