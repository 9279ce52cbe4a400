"""Formatting of files to the canonical layout."""

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
from bombsight.service.games.source_files import read_sources
from bombsight.service.games.targets import RULES_SUFFIX
from bombsight.service.lint.rewritten_files import RewrittenFile


@frozen
class FormatResult:
    """The result of formatting.

    Attributes:
        files: The number of files examined.
        changed: The files whose layout was not canonical.
        findings: The syntax errors in them.
        sources: The files by path, before formatting.
    """

    files: int
    changed: tuple[RewrittenFile, ...]
    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]


def find_rules_files(paths: Iterable[Path]) -> list[Path]:
    """Find the rules files among paths and in folders, each once.

    Raises:
        InputError: A path does not exist, or is no rules file.
    """
    collected: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            contained = sorted(file for file in path.rglob(f"*{RULES_SUFFIX}") if file.is_file())
            if not contained:
                raise InputError("this folder holds no rules files", str(path), "Rules files end in .rules.")
            collected.update(dict.fromkeys(contained))
        elif not path.exists():
            raise InputError("there is no such file", str(path))
        elif path.suffix != RULES_SUFFIX:
            raise InputError("this is no rules file", str(path), "Rules files end in .rules.")
        else:
            collected[path] = None
    return list(collected)


def format_files(paths: Iterable[Path]) -> FormatResult:
    """Format files to the canonical layout, without writing them.

    :func:`bombsight.service.lint.rewritten_files.overwrite_files` writes them.

    Raises:
        WrongRules: A file cannot be read.
    """
    return format_sources(read_sources([*paths]), lambda source: read_file(source.path))


def format_text(source: Source) -> FormatResult:
    """Format a text that is not in a file to the canonical layout."""
    return format_sources((source,), lambda source: source.text.encode())


def format_sources(sources: Sequence[Source], read_bytes: Callable[[Source], bytes]) -> FormatResult:
    """Format sources to the canonical layout; return the changed texts and the findings.

    `read_bytes` gets a file's bytes, to compare line endings.
    """
    changed = []
    findings: list[Diagnostic] = []
    for source in sources:
        findings += parse(source).diagnostics
        text = format_source(source)
        if text.encode() != read_bytes(source):
            changed.append(RewrittenFile(source.path, source.text, text))
    return FormatResult(len(sources), tuple(changed), tuple(findings), {source.path: source for source in sources})
