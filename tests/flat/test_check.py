"""The validator finds nothing in what the compiler makes, and something in whatever was changed in it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar, cast

import pytest
from attrs import evolve

from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.check import check_program
from bombsight.flat.effects import with_effects
from bombsight.flat.encoding import code_digest
from bombsight.flat.functions import Function
from bombsight.flat.guards import Guard
from bombsight.flat.program import Program
from bombsight.flat.sites import FaultSite
from bombsight.flat.walking import Node, map_nodes, site_references, walk
from tests.flat.lowered import FILES, program, programs

T = TypeVar("T")

Change = Callable[[Node, Program], Node | None]
"""Another part of the code, or None where this one cannot be changed so."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_the_compiler_makes_keeps_the_contract(file) -> None:
    assert check_program(program(file)) == ()


# --- one part of the code


def evolve_by_name(value: T, name: str, new: object) -> T:
    """A value with another attribute, whose name is known at runtime alone."""
    changes: dict[str, Any] = {name: new}
    return evolve(cast("Any", value), **changes)


def no_site(node: Node, whole: Program) -> Node | None:
    for name, _, _ in site_references(node):
        return evolve_by_name(node, name, len(whole.sites))
    return None


def other_site(node: Node, whole: Program) -> Node | None:
    for name, _, kinds in site_references(node):
        for number, site in enumerate(whole.sites):
            if not isinstance(site, kinds):
                return evolve_by_name(node, name, number)
    return None


def no_variable(node: Node, whole: Program) -> Node | None:
    return fx.Local("nowhere") if isinstance(node, fx.Local) else None


def no_list_variable(node: Node, whole: Program) -> Node | None:
    return evolve(node, variable="nowhere") if isinstance(node, fs.Append | fx.Held | fx.Length | fx.Contains) else None


def undeclared(node: Node, whole: Program) -> Node | None:
    return evolve(node, name="nowhere") if isinstance(node, fs.SetLocal | fs.Draw | fs.AskBranch) else None


def no_label(node: Node, whole: Program) -> Node | None:
    return evolve(node, label="nowhere") if isinstance(node, fs.Leave | fs.Restart) else None


def no_function(node: Node, whole: Program) -> Node | None:
    return evolve(node, function="do:nowhere") if isinstance(node, fs.Invoke | fx.Call) else None


def one_argument_more(node: Node, whole: Program) -> Node | None:
    return evolve(node, args=(*node.args, fx.Num(0))) if isinstance(node, fs.Invoke | fx.Call) else None


def one_result_more(node: Node, whole: Program) -> Node | None:
    return evolve(node, names=(*node.names, None)) if isinstance(node, fs.Invoke) else None


def no_such_part(node: Node, whole: Program) -> Node | None:
    return evolve(node, part=7) if isinstance(node, fx.Call) else None


def no_slot(node: Node, whole: Program) -> Node | None:
    return evolve(node, base=whole.slots + 3) if isinstance(node, fx.Slot) else None


def slot_beyond(node: Node, whole: Program) -> Node | None:
    return fx.Slot(node.base, fx.Num(whole.slots)) if isinstance(node, fx.Slot) else None


def no_data(node: Node, whole: Program) -> Node | None:
    return evolve(node, data="nowhere") if isinstance(node, fx.Datum) else None


def datum_beyond(node: Node, whole: Program) -> Node | None:
    return evolve(node, index=fx.Num(100_000)) if isinstance(node, fx.Datum) else None


def division_by_nothing(node: Node, whole: Program) -> Node | None:
    return evolve(node, divisor=fx.Num(0)) if isinstance(node, fx.Quotient) else None


def division_by_what_may_be(node: Node, whole: Program) -> Node | None:
    return evolve(node, divisor=fx.Slot(whole.fields[0].base)) if isinstance(node, fx.Quotient) else None


def one_value_more(node: Node, whole: Program) -> Node | None:
    return evolve(node, values=(*node.values, fx.Num(0))) if isinstance(node, fs.Return | fs.Event | fs.Ask) else None


def other_dice(node: Node, whole: Program) -> Node | None:
    return evolve(node, dice=evolve(node.dice, count=node.dice.count + 1)) if isinstance(node, fs.Draw) else None


