"""A rule graph whose one question is a roll on a table, with handles for all that the roll may depend on.

What are the chances if the weather were bad, if this modifier counted? Whoever asks turns a handle and runs the rules:
no rule is written twice, and the program is lowered once for all that may be asked of one roll.

A *subject* is a value that the roll reads and that can be said outright: a field, a derived value, a parameter. Fields
have their place in the state anyway. Parameters get fields of their own, from which the one call takes them. A derived
value gets a flag and a value, and an exception above all others: where the flag is up, that is its value. Each modifier
gets a field that says whether it goes by its condition, never counts, or always does. A table that can reach itself
counts its open calls, so that whoever asks knows the call asked about from those within it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from attrs import evolve, frozen

from bombsight.compiler.edges import items_of
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.facts import node_effect_of
from bombsight.compiler.graph.fresh_elements import bind_newest
from bombsight.compiler.graph.node import Param
from bombsight.compiler.graph.walk import children, walk
from bombsight.dsl.limits import MAX_CALL_DEPTH
from bombsight.flat.types import (
    BOOL,
    NONE,
    BaseWordless,
    BoolType,
    ElementType,
    EnumType,
    IntType,
    NoneType,
    PartsType,
    Type,
)

BY_RULE, NEVER, ALWAYS = 0, 1, 2
"""What a modifier's handle says: it counts where its condition holds, never, always."""

HANDLE_OWNER = "career"
"""What the handles' fields belong to."""

MAX_VALUES = 1001
"""A type with more values than this is not gone through."""

Subject = x.Read | x.CallDefine | x.Var
"""A value that can be said outright."""


@frozen(kw_only=True)
class OddsHarness:
    """A graph with handles.

    Attributes:
        graph: The graph; its one example is the question: its scene, the call, then a line for each condition and for
            each subject, whose value that line is.
        conditions: How many of the lines are conditions.
        subjects: The subjects, in the order of their lines.
        params: The field of each parameter by its name, None for an element, which the scene names.
        flags: The fields of a derived value's flag and value, by its place among the subjects.
        modifiers: The field of each of the table's modifiers, in their order.
    """

    graph: n.RuleGraph
    conditions: int
    subjects: tuple[Subject, ...]
    params: Mapping[str, str | None]
    flags: Mapping[int, tuple[str, str]]
    modifiers: tuple[str, ...]


# --- subjects


def collect_subjects(part: object, params: Sequence[Param]) -> Iterator[Subject]:
    """The subjects that a part of the graph reads itself, outermost first, each as often as it is read.

    Args:
        part: The part, or several in tuples.
        params: The parameters in reach of it.
    """
    names = {param.name for param in params}
    waiting: list[object] = [part]
    while waiting:
        found = waiting.pop()
        if type(found) is tuple:
            waiting += found[::-1]
        elif found is not None and type(found) is not str:
            if isinstance(found, x.Read | x.CallDefine | x.Var) and is_subject(found, names):
                yield found
            else:
                waiting += children(found)[::-1]


def is_subject(part: Subject, params: Iterable[str]) -> bool:
    """Whether a value can be said outright: what it is of is a constant, or a parameter."""

    def is_fixed(expr: x.Expr) -> bool:
        return isinstance(expr, x.Const) or (isinstance(expr, x.Var) and expr.name in params)

    match part:
        case x.Var(name=name):
            return name in params and not isinstance(part.type, ElementType)
        case x.Read(element=element, indices=indices):
            has_fixed_element = element is None or (isinstance(element, x.Var) and element.name in params)
            return has_fixed_element and all(map(is_fixed, indices))
        case x.CallDefine(args=args):
            return all(map(is_fixed, args))
        case _:
            assert_never(part)


def parts_choosing_row(table: n.Table) -> tuple[object, ...]:
    """What decides which row a throw leads to, that is a table without what its rows do."""
    rolled = table.rolled
    conditions = [row.condition for row in table.beforehand]
    if rolled is None:
        return tuple(conditions)
    naturals = [(row.condition, row.keys) for row in rolled.naturals]
    modifiers = [(modifier.condition, modifier.amount) for modifier in rolled.modifiers]
    return (*conditions, *naturals, *modifiers, *(row.keys for row in rolled.rows))


def row_bodies(table: n.Table) -> tuple[object, ...]:
    """What a table does once its row is found: the blocks of its rows and notes."""
    naturals = table.rolled.naturals if table.rolled is not None else ()
    return (
        *(row.body for row in table.beforehand),
        *(row.body for row in naturals),
        *(row.body for row in table.all_rows),
        *(note.body for note in table.notes),
    )


def values_of_type(type_: Type, graph: n.RuleGraph) -> tuple[int, ...]:
    """The values of a type in order, none last; empty where they are too many, or no plain values."""
    match type_.without_none():
        case BoolType():
            values: tuple[int, ...] = (0, 1)
        case EnumType(enum=name):
            size = next((len(enum.values) for enum in graph.enums if enum.name == name), 0)
            values = tuple(range(size))
        case IntType(low=low, high=high):
            if high - low >= MAX_VALUES:
                return ()
            values = tuple(range(low, high + 1))
        case BaseWordless():
            return ()
        case never:
            assert_never(never)
    return (*values, NONE) if type_.is_optional else values


