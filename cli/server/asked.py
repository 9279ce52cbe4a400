"""What a question is about, and how one is refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from bombsight.boundary.errors import InputError
from bombsight.cli.server.documents import Document
from bombsight.cli.server.findings import Telling
from bombsight.dsl.source import Span
from bombsight.service.games.reading import whole_path
from bombsight.service.language.open_workspaces import Room

REFUSED = types.LSPErrorCodes.RequestFailed.value
"""The code of an answer that says why something cannot be done."""


@frozen
class Asked:
    """What a question is about, for whoever answers it at the desk.

    Attributes:
        document: The text that was asked about, as it was then.
        room: The rules that it belongs to, as they were then.
        telling: What places are shown by.
        texts: All texts that are open.
    """

    document: Document
    room: Room
    telling: Telling
    texts: Mapping[Path, str]

    @property
    def path(self) -> Path:
        """The file's whole path."""
        return self.document.path

    def offset(self, position: types.Position) -> int:
        """The offset of a place in the text."""
        return self.telling.ruler.offset(self.document.source, position)

    def is_here(self, span: Span) -> bool:
        """Whether a span is one of this text."""
        return whole_path(span.path) == self.path

    def range(self, span: Span) -> types.Range:
        """The stretch of a span of this text."""
        return self.telling.ruler.range_of(self.document.source, span)


def refusal(why: InputError) -> JsonRpcException:
    """The answer to what cannot be done: a sentence that the editor shows."""
    return JsonRpcException(". ".join(part.rstrip(".") for part in (why.message, why.hint) if part) + ".", REFUSED)
