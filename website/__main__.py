"""``python -m website [FOLDER]``: builds the project's site; with ``--gather`` only gathers the documentation."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.cli.app import app, report_failure
from bombsight.cli.commands.help import command_help_texts
from bombsight.service.common.failure import WrongRules
from bombsight.service.site.folder import read_manifest
from bombsight.service.site.site import write_site
from bombsight.service.site.surroundings import Surroundings
from website.docs_style import DOCS_STYLESHEET, build_docs_stylesheet, render_docs_settings
from website.gallery_entries import read_entries
from website.gathering import ROOT, build_pages, picture_sources
from website.link_check import find_dead_links
from website.project_files import build_project_files
from website.publication import GALLERY_SOURCES, make_order, prepare_publication, select_games
from website.site_parts import DOCS_FOLDER, make_surroundings

DEFAULT_FOLDER = ROOT / "build" / "website"
FAILED = 1


def main() -> int:
    """Build the site in a folder, which holds nothing else; return an exit status."""
    parser = argparse.ArgumentParser(prog="python -m website", description="Build the project's site.")
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER, help="where it is built")
    parser.add_argument("--all-games", action="store_true", help="with every game in games/: for a site of your own")
    parser.add_argument("--gather", action="store_true", help="gather the documentation's pages, and build nothing")
    parser.add_argument("--no-workshop", action="store_true", help="without the page to write rules, by Pyodide")
    args = parser.parse_args()
    folder: Path = args.folder.resolve()
    work = folder.with_name(f"{folder.name}-work")
    surroundings = make_surroundings(has_workshop=not args.no_workshop)
    if args.gather:
        write_pages(work / "docs", surroundings)
        return 0
    try:
        return build_site(folder, work, surroundings, all_games=args.all_games)
    except (InputError, WrongRules) as failure:
        return report_failure(failure)


def build_site(folder: Path, work: Path, surroundings: Surroundings, *, all_games: bool) -> int:
    """Build the whole site in a folder beside its place, and put it there if every link leads somewhere.

    Args:
        folder: Its place; an earlier site there is replaced.
        work: The folder for what is made on the way.
        surroundings: The parts of the site.
        all_games: Whether it has every game of the repository, or only those that the project publishes.

    Raises:
        InputError: Something else lies in the folder, or an entry of the gallery is wrong.
        WrongRules: Rules have errors; in the gallery, warnings, too.
    """
    check_place(folder)
    site, docs = work / "site", work / "docs"
    shutil.rmtree(work, ignore_errors=True)
    entries = read_entries(GALLERY_SOURCES, work / "packed")
    publication = prepare_publication(select_games(all_games=all_games), entries, surroundings)
    own_files = build_project_files(publication, surroundings)
    around = evolve(surroundings, fresh_paths=tuple(own_files))
    write_site(make_order(publication, around), site)
    for path, content in own_files.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_bytes(content)
    write_pages(docs, surroundings)
    if build_docs(docs):
        return FAILED
    shutil.copytree(docs / "site", site / DOCS_FOLDER)
    (site / DOCS_FOLDER / "404.html").unlink()  # it counts on lying at the root of a host
    dead_links = find_dead_links(site)
    for link in dead_links:
        print(f"A link leads nowhere: {link}", file=sys.stderr)
    if dead_links:
        return FAILED
    shutil.rmtree(folder, ignore_errors=True)
    shutil.move(site, folder)
    print(f"{folder} has the site: python3 -m http.server -d {os.path.relpath(folder)}")
    return 0


def check_place(folder: Path) -> None:
    """Check that a folder is missing, is empty, or holds an earlier site, for its contents will be removed.

    Raises:
        InputError: It holds something else.
    """
    try:
        read_manifest(folder)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", str(folder)) from error


# --- the documentation


def write_pages(folder: Path, surroundings: Surroundings) -> None:
    """Write the Markdown pages, styles and settings of the documentation into a folder, replacing earlier contents."""
    pages = folder / "pages"
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in build_pages(command_help()).items():
        path = pages / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path, name in picture_sources().items():
        (pages / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(path, pages / name)
    (pages / DOCS_STYLESHEET).write_text(build_docs_stylesheet(), encoding="utf-8")
    shutil.copytree(ROOT / "website" / "overrides", folder / "overrides")
    (folder / "zensical.toml").write_text(render_docs_settings(surroundings), encoding="utf-8")


def command_help() -> Mapping[str, str]:
    """Map the name of each command to its ``--help`` text."""
    return command_help_texts(app.context_class(app, info_name="bombsight", terminal_width=100))


def build_docs(folder: Path) -> int:
    """Build the documentation from its gathered pages; return an exit status, in which a dead link is a failure."""
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    paths = os.pathsep.join((str(ROOT), *filter(None, (os.environ.get("PYTHONPATH"),))))
    return subprocess.run(command, cwd=folder, env=os.environ | {"PYTHONPATH": paths}).returncode


if __name__ == "__main__":
    sys.exit(main())
