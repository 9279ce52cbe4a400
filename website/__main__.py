"""``python -m website [FOLDER]``: the site, gathered and built; with ``--gather`` only gathered."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import typer.main

from bombsight.cli.app import app
from bombsight.cli.commands.help import commands_of
from website.gathering import ROOT, gathered


def main() -> int:
    """Gather the pages into a folder, and build them there."""
    parser = argparse.ArgumentParser(prog="python -m website", description="Build the documentation site.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "website", help="where it is built")
    parser.add_argument("--gather", action="store_true", help="gather the pages, and build nothing")
    asked = parser.parse_args()
    gather(asked.folder)
    return 0 if asked.gather else build(asked.folder)


def gather(folder: Path) -> None:
    """Write the pages and the settings of the site into a folder; what was there of an earlier one goes."""
    pages = folder / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    for name, text in gathered(commands()).items():
        path = pages / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shutil.copyfile(ROOT / "website" / "zensical.toml", folder / "zensical.toml")


def commands() -> dict[str, str]:
    """What each command of the program says of itself."""
    group: Any = typer.main.get_command(app)
    return commands_of(group.context_class(group, info_name="bombsight", terminal_width=100))


def build(folder: Path) -> int:
    """Build what was gathered; a link that leads nowhere is a failure."""
    call = [sys.executable, "-m", "website.colours", "build", "--strict", "--clean"]
    paths = os.pathsep.join((str(ROOT), *filter(None, (os.environ.get("PYTHONPATH"),))))
    return subprocess.run(call, cwd=folder, env=os.environ | {"PYTHONPATH": paths}).returncode


if __name__ == "__main__":
    sys.exit(main())
