"""JSON for programs: every document is a class with a name and a version.

``schema/`` describes them all; ``python -m bombsight.service.schemas`` makes that from the classes.
"""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen

from bombsight.boundary.codec.encoding import encode
from bombsight.flat.document_forms import WHOLE


@frozen(kw_only=True)
class Document:
    """What a program is told in one piece of JSON."""

    document: ClassVar[str]
    """Its name."""

    version: ClassVar[int] = 2
    """Raised when its meaning changes."""

    def to_json(self) -> dict[str, Any]:
        """The document as plain data, its name and version first."""
        return {"document": self.document, "version": self.version, **encode(self, WHOLE)}
