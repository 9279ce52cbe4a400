"""Decoding of documents from untrusted data."""

from __future__ import annotations

from typing import Any, TypeVar

from bombsight.boundary.codec.decoding import decode_strictly
from bombsight.boundary.codec.problems import TYPE_WORDS, DecodeError, format_value, mismatch_error
from bombsight.flat.document_forms import WHOLE
from bombsight.service.common.document import Document

D = TypeVar("D", bound=Document)


def decode_document(data: Any, document_class: type[D]) -> D:
    """Decode untrusted JSON data as an instance of a document class, checking name, version and fields.

    Raises:
        DecodeError: The data have another name, version or shape.
    """
    if type(data) is not dict:
        raise mismatch_error(TYPE_WORDS[dict], data)
    head = {"document": document_class.document, "version": document_class.version}
    for key, value in head.items():
        if type(data.get(key)) is not type(value) or data[key] != value:
            raise DecodeError(step_problems=mismatch_error(format_value(value), data.get(key)).problems_below(key))
    return decode_strictly({key: each for key, each in data.items() if key not in head}, document_class, WHOLE)
