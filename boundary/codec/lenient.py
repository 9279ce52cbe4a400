"""A decoder of JSON data without checks, fast, for what this program wrote itself, such as a cached program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bombsight.boundary.codec.form import Decoder


def lenient_decoder(classes: Mapping[str, type], tag: str) -> Decoder:
    """Make an unchecked decoder of JSON data that this program wrote, in a form where every object has a tag.

    Lists become tuples. Nothing is checked: other data may raise any of ``MALFORMED_ERRORS``.

    Args:
        classes: The classes by their tags.
        tag: The key of the tag.
    """

    def decode(data: Any) -> Any:
        """Convert lists to tuples and tagged objects to their classes, recursively."""
        if isinstance(data, list):
            return tuple(map(decode, data))
        if isinstance(data, dict):
            return classes[data[tag]](**{key: decode(each) for key, each in data.items() if key != tag})
        return data

    return decode
