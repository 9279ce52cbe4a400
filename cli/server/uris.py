"""Files as clients name them, by their addresses (URI), and as we do, by their paths."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import SplitResult, quote, unquote, urlsplit
from urllib.request import url2pathname

from bombsight.service.games.source_files import canonical_path

NO_FOLDER = Path("/nowhere")
"""The folder of what lies in no folder, such as a text that was never saved; there is no such folder."""


def path_from_uri(uri: str) -> Path:
    """The whole path of a file; a path of its own for what is no file on this machine."""
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
    """The address of a file."""
    return path.as_uri()
