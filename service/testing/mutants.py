"""Mutation testing (``test --mutate``): makes small changes to a game's rules that examples should detect.

Only the examples that reach a mutant's change are run on it, those that detected others there first, up to the first
that detects it. An example that runs much longer than before detects it, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from attrs import evolve, frozen

from bombsight.backends.python.hot_swap import SwappableProgram, limit_steps
from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import argument
from bombsight.compiler.findings import suggest_name
from bombsight.compiler.mutants import KINDS, Mutant, MutationBase, sample_mutants
from bombsight.compiler.mutants.sampling import ExampleSetting, base_of_compiled, item_filter, item_id
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.compiler.scripts import Script
from bombsight.dsl.source import Source
from bombsight.flat.budgets import STEP_BUDGET
from bombsight.flat.layout import STEPS_SLOT
from bombsight.flat.program import Program
from bombsight.runtime.callbacks import (
    Ask,
    Roll,
)
from bombsight.runtime.examples import ExampleReport, ExampleRunner, Mismatch
from bombsight.runtime.machine import Log, Machine
from bombsight.service.common.document import Document
from bombsight.service.common.failure import NothingFoundError, WrongRules
from bombsight.service.games.requests import Rules
from bombsight.service.games.source_files import openable_place
from bombsight.service.games.targets import SCRIPT_SUFFIX, find_targets
from bombsight.service.programs.compile import compile_game, require_error_free
from bombsight.service.programs.example_programs import parse_tests, request_with_tests
from bombsight.service.programs.scripts import find_matching_scripts, script_to_example

STEP_FACTOR, EXTRA_STEPS = 10, 100_000
"""The step limit of an example on a mutant: its own steps times the factor, plus the extra."""


@frozen(kw_only=True)
class ChangeTold:
    """One change of a mutant.

    Attributes:
        place: `file:line:column`.
        was: The old text, with its surroundings.
        now: The new text.
    """

    place: str
    was: str
    now: str


@frozen(kw_only=True)
class MutantTold:
    """A mutant, and whether an example detected it.

    Attributes:
        game: The game.
        kind: The kind of change: `result`, `limit`, `swap` ...
        owner: The item with the change: `table:K-1`.
        place: `file:line:column`.
        line: The text of the line there.
        changes: The changes; two if two lines had to change.
        noticed_by: The example that detected it; None for none.
        found: The result that the example found instead; empty for none.
    """

    game: str
    kind: str
    owner: str
    place: str
    line: str
    changes: tuple[ChangeTold, ...]
    noticed_by: str | None
    found: str


@frozen(kw_only=True)
class Mutated(Document):
    """Mutants of games, and the examples that detect them.

    Attributes:
        seed: The seed of their selection.
    """

    document = "mutants"

    seed: int
    mutants: tuple[MutantTold, ...]


@frozen
class ExampleFootprint:
    """What an example does on the original rules: the functions it calls, its steps and events.

    Attributes:
        functions: The functions that it calls.
        steps: The steps that it takes.
        events: How many events it emits.
    """

    functions: frozenset[str]
    steps: int
    events: int


class SettingExamples:
    """The examples that share one setting (options), run on the original rules and then on mutants.

    Attributes:
        setting: The setting.
        program: The program without any change.
        footprints: The behaviour of each example on it.
    """

    def __init__(self, setting: ExampleSetting) -> None:
        """Run the setting's examples on the original rules."""
        self.setting = setting
        self.program = setting.lowered.program
        self.swappable = SwappableProgram(self.program)
        self.functions = {function.name: function for function in self.program.functions}
        self.footprints = [*self.measure_footprints()]

    def measure_footprints(self) -> Iterator[ExampleFootprint]:
        """Run the examples on the original rules, and yield what each calls and costs.

        Raises:
            InputError: An example fails.
        """
        called_functions: set[str] = set()
        self.swappable.watch_calls(called_functions.add)
        runner = LimitedRunner(self.program, self.swappable)
        for number in range(len(self.program.examples)):
            called_functions.clear()
            report = runner.run(number, STEP_BUDGET)
            if report.mismatch is not None:
                difference = f"it says {report.mismatch.expected}; the game: {report.mismatch.found}"
                raise InputError(f"an example does not hold: {difference}", report.mismatch.place, "Mend it first.")
            yield ExampleFootprint(frozenset(called_functions), runner.steps, len(report.journal.events))
        self.swappable.watch_calls(None)

    def affected_examples(self, mutant: Program) -> list[int]:
        """List the numbers of the examples that call any function which a mutant changes."""
        changed = {
            function.name
            for function in mutant.functions
            if function is not self.functions.get(function.name) and function != self.functions.get(function.name)
        }
        return [number for number, reach in enumerate(self.footprints) if not changed.isdisjoint(reach.functions)]


