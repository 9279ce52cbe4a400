"""Code actions for findings: fixes, and comments that suppress one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types

from bombsight.cli.server.findings import ProtocolConverter
from bombsight.dsl.source import Source
from bombsight.service.language.offered_actions import ActionFinder, OfferedAction
from bombsight.service.language.stored_findings import StoredFinding
from bombsight.service.language.text_diff import TextChange, diff_texts

FIX_ALL_KIND = f"{types.CodeActionKind.SourceFixAll.value}.bombsight"
ACTION_KINDS = (types.CodeActionKind.QuickFix, FIX_ALL_KIND)


def code_actions(
    finder: ActionFinder,
    findings_here: Sequence[StoredFinding],
    file_findings: Sequence[StoredFinding],
    converter: ProtocolConverter,
    only: Sequence[str] | None = None,
) -> Iterator[types.CodeAction]:
    """Yield the code actions at a place of a document.

    Args:
        finder: The finder of actions in the document.
        findings_here: The findings at the place.
        file_findings: Those in the whole file.
        converter: The converter to protocol types.
        only: The requested kinds or prefixes of kinds; None for any.
    """
    sources = finder.workspace.sources | {finder.path: finder.source}

    def convert(action: OfferedAction, kind: str) -> types.CodeAction:
        """Convert an action to the protocol's form."""
        return types.CodeAction(
            title=action.title,
            kind=kind,
            diagnostics=[converter.diagnostic_of(action.finding)] if action.finding is not None else None,
            is_preferred=action.is_preferred or None,
            edit=types.WorkspaceEdit(
                {
                    converter.uri_of(path): text_edits(converter, sources[path], changes)
                    for path, changes in action.changes.items()
                }
            ),
        )

    if is_kind_requested(types.CodeActionKind.QuickFix.value, only):
        for action in finder.find_actions(findings_here):
            yield convert(action, types.CodeActionKind.QuickFix)
    if is_kind_requested(FIX_ALL_KIND, only) and (action_for_all := finder.find_fix_for_all(file_findings)):
        yield convert(action_for_all, FIX_ALL_KIND)


def replacement_edits(converter: ProtocolConverter, source: Source, text: str) -> list[types.TextEdit]:
    """Make the protocol edits that turn a file's text into another."""
    return text_edits(converter, source, diff_texts(source.text, text))


def text_edits(converter: ProtocolConverter, source: Source, changes: Iterable[TextChange]) -> list[types.TextEdit]:
    """Convert changes of a file's text to protocol edits."""
    return [
        types.TextEdit(converter.mapper.range_between(source, change.start, change.end), change.text)
        for change in changes
    ]


def is_kind_requested(kind: str, only: Sequence[str] | None) -> bool:
    """Whether a client's request for some kinds of code actions (None for any) includes a kind."""
    return only is None or any(kind == each or kind.startswith(f"{each}.") for each in only)
