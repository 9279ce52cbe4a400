"""A rule graph whose one question is a roll on a table, with a handle for each of its inputs.

It answers conditional odds (if the weather were bad, if this modifier counted): the caller sets handles and runs the
rules. No rule is duplicated, and the program is lowered once for all questions about one roll.

A *subject* is a value that the roll reads and that can be set directly: a field, a define, a parameter. Fields are
state anyway. Each parameter gets a field from which the call takes it. Each define gets a flag, a value, and an
exception of top priority that returns the value while the flag is set. Each modifier gets a field that says whether it
follows its condition, never counts, or always counts. A recursive table counts its open calls, which tells the outer
call from those inside it.
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
from bombsight.compiler.odds_rows import drop_filled_titles, drop_titles_in, keep_first_throw
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
"""States of a modifier's handle: it counts if its condition holds, never, always."""

HANDLE_OWNER = "career"
"""The owner of the handles' fields."""

MAX_VALUES = 1001
"""Types with more values than this are not enumerated."""

Subject = x.Read | x.CallDefine | x.Var
"""A value that can be set directly."""


@frozen(kw_only=True)
class OddsHarness:
    """A rule graph with a settable field (a handle) for each input of one roll.

    Attributes:
        graph: The graph. Its one example is the question: its scene, the call, then a line for each condition and for
            each subject, which yields the value.
        conditions: The number of lines that are conditions.
        subjects: The subjects, in the order of their lines.
        params: The field of each parameter by its name, None for an element, which the scene names.
        flags: The fields of a define's flag and value, by its index among the subjects.
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
    """Yield the subjects (settable reads of fields, defines and parameters) of a graph part, outermost first."""
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
    """Whether a read value can be set directly: its element, indices and arguments are constants or parameters."""

    def is_fixed(expr: x.Expr) -> bool:
        """Whether an index or argument is a constant or a parameter."""
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
    """Return the parts of a table that decide which row a roll selects: conditions, keys and modifiers."""
    rolled = table.rolled
    conditions = [row.condition for row in table.beforehand]
    if rolled is None:
        return tuple(conditions)
    naturals = [(row.condition, row.keys) for row in rolled.naturals]
    modifiers = [(modifier.condition, modifier.amount) for modifier in rolled.modifiers]
    return (*conditions, *naturals, *modifiers, *(row.keys for row in rolled.rows))


def row_bodies(table: n.Table) -> tuple[object, ...]:
    """Return the bodies of a table's rows and notes, which run once the row is found, without what fills titles."""
    naturals = table.rolled.naturals if table.rolled is not None else ()
    bodies = (
        *(row.body for row in table.beforehand),
        *(row.body for row in naturals),
        *(row.body for row in table.all_rows),
        *(note.body for note in table.notes),
    )
    return drop_titles_in(bodies)


def values_of_type(type_: Type, graph: n.RuleGraph) -> tuple[int, ...]:
    """List the values of a type in order, none last; empty if too many, or if it is no yes/no, enum or number."""
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


def initial_handle_value(type_: Type) -> int:
    """Return the initial value of a handle (settable field) of this type: the least number, or the first value."""
    required = type_.without_none()
    return required.low if isinstance(required, IntType) else 0


# --- the harness


@frozen(kw_only=True)
class Scene:
    """The state before the roll: setup statements, options and conditions.

    Attributes:
        setup: The statements that build it.
        options: The options in force.
        conditions: The caller's conditions, as defines with the table's parameters.
    """

    setup: tuple[e.ExampleGiven, ...] = ()
    options: tuple[e.ExampleOption, ...] = ()
    conditions: tuple[n.Define, ...] = ()


def build_odds_harness(
    graph: n.RuleGraph,
    table: n.Table,
    subjects: Sequence[Subject],
    scene: Scene,
    effects: Effects | None = None,
    *,
    keeps_every_throw: bool = False,
) -> OddsHarness:
    """Build a rule graph that rolls once on a table and has a settable field (a handle) for each input of the roll.

    It leaves out throws that decide nothing: dice in titles of rows, and those behind a first throw that alone counts.

    Args:
        graph: The rules; a table's element parameters have a list to stand in.
        table: The table.
        subjects: The values to get handles.
        scene: The state before the roll.
        effects: The effects of the graph, if already computed.
        keeps_every_throw: Whether it makes all throws that the rules make.
    """
    asked_graph = graph if keeps_every_throw else drop_filled_titles(graph)
    thrown_table = table if keeps_every_throw else keep_first_throw(drop_titles_in(table))
    fields: list[n.Field] = []

    def add_handle(type_: Type, value: int = 0) -> str:
        """Add a handle, a settable field, of a type with a default value, and return its id."""
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
            params[param.name] = add_handle(param.type, initial_handle_value(param.type))
    args = tuple(argument_for(param, params[param.name]) for param in table.params)
    by_name = {param.name: arg for param, arg in zip(table.params, args, strict=True)}
    flags: dict[int, tuple[str, str]] = {}
    defines = {define.name: define for define in (*graph.defines, *scene.conditions)}
    exceptions: dict[str, list[n.DefineException]] = {}
    for number, subject in enumerate(subjects):
        if isinstance(subject, x.CallDefine):
            define = defines[subject.define]
            flags[number] = flag, value_field = (
                add_handle(BOOL),
                add_handle(define.type, initial_handle_value(define.type)),
            )
            exceptions.setdefault(define.name, []).append(
                override_exception(define, subject, flag, value_field, by_name, len(exceptions))
            )
    for name, found in exceptions.items():
        own = evolve(defines[name], name=f"_own {name}", tally=None, forecast=None)
        asks = tuple(x.Var(name=param.name, type=param.type) for param in own.params)
        base = x.CallDefine(define=own.name, args=asks, type=own.type, span=own.span)
        defines[own.name] = own
        defines[name] = evolve(defines[name], base=base, exceptions=tuple(found))
    forces = tuple(add_handle(IntType(BY_RULE, ALWAYS)) for _ in table.modifiers)
    asked_table = evolve(
        attach_handles(thrown_table, forces),
        deep=call_depth_limit(table, effects or Effects(graph)),
    )
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
            asked_graph,
            fields=(*graph.fields, *fields),
            defines=tuple(defines.values()),
            tables=tuple(asked_table if each.id == table.id else each for each in asked_graph.tables),
            examples=(question,),
        ),
        conditions=len(facts),
        subjects=tuple(subjects),
        params=params,
        flags=flags,
        modifiers=forces,
    )


