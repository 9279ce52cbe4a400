"""The page in real browsers: played by hand, killed, cut off, looked at by axe. ``web/tests/browser`` does it.

What takes long is done where ``BOMBSIGHT_BROWSERS`` is ``all``: both browsers, long missions, every width.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from beside_node import NODE, ROOT, WEB, needs_node
from bombsight.cli.app import main
from bombsight.service.library import find_games
from bombsight.service.site.editions import Order, editions
from bombsight.service.site.folder import put
from bombsight.service.site.pages.writing import reference_pages
from bombsight.service.site.site import whole

LIGHTHOUSE, FORT = ROOT / "tests" / "lighthouse", ROOT / "tests" / "service" / "fort"
GAMES = sorted(path.name for path in (ROOT / "games").iterdir() if path.is_dir())

ALL = os.environ.get("BOMBSIGHT_BROWSERS") == "all"

PROGRAMS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "firefox": ("firefox", "firefox-esr"),
}


def is_here(browser: str) -> bool:
    """Whether there is such a browser."""
    return f"BOMBSIGHT_{browser.upper()}" in os.environ or any(map(shutil.which, PROGRAMS[browser]))


def in_browsers(*names: str) -> pytest.MarkDecorator:
    """Do a test in each of these browsers that is here."""
    return pytest.mark.parametrize(
        "browser",
        [
            pytest.param(name, marks=pytest.mark.skipif(not is_here(name), reason=f"{name} is not here"))
            for name in names
        ],
    )


everywhere = in_browsers("chromium", "firefox")
once = in_browsers(*(("chromium", "firefox") if ALL else ("chromium",)))

pytestmark = [
    needs_node,
    pytest.mark.skipif(not (WEB / "node_modules" / "puppeteer-core").is_dir(), reason="`npm ci` was not run in web/"),
    pytest.mark.xdist_group("browsers"),
]


@pytest.fixture(name="built", scope="module")
def fixture_built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's program, as it is now."""
    folder = tmp_path_factory.mktemp("built")
    subprocess.run([str(NODE), "scripts/build.mjs", str(folder)], cwd=WEB, check=True, timeout=60)
    return folder


@pytest.fixture(name="small", scope="module")
def fixture_small(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of two small games, with its pages."""
    folder = tmp_path_factory.mktemp("small")
    games = [*editions(Order(games=(str(LIGHTHOUSE), str(FORT))))]
    put(whole(games, built, reference_pages([game.requests for game in games])), folder)
    return folder


@pytest.fixture(name="large", scope="module")
def fixture_large(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the games, without pages: their odds would take minutes, and nobody reads them here."""
    folder = tmp_path_factory.mktemp("large")
    put(whole([*editions(Order(games=tuple(GAMES)))], built, ()), folder)
    return folder


def seen(browser: str, site: Path, program: str, *args: str) -> Any:
    """What a program of ``web/tests/browser`` found; nothing went wrong in the page meanwhile."""
    command = [str(NODE), "scripts/browse.mjs", program, *args]
    environment = {**os.environ, "SITE": str(site), "BROWSER": browser}
    done = subprocess.run(
        command, cwd=WEB, env=environment, capture_output=True, text=True, check=False, timeout=600 if ALL else 120
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["faults"] == []
    return told["found"]


def played(browser: str, site: Path, file: Path, **plan: Any) -> Any:
    """A game played by hand, whose save is put into a file."""
    return seen(browser, site, "mission", json.dumps({"file": str(file), "ask": "all", "kill": 0, **plan}))


def replayed(file: Path, *args: str) -> None:
    """The command line accepts a save: the same happens by the same answers."""
    assert main(["replay", "-q", *args, str(file)]) == 0
