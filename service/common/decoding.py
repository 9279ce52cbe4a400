"""Documents that anybody may have written."""

from __future__ import annotations

from typing import Any, TypeVar

from bombsight.boundary.codec.decoding import decode_strictly
from bombsight.boundary.codec.problems import TYPE_WORDS, DecodeError, format_value, mismatch_error
from bombsight.flat.document_forms import WHOLE
from bombsight.service.common.document import Document

D = TypeVar("D", bound=Document)


def decode_document(data: Any, kind: type[D]) -> D:
    """The document of data that anybody may have written.

    Raises:
        DecodeError: They are none of its name and version, or have another shape.
    """
    if type(data) is not dict:
        raise mismatch_error(TYPE_WORDS[dict], data)
    head = {"document": kind.document, "version": kind.version}
    for key, value in head.items():
        if type(data.get(key)) is not type(value) or data[key] != value:
            raise DecodeError(step_problems=mismatch_error(format_value(value), data.get(key)).problems_below(key))
    return decode_strictly({key: each for key, each in data.items() if key not in head}, kind, WHOLE)
