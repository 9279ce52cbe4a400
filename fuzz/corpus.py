"""The corpus: well-formed untrusted input, made by the program itself, to be mutated."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).resolve().parent.parent
LIGHTHOUSE = ROOT / "docs" / "examples" / "lighthouse"
COVE = ROOT / "tests" / "service" / "seats" / "cove"
SENT_FILE_PATTERN = re.compile(r"Send this file: (\S+)")

GROUP_TOML = """\
title = "A night"
game = "lighthouse"
mission = 1
seed = 5
players = ["Ann", "Ben"]

[pins]
"""


@frozen
class Corpus:
    """Well-formed inputs of every kind, from which mutated ones are made.

    Attributes:
        folder: The folder in which they were made; with the host's and the guest's own folders.
        rules: Texts of rules files, by name: of two games.
        saves: Texts of saves: of a finished game, and of an open one.
        letters: The letters of a game by mail in order, by file name.
        seat: A seat's own file.
        table: A host's table file.
        table_save: The save of that table.
        revealed: The revealed secrets at its end.
        record: A record for an umpire.
        game: A game file.
        package: A package.
        script: A script.
    """

    folder: Path
    rules: Mapping[str, str]
    saves: tuple[str, ...]
    letters: Mapping[str, str]
    seat: str
    table: str
    table_save: str
    revealed: str
    record: str
    game: bytes
    package: bytes
    script: str


def isolated_environment(user_folder: Path) -> dict[str, str]:
    """The environment variables of a call that keeps its config, cache and data in a folder of its own."""
    own_folders = {
        "XDG_DATA_HOME": "data",
        "XDG_STATE_HOME": "state",
        "XDG_CONFIG_HOME": "config",
        "BOMBSIGHT_CACHE": "cache",
    }
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "BOMBSIGHT_"))}
    return (
        inherited
        | {name: str(user_folder / value) for name, value in own_folders.items()}
        | {"HOME": str(user_folder), "COLUMNS": "100"}
    )


def run_program(folder: Path, user_folder: Path, *args: object, stdin_text: str = "") -> str:
    """Run the command line in a process with its own user folder, and return its output.

    Raises:
        RuntimeError: It failed.
    """
    process = subprocess.run(
        [sys.executable, "-m", "bombsight", *map(str, args)],
        cwd=folder,
        env=isolated_environment(user_folder),
        input=stdin_text,
        text=True,
        capture_output=True,
        timeout=300,
        check=False,
    )
    if process.returncode:
        raise RuntimeError(f"{args}: {process.returncode}\n{process.stdout}\n{process.stderr}")
    return process.stdout


def make_corpus(folder: Path) -> Corpus:
    """Make well-formed inputs of every kind by playing games with the program.

    Args:
        folder: An empty folder for it.
    """
    home, host, guest = folder / "home", folder / "host", folder / "guest"
    path = ("--path", LIGHTHOUSE.parent)
    run_program(folder, home, "play", "lighthouse", *path, "--auto", "--seed", 1, "--save", "over.save")
    run_program(folder, home, "play", "lighthouse", *path, "--seed", 2, "--save", "open.save", stdin_text="\n\n\n")
    record = run_program(folder, home, "result", "over.save", *path, "--player", "Ann")
    run_program(folder, home, "compile", "lighthouse", *path, "--site", "-o", "lighthouse.game")
    run_program(folder, home, "new", "mygame")
    run_program(folder, home, "pack", "mygame", "-o", "mygame.bombsight")
    letter, letters = send_letter(folder, host, COVE, "--save", "t.save", "--seat", "keeper", stdin_text=""), []
    for turn in range(40):
        if letter is None:
            break
        letters.append(letter)
        user_folder = guest if turn % 2 == 0 else host
        letter = send_letter(folder, user_folder, letter, stdin_text="\n" * 60)
    seat = next(iter((folder / "guest").rglob("*.seat")))
    return Corpus(
        folder=folder,
        rules={file.name: file.read_text() for home in (LIGHTHOUSE, COVE) for file in sorted(home.glob("*.rules"))},
        saves=tuple((folder / name).read_text() for name in ("over.save", "open.save")),
        letters={path.name: path.read_text() for path in letters},
        seat=seat.read_text(),
        table=next(folder.glob("t.save*.table"), next(folder.glob("*.table"))).read_text(),
        table_save=(folder / "t.save").read_text(),
        revealed=next(iter((folder / "guest").rglob("*.revealed*"))).read_text(),
        record=record,
        game=(folder / "lighthouse.game").read_bytes(),
        package=(folder / "mygame.bombsight").read_bytes(),
        script=(LIGHTHOUSE / "first-night.script").read_text(),
    )


def send_letter(folder: Path, user_folder: Path, *args: object, stdin_text: str) -> Path | None:
    """Make a move in a game by mail, and return the file to send to the other player; None if the game is over."""
    sent_names: Sequence[str] = SENT_FILE_PATTERN.findall(
        run_program(folder, user_folder, "mail", *args, "--path", COVE.parent, stdin_text=stdin_text)
    )
    return folder / sent_names[-1] if sent_names else None
