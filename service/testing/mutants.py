"""``test --mutate``: mutants of a game are planted, and those that no example notices are named.

Only the examples that reach what a mutant changes are run on it, those that noticed others there first, and no further
than to the first that notices. One that goes on for much longer than it did has noticed, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from attrs import evolve, frozen

from bombsight.backends.python.hot_swap import SwappableProgram, limit_steps
from bombsight.boundary.errors import InputError
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
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.requests import Rules
from bombsight.service.games.source_files import openable_place
from bombsight.service.games.targets import SCRIPT_SUFFIX, find_targets
from bombsight.service.programs.compile import compile_game, require_error_free
from bombsight.service.programs.example_programs import parse_tests, request_with_tests
from bombsight.service.programs.scripts import find_matching_scripts, script_to_example

STEP_FACTOR, EXTRA_STEPS = 10, 100_000
"""An example may take so many times the steps that it took, and so many more, before it has noticed something."""


@frozen(kw_only=True)
class ChangeTold:
    """A change of a mutant.

    Attributes:
        place: `file:line:column`.
        was: What stands there, with what is around it.
        now: The same, changed.
    """

    place: str
    was: str
    now: str


@frozen(kw_only=True)
class MutantTold:
    """A mutant, and whether an example noticed it.

    Attributes:
        game: The game.
        kind: What was changed: `result`, `limit`, `swap` ...
        owner: The item it was changed in: `table:K-1`.
        place: `file:line:column`.
        line: The line there.
        changes: What was changed to what; two where two lines had to be.
        noticed_by: The example that noticed it; None where none did.
        found: What the example found instead; empty where none did.
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
    """Mutants of games, and which of them examples notice.

    Attributes:
        seed: What they were drawn by.
    """

    document = "mutants"

    seed: int
    mutants: tuple[MutantTold, ...]


@frozen
class ExampleFootprint:
    """What an example does on the rules as they are.

    Attributes:
        functions: The functions that it calls.
        steps: The steps that it takes.
        events: How many events it tells of.
    """

    functions: frozenset[str]
    steps: int
    events: int


class SettingExamples:
    """The examples of one setting, which are run on the rules as they are, and then on mutants of them.

    Attributes:
        setting: The setting.
        program: Its program, without any change.
        footprints: What each example does on that.
    """

    def __init__(self, setting: ExampleSetting) -> None:
        self.setting = setting
        self.program = setting.lowered.program
        self.swappable = SwappableProgram(self.program)
        self.functions = {function.name: function for function in self.program.functions}
        self.footprints = [*self.measure_footprints()]

    def measure_footprints(self) -> Iterator[ExampleFootprint]:
        """What each example does on the rules as they are.

        Raises:
            InputError: One does not hold.
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
        """The examples that reach what a mutant changes."""
        changed = {
            function.name
            for function in mutant.functions
            if function is not self.functions.get(function.name) and function != self.functions.get(function.name)
        }
        return [number for number, reach in enumerate(self.footprints) if not changed.isdisjoint(reach.functions)]


class LimitedRunner:
    """Runs examples of a program, each with a bound of steps."""

    def __init__(self, program: Program, swappable: SwappableProgram) -> None:
        self.swappable = swappable
        self.examples = ExampleRunner(program, load=self.load)

    def load(self, program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
        """The one machine that they are run on."""
        self.machine = limit_steps(self.swappable.load(program, roll, ask, log), STEP_BUDGET)
        return self.machine

    def run(self, number: int, steps: int) -> ExampleReport:
        """Run an example, which may take so many steps."""
        self.step_limit = self.machine.steps = steps
        return self.examples.run(number)

    @property
    def steps(self) -> int:
        """The steps that the last example took."""
        return self.step_limit - self.machine.slots[STEPS_SLOT]


class MutantDetector:
    """Has the examples of a game notice mutants.

    Attributes:
        stages: The examples by their settings, where there are most of them first: most mutants are noticed there, and
            are never lowered for the others.
        detections: How many mutants of an item each has noticed: by the item, its stage and its number.
    """

    def __init__(self, base: MutationBase) -> None:
        most_first = sorted(base.settings, key=lambda played: -len(played.examples))
        self.stages = [SettingExamples(played) for played in most_first]
        self.detections: Counter[tuple[str, int, int]] = Counter()

    def detect(self, mutant: Mutant) -> tuple[ExampleReport, Mismatch] | None:
        """The example that notices a mutant, and what it finds; None where none does."""
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
    """Plant mutants in all games that are named, so many in each; see :func:`mutate_game`.

    Raises:
        InputError: Something named is not there, or is a script; or as :func:`mutate_game` has it.
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
    """Plant mutants in a game, and see of each whether an example notices it.

    Examples that ask for other errata or variants play no part.

    Args:
        request: The game, with its options and overlays.
        count: How many mutants at most.
        seed: Another seed, other mutants.
        only: Names of the items that are to be changed; all if none.
        tests: Files of tests.
        scripts: Scripts that are played by the rules as they are, which are examples, too.

    Raises:
        InputError: There is no such item, no example, or an example does not hold without any change.
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
    """A mutant with what the examples make of it."""
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
    """See that items of these names are there.

    Raises:
        InputError: One is not.
    """
    ids = {id_: None for item in base.symbols.items if (id_ := item_id(item))}
    names = {**ids, **{id_.partition(":")[2]: None for id_ in ids}}
    for name in only:
        if name not in names:
            hint = (
                suggest_name(name, names) or "Tables, modifiers, defines, procedures, rerolls and enums can be named."
            )
            raise InputError(f"--only {name}: there is no such item", "", hint)


def count_by_kind(documents: Sequence[MutantTold]) -> dict[str, tuple[int, int]]:
    """Of each kind, in their order, how many were noticed, and how many there are."""
    counts = {kind: [mutant for mutant in documents if mutant.kind == kind] for kind in KINDS}
    return {
        kind: (sum(mutant.noticed_by is not None for mutant in kind_mutants), len(kind_mutants))
        for kind, kind_mutants in counts.items()
        if kind_mutants
    }


def kind_title(kind: str) -> str:
    """What is changed by changes of a kind, for people."""
    return KINDS[kind]
