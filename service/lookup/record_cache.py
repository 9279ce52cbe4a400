"""The cache of the records that a game's files declare.

Only the items that declare records or state are parsed, so that a cached game need not be parsed again.
"""

from __future__ import annotations

from collections.abc import Iterable

from bombsight.dsl.source import Source
from bombsight.service.games.library import code_digest, compute_digest
from bombsight.service.lookup.records import DECLARATION_START, Records
from bombsight.service.programs.cache import cache_path, load_cached_value, store_cached_value


def load_records(sources: Iterable[Source]) -> Records:
    """Load the record types in rules files, and the fields that hold records, from the cache or by parsing."""
    declaring = tuple(source for source in sources if DECLARATION_START.search(source.text))
    file = cache_path("records", compute_digest(declaring, code_digest()))
    cached = load_cached_value(file)
    if not isinstance(cached, Records):
        from bombsight.service.lookup.record_reading import read_records  # imported only if something must be parsed

        cached = read_records(declaring)
        store_cached_value(file, cached)
    return cached
