"""The fast decoder of JSON data that this program wrote, such as a cached program that each start reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bombsight.boundary.codec.form import Decoder


def lenient_decoder(classes: Mapping[str, type], tag: str) -> Decoder:
    """Make the decoder of data that this program wrote, in a form where every object has a tag.

    Lists become tuples. Nothing is checked: other data may raise any of ``MALFORMED_ERRORS``.

    Args:
        classes: The classes by their tags.
        tag: The key of the tag.
    """

    def decode(data: Any) -> Any:
        if isinstance(data, list):
            return tuple(map(decode, data))
        if isinstance(data, dict):
            return classes[data[tag]](**{key: decode(each) for key, each in data.items() if key != tag})
        return data

    return decode
