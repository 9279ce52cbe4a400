"""Exceptions of the service, for rules that cannot be used and the like: the front end shows each once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bombsight.boundary.errors import InputError
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.source import Source


class WrongRules(Exception):  # noqa: N818 - no error of the program
    """Rules that have errors or cannot be read.

    Attributes:
        findings: The errors.
        sources: The files of the rules, by path.
        is_unreadable: Whether files could not be read; else the rules themselves have errors.
    """

    def __init__(
        self, findings: Sequence[Diagnostic], sources: Mapping[str, Source], *, is_unreadable: bool = False
    ) -> None:
        super().__init__(f"{len(findings)} findings")
        self.findings = findings
        self.sources = sources
        self.is_unreadable = is_unreadable


class NothingFoundError(InputError):
    """Raised if nothing is what a call asks to run, such as an example with a word in its title."""