def too_many_members(node: Node, whole: Program) -> Node | None:
    return evolve(node, most=node.most + 1) if isinstance(node, fx.Elements | fx.Held) else None


def too_few_numbers(node: Node, whole: Program) -> Node | None:
    match node:
        case fx.Numbers(first=fx.Num(value=first), last=fx.Num(value=last)):
            return evolve(node, most=last - first)
        case _:  # the rest: has no numbers from a first to a last
            return None


def another_capacity(node: Node, whole: Program) -> Node | None:
    return evolve(node, capacity=node.capacity + 1) if isinstance(node, fs.NewHeld) else None


def no_procedure(node: Node, whole: Program) -> Node | None:
    return evolve(node, procedure=99) if isinstance(node, fs.EndOuter) else None


def no_list(node: Node, whole: Program) -> Node | None:
    kinds = fx.Live | fx.Place | fx.Elements | fs.NewElement | fs.RemoveElement | fs.RemoveWhere
    return evolve(node, list="nowhere") if isinstance(node, kinds) else None


def no_field(node: Node, whole: Program) -> Node | None:
    return evolve(node, slots=(("nowhere", fx.Num(0)),)) if isinstance(node, fs.NewElement) else None


def another_branch(node: Node, whole: Program) -> Node | None:
    return evolve(node, conditions=(*node.conditions, None)) if isinstance(node, fs.AskBranch) else None


def may_be_none(node: Node, whole: Program) -> Node | None:
    return evolve(node, empty=None) if isinstance(node, fs.Ask) and node.empty is not None else None


def something_behind(node: Node, whole: Program) -> Node | None:
    return (
        evolve(node, body=(*node.body, fs.Fail(site=whole.too_deep), fs.Refill())) if isinstance(node, fs.If) else None
    )


def row_twice(node: Node, whole: Program) -> Node | None:
    return evolve(node, arms=(*node.arms, node.arms[0])) if isinstance(node, fs.Rows) else None


def shadowing(node: Node, whole: Program) -> Node | None:
    if not isinstance(node, fx.Quantifier):
        return None
    return evolve(node, where=fx.Quantifier("any", node.variable, node.source, None))


def no_region(node: Node, whole: Program) -> Node | None:
    return evolve(node, resets="nowhere") if isinstance(node, Guard) else None


def uncounted(node: Node, whole: Program) -> Node | None:
    if not isinstance(node, Guard) or node.depth is None:
        return None
    return evolve(node, depth=None, nested=None)


def another_depth(node: Node, whole: Program) -> Node | None:
    return evolve(node, depth=0) if isinstance(node, Guard) and node.depth is not None else None


def number_too_large(node: Node, whole: Program) -> Node | None:
    return fx.Num(2**31) if isinstance(node, fx.Num) else None


CHANGES: tuple[Change, ...] = (
    no_site, other_site, no_variable, no_list_variable, undeclared, no_label, no_function, one_argument_more,
    one_result_more, no_such_part, no_slot, slot_beyond, no_data, datum_beyond, division_by_nothing,
    division_by_what_may_be, one_value_more, other_dice, too_many_members, too_few_numbers, another_capacity,
    no_procedure, no_list, no_field, another_branch, may_be_none, something_behind, row_twice, shadowing, no_region,
    uncounted, another_depth, number_too_large,
)  # fmt: skip


def changed_at(function: Function, whole: Program, change: Change, at: int) -> Function:
    """A function with the change at the place with this number, of those where it can be made."""
    left = [at]

    def once(node: Node) -> Node:
        new = change(node, whole)
        if new is None:
            return node
        left[0] -= 1
        return new if left[0] == -1 else node

    guard = None if function.guard is None else map_nodes(function.guard, once)
    return evolve(function, guard=guard, body=tuple(map_nodes(stmt, once) for stmt in function.body))


