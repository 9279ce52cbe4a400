"""Changes of marked fields that no line tells of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field, frozen

from bombsight.compiler.checks.context import Context
from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import children
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.source import NOWHERE, Span

CODES = (
    Code(
        "P072",
        "untold-change",
        "A marked field changes without a sentence",
        """\
A field marked `good` or `bad` is one that the player can suffer from, or be glad of. Where it
changes, a `say` should tell: whoever reads the news and not the books would miss it otherwise.

    state mission
      radio_out "Radio out" bad: yes/no

    procedure lose_radio
      set radio_out to yes
      say "The radio is out." bad

The `say` stands beside the change, before it or behind it, or in a block around it. It may stand in
a procedure or a note that is always called there, or around every call of the item that makes the
change. A `say` that only one branch comes to tells nothing of the others. Nor does one around a
procedure or a step with a title, which begins a part of the story, or around a roll on a table that
gives nothing: there only the row knows what has happened. What falls back by itself as its owner
ends is no change.""",
        Severity.WARNING,
    ),
)

Change = g.Assign | g.Increase | g.ResetFields


@frozen
class Place:
    """A call or a change in an item, and whether a line tells of what happens around it there."""

    owner: Callee
    told: bool
    span: Span


@define
class Telling:
    """Where lines are said, things called, and marked fields changed, in all items of a graph.

    Attributes:
        marked: The marked fields by id.
        bodies: What is called, by its id, as the ways that it can go: each is a block, and one of them is gone.
        apart: What of them a line around its call tells nothing of.
        surely: What of them was asked already: whether a line is said however it goes.
        calls: The calls that stand in each item, with what they call.
        changes: The changes of marked fields, with the field.
    """

    marked: dict[str, n.Field]
    bodies: dict[Callee, list[g.Block]]
    apart: frozenset[Callee]
    surely: dict[Callee, bool] = field(factory=dict)
    calls: dict[Callee, list[tuple[Callee, Place]]] = field(factory=dict)
    changes: list[tuple[n.Field, Place]] = field(factory=list)

    def look(self) -> None:
        """Go through all items."""
        for owner, ways in self.bodies.items():
            for block in ways:
                self.go(owner, block)

    def go(self, owner: Callee, block: g.Block) -> None:
        """Note the calls and the changes of a block, and of all blocks in it."""
        waiting: list[tuple[object, bool]] = [(block, False)]
        while waiting:
            part, told = waiting.pop()
            if type(part) is tuple:
                told = told or self.tells(owner, part)
                waiting += [(each, told) for each in part]
            elif part is not None and type(part) is not str:
                self.note(owner, part, told)
                begins = isinstance(part, g.Step) and part.title
                waiting.append((children(part), told and not begins))

    def note(self, owner: Callee, part: object, told: bool) -> None:
        """Note what a part does itself."""
        callee = called(part, owner)
        if callee:
            span = part.span if isinstance(part, x.Expr | g.Stmt) else NOWHERE
            self.calls.setdefault(owner, []).append((callee, Place(owner, told and callee not in self.apart, span)))
        if isinstance(part, Change):
            for id_ in changed(part):
                if id_ in self.marked:
                    self.changes.append((self.marked[id_], Place(owner, told, part.span)))

    # --- what is surely said

    def tells(self, owner: Callee, parts: Iterable[object]) -> bool:
        """Whether one of these, which all happen, surely says a line."""
        return any(self.says(owner, part) for part in parts if isinstance(part, g.Stmt))

    def says(self, owner: Callee, stmt: g.Stmt) -> bool:
        """Whether a statement surely says a line, itself or in what it calls."""
        match stmt:
            case g.Say():
                return True
            case g.Step(body=body):
                return self.tells(owner, body)
            case g.If(body=body, otherwise=otherwise) if self.tells(owner, body) and self.tells(owner, otherwise):
                return True
            case g.ChooseBranch(branches=branches):
                return all(self.tells(owner, branch.body) for branch in branches)
            case g.SubRoll(rolled=rolled):
                return all(self.tells(owner, block) for block in ways_of(rolled))
            case _:
                return any(self.sure(callee) for callee in calls_beside(stmt, owner))

    def sure(self, callee: Callee) -> bool:
        """Whether a call surely says a line; one that calls itself does not by that."""
        if callee not in self.surely:
            self.surely[callee] = False
            ways = self.bodies.get(callee, [])
            self.surely[callee] = bool(ways) and all(self.tells(callee, block) for block in ways)
        return self.surely[callee]

    # --- who hears nothing

    def unheard(self, roots: Iterable[Callee]) -> dict[Callee, Place | None]:
        """What can be come to from the beginning without a line being said around any of the calls.

        With each the call by which it is come to; None for where play begins.
        """
        found: dict[Callee, Place | None] = dict.fromkeys(roots)
        waiting = [*found]
        while waiting:
            for callee, place in self.calls.get(waiting.pop(), ()):
                if not place.told and callee not in found:
                    found[callee] = place
                    waiting.append(callee)
        return found


def check(context: Context) -> None:
    """Look at every change of a marked field; of a program with errors nothing can be said."""
    graph = context.program.graph
    marked = {each.id: each for each in graph.fields if each.matters}
    if not marked or not context.program.whole:
        return
    telling = Telling(marked, dict(bodies(graph)), frozenset(apart(graph)))
    telling.look()
    roots = [f"procedure:{name}" for name in (graph.game.mission, graph.game.career) if name]
    roots += [f"reroll:{reroll.name}" for reroll in graph.rerolls]
    unheard = telling.unheard(roots)
    for changing, place in telling.changes:
        if place.told or place.owner not in unheard:
            continue
        caller = unheard[place.owner]
        context.findings.add(
            "P072",
            f'"{changing.title}" changes, and no line tells the player',
            place.span,
            note=f"{changing.id} is marked {changing.matters}",
            labels=[(caller.span, "called here, where none is said either")] if caller else [],
            help='Write `say "..." good` or `say "..." bad` beside it, or take the mark off the field.',
        )


def bodies(graph: n.RuleGraph) -> Iterator[tuple[Callee, list[g.Block]]]:
    """Everything that can be called and act, as the ways that it can go."""
    for procedure in graph.procedures:
        yield f"procedure:{procedure.name}", [procedure.body]
    for table in graph.tables:
        ways = [beforehand.body for beforehand in table.beforehand] + [row.body for row in table.rows]
        yield f"table:{table.id}", ways + (ways_of(table.rolled) if table.rolled else [])
        for note in table.notes:
            yield f"note:{table.id}/{note.name}", [note.body]
    for reroll in graph.rerolls:
        yield f"reroll:{reroll.name}", [reroll.body]


def apart(graph: n.RuleGraph) -> Iterator[Callee]:
    """What begins a part of the story of its own, or alone knows what happens in it."""
    yield from (f"procedure:{procedure.name}" for procedure in graph.procedures if procedure.title)
    yield from (f"table:{table.id}" for table in graph.tables if table.result is None)


def ways_of(rolled: g.Rolled) -> list[g.Block]:
    """Where dice may lead."""
    return [natural.body for natural in rolled.naturals] + [row.body for row in rolled.rows]


def called(part: object, owner: Callee) -> Callee:
    """What a part calls itself; empty where it calls nothing that acts. A note is one of the table around."""
    match part:
        case x.DoCall(procedure=name):
            return f"procedure:{name}"
        case x.RollOn(table=name) | x.LookUp(table=name) | g.TakeEvery(table=name):
            return f"table:{name}"
        case g.UseNote(note=name):
            return f"note:{owner.partition(':')[2].partition('/')[0]}/{name}"
        case _:
            return ""


def calls_beside(stmt: g.Stmt, owner: Callee) -> Iterator[Callee]:
    """What a statement calls itself, blocks in it apart."""
    waiting: list[object] = [stmt]
    while waiting:
        part = waiting.pop()
        if type(part) is tuple:
            waiting += [each for each in part if not isinstance(each, g.Stmt)]
        elif part is not None and type(part) is not str:
            callee = called(part, owner)
            if callee:
                yield callee
            waiting += children(part)


def changed(stmt: Change) -> tuple[str, ...]:
    """The fields that a statement changes."""
    match stmt:
        case g.ResetFields(fields=fields):
            return fields
        case g.Assign(target=x.Read(field=id_)) | g.Increase(target=x.Read(field=id_)):
            return (id_,)
        case _:
            return ()
