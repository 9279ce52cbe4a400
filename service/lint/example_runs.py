"""The worked examples of a game run for what ``lint`` tells of them: which hold, and where in the rules each comes.

Where an example comes depends on nothing but its dice and answers, and on the rules that it comes to: as long as these
say what they said, it goes as it went.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from sys import intern
from typing import Any

from attrs import evolve

from bombsight.backends.python.lazy_compile import Codes, codes_of
from bombsight.boundary.budget import Budget
from bombsight.compiler.derived_provenance import Foundations
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.reaching import FarReaching, each, far_reaching
from bombsight.compiler.lower.assemble import lowered
from bombsight.compiler.lower.function_reuse import Before, made_of, staying
from bombsight.compiler.lower.stubs import is_absent
from bombsight.compiler.lower.unit import Read
from bombsight.compiler.settings import in_settings
from bombsight.dsl.node_classes import frozen
from bombsight.runtime.examples import Examples, Mismatch
from bombsight.service.programs.example_baseline import Runnable, Way, Ways
from bombsight.service.programs.machines import piecemeal


@frozen
class Ran:
    """An example that was run.

    Attributes:
        example: It, in the graph.
        mismatch: Where it and the game part; None where it holds.
        way: How it went.
        is_unfinished: Whether it was not run to its end, for it would take more steps than it may.
    """

    example: e.Example
    mismatch: Mismatch | None
    way: Way
    is_unfinished: bool = False


@frozen
class Base:
    """What was made of a game's examples by nearly the same rules.

    Attributes:
        runnable: What they were made.
        graph: The graph that it was made of.
        effects: Of the rules as they are now.
        changed: All that is another in these, as effects call it.
    """

    runnable: Runnable
    graph: n.RuleGraph
    effects: Effects
    changed: frozenset[str]

    def before(self, setting: n.RuleGraph) -> Before:
        """What of it may be taken over for examples in one setting."""
        left_out = {f"{left.left}:{left.name}" for example in setting.examples for left in example.left_out}
        return Before(self.runnable.made, self.graph, staying(self.effects, self.changed | left_out))


def ran(
    graph: n.RuleGraph,
    wanted: Sequence[e.Example],
    budget: Budget,
    known: Read | None = None,
    ways: Ways | None = None,
    base: Base | None = None,
    keep: Callable[[Runnable], None] | None = None,
) -> Iterator[Ran]:
    """Run examples.

    Args:
        graph: The rules.
        wanted: The examples, among those of the graph.
        budget: What they may cost together.
        known: What is read off the graph, if that was done.
        ways: How these went by nearly the same rules: so much is made ready, and more only for those that come to more.
        base: What was made of nearly the same rules, to be taken over where it stays.
        keep: Takes what examples were made that are played by the rules as they are written.
    """
    if not wanted:
        return
    # How well is known what they come to is not looked at; without that, functions hang on less.
    reaching, effects = (known.reaching, known.effects) if known is not None else (None, Effects(graph))
    known = Read(effects, Foundations({}), far_reaching.after(reaching, graph))
    strayed: list[e.Example] = []
    for setting in in_settings(evolve(graph, examples=tuple(wanted), derived=()), open_options=True):
        only = None if ways is None else frozenset().union(*(ways[each.id].came_to for each in setting.examples))
        before = base.before(setting) if base is not None else None
        how: dict[str, Any] = {"playable": False, "open_options": True, "lasting": False}
        made = lowered(setting, known=known, only=only, before=before, **how)
        program = made.program
        same = frozenset(function.name for function in made.unit.taken.values())
        codes = codes_of(base.runnable.code, same) if base is not None and same else Codes()
        runner = Examples(program, load=piecemeal(codes), asides=True, budget=budget)
        for number, example in enumerate(setting.examples):
            report = runner.run(number)
            sites = [program.sites[site] for site in report.sites]
            if any(map(is_absent, sites)):
                strayed.append(example)
            else:
                way = Way(report.passed, frozenset(intern(site.owner) for site in sites))
                yield Ran(example, report.mismatch, way, report.is_unfinished)
        runner.close()
        if keep is not None and only is None and is_as_written(setting, graph):
            whole = made_of(made.unit, program.functions, made.made)
            keep(Runnable(whole, codes.dumped({function.name for function in whole.functions.values()})))
    yield from ran(graph, strayed, budget, known, base=base)


def is_as_written(setting: n.RuleGraph, graph: n.RuleGraph) -> bool:
    """Whether examples in a setting are played by the rules as they are."""
    mine, written = ((each.options, each.tables, each.procedures) for each in (setting, graph))
    return mine == written


class Bearings:
    """What examples hang on, by where they come.

    A run tells when it comes to a procedure, and when it throws on a table. What else is called there is taken for gone
    to: derived values, printed tables and sums of modifiers, standing offers, and rows that are all taken.

    Args:
        effects: Of the rules by which the examples were run.
        reaching: What in these counts for more than what stands around it.
    """

    def __init__(self, effects: Effects, reaching: FarReaching) -> None:
        graph = effects.graph
        self.effects = effects
        self.parts: dict[str, object] = {**effects.items}
        self.parts.update((f"modifiers:{table.id}", table.modifiers) for table in graph.tables)
        self.parts.update((f"reroll:{reroll.name}", reroll) for reroll in graph.rerolls)
        self.parts.update((example.id, example) for example in graph.examples)
        taken = (part for part in each(reaching) if isinstance(part, g.TakeEvery))
        rolled = {f"table:{table.id}" for table in graph.tables if table.rolled is not None}
        self.told = rolled.difference(f"table:{part.table}" for part in taken)
        self.told.update(f"procedure:{procedure.name}" for procedure in graph.procedures)
        self.known: dict[str, frozenset[str]] = {}

    def of(self, example: e.Example, came_to: Iterable[str]) -> frozenset[str]:
        """The items that an example came to, what is worked out in them, and all that these read and change."""
        return frozenset().union(*map(self.around, (example.id, *came_to)))

    def around(self, owner: str) -> frozenset[str]:
        """The same of one item."""
        if owner not in self.known:
            seen: set[str] = set()
            names: set[str] = set()
            waiting = [owner]
            while waiting:
                at = waiting.pop()
                if at not in seen and at in self.parts:
                    seen.add(at)
                    effect = self.effects.own(self.parts[at])
                    names |= effect.reads | effect.writes
                    waiting += effect.calls - self.told
            self.known[owner] = frozenset(seen | names)
        return self.known[owner]