def make_call(table: n.Table, args: tuple[x.Expr, ...]) -> x.Expr:
    """Make the expression that rolls on a table, or looks it up if it has no dice."""
    gives = table.result or NoneType()
    if table.rolled is None:
        return x.LookUp(table=table.id, args=args, part=None, type=gives, span=table.span)
    return x.RollOn(table=table.id, args=args, type=gives, span=table.span)


def argument_for(param: Param, field: str | None) -> x.Expr:
    """Make the argument for a parameter of the table: the element of that name, or a read of its handle field."""
    if field is None:
        return x.Var(name=param.name, type=param.type)
    return read_field(field, param.type)


def read_field(field: str, type_: Type) -> x.Read:
    """Make an expression that reads a field without indices."""
    return x.Read(field=field, element=None, indices=(), type=type_)


def make_element_for(param: Param, graph: n.RuleGraph) -> e.ExampleGiven:
    """Make the setup statement that adds a default element for a parameter, under the name of the parameter."""
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
    """Replace the table's parameters in a subject (a settable value) by the arguments of the call."""

    def argument_or_self(part: x.Expr) -> x.Expr:
        """Return the argument for a parameter; any other expression unchanged."""
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
    """Make the exception by which a define returns its value field while its flag field is set.

    Elements are not compared: the scene has only the one in question.

    Args:
        define: The define.
        subject: The call of it that is a subject.
        flag_field: The field of its flag.
        value_field: The field of its value.
        args: The arguments of the call, by parameter of the table.
        number: A number that makes the label unique.
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
    """Return a table in which each modifier can be forced on or off by its handle field."""
    if table.rolled is None:
        return table
    modifiers = tuple(
        evolve(modifier, condition=condition_with_handle(modifier.condition, handle))
        for modifier, handle in zip(table.rolled.modifiers, handles, strict=True)
    )
    return evolve(table, rolled=evolve(table.rolled, modifiers=modifiers))


def call_depth_limit(table: n.Table, effects: Effects) -> int | None:
    """Return how many calls of a table may be open at once; None if it is not recursive."""
    if table.deep is not None:
        return table.deep
    return MAX_CALL_DEPTH if can_reach_itself(f"table:{table.id}", effects) else None


def can_reach_itself(callee: str, effects: Effects) -> bool:
    """Whether a callee is recursive, directly or through others."""
    waiting, seen = [callee], set[str]()
    while waiting and callee not in seen:
        callees = effects.acting_calls.get(waiting.pop(), frozenset()) - seen
        seen |= callees
        waiting += callees
    return callee in seen


def condition_with_handle(condition: x.Expr | None, handle: str) -> x.Expr:
    """Combine the condition of a modifier with its handle field, which says: by its condition, never, or always."""
    held = read_field(handle, IntType(BY_RULE, ALWAYS))

    def handle_is(value: int, op: str = "==") -> x.Expr:
        """Make the condition that compares the handle field with a value by ``==`` or ``!=``."""
        right = x.Const(value=value, type=held.type)
        return x.Comparison(op="==" if op == "==" else "!=", left=held, right=right, type=BOOL)

    if condition is None:
        return handle_is(NEVER, "!=")
    by_rule = x.AndExpr(terms=(handle_is(BY_RULE), condition), type=BOOL)
    return x.OrExpr(terms=(handle_is(ALWAYS), by_rule), type=BOOL)


# --- queries of a graph


def is_resolvable_in(part: object, graph: n.RuleGraph) -> bool:
    """Whether a graph declares every name that an expression or statement uses, which may come from other rules."""
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
            case _:  # the rest: check its reads, writes and calls
                effect = node_effect_of(each)
                ids = (*effect.reads, *effect.writes, *effect.calls)
                if not all(id_ in known_ids for id_ in ids if not id_.startswith(LOCAL_PREFIXES)):
                    return False
    return True


LOCAL_PREFIXES = ("variable:", "note:")
"""Prefixes of ids that are local to a part or its table."""


def result_parts(table: n.Table) -> tuple[tuple[str, Type], ...]:
    """List the name and type of each part of a table's result; a single value has an empty name."""
    if table.result is None:
        return ()
    if isinstance(table.result, PartsType):
        return tuple((part.name, part.type) for part in table.result.parts)
    return (("", table.result),)