def initial_value(type_: Type) -> int:
    """What a handle is before it is turned: the least number, the first of other values."""
    required = type_.without_none()
    return required.low if isinstance(required, IntType) else 0


# --- the rig


@frozen(kw_only=True)
class Scene:
    """What is so before the roll.

    Attributes:
        setup: What is done to bring it about.
        options: What is played with.
        conditions: Derived values with the table's parameters: each is a condition of who asks.
    """

    setup: tuple[e.ExampleGiven, ...] = ()
    options: tuple[e.ExampleOption, ...] = ()
    conditions: tuple[n.Define, ...] = ()


def build_odds_harness(
    graph: n.RuleGraph, table: n.Table, subjects: Sequence[Subject], scene: Scene, effects: Effects | None = None
) -> OddsHarness:
    """A graph with handles for a roll on a table.

    Args:
        graph: The rules; a table's element parameters have a list to stand in.
        table: The table.
        subjects: What is to have handles.
        scene: What is so before.
        effects: Of the graph, where they are known.
    """
    fields: list[n.Field] = []

    def add_handle(type_: Type, value: int = 0) -> str:
        default = x.Const(value=value, type=type_)
        field = n.Field(
            id=f"_handle{len(fields)}",
            owner=HANDLE_OWNER,
            title="",
            type=type_,
            indices=(),
            index_names=(),
            full=False,
            default=default,
        )
        fields.append(field)
        return field.id

    named = {name.name for given in scene.setup for name in given.names}
    params: dict[str, str | None] = {}
    setup = list(scene.setup)
    for param in table.params:
        if isinstance(param.type, ElementType):
            params[param.name] = None
            if param.name not in named:
                setup.append(make_element_for(param, graph))
        else:
            params[param.name] = add_handle(param.type, initial_value(param.type))
    args = tuple(argument_for(param, params[param.name]) for param in table.params)
    by_name = {param.name: arg for param, arg in zip(table.params, args, strict=True)}
    flags: dict[int, tuple[str, str]] = {}
    defines = {define.name: define for define in (*graph.defines, *scene.conditions)}
    exceptions: dict[str, list[n.DefineException]] = {}
    for number, subject in enumerate(subjects):
        if isinstance(subject, x.CallDefine):
            define = defines[subject.define]
            flags[number] = flag, value_field = add_handle(BOOL), add_handle(define.type, initial_value(define.type))
            exceptions.setdefault(define.name, []).append(
                override_exception(define, subject, flag, value_field, by_name, len(exceptions))
            )
    for name, found in exceptions.items():
        own = evolve(defines[name], name=f"_own {name}", tally=None)
        asks = tuple(x.Var(name=param.name, type=param.type) for param in own.params)
        base = x.CallDefine(define=own.name, args=asks, type=own.type, span=own.span)
        defines[own.name] = own
        defines[name] = evolve(defines[name], base=base, exceptions=tuple(found))
    forces = tuple(add_handle(IntType(BY_RULE, ALWAYS)) for _ in table.modifiers)
    asked_table = evolve(attach_handles(table, forces), deep=call_depth_limit(table, effects or Effects(graph)))
    facts = [x.CallDefine(define=define.name, args=args, type=BOOL) for define in scene.conditions]
    values = [substitute_arguments(subject, by_name) for subject in subjects]
    question = e.Example(
        id="example:odds",
        title=table.id,
        setup=tuple(setup),
        call=make_call(table, args),
        lines=tuple(e.ExampleExpect(condition=value, text="") for value in (*facts, *values)),
        options=scene.options,
        span=table.span,
        origin=table.origin,
    )
    return OddsHarness(
        graph=evolve(
            graph,
            fields=(*graph.fields, *fields),
            defines=tuple(defines.values()),
            tables=tuple(asked_table if each.id == table.id else each for each in graph.tables),
            examples=(question,),
        ),
        conditions=len(facts),
        subjects=tuple(subjects),
        params=params,
        flags=flags,
        modifiers=forces,
    )


def make_call(table: n.Table, args: tuple[x.Expr, ...]) -> x.Expr:
    """The roll on a table, or the look-up of one without dice of its own."""
    gives = table.result or NoneType()
    if table.rolled is None:
        return x.LookUp(table=table.id, args=args, part=None, type=gives, span=table.span)
    return x.RollOn(table=table.id, args=args, type=gives, span=table.span)


def argument_for(param: Param, field: str | None) -> x.Expr:
    """What the call gives for a parameter: the element that the scene names so, or what the field holds."""
    if field is None:
        return x.Var(name=param.name, type=param.type)
    return read_field(field, param.type)


def read_field(field: str, type_: Type) -> x.Read:
    """The value of a field that is one value."""
    return x.Read(field=field, element=None, indices=(), type=type_)


