"""Resolution of a whole program: symbol table, interfaces, effects, then each item by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, assert_never, cast

from attrs import evolve

from bombsight.boundary.budget import Allowance, WorkKind
from bombsight.compiler.findings import Findings
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.explanations import Explanation, Primer
from bombsight.compiler.graph.node import BaseNode
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.incremental.memo import map_with_memo
from bombsight.compiler.incremental.query import query
from bombsight.compiler.resolve import (
    boards,
    examples,
    explanations,
    fields,
    items,
    lucks,
    manifest,
    none_tests,
    options,
    shorthand,
    table_columns,
    tables,
)
from bombsight.compiler.resolve.codes import SEVERITIES
from bombsight.compiler.resolve.declare import build_symbol_table, find_players_enum
from bombsight.compiler.resolve.dispatch import Dispatcher
from bombsight.compiler.resolve.effects import Effects
from bombsight.compiler.resolve.enums import enums_by_word
from bombsight.compiler.resolve.environment import Context, Env, ResolvedLine, Signature
from bombsight.compiler.resolve.interface_fingerprints import redefined_names, reusable_items
from bombsight.compiler.resolve.mentions import Mention
from bombsight.compiler.resolve.out_of_scope import explain_ended_names
from bombsight.compiler.resolve.outcomes import gives_line_of, infer_outcome, table_signature
from bombsight.compiler.resolve.resolution import ResolvedItem, ResolvedProgram
from bombsight.compiler.resolve.types import resolve_type
from bombsight.compiler.symbols import SymbolTable
from bombsight.dsl import ast
from bombsight.dsl.source import Source
from bombsight.flat.types import UNKNOWN, BoolType, Type

N = TypeVar("N", bound=Node)


@query
def resolve_program(
    previous: ResolvedProgram | None,
    items: Sequence[ast.Item],
    sources: Mapping[str, Source],
    should_resolve: Callable[[ast.Item], bool] = lambda item: True,
) -> ResolvedProgram:
    """Resolve the names and types of a whole program to a rule graph (memoized query).

    Args:
        previous: The last result; its items are resolved again only if their inputs changed.
        items: The program's items, amended, without overlays.
        sources: The files by path.
        should_resolve: Whether to resolve an unchanged item with changed inputs now; others without findings keep
            their old resolution.
    """
    length = sum(len(source.text) for source in sources.values())
    findings = Findings(SEVERITIES, comparisons=Allowance(length).make_budget(WorkKind.HINT))
    was = previous.env if previous is not None else None
    symbols = build_symbol_table(items, findings, was.effects.symbols if was is not None else None)
    env = build_environment(symbols, sources, findings, was)
    counted = tuple(number_examples(symbols.items))
    reusable = reusable_items(previous, env, counted) if previous is not None else {}
    lines: dict[object, ResolvedLine] = {}
    sound = (
        {id(item): at for at, item, meaning in previous.items_with_meaning if not meaning.diagnostics}
        if previous is not None
        else {}
    )
    resolved: list[ResolvedItem] = []
    stale: dict[int, int] = {}
    for at, (item, number) in enumerate(counted):
        meant = reusable.get((id(item), number))
        if (
            meant is None
            and previous is not None
            and id(item) in sound
            and can_postpone_resolution(item)
            and not should_resolve(item)
        ):
            stale[at] = sound[id(item)]
            meant = previous.meant[stale[at]]
        resolved.append(meant or resolve_item(item, env, number, lines))
    unsure: frozenset[int] = frozenset()
    if previous is not None and stale:
        others = frozenset(redefined_names(previous.env, env))
        unsure = frozenset(
            at for at, place in stale.items() if place in previous.unsure or not others.isdisjoint(resolved[at].asked)
        )
    findings.extend(finding for item in resolved for finding in item.diagnostics)
    nodes = [node for item in resolved for node in item.nodes]
    graph = build_graph(nodes, env, "")
    return ResolvedProgram(graph, tuple(findings.diagnostics), counted, tuple(resolved), env, frozenset(stale), unsure)


def can_postpone_resolution(item: ast.Item) -> bool:
    """Whether an item may be resolved later; lists and elements' fields must match each other at once."""
    return not isinstance(item, ast.State | ast.Record)


