"""Mends as golden documents show them: what each does, and the lines that are there with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from bombsight.dsl.diagnostic import Diagnostic, Fix
from bombsight.dsl.edits import apply_edits
from bombsight.dsl.source import Source


def mends_of(findings: Iterable[Diagnostic], source: Source) -> Iterator[str]:
    """The mends of findings in a file: those that are certain as `--fix` does them, then offers."""
    for finding in sorted(findings, key=lambda each: each.sort_key):
        for sign, fix in (("--fix", finding.fix), *(("perhaps", offer) for offer in finding.offers)):
            if fix is not None:
                yield f"[{sign}] {finding.code} {finding.span.line}:{finding.span.column} {fix.title}"
                yield from changed_lines(source.text, with_fix(source, fix))


def with_fix(source: Source, fix: Fix) -> str:
    """A file's text with a mend."""
    return apply_edits(source.text, (edit for edit in fix.edits if edit.span.path == source.path))


def changed_lines(before: str, after: str) -> Iterator[str]:
    """The lines that a text has instead of others, with their numbers; of lines that only go, which."""
    was, now = before.split("\n"), after.split("\n")
    for kind, first, last, start, end in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if kind == "delete":
            yield from (f"{number + 1:>5} - {was[number]}".rstrip() for number in range(first, last))
        elif kind != "equal":
            yield from (f"{number + 1:>5} + {now[number]}".rstrip() for number in range(start, end))
