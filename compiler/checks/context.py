"""What the checks of one program share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from compiler.checks.reasoning.diagrams import TooManyError
from compiler.checks.reasoning.program import Program, UnclearError
from compiler.checks.reasoning.rolls import Reach, places, reach
from compiler.findings import Findings


class Context:
    """A program, and the findings on it.

    Attributes:
        program: The rule graph by name.
        findings: What was found so far.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.findings = Findings()

    @cached_property
    def reaches(self) -> list[Reach]:
        """Every roll and look-up, with what it can come to."""
        found = []
        for place in places(self.program):
            with patience():
                reached = reach(self.program, place)
                if reached is not None:
                    found.append(reached)
        return found


@contextmanager
def patience() -> Iterator[None]:
    """Give up silently where something is too large to be sure of, or has its finding already."""
    try:
        yield
    except (TooManyError, UnclearError):
        return
