"""Findings mended: the fixes that they carry done, round by round, until none is left that can be."""

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
"""A mend may uncover what it hid; what is not settled by then is left to people."""


MAX_FOLLOWED_MENDS = 150
"""Of more mends than these no round follows: each looks at all of the rules again, and whoever wants to, asks again."""


@frozen
class MendResult:
    """What came of mending.

    Attributes:
        remaining: What is left.
        mended: What is not, in the order in which it was mended.
        files: The files that change, by name.
    """

    remaining: Linted
    mended: tuple[Diagnostic, ...]
    files: tuple[RewrittenFile, ...]


def mend(
    requested_targets: Iterable[Target], rules: Rules, select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> MendResult:
    """Lint, apply the fixes, and lint again, without writing files.

    :func:`bombsight.service.lint.rewritten_files.overwrite_files` writes them.

    Args:
        requested_targets: Games, house-rule files and folders.
        rules: The rules of the call; what stands in their ``texts`` is mended in the place of the files.
        select: As for :func:`lint <bombsight.service.lint.lint.lint>`: what is not asked for is not mended.
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
    """Whether a fix stays in files that may change: those that were asked for, and not the game they are laid over."""
    return all(canonical_path(edit.span.path) in files for edit in fix.edits)


def rewrite_texts(fixes: Sequence[Fix], sources: Mapping[str, Source]) -> dict[str, str]:
    """The texts of the files that fixes change, by path."""
    edits = [edit for fix in fixes for edit in fix.edits]
    paths = dict.fromkeys(edit.span.path for edit in edits)
    return {path: apply_edits(sources[path].text, (edit for edit in edits if edit.span.path == path)) for path in paths}
