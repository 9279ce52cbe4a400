"""What a question is about, and how one is refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from bombsight.boundary.errors import InputError
from bombsight.cli.server.documents import Document
from bombsight.cli.server.findings import ProtocolConverter
from bombsight.dsl.source import Span
from bombsight.service.games.source_files import canonical_path
from bombsight.service.language.open_workspaces import OpenWorkspace

REQUEST_FAILED = types.LSPErrorCodes.RequestFailed.value
"""The code of an answer that says why something cannot be done."""


@frozen
class RequestContext:
    """What a question is about, for whoever answers it at the desk.

    Attributes:
        document: The text that was asked about, as it was then.
        workspace: The rules that it belongs to, as they were then.
        converter: What places are shown by.
        open_texts: All texts that are open.
    """

    document: Document
    workspace: OpenWorkspace
    converter: ProtocolConverter
    open_texts: Mapping[Path, str]

    @property
    def path(self) -> Path:
        """The file's whole path."""
        return self.document.path

    def offset_of(self, position: types.Position) -> int:
        """The offset of a place in the text."""
        return self.converter.mapper.offset_of(self.document.source, position)

    def is_in_document(self, span: Span) -> bool:
        """Whether a span is one of this text."""
        return canonical_path(span.path) == self.path

    def range_of(self, span: Span) -> types.Range:
        """The stretch of a span of this text."""
        return self.converter.mapper.range_of(self.document.source, span)


def error_response(error: InputError) -> JsonRpcException:
    """The answer to what cannot be done: a sentence that the editor shows."""
    return JsonRpcException(
        ". ".join(part.rstrip(".") for part in (error.message, error.hint) if part) + ".", REQUEST_FAILED
    )