class LimitedRunner:
    """Runs examples of a program with a limit of steps."""

    def __init__(self, program: Program, swappable: SwappableProgram) -> None:
        """Prepare the runner on one machine, whose program can be exchanged."""
        self.swappable = swappable
        self.examples = ExampleRunner(program, load=self.load)

    def load(self, program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
        """Load the one machine that all examples are run on.

        Args:
            program: The flat program.
            roll: Throws dice.
            ask: Answers choices.
            log: Takes events; None for none.
        """
        self.machine = limit_steps(self.swappable.load(program, roll, ask, log), STEP_BUDGET)
        return self.machine

    def run(self, number: int, steps: int) -> ExampleReport:
        """Run the example with a number, with a limit of steps."""
        self.step_limit = self.machine.steps = steps
        return self.examples.run(number)

    @property
    def steps(self) -> int:
        """The number of steps that the last example took."""
        return self.step_limit - self.machine.slots[STEPS_SLOT]


class MutantDetector:
    """Detects mutants by the worked examples of a game.

    Attributes:
        stages: The examples by their settings, the setting with most examples first: it detects most mutants, which
            are then never lowered for the others.
        detections: How many mutants of an item each example has detected: by item, stage and example number.
    """

    def __init__(self, base: MutationBase) -> None:
        """Run all examples on the original rules, the setting with most examples first."""
        most_first = sorted(base.settings, key=lambda played: -len(played.examples))
        self.stages = [SettingExamples(played) for played in most_first]
        self.detections: Counter[tuple[str, int, int]] = Counter()

    def detect(self, mutant: Mutant) -> tuple[ExampleReport, Mismatch] | None:
        """Find the first example that fails on a mutant, with its mismatch; None if all pass."""
        for at, stage in enumerate(self.stages):
            program = mutant.program_in(stage.setting)
            if program is None:
                continue
            detections_by_example = {
                number: self.detections[mutant.owner, at, number] for number in stage.affected_examples(program)
            }
            if not detections_by_example:
                continue
            runner = LimitedRunner(program, stage.swappable)
            for number in sorted(
                detections_by_example,
                key=lambda each: (-detections_by_example[each], stage.footprints[each].events, each),
            ):
                report = runner.run(number, STEP_FACTOR * stage.footprints[number].steps + EXTRA_STEPS)
                if report.mismatch is not None:
                    self.detections[mutant.owner, at, number] += 1
                    return report, report.mismatch
        return None


def mutate_games(
    names: Sequence[str], rules: Rules, count: int, seed: int = 0, only: Collection[str] = ()
) -> Iterator[MutantTold]:
    """Make mutants of games, up to a number for each, and test whether an example detects each.

    Args:
        names: Games or folders; none for every game.
        rules: The rules of the call.
        count: How many mutants at most in each game.
        seed: The seed of their selection.
        only: Names of the items to change; empty for all.

    Raises:
        InputError: A name does not exist or is a script; or as for :func:`mutate_game`.
        WrongRules: Rules have errors.
    """
    scripts = [name for name in names if name.endswith(SCRIPT_SUFFIX)]
    if scripts:
        raise InputError("mutants are planted in games, not in scripts", scripts[0], "Name the game.")
    for target in find_targets(names, rules.folders):
        request, tests = request_with_tests(target, rules)
        script_examples = find_matching_scripts(target, request, rules)
        yield from (document for _, document in mutate_game(request, count, seed, only, tests, script_examples))


def mutate_game(
    request: Request,
    count: int,
    seed: int = 0,
    only: Collection[str] = (),
    tests: Sequence[Source] = (),
    scripts: Sequence[Script] = (),
) -> Iterator[tuple[Mutant, MutantTold]]:
    """Make mutants of a game, and test whether an example detects each.

    Examples that request other errata or variants are left out.

    Args:
        request: The game, with its options and overlays.
        count: How many mutants at most.
        seed: The seed of their selection.
        only: Names of the items to change; empty for all.
        tests: Test files.
        scripts: Scripts that run with the rules as they are; they count as examples.

    Raises:
        InputError: An item of ``only`` does not exist, there is no example, or an example fails on the original rules.
        WrongRules: The rules or the tests have errors.
    """
    graph, _ = compile_game(request)
    parsed_tests = parse_tests(tests)
    examples = (*parsed_tests.examples.get(((), ()), ()), *(script_to_example(script, graph) for script in scripts))
    mutation_request = evolve(request, examples=examples, scripts=(*tests, *(script.source for script in scripts)))
    if parsed_tests.findings:
        raise WrongRules(parsed_tests.findings, {source.path: source for source in tests})
    result = compile_rules(mutation_request, proofs=False)
    require_error_free(result)
    base = base_of_compiled(result)
    check_item_names(base, only)
    if not base.settings:
        raise InputError(f"{base.graph.game.title} has no examples", "", "Write some: mutants are noticed by them.")
    detector = MutantDetector(base)
    for mutant in sample_mutants(base, count, seed, item_filter(only) if only else None):
        yield mutant, mutant_document(mutant, detector.detect(mutant))


def mutant_document(mutant: Mutant, detection: tuple[ExampleReport, Mismatch] | None) -> MutantTold:
    """Make the document of a mutant and of the example that detected it."""
    places = [openable_place(str(change.span), mutant.base.sources) for change in mutant.changes]
    return MutantTold(
        game=mutant.graph.game.id,
        kind=mutant.kind,
        owner=mutant.owner,
        place=places[0],
        line=mutant.line,
        changes=tuple(
            ChangeTold(place=place, was=change.old_line, now=change.new_line)
            for place, change in zip(places, mutant.changes, strict=True)
        ),
        noticed_by=None if detection is None else detection[0].title,
        found="" if detection is None else detection[1].found,
    )


def check_item_names(base: MutationBase, only: Collection[str]) -> None:
    """Raise InputError unless every name in ``only`` names an item of the rules.

    Raises:
        NothingFoundError: One does not exist.
    """
    ids = {id_: None for item in base.symbols.items if (id_ := item_id(item))}
    names = {**ids, **{id_.partition(":")[2]: None for id_ in ids}}
    for name in only:
        if name not in names:
            hint = (
                suggest_name(name, names) or "Tables, modifiers, defines, procedures, rerolls and enums can be named."
            )
            raise NothingFoundError(f"{argument('only', name)}: there is no such item", "", hint)


def count_by_kind(documents: Sequence[MutantTold]) -> dict[str, tuple[int, int]]:
    """Count the detected and all mutants of each kind of change, in the order of kinds."""
    counts = {kind: [mutant for mutant in documents if mutant.kind == kind] for kind in KINDS}
    return {
        kind: (sum(mutant.noticed_by is not None for mutant in kind_mutants), len(kind_mutants))
        for kind, kind_mutants in counts.items()
        if kind_mutants
    }


def kind_title(kind: str) -> str:
    """Return the display title of a kind of mutant change."""
    return KINDS[kind]
