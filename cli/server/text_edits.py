"""Formatting of documents."""

from __future__ import annotations

from lsprotocol import types

from bombsight.cli.server.actions import replacement_edits
from bombsight.cli.server.findings import ProtocolConverter
from bombsight.dsl.formatter import format_source
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source


def format_document(source: Source, converter: ProtocolConverter) -> list[types.TextEdit] | None:
    """Make the protocol edits that format a document; None if it has syntax errors, which prevent formatting."""
    if parse(source).diagnostics:
        return None
    return replacement_edits(converter, source, format_source(source))
