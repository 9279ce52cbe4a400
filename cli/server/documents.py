"""The texts that are open in the editor, as they are there, saved or not."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrs import evolve, frozen
from lsprotocol import types

from bombsight.cli.server.positions import PositionMapper
from bombsight.dsl.files import normalize_line_ends
from bombsight.dsl.source import Source


@frozen
class Document:
    """A text at one moment.

    Attributes:
        uri: How the client calls it.
        path: The file that it is.
        version: Which of its texts this is, as the client counts.
        source: The text.
    """

    uri: str
    path: Path
    version: int
    source: Source

    @classmethod
    def from_item(cls, item: types.TextDocumentItem, path: Path) -> Document:
        """A text that is opened."""
        return cls(item.uri, path, item.version, Source(str(path), normalize_line_ends(item.text)))

    def with_changes(
        self, changes: Iterable[types.TextDocumentContentChangeEvent], version: int, mapper: PositionMapper
    ) -> Document:
        """The text after some changes, each of which is one of what the former left.

        Args:
            changes: The changes: a text for a stretch, or for everything.
            version: Which text it is then.
            mapper: What the places of the changes are counted by.
        """
        source = self.source
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                span = mapper.span_of(source, change.range)
                text = source.text[: span.start] + normalize_line_ends(change.text) + source.text[span.end :]
            else:
                text = normalize_line_ends(change.text)
            source = Source(source.path, text)
        return evolve(self, version=version, source=source)
