"""The registry of all finding codes. `finding_pages.py` reads the page of one.

A code is a letter for the area (E syntax, N names, T tables, M modifiers, V values, P procedures, O overlays,
S sources, B boards, L luck) and a number. A code is never reused.
"""

from __future__ import annotations

from bombsight.compiler.checks import CODES as CHECKED
from bombsight.compiler.config_codes import CODES as CONFIG
from bombsight.compiler.findings import severities_of
from bombsight.compiler.overlays.codes import CODES as OVERLAYS
from bombsight.compiler.resolve.codes import CODES as RESOLVED
from bombsight.compiler.size_limits import CODES as MEASURED
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.slips import CODES as SYNTAX

OTHER_CODES = (
    Code("N061", "empty-file", Severity.ADVICE),
    Code("O020", "unknown-variant"),
    Code("E061", "script-line"),
    Code("E062", "script-word"),
    Code("E065", "stray-test-item"),
    Code("E063", "mission-number"),
    Code("E110", "two-games-one-id"),
    Code("S020", "untried-line", Severity.ADVICE),
    Code("S021", "failing-example", Severity.WARNING),
    Code("S022", "changed-example", Severity.ADVICE),
    Code("E070", "allow-without-reason", Severity.ADVICE),
    Code("E071", "allow-unknown", Severity.ADVICE),
    Code("E072", "unused-allow", Severity.ADVICE),
)
"""Codes of compiler stages that have no registry of their own."""

ON_REQUEST_CODES = frozenset({"S020"})
"""Codes of checks that run only when their code is requested."""

CODES: dict[str, Code] = {
    code.code: code
    for code in sorted(
        (*SYNTAX, *RESOLVED, *CHECKED, *OVERLAYS, *MEASURED, *CONFIG, *OTHER_CODES), key=lambda code: code.code
    )
}
"""Every finding code, sorted."""

SEVERITIES = severities_of(CODES.values())
"""The severity of each finding code."""

CODES_BY_NAME: dict[str, str] = {code.name: code.code for code in CODES.values()}
"""The code of each finding name."""
