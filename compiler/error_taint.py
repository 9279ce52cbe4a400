"""Names and places tainted by errors; checks report nothing that depends on them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping

from bombsight.dsl.damage import Damage, collect_words
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.pieces import split_items
from bombsight.dsl.source import NOWHERE, Source, Span


@frozen
class ErrorTaint:
    """The places of errors and the names whose meaning an error may affect, about which checks stay silent.

    Attributes:
        places: The spans of all errors, and of the items with unreadable parts.
        damaged: The names of those items.
        words: All words of unreadable text and of items with an error: any declaration with such a name may be used
            there.
    """

    places: tuple[Span, ...] = ()
    damaged: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()


NO_TAINT = ErrorTaint()

TAINTED_ELSEWHERE = ErrorTaint(places=(NOWHERE,))
"""A taint outside every item: checks treat an item as if the program had an error elsewhere."""


def collect_error_taint(
    diagnostics: Iterable[Diagnostic], damaged: Iterable[Damage], sources: Mapping[str, Source]
) -> ErrorTaint:
    """Collect the places and names that errors of a program may affect, suppressed errors included."""
    errors = [finding.span for finding in diagnostics if finding.severity is Severity.ERROR]
    places = (*errors, *(damage.span for damage in damaged))
    if not places:
        return NO_TAINT
    words = [damage.words for damage in damaged]
    starts: dict[str, list[int]] = {}
    for span in places:
        starts.setdefault(span.path, []).append(span.start)
    for path, offsets in starts.items():
        offsets.sort()
        source = sources.get(path)
        for piece in split_items(source.text).pieces if source else ():
            after = bisect_left(offsets, piece.offset)
            if after < len(offsets) and offsets[after] < piece.offset + len(piece.text):
                words.append(collect_words(piece.text))
    return ErrorTaint(places, frozenset(damage.name for damage in damaged), frozenset[str]().union(*words))
