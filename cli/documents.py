"""JSON for programs: every document says what it is and in which version; ``schema/`` describes them all."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from attrs import asdict

from bombsight.cli.streams import shows_unicode
from bombsight.dsl.source import places_as_text

if TYPE_CHECKING:
    from bombsight.runtime.records import Header

VERSION = 2
"""Raised when a document changes its meaning."""


def document(name: str, **content: Any) -> dict[str, Any]:
    """A document: its name and version first."""
    return {"document": name, "version": VERSION, **content}


def plain_data(value: Any) -> dict[str, Any]:
    """A value as a document holds it."""
    return asdict(value, value_serializer=places_as_text)


def header_data(header: Header) -> dict[str, Any]:
    """What a session began with; the folder its game lies in is nobody's matter but this machine's."""
    return {name: value for name, value in asdict(header).items() if name != "folder"}


def print_json(data: Any, *, line: bool = False) -> None:
    """Write JSON to the output, as one line or indented; characters the output cannot show are escaped."""
    if line:
        text = json.dumps(data, ensure_ascii=not shows_unicode(), separators=(",", ":"))
    else:
        text = json.dumps(data, ensure_ascii=not shows_unicode(), indent=2)
    sys.stdout.write(text + "\n")