# --- the environment


def build_environment(
    symbols: SymbolTable, sources: Mapping[str, Source], findings: Findings, previous: Env | None = None
) -> Env:
    """Build the environment: the type, signature and side effects of every declared name.

    Args:
        symbols: The symbol table.
        sources: The files by path.
        findings: Collects errors of declarations.
        previous: The last environment, of which unchanged parts are reused.
    """
    readings = [enum for node in symbols.options.values() if (enum := options.named_values_enum(node)) is not None]
    enums = {**symbols.enums, **{enum.name: enum for enum in readings}}
    owners = enums_by_word(enums.values())
    signatures: dict[str, Signature] = {}
    without_gives = [table for table in symbols.tables.values() if gives_line_of(table) is None]
    outcomes = map_with_memo(without_gives, infer_outcome, previous.inferred if previous is not None else None)
    outcome = outcomes.by_identity()
    for table in symbols.tables.values():
        signatures[table.id], words = table_signature(table, enums, symbols.records, findings, outcome.get(id(table)))
        if words is not None:
            enums[words.name] = words

    def type_for(node: ast.TypeExpr) -> Type:
        """Resolve a type expression, reporting errors."""
        return resolve_type(node, enums, symbols.records, findings)

    def signature_for(node: ast.Define | ast.Procedure) -> Signature:
        """Make the signature (parameters and result type) of a define or procedure."""
        params = tuple((param.name, type_for(param.type)) for param in node.params)
        result = type_for(node.type) if node.type is not None else None
        return Signature(params, result, node.span, tests=node.name in tests and isinstance(result, BoolType))

    named = map_with_memo(
        symbols.defines.values(), none_tests.value_names_in, previous.named if previous is not None else None
    )
    tests = none_tests.defines_testing_none(
        {define.name: names for define, names in zip(named.keys, named.values, strict=True)}
    )
    shared: dict[str, tuple[ast.ModifierOn, ...]] = {}
    for item in symbols.shared_modifiers:
        for table_id in dict.fromkeys(item.tables):
            shared[table_id] = (*shared.get(table_id, ()), item)
    return Env(
        enums=enums,
        owners=owners,
        holders=enums_by_word(enums.values()),
        records=symbols.record_fields,
        fields=symbols.fields,
        lists=symbols.lists,
        players=find_players_enum(symbols.items, symbols.enums),
        options={
            name: UNKNOWN if options.lacks_values(node) else options.option_type(node)
            for name, node in symbols.options.items()
        },
        defines={name: signature_for(node) for name, node in symbols.defines.items()},
        procedures={name: signature_for(node) for name, node in symbols.procedures.items()},
        tables=signatures,
        rows=symbols.tables,
        bodies=symbols.defines,
        named=named,
        shared=shared,
        declared=symbols.places,
        inferred=outcomes,
        effects=Effects.analyze(symbols, previous.effects if previous is not None else None),
        sources=sources,
        reader=none_tests.DefineCaseReader(),
        dispatch=Dispatcher(),
        hints=findings.comparisons,
    )


# --- items


def number_examples(items: Sequence[ast.Item]) -> list[tuple[ast.Item, int]]:
    """Pair each item with the number of examples up to and including it; an example's number makes its id."""
    number = 0
    found = []
    for item in items:
        number += isinstance(item, ast.Example)
        found.append((item, number))
    return found


def resolve_item(
    item: ast.Item, env: Env, number: int = 1, lines: dict[object, ResolvedLine] | None = None
) -> ResolvedItem:
    """Resolve one item, independently of all others.

    Args:
        item: The item.
        env: The environment.
        number: The number of an example, from 1.
        lines: Memo of example lines for this environment, which this call extends.
    """
    ctx = Context.for_item(env, lines)
    nodes = resolve_nodes(ctx, item, number)
    found = explain_ended_names(ctx.findings.diagnostics, item, env.sources)
    return ResolvedItem(nodes, tuple(found), frozenset(ctx.asked))


