"""What the page is told of worked examples that were run, and of the places of the rules that they reach."""

from __future__ import annotations

from attrs import frozen

from bombsight.service.workshop.documents import TextRange


@frozen(kw_only=True)
class ExampleFailure:
    """What came out otherwise than an example says.

    Attributes:
        place: The line of the example.
        line: Its number, from 1.
        expected: Its text.
        found: What the game did instead.
    """

    place: TextRange
    line: int
    expected: str
    found: str


@frozen(kw_only=True)
class ExampleCheck:
    """A worked example that was run; of a grid of cases one case.

    Attributes:
        title: Its title.
        place: The line where it begins.
        line: The number of that line, from 1.
        failure: What came out otherwise; null if it holds, or was not run.
        left_out: Why it was not run; empty if it was.
    """

    title: str
    place: TextRange
    line: int
    failure: ExampleFailure | None
    left_out: str


@frozen(kw_only=True)
class ExampleProgress:
    """Examples that were run since the last call.

    Attributes:
        checks: Their results.
        is_complete: Whether all have been run; otherwise another call goes on.
    """

    checks: tuple[ExampleCheck, ...]
    is_complete: bool


@frozen(kw_only=True)
class CoverageProgress:
    """How far a measurement of coverage is.

    Attributes:
        steps: The steps so far, about one for each example.
        is_complete: Whether it is over; otherwise another call goes on.
    """

    steps: int
    is_complete: bool


@frozen(kw_only=True)
class CoveredLine:
    """A line of the rules with places that an example can reach.

    Attributes:
        line: Its number, from 1.
        places: How many places begin on it: a row, a condition that holds, one that does not hold.
        missed: The places that no example reaches, in words.
    """

    line: int
    places: int
    missed: tuple[str, ...]


@frozen(kw_only=True)
class CoveredFile:
    """The coverage of a file by worked examples.

    Attributes:
        file: The file's path.
        places: How many places there are in it.
        reached: How many of them examples reach.
        failing: How many examples fail: what they would reach behind that does not count.
        lines: The lines with such places, in their order.
    """

    file: str
    places: int
    reached: int
    failing: int
    lines: tuple[CoveredLine, ...]
