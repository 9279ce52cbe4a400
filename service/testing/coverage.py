"""Coverage of the rules by worked examples (``test --coverage``): the places reached, and those missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, field, frozen

from bombsight.backends.python.load import instantiate
from bombsight.boundary.errors import InputError
from bombsight.compiler.coverage import KINDS, CoverageRecorder, CoverageSpot, add_probes
from bombsight.compiler.request import Request
from bombsight.compiler.scripts import Script
from bombsight.compiler.settings import split_by_setting
from bombsight.dsl.source import Source
from bombsight.flat.program import Program
from bombsight.runtime.callbacks import (
    Ask,
    Roll,
)
from bombsight.runtime.examples import ExampleRunner, Mismatch
from bombsight.runtime.machine import Event, Loader, Log, Machine
from bombsight.service.common.document import Document
from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import SCRIPT_SUFFIX, Target, find_targets, is_same_file
from bombsight.service.programs.compile import compile_game
from bombsight.service.programs.example_programs import SkippedExample, compile_example_graphs, request_with_tests
from bombsight.service.programs.scripts import find_matching_scripts, script_to_example

LEFT_OUT_LABEL = "left out"
"""The label of the pseudo row for a table that an example leaves out: no row of the rules."""


@frozen(kw_only=True)
class Missed:
    """A place in the rules that no example reaches.

    Attributes:
        line: Its line in the file.
        column: Its column.
        kind: The kind of place: `row`, `applies`, `does not apply`, `exception`, `note`, `holds` ...
        owner: The item that contains it: `table:K-1`.
        label: Its name there; may be empty.
        text: The line of the source.
    """

    line: int
    column: int
    kind: str
    owner: str
    label: str
    text: str


@frozen(kw_only=True)
class FileCovered:
    """The coverage of a file by examples.

    Attributes:
        game: Its game.
        file: The file.
        places: How many places there are in it.
        missed: The places that no example reaches, in the order of the text.
    """

    game: str
    file: str
    places: int
    missed: tuple[Missed, ...]

    @property
    def reached(self) -> int:
        """How many of the file's places examples reach."""
        return self.places - len(self.missed)


@frozen(kw_only=True)
class KindCovered:
    """The coverage of one kind of places by examples.

    Attributes:
        kind: The kind.
        places: How many there are.
        reached: How many of them are reached.
    """

    kind: str
    places: int
    reached: int


@frozen(kw_only=True)
class Covered(Document):
    """The coverage of games' rules by examples."""

    document = "coverage"

    files: tuple[FileCovered, ...]
    kinds: tuple[KindCovered, ...]


@frozen
class Coverage:
    """The coverable places of some rules, and those of them that worked examples reached.

    Attributes:
        spots: All of them.
        reached: Those that examples reach.
        mismatches: For each example that fails, where it does: it reached nothing behind that.
    """

    spots: set[CoverageSpot] = field(factory=set)
    reached: set[CoverageSpot] = field(factory=set)
    mismatches: list[Mismatch] = field(factory=list)


def measure_games(names: Sequence[str], rules: Rules) -> Covered:
    """Measure the coverage of games by their worked examples.

    Raises:
        InputError: A name does not exist or is a script; or an example fails.
        WrongRules: Rules have errors.
    """
    scripts = [name for name in names if name.endswith(SCRIPT_SUFFIX)]
    if scripts:
        raise InputError("coverage is of a game, not of a script", scripts[0], "Name the game.")
    files: list[FileCovered] = []
    kinds = {kind: [0, 0] for kind in KINDS}
    for target in find_targets(names, rules.folders):
        request, tests = request_with_tests(target, rules)
        coverage = measure_coverage(request, tests, find_matching_scripts(target, request, rules))
        files += cover_files(target, request, coverage)
        for spot in coverage.spots:
            kinds[spot.kind][0] += 1
            kinds[spot.kind][1] += spot in coverage.reached
    return Covered(
        files=tuple(files),
        kinds=tuple(KindCovered(kind=kind, places=all_, reached=some) for kind, (all_, some) in kinds.items() if all_),
    )


