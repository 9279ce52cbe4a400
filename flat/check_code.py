"""Validation of one function: its references exist, and are used according to their kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import assert_never

from attrs import frozen

from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.effects import ACTING_NODES
from bombsight.flat.functions import Function
from bombsight.flat.guards import Guard
from bombsight.flat.layout import SlotList
from bombsight.flat.program import Program
from bombsight.flat.sites import (
    BeforehandSite,
    ChangeSite,
    ChoiceSite,
    DrawSite,
    ElementSite,
    EnterSite,
    FaultSite,
    Hole,
    LeaveSite,
    LimitSite,
    MoveSite,
    ResultSite,
    RollSite,
    SaySite,
    Site,
    TextParts,
    choice_asides,
)
from bombsight.flat.types import INT_MAX, INT_MIN, NONE
from bombsight.flat.variables import list_variables, variables_named, variables_read, variables_set
from bombsight.flat.walking import TERMINAL, Node, child_blocks, never_falls_through, site_references, walk

LOOPS = (fs.Each, fs.Numbered, fs.Turns, fs.While)
"""The loops, which ``Leave`` can leave by their label."""


@frozen
class Declared:
    """The declarations of a program to which code may refer."""

    program: Program
    functions: Mapping[str, Function]
    lists: Mapping[str, SlotList]
    bases: Mapping[int, int]
    """The first slot of every field, list and counter, with the number of its slots."""
    numbers: frozenset[int]
    """The numbers of the procedures that ``EndOuter`` can end."""
    regions: frozenset[str]
    depths: frozenset[int]


def check_function(function: Function, declared: Declared) -> Iterator[str]:
    """Check that a function keeps the contract of the flat form; yield violations."""
    variables = {variable.name: variable for variable in function.locals}
    nodes = [node for part in function.parts for node in walk(part)]
    if len(variables) != len(function.locals):
        yield "a variable is declared twice"
    for variable in function.locals:
        if not INT_MIN <= variable.low <= variable.high <= INT_MAX:
            yield f"{variable.name} lies outside 32 bits"
    for param in function.params:
        if param not in variables or variables[param].capacity is not None:
            yield f"the parameter {param} is no number that is declared"
    used = {name for node in nodes for name in variables_named(node)}
    yield from (f"{name} is declared and not used" for name in variables if name not in {*used, *function.params})
    for node in nodes:
        for name in (*variables_set(node), *variables_read(node)):
            if name not in variables or variables[name].capacity is not None:
                yield f"{name} is no number that is declared"
        for name in list_variables(node):
            if name not in variables or variables[name].capacity is None:
                yield f"{name} is no list that is declared"
        yield from check_sites(node, declared)
        yield from check_node(node, function, declared)
    yield from check_quantifiers(function, nodes)
    yield from check_block(function.body, ())
    labels = [stmt.label for stmt in nodes if isinstance(stmt, (*LOOPS, fs.Labelled))]
    yield from (f"the label {label} stands twice" for label, times in Counter(labels).items() if times > 1)
    if not never_falls_through(function.body):
        yield "it does not come to a return"


# --- blocks and labels


def check_block(block: fs.Block, labels: tuple[str, ...]) -> Iterator[str]:
    """Check that jumps have their target around them or in ``labels``, and no statement is dead; yield violations."""
    for at, stmt in enumerate(block):
        if isinstance(stmt, TERMINAL) and at + 1 < len(block):
            yield "something stands behind a statement that goes elsewhere"
        if isinstance(stmt, fs.Leave | fs.Restart) and stmt.label not in labels:
            yield f"there is no {stmt.label} around this jump"
        inner = (*labels, stmt.label) if isinstance(stmt, (*LOOPS, fs.Labelled)) else labels
        for part in child_blocks(stmt):
            yield from check_block(part, inner)


def check_quantifiers(function: Function, nodes: list[Node]) -> Iterator[str]:
    """Check that every quantifier has a variable of its own; yield violations."""
    set_elsewhere = {name for node in nodes if not isinstance(node, fx.Quantifier) for name in variables_set(node)}
    for node in nodes:
        if isinstance(node, fx.Quantifier):
            inner = {part.variable for part in walk(node) if isinstance(part, fx.Quantifier) and part is not node}
            if node.variable in {*set_elsewhere, *function.params, *inner}:
                yield f"a quantifier's variable {node.variable} is something else besides"
            if (node.kind in ("count", "any", "first")) == (node.value is not None):
                yield "a quantifier lacks the value of a member, or has one for nothing"


# --- sites


def check_sites(node: Node, declared: Declared) -> Iterator[str]:
    """Check that the sites (numbered code locations) in a node exist and have the right class; yield violations."""
    for _, number, kinds in site_references(node):
        site = site_at(number, declared)
        if site is None:
            yield f"there is no site {number}"
        elif not isinstance(site, kinds):
            yield f"site {number} is a {type(site).__name__}, not a {kinds[0].__name__}"


def site_at(number: int | None, declared: Declared) -> Site | None:
    """Return the site (texts about a code location) with a number; None for no number, or one that does not exist."""
    return declared.program.sites[number] if number is not None and 0 <= number < len(declared.program.sites) else None


def count_holes(*texts: TextParts) -> int:
    """Count the values for texts with holes (numbered places for values): the greatest number of a hole, plus 1."""
    return 1 + max((part.index for text in texts for part in text if isinstance(part, Hole)), default=-1)


def count_choice_values(site: ChoiceSite) -> int:
    """Count the values that a choice must pass on: for holes (numbered places) in texts, and for display values."""
    texts = (site.ask, *(title for _, title in site.branches))
    indices = [index for aside in choice_asides(site) for index in aside.arguments]
    indices += [part.index for line in site.beside for part in line.values if isinstance(part, Hole)]
    indices += [part.index for part in site.scores if isinstance(part, Hole)]
    indices += [site.seat.index] if site.seat is not None else []
    indices += site.ends
    return max(count_holes(*texts), 1 + max(indices, default=-1))


def event_arity(site: Site | None) -> int | None:
    """Count the values in a journal event at a site (code location); None if no ``Event`` statement emits it."""
    match site:
        case RollSite(modifiers=modifiers, types=types, dice=dice):
            return 3 + len(modifiers) + len(types) + dice.single
        case SaySite(text=text, seen=seen):
            return count_holes(text) + (len(seen.values) if seen is not None else 0)
        case EnterSite(types=types, seen=seen):
            return len(types) + (len(seen.values) if seen is not None and site.kind == "step" else 0)
        case BeforehandSite(is_counted=is_counted):
            return int(is_counted)
        case LeaveSite() | LimitSite():
            return 0
        case DrawSite() | ResultSite() | ChoiceSite() | ChangeSite() | ElementSite() | MoveSite() | FaultSite():
            return None  # emitted by their statements, not by an event
        case None:
            return None
        case _:
            assert_never(site)


# --- nodes


def check_node(node: Node, function: Function, declared: Declared) -> Iterator[str]:
    """Check a node, apart from its parts, against the contract of the flat form; yield violations as texts."""
    match node:
        case fx.Num(value=value) if value != NONE and not INT_MIN <= value <= INT_MAX:
            yield f"{value} lies outside 32 bits"
        case fx.Slot(base=base, offset=offset):
            size = declared.bases.get(base)
            if size is None:
                yield f"nothing begins at slot {base}"
            elif isinstance(offset, fx.Num) and not 0 <= offset.value < size:
                yield f"there is no slot {offset.value} behind slot {base}"
        case fx.Datum(data=name, index=index):
            size = len(declared.program.data.get(name, ()))
            if not size or (isinstance(index, fx.Num) and not 0 <= index.value < size):
                yield f"there is no such datum in {name}"
        case fx.Quotient(divisor=fx.Num(value=value)) if value > 0:
            pass
        case fx.Quotient(divisor=fx.Datum(data=name)) if min(declared.program.data.get(name, (0,))) > 0:
            pass
        case fx.Quotient():
            yield "a divisor is not seen to be above 0"
        case fx.Clamp(low=low, high=high) | fx.Fit(low=low, high=high) if low > high:
            yield f"nothing lies in {low}..{high}"
        case fx.Live(list=name) | fx.Place(list=name) if name not in declared.lists:
            yield f"there is no list {name}"
        case fx.Call(function=name, args=args, part=part):
            callee = declared.functions.get(name)
            yield from check_call(name, len(args), callee)
            if callee is not None:
                if any(isinstance(inner, (*ACTING_NODES, fs.Invoke)) for at in callee.parts for inner in walk(at)):
                    yield f"{name} is called for its value, and acts"
                if not (callee.results == 1 if part is None else 0 <= part < callee.results):
                    yield f"{name} has no such result"
        case fx.BaseSource():
            yield from check_source(node, function, declared)
        case Guard():
            yield from check_guard(node, function, declared)
        case fs.BaseStmt():
            yield from check_statement(node, function, declared)
        case _:  # the rest: any operands are valid
            pass


def check_source(node: fx.Source, function: Function, declared: Declared) -> Iterator[str]:
    """Check that the members of a domain (source) are at most as many as it declares; yield violations."""
    match node:
        case fx.Numbers(first=fx.Num(value=first), last=fx.Num(value=last), most=most):
            if last - first + 1 > most:
                yield f"there are more than {most} numbers from {first} to {last}"
        case fx.Elements(list=name, most=most):
            if name not in declared.lists or declared.lists[name].capacity != most:
                yield f"there is no list {name} of at most {most}"
        case fx.Held(variable=name, most=most, list=list_):
            capacity = next((variable.capacity for variable in function.locals if variable.name == name), None)
            if capacity != most or (list_ is not None and list_ not in declared.lists):
                yield f"{name} holds another number of values, or elements of another list"
        case fx.Numbers() | fx.Values():
            pass
        case _:
            assert_never(node)


def check_call(name: str, args: int, callee: Function | None) -> Iterator[str]:
    """Check that a called function exists and takes as many arguments as are passed; yield violations."""
    if callee is None:
        yield f"there is no function {name}"
    elif args != len(callee.params):
        yield f"{name} takes {len(callee.params)} values, not {args}"


def check_guard(guard: Guard, function: Function, declared: Declared) -> Iterator[str]:
    """Check the references in a guard, a function's entry and exit code; yield violations."""
    if guard.resets is not None and guard.resets not in declared.regions:
        yield f"there is no region {guard.resets}"
    if (guard.depth is None) != (guard.nested is None) or (
        guard.depth is not None and guard.depth not in declared.depths
    ):
        yield "no slot counts its open calls, or no fault is for too many"
    if guard.depth is None and (guard.deepest, guard.height, guard.too_deep) != (0, 0, ()):
        yield "it is not counted, and may only go so deep"
    if guard.depth is not None and not (never_falls_through(guard.too_deep) and guard.deepest > 0 and guard.height > 0):
        yield "nothing is done where it goes too deep"
    enter = site_at(guard.enter, declared)
    if isinstance(enter, EnterSite) and len(enter.types) != len(function.params):
        yield "it tells of other parameters than it has"


