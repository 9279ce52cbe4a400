"""The workspaces of an editor's open files: opened, synchronized with the edits, closed.

A file belongs to a game's folder, to its tests, to a game of one file, or to house rules with their game; it is placed
as ``lint`` places it. Files of one game share a workspace. Open files count as edited, all others as saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from attrs import define, evolve, field, frozen

from bombsight.boundary.errors import InputError, reason_of
from bombsight.compiler.incremental.query import Results
from bombsight.compiler.lint_choices import CONFIG_FILE
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.file_kind import find_headings
from bombsight.dsl.files import read_source
from bombsight.dsl.source import Source
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.requests import Rules
from bombsight.service.games.source_files import canonical_path
from bombsight.service.games.targets import Target, find_targets
from bombsight.service.language.workspace import Workspace
from bombsight.service.lint.config import folders_of
from bombsight.service.programs.cache import load_cached_results, store_cached_results
from bombsight.service.programs.example_programs import request_with_tests

WorkspaceKey = tuple[Path, ...]
"""The identity of a workspace: the folder or the file of its game, its house rules, its file of tests."""


@frozen
class FileFindings:
    """Findings by file.

    Attributes:
        findings: The findings of each checked file, by its absolute path; may be empty.
        sources: The texts that were checked, likewise.
        late: The findings that only a full lint makes.
    """

    findings: Mapping[Path, tuple[Diagnostic, ...]]
    sources: Mapping[Path, Source]
    late: frozenset[Diagnostic] = frozenset()


@define
class OpenWorkspace:
    """A workspace with at least one open file.

    Attributes:
        space: The workspace.
        is_kept: Whether its compilation results are in the cache on the disk.
    """

    space: Workspace
    is_kept: bool = False

    @property
    def sources(self) -> dict[Path, Source]:
        """The files of the workspace by their absolute paths."""
        return {canonical_path(source.file): source for source in self.space.files}

    @property
    def lint_inputs(self) -> object:
        """The inputs of a lint as a comparable value: equal inputs give equal findings."""
        folders = folders_of({source.path: source for source in self.space.files})
        choices = [read_source(folder / CONFIG_FILE) for folder in folders]
        return self.space.request, self.space.tests, choices

    def copy_for_thread(self) -> OpenWorkspace:
        """Copy the workspace for another thread, without shared mutable state."""
        return OpenWorkspace(self.space.copy_for_thread(), self.is_kept)

    def adopt_results(self, copy: OpenWorkspace) -> None:
        """Take over a copy's compilation results for reuse, even if the texts here have changed since."""
        self.space.adopt_results(copy.space)
        self.is_kept = copy.is_kept

    def check_file(self, path: Path) -> FileFindings:
        """Check one file quickly, without the checks of the whole program."""
        findings = self.space.check_file(path)
        return FileFindings(
            {path: tuple(each for each in findings if canonical_path(each.span.path) == path)}, self.sources
        )

    def check_all_files(self, stop: Callable[[], bool]) -> FileFindings | None:
        """Check all files quickly, including items whose dependencies changed; None if stopped."""
        findings = None if self.space.tests else self.space.check_all_files(stop)
        return None if findings is None else self.group_by_file(findings)

    def lint_all(self, stop: Callable[[], bool]) -> FileFindings | None:
        """Lint all files completely, whole-program checks included; None if stopped."""
        previous_sound = self.space.last_sound
        findings = self.space.lint_all(stop)
        if findings is None:
            return None
        sound = self.space.last_sound
        if sound is not None and sound is not previous_sound and not (self.is_kept or self.space.request.house):
            store_cached_results(self.space.request, sound)
            self.is_kept = True
        return self.group_by_file(findings, frozenset(findings).difference(self.space.current_findings))

    def group_by_file(
        self, all_findings: Iterable[Diagnostic], late: frozenset[Diagnostic] = frozenset()
    ) -> FileFindings:
        """Group findings by file, those without a place under the first file; ``late`` ones need a full lint."""
        sources = self.sources
        first = next(iter(sources))
        by_file: dict[Path, list[Diagnostic]] = {path: [] for path in sources}
        for finding in all_findings:
            path = canonical_path(finding.span.path) if finding.span.path else first
            by_file.setdefault(path, []).append(finding)
        others = {path: source for path in {*by_file} - {*sources} if isinstance(source := read_source(path), Source)}
        findings = {path: tuple(dict.fromkeys(each)) for path, each in by_file.items()}
        return FileFindings(findings, {**others, **sources}, late)


