"""The metadata of the installed package: its version and its URLs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, metadata

HOME_KEY, PAGES_KEY = "Homepage", "Documentation"
"""The names that the package's metadata give to the URLs of the project and of its documentation."""


def program_version() -> str | None:
    """The version of the installed program; None if it runs from its folder, without being installed."""
    try:
        return metadata("bombsight")["Version"]
    except PackageNotFoundError:
        return None


@cache
def project_urls() -> Mapping[str, str]:
    """The URLs in the package's metadata, by their labels."""
    try:
        entries = metadata("bombsight").get_all("Project-URL") or []
    except PackageNotFoundError:
        return {}
    pairs = (each.partition(",") for each in entries)
    return {name.strip(): address.strip() for name, _, address in pairs}


def finding_page_url(base_url: str, code: str) -> str:
    """Build the URL of the documentation page for a finding's code."""
    return f"{base_url.rstrip('/')}/codes.md#{code.lower()}"
