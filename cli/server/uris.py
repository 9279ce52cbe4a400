"""Conversion between URIs of the client and paths."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import SplitResult, quote, unquote, urlsplit
from urllib.request import url2pathname

from bombsight.service.games.source_files import canonical_path

NO_FOLDER = Path("/nowhere")
"""The pseudo folder of documents without a file, such as unsaved ones; no such folder exists."""


def path_from_uri(uri: str) -> Path:
    """Convert a URI to an absolute path; a unique pseudo path if it is no file on this machine."""
    try:
        parts = urlsplit(uri)
    except ValueError:  # brackets that are not closed
        parts = SplitResult("", "", uri, "", "")
    if parts.scheme == "file" and parts.path.startswith("/"):
        host = f"//{parts.netloc}" if parts.netloc and parts.netloc != "localhost" else ""
        path = url2pathname(host + parts.path)
        if "\0" not in path:
            return canonical_path(path)
    return NO_FOLDER / parts.scheme / quote(unquote(parts.path).lstrip("/"), " ", errors="replace")


def uri_of(path: Path) -> str:
    """Convert a path to a URI."""
    return path.as_uri()
