"""The documentation's look and settings: the colours and the header of the rest of the site."""

from __future__ import annotations

import json
from pathlib import Path

from bombsight.service.site.surroundings import Surroundings
from website.gathering import ROOT
from website.site_parts import DOCS

DOCS_STYLESHEET = "docs.css"
SHARED_STYLES = (ROOT / "web" / "src" / "page" / "colours.css", ROOT / "web" / "src" / "page" / "siteBar.css")
"""The style sheets of the page that plays which the documentation shares."""

FOLDER = Path(__file__).parent


def build_docs_stylesheet() -> str:
    """Build the documentation's style sheet: the site's colours and header, then what is its own."""
    return "\n".join(file.read_text(encoding="utf-8") for file in (*SHARED_STYLES, FOLDER / DOCS_STYLESHEET))


def render_docs_settings(surroundings: Surroundings) -> str:
    """Render the settings of the documentation: those in this folder, and the parts of the site for the header."""
    settings = (FOLDER / "zensical.toml").read_text(encoding="utf-8").rstrip()
    lines = [settings, "", "[project.extra.site]", f"title = {json.dumps(surroundings.title)}"]
    for part in surroundings.neighbours:
        values = {"title": part.title, "path": part.path}
        lines += [
            "",
            "[[project.extra.site.parts]]",
            *(f"{name} = {json.dumps(value)}" for name, value in values.items()),
        ]
        lines.append(f"is_current = {json.dumps(part == DOCS)}")
    return "\n".join(lines) + "\n"
