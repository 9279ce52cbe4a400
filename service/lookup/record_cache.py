"""Records of a game's files, from the cache.

Of the files only those items are read that declare records or state, so that a game that is kept in the cache need not
be read again.
"""

from __future__ import annotations

from collections.abc import Iterable

from bombsight.dsl.source import Source
from bombsight.service.games.library import code_digest, digest
from bombsight.service.lookup.records import DECLARES, Records
from bombsight.service.programs.cache import keep_value, kept_file, recall_value


def records_in(sources: Iterable[Source]) -> Records:
    """The records of some files, and the fields that hold them; from the cache where they were read before."""
    declaring = tuple(source for source in sources if DECLARES.search(source.text))
    file = kept_file("records", digest(declaring, code_digest()))
    kept = recall_value(file)
    if not isinstance(kept, Records):
        from bombsight.service.lookup.record_reading import read_records  # loaded only where there is something to read

        kept = read_records(declaring)
        keep_value(file, kept)
    return kept