def check_statement(stmt: fs.Stmt, function: Function, declared: Declared) -> Iterator[str]:
    """Check that a statement keeps the contract of the flat form; yield violations."""
    match stmt:
        case fs.Invoke(names=names, function=name, args=args, stays=stays):
            callee = declared.functions.get(name)
            yield from check_call(name, len(args), callee)
            if callee is not None and len(names) != callee.results:
                yield f"{name} gives {callee.results} values, not {len(names)}"
            if stays and (callee is None or callee.guard is None or callee.guard.resets is None):
                yield f"{name} has no state that could stay"
        case fs.Return(values=values, facts=facts, site=number):
            if len(values) + len(facts) != function.results:
                yield f"it gives {len(values) + len(facts)} values, not {function.results}"
            site = site_at(number, declared)
            if isinstance(site, ResultSite) and len(site.types) != len(values):
                yield "it tells of other results than it gives"
        case fs.EndOuter(procedure=number) if number not in declared.numbers:
            yield f"there is no procedure with the number {number}"
        case fs.Draw(site=number, dice=dice):
            site = site_at(number, declared)
            if min(map(min, dice.groups)) < 1 or (isinstance(site, RollSite) and site.dice != dice):
                yield "other dice are thrown than are told of"
        case fs.Event(site=number, values=values):
            site = site_at(number, declared)
            if event_arity(site) not in (None, len(values)):
                yield f"an event of site {number} has other values"
        case fs.Ask() | fs.AskBranch() | fs.AskAgain():
            yield from check_choice(stmt, site_at(stmt.site, declared))
        case fs.FallBack(slot=slot, count=count) if count > declared.bases.get(slot.base, 0):
            yield "more slots fall back than there are"
        case fs.Each(watched=name) if name is not None and name not in declared.lists:
            yield f"there is no list {name}"
        case fs.NewHeld(name=name, capacity=capacity):
            if capacity not in {variable.capacity for variable in function.locals if variable.name == name}:
                yield f"{name} is made with another capacity than it is declared with"
        case fs.NewElement(list=name, slots=slots):
            fields = declared.lists[name].fields if name in declared.lists else ()
            given = [field for field, _ in slots]
            if name not in declared.lists or not set(given) <= set(fields) or len(set(given)) != len(given):
                yield f"there is no list {name} with these fields"
        case fs.RemoveElement(list=name) | fs.RemoveWhere(list=name) if name not in declared.lists:
            yield f"there is no list {name}"
        case fs.MoveElement(list=name) if name not in declared.lists or declared.lists[name].order is None:
            yield f"there is no list {name} with an order"
        case fs.Numbered(first=fx.Num(value=first), last=fx.Num(value=last), most=most, down=down):
            if (first - last if down else last - first) + 1 > most:
                yield f"there are more than {most} turns from {first} to {last}"
        case fs.Rows(arms=arms):
            numbers = [number for arm in arms for number in arm.numbers]
            if len(set(numbers)) != len(numbers):
                yield "a row has two blocks"
        case _:  # the rest: any operands are valid
            pass


def check_choice(stmt: fs.Ask | fs.AskBranch | fs.AskAgain, site: Site | None) -> Iterator[str]:
    """Check that a choice statement fits the branches and texts at its site; yield violations."""
    if not isinstance(site, ChoiceSite):
        return
    match stmt:
        case fs.Ask(empty=empty, values=values):
            if site.option_type is None or site.optional != (empty is None) or count_choice_values(site) != len(values):
                yield f"{site.id} is another choice"
        case fs.AskBranch(conditions=conditions, scores=scores, values=values):
            count = len(site.branches)
            if (len(conditions), len(scores or conditions)) != (count, count) or count_choice_values(site) != len(
                values
            ):
                yield f"{site.id} has other branches"
        case fs.AskAgain():
            if not site.offer:
                yield f"{site.id} is no offer"
        case _:
            assert_never(stmt)
