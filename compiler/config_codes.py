"""Codes of the findings about ``bombsight.toml``, apart, for reading a configuration needs no other code."""

from __future__ import annotations

from bombsight.compiler.findings import severities_of
from bombsight.dsl.diagnostic import Code

CODES = (
    Code("E100", "lint-choices"),
    Code("E101", "unknown-lint-choice"),
)

SEVERITIES = severities_of(CODES)
