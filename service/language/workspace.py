"""Rules in an editor: their files as they are typed, and what is found in them at once and after a while.

Whoever edits opens a game, or a file of it, tells every change of a text, and asks: :meth:`Workspace.check_file` for
what is
found in one file without looking beyond what its items name, and :meth:`Workspace.lint_all` for all that ``lint``
finds,
which may be left off half-way when there is something newer. Both tell what the folders of the files choose to be told.
What was worked out stays in the workspace and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any

from attrs import define, evolve, field

from bombsight.boundary.budget import Budget
from bombsight.compiler.incremental.query import Results
from bombsight.compiler.pipeline import (
    FrontEndResult,
    item_findings,
    link_and_check,
    prove_rules,
    run_front_end,
    sort_findings,
)
from bombsight.compiler.request import Compilation, Request
from bombsight.compiler.suppressions import apply_suppressions
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.gc_pause import pause_gc
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.service.games.requests import Rules
from bombsight.service.games.source_files import canonical_path
from bombsight.service.games.targets import Target, find_targets
from bombsight.service.lint.config import FolderConfigs
from bombsight.service.lint.fix_trials import LintSnapshot, make_trial_budget, try_fixes
from bombsight.service.lint.lint import (
    apply_request_suppressions,
    is_in_scope,
    lint_compilation,
    lint_tests,
    make_path_test,
)
from bombsight.service.programs.example_programs import parse_tests, request_with_tests


@define
class Workspace:
    """The files of a game, with house rules laid over it or none, while somebody writes them.

    Attributes:
        request: What is compiled: the texts as they are now, saved or not.
        target: What was opened.
        requested_rules: The rules laid over it.
        tests: The file of tests that was opened, as it is now; none where that is no such file.
        last_sound: What came of the last texts without errors; None where there were none so far. Its graph, sources
            and items fit each other, not the texts as they are now.
        results: The results of compiling the rules last.
        symbol_index: What names in the rules mean, as far as somebody asked: see
            :mod:`bombsight.service.language.name_lookup`.
    """

    request: Request
    target: Target
    requested_rules: Rules
    tests: tuple[Source, ...] = ()
    last_sound: Compilation | None = None
    results: Results = field(factory=Results)
    symbol_index: Any = field(default=None, repr=False)
    _rules: FrontEndResult | None = None
    _tried: dict[Diagnostic, Diagnostic] = field(factory=dict, repr=False)  # findings whose fixes were tried
    _trials: Budget | None = field(default=None, repr=False)  # what that may cost

    @classmethod
    def open(cls, path: Path, rules: Rules | None = None) -> Workspace:
        """Open a game's folder, a file of it or of its tests, or a file of house rules with the game that they are for.

        Args:
            path: The folder or the file.
            rules: Other rules laid over the game.

        Raises:
            InputError: It is not there, or belongs to no game.
            WrongRules: A file cannot be read.
        """
        target = find_targets([str(path)], rules.folders if rules else ())[0]
        requested_rules = rules or Rules()
        request, tests = request_with_tests(target, requested_rules)
        return cls(request, target, requested_rules, tests if target.tests else ())

    def change_text(self, path: Path, text: str) -> None:
        """A file says something else now.

        Args:
            path: The file.
            text: All that it says.

        Raises:
            KeyError: The file is none of these.
        """
        old = self.source(path)
        new = evolve(old, text=text)

        def swap(files: tuple[Source, ...]) -> tuple[Source, ...]:
            return tuple(new if file is old else file for file in files)

        self.request = evolve(self.request, base=swap(self.request.base), house=swap(self.request.house))
        self.tests = swap(self.tests)
        self._rules = None
        self._tried, self._trials = {}, None

    def copy_for_thread(self) -> Workspace:
        """Another workspace of the same texts, for a thread of its own: nothing that changes is shared."""
        other = copy(self)
        other.symbol_index = None
        other._tried, other._trials = {}, None
        return other

    def adopt_results(self, other: Workspace) -> None:
        """Take over what a copy has worked out since, whatever was written here in the meantime."""
        self.results, self.last_sound = other.results, other.last_sound
        if self.request is other.request:
            self._rules = other._rules

    def source(self, path: Path) -> Source:
        """A file as it is now.

        Raises:
            KeyError: It is none of these.
        """
        wanted = path.resolve()
        candidates = sorted(self.files, key=lambda file: not (file.file or file.path).endswith(path.name))
        for file in candidates:  # the first most often: each takes a look at the disk
            if Path(file.file or file.path).resolve() == wanted:
                return file
        raise KeyError(str(path))

    # --- what is found

    @property
    def rules(self) -> FrontEndResult:
        """The rules as they are now, each item understood by itself."""
        if self._rules is None or self._rules.has_stale_items:
            self._rules = run_front_end(self.request, self.results)
            self.results = self._rules.results
        return self._rules

    @pause_gc()
    def check_file(self, path: Path) -> tuple[Diagnostic, ...]:
        """What is found in a file: what cannot be read, names, types, and the checks of single items.

        What is wrong in its rules because of other files is among it; what takes the whole program to be told is not.
        Of items that are written as they were, while what they rest on is another now, it is what was found before,
        and of examples that are, also what their names mean; of an item whose proofs take long what a table itself
        says, and what was found until then: :meth:`check_all_files` looks at them again.

        Raises:
            KeyError: It is none of these.
        """
        file = self.source(path)
        if file in self.tests:
            return self.select_reported(
                finding.with_openable_paths({file.path: file}) for finding in parse_tests(self.tests).findings
            )

        def is_rule(item: ast.Item) -> bool:
            return item.span.path == file.path and not isinstance(item, ast.Example)

        rules = self._rules
        if rules is None or rules.has_stale_items:
            rules = run_front_end(self.request, self.results, is_rule)
        self._rules = rules = prove_rules(rules, lambda item: item.span.path == file.path, interactive=True)
        self.results = rules.results
        return self.findings_in(rules, file)

    @pause_gc()
    def check_all_files(self, stop: Callable[[], bool] = lambda: False) -> tuple[Diagnostic, ...] | None:
        """The same of all files, with what rests on what has changed looked at again; None where it was left off.

        Args:
            stop: Asked again and again: whether to leave off. What was worked out until then is not lost.
        """
        self.prove_items(lambda place: True, stop)
        return None if stop() else self.findings_in(self.rules, *self.request.base, *self.request.house)

    def findings_in(self, rules: FrontEndResult, *files: Source) -> tuple[Diagnostic, ...]:
        """What was found by now in files of rules, as their folders and their comments want it."""
        places = {place for file in files for place in (file.file, file.path)}
        own_findings = [finding for finding in collect_findings(rules) if finding.span.path in places]
        return self.select_reported(apply_suppressions(own_findings, files))

    @property
    def current_findings(self) -> tuple[Diagnostic, ...]:
        """What was found by now in all files, of what does not take the whole program to be told."""
        return collect_findings(self.rules)

    def lint_all(self, stop: Callable[[], bool] = lambda: False) -> tuple[Diagnostic, ...] | None:
        """All that is found in all files, as ``lint`` finds it; None where it was left off.

        Args:
            stop: Asked again and again: whether to leave off. What was worked out until then is not lost.
        """
        if self.tests:
            texts = {canonical_path(Path(file.file or file.path)): file.text for file in self.files}
            return self.select_reported(
                lint_tests(self.target, evolve(self.requested_rules, texts={**self.requested_rules.texts, **texts}))[0]
            )
        self.prove_items(lambda place: True, stop)
        if stop():
            return None
        result = link_and_check(self.rules)
        self.results = result.results or self.results
        if result.graph is not None and not result.errors:
            self.last_sound = result
        return (
            None
            if stop()
            else self.select_reported(apply_request_suppressions(self.request, lint_compilation(self.request, result)))
        )

    def try_fixes(self, findings: Sequence[Diagnostic], budget: Budget | None = None) -> tuple[Diagnostic, ...]:
        """Findings of the texts as they are now, of what they propose only what is certain as their fixes.

        What was tried once is remembered until a text changes; until then all trials have one budget.

        Args:
            findings: Findings, as the workspace makes them.
            budget: What it may cost; None for the budget of these texts.
        """
        new = [finding for finding in findings if (finding.fix or finding.offers) and finding not in self._tried]
        if new:
            snapshot = self.snapshot_with({})
            self._trials = budget or self._trials or make_trial_budget(snapshot)
            tried_findings = try_fixes(new, snapshot, self.snapshot_with, budget=self._trials)
            self._tried.update(zip(new, tried_findings, strict=True))
        return tuple(self._tried.get(finding, finding) for finding in findings)

    def snapshot_with(self, texts: Mapping[Path, str]) -> LintSnapshot:
        """What is found where some files, by their whole paths, say something else."""
        copied_space = self.copy_for_thread()
        for path, text in texts.items():
            copied_space.change_text(path, text)
        findings = copied_space.lint_all() if self.tests else copied_space.check_all_files()
        return LintSnapshot(
            findings or (), {canonical_path(file.file or file.path): file for file in copied_space.files}
        )

    @property
    def files(self) -> tuple[Source, ...]:
        """All files, as they are now."""
        return (*self.request.base, *self.request.house, *self.tests)

    def select_reported(self, findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Findings that the folders of the files want told, and what is wrong with how they say so.

        Of the game that house rules are for no more is told than ``lint`` tells.
        """
        configs = FolderConfigs()
        configs.load_for_files({file.path: file for file in self.files})
        target = self.target if self.target.house else evolve(self.target, only=None)
        is_looked_at = make_path_test(target)
        reported = [
            finding
            for finding in findings
            if configs.is_reported(finding) and is_in_scope(finding, target, is_looked_at, (), ())
        ]
        return tuple(sorted((*reported, *configs.findings.diagnostics), key=lambda finding: finding.sort_key))

    def prove_items(self, should_prove: Callable[[str], bool], stop: Callable[[], bool] = lambda: False) -> None:
        """Look at items that were not looked at as they are now.

        Args:
            should_prove: Whether to look at those of a file, by the path of its source.
            stop: Asked before each of them: whether to leave off.
        """
        self._rules = prove_rules(self.rules, lambda item: should_prove(item.span.path), stop)
        self.results = self._rules.results

    # --- what stands where

    def items(self, path: Path) -> Sequence[ast.Item]:
        """The items of a file of rules or of tests that can be read as it is now, as written.

        Raises:
            KeyError: The file is none of these.
        """
        source = self.source(path)
        file = self.rules.files.get(source.path)
        return file.items if file is not None else parse(source).file.items

    def item_at(self, path: Path, offset: int) -> ast.Item | None:
        """The item that stands at an offset of a file; None where none does, or none that can be read.

        Raises:
            KeyError: The file is none of these.
        """
        return next((item for item in self.items(path) if item.span.start <= offset <= item.span.end), None)


def collect_findings(rules: FrontEndResult) -> tuple[Diagnostic, ...]:
    """What was found by now in all files, of what does not take the whole program to be told."""
    return sort_findings((*rules.diagnostics, *rules.drop_cascading(item_findings(rules))), rules.sources)