def make_element_for(param: Param, graph: n.RuleGraph) -> e.ExampleGiven:
    """A new element with its defaults, called like the parameter that it is for."""
    assert isinstance(param.type, ElementType)
    record = param.type.record
    held = next(each for each in graph.lists if each.record == record)
    added = g.AddElement(list=held.id, record=record, fields=())
    type_ = ElementType(record, optional=True)
    named = x.Var(name=param.name, type=type_)
    return e.ExampleGiven(
        body=(added, *bind_newest(added, named, held.span)), names=(Param(name=param.name, type=type_),), span=held.span
    )


def substitute_arguments(subject: Subject, args: Mapping[str, x.Expr]) -> x.Expr:
    """A subject for the arguments of the call."""

    def argument_or_self(part: x.Expr) -> x.Expr:
        return args.get(part.name, part) if isinstance(part, x.Var) else part

    match subject:
        case x.Read(element=element, indices=indices):
            return evolve(
                subject, element=element and argument_or_self(element), indices=tuple(map(argument_or_self, indices))
            )
        case x.CallDefine(args=asked):
            return evolve(subject, args=tuple(map(argument_or_self, asked)))
        case x.Var():
            return argument_or_self(subject)
        case _:
            assert_never(subject)


def override_exception(
    define: n.Define, subject: x.CallDefine, flag_field: str, value_field: str, args: Mapping[str, x.Expr], number: int
) -> n.DefineException:
    """The exception that gives a derived value what is said of it, for what it is said of.

    An element is not told from others: the scene has the one that is asked about.
    """
    terms: list[x.Expr] = [read_field(flag_field, BOOL)]
    for param, arg in zip(define.params, subject.args, strict=True):
        if not isinstance(param.type, ElementType):
            asked = args.get(arg.name, arg) if isinstance(arg, x.Var) else arg
            own = x.Var(name=param.name, type=param.type)
            terms.append(x.Comparison(op="==", left=own, right=asked, type=BOOL))
    condition = terms[0] if len(terms) == 1 else x.AndExpr(terms=tuple(terms), type=BOOL)
    return n.DefineException(
        label=f"_said {flag_field} {number}",
        value=read_field(value_field, define.type),
        condition=condition,
        over=(),
        exceptions=(),
    )


def attach_handles(table: n.Table, handles: Sequence[str]) -> n.Table:
    """A table whose modifiers ask their handles first."""
    if table.rolled is None:
        return table
    modifiers = tuple(
        evolve(modifier, condition=condition_with_handle(modifier.condition, handle))
        for modifier, handle in zip(table.rolled.modifiers, handles, strict=True)
    )
    return evolve(table, rolled=evolve(table.rolled, modifiers=modifiers))


def call_depth_limit(table: n.Table, effects: Effects) -> int | None:
    """How many calls of a table may be open at once: as many as of anything where others bound it; None if only one."""
    if table.deep is not None:
        return table.deep
    return MAX_CALL_DEPTH if can_reach_itself(f"table:{table.id}", effects) else None


def can_reach_itself(callee: str, effects: Effects) -> bool:
    """Whether a call may come to the same call again before it ends."""
    waiting, seen = [callee], set[str]()
    while waiting and callee not in seen:
        callees = effects.acting_calls.get(waiting.pop(), frozenset()) - seen
        seen |= callees
        waiting += callees
    return callee in seen


def condition_with_handle(condition: x.Expr | None, handle: str) -> x.Expr:
    """A modifier's condition with its handle."""
    held = read_field(handle, IntType(BY_RULE, ALWAYS))

    def handle_is(value: int, op: str = "==") -> x.Expr:
        right = x.Const(value=value, type=held.type)
        return x.Comparison(op="==" if op == "==" else "!=", left=held, right=right, type=BOOL)

    if condition is None:
        return handle_is(NEVER, "!=")
    by_rule = x.AndExpr(terms=(handle_is(BY_RULE), condition), type=BOOL)
    return x.OrExpr(terms=(handle_is(ALWAYS), by_rule), type=BOOL)


# --- what a graph has


def is_resolvable_in(part: object, graph: n.RuleGraph) -> bool:
    """Whether all that a part names is there in a graph: one may come from other rules than those it is asked of."""
    sizes = {enum.name: len(enum.values) for enum in graph.enums}
    known_ids = {
        *(id_ for id_, _ in items_of(graph)),
        *(f"{kind}:{table.id}" for kind in ("results", "modifiers") for table in graph.tables),
    }
    for each in walk(part):
        match each:
            case x.Const(type=EnumType(enum=name), value=value):
                if value != NONE and value >= sizes.get(name, 0):
                    return False
            case _:  # the rest: what it reads, changes and calls
                effect = node_effect_of(each)
                ids = (*effect.reads, *effect.writes, *effect.calls)
                if not all(id_ in known_ids for id_ in ids if not id_.startswith(LOCAL_PREFIXES)):
                    return False
    return True


LOCAL_PREFIXES = ("variable:", "note:")
"""How the names begin that stand for something in the part itself, or in its table."""


def result_parts(table: n.Table) -> tuple[tuple[str, Type], ...]:
    """The named parts of a table's result; one without a name for a plain result, none where it gives none."""
    if table.result is None:
        return ()
    if isinstance(table.result, PartsType):
        return tuple((part.name, part.type) for part in table.result.parts)
    return (("", table.result),)
