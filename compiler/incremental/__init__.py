"""Incremental compilation: queries that are handed their last result, and memos keyed by identity."""
