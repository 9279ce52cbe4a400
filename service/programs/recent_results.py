"""The results of the last compilations in this process, from which the next ones of nearly the same rules are made.

They serve where no cache is kept in files, in a browser; elsewhere the cache does the same for all processes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombsight.boundary.platform import KEEPS_FILES
from bombsight.compiler.request import Request

if TYPE_CHECKING:
    from bombsight.compiler.incremental.query import Results

MAX_KEPT = 3
"""The games whose results are kept at most: those of a large one take some tens of megabytes."""

KEPT: dict[str, Results] = {}
"""The results by the first file of the game, the last ones last."""


def recall_results(request: Request) -> Results | None:
    """Recall the results of the last compilation of a game; None if there are none."""
    return KEPT.get(request.base[0].path) if request.base else None


def keep_results(request: Request, results: Results | None) -> None:
    """Keep the results of a compilation for the next one of its game, where files keep nothing."""
    if KEEPS_FILES or results is None or not request.base:
        return
    name = request.base[0].path
    KEPT.pop(name, None)
    KEPT[name] = results
    for old in [*KEPT][:-MAX_KEPT]:
        del KEPT[old]
