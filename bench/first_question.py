"""Benchmark of the time to the first question in Chromium on a slow phone: first visit, from caches, resumed."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.players import ROOT
from bombsight.service.games.library import find_games
from bombsight.service.site.editions import SiteOrder, build_editions
from bombsight.service.site.folder import write_folder
from bombsight.service.site.site import build_site_files

WEB = ROOT / "web"


def main() -> int:
    """Build a site, run the browser script, and return its exit status."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", help="one game; else all")
    args = parser.parse_args()
    games = (args.game,) if args.game else tuple(game.id for game in find_games())
    with TemporaryDirectory() as folder:
        built, site = Path(folder) / "built", Path(folder) / "site"
        subprocess.run(["node", "scripts/build.mjs", str(built)], cwd=WEB, check=True)
        write_folder(build_site_files([*build_editions(SiteOrder(games=games))], built, ()), site)
        command = ["node", "scripts/browse.mjs", "first", *games]
        return subprocess.run(command, cwd=WEB, env={**os.environ, "SITE": str(site)}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
