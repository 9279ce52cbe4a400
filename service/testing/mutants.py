"""``test --mutate``: mutants of a game are planted, and those that no example notices are named.

Only the examples that reach what a mutant changes are run on it, those that noticed others there first, and no further
than to the first that notices. One that goes on for much longer than it did has noticed, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from attrs import evolve, frozen

from bombsight.backends.python.hot_swap import Exchange, bounded
from bombsight.boundary.errors import InputError
from bombsight.compiler.findings import meant
from bombsight.compiler.mutants import KINDS, Ground, Mutant, mutants
from bombsight.compiler.mutants.planting import Played, ground_of, id_of, named
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.compiler.scripts import Script
from bombsight.dsl.source import Source
from bombsight.flat.budgets import STEP_BUDGET
from bombsight.flat.layout import STEPS
from bombsight.flat.program import Program
from bombsight.runtime.callbacks import (
    Ask,
    Roll,
)
from bombsight.runtime.examples import ExampleReport, Examples, Mismatch
from bombsight.runtime.machine import Log, Machine
from bombsight.service.common.document import Document
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.reading import opened
from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import SCRIPT_SUFFIX, targets
from bombsight.service.programs.compile import compiled, usable
from bombsight.service.programs.example_programs import read_tests, request_with_tests
from bombsight.service.programs.scripts import as_example, scripts_as_examples

LONGER, SPARE = 10, 100_000
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
class Reach:
    """What an example does on the rules as they are.

    Attributes:
        functions: The functions that it calls.
        steps: The steps that it takes.
        events: How many events it tells of.
    """

    functions: frozenset[str]
    steps: int
    events: int


class Stage:
    """The examples of one setting, which are run on the rules as they are, and then on mutants of them.

    Attributes:
        played: The setting.
        program: Its program, without any change.
        reach: What each example does on that.
    """

    def __init__(self, played: Played) -> None:
        self.played = played
        self.program = played.lowered.program
        self.exchange = Exchange(self.program)
        self.whole = {function.name: function for function in self.program.functions}
        self.reach = [*self.reached()]

    def reached(self) -> Iterator[Reach]:
        """What each example does on the rules as they are.

        Raises:
            InputError: One does not hold.
        """
        called: set[str] = set()
        self.exchange.watch(called.add)
        runner = Runner(self.program, self.exchange)
        for number in range(len(self.program.examples)):
            called.clear()
            report = runner.run(number, STEP_BUDGET)
            if report.mismatch is not None:
                told = f"it says {report.mismatch.expected}; the game: {report.mismatch.found}"
                raise InputError(f"an example does not hold: {told}", report.mismatch.place, "Mend it first.")
            yield Reach(frozenset(called), runner.steps, len(report.journal.events))
        self.exchange.watch(None)

    def concerned(self, mutant: Program) -> list[int]:
        """The examples that reach what a mutant changes."""
        changed = {
            function.name
            for function in mutant.functions
            if function is not self.whole.get(function.name) and function != self.whole.get(function.name)
        }
        return [number for number, reach in enumerate(self.reach) if not changed.isdisjoint(reach.functions)]


class Runner:
    """Runs examples of a program, each with a bound of steps."""

    def __init__(self, program: Program, exchange: Exchange) -> None:
        self.exchange = exchange
        self.examples = Examples(program, load=self.load)

    def load(self, program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
        """The one machine that they are run on."""
        self.machine = bounded(self.exchange.load(program, roll, ask, log), STEP_BUDGET)
        return self.machine

    def run(self, number: int, steps: int) -> ExampleReport:
        """Run an example, which may take so many steps."""
        self.bound = self.machine.steps = steps
        return self.examples.run(number)

    @property
    def steps(self) -> int:
        """The steps that the last example took."""
        return self.bound - self.machine.slots[STEPS]


class Noticing:
    """Has the examples of a game notice mutants.

    Attributes:
        stages: The examples by their settings, where there are most of them first: most mutants are noticed there, and
            are never lowered for the others.
        noticed: How many mutants of an item each has noticed: by the item, its stage and its number.
    """

    def __init__(self, ground: Ground) -> None:
        most_first = sorted(ground.played, key=lambda played: -len(played.examples))
        self.stages = [Stage(played) for played in most_first]
        self.noticed: Counter[tuple[str, int, int]] = Counter()

    def notice(self, mutant: Mutant) -> tuple[ExampleReport, Mismatch] | None:
        """The example that notices a mutant, and what it finds; None where none does."""
        for at, stage in enumerate(self.stages):
            program = mutant.played(stage.played)
            if program is None:
                continue
            seen = {number: self.noticed[mutant.owner, at, number] for number in stage.concerned(program)}
            if not seen:
                continue
            runner = Runner(program, stage.exchange)
            for number in sorted(seen, key=lambda each: (-seen[each], stage.reach[each].events, each)):
                report = runner.run(number, LONGER * stage.reach[number].steps + SPARE)
                if report.mismatch is not None:
                    self.noticed[mutant.owner, at, number] += 1
                    return report, report.mismatch
        return None


def mutate_all(
    names: Sequence[str], rules: Rules, count: int, seed: int = 0, only: Collection[str] = ()
) -> Iterator[MutantTold]:
    """Plant mutants in all games that are named, so many in each; see :func:`mutate`.

    Raises:
        InputError: Something named is not there, or is a script; or as :func:`mutate` has it.
        WrongRules: Rules have errors.
    """
    scripts = [name for name in names if name.endswith(SCRIPT_SUFFIX)]
    if scripts:
        raise InputError("mutants are planted in games, not in scripts", scripts[0], "Name the game.")
    for target in targets(names, rules.folders):
        request, tests = request_with_tests(target, rules)
        scripts_too = scripts_as_examples(target, request, rules)
        yield from (told for _, told in mutate(request, count, seed, only, tests, scripts_too))


def mutate(
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
    graph, _ = compiled(request)
    read = read_tests(tests)
    examples = (*read.examples.get(((), ()), ()), *(as_example(script, graph) for script in scripts))
    asked = evolve(request, examples=examples, scripts=(*tests, *(script.source for script in scripts)))
    if read.findings:
        raise WrongRules(read.findings, {source.path: source for source in tests})
    result = compile_rules(asked, proofs=False)
    usable(result)
    ground = ground_of(result)
    check_names(ground, only)
    if not ground.played:
        raise InputError(f"{ground.graph.game.title} has no examples", "", "Write some: mutants are noticed by them.")
    noticing = Noticing(ground)
    for mutant in mutants(ground, count, seed, named(only) if only else None):
        yield mutant, told(mutant, noticing.notice(mutant))


def told(mutant: Mutant, noticed: tuple[ExampleReport, Mismatch] | None) -> MutantTold:
    """A mutant with what the examples make of it."""
    places = [opened(str(change.span), mutant.ground.sources) for change in mutant.changes]
    return MutantTold(
        game=mutant.graph.game.id,
        kind=mutant.kind,
        owner=mutant.owner,
        place=places[0],
        line=mutant.line,
        changes=tuple(
            ChangeTold(place=place, was=change.was, now=change.now)
            for place, change in zip(places, mutant.changes, strict=True)
        ),
        noticed_by=None if noticed is None else noticed[0].title,
        found="" if noticed is None else noticed[1].found,
    )


def check_names(ground: Ground, only: Collection[str]) -> None:
    """See that items of these names are there.

    Raises:
        InputError: One is not.
    """
    ids = {id_: None for item in ground.symbols.items if (id_ := id_of(item))}
    names = {**ids, **{id_.partition(":")[2]: None for id_ in ids}}
    for name in only:
        if name not in names:
            hint = meant(name, names) or "Tables, modifiers, defines, procedures, rerolls and enums can be named."
            raise InputError(f"--only {name}: there is no such item", "", hint)


def by_kind(found: Sequence[MutantTold]) -> dict[str, tuple[int, int]]:
    """Of each kind, in their order, how many were noticed, and how many there are."""
    counts = {kind: [one for one in found if one.kind == kind] for kind in KINDS}
    return {
        kind: (sum(one.noticed_by is not None for one in those), len(those)) for kind, those in counts.items() if those
    }


def kind_title(kind: str) -> str:
    """What is changed by changes of a kind, for people."""
    return KINDS[kind]
