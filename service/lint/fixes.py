"""Applies certain fixes of findings, round by round, until none is left."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

from bombsight.dsl.diagnostic import Diagnostic, Fix
from bombsight.dsl.edits import apply_edits, select_compatible
from bombsight.dsl.source import Source
from bombsight.service.games.requests import Rules
from bombsight.service.games.source_files import canonical_path
from bombsight.service.games.targets import Target
from bombsight.service.lint.lint import Linted, lint
from bombsight.service.lint.rewritten_files import RewrittenFile

MAX_ROUNDS = 10
"""The maximum number of rounds; a fix may uncover findings that its mistake hid."""


MAX_FOLLOWED_MENDS = 150
"""The number of fixes after which no further round follows: a round lints all rules again."""


@frozen
class MendResult:
    """The result of applying fixes.

    Attributes:
        remaining: The findings left.
        mended: The fixed findings, in the order of their fixes.
        files: The changed files, by name.
    """

    remaining: Linted
    mended: tuple[Diagnostic, ...]
    files: tuple[RewrittenFile, ...]


def mend(
    requested_targets: Iterable[Target], rules: Rules, select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> MendResult:
    """Apply the certain fixes of findings, round by round with a lint between, without writing files.

    :func:`bombsight.service.lint.rewritten_files.overwrite_files` writes them.

    Args:
        requested_targets: Games, house-rule files and folders.
        rules: The options of the call; its ``texts`` are fixed in place of the files.
        select: As for :func:`lint <bombsight.service.lint.lint.lint>`: other findings are not fixed.
        ignore: Likewise.

    Raises:
        WrongRules: A file cannot be read.
        InputError: An option, a variant or errata are unknown.
    """
    targets = tuple(requested_targets)
    files = rules.house or [file for target in targets for file in ((target.only,) if target.only else target.files)]
    changeable = frozenset(map(canonical_path, files))
    texts = dict(rules.texts)
    old_texts: dict[str, str] = {}
    mended: list[Diagnostic] = []
    result = lint(targets, rules, select, ignore)
    for _ in range(MAX_ROUNDS):
        if len(mended) > MAX_FOLLOWED_MENDS:
            break
        fixes = select_compatible(
            finding.fix for finding in result.findings if finding.fix and is_in_files(finding.fix, changeable)
        )
        if not fixes:
            break
        for path, text in rewrite_texts(fixes, result.sources).items():
            old_texts.setdefault(path, result.sources[path].text)
            texts[canonical_path(path)] = text
        applied = frozenset(fixes)
        mended += [finding for finding in result.findings if finding.fix in applied]
        result = lint(targets, evolve(rules, texts=texts), select, ignore)
    changed = (RewrittenFile(path, text, texts[canonical_path(path)]) for path, text in sorted(old_texts.items()))
    return MendResult(result, tuple(mended), tuple(file for file in changed if file.before != file.after))


def is_in_files(fix: Fix, files: Collection[Path]) -> bool:
    """Whether a fix edits only the requested files, and not the game below house rules."""
    return all(canonical_path(edit.span.path) in files for edit in fix.edits)


def rewrite_texts(fixes: Sequence[Fix], sources: Mapping[str, Source]) -> dict[str, str]:
    """Apply fixes to the texts of files; return the changed texts by path."""
    edits = [edit for fix in fixes for edit in fix.edits]
    paths = dict.fromkeys(edit.span.path for edit in edits)
    return {path: apply_edits(sources[path].text, (edit for edit in edits if edit.span.path == path)) for path in paths}
