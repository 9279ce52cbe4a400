"""``python -m website.pictures``: makes the pictures of the README from the program, as somebody would see it.

Each terminal picture is a screen of a real terminal in which commands run in an empty folder, drawn as SVG. The picture
of the page is a photograph by Chromium, and beside it lies the text that it shows. All show the example game.

``--check`` writes nothing, and fails if a picture shows another text than the program prints now. The colours and the
photograph itself are not compared: they depend on versions of libraries and browsers.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shlex
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve, frozen

from website.gathering import PICTURES, ROOT
from website.terminal import Screen, run_in_terminal
from website.terminal_drawing import draw_screen, read_picture

FOLDER = PICTURES

EXTENSION_PICTURE = ROOT / "editors" / "vscode" / "picture.png"
"""The picture of the extension's page, where no SVG may stand."""

EXAMPLE = "lighthouse"
"""The game that pictures show."""

ENTER = "\r"

FOG = """\
house thick_fog "Thick fog" for lighthouse by "Ada"
  1 "Fog hides the lamp"
    add modifier -2 thick on Reef when sky is fog
"""
"""A house rule of somebody."""

NEOVIM = f"""\
vim.opt.runtimepath:append("{ROOT / "editors" / "nvim"}")
vim.opt.number = true
vim.opt.signcolumn = "yes"
vim.opt.laststatus = 0
vim.opt.ruler = false
vim.opt.shortmess:append("FI")
vim.diagnostic.config({{ virtual_lines = true }})
require("bombsight").setup()
vim.api.nvim_create_autocmd("FileType", {{ callback = function() vim.opt_local.colorcolumn = "" end }})
vim.api.nvim_create_autocmd("LspAttach", {{ callback = function() vim.lsp.inlay_hint.enable() end }})
"""
"""Neovim's settings for its picture."""

UNTIL_FOUND = (
    ":lua vim.wait(30000, function() return #vim.diagnostic.get(0) > 1 end); vim.wait(3000)\r",
    ":redraw!\r",
    ":\x1b",
)
"""Keys that have Neovim wait for findings and odds."""

SLIPS = (("  7..8: rain", "  8: rain"), ("  9..10: fog", "  8..9: fog"))
"""What somebody has mistyped who copied the first table."""


@frozen
class TerminalPicture:
    """A picture of a terminal.

    Attributes:
        name: The name of its file.
        description: What it shows, for those who do not see it.
        commands: The commands that are run, as they are typed; each is shown before its output.
        columns: The width of the terminal.
        rows: Its height; the picture ends at the last line that is not blank.
        keys: What is typed while the last command runs; then the command alone fills the screen.
        slips: Texts of the example's tables, and what stands there instead.
        files: Other files in the folder, by their names.
    """

    name: str
    description: str
    commands: tuple[str, ...]
    columns: int = 96
    rows: int = 60
    keys: tuple[str, ...] = ()
    slips: tuple[tuple[str, str], ...] = ()
    files: tuple[tuple[str, str], ...] = ()


@frozen
class PagePicture:
    """A picture of the page to play on.

    Attributes:
        name: The name of its file.
        seed: The seed of the dice.
        moves: How often the suggested answer is taken.
        width: The width of the window in CSS pixels.
        height: Its height.
        scheme: The colours: ``light`` or ``dark``.
    """

    name: str
    seed: int
    moves: int
    width: int
    height: int
    scheme: str = "light"


TERMINALS = (
    TerminalPicture(
        "play",
        "A game on a whole screen of a terminal: the story with its dice, boards, the sheet, and a question.",
        (f"bombsight play {EXAMPLE} --seed 7 --save night.jsonl",),
        columns=112,
        rows=36,
        keys=(ENTER, ENTER, ENTER),
    ),
    TerminalPicture(
        "lint",
        "Findings: a table of which no row covers the totals 7 and 10, and in which two rows cover 8.",
        (f"bombsight lint {EXAMPLE}",),
        slips=SLIPS,
    ),
    TerminalPicture(
        "odds",
        "The exact odds of a table in a gale, and how much each modifier matters.",
        (f"bombsight odds {EXAMPLE} Reef --given 'sky is gale'",),
    ),
    TerminalPicture(
        "house",
        "A house rule of three lines, and what it does: to the odds of a table, and to a worked example.",
        ("cat thick-fog.rules", f"bombsight diff {EXAMPLE} --house thick-fog.rules"),
    ),
    TerminalPicture(
        "neovim",
        "A table in Neovim: two findings below their lines, and beside each row its chance.",
        (f"nvim -n -i NONE -u init.lua {EXAMPLE}/20-tables.rules",),
        columns=124,
        rows=30,
        keys=UNTIL_FOUND,
        slips=SLIPS,
        files=(("init.lua", NEOVIM),),
    ),
)

PAGE = PagePicture("page", seed=7, moves=2, width=1180, height=790)
DARK_PAGE = evolve(PAGE, name="page-dark", scheme="dark")


