"""``python -m website [FOLDER]``: gathers and builds the site; with ``--gather`` only gathers."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from bombsight.cli.app import app
from bombsight.cli.commands.help import command_help_texts
from website.gathering import ROOT, build_pages, picture_sources

EXAMPLE = ROOT / "docs" / "examples" / "lighthouse"
"""The game that the project publishes in any case: its own."""


def main() -> int:
    """Gather the pages into a folder, and build the site there."""
    parser = argparse.ArgumentParser(prog="python -m website", description="Build the documentation site.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "website", help="where it is built")
    parser.add_argument("--gather", action="store_true", help="gather the pages, and build nothing")
    args = parser.parse_args()
    write_pages(args.folder)
    return 0 if args.gather else build_site(args.folder) or build_games(args.folder / "site" / "play")


def write_pages(folder: Path) -> None:
    """Write the Markdown pages and settings of the site into a folder, replacing earlier contents."""
    pages = folder / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    for name, text in build_pages(command_help()).items():
        path = pages / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path, name in picture_sources().items():
        (pages / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(path, pages / name)
    shutil.copyfile(ROOT / "website" / "zensical.toml", folder / "zensical.toml")


def command_help() -> dict[str, str]:
    """Map the name of each command to its ``--help`` text."""
    return command_help_texts(app.context_class(app, info_name="bombsight", terminal_width=100))


def build_site(folder: Path) -> int:
    """Build HTML from the gathered pages; return an exit status, in which a broken link is a failure."""
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    paths = os.pathsep.join((str(ROOT), *filter(None, (os.environ.get("PYTHONPATH"),))))
    return subprocess.run(command, cwd=folder, env=os.environ | {"PYTHONPATH": paths}).returncode


def build_games(folder: Path) -> int:
    """Build the page to play on, with the games that the project may publish; return an exit status."""
    shutil.rmtree(folder, ignore_errors=True)
    games = (str(EXAMPLE), *published_games())
    return subprocess.run([sys.executable, "-m", "bombsight", "site", *games, "-o", str(folder)], cwd=ROOT).returncode


def published_games() -> tuple[str, ...]:
    """The ids of the games that ``pyproject.toml`` names for publication, beside the example game (docs/rights.md)."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return tuple(settings["tool"]["bombsight"]["published-games"])


if __name__ == "__main__":
    sys.exit(main())