def collect_mentions(item: ast.Item, env: Env) -> tuple[Mention, ...]:
    """Resolve an item, and return each place of a name in it with the declaration that the name refers to."""
    mentions: list[Mention] = []
    resolve_nodes(evolve(Context.for_item(env), mentions=mentions), item, 1)
    return tuple(mentions)


def resolve_nodes(ctx: Context, item: ast.Item, number: int) -> tuple[Node, ...]:
    """Resolve an item of any kind to its graph nodes; ``number`` is that of an example, for its id."""
    match item:
        case ast.Option():
            return (options.resolve_option(ctx, item),)
        case ast.Enum(name=name):
            shorthand.check_enum(ctx, item)
            table_columns.check_named_tables(ctx, item)
            return (ctx.env.enums[name],)
        case ast.State():
            return tuple(fields.resolve_state(ctx, item))
        case ast.Record():
            return tuple(fields.resolve_element_fields(ctx, item))
        case ast.Table():
            return (tables.resolve_table(ctx, item),)
        case ast.ModifierOn():
            tables.check_shared_modifier(ctx, item)
            return ()
        case ast.Define():
            return (items.resolve_define(ctx, item),)
        case ast.Procedure():
            return (items.resolve_procedure(ctx, item),)
        case ast.Reroll():
            return (items.resolve_reroll(ctx, item),)
        case ast.Board():
            return (boards.resolve_board(ctx, item),)
        case ast.Luck():
            return (lucks.resolve_luck(ctx, item),)
        case ast.Example():
            return tuple(examples.resolve_examples(ctx, item, number))
        case ast.Game():
            return (manifest.resolve_manifest(ctx, item),)
        case ast.Explain():
            return (explanations.resolve_explanation(ctx, item),)
        case ast.Primer():
            return (explanations.resolve_primer(ctx, item),)
        case ast.Chapter() | ast.Overlay():
            return ()
        case _:
            assert_never(item)


def build_graph(nodes: Sequence[Node], env: Env, hash_: str) -> n.RuleGraph | None:
    """Assemble the rule graph from the nodes of all items, without overlays and edges; None without a manifest."""
    apart: dict[type[BaseNode], list[Node]] = {}
    for node in nodes:
        apart.setdefault(type(node), []).append(node)

    def nodes_of_class(kind: type[N]) -> tuple[N, ...]:
        """Return the nodes of one class."""
        return cast(tuple[N, ...], tuple(apart.get(kind, ())))

    games = nodes_of_class(n.Game)
    enums = {enum.name: enum for enum in nodes_of_class(n.Enum)}
    lists = nodes_of_class(n.StateList)
    place = {list_.id: at for at, list_ in enumerate(lists)}
    leaves = nodes_of_class(n.Field)
    elements = sorted((leaf for leaf in leaves if leaf.element), key=lambda leaf: place[leaf.owner])
    if not games:
        return None
    return n.RuleGraph(
        game=games[0],
        options=nodes_of_class(n.Option),
        enums=tuple(enums.get(name, enum) for name, enum in env.enums.items()),
        fields=(*(leaf for leaf in leaves if not leaf.element), *elements),
        lists=lists,
        tables=nodes_of_class(n.Table),
        defines=nodes_of_class(n.Define),
        procedures=nodes_of_class(n.Procedure),
        rerolls=nodes_of_class(n.Reroll),
        examples=nodes_of_class(e.Example),
        overlays=(),
        edges=(),
        rules_hash=hash_,
        boards=nodes_of_class(n.Board),
        lucks=nodes_of_class(n.Luck),
        explanations=nodes_of_class(Explanation),
        primers=nodes_of_class(Primer),
    )