def main() -> int:
    """Make all pictures, or check them; return an exit status."""
    parser = argparse.ArgumentParser(prog="python -m website.pictures", description="Make the pictures of the README.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a picture is out of date")
    is_check = parser.parse_args().check
    if not is_check:
        FOLDER.mkdir(exist_ok=True)
        for picture in TERMINALS:
            screen = take_terminal_picture(picture)
            svg = draw_screen(screen, picture.commands[-1], picture.description)
            (FOLDER / f"{picture.name}.svg").write_text(svg, encoding="utf-8")
        photograph_drawing(FOLDER / "neovim.svg", EXTENSION_PICTURE)
        photograph_page(PAGE, FOLDER / f"{PAGE.name}.png", FOLDER / f"{PAGE.name}.txt")
        photograph_page(DARK_PAGE, FOLDER / f"{DARK_PAGE.name}.png")
    outdated = [*find_outdated_terminals(), *find_outdated_page()]
    for name in outdated:
        print(f"{name} is out of date: python -m website.pictures makes it anew", file=sys.stderr)
    return 1 if outdated else 0


def find_outdated_terminals() -> Iterator[str]:
    """Yield the names of the terminal pictures that show another text than the program prints now."""
    for picture in TERMINALS:
        kept = FOLDER / f"{picture.name}.svg"
        screen = take_terminal_picture(picture)
        if not kept.exists() or read_picture(kept.read_text(encoding="utf-8")) != read_picture(
            draw_screen(screen, "", "")
        ):
            yield kept.name


def find_outdated_page() -> Iterator[str]:
    """Yield the name of the page's picture if the page shows another text now."""
    kept = FOLDER / f"{PAGE.name}.txt"
    with TemporaryDirectory() as folder:
        text = Path(folder) / "page.txt"
        photograph_page(PAGE, Path(folder) / "page.png", text)
        if not kept.exists() or kept.read_text(encoding="utf-8") != text.read_text(encoding="utf-8"):
            yield f"{PAGE.name}.png"


# --- terminals


def take_terminal_picture(picture: TerminalPicture) -> Screen:
    """Run the commands of a picture at a terminal, in a folder of their own, and return what stands there."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        environment = prepare_folder(folder, picture.slips)
        for name, text in picture.files:
            (folder / name).write_text(text, encoding="utf-8")
        if picture.keys:
            command = shlex.split(picture.commands[-1])
        else:
            steps = (f"printf '\\033[1m$ %s\\033[0m\\n' {shlex.quote(each)}; {each}; echo" for each in picture.commands)
            command = ["sh", "-c", "; ".join(steps)]
        return run_in_terminal(
            command, folder, environment, columns=picture.columns, rows=picture.rows, keys=picture.keys
        )


def prepare_folder(folder: Path, slips: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Put the example game and a house rule into a folder; return the environment in which commands run there."""
    programs = folder / "bin"
    programs.mkdir()
    program = programs / "bombsight"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m bombsight "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    environment = {
        "PATH": os.pathsep.join((str(programs), os.environ["PATH"])),
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder),
        **{f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")},
        "BOMBSIGHT_CACHE": os.environ.get("BOMBSIGHT_CACHE", str(folder / "cache")),
    }
    copy = ("bombsight", "new", EXAMPLE, "--example", EXAMPLE)
    subprocess.run(copy, cwd=folder, env=environment, check=True, capture_output=True)
    (folder / "thick-fog.rules").write_text(FOG, encoding="utf-8")
    tables = folder / EXAMPLE / "20-tables.rules"
    text = tables.read_text(encoding="utf-8")
    for right, wrong in slips:
        if right not in text:
            raise LookupError(f"{tables.name} has no line {right!r} any more")
        text = text.replace(right, wrong)
    tables.write_text(text, encoding="utf-8")
    return environment


# --- the page


def photograph_page(shown: PagePicture, picture: Path, text: Path | None = None) -> None:
    """Photograph the page in the middle of a game, and write down the text that it shows.

    Args:
        shown: What is photographed.
        picture: The file of the photograph.
        text: The file of the text; None for none.

    Raises:
        subprocess.CalledProcessError: Node, its packages or Chromium are missing, or something goes wrong in the page.
    """
    node = shutil.which("node") or "node"
    with TemporaryDirectory() as name:
        folder = Path(name)
        environment = prepare_folder(folder, ())
        build = ("bombsight", "site", EXAMPLE, "-o", "site")
        subprocess.run(build, cwd=folder, env=environment, check=True, capture_output=True)
        numbers = map(str, (shown.seed, shown.moves, shown.width, shown.height))
        call = (node, "scripts/browse.mjs", "picture", EXAMPLE, *numbers, str(picture), shown.scheme)
        done = subprocess.run(
            call,
            cwd=ROOT / "web",
            env={**os.environ, "SITE": str(folder / "site"), "BROWSER": "chromium"},
            check=True,
            capture_output=True,
            encoding="utf-8",
        )
    if text is not None:
        text.write_text(json.loads(done.stdout)["found"] + "\n", encoding="utf-8")


def photograph_drawing(drawing: Path, picture: Path) -> None:
    """Photograph an SVG picture by Chromium, twice as large.

    Raises:
        LookupError: There is no Chromium.
        subprocess.CalledProcessError: Chromium fails.
    """
    program = os.environ.get("BOMBSIGHT_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        raise LookupError("there is no Chromium; BOMBSIGHT_CHROMIUM may name one")
    root = ElementTree.fromstring(drawing.read_text(encoding="utf-8"))
    size = ",".join(str(math.ceil(float(root.get(name, 0)))) for name in ("width", "height"))
    options = ("--headless", "--no-sandbox", "--force-device-scale-factor=2", f"--window-size={size}")
    call = (program, *options, f"--screenshot={picture}", drawing.as_uri())
    subprocess.run(call, check=True, capture_output=True)


if __name__ == "__main__":
    sys.exit(main())
