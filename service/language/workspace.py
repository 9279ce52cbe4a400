"""The workspace of an editor: the files as edited, their quick findings at once and all findings later.

An editor opens a game, or a file of it, reports every change of a text, and calls :meth:`Workspace.check_file` for the
findings of one file, without looking beyond what its items name, and :meth:`Workspace.lint_all` for all that ``lint``
finds, which can be stopped half-way when a text changes. Both honour the lint settings of the files' folders. Results
stay in the workspace and nowhere else.
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
    """The files of a game that is being edited, with or without house rules.

    Whatever takes a `path`, here and in the other modules of this package, raises a KeyError if the workspace does not
    contain the file.

    Attributes:
        request: The compilation request, with the texts as edited, saved or not.
        target: The opened game or files.
        requested_rules: The house rules and overlays requested.
        tests: The opened file of tests, as edited; empty if another file was opened.
        last_sound: The compilation of the last texts without errors; None if there were none yet. Its graph,
            sources and items fit each other, not the present texts.
        results: The results of the last compilation, reused by the next.
        symbol_index: The symbol index, if it was needed: see :mod:`bombsight.service.language.name_lookup`.
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
    _trials: Budget | None = field(default=None, repr=False)  # the budget of these trials

    @classmethod
    def open(cls, path: Path, rules: Rules | None = None) -> Workspace:
        """Open the workspace of a path: a game's folder, a file of it or of its tests, or a file of house rules.

        Raises:
            InputError: It does not exist, or belongs to no game.
            WrongRules: A file cannot be read.
        """
        target = find_targets([str(path)], rules.folders if rules else ())[0]
        requested_rules = rules or Rules()
        request, tests = request_with_tests(target, requested_rules)
        return cls(request, target, requested_rules, tests if target.tests else ())

    def change_text(self, path: Path, text: str) -> None:
        """Replace the text of a file in memory."""
        old = self.source(path)
        new = evolve(old, text=text)

        def with_new(files: tuple[Source, ...]) -> tuple[Source, ...]:
            """Replace the old source by the new one among some files."""
            return tuple(new if file is old else file for file in files)

        self.request = evolve(self.request, base=with_new(self.request.base), house=with_new(self.request.house))
        self.tests = with_new(self.tests)
        self._rules = None
        self._tried, self._trials = {}, None

    def copy_for_thread(self) -> Workspace:
        """Copy the workspace for another thread, without shared mutable state."""
        other = copy(self)
        other.symbol_index = None
        other._tried, other._trials = {}, None
        return other

    def adopt_results(self, copy: Workspace) -> None:
        """Take over a copy's compilation results for reuse, even if the texts here have changed since."""
        self.results, self.last_sound = copy.results, copy.last_sound
        if self.request is copy.request:
            self._rules = copy._rules

    def source(self, path: Path) -> Source:
        """Find a file by its path, with its present text."""
        wanted = path.resolve()
        candidates = sorted(self.files, key=lambda file: not (file.file or file.path).endswith(path.name))
        for file in candidates:  # resolving reads the disk; mostly the first matches
            if Path(file.file or file.path).resolve() == wanted:
                return file
        raise KeyError(str(path))

    # --- findings

    @property
    def rules(self) -> FrontEndResult:
        """The front end's result for the present texts (parsed and resolved items), computed on demand."""
        if self._rules is None or self._rules.has_stale_items:
            self._rules = run_front_end(self.request, self.results)
            self.results = self._rules.results
        return self._rules

    @pause_gc()
    def check_file(self, path: Path) -> tuple[Diagnostic, ...]:
        """Check one file quickly: syntax, names, types, and the checks of single items.

        Errors in its rules that other files cause are included; checks of the whole program are not. For an item with
        unchanged text whose dependencies changed, the findings are the earlier ones, as are an unchanged example's
        resolved names; for an item with a long proof, they are those made in time: :meth:`check_all_files` checks these
        again.
        """
        file = self.source(path)
        if file in self.tests:
            return self.select_reported(
                finding.with_openable_paths({file.path: file}) for finding in parse_tests(self.tests).findings
            )

        def is_rule(item: ast.Item) -> bool:
            """Whether an item is a rule of the checked file, and no example."""
            return item.span.path == file.path and not isinstance(item, ast.Example)

        rules = self._rules
        if rules is None or rules.has_stale_items:
            rules = run_front_end(self.request, self.results, is_rule)
        self._rules = rules = prove_rules(rules, lambda item: item.span.path == file.path, interactive=True)
        self.results = rules.results
        return self.findings_in(rules, file)

    @pause_gc()
    def check_all_files(self, stop: Callable[[], bool] = lambda: False) -> tuple[Diagnostic, ...] | None:
        """Check all files quickly, and re-check items whose dependencies changed; None if stopped.

        Results made until `stop` returns True are kept.
        """
        self.check_items(lambda place: True, stop)
        return None if stop() else self.findings_in(self.rules, *self.request.base, *self.request.house)

    def findings_in(self, rules: FrontEndResult, *files: Source) -> tuple[Diagnostic, ...]:
        """Select the findings in some files, filtered by suppression comments and lint settings."""
        places = {place for file in files for place in (file.file, file.path)}
        own_findings = [finding for finding in collect_findings(rules) if finding.span.path in places]
        return self.select_reported(apply_suppressions(own_findings, files))

    @property
    def current_findings(self) -> tuple[Diagnostic, ...]:
        """The findings of the checks that ran so far, in all files; whole-program checks are not among them."""
        return collect_findings(self.rules)

    def lint_all(self, stop: Callable[[], bool] = lambda: False) -> tuple[Diagnostic, ...] | None:
        """Lint all files completely, as ``lint`` does; None if stopped.

        Results made until `stop` returns True are kept.
        """
        if self.tests:
            texts = {canonical_path(Path(file.file or file.path)): file.text for file in self.files}
            return self.select_reported(
                lint_tests(self.target, evolve(self.requested_rules, texts={**self.requested_rules.texts, **texts}))[0]
            )
        self.check_items(lambda place: True, stop)
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
        """Try the fixes of findings on the present texts; return the findings, with unsafe fixes offered as a choice.

        Trials are remembered until a text changes; until then all trials share one budget.

        Args:
            findings: Findings made by this workspace.
            budget: The budget of the trials; None for that of the present texts.
        """
        new = [finding for finding in findings if (finding.fix or finding.offers) and finding not in self._tried]
        if new:
            snapshot = self.snapshot_with({})
            self._trials = budget or self._trials or make_trial_budget(snapshot)
            tried_findings = try_fixes(new, snapshot, self.snapshot_with, budget=self._trials)
            self._tried.update(zip(new, tried_findings, strict=True))
        return tuple(self._tried.get(finding, finding) for finding in findings)

    def snapshot_with(self, texts: Mapping[Path, str]) -> LintSnapshot:
        """Check a copy of the workspace in which some files have other texts; return its findings and texts."""
        copied_space = self.copy_for_thread()
        for path, text in texts.items():
            copied_space.change_text(path, text)
        findings = copied_space.lint_all() if self.tests else copied_space.check_all_files()
        return LintSnapshot(
            findings or (), {canonical_path(file.file or file.path): file for file in copied_space.files}
        )

    @property
    def files(self) -> tuple[Source, ...]:
        """All files of rules and tests, with their present texts."""
        return (*self.request.base, *self.request.house, *self.tests)

    def select_reported(self, findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Filter findings by the lint settings of the files' folders, and add the errors in those settings.

        Of the game under house rules only those are kept that ``lint`` reports.
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

    def check_items(self, should_check: Callable[[str], bool], stop: Callable[[], bool] = lambda: False) -> None:
        """Run the single-item checks on items that changed, in files whose path ``should_check`` accepts."""
        self._rules = prove_rules(self.rules, lambda item: should_check(item.span.path), stop)
        self.results = self._rules.results

    # --- items

    def items(self, path: Path) -> Sequence[ast.Item]:
        """The parsable items of a file's present text, without the changes of overlays."""
        source = self.source(path)
        file = self.rules.files.get(source.path)
        return file.items if file is not None else parse(source).file.items

    def item_at(self, path: Path, offset: int) -> ast.Item | None:
        """Find the parsed item at an offset of a file; None if there is none."""
        return next((item for item in self.items(path) if item.span.start <= offset <= item.span.end), None)


def collect_findings(rules: FrontEndResult) -> tuple[Diagnostic, ...]:
    """Collect the findings in a front end's result, sorted; whole-program checks are not among them."""
    return sort_findings((*rules.diagnostics, *rules.drop_cascading(item_findings(rules))), rules.sources)
