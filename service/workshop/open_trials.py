"""Trials of rules that go on from call to call: worked examples, and the measurement of what these reach."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from bombsight.compiler.request import Request
from bombsight.service.testing.coverage import Coverage
from bombsight.service.testing.examples import Check


@define
class OpenExamples:
    """Examples that are being run.

    Attributes:
        checks: Runs the next one when it is asked for its result.
    """

    checks: Iterator[Check]


@define
class OpenCoverage:
    """A measurement of coverage.

    Attributes:
        request: The rules.
        steps: Runs the next example when it is asked for the coverage.
        count: The number of steps so far.
        coverage: The coverage so far; None before the first step.
        is_complete: Whether all examples have been run.
    """

    request: Request
    steps: Iterator[Coverage]
    count: int = 0
    coverage: Coverage | None = None
    is_complete: bool = False
