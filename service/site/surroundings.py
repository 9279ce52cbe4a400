"""The larger site that a site of games may be a part of: its other parts, and its own pages in the same folder."""

from __future__ import annotations

from attrs import frozen

FRONT_PAGE = "index.html"
"""The path of a site's first page."""


@frozen(kw_only=True)
class Neighbour:
    """A part of the larger site, to which every page links in its header.

    Attributes:
        title: Its title.
        path: The path of its first page in the folder.
    """

    title: str
    path: str


@frozen(kw_only=True)
class Surroundings:
    """The larger site around a site of games; without neighbours there is none.

    Attributes:
        title: The title of the whole, which links to its first page.
        neighbours: Its parts, in the order of the header.
        list_page: The path of the list of games: the first page, unless the larger site has one of its own.
        fresh_paths: The paths of the larger site's own pages and styles: a device that keeps the games asks the network
            for these first, and shows its copy only without a network. Whoever writes them does so beside the games.
    """

    title: str = "Bombsight"
    neighbours: tuple[Neighbour, ...] = ()
    list_page: str = FRONT_PAGE
    fresh_paths: tuple[str, ...] = ()


ALONE = Surroundings()
"""The surroundings of a site of games that is a site by itself."""
