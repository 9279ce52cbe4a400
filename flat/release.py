"""The release of a game: what its manifest says about it as somebody hands it on."""

from __future__ import annotations

from bombsight.dsl.node_classes import frozen


@frozen(kw_only=True)
class Release:
    """The release of a game; a text is empty where the manifest says nothing.

    Attributes:
        version: Its version, numbers joined by dots: ``1.0``.
        licence: What others may do with it: the name of a licence.
        needs: The version of Bombsight that it needs at least: ``0.2``.
        home: Its address on the web.
    """

    version: str = ""
    licence: str = ""
    needs: str = ""
    home: str = ""


NO_RELEASE = Release()


def describe_release(release: Release) -> str:
    """Describe a release in a line: ``version 1.0, CC0-1.0, https://example.org``; empty if nothing is known of it."""
    version = f"version {release.version}" if release.version else ""
    return ", ".join(part for part in (version, release.licence, release.home) if part)
