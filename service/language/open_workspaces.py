"""The workspaces of the files that somebody has open: opened, kept in step with what is typed, closed.

A file belongs to a game's folder, to its tests, to a game of one file, or to house rules with their game; which of
these is found as ``lint`` finds it. Files of one game share a workspace. What is open counts as it is typed, everything
else as it lies on the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from attrs import define, evolve, field, frozen

from bombsight.boundary.errors import InputError, reason
from bombsight.compiler.incremental.query import Results
from bombsight.compiler.lint_choices import CHOICES_FILE
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.file_kind import headings
from bombsight.dsl.files import read_source
from bombsight.dsl.source import Source
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.reading import whole_path
from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import Target, targets
from bombsight.service.language.workspace import Workspace
from bombsight.service.lint.config import folders_of
from bombsight.service.programs.cache import keep_results, kept_results
from bombsight.service.programs.example_programs import request_with_tests

Key = tuple[Path, ...]
"""What tells a workspace: the folder or the file of its game, its house rules, its file of tests."""


@frozen
class Found:
    """What was found.

    Attributes:
        findings: Of each file that was looked at, by its whole path; of some nothing.
        sources: The files, likewise, as they were looked at.
        late: Those of the findings that nobody would find at once.
    """

    findings: Mapping[Path, tuple[Diagnostic, ...]]
    sources: Mapping[Path, Source]
    late: frozenset[Diagnostic] = frozenset()


@define
class Room:
    """Rules of which a file is open.

    Attributes:
        space: They, as they are now.
        is_kept: Whether what was worked out of them is kept for the next time that somebody opens them.
    """

    space: Workspace
    is_kept: bool = False

    @property
    def sources(self) -> dict[Path, Source]:
        """Their files by their whole paths."""
        return {whole_path(source.file): source for source in self.space.files}

    @property
    def state(self) -> object:
        """All that decides what is found: where it is equal, the same is found."""
        folders = folders_of({source.path: source for source in self.space.files})
        choices = [read_source(folder / CHOICES_FILE) for folder in folders]
        return self.space.request, self.space.tests, choices

    def copied(self) -> Room:
        """The same for another thread; nothing that changes is shared."""
        return Room(self.space.copied(), self.is_kept)

    def learn(self, other: Room) -> None:
        """Take over what a copy has worked out since, whatever was written here in the meantime."""
        self.space.learn(other.space)
        self.is_kept = other.is_kept

    def quick(self, path: Path) -> Found:
        """What is found in a file at once."""
        found = self.space.quick(path)
        return Found({path: tuple(each for each in found if whole_path(each.span.path) == path)}, self.sources)

    def soon(self, stop: Callable[[], bool]) -> Found | None:
        """What is found of that in all files, with what rests on what has changed; None where it was left off.

        Args:
            stop: Asked again and again: whether to leave off.
        """
        found = None if self.space.tests else self.space.soon(stop)
        return None if found is None else self.by_file(found)

    def whole(self, stop: Callable[[], bool]) -> Found | None:
        """All that is found; None where it was left off.

        Args:
            stop: Asked again and again: whether to leave off.
        """
        before = self.space.sound
        found = self.space.whole(stop)
        if found is None:
            return None
        sound = self.space.sound
        if sound is not None and sound is not before and not (self.is_kept or self.space.request.house):
            keep_results(self.space.request, sound)
            self.is_kept = True
        return self.by_file(found, frozenset(found).difference(self.space.found))

    def by_file(self, found: Iterable[Diagnostic], late: frozenset[Diagnostic] = frozenset()) -> Found:
        """What was found, file by file; what stands in none is told in the first.

        Args:
            found: All of it.
            late: What of it nobody would find at once.
        """
        sources = self.sources
        first = next(iter(sources))
        by_file: dict[Path, list[Diagnostic]] = {path: [] for path in sources}
        for finding in found:
            path = whole_path(finding.span.path) if finding.span.path else first
            by_file.setdefault(path, []).append(finding)
        others = {path: source for path in {*by_file} - {*sources} if isinstance(source := read_source(path), Source)}
        findings = {path: tuple(dict.fromkeys(each)) for path, each in by_file.items()}
        return Found(findings, {**others, **sources}, late)


@define
class Spaces:
    """All that is open.

    Attributes:
        folders: Where games are looked for, besides the usual places.
        texts: The texts of what is open, by whole paths.
        rooms: The workspaces.
        places: Of each open file where it belongs, or why it belongs nowhere.
    """

    folders: tuple[Path, ...] = ()
    texts: dict[Path, str] = field(factory=dict)
    rooms: dict[Key, Room] = field(factory=dict)
    places: dict[Path, Key | Diagnostic] = field(factory=dict)

    def write(self, path: Path, text: str) -> None:
        """A file is opened, or says something else now.

        Args:
            path: The whole path.
            text: All that it says.
        """
        was = self.texts.get(path)
        self.texts[path] = text
        if was is None or isinstance(self.places[path], Diagnostic) or [*headings(was)] != [*headings(text)]:
            self.refresh()
            return
        for room in self.rooms_with(path):
            room.space.change(path, text)

    def close(self, path: Path) -> None:
        """A file is closed, and counts again as it lies on the disk."""
        if self.texts.pop(path, None) is not None:
            self.refresh()

    def refresh(self) -> None:
        """Look again where everything belongs, and what lies on the disk; what was worked out is kept."""
        before, self.rooms, self.places = self.rooms, {}, {}
        aims: dict[Path, Target] = {}
        for path in self.texts:
            with self.placeless(path):
                aims[path] = targets([str(path)], self.folders, self.texts)[0]
        for path, target in aims.items():
            with self.placeless(path):
                self.places[path] = self.enter(with_unsaved(target, aims.values()), before)

    @contextmanager
    def placeless(self, path: Path) -> Iterator[None]:
        """Keep for a finding why a file belongs nowhere, where that turns out."""
        source = Source(str(path), self.texts[path])
        try:
            yield
        except InputError as failure:
            self.places[path] = placeless(source, failure.message, failure.hint)
        except OSError as error:
            self.places[path] = placeless(source, f"this game cannot be read: {reason(error)}")
        except WrongRules as wrong:
            unread = "; ".join(f"{each.span.path}: {each.message}" for each in wrong.findings)
            self.places[path] = placeless(source, f"files of this game cannot be read: {unread}")

    def enter(self, target: Target, before: Mapping[Key, Room]) -> Key:
        """The workspace of a file, opened where it is not yet.

        Args:
            target: What the file belongs to.
            before: Workspaces that were open before.

        Raises:
            InputError: There is no such variant or errata.
            WrongRules: A file cannot be read.
        """
        key = tuple(map(whole_path, (target.folder or target.files[0], *target.house, *target.tests)))
        if key not in self.rooms:
            rules = Rules(folders=self.folders, texts=self.texts)
            request, tests = request_with_tests(target, rules)
            known = before.get(key)
            akin = next((room.space for of, room in (*before.items(), *self.rooms.items()) if of[0] == key[0]), None)
            space = Workspace(request, target, Rules(folders=self.folders), tests if target.tests else ())
            if known is None:
                space.results = akin.results if akin else kept_results(evolve(request, house=())) or Results()
            elif known.space.files == space.files:
                space = known.space
            else:
                space.results, space.sound = known.space.results, known.space.sound
            self.rooms[key] = Room(space, known is not None and known.is_kept)
        return key

    # --- what is where

    def room(self, path: Path) -> Room | None:
        """The workspace of an open file; None where it belongs to none."""
        key = self.places.get(path)
        return self.rooms.get(key) if isinstance(key, tuple) else None

    def rooms_with(self, path: Path) -> Iterator[Room]:
        """The workspaces that hold a file: a game's and those of its house rules."""
        return (room for room in self.rooms.values() if path in room.sources)

    def quick(self, path: Path) -> Found:
        """What is found in an open file at once."""
        room, place = self.room(path), self.places.get(path)
        if room is not None:
            return room.quick(path)
        source = Source(str(path), self.texts.get(path, ""))
        return Found({path: (place,) if isinstance(place, Diagnostic) else ()}, {path: source})


def with_unsaved(target: Target, others: Iterable[Target]) -> Target:
    """A target with the files that are open in its game's folder and do not lie there yet.

    Args:
        target: The target.
        others: Those of all open files.
    """
    if target.folder is None:
        return target
    home = whole_path(target.folder)
    of_games = (each for each in others if not each.house and not each.tests)
    own = [each for each in of_games if each.folder is not None and whole_path(each.folder) == home]
    files = [*target.files, *(file for each in own for file in each.files)]
    by_path = {whole_path(file): file for file in reversed(files)}
    return evolve(target, files=tuple(sorted(by_path.values(), key=lambda file: file.name)))


def placeless(source: Source, message: str, help: str = "") -> Diagnostic:
    """That a file belongs nowhere, as a finding on its first line; it has no code, for it is not about what it says."""
    return Diagnostic("", message, source.span(0, len(source.line_text(1))), help=help)
