"""Worked examples run, and the coverage of rules by them measured, as ``test`` does, in parts of bounded time.

A part ends after an example. What comes before the first one, rules compiled and lowered, is one part, which takes
seconds for a large game: a page has another desk for that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from bombsight.boundary.errors import InputError
from bombsight.compiler.coverage import KINDS, CoverageSpot
from bombsight.dsl.source import Source
from bombsight.service.games.library import find_test_files
from bombsight.service.games.source_files import canonical_path, read_sources, with_display_paths
from bombsight.service.language.workspace import Workspace
from bombsight.service.programs.recent_results import keep_results
from bombsight.service.testing.coverage import kind_title, measure_in_steps
from bombsight.service.testing.examples import Check, check_examples_of
from bombsight.service.workshop import documents as doc
from bombsight.service.workshop import trial_documents as trial
from bombsight.service.workshop.desk import Desk
from bombsight.service.workshop.open_trials import OpenCoverage, OpenExamples
from bombsight.service.workshop.panes import space_of

PLACE = re.compile(r"(?P<file>.*):(?P<line>\d+):\d+", re.DOTALL)
"""Matches a place ``file:line:column``."""


def begin_examples(desk: Desk, file: str, *, of_game: bool) -> None:
    """Begin to run worked examples.

    Args:
        desk: The desk.
        file: The file whose examples are run, by its rules.
        of_game: Whether all examples of the game are run, in rules and tests, by the rules of the file.

    Raises:
        InputError: The file belongs to no game.
    """
    space = space_of(desk, file)
    source = desk.file_at(file).source
    keep_results(space.request, space.results)
    tests: Sequence[Source] = (
        tests_of_game(desk, space) if of_game else [each for each in space.tests if each is source]
    )
    checks = check_examples_of(space.target.name, space.request, tests, file="" if of_game else source.path)
    desk.examples = OpenExamples(checks)


def tests_of_game(desk: Desk, space: Workspace) -> tuple[Source, ...]:
    """Read the test files of a game, as they are written now."""
    folder = space.target.folder or canonical_path(space.request.base[0].file).parent
    sources = read_sources(find_test_files(folder), desk.spaces.texts)
    return with_display_paths(sources, f"{space.target.name}/tests")


def continue_examples(desk: Desk, milliseconds: int) -> trial.ExampleProgress:
    """Go on to run examples, for about so many milliseconds.

    Raises:
        InputError: None have been begun.
        WrongRules: The rules or the examples have errors.
    """
    if desk.examples is None:
        raise InputError("no examples are being run", "", "Run them again.")
    end = monotonic() + milliseconds / 1000
    found = []
    for check in desk.examples.checks:
        found.append(show_check(desk, check))
        if monotonic() >= end:
            return trial.ExampleProgress(checks=tuple(found), is_complete=False)
    return trial.ExampleProgress(checks=tuple(found), is_complete=True)


def show_check(desk: Desk, check: Check) -> trial.ExampleCheck:
    """Convert the result of an example."""
    place, line = line_at(desk, check.place)
    failure = None
    if check.mismatch is not None:
        failed_place, failed_line = line_at(desk, check.mismatch.place)
        failure = trial.ExampleFailure(
            place=failed_place, line=failed_line, expected=check.mismatch.expected, found=check.mismatch.found
        )
    return trial.ExampleCheck(title=check.title, place=place, line=line, failure=failure, left_out=check.left_out)


def line_at(desk: Desk, place: str) -> tuple[doc.TextRange, int]:
    """Convert a place ``file:line:column`` to the text of its line, and the line's number."""
    found = PLACE.fullmatch(place)
    assert found is not None, place
    at, line = desk.file_at(canonical_path(found["file"])), int(found["line"])
    lines = at.source.text.split("\n")
    start = sum(len(each) + 1 for each in lines[: line - 1])
    text = lines[line - 1] if line <= len(lines) else ""
    begin, end = start + len(text) - len(text.lstrip()), start + len(text)
    return doc.TextRange(file=str(at.path), start=at.offsets.to_units(begin), end=at.offsets.to_units(end)), line


def begin_coverage(desk: Desk, file: str) -> None:
    """Begin to measure which places of the rules of a file the game's worked examples reach.

    Scripts, which a site does not have, are left out.

    Raises:
        InputError: The file belongs to no game.
    """
    space = space_of(desk, file)
    keep_results(space.request, space.results)
    desk.coverage = OpenCoverage(space.request, measure_in_steps(space.request, tests_of_game(desk, space)))


def open_coverage(desk: Desk) -> OpenCoverage:
    """Return the present measurement of coverage.

    Raises:
        InputError: There is none.
    """
    if desk.coverage is None:
        raise InputError("no coverage is measured", "", "Measure it again.")
    return desk.coverage


def continue_coverage(desk: Desk, milliseconds: int) -> trial.CoverageProgress:
    """Go on to measure coverage, for about so many milliseconds.

    Raises:
        InputError: It was not begun.
        WrongRules: The rules or the examples have errors.
    """
    opened = open_coverage(desk)
    end = monotonic() + milliseconds / 1000
    for coverage in opened.steps:
        opened.coverage = coverage
        opened.count += 1
        if monotonic() >= end:
            return trial.CoverageProgress(steps=opened.count, is_complete=False)
    opened.is_complete = True
    return trial.CoverageProgress(steps=opened.count, is_complete=True)


def covered_file(desk: Desk, file: str) -> trial.CoveredFile:
    """The coverage of a file, once it is measured; without lines for a file that has no places.

    Raises:
        InputError: It has not been measured.
    """
    opened = open_coverage(desk)
    if opened.coverage is None or not opened.is_complete:
        raise InputError("no coverage is measured", "", "Measure it again.")
    at = desk.file_at(file)
    source = next((each for each in opened.request.sources.values() if same_file(each, at.path)), None)
    if source is None:
        return trial.CoveredFile(file=file, places=0, reached=0, failing=0, lines=())
    spots = sorted(
        (spot for spot in opened.coverage.spots if spot.span.path == source.path),
        key=lambda spot: (spot.span.start, spot.label, [*KINDS].index(spot.kind)),
    )
    by_line: dict[int, list[CoverageSpot]] = {}
    for spot in spots:
        by_line.setdefault(spot.span.line, []).append(spot)
    reached = opened.coverage.reached
    return trial.CoveredFile(
        file=file,
        places=len(spots),
        reached=sum(spot in reached for spot in spots),
        failing=len(opened.coverage.mismatches),
        lines=tuple(
            trial.CoveredLine(
                line=line,
                places=len(found),
                missed=tuple(
                    " ".join(filter(None, (kind_title(spot.kind, 1), spot.label)))
                    for spot in found
                    if spot not in reached
                ),
            )
            for line, found in by_line.items()
        ),
    )


def same_file(source: Source, path: Path) -> bool:
    """Whether a source is the file at a path."""
    return canonical_path(source.file or source.path) == path
