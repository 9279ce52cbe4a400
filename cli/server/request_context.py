"""The context of a request: its document and workspace; and error responses."""

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
"""The error code of requests that cannot be fulfilled."""


@frozen
class RequestContext:
    """The document and workspace of a request as they were at its arrival."""

    document: Document
    workspace: OpenWorkspace
    converter: ProtocolConverter
    open_texts: Mapping[Path, str]

    @property
    def path(self) -> Path:
        """The absolute path of the document."""
        return self.document.path

    def offset_of(self, position: types.Position) -> int:
        """Convert a position in the document to an offset."""
        return self.converter.mapper.offset_of(self.document.source, position)

    def is_in_document(self, span: Span) -> bool:
        """Whether a span lies in the document."""
        return canonical_path(span.path) == self.path

    def range_of(self, span: Span) -> types.Range:
        """Convert a span in the document to a range."""
        return self.converter.mapper.range_of(self.document.source, span)


def error_response(error: InputError) -> JsonRpcException:
    """Make the error response of a failed request, with a sentence that the editor shows."""
    error = error.for_front_end("command line")
    return JsonRpcException(
        ". ".join(part.rstrip(".") for part in (error.message, error.hint) if part) + ".", REQUEST_FAILED
    )
