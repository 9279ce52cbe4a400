"""JSON for programs: every document is a class with a name and a version.

``schema/`` describes them all; ``python -m bombsight.service.schemas`` makes that from the classes.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from attrs import frozen

from bombsight.boundary.codec.decoding import decode_strictly
from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.codec.problems import WORDS, DecodeError, needed, quote
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


D = TypeVar("D", bound=Document)


def decode_document(data: Any, kind: type[D]) -> D:
    """The document of data that anybody may have written.

    Raises:
        DecodeError: They are none of its name and version, or have another shape.
    """
    if type(data) is not dict:
        raise needed(WORDS[dict], data)
    head = {"document": kind.document, "version": kind.version}
    for key, value in head.items():
        if type(data.get(key)) is not type(value) or data[key] != value:
            raise DecodeError(found=needed(quote(value), data.get(key)).below(key))
    return decode_strictly({key: each for key, each in data.items() if key not in head}, kind, WHOLE)
