"""The Python program for a browser: the parts that compile rules, and the libraries that they import.

:func:`collect_program` gathers source files; :func:`pack_program` has Node compile them by the Python of Pyodide, for
bytecode belongs to one version of Python, and pack them into one compressed file, which a page's worker unpacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from subprocess import PIPE, STDOUT, run
from tempfile import TemporaryDirectory
from zipfile import ZIP_STORED, ZipFile

from bombsight import version
from bombsight.boundary.errors import InputError
from bombsight.service.site.workshop.pyodide import find_node

PACKAGE = Path(version.__file__).parent
"""The folder of the package, which holds its first module and its version."""

HOME = Path(__file__).resolve().parents[3]
"""The folder of the parts: the package's in a wheel, the top of a checkout."""

PARTS = ("boundary", "dsl", "flat", "compiler", "backends", "runtime", "service")
"""The parts that a browser needs."""

LEFT_OUT = (
    "service/api/",
    "service/figures/",
    "service/group/",
    "service/precompile.py",
    "service/schema/",
    "service/schemas.py",
    "service/seats/",
    "service/site/built/",
    "service/site/pages/",
    "service/site/site.py",
    "service/site/workshop/",
)
"""Folders and files of these parts without use in a browser."""

PROGRAM_SUFFIXES = (".py", ".lark", ".json", ".md", ".css", ".rules", ".toml")
"""The suffixes of files that belong to the program: code, and data that it reads."""

LEFT_OUT_PAGES = ("codes.md",)
"""Pages of the manual whose text the program has elsewhere."""

LIBRARIES = ("attrs", "lark", "markdown-it-py", "mdurl", "platformdirs")
"""The distributions that the program imports; all are pure Python."""

LICENCE = re.compile("licen[cs]e|copying|notice", re.IGNORECASE)
"""The names of files that go with a library."""

PACKER = Path(__file__).with_name("pack.mjs")
"""The script that Node runs, with Pyodide."""

MAX_SECONDS = 600
"""After so many seconds packing, which takes ten, counts as failed."""


def collect_program() -> dict[str, bytes]:
    """Gather the files of the program and its libraries, by their paths in the archive: ``bombsight/dsl/parser.py``.

    Raises:
        InputError: A library is missing.
    """
    return {path: file.read_bytes() for path, file in sorted((*own_files(), *library_files()))}


def own_files() -> Iterator[tuple[str, Path]]:
    """Yield the program's own files, each with its path in the archive."""
    for name in ("__init__.py", "version.py"):
        yield f"bombsight/{name}", PACKAGE / name
    for part in PARTS:
        for file in (HOME / part).rglob("*"):
            path = file.relative_to(HOME).as_posix()
            if file.suffix in PROGRAM_SUFFIXES and not path.startswith(LEFT_OUT):
                yield f"bombsight/{path}", file
    for page in (HOME / "docs").glob("*.md"):
        if page.name not in LEFT_OUT_PAGES:
            yield f"bombsight/docs/{page.name}", page


def library_files() -> Iterator[tuple[str, Path]]:
    """Yield the files of the libraries and their licences, each with its path in the archive.

    Raises:
        InputError: A library is missing.
    """
    for name in LIBRARIES:
        try:
            files = distribution(name).files or ()
        except PackageNotFoundError as error:
            raise InputError(f"the library {name} is missing", "", f"Install it: pip install {name}") from error
        for file in files:
            is_program = file.suffix in PROGRAM_SUFFIXES and not file.parts[0].endswith(".dist-info")
            if is_program or LICENCE.match(file.name):
                yield file.as_posix(), Path(str(file.locate()))


def pack_program(files: Mapping[str, bytes], pyodide: Path) -> bytes:
    """Compile Python files by Pyodide's Python and pack all files into one archive.

    Args:
        files: The files by their paths in the archive.
        pyodide: The folder of the npm package.

    Raises:
        InputError: Node is missing, or the script fails.
    """
    with TemporaryDirectory() as folder:
        sources, packed = Path(folder, "sources.zip"), Path(folder, "program")
        with ZipFile(sources, "w", ZIP_STORED) as archive:
            for path, content in sorted(files.items()):
                archive.writestr(path, content)
        done = run([find_node(), PACKER, pyodide, sources, packed], stdout=PIPE, stderr=STDOUT, timeout=MAX_SECONDS)
        if done.returncode or not packed.is_file():
            raise InputError("Node cannot pack the workshop", str(pyodide), done.stdout.decode(errors="replace")[-500:])
        return packed.read_bytes()
