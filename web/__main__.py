"""``python -m web``: writes the browser program's generated TypeScript files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from web import calls, classes
from web.classes import TypeScriptModule, render_module
from web.command_help import render_command_help
from web.modes import render_modes
from web.sentences import Catalogue, render_catalogue

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "web" / "src"
RULES = SOURCES / "rules"
MODULES: dict[str, TypeScriptModule] = {
    "rules/program.ts": classes.PROGRAM_MODULE,
    "rules/documents.ts": classes.DOCUMENTS_MODULE,
    "engine/classes.ts": classes.EVENTS_MODULE,
    "session/classes.ts": classes.SAVES_MODULE,
    "play/boards/classes.ts": classes.BOARDS_MODULE,
    "play/sheet/classes.ts": classes.SHEET_MODULE,
    "play/story/classes.ts": classes.STORY_MODULE,
    "play/records/classes.ts": classes.CAREERS_MODULE,
    "play/debriefing/classes.ts": classes.DEBRIEFING_MODULE,
    "play/report/classes.ts": classes.REPORT_MODULE,
    "play/odds/classes.ts": classes.ODDS_MODULE,
    "play/luck/classes.ts": classes.LUCK_MODULE,
    "play/links/classes.ts": classes.LINKS_MODULE,
    "play/commands/classes.ts": classes.COMMANDS_MODULE,
    "seat/classes.ts": classes.SEAT_MODULE,
    "workshop/desk/classes.ts": calls.DESK_MODULE,
}
CATALOGUES: dict[str, Catalogue] = {
    "codecSentences.ts": Catalogue(Path("boundary/codec/sentences.py"), "./"),
    "engine/sentences.ts": Catalogue(Path("runtime/sentences.py"), "../"),
    "play/sentences.ts": Catalogue(Path("service/common/sentences.py"), "../"),
    "play/links/sentences.ts": Catalogue(Path("service/links/sentences.py"), "../../"),
    "play/storySentences.ts": Catalogue(Path("service/present/sentences.py"), "../"),
}
OUTPUTS: dict[Path, Callable[[], str]] = {
    **{SOURCES / path: partial(render_module, module) for path, module in MODULES.items()},
    **{SOURCES / path: partial(render_catalogue, catalogue, ROOT) for path, catalogue in CATALOGUES.items()},
    SOURCES / "modes.ts": render_modes,
    SOURCES / "workshop" / "desk" / "calls.ts": calls.render_calls,
    SOURCES / "play" / "commands" / "help.ts": render_command_help,
}
"""The generated files, each with the function that renders it."""

if __name__ == "__main__":
    for path, render in OUTPUTS.items():
        path.write_text(render(), encoding="utf-8")
