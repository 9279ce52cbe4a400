"""What an editor offers to do about findings: mends, and comments that let one stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen
from lsprotocol import types

from bombsight.cli.server.findings import Telling, Told, same
from bombsight.dsl.diagnostic import Diagnostic, Edit
from bombsight.dsl.source import Source
from bombsight.service.games.reading import whole_path
from bombsight.service.language.changes import changes
from bombsight.service.language.choices import choices
from bombsight.service.language.code_actions import after, allowing, mended
from bombsight.service.language.open_workspaces import Room
from bombsight.service.lint.pages import name_of

MEND_ALL = f"{types.CodeActionKind.SourceFixAll.value}.bombsight"
KINDS = (types.CodeActionKind.QuickFix, MEND_ALL)


@frozen
class Offer:
    """What is known where something may be done.

    Attributes:
        room: The rules.
        path: The file that is looked at.
        source: It, as it is now.
        here: What was found where the cursor is.
        all: What was found in the whole file.
        telling: What everything is shown by.
    """

    room: Room
    path: Path
    source: Source
    here: Sequence[Told]
    all: Sequence[Told]
    telling: Telling

    def actions(self, only: Sequence[str] | None) -> Iterator[types.CodeAction]:
        """What may be done.

        Args:
            only: The kinds that are wanted, or what these begin with; None for any.
        """
        if wanted(types.CodeActionKind.QuickFix.value, only):
            mendable = [told for told in self.here if self.is_of_now(told)]
            tried = self.room.space.try_fixes([told.finding for told in mendable])  # together: they have one budget
            for told, finding in zip(mendable, tried, strict=True):
                yield from self.mend(told, finding)
            for told in self.here:
                yield from self.choose(told)
            for told in self.here:
                yield from self.allow(told)
        if wanted(MEND_ALL, only):
            yield from self.mend_all()

    def is_of_now(self, told: Told) -> bool:
        """Whether all files that the mends of a finding would change are still those in which it was found."""
        sources = self.room.sources | {self.path: self.source}
        proposals = [fix for fix in (told.finding.fix, *told.finding.offers) if fix is not None]
        files = {whole_path(edit.span.path) for fix in proposals for edit in fix.edits}
        return all(path in sources and same(told.sources.get(path), sources[path].text) for path in files)

    def mend(self, told: Told, tried: Diagnostic) -> Iterator[types.CodeAction]:
        """The certain mend of a finding, or those that its author may choose from.

        Args:
            told: The finding, as it was told.
            tried: It, with what came of trying its mends.
        """
        sources = self.room.sources | {self.path: self.source}
        for fix in (tried.fix, *tried.offers):
            if fix is not None:
                changed = {whole_path(edit.span.path) for edit in fix.edits}
                texts = {path: (sources[path], after(path, sources[path].text, fix.edits)) for path in sorted(changed)}
                yield types.CodeAction(
                    title=fix.title,
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[self.telling.shown(told)],
                    is_preferred=fix is tried.fix,
                    edit=self.rewriting(texts),
                )

    def choose(self, told: Told) -> Iterator[types.CodeAction]:
        """What may be meant where nothing is certain; none of it is preferred, so no editor does it unasked."""
        space = self.room.space
        for choice in choices(self.source, space.items(self.path), told.finding):
            yield types.CodeAction(
                title=choice.title,
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[self.telling.shown(told)],
                edit=types.WorkspaceEdit({self.telling.address(self.path): self.edits(self.source, choice.edits)}),
            )

    def allow(self, told: Told) -> Iterator[types.CodeAction]:
        """A comment that lets a finding stand."""
        edit = allowing(self.source, told.finding)
        if edit is not None:
            yield types.CodeAction(
                title=f"Allow {name_of(told.finding.code)} here",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[self.telling.shown(told)],
                edit=types.WorkspaceEdit({self.telling.address(self.path): self.edits(self.source, [edit])}),
            )

    def mend_all(self) -> Iterator[types.CodeAction]:
        """All that is certain in the file."""
        if any(told.finding.fix is not None for told in self.all):
            text = mended(self.room.space, self.path, [told.finding for told in self.all])
            if text != self.source.text:
                edit = self.rewriting({self.path: (self.source, text)})
                yield types.CodeAction("Mend all that is certain in this file", kind=MEND_ALL, edit=edit)

    # --- edits

    def rewriting(self, files: Mapping[Path, tuple[Source, str]]) -> types.WorkspaceEdit:
        """Files with other texts, as what changes in each."""
        return types.WorkspaceEdit(
            {
                self.telling.address(path): rewritten(self.telling, source, text)
                for path, (source, text) in files.items()
            }
        )

    def edits(self, source: Source, edits: Iterable[Edit]) -> list[types.TextEdit]:
        """Edits of a file."""
        return [types.TextEdit(self.telling.ruler.range_of(source, edit.span), edit.text) for edit in edits]


def rewritten(telling: Telling, source: Source, text: str) -> list[types.TextEdit]:
    """What makes a file say something else."""
    return [
        types.TextEdit(telling.ruler.range(source, change.start, change.end), change.text)
        for change in changes(source.text, text)
    ]


def wanted(kind: str, only: Sequence[str] | None) -> bool:
    """Whether actions of a kind are asked for."""
    return only is None or any(kind == each or kind.startswith(f"{each}.") for each in only)