def consistent(whole: Program) -> Program:
    """A program whose digest and effects are those of its code, so that nothing else tells of a change."""
    whole = evolve(whole, functions=with_effects(whole.functions))
    return evolve(whole, digest=code_digest(whole))


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_changed_part_is_found(change: Change) -> None:
    places = [
        (whole, index, at)
        for whole in programs()
        for index, function in enumerate(whole.functions)
        for at in range(sum(change(n, whole) is not None for part in function.parts for n in walk(part)))
    ]
    assert places
    for whole, index, at in random.Random(1).sample(places, min(8, len(places))):
        changed = list(whole.functions)
        changed[index] = changed_at(changed[index], whole, change, at)

        assert changed[index] != whole.functions[index]
        assert check_program(consistent(evolve(whole, functions=tuple(changed)))), (changed[index].name, at)


# --- a program as a whole


def without_first(whole: Program) -> Program:
    return evolve(whole, functions=whole.functions[1:])


def without_last_statement(whole: Program) -> Program:
    first, *others = whole.functions
    return evolve(whole, functions=(evolve(first, body=first.body[:-1]), *others))


def with_spare_function(whole: Program) -> Program:
    spare = evolve(whole.functions[0], name="define:spare")
    return evolve(whole, functions=(*whole.functions, spare))


def with_spare_variable(whole: Program) -> Program:
    first, *others = whole.functions
    variable = evolve((*first.locals, *whole.functions[-1].locals)[0], name="spare")
    return evolve(whole, functions=(evolve(first, locals=(*first.locals, variable)), *others))


def with_spare_site(whole: Program) -> Program:
    return evolve(whole, sites=(*whole.sites, FaultSite(owner="", text="spare")))


def with_spare_data(whole: Program) -> Program:
    return evolve(whole, data={**whole.data, "spare": (1, 2)})


def calling_itself(whole: Program) -> Program:
    chosen = next(f for f in whole.functions if not f.params and (f.guard is None or f.guard.depth is None))
    call = fs.Invoke(names=(None,) * chosen.results, function=chosen.name, args=())
    changed = evolve(chosen, body=(call, *chosen.body))
    return evolve(whole, functions=tuple(changed if f is chosen else f for f in whole.functions))


WHOLES: dict[str, Callable[[Program], Program]] = {
    "a function less": without_first,
    "a statement less": without_last_statement,
    "a function more": with_spare_function,
    "a variable more": with_spare_variable,
    "a site more": with_spare_site,
    "data more": with_spare_data,
    "a function that calls itself": calling_itself,
    "a slot more": lambda p: evolve(p, slots=p.slots + 1, defaults=(*p.defaults, 0)),
    "a default less": lambda p: evolve(p, defaults=p.defaults[1:]),
    "a field elsewhere": lambda p: evolve(p, fields=(evolve(p.fields[0], base=p.fields[0].base + 1), *p.fields[1:])),
    "a counter less": lambda p: evolve(p, counters=p.counters[1:]),
    "a region outside": lambda p: evolve(p, regions=(evolve(p.regions[0], zeroed=(p.slots,)), *p.regions[1:])),
    "an entry twice": lambda p: evolve(p, entries=(*p.entries, p.entries[0])),
    "an entry of other values": lambda p: evolve(p, entries=(evolve(p.entries[0], results=9), *p.entries[1:])),
    "an entry to nowhere": lambda p: evolve(p, entries=(evolve(p.entries[0], function="nowhere"), *p.entries[1:])),
    "a mission that is no entry": lambda p: evolve(p, mission=evolve(p.mission, name="nowhere")),
    "no fault for too deep": lambda p: evolve(p, too_deep=len(p.sites)),
}


@pytest.mark.parametrize("change", WHOLES.values(), ids=WHOLES)
def test_a_changed_program_is_found(change: Callable[[Program], Program]) -> None:
    for whole in programs():
        assert check_program(consistent(change(whole)))


@pytest.mark.parametrize("effect", ["asks", "faults", "ends"])
def test_other_effects_are_found(effect: str) -> None:
    for whole in programs():
        first, *others = whole.functions
        now = first.ends ^ {0} if effect == "ends" else not getattr(first, effect)
        changed = evolve(whole, functions=(evolve_by_name(first, effect, now), *others))

        assert check_program(evolve(changed, digest=code_digest(changed)))


def test_another_digest_is_found() -> None:
    assert check_program(evolve(programs()[0], digest="0"))
