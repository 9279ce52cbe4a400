"""Rules that cannot be used: raised anywhere here, shown once, by whoever asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.source import Source


class WrongRules(Exception):  # noqa: N818 - it is not the program that errs
    """Rules that cannot be used.

    Attributes:
        findings: What is wrong with them.
        sources: The files by path.
        is_unreadable: Whether files could not be read; else it is what the rules say.
    """

    def __init__(
        self, findings: Sequence[Diagnostic], sources: Mapping[str, Source], *, is_unreadable: bool = False
    ) -> None:
        super().__init__(f"{len(findings)} findings")
        self.findings = findings
        self.sources = sources
        self.is_unreadable = is_unreadable
