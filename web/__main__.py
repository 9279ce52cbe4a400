"""``python -m web``: the files of the browser's program that are made of our classes, written anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from web.classes import BESIDE, EVENTS, PROGRAM, SAVES, render_module
from web.modes import modes

SOURCES = Path(__file__).parent / "src"
RULES = SOURCES / "rules"
FILES: dict[Path, Callable[[], str]] = {
    RULES / "program.ts": partial(render_module, PROGRAM),
    RULES / "documents.ts": partial(render_module, BESIDE),
    SOURCES / "engine" / "classes.ts": partial(render_module, EVENTS),
    SOURCES / "session" / "classes.ts": partial(render_module, SAVES),
    SOURCES / "modes.ts": modes,
}
"""What is written, each by what makes it."""

if __name__ == "__main__":
    for path, made in FILES.items():
        path.write_text(made(), encoding="utf-8")
