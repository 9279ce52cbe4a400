"""Incremental compilation: queries that receive their previous result, and memos keyed by identity."""
