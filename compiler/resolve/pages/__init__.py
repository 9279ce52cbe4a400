"""The pages of the resolver's finding codes, grouped by topic.

They are separate from the modules that report them, since one module may report on several topics, and a common
finding, such as an unknown name, is reported by many.
"""

from __future__ import annotations

from bombsight.compiler.findings import severities_of
from bombsight.compiler.resolve.pages import boards, expressions, names, statements, tables, values
from bombsight.compiler.size_limits import CODES as LIMITS
from bombsight.dsl.diagnostic import Code

CODES: tuple[Code, ...] = (
    *names.PAGES,
    *values.PAGES,
    *tables.PAGES,
    *expressions.PAGES,
    *statements.PAGES,
    *boards.PAGES,
)
"""Every finding code of the resolver."""

SEVERITIES = severities_of((*CODES, *LIMITS))
"""The severity of each code that the resolver reports, including size limits."""
