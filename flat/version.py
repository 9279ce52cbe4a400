"""Which lowering a program came of, for what is kept of it: known without loading what programs are made of."""

from __future__ import annotations

LOWERING_VERSION = 18
"""Raised whenever the same graph would be lowered to other code."""
