"""The project: the version and the commit of this program, and the project's URLs."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from bombsight.dsl.node_classes import frozen
from bombsight.version import COMMIT, COMMIT_DATE, VERSION

HOME_KEY, PAGES_KEY, ISSUES_KEY = "Homepage", "Documentation", "Issues"
"""The names that the package's metadata give to the URLs of the project, its documentation, and reports of faults."""

DOCS = Path(__file__).resolve().parents[2] / "docs"
"""The folder of the manual's pages, in the repository as well as in an installation; ``examples`` in it are to copy."""

UNFILLED = "$"
"""How the commit begins in ``bombsight/version.py`` where nothing has filled it in."""


@frozen
class Commit:
    """The commit from which a program was made.

    Attributes:
        name: Its hash, in hexadecimal digits; with ``-dirty`` at the end if files differ from the commit.
        date: The day on which it was committed: ``2026-11-29``.
    """

    name: str
    date: str

    @property
    def short_name(self) -> str:
        """The first ten digits of the hash, and ``-dirty`` if files differ from the commit."""
        digits, *rest = self.name.split("-")
        return "-".join((digits[:10], *rest))


def program_commit() -> Commit | None:
    """The commit from which this program was made; None for a copy of which nobody knows it."""
    if COMMIT.startswith(UNFILLED):
        return commit_of_checkout(Path(__file__).resolve().parents[2])
    return Commit(COMMIT, COMMIT_DATE)


def commit_of_checkout(root: Path) -> Commit | None:
    """Ask git for the commit that is checked out in a folder.

    Returns:
        The commit; None if the folder is no checkout, or git is not there.
    """
    if not (root / ".git").exists():
        return None
    try:
        name = ask_git(root, "describe", "--always", "--abbrev=40", "--dirty", "--exclude=*")
        return Commit(name, ask_git(root, "log", "-1", "--format=%cs"))
    except (OSError, subprocess.CalledProcessError):
        return None


def ask_git(root: Path, *args: str) -> str:
    """Return what git prints about a checkout.

    Raises:
        OSError: There is no git.
        subprocess.CalledProcessError: Git does not answer.
    """
    done = subprocess.run(("git", "-C", str(root), *args), capture_output=True, text=True, check=True)
    return done.stdout.strip()


def describe_version() -> str:
    """Name the program's version and its commit: ``0.2.0 (commit 0123456789, 2026-11-29)``."""
    commit = program_commit()
    return VERSION if commit is None else f"{VERSION} (commit {commit.short_name}, {commit.date})"


@cache
def project_urls() -> Mapping[str, str]:
    """The URLs in the package's metadata, by their labels."""
    from importlib.metadata import PackageNotFoundError, metadata  # slow import, seldom needed

    try:
        entries = metadata("bombsight").get_all("Project-URL") or []
    except PackageNotFoundError:  # run from its folder, without being installed
        return {}
    pairs = (each.partition(",") for each in entries)
    return {name.strip(): address.strip() for name, _, address in pairs}


def finding_page_url(base_url: str, code: str) -> str:
    """Build the URL of the documentation page for a finding's code."""
    return f"{base_url.rstrip('/')}/codes.md#{code.lower()}"
