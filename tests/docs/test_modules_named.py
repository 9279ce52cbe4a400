"""Modules that pages, docstrings and comments name are there: who moves or renames one looks for its old name too."""

from __future__ import annotations

import io
import os
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[2]
TOPS = (
    *("backends", "bench", "bombsight", "boundary", "cli", "compiler", "docs", "dsl", "editors", "flat", "fuzz"),
    *("games", "runtime", "service", "tests", "web", "website"),
)
OTHERS = {"node_modules", "built"}
"""Folders that others wrote, or that are made."""

MODULE = re.compile(r"(?<![\w./*<{-])(?:[\w.-]+/)*(?![A-Z]+\.)[A-Za-z_]\w*\.(?:py|ts)\b(?![./(]\w)")
"""A module's file name, perhaps with folders before it. A pattern of names (``test_*.py``)
is none, nor is one that stands for any (``tests/NAME.py``)."""

REFERENCE = re.compile(r":(?:mod|func|class|meth|data):`~?((?:\.|bombsight\.)[\w.]+)`")
"""A reference of a docstring to a module, or to what one holds; a dot in front stands for the folder of the file."""

DEFINITION = r"^ *(?:(?:async )?def |class )?{name}\b *[(:=\[,]|^from .* import .*\b{name}\b"
"""What defines a name at the top of a module or in a class, or hands it on."""


@cache
def files() -> tuple[PurePosixPath, ...]:
    """Every file of the repository, by its path from the root; links to folders are not followed."""
    found = [PurePosixPath(path.name) for path in ROOT.iterdir() if path.is_file()]
    for top in TOPS:
        for folder, folders, names in os.walk(ROOT / top):
            folders[:] = [name for name in folders if name not in OTHERS and not name.startswith((".", "__"))]
            found += [PurePosixPath((Path(folder) / name).relative_to(ROOT).as_posix()) for name in names]
    return tuple(found)


@cache
def modules() -> dict[str, list[str]]:
    """The paths of all modules, by their file names."""
    found: dict[str, list[str]] = {}
    for path in files():
        if path.suffix in {".py", ".ts"}:
            found.setdefault(path.name, []).append(str(path))
    return found


def prose(path: str, text: str) -> Iterator[tuple[int, str]]:
    """The lines that people read in a file, with their numbers: all of a page; docstrings and comments of Python.

    Code may hold names of files that it makes itself.
    """
    if not path.endswith(".py"):
        yield from enumerate(text.splitlines(), start=1)
        return
    before = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_docstring = token.type == tokenize.STRING and before in {tokenize.NEWLINE, tokenize.INDENT}
        if is_docstring or token.type == tokenize.COMMENT:
            yield from enumerate(token.string.splitlines(), start=token.start[0])
        if token.type not in {tokenize.NL, tokenize.COMMENT, tokenize.DEDENT}:
            before = token.type


def is_module(name: str) -> bool:
    """Whether a module has this name, and its path ends in the folders that stand before it."""
    path = name.removeprefix("../").removeprefix("bombsight/")
    return any(f"/{known}".endswith(f"/{path}") for known in modules().get(PurePosixPath(path).name, ()))


def is_reference(path: str, target: str) -> bool:
    """Whether what a docstring of a file refers to is there: a module, or a name in one."""
    folder = PurePosixPath(path).parent.parts if target.startswith(".") else ()
    names = (*folder, *target.removeprefix("bombsight").removeprefix(".").split("."))
    for end in range(len(names), 0, -1):
        for file in (ROOT.joinpath(*names[:end]).with_suffix(".py"), ROOT.joinpath(*names[:end], "__init__.py")):
            if file.is_file():
                text = file.read_text(encoding="utf-8")
                return all(re.search(DEFINITION.format(name=name), text, re.MULTILINE) for name in names[end:])
    return False


def missing(path: str, text: str) -> list[str]:
    """What a file names and is not there, modules and what they hold, each with its line."""
    found: list[str] = []
    for number, line in prose(path, text):
        found += [f"{path}:{number}: {name}" for name in MODULE.findall(line) if not is_module(name)]
        found += [f"{path}:{number}: {name}" for name in REFERENCE.findall(line) if not is_reference(path, name)]
    return found


@pytest.mark.parametrize("suffix", [".md", ".py", ".ts"])
def test_modules_that_prose_names_are_there(suffix: str) -> None:
    """The changelog tells of modules as they were then."""
    texts = {
        str(path): (ROOT / path).read_text(encoding="utf-8")
        for path in files()
        if path.suffix == suffix and path.name != "CHANGELOG.md"
    }

    assert len(texts) > 40
    assert [name for path, text in texts.items() for name in missing(path, text)] == []


@pytest.mark.parametrize(
    ("path", "text", "names"),
    [
        ("page.md", "`dsl/parser.py`, `parser.py`, `web/src/closed.ts`, `test_*.py`, `a/NAME.ts`", []),
        ("page.md", "a\n`compiler/parser.py`", ["page.md:2: compiler/parser.py"]),
        ("code.py", '"""Of ``gone.py``."""\n', ["code.py:1: gone.py"]),
        ("code.py", 'def f():\n    """See.\n\n    Then ``gone.py``.\n    """\n', ["code.py:4: gone.py"]),
        ("code.py", 'NAME = "made.py"  # not ``gone.py``\n', ["code.py:1: gone.py"]),
        ("dsl/code.py", "# :mod:`.parser`, :func:`~bombsight.dsl.parser.parse`\n", []),
        ("dsl/code.py", "# :mod:`.gone`\n", ["dsl/code.py:1: .gone"]),
        ("dsl/code.py", "# :func:`.parser.gone`\n", ["dsl/code.py:1: .parser.gone"]),
        ("code.ts", "// a port of gone.py\n", ["code.ts:1: gone.py"]),
    ],
)
def test_a_module_that_is_not_there_is_found(path: str, text: str, names: list[str]) -> None:
    assert missing(path, text) == names
