"""What of a program nobody can be sure of, for there are errors in it: checks are silent where it matters."""

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
    """What is not as it should be, and what it may touch.

    Attributes:
        places: Of all errors, and of the items of which something could not be read.
        damaged: The names of those.
        words: All words of what could not be read, and of the items in which there is an error: whatever has one of
            them for its name may be used there.
    """

    places: tuple[Span, ...] = ()
    damaged: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()


NO_TAINT = ErrorTaint()

TAINTED_ELSEWHERE = ErrorTaint(places=(NOWHERE,))
"""An error in none of the items: they are judged by themselves as if there were one beside them."""


def collect_error_taint(
    diagnostics: Iterable[Diagnostic], damaged: Iterable[Damage], sources: Mapping[str, Source]
) -> ErrorTaint:
    """What is in doubt.

    Args:
        diagnostics: All findings so far, those that are not told among them.
        damaged: The items of which something could not be read.
        sources: The files by path.
    """
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
