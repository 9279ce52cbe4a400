"""Files in the canonical layout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_file
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.formatter import format_source
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.service.games.reading import read_all
from bombsight.service.games.targets import RULES_SUFFIX
from bombsight.service.lint.rewriting import Rewritten


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
    changed: tuple[Rewritten, ...]
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


def format_files(paths: Iterable[Path]) -> Formatted:
    """The canonical layout of files. Nothing is written: see :func:`bombsight.service.lint.rewriting.write`.

    Raises:
        WrongRules: One cannot be read.
    """
    return formatted(read_all([*paths]), lambda source: read_file(source.path))


def format_text(source: Source) -> Formatted:
    """The canonical layout of a text that lies nowhere."""
    return formatted((source,), lambda source: source.text.encode())


def formatted(sources: Sequence[Source], content: Callable[[Source], bytes]) -> Formatted:
    """The canonical layout of some texts.

    Args:
        sources: The texts, as they are read.
        content: What a file holds, whose line ends may be others.
    """
    changed = []
    findings: list[Diagnostic] = []
    for source in sources:
        findings += parse(source).diagnostics
        text = format_source(source)
        if text.encode() != content(source):
            changed.append(Rewritten(source.path, source.text, text))
    return Formatted(len(sources), tuple(changed), tuple(findings), {source.path: source for source in sources})
