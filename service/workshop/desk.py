"""The desk: the files that somebody writes in a browser, their workspaces, and what was found in them.

Files have the paths that they have in the file system of the page's worker. Every offset that goes out or comes in is
one in UTF-16 units, as JavaScript counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from bombsight.dsl.source import Source, Span
from bombsight.service.games.source_files import canonical_path
from bombsight.service.language.open_workspaces import OpenWorkspace, OpenWorkspaces, WorkspaceKey
from bombsight.service.language.stored_findings import FindingsStore
from bombsight.service.language.text_diff import TextChange
from bombsight.service.language.workspace import Workspace
from bombsight.service.workshop import documents as doc
from bombsight.service.workshop.positions import Utf16Offsets, offsets_of

if TYPE_CHECKING:  # the first findings need neither
    from bombsight.service.workshop.open_simulation import OpenSimulation
    from bombsight.service.workshop.open_trials import OpenCoverage, OpenExamples


@frozen(eq=False)
class DeskFile:
    """A file with its present text.

    Attributes:
        path: Its path.
        source: Its text.
        room: The workspace that it belongs to; None if it belongs to no rules.
    """

    path: Path
    source: Source
    room: OpenWorkspace | None

    @property
    def space(self) -> Workspace | None:
        """The workspace's files and results."""
        return None if self.room is None else self.room.space

    @property
    def offsets(self) -> Utf16Offsets:
        """The converter of its offsets."""
        return offsets_of(self.source.text)

    def range_of(self, span: Span) -> doc.TextRange:
        """Convert a span in its text."""
        to_units = self.offsets.to_units
        return doc.TextRange(file=str(self.path), start=to_units(span.start), end=to_units(span.end))

    def show_changes(self, changes: Iterable[TextChange]) -> doc.FileChanges:
        """Convert changes of its text, in the order of the text."""
        ordered = sorted(changes, key=lambda change: (change.start, change.end))
        return doc.FileChanges(file=str(self.path), changes=tuple(map(self.show_change, ordered)))

    def show_change(self, change: TextChange) -> doc.Replacement:
        """Convert a change of its text."""
        to_units = self.offsets.to_units
        return doc.Replacement(start=to_units(change.start), end=to_units(change.end), text=change.text)


@define
class Desk:
    """The open files and their findings.

    Attributes:
        spaces: The workspaces of the open files.
        store: Their findings.
        originals: The files of games that were opened, by path, with their texts before any change.
        checked_items: The state of each workspace when all its items had been checked.
        parts: The parts of the present check so far.
        simulation: The present simulation; None before the first.
        examples: The examples that are being run, and those that were run last; None before the first.
        coverage: The present measurement of coverage; None before the first.
    """

    spaces: OpenWorkspaces = field(factory=OpenWorkspaces)
    store: FindingsStore = field(factory=FindingsStore)
    originals: dict[Path, str] = field(factory=dict)
    checked_items: dict[WorkspaceKey, object] = field(factory=dict)
    parts: int = 0
    simulation: OpenSimulation | None = None
    examples: OpenExamples | None = None
    coverage: OpenCoverage | None = None

    def file_at(self, path: str | Path) -> DeskFile:
        """Find a file with its present text; one that is nowhere is empty."""
        place = Path(path)
        room = self.spaces.workspace_of(place) or next(self.spaces.workspaces_with(place), None)
        if room is not None and place in room.sources:
            return DeskFile(place, room.sources[place], room)
        return DeskFile(place, Source(str(path), self.spaces.texts.get(place, "")), room)

    def range_of(self, span: Span) -> doc.TextRange:
        """Convert a span whose path leads to its file."""
        return self.file_at(canonical_path(span.path)).range_of(span)
