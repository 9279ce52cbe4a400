"""What was proved of single items, and how long it holds.

A proof holds while the item says what it said, and so do the derived values, the printed tables and the sums of
modifiers that it looks into, the fields and the options that it reads there, and all enums, for they stand in types
everywhere; and while all that acts when it calls it looks from outside as it did. New fields change nothing for whoever
does not name them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import islice
from types import ModuleType

from attrs import evolve, frozen

from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.diagrams import LaterError
from bombsight.compiler.checks.reasoning.outcomes import Outcomes
from bombsight.compiler.checks.reasoning.program import Heard, Program
from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.node import Node
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.source import Span, within

PATIENCE = 25_000
"""What all proofs may cost for which somebody waits, a blink of an eye; some are told at once whatever they cost."""


@frozen(eq=False)
class Proof:
    """What was found in an item.

    Attributes:
        item: The item.
        found: What each check found, and before them whoever looked what dice can come to.
        written: The item as it was written, with what is printed apart from it.
    """

    item: Node
    found: tuple[tuple[Diagnostic, ...], ...]
    written: tuple[ast.Item, ...]

    @property
    def findings(self) -> Iterator[Diagnostic]:
        """All of it."""
        return (finding for found in self.found for finding in found)

    def holds_of(self, item: Node) -> bool:
        """Whether it is one of this item, with places that are right: one that says the same may stand elsewhere."""
        if next(self.findings, None) is None:
            return same(self.item, item)
        places = (label.span for finding in self.findings for label in finding.labels)
        return self.item is item and all(within(place, item.span) for place in places)

    def as_of(self, written: tuple[ast.Item, ...]) -> Proof | None:
        """What is known by it of an item that is written as it was, perhaps elsewhere, whatever it rests on now.

        What is said of other places is left out, and so are mends: neither is certain any more.

        Args:
            written: The item as it is written now.

        Returns:
            None where the item is written otherwise, or something was found that does not stand in it.
        """
        if self.written != written:
            return None
        found: list[tuple[Diagnostic, ...]] = []
        for known in self.found:
            there = [(finding, moved(finding.span, self.written, written)) for finding in known]
            here = [evolve(finding, span=place, labels=(), fix=None) for finding, place in there if place is not None]
            if len(here) < len(known):
                return None
            found.append(tuple(here))
        return evolve(self, found=tuple(found), written=written)


def moved(span: Span, was: Iterable[ast.Item], now: Iterable[ast.Item]) -> Span | None:
    """Where a place in items is now that they stand elsewhere; None where it is in none, or their lines are others."""
    for one, other in zip(was, now, strict=True):
        if within(span, one.span):
            here, there = one.span, other.span
            if (here.end - here.start, here.column) != (there.end - there.start, there.column):
                return None
            by, lines = there.start - here.start, there.line - here.line
            return evolve(
                span,
                path=there.path,
                start=span.start + by,
                end=span.end + by,
                line=span.line + lines,
                end_line=span.end_line + lines,
            )
    return None


@frozen(eq=False)
class Proofs:
    """What was found in the items of a program.

    Attributes:
        graph: The program.
        whole: Whether there was no error before: some checks say more then.
        idle: The options that make no difference, of which no more is told where they are asked for.
        heard: Where each of the others makes one.
        proofs: What was found in each item, so far.
        order: The items that are looked at, in their order: those without errors.
        outdated: What is known of items until somebody looks at them again, or on: what was found before, where they
            are written as they were and something that they rest on is another now; what was found at once, where
            the rest took long.
    """

    graph: n.RuleGraph
    whole: bool
    idle: frozenset[str]
    heard: Mapping[str, Heard | None]
    proofs: Mapping[Callee, Proof]
    order: tuple[Callee, ...]
    outdated: Mapping[Callee, Proof]

    @property
    def complete(self) -> bool:
        """Whether all items were looked at."""
        return all(id_ in self.proofs for id_ in self.order)

    def complete_of(self, graph: n.RuleGraph) -> bool:
        """Whether all items of this very graph were looked at."""
        return self.graph is graph and all(id_ in self.proofs for id_ in self.order)

    def by(self, check: int) -> Iterator[Diagnostic]:
        """What one of the checks found so far, in the order of the items.

        Args:
            check: Which of them, from 1; 0 for what was found before any.
        """
        return (finding for found in self.found for finding in found[check])

    @property
    def findings(self) -> Iterator[Diagnostic]:
        """All that was found so far, item by item, and what was found before where nobody looked since."""
        known = {**self.outdated, **self.proofs}
        return (finding for id_ in self.order if id_ in known for finding in known[id_].findings)

    @property
    def found(self) -> Iterator[tuple[tuple[Diagnostic, ...], ...]]:
        """What each check found so far in each item."""
        for id_ in self.order:
            if id_ in self.proofs:
                yield self.proofs[id_].found


def proofs_of(
    program: Program,
    checks: Sequence[ModuleType],
    before: Iterable[Proofs],
    wanted: Callable[[Node], bool],
    stop: Callable[[], bool],
    *,
    first: Sequence[ModuleType] | None = None,
    effects: Effects | None = None,
) -> Proofs:
    """What checks find in single items.

    Args:
        program: The program.
        checks: The checks.
        before: What they found in programs before.
        wanted: Whether an item is to be looked at now, where that was not done before.
        stop: Asked before each of them: whether to leave the others for another time.
        first: Those of the checks for which somebody waits, where somebody does; None where nobody does. Then only
            items that are written otherwise than before are looked at, and by the other checks for no longer than
            :data:`PATIENCE`. Of the rest what was found before is told.
        effects: The effects of one of the programs before, where they are known.
    """
    idle = program.idle_options  # before looking at single items, which cannot tell
    written = written_by_name(program.items)
    sound = {id_: item for id_, item in items_of(program.graph) if program.is_sound(item)}
    before = tuple(before)
    found = {id_: proof for one in before for id_, proof in still_holding(program, one, effects).items()}
    known = {id_: proof for one in before for id_, proof in (*one.proofs.items(), *one.outdated.items())}
    waiting = ((id_, known[id_].as_of(written[name_of(id_)])) for id_ in sound.keys() & known.keys() - found.keys())
    outdated = {id_: proof for id_, proof in waiting if proof is not None}
    patience = PATIENCE
    for id_, item in sound.items():
        if id_ not in found and wanted(item) and (first is None or id_ not in outdated):
            if stop():
                break
            narrow = program.looking_at(item)
            looking = looked_at(narrow, checks)
            looked = [*islice(looking, 1 + len(first or ()))]
            if first is not None:
                narrow.effort.limit = patience
            try:
                looked += looking
            except LaterError:
                outdated[id_] = Proof(item, tuple(looked), written[name_of(id_)])
            else:
                found[id_] = Proof(item, tuple(looked), written[name_of(id_)])
                outdated.pop(id_, None)
            patience = max(0, patience - narrow.effort.spent)
    heard = program.heard if program.whole else program.heard_before
    return Proofs(program.graph, program.whole, idle, heard, found, tuple(sound), outdated)


def written_by_name(items: Iterable[ast.Item]) -> Mapping[str, tuple[ast.Item, ...]]:
    """Items as written by their names, a table together with the modifiers that are printed apart from it."""
    found: dict[str, tuple[ast.Item, ...]] = {}
    for item in items:
        if isinstance(item, ast.ModifierOn):
            names: Sequence[str] = item.tables
        else:
            names = (item.id if isinstance(item, ast.Table) else getattr(item, "name", ""),)
        for name in filter(None, names):
            found[name] = (*found.get(name, ()), item)
    return found


def name_of(callee: Callee) -> str:
    """What an item is called."""
    return callee.partition(":")[2]


def looked_at(program: Program, checks: Iterable[ModuleType]) -> Iterator[tuple[Diagnostic, ...]]:
    """What is found in a program of one item: first by looking what its dice can come to, then by each check."""
    context = Context(program)
    yield told(context, lambda context: context.reaches)
    for module in checks:
        yield told(context, module.check)


def told(context: Context, look: Callable[[Context], object]) -> tuple[Diagnostic, ...]:
    """What somebody who looks has to tell that nobody told before."""
    before = len(context.findings.diagnostics)
    look(context)
    return tuple(context.findings.diagnostics[before:])


def items_of(graph: n.RuleGraph) -> Iterator[tuple[Callee, Node]]:
    """The items of a graph that are looked at one by one."""
    yield from ((f"table:{table.id}", table) for table in graph.tables)
    yield from ((f"procedure:{procedure.name}", procedure) for procedure in graph.procedures)
    yield from ((f"reroll:{reroll.name}", reroll) for reroll in graph.rerolls)
    yield from ((f"define:{define.name}", define) for define in graph.defines)
    yield from ((f"board:{board.name}", board) for board in graph.boards)


def callees(graph: n.RuleGraph, nodes: Iterable[Node]) -> frozenset[Callee]:
    """What nodes of a graph are called by, and what of them can be called alone."""
    among = {*map(id, nodes)}
    found = {id_ for id_, item in items_of(graph) if id(item) in among} if among else set()
    return frozenset(with_parts(found))


def with_parts(ids: Set[Callee]) -> Set[Callee]:
    """Names of items, and those of their parts that are asked for by themselves."""
    return ids | {id_.replace("table:", kind, 1) for id_ in ids if id_.startswith("table:") for kind in PARTS}


# --- what holds still


def still_holding(program: Program, before: Proofs, effects: Effects | None) -> dict[Callee, Proof]:
    """The proofs that hold of a program, too.

    Args:
        program: The program.
        before: What was found in one before.
        effects: The effects of one of those before.
    """
    if (before.whole, before.idle) != (program.whole, program.idle_options):
        return {}
    if around(before.graph) != around(program.graph):
        return {}
    was, now = dict(items_of(before.graph)), dict(items_of(program.graph))
    changed = with_parts({id_ for id_ in was.keys() | now.keys() if not same(was.get(id_), now.get(id_))})
    changed |= state_changed(before.graph, program.graph) | options_changed(before.graph, program.graph)
    if effects is None or effects.graph is not before.graph:
        effects = Effects(before.graph, program.effects)
    change = Change(program, Outcomes(effects, before.whole, program.outcomes), changed)
    return {
        id_: proof
        for id_, proof in before.proofs.items()
        if id_ in now and proof.holds_of(now[id_]) and not change.concerns(id_)
    }


PARTS = ("modifiers:", "results:")
"""What of a table is asked for by itself, as effects call it."""


class Change:
    """What has changed between two programs, as single items see it.

    An item looks into the derived values, the printed tables and the sums of modifiers that it asks for. Of what acts
    when it is called it sees what stands at its head, what it gives, and what may be another when it is over.

    Args:
        program: The program now.
        given: What calls could come to before.
        changed: The names of all that says something else.
    """

    def __init__(self, program: Program, given: Outcomes, changed: Set[str]) -> None:
        self.was, self.given = given.effects, given
        self.now, self.gives = program.effects, program.outcomes
        self.changed = changed
        self.parts: dict[Callee, object] = dict(items_of(program.graph))
        self.parts.update((f"modifiers:{table.id}", table.modifiers) for table in program.graph.tables)
        self.looks: dict[Callee, bool] = {}
        self.faces: dict[Callee, bool] = {}

    def concerns(self, callee: Callee) -> bool:
        """Whether anything that an item sees of others has changed, or the state that it reads there."""
        return bool(self.changed) and not self.is_far_from(callee) and self.seen_in(self.parts[callee])

    def is_far_from(self, callee: Callee) -> bool:
        """Whether nothing that has changed is ever come to from an item, nor read or written on the way."""
        whole = self.now.total.get(callee) if self.around_as_before else None
        return whole is not None and all(map(self.changed.isdisjoint, (whole.calls, whole.reads, whole.writes)))

    def seen_in(self, part: object) -> bool:
        """The same of a part of the graph."""
        own = self.now.own(part)
        if not (self.changed.isdisjoint(own.reads) and self.changed.isdisjoint(own.writes)):
            return True
        return any(self.turned(callee) if acts(self.parts.get(callee)) else self.looked(callee) for callee in own.calls)

    def looked(self, callee: Callee) -> bool:
        """Whether anything has changed in what is looked into."""
        found = self.looks.get(callee)
        if found is None:
            self.looks[callee] = False  # what comes back to itself adds nothing
            part = self.parts.get(callee, ())
            found = self.looks[callee] = callee in self.changed or self.seen_in(part)
        return found

    def turned(self, callee: Callee) -> bool:
        """Whether something that acts is another to who calls it."""
        found = self.faces.get(callee)
        if found is None:
            found = self.faces[callee] = not (self.untouched(callee) or self.looks_the_same(callee))
        return found

    def untouched(self, callee: Callee) -> bool:
        """Whether nothing has changed in something that acts, nor in anything that it comes to."""
        if not self.around_as_before or callee in self.changed:
            return False
        total = self.now.total.get(callee)
        return total is not None and self.changed.isdisjoint(total.calls)

    def looks_the_same(self, callee: Callee) -> bool:
        """Whether something that acts is called as before, does what it did and can come to what it could come to."""
        same_face = face(self.was.items.get(callee)) == face(self.now.items.get(callee))
        same_deeds = self.as_before or self.was.call(callee) == self.now.call(callee)
        return same_face and same_deeds and (self.all_as_given or self.given.of(callee) == self.gives.of(callee))

    @cached_property
    def around_as_before(self) -> bool:
        """Whether what counts for all of them is as it was: offers, state that falls back, ends from further in."""
        was, now = self.was, self.now
        if (was.around, was.owned, was.falling) != (now.around, now.owned, now.falling):
            return False
        return not any(each.callables[id_].ends for id_ in self.changed for each in (was, now) if id_ in each.callables)

    @cached_property
    def all_as_given(self) -> bool:
        """Whether all that has changed can come to what it could come to, and so does whatever gives that on."""
        return self.around_as_before and all(self.given.of(id_) == self.gives.of(id_) for id_ in self.changed)

    @cached_property
    def as_before(self) -> bool:
        """Whether everything that has changed does by itself what it did."""
        was, now = self.was.callables, self.now.callables
        around_ = (self.was.owned, self.was.falling) == (self.now.owned, self.now.falling)
        return around_ and all(was.get(id_) == now.get(id_) for id_ in self.changed)


def acts(part: object) -> bool:
    """Whether something acts when it is called: nobody looks into it."""
    return isinstance(part, n.Procedure | n.Reroll) or (isinstance(part, n.Table) and part.rolled is not None)


def face(item: object) -> tuple[object, ...]:
    """What stands at the head of something that acts."""
    match item:
        case n.Procedure():
            return item.params, item.result, item.deep
        case n.Table():
            return item.params, item.result, item.deep, item.rolled and item.rolled.dice
        case _:
            return ()


def around(graph: n.RuleGraph) -> tuple[object, ...]:
    """What stands in types everywhere; a table's own words go with the table."""
    return tuple(enum for enum in graph.enums if enum.owner != "table")


def options_changed(before: n.RuleGraph, graph: n.RuleGraph) -> set[str]:
    """The options that are not what they were, new ones apart; all their values count, whichever is in force."""
    was, now = ({f"option:{one.name}": (one.type, one.words) for one in each.options} for each in (before, graph))
    return {id_ for id_, one in was.items() if one != now.get(id_)}


def state_changed(before: n.RuleGraph, graph: n.RuleGraph) -> set[str]:
    """The fields and lists that are not what they were, new ones apart."""
    was, now = dict(state_of(before)), dict(state_of(graph))
    return {id_ for id_, one in was.items() if not same(one, now.get(id_))}


def state_of(graph: n.RuleGraph) -> Iterator[tuple[str, Node]]:
    """The fields and lists of a graph, as effects call them."""
    yield from ((f"field:{one.id}", one) for one in graph.fields)
    yield from ((f"list:{one.id}", one) for one in graph.lists)


def same(one: Node | None, other: Node | None) -> bool:
    """Whether two items say the same, wherever they stand."""
    return one is other or one == other
