"""The mark of saves: the bytes with which each begins."""

from __future__ import annotations

HEADER_MARK = b'{"bombsight":'
"""The beginning of a save."""
