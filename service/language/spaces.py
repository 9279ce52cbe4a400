"""The workspaces of the files that somebody has open: opened, kept in step with what is typed, closed.

A file belongs to a game's folder, to a game of one file, or to house rules with their game; which of these is found as
``lint`` finds it. Files of one game share a workspace. What is open counts as it is typed, everything else as it lies
on the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from attrs import define, evolve, field, frozen

from bombsight.compiler.memory import Memory
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.headings import headings
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.runtime.errors import InputError
from bombsight.service.failure import WrongRules
from bombsight.service.lint_choices import Chosen, folders_of
from bombsight.service.linting import counts, of_tests
from bombsight.service.reading import whole_path
from bombsight.service.ready import keep_memory, kept_memory
from bombsight.service.requests import Rules, request_of
from bombsight.service.targets import Target, targets
from bombsight.service.workspace import Workspace

Key = tuple[Path, ...]
"""What tells a workspace: the folder or the file of its game, and its house rules."""


@frozen
class Found:
    """What was found.

    Attributes:
        findings: Of each file that was looked at, by its whole path; of some nothing.
        sources: The files, likewise, as they were looked at.
    """

    findings: Mapping[Path, tuple[Diagnostic, ...]]
    sources: Mapping[Path, Source]


@define
class Room:
    """A game, perhaps with house rules, of which files are open.

    Attributes:
        target: What it is.
        space: Its rules as they are now.
        tests: The files of its tests that are open, as they are now; they are no part of the rules.
        chosen: What its folders want told.
        is_kept: Whether what was worked out of it is kept for the next time that somebody opens it.
    """

    target: Target
    space: Workspace
    tests: dict[Path, Source] = field(factory=dict)
    chosen: Chosen = field(factory=Chosen)
    is_kept: bool = False

    @property
    def sources(self) -> dict[Path, Source]:
        """Its files by their whole paths."""
        request = self.space.request
        files = {whole_path(source.file): source for source in (*request.base, *request.house)}
        return files | self.tests | {whole_path(path): source for path, source in self.chosen.sources.items()}

    def copied(self) -> Room:
        """The same for another thread, its choices read anew; nothing that changes is shared."""
        return Room(self.target, self.space.copied(), dict(self.tests), is_kept=self.is_kept)

    def learn(self, other: Room) -> None:
        """Take over what a copy has worked out since, whatever was written here in the meantime."""
        self.space.learn(other.space)
        self.is_kept = other.is_kept

    def quick(self, path: Path) -> tuple[Diagnostic, ...]:
        """What is found in a file at once; in one of the tests only what cannot be read."""
        test = self.tests.get(path)
        found = self.space.quick(path) if test is None else parse(test).diagnostics
        return tuple(finding for finding in found if self.tells(finding))

    def whole(self, stop: Callable[[], bool]) -> Found | None:
        """All that is found; None where it was left off.

        Args:
            stop: Asked again and again: whether to leave off.
        """
        found = self.space.whole(stop)
        if found is None:
            return None
        if not self.is_kept and not self.target.house and self.space.sound is not None:
            keep_memory(self.space.request, self.space.sound)
            self.is_kept = True
        for path, test in self.tests.items():
            if stop():
                return None
            found = (*found, *self.in_test(path, test))
        for folder in folders_of(self.space.request.sources):
            self.chosen.of_folder(folder)
        told = [finding for finding in found if self.tells(finding)]
        sources = self.sources
        first = next(iter(sources))
        by_file: dict[Path, list[Diagnostic]] = {path: [] for path in sources}
        for finding in (*told, *self.chosen.wrong.diagnostics):
            path = whole_path(finding.span.path) if finding.span.path else first
            by_file.setdefault(path, []).append(finding)
        return Found({path: tuple(dict.fromkeys(findings)) for path, findings in by_file.items()}, sources)

    def in_test(self, path: Path, test: Source) -> tuple[Diagnostic, ...]:
        """What is found in a file of tests."""
        target = evolve(self.target, only=path, tests=(path,))
        texts = {file: source.text for file, source in self.sources.items()} | {path: test.text}
        found, _ = of_tests(target, Rules(texts=texts))
        return tuple(finding for finding in found if counts(finding, target, (), ()))

    def tells(self, finding: Diagnostic) -> bool:
        """Whether somebody who looks at this wants to know."""
        return self.chosen.tell(finding) and counts(finding, self.target, (), ())


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
            if path in room.tests:
                room.tests[path] = evolve(room.tests[path], text=text)
            else:
                room.space.change(path, text)

    def close(self, path: Path) -> None:
        """A file is closed, and counts again as it lies on the disk."""
        if self.texts.pop(path, None) is not None:
            self.refresh()

    def refresh(self) -> None:
        """Look again where everything belongs, and what lies on the disk; what was worked out is kept."""
        before, self.rooms, self.places = self.rooms, {}, {}
        for path, text in self.texts.items():
            try:
                self.places[path] = self.enter(path, before)
            except InputError as failure:
                self.places[path] = placeless(Source(str(path), text), failure.message, failure.hint)
            except WrongRules as wrong:
                unread = "; ".join(f"{each.span.path}: {each.message}" for each in wrong.findings)
                self.places[path] = placeless(Source(str(path), text), f"files of this game cannot be read: {unread}")

    def enter(self, path: Path, before: Mapping[Key, Room]) -> Key:
        """The workspace of a file, opened where it is not yet.

        Args:
            path: The file.
            before: Workspaces that were open before.

        Raises:
            InputError: It belongs to no game.
            WrongRules: A file cannot be read.
        """
        target = targets([str(path)], self.folders, self.texts)[0]
        key = tuple(map(whole_path, (target.folder or target.files[0], *target.house)))
        if key not in self.rooms:
            rules = Rules(house=target.house, texts=self.texts)
            request = request_of(target.name, target.files, rules)
            known = before.get(key)
            if known is None:
                memory = kept_memory(evolve(request, house=()))
                space = Workspace(request, memory=memory or Memory())
            elif known.space.request == request:
                space = known.space
            else:
                space = Workspace(request, known.space.sound, known.space.memory)
            whole = evolve(target, only=target.only if target.house else None, tests=())
            self.rooms[key] = Room(whole, space, is_kept=known is not None and known.is_kept)
        if target.tests:
            self.rooms[key].tests[path] = Source(str(path), self.texts[path])
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
            return Found({path: room.quick(path)}, room.sources)
        source = Source(str(path), self.texts.get(path, ""))
        return Found({path: (place,) if isinstance(place, Diagnostic) else ()}, {path: source})


def placeless(source: Source, message: str, help: str = "") -> Diagnostic:
    """That a file belongs nowhere, as a finding on its first line; it has no code, for it is not about what it says."""
    return Diagnostic("", message, source.span(0, len(source.line_text(1))), help=help)
