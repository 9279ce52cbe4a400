"""What hatch does besides when it packs an sdist or a wheel.

Into both it writes the commit from which they are made. Into the package of a wheel it puts the parts and the compiled
games, and beside it the manual page for ``man``.

In a checkout the parts stand beside ``bombsight/``, which finds them by its ``__path__``. Tools that read code without
running it, as mypy and editors do, cannot follow that. For them there are links in ``bombsight/``, which git ignores
and no program uses: an editable install makes them, and so does ``python hatch_build.py``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "bombsight"
VERSION_FILE = PurePosixPath(PACKAGE) / "version.py"
COMMIT_FORMATS = {"$Format:%H$": "%H", "$Format:%cs$": "%cs"}
"""What stands in the version file for the commit and for its date, and git's format of each."""

MAN_PAGE = f"share/man/man1/{PACKAGE}.1"
"""The place of the manual page below the folder into which a wheel is installed, where ``man`` looks for it."""

DOCS = "docs"
"""The part of which only the pages and the examples are packed: the program reads no others of its files."""


class PackedParts(BuildHookInterface[Any]):
    """Puts the parts into the wheel, as ``bombsight/dsl`` and so on, and what was made of the shipped games.

    An sdist has the parts as they stand. Both have the commit in ``bombsight/version.py``.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name what is packed. An editable install works on the folders as they are, and compiles what it needs."""
        root = Path(self.root)
        if version == "editable":
            with suppress(OSError):  # a folder or a disk where there can be none: all but types works without
                link_parts(root, self.config["parts"])
            return
        self.folder = TemporaryDirectory()
        stamped = Path(self.folder.name) / VERSION_FILE.name
        stamped.write_text(fill_in_commit(root), encoding="utf-8", newline="\n")
        build_data["force_include"][str(stamped)] = VERSION_FILE.as_posix()
        if self.target_name != "wheel":
            return
        build_data["force_include"] |= packed_parts(root, self.config["parts"])
        made = Path(self.folder.name) / "shipped"
        run_module(root, "bombsight.service.precompile", str(made))
        build_data["force_include"][str(made)] = f"{PACKAGE}/shipped"
        page = Path(self.folder.name) / Path(MAN_PAGE).name
        run_module(root, "bombsight.cli.man_page", str(page), self.metadata.core.urls["Homepage"])
        build_data["shared_data"][str(page)] = MAN_PAGE

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        if hasattr(self, "folder"):
            self.folder.cleanup()


def run_module(root: Path, *arguments: str) -> None:
    """Run a module of this checkout with the packages that the build has.

    Raises:
        subprocess.CalledProcessError: It fails.
    """
    path = os.pathsep.join([str(root), *sys.path])
    subprocess.run([sys.executable, "-m", *arguments], check=True, cwd=root, env={**os.environ, "PYTHONPATH": path})


def fill_in_commit(root: Path) -> str:
    """Return the text of the version file with the commit that is checked out.

    In a folder that is no checkout the text stays: that of an sdist or of a host's ZIP has its commit already.
    """
    text = (root / VERSION_FILE).read_text(encoding="utf-8")
    if not (root / ".git").exists():
        return text
    for place, form in COMMIT_FORMATS.items():
        call = ("git", "-C", str(root), "log", "-1", f"--format={form}")
        with suppress(OSError, subprocess.CalledProcessError):  # no git: the wheel knows no commit
            text = text.replace(place, subprocess.run(call, capture_output=True, text=True, check=True).stdout.strip())
    return text


def packed_parts(root: Path, parts: Sequence[str]) -> dict[str, str]:
    """The folders and files that are packed, each with its place in the wheel."""
    folders = {str(root / part): f"{PACKAGE}/{part}" for part in parts if part != DOCS}
    pages = {str(page): f"{PACKAGE}/{DOCS}/{page.name}" for page in sorted((root / DOCS).glob("*.md"))}
    return folders | pages | {str(root / DOCS / "examples"): f"{PACKAGE}/{DOCS}/examples"}


def link_parts(root: Path, parts: Sequence[str]) -> None:
    """Make a link in the package to each of the parts that are code; what is there already stays.

    Raises:
        OSError: The folder cannot be written, or its disk knows no links.
    """
    for part in parts:
        link = root / PACKAGE / part
        if link.exists() or not (root / part / "__init__.py").exists():
            continue
        if sys.platform == "win32":
            from _winapi import CreateJunction  # a symbolic link wants rights there that few people have

            CreateJunction(str(root / part), str(link))
        else:
            link.unlink(missing_ok=True)  # one that leads nowhere
            link.symlink_to(Path("..") / part, target_is_directory=True)


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    settings = tomllib.loads((here / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    link_parts(here, settings["targets"]["wheel"]["hooks"]["custom"]["parts"])
