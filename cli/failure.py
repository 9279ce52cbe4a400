"""Why a command cannot be done: raised anywhere in this package, shown once, at its edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.source import Source

DONE = 0
"""Exit status: all went well."""

FINDINGS = 1
"""Exit status: the rules or the input have findings."""

WRONG = 2
"""Exit status: the call or a file is wrong."""

UNREAD = 141
"""Exit status: nobody reads the output any more, as shells tell it."""


class WrongRules(Exception):  # noqa: N818 - it is not the program that errs
    """Rules that cannot be used.

    Attributes:
        findings: What is wrong with them.
        sources: The files by path.
        status: The exit status: 1 for what the rules say, 2 for files that cannot be read.
    """

    def __init__(self, findings: Sequence[Diagnostic], sources: Mapping[str, Source], status: int = FINDINGS) -> None:
        super().__init__(f"{len(findings)} findings")
        self.findings = findings
        self.sources = sources
        self.status = status
