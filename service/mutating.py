"""``test --mutate``: mutants of a game are planted, and those that no example notices are named.

Only the examples that reach what a mutant changes are run on it, those that noticed others there first, and no further
than to the first that notices. One that goes on for much longer than it did has noticed, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from attrs import evolve, frozen

from bombsight.backends.python.exchange import Exchange, bounded
from bombsight.compiler.findings import near
from bombsight.compiler.mutants import KINDS, Ground, Mutant, mutants, prepare
from bombsight.compiler.mutants.planting import id_of, named
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source
from bombsight.flat.layout import STEPS
from bombsight.flat.program import STEP_BUDGET, Program
from bombsight.runtime.choices import Ask
from bombsight.runtime.dice import Roll
from bombsight.runtime.errors import InputError
from bombsight.runtime.examples import run_example
from bombsight.runtime.machine import Log, Machine
from bombsight.service.compiling import compiled
from bombsight.service.document import Document
from bombsight.service.requests import Rules, request_of
from bombsight.service.targets import SCRIPT_SUFFIX, targets

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


class Examples:
    """The examples of a game, which are run on mutants of it.

    Attributes:
        program: The game as it is.
        reach: What each does on that.
        noticed: How many mutants of an item each has noticed.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.exchange = Exchange(program)
        self.whole = {function.name: function for function in program.functions}
        self.called: set[str] = set()
        self.exchange.watch(self.called.add)
        self.reach = [self.reached(number) for number in range(len(program.examples))]
        self.exchange.watch(None)
        self.noticed: Counter[tuple[str, int]] = Counter()

    def reached(self, number: int) -> Reach:
        """What an example does on the rules as they are.

        Raises:
            InputError: It does not hold.
        """
        self.called.clear()
        steps = [0]

        def load(program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
            machine = self.exchange.load(program, roll, ask, log)
            slots = machine.slots
            return bounded(machine, STEP_BUDGET, lambda: steps.append(STEP_BUDGET - slots[STEPS]))

        report = run_example(self.program, number, load=load)
        if report.mismatch is not None:
            told = f"it says {report.mismatch.expected}; the game: {report.mismatch.found}"
            raise InputError(f"an example does not hold: {told}", report.mismatch.place, "Mend it first.")
        return Reach(frozenset(self.called), steps[-1], len(report.journal.events))

    def notice(self, mutant: Program, owner: str) -> tuple[int, str] | None:
        """The example that notices a mutant, and what it finds; None where none does.

        Args:
            mutant: The mutant's program.
            owner: The item that was changed.
        """
        changed = {
            function.name
            for function in mutant.functions
            if function is not self.whole.get(function.name) and function != self.whole.get(function.name)
        }
        concerned = [number for number, reach in enumerate(self.reach) if not changed.isdisjoint(reach.functions)]
        for number in sorted(concerned, key=lambda at: (-self.noticed[owner, at], self.reach[at].events)):
            report = run_example(mutant, number, load=partial(self.load, self.reach[number].steps))
            if report.mismatch is not None:
                self.noticed[owner, number] += 1
                return number, report.mismatch.found
        return None

    def load(self, steps: int, program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
        """A machine for a mutant, that takes not many more steps than it took without the change."""
        return bounded(self.exchange.load(program, roll, ask, log), LONGER * steps + SPARE)


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
        request = request_of(target.name, target.files, evolve(rules, house=(*target.house, *rules.house)))
        yield from (told for _, told in mutate(request, count, seed, only))


def mutate(
    request: Request, count: int, seed: int = 0, only: Collection[str] = ()
) -> Iterator[tuple[Mutant, MutantTold]]:
    """Plant mutants in a game, and see of each whether an example notices it.

    Args:
        request: The game, with its options and overlays.
        count: How many mutants at most.
        seed: Another seed, other mutants.
        only: Names of the items that are to be changed; all if none.

    Raises:
        InputError: There is no such item, no example, or an example does not hold without any change.
        WrongRules: The rules have errors.
    """
    compiled(request)
    ground = prepare(request)
    check_names(ground, only)
    if not ground.program.examples:
        raise InputError(f"{ground.graph.game.title} has no examples", "", "Write some: mutants are noticed by them.")
    examples = Examples(ground.program)
    for mutant in mutants(ground, count, seed, named(only) if only else None):
        yield mutant, told(mutant, examples, ground.sources)


def told(mutant: Mutant, examples: Examples, sources: Mapping[str, Source]) -> MutantTold:
    """A mutant with what the examples make of it."""
    noticed = examples.notice(mutant.program, mutant.owner)
    places = [opened(str(change.span), sources) for change in mutant.changes]
    return MutantTold(
        game=examples.program.game,
        kind=mutant.kind,
        owner=mutant.owner,
        place=places[0],
        line=mutant.line,
        changes=tuple(
            ChangeTold(place=place, was=change.was, now=change.now)
            for place, change in zip(places, mutant.changes, strict=True)
        ),
        noticed_by=None if noticed is None else examples.program.examples[noticed[0]].title,
        found="" if noticed is None else noticed[1],
    )


def opened(place: str, sources: Mapping[str, Source]) -> str:
    """``file:line:column`` with the file as it can be opened."""
    path, colon, rest = place.partition(":")
    source = sources.get(path)
    return f"{(source.file if source is not None else '') or path}{colon}{rest}"


def check_names(ground: Ground, only: Collection[str]) -> None:
    """See that items of these names are there.

    Raises:
        InputError: One is not.
    """
    ids = {id_: None for item in ground.symbols.items if (id_ := id_of(item))}
    names = {**ids, **{id_.partition(":")[2]: None for id_ in ids}}
    for name in only:
        if name not in names:
            hint = near(name, names) or "Tables, modifiers, defines, procedures, rerolls and enums can be named."
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