@define
class OpenWorkspaces:
    """All open files and their workspaces.

    Attributes:
        folders: Folders to search for games, besides the usual places.
        texts: The texts of the open files, by absolute path.
        workspaces: The workspaces.
        keys: For each open file the key of its workspace, or the finding that says why it has none.
    """

    folders: tuple[Path, ...] = ()
    texts: dict[Path, str] = field(factory=dict)
    workspaces: dict[WorkspaceKey, OpenWorkspace] = field(factory=dict)
    keys: dict[Path, WorkspaceKey | Diagnostic] = field(factory=dict)

    def set_text(self, path: Path, text: str) -> None:
        """Open a file with a text, or change the text of an open file."""
        old_text = self.texts.get(path)
        self.texts[path] = text
        if (
            old_text is None
            or isinstance(self.keys[path], Diagnostic)
            or [*find_headings(old_text)] != [*find_headings(text)]
        ):
            self.refresh()
            return
        for room in self.workspaces_with(path):
            room.space.change_text(path, text)

    def close_file(self, path: Path) -> None:
        """Close a file, so that its text on the disk counts again."""
        if self.texts.pop(path, None) is not None:
            self.refresh()

    def refresh(self) -> None:
        """Reassign all open files to workspaces, and read other files from the disk again; results are reused."""
        previous, self.workspaces, self.keys = self.workspaces, {}, {}
        targets_by_path: dict[Path, Target] = {}
        for path in self.texts:
            with self.record_assignment_errors(path):
                targets_by_path[path] = find_targets([str(path)], self.folders, self.texts)[0]
        for path, target in targets_by_path.items():
            with self.record_assignment_errors(path):
                self.keys[path] = self.open_target(add_unsaved_files(target, targets_by_path.values()), previous)

    @contextmanager
    def record_assignment_errors(self, path: Path) -> Iterator[None]:
        """Context manager that turns an error of assigning a file to a workspace into a finding on the file."""
        source = Source(str(path), self.texts[path])
        try:
            yield
        except InputError as failure:
            shown = failure.for_front_end("command line")  # an editor has no words of its own
            self.keys[path] = make_no_game_finding(source, shown.message, shown.hint)
        except OSError as error:
            self.keys[path] = make_no_game_finding(source, f"this game cannot be read: {reason_of(error)}")
        except WrongRules as wrong:
            unread = "; ".join(f"{each.span.path}: {each.message}" for each in wrong.findings)
            self.keys[path] = make_no_game_finding(source, f"files of this game cannot be read: {unread}")

    def open_target(self, target: Target, previous: Mapping[WorkspaceKey, OpenWorkspace]) -> WorkspaceKey:
        """Open the workspace of a target unless it is open, reusing results of ``previous`` workspaces; return its key.

        A target is a game, perhaps with house rules, or a file of tests.

        Raises:
            InputError: There is no such variant or errata.
            WrongRules: A file cannot be read.
        """
        key = tuple(map(canonical_path, (target.folder or target.files[0], *target.house, *target.tests)))
        if key not in self.workspaces:
            rules = Rules(folders=self.folders, texts=self.texts)
            request, tests = request_with_tests(target, rules)
            reopened = previous.get(key)
            sibling_space = next(
                (room.space for of, room in (*previous.items(), *self.workspaces.items()) if of[0] == key[0]), None
            )
            space = Workspace(request, target, Rules(folders=self.folders), tests if target.tests else ())
            if reopened is None:
                space.results = (
                    sibling_space.results
                    if sibling_space
                    else load_cached_results(evolve(request, house=())) or Results()
                )
            elif reopened.space.files == space.files:
                space = reopened.space
            else:
                space.results, space.last_sound = reopened.space.results, reopened.space.last_sound
            self.workspaces[key] = OpenWorkspace(space, reopened is not None and reopened.is_kept)
        return key

    # --- files and their workspaces

    def workspace_of(self, path: Path) -> OpenWorkspace | None:
        """Find the workspace of an open file; None if it belongs to none."""
        key = self.keys.get(path)
        return self.workspaces.get(key) if isinstance(key, tuple) else None

    def workspaces_with(self, path: Path) -> Iterator[OpenWorkspace]:
        """Yield the open workspaces that contain a file: those of its game, and of house rules for the game."""
        return (room for room in self.workspaces.values() if path in room.sources)

    def check_file(self, path: Path) -> FileFindings:
        """Check one open file quickly, without whole-program checks."""
        workspace, place = self.workspace_of(path), self.keys.get(path)
        if workspace is not None:
            return workspace.check_file(path)
        source = Source(str(path), self.texts.get(path, ""))
        return FileFindings({path: (place,) if isinstance(place, Diagnostic) else ()}, {path: source})


def add_unsaved_files(target: Target, open_targets: Iterable[Target]) -> Target:
    """Extend a target by the files of its game's folder that are open in the editor, but not yet on the disk."""
    if target.folder is None:
        return target
    home = canonical_path(target.folder)
    of_games = (each for each in open_targets if not each.house and not each.tests)
    own = [each for each in of_games if each.folder is not None and canonical_path(each.folder) == home]
    files = [*target.files, *(file for each in own for file in each.files)]
    by_path = {canonical_path(file): file for file in reversed(files)}
    return evolve(target, files=tuple(sorted(by_path.values(), key=lambda file: file.name)))


def make_no_game_finding(source: Source, message: str, help: str = "") -> Diagnostic:
    """Make the finding, on a file's first line, that the file belongs to no game, with the reason.

    It has no code, because it is not about the text.
    """
    return Diagnostic("", message, source.span(0, len(source.line_text(1))), help=help)
