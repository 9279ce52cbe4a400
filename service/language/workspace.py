"""Rules in an editor: their files as they are typed, and what is found in them at once and after a while.

Whoever edits opens a game, or a file of it, tells every change of a text, and asks: :meth:`Workspace.quick` for what is
found in one file without looking beyond what its items name, and :meth:`Workspace.whole` for all that ``lint`` finds,
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
from bombsight.compiler.pipeline import Understood, finished, found_by_item, placed, proved, understood
from bombsight.compiler.request import Compiled, Request
from bombsight.compiler.suppressions import heeded
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.gc_pause import uncollected
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.service.games.reading import whole_path
from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import Target, targets
from bombsight.service.lint.config import Chosen
from bombsight.service.lint.fix_trials import Seen, trial_budget, try_fixes
from bombsight.service.lint.lint import counts, heeded_in, inside_of, of_tests, told_of
from bombsight.service.programs.example_programs import read_tests, request_with_tests


@define
class Workspace:
    """The files of a game, with house rules laid over it or none, while somebody writes them.

    Attributes:
        request: What is compiled: the texts as they are now, saved or not.
        target: What was opened.
        asked: The rules laid over it.
        tests: The file of tests that was opened, as it is now; none where that is no such file.
        sound: What came of the last texts without errors; None where there were none so far. Its graph, sources and
            items fit each other, not the texts as they are now.
        results: The results of compiling the rules last.
        names: What names in the rules mean, as far as somebody asked: see :mod:`bombsight.service.language.names`.
    """

    request: Request
    target: Target
    asked: Rules
    tests: tuple[Source, ...] = ()
    sound: Compiled | None = None
    results: Results = field(factory=Results)
    names: Any = field(default=None, repr=False)
    _rules: Understood | None = None
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
        target = targets([str(path)], rules.folders if rules else ())[0]
        asked = rules or Rules()
        request, tests = request_with_tests(target, asked)
        return cls(request, target, asked, tests if target.tests else ())

    def change(self, path: Path, text: str) -> None:
        """A file says something else now.

        Args:
            path: The file.
            text: All that it says.

        Raises:
            KeyError: The file is none of these.
        """
        was = self.source(path)
        now = evolve(was, text=text)

        def swapped(files: tuple[Source, ...]) -> tuple[Source, ...]:
            return tuple(now if file is was else file for file in files)

        self.request = evolve(self.request, base=swapped(self.request.base), house=swapped(self.request.house))
        self.tests = swapped(self.tests)
        self._rules = None
        self._tried, self._trials = {}, None

    def copied(self) -> Workspace:
        """Another workspace of the same texts, for a thread of its own: nothing that changes is shared."""
        other = copy(self)
        other.names = None
        other._tried, other._trials = {}, None
        return other

    def learn(self, other: Workspace) -> None:
        """Take over what a copy has worked out since, whatever was written here in the meantime."""
        self.results, self.sound = other.results, other.sound
        if self.request is other.request:
            self._rules = other._rules

    def source(self, path: Path) -> Source:
        """A file as it is now.

        Raises:
            KeyError: It is none of these.
        """
        wanted = path.resolve()
        likely = sorted(self.files, key=lambda file: not (file.file or file.path).endswith(path.name))
        for file in likely:  # the first most often: each takes a look at the disk
            if Path(file.file or file.path).resolve() == wanted:
                return file
        raise KeyError(str(path))

    # --- what is found

    @property
    def rules(self) -> Understood:
        """The rules as they are now, each item understood by itself."""
        if self._rules is None or self._rules.late:
            self._rules = understood(self.request, self.results)
            self.results = self._rules.results
        return self._rules

    @uncollected()
    def quick(self, path: Path) -> tuple[Diagnostic, ...]:
        """What is found in a file: what cannot be read, names, types, and the checks of single items.

        What is wrong in its rules because of other files is among it; what takes the whole program to be told is not.
        Of items that are written as they were, while what they rest on is another now, it is what was found before,
        and of examples that are, also what their names mean; of an item whose proofs take long what a table itself
        says, and what was found until then: :meth:`soon` looks at them again.

        Raises:
            KeyError: It is none of these.
        """
        file = self.source(path)
        if file in self.tests:
            return self.chosen(finding.in_files({file.path: file}) for finding in read_tests(self.tests).findings)

        def is_rule(item: ast.Item) -> bool:
            return item.span.path == file.path and not isinstance(item, ast.Example)

        rules = self._rules
        if rules is None or rules.late:
            rules = understood(self.request, self.results, is_rule)
        self._rules = rules = proved(rules, lambda item: item.span.path == file.path, at_once=True)
        self.results = rules.results
        return self.found_in(rules, file)

    @uncollected()
    def soon(self, stop: Callable[[], bool] = lambda: False) -> tuple[Diagnostic, ...] | None:
        """The same of all files, with what rests on what has changed looked at again; None where it was left off.

        Args:
            stop: Asked again and again: whether to leave off. What was worked out until then is not lost.
        """
        self.prove(lambda place: True, stop)
        return None if stop() else self.found_in(self.rules, *self.request.base, *self.request.house)

    def found_in(self, rules: Understood, *files: Source) -> tuple[Diagnostic, ...]:
        """What was found by now in files of rules, as their folders and their comments want it."""
        places = {place for file in files for place in (file.file, file.path)}
        here = [finding for finding in found(rules) if finding.span.path in places]
        return self.chosen(heeded(here, files))

    @property
    def found(self) -> tuple[Diagnostic, ...]:
        """What was found by now in all files, of what does not take the whole program to be told."""
        return found(self.rules)

    def whole(self, stop: Callable[[], bool] = lambda: False) -> tuple[Diagnostic, ...] | None:
        """All that is found in all files, as ``lint`` finds it; None where it was left off.

        Args:
            stop: Asked again and again: whether to leave off. What was worked out until then is not lost.
        """
        if self.tests:
            texts = {whole_path(Path(file.file or file.path)): file.text for file in self.files}
            return self.chosen(of_tests(self.target, evolve(self.asked, texts={**self.asked.texts, **texts}))[0])
        self.prove(lambda place: True, stop)
        if stop():
            return None
        result = finished(self.rules)
        self.results = result.results or self.results
        if result.graph is not None and not result.errors:
            self.sound = result
        return None if stop() else self.chosen(heeded_in(self.request, told_of(self.request, result)))

    def try_fixes(self, findings: Sequence[Diagnostic], budget: Budget | None = None) -> tuple[Diagnostic, ...]:
        """Findings of the texts as they are now, of what they propose only what is certain as their fixes.

        What was tried once is remembered until a text changes; until then all trials have one budget.

        Args:
            findings: Findings, as the workspace makes them.
            budget: What it may cost; None for the budget of these texts.
        """
        new = [finding for finding in findings if (finding.fix or finding.offers) and finding not in self._tried]
        if new:
            seen = self.seen_with({})
            self._trials = budget or self._trials or trial_budget(seen)
            tried = try_fixes(new, seen, self.seen_with, budget=self._trials)
            self._tried.update(zip(new, tried, strict=True))
        return tuple(self._tried.get(finding, finding) for finding in findings)

    def seen_with(self, texts: Mapping[Path, str]) -> Seen:
        """What is found where some files, by their whole paths, say something else."""
        apart = self.copied()
        for path, text in texts.items():
            apart.change(path, text)
        found = apart.whole() if self.tests else apart.soon()
        return Seen(found or (), {whole_path(file.file or file.path): file for file in apart.files})

    @property
    def files(self) -> tuple[Source, ...]:
        """All files, as they are now."""
        return (*self.request.base, *self.request.house, *self.tests)

    def chosen(self, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Findings that the folders of the files want told, and what is wrong with how they say so.

        Of the game that house rules are for no more is told than ``lint`` tells.
        """
        choices = Chosen()
        choices.of_files({file.path: file for file in self.files})
        target = self.target if self.target.house else evolve(self.target, only=None)
        inside = inside_of(target)
        told = [finding for finding in found if choices.tell(finding) and counts(finding, target, inside, (), ())]
        return tuple(sorted((*told, *choices.wrong.diagnostics), key=lambda finding: finding.sort_key))

    def prove(self, wanted: Callable[[str], bool], stop: Callable[[], bool] = lambda: False) -> None:
        """Look at items that were not looked at as they are now.

        Args:
            wanted: Whether to look at those of a file, by the path of its source.
            stop: Asked before each of them: whether to leave off.
        """
        self._rules = proved(self.rules, lambda item: wanted(item.span.path), stop)
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


def found(rules: Understood) -> tuple[Diagnostic, ...]:
    """What was found by now in all files, of what does not take the whole program to be told."""
    return placed((*rules.diagnostics, *rules.told(found_by_item(rules))), rules.sources)
