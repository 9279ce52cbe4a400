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
    "bombsight/backends/wasm/load.py",
    "bombsight/compiler/mutants/",
    "bombsight/compiler/serialize/dot.py",
    "bombsight/compiler/serialize/drawing.py",
    "bombsight/compiler/serialize/graph_form.py",
    "bombsight/compiler/serialize/graph_json.py",
    "bombsight/compiler/serialize/loading.py",
    "bombsight/compiler/serialize/mermaid.py",
    "bombsight/compiler/serialize/node_index.py",
    "bombsight/compiler/serialize/schema.py",
    "bombsight/flat/check.py",
    "bombsight/flat/check_code.py",
    "bombsight/flat/show.py",
    "bombsight/flat/show_values.py",
    "bombsight/runtime/board_geometry.py",
    "bombsight/runtime/board_renderer.py",
    "bombsight/runtime/boards.py",
    "bombsight/runtime/visibility/",
    "bombsight/service/api/",
    "bombsight/service/balance/",
    "bombsight/service/boards/",
    "bombsight/service/common/arguments.py",
    "bombsight/service/figures/",
    "bombsight/service/group/",
    "bombsight/service/highlighting/",
    "bombsight/service/language/call_hierarchy.py",
    "bombsight/service/language/example_lens.py",
    "bombsight/service/language/links.py",
    "bombsight/service/language/selection_ranges.py",
    "bombsight/service/links/",
    "bombsight/service/learning/",
    "bombsight/service/lint/sarif.py",
    "bombsight/service/lookup/candidates.py",
    "bombsight/service/lookup/graphs.py",
    "bombsight/service/lookup/item_scan.py",
    "bombsight/service/lookup/overview.py",
    "bombsight/service/lookup/stages.py",
    "bombsight/service/luck/",
    "bombsight/service/play/",
    "bombsight/service/precompile.py",
    "bombsight/service/present/",
    "bombsight/service/report/",
    "bombsight/service/saves/book.py",
    "bombsight/service/saves/bookmarks.py",
    "bombsight/service/saves/careers.py",
    "bombsight/service/saves/listing.py",
    "bombsight/service/saves/ranking.py",
    "bombsight/service/saves/records.py",
    "bombsight/service/saves/replay.py",
    "bombsight/service/saves/replayed.py",
    "bombsight/service/saves/status.py",
    "bombsight/service/scaffolding/examples.py",
    "bombsight/service/schema/",
    "bombsight/service/schemas.py",
    "bombsight/service/seats/",
    "bombsight/service/site/built/",
    "bombsight/service/site/editions.py",
    "bombsight/service/site/folder.py",
    "bombsight/service/site/game_list.py",
    "bombsight/service/site/kept_editions.py",
    "bombsight/service/site/pages/",
    "bombsight/service/site/site.py",
    "bombsight/service/site/surroundings.py",
    "bombsight/service/site/workshop/",
    "bombsight/service/table_rolls/",
    "bombsight/service/testing/mutants.py",
    "bombsight/service/testing/preferences.py",
    "bombsight/service/testing/profiling.py",
    "lark/__pyinstaller/",
    "lark/tools/",
    "markdown_it/cli/",
    "platformdirs/android.py",
    "platformdirs/ios.py",
    "platformdirs/macos.py",
    "platformdirs/pytest_plugin.py",
    "platformdirs/testing.py",
    "platformdirs/windows.py",
)
"""Folders and files without use in a browser, by their paths in the archive: no call of the desk imports them."""

PROGRAM_SUFFIXES = (".py", ".lark", ".json", ".md", ".css", ".rules", ".toml")
"""The suffixes of files that belong to the program: code, and data that it reads."""

MANUAL_PAGES = ("language.md", "overlays.md")
"""The pages of the manual that explain the words of the language."""

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
    files = sorted((*own_files(), *library_files()))
    return {path: file.read_bytes() for path, file in files if not path.startswith(LEFT_OUT)}


def own_files() -> Iterator[tuple[str, Path]]:
    """Yield the program's own files, each with its path in the archive."""
    for name in ("__init__.py", "version.py"):
        yield f"bombsight/{name}", PACKAGE / name
    for part in PARTS:
        for file in (HOME / part).rglob("*"):
            if file.suffix in PROGRAM_SUFFIXES:
                yield f"bombsight/{file.relative_to(HOME).as_posix()}", file
    for page in MANUAL_PAGES:
        yield f"bombsight/docs/{page}", HOME / "docs" / page


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
