"""Findings mended: the fixes that they carry done, round by round, until none is left that can be."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

from bombsight.dsl.diagnostic import Diagnostic, Fix
from bombsight.dsl.edits import compatible, edited
from bombsight.dsl.source import Source
from bombsight.service.games.reading import whole_path
from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import Target
from bombsight.service.lint.lint import Linted, lint
from bombsight.service.lint.rewriting import Rewritten

ROUNDS = 10
"""A mend may uncover what it hid; what is not settled by then is left to people."""


MANY = 150
"""Of more mends than these no round follows: each looks at all of the rules again, and whoever wants to, asks again."""


@frozen
class Mended:
    """What came of mending.

    Attributes:
        found: What is left.
        mended: What is not, in the order in which it was mended.
        files: The files that change, by name.
    """

    found: Linted
    mended: tuple[Diagnostic, ...]
    files: tuple[Rewritten, ...]


def mend(wanted: Iterable[Target], rules: Rules, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Mended:
    """Lint, do what fixes say, and lint again. Nothing is written: see :func:`bombsight.service.lint.rewriting.write`.

    Args:
        wanted: Games, house-rule files and folders.
        rules: The rules of the call; what stands in their ``texts`` is mended in the place of the files.
        select: As for :func:`lint <bombsight.service.lint.lint.lint>`: what is not asked for is not mended.
        ignore: Likewise.

    Raises:
        WrongRules: A file cannot be read.
        InputError: An option, a variant or errata are unknown.
    """
    targets = tuple(wanted)
    files = rules.house or [file for target in targets for file in ((target.only,) if target.only else target.files)]
    changeable = frozenset(map(whole_path, files))
    texts = dict(rules.texts)
    before: dict[str, str] = {}
    mended: list[Diagnostic] = []
    found = lint(targets, rules, select, ignore)
    for _ in range(ROUNDS):
        if len(mended) > MANY:
            break
        fixes = compatible(finding.fix for finding in found.findings if finding.fix and within(finding.fix, changeable))
        if not fixes:
            break
        for path, text in rewritten(fixes, found.sources).items():
            before.setdefault(path, found.sources[path].text)
            texts[whole_path(path)] = text
        done = frozenset(fixes)
        mended += [finding for finding in found.findings if finding.fix in done]
        found = lint(targets, evolve(rules, texts=texts), select, ignore)
    changed = (Rewritten(path, text, texts[whole_path(path)]) for path, text in sorted(before.items()))
    return Mended(found, tuple(mended), tuple(file for file in changed if file.before != file.after))


def within(fix: Fix, files: Collection[Path]) -> bool:
    """Whether a fix stays in files that may change: those that were asked for, and not the game they are laid over."""
    return all(whole_path(edit.span.path) in files for edit in fix.edits)


def rewritten(fixes: Sequence[Fix], sources: Mapping[str, Source]) -> dict[str, str]:
    """The texts of the files that fixes change, by path."""
    edits = [edit for fix in fixes for edit in fix.edits]
    paths = dict.fromkeys(edit.span.path for edit in edits)
    return {path: edited(sources[path].text, (edit for edit in edits if edit.span.path == path)) for path in paths}