def measure_coverage(request: Request, tests: Sequence[Source] = (), scripts: Sequence[Script] = ()) -> Coverage:
    """Run the examples of a request and of test files, and scripts, and record which places they reach.

    Code that the request's options disable counts only if an example with other options reaches it. Examples that
    request rules which the request's overlays do not fit are skipped.

    Raises:
        InputError: An example fails.
        WrongRules: The rules or the tests have errors.
    """
    coverage = Coverage()
    for coverage in measure_in_steps(request, tests, scripts):
        for mismatch in coverage.mismatches:
            difference = f"it says {mismatch.expected}; the game: {mismatch.found}"
            raise InputError(f"an example does not hold: {difference}", mismatch.place, "Mend it first.")
    return coverage


def measure_in_steps(
    request: Request, tests: Sequence[Source] = (), scripts: Sequence[Script] = ()
) -> Iterator[Coverage]:
    """Measure coverage, and yield it, as it grows, before and after each example; the last one is complete.

    Args:
        request: The rules.
        tests: Test files.
        scripts: Scripts, which are run, too.

    Raises:
        InputError: An option is unknown, or has no such value.
        WrongRules: The rules or the tests have errors.
    """
    graph, _ = compile_game(request)
    coverage = Coverage(set(add_probes(evolve(graph, examples=())).spots))
    yield coverage
    for graph_or_skipped in compile_example_graphs(
        request, tests, [script_to_example(script, graph) for script in scripts], scripts
    ):
        for setting in () if isinstance(graph_or_skipped, SkippedExample) else split_by_setting(graph_or_skipped):
            probed = add_probes(setting, playable=False)
            for report in ExampleRunner(probed.program, load=make_counting_loader(probed.hits)):
                if report.mismatch is not None:
                    coverage.mismatches.append(report.mismatch)
                yield coverage
            coverage.reached.update(spot for spot in probed.hits.reached_spots if spot.label != LEFT_OUT_LABEL)
    coverage.spots.update(coverage.reached)
    yield coverage


def make_counting_loader(hits: CoverageRecorder) -> Loader:
    """Make a loader of machines that record in ``hits`` which places of the rules their events reach."""

    def load(program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
        """Load a machine whose events are recorded.

        Args:
            program: The flat program.
            roll: Throws dice.
            ask: Answers choices.
            log: Takes events; None for none.
        """

        def count(event: Event) -> None:
            """Callback of the machine: record an event, and pass it on unless it was made only for coverage."""
            if hits.record_event(*event) and log is not None:
                log(event)

        return instantiate(program, roll, ask, count)

    return load


def cover_files(target: Target, request: Request, coverage: Coverage) -> Iterator[FileCovered]:
    """Yield the coverage of each of a target's files that contains coverable places."""
    for source in (*request.base, *request.house):
        file = source.file or source.path
        spots = [spot for spot in coverage.spots if spot.span.path == source.path]
        if not spots or (target.only is not None and not is_same_file(file, target.only)):
            continue
        order = [*KINDS]
        missed = sorted(
            (spot for spot in spots if spot not in coverage.reached),
            key=lambda spot: (spot.span.start, spot.label, order.index(spot.kind)),
        )
        yield FileCovered(
            game=target.name,
            file=file,
            places=len(spots),
            missed=tuple(
                Missed(
                    line=spot.span.line,
                    column=spot.span.column,
                    kind=spot.kind,
                    owner=spot.owner,
                    label=spot.label,
                    text=" ".join(source.line_text(spot.span.line).split()),
                )
                for spot in missed
            ),
        )


def kind_title(kind: str, count: int) -> str:
    """Return the display title of a kind of coverable places, in the plural unless ``count`` is 1."""
    return KINDS[kind][count != 1]
