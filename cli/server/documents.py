"""The texts that are open in the editor, as they are there, saved or not."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrs import evolve, frozen
from lsprotocol import types

from bombsight.cli.server.positions import Ruler
from bombsight.dsl.files import lined
from bombsight.dsl.source import Source


@frozen
class Document:
    """A text at one moment.

    Attributes:
        address: How the client calls it.
        path: The file that it is.
        version: Which of its texts this is, as the client counts.
        source: The text.
    """

    address: str
    path: Path
    version: int
    source: Source

    @classmethod
    def of(cls, item: types.TextDocumentItem, path: Path) -> Document:
        """A text that is opened."""
        return cls(item.uri, path, item.version, Source(str(path), lined(item.text)))

    def changed(self, changes: Iterable[types.TextDocumentContentChangeEvent], version: int, ruler: Ruler) -> Document:
        """The text after some changes, each of which is one of what the former left.

        Args:
            changes: The changes: a text for a stretch, or for everything.
            version: Which text it is then.
            ruler: What the places of the changes are counted by.
        """
        source = self.source
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                span = ruler.stretch(source, change.range)
                text = source.text[: span.start] + lined(change.text) + source.text[span.end :]
            else:
                text = lined(change.text)
            source = Source(source.path, text)
        return evolve(self, version=version, source=source)
