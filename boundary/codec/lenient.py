"""Values of JSON data that this program wrote itself, such as a program in the cache: they are read at each start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bombsight.boundary.codec.form import Decoder


def lenient_decoder(classes: Mapping[str, type], tag: str) -> Decoder:
    """The function that reads data which this program wrote itself, in a form where every object has a tag.

    Lists become tuples. Nothing is checked: of what is no such data it may raise any of ``MALFORMED``.

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
