"""What changes texts: layout."""

from __future__ import annotations

from lsprotocol import types

from bombsight.cli.server.actions import rewritten
from bombsight.cli.server.findings import Telling
from bombsight.dsl.formatter import format_source
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source


def formatted(source: Source, telling: Telling) -> list[types.TextEdit] | None:
    """What brings a text into the one layout; None where it cannot be read, for then it is left alone."""
    if parse(source).diagnostics:
        return None
    return rewritten(telling, source, format_source(source))
