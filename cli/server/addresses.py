"""Files as clients name them, by their addresses (URI), and as we do, by their paths."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from bombsight.service.reading import whole_path

NOWHERE = Path("/nowhere")
"""The folder of what lies in no folder, such as a text that was never saved; there is no such folder."""


def path_of(address: str) -> Path:
    """The whole path of a file; a path of its own for what is no file."""
    parts = urlsplit(address)
    if parts.scheme == "file":
        host = f"//{parts.netloc}" if parts.netloc and parts.netloc != "localhost" else ""
        return whole_path(url2pathname(host + parts.path))
    return NOWHERE / parts.scheme / unquote(parts.path).lstrip("/").replace("/", "-")


def address_of(path: Path) -> str:
    """The address of a file."""
    return path.as_uri()
