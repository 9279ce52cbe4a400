"""What the package says of the project: its version, its addresses."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, metadata

HOME_KEY, PAGES_KEY = "Homepage", "Documentation"
"""What the package's metadata may call the addresses of the project and of its pages."""


def program_version() -> str | None:
    """Which version of the program this is; None where it is run from its folder, without being installed."""
    try:
        return metadata("bombsight")["Version"]
    except PackageNotFoundError:
        return None


@cache
def project_urls() -> Mapping[str, str]:
    """The addresses that the package's metadata name, by what they are called there."""
    try:
        entries = metadata("bombsight").get_all("Project-URL") or []
    except PackageNotFoundError:
        return {}
    pairs = (each.partition(",") for each in entries)
    return {name.strip(): address.strip() for name, _, address in pairs}


def finding_page_url(base_url: str, code: str) -> str:
    """The address of a finding's page, by that of the documentation."""
    return f"{base_url.rstrip('/')}/codes.md#{code.lower()}"
