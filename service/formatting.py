"""Formatting files where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import frozen

from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.files import read_file
from bombsight.dsl.formatter import format_source
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.runtime.errors import InputError
from bombsight.service.files import write_over
from bombsight.service.reading import read_all
from bombsight.service.targets import RULES_SUFFIX


@frozen
class Formatted:
    """What came of it.

    Attributes:
        files: How many were looked at.
        changed: Those whose layout was not canonical.
        findings: What could not be read in them.
        sources: The files by path, as they were.
    """

    files: int
    changed: tuple[Path, ...]
    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]


def rules_files(paths: Iterable[Path]) -> list[Path]:
    """The rules files among paths and in folders, each once.

    Raises:
        InputError: A path is not there, or is no rules file.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            inside = sorted(file for file in path.rglob(f"*{RULES_SUFFIX}") if file.is_file())
            if not inside:
                raise InputError("this folder holds no rules files", str(path), "Rules files end in .rules.")
            found.update(dict.fromkeys(inside))
        elif not path.exists():
            raise InputError("there is no such file", str(path))
        elif path.suffix != RULES_SUFFIX:
            raise InputError("this is no rules file", str(path), "Rules files end in .rules.")
        else:
            found[path] = None
    return list(found)


def format_files(paths: Iterable[Path], *, check: bool) -> Formatted:
    """Format files in place, or only see which would change.

    Raises:
        WrongRules: One cannot be read.
        InputError: One cannot be written.
    """
    sources = read_all([*paths])
    changed = []
    findings: list[Diagnostic] = []
    for source in sources:
        findings += parse(source).diagnostics
        text = format_source(source)
        path = Path(source.path)
        if text.encode() != read_file(path):
            changed.append(path)
            if not check:
                write_over(path, text)
    return Formatted(len(sources), tuple(changed), tuple(findings), {source.path: source for source in sources})
