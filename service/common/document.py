"""JSON documents for programs: each is a class with a name and a version.

``schema/`` describes them all; ``python -m bombsight.service.schemas`` generates it from the classes.
"""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen

from bombsight.boundary.codec.encoding import encode
from bombsight.flat.document_forms import WHOLE


@frozen(kw_only=True)
class Document:
    """A JSON document that the program writes for other programs."""

    document: ClassVar[str]
    """The name of the document's type."""

    version: ClassVar[int] = 2
    """The version of the document's format; raised when its meaning changes."""

    def to_json(self) -> dict[str, Any]:
        """Convert the document to plain JSON data, the keys ``document`` (its name) and ``version`` first."""
        return {"document": self.document, "version": self.version, **encode(self, WHOLE)}
