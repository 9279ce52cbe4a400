"""``python -m web``: the files of the browser's program that are made of our classes, written anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from web import classes
from web.classes import Module, render_module
from web.modes import modes

SOURCES = Path(__file__).parent / "src"
RULES = SOURCES / "rules"
MODULES: dict[str, Module] = {
    "rules/program.ts": classes.PROGRAM,
    "rules/documents.ts": classes.BESIDE,
    "engine/classes.ts": classes.EVENTS,
    "session/classes.ts": classes.SAVES,
    "play/boards/classes.ts": classes.BOARDS,
    "play/sheet/classes.ts": classes.SHEET,
    "play/story/classes.ts": classes.STORY,
    "play/records/classes.ts": classes.CAREERS,
    "play/debriefing/classes.ts": classes.DEBRIEFING,
    "play/report/classes.ts": classes.REPORT,
    "play/odds/classes.ts": classes.ODDS,
}
FILES: dict[Path, Callable[[], str]] = {
    **{SOURCES / path: partial(render_module, module) for path, module in MODULES.items()},
    SOURCES / "modes.ts": modes,
}
"""What is written, each by what makes it."""

if __name__ == "__main__":
    for path, made in FILES.items():
        path.write_text(made(), encoding="utf-8")
