"""Changes of marked fields that no line tells of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.said_lines import AllOf, AnyOf, Block, Part, Surely, acting, outlined
from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import nodes as n
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.node_classes import define, field, frozen
from bombsight.dsl.source import Span

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

The `say` stands beside the change, before it or behind it, or in a block around it. Beside `add n
to gold` it may hang on `if n > 0`, for a zero changes nothing. It may stand in a procedure or a
note that is always called there, or around every call of the item that makes the change.
A `say` that only one branch comes to tells nothing of the others. Nor does one around a
procedure or a step with a title, which begins a part of the story, or around a roll on a table that
gives nothing: there only the row knows what has happened. What falls back by itself as its owner
ends is no change.""",
        Severity.WARNING,
    ),
)


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
        bodies: What is called, by its id, as the ways that it can go.
        apart: What of them a line around its call tells nothing of.
        surely: What of them was asked already: whether a line is said however it goes.
        calls: The calls that stand in each item, with what they call.
        changes: The changes of marked fields, with the field.
    """

    marked: dict[str, n.Field]
    bodies: dict[Callee, tuple[Block, ...]]
    apart: frozenset[Callee]
    surely: dict[Callee, bool] = field(factory=dict)
    calls: dict[Callee, list[tuple[Callee, Place]]] = field(factory=dict)
    changes: list[tuple[n.Field, Place]] = field(factory=list)

    def look(self) -> None:
        """Go through all items."""
        for owner, ways in self.bodies.items():
            for block in ways:
                self.go(owner, block)

    def go(self, owner: Callee, block: Block) -> None:
        """Note the calls and the changes of a block, and of all blocks in it."""
        waiting: list[tuple[Block | Part, bool]] = [(block, False)]
        while waiting:
            part, told = waiting.pop()
            if isinstance(part, Block):
                told = told or self.is_said(part.said)
                waiting += [(each, told) for each in part.parts]
            else:
                self.note(owner, part, told)
                waiting.append((part.inner, told and not part.begins))

    def note(self, owner: Callee, part: Part, told: bool) -> None:
        """Note what a part does itself."""
        callee = part.callee
        if callee:
            place = Place(owner, told and callee not in self.apart, part.span)
            self.calls.setdefault(owner, []).append((callee, place))
        for id_ in part.changed:
            if id_ in self.marked:
                self.changes.append((self.marked[id_], Place(owner, told or self.is_said(part.said), part.span)))

    # --- what is surely said

    def is_said(self, said: Surely) -> bool:
        """Whether a line is surely said."""
        match said:
            case bool():
                return said
            case str():
                return self.sure(said)
            case AnyOf(parts):
                return any(map(self.is_said, parts))
            case AllOf(parts):
                return all(map(self.is_said, parts))

    def sure(self, callee: Callee) -> bool:
        """Whether a call surely says a line; one that calls itself does not by that."""
        if callee not in self.surely:
            self.surely[callee] = False
            ways = self.bodies.get(callee, ())
            self.surely[callee] = bool(ways) and all(self.is_said(block.said) for block in ways)
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
    found = context.program.notes.of("told", acting(graph), outlined)
    telling = Telling(marked, dict(each for one in found for each in one), frozenset(apart(graph)))
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


def apart(graph: n.RuleGraph) -> Iterator[Callee]:
    """What begins a part of the story of its own, or alone knows what happens in it."""
    yield from (f"procedure:{procedure.name}" for procedure in graph.procedures if procedure.title)
    yield from (f"table:{table.id}" for table in graph.tables if table.result is None)
