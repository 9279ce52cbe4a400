"""The parts of the project's site, to which the header of every page links."""

from __future__ import annotations

from bombsight.service.site.surroundings import Neighbour, Surroundings

GAMES = Neighbour(title="Games", path="games/index.html")
WORKSHOP = Neighbour(title="Workshop", path="workshop/index.html")
DOCS = Neighbour(title="Documentation", path="docs/index.html")
GALLERY = Neighbour(title="Gallery", path="gallery/index.html")
NEWS = Neighbour(title="News", path="news/index.html")

DOCS_FOLDER = "docs"

TRY_A_RULE_PATH = "docs/house-rules/index.html"
"""The page that shows how to change a rule, on a site without a workshop."""


def make_surroundings(*, has_workshop: bool = False) -> Surroundings:
    """Make the surroundings of the site's games: all parts, in the order of the header."""
    parts = (GAMES, *((WORKSHOP,) if has_workshop else ()), DOCS, GALLERY, NEWS)
    return Surroundings(neighbours=parts, list_page=GAMES.path)


def try_a_rule_path(surroundings: Surroundings) -> str:
    """Return the path of the page where a visitor changes a rule: the workshop, or else a page on house rules."""
    return WORKSHOP.path if WORKSHOP in surroundings.neighbours else TRY_A_RULE_PATH
