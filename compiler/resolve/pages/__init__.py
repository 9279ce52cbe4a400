"""The findings of the resolver, a page for each, by what they are about.

They stand apart from what raises them: a module may raise findings on several things, and what authors meet most, such
as a name that nothing declares, is raised in many.
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
"""Every finding of the resolver."""

SEVERITIES = severities_of((*CODES, *LIMITS))
"""How much each of them matters, and a limit that the resolver finds passed."""
