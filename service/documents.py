"""JSON for programs: every document says what it is and in which version; ``schema/`` describes them all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import asdict

if TYPE_CHECKING:
    from bombsight.runtime.records import Header

VERSION = 1
"""Raised when a document changes its meaning."""


def document(name: str, **content: Any) -> dict[str, Any]:
    """A document: its name and version first."""
    return {"document": name, "version": VERSION, **content}


def header_data(header: Header) -> dict[str, Any]:
    """What a session began with; the folder its game lies in is nobody's matter but this machine's."""
    return {name: value for name, value in asdict(header).items() if name != "folder"}
