"""The whole program in its stages: declare, what each name is worth to others, effects, and each item by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, assert_never, cast

from attrs import evolve

from bombsight.boundary.budget import Allowance, Work
from bombsight.compiler.findings import Findings
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.node import BaseNode
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.incremental.memo import carried
from bombsight.compiler.incremental.query import query
from bombsight.compiler.resolve import boards, examples, fields, items, manifest, none_tests, options, shorthand, tables
from bombsight.compiler.resolve.declare import declare, players
from bombsight.compiler.resolve.dispatch import Dispatch
from bombsight.compiler.resolve.effects import Effects
from bombsight.compiler.resolve.enums import owners_of_word
from bombsight.compiler.resolve.environment import Context, Env, Line, Signature
from bombsight.compiler.resolve.interface_fingerprints import names_redefined, unchanged
from bombsight.compiler.resolve.mentions import Mention
from bombsight.compiler.resolve.out_of_scope import with_ended
from bombsight.compiler.resolve.outcomes import gives_of, inferred, table_signature
from bombsight.compiler.resolve.pages import SEVERITIES
from bombsight.compiler.resolve.resolved import Resolved, ResolvedItem
from bombsight.compiler.resolve.types import type_of
from bombsight.compiler.symbols import Symbols
from bombsight.dsl import ast
from bombsight.dsl.source import Source
from bombsight.flat.types import UNKNOWN, BoolType, Type

N = TypeVar("N", bound=Node)


@query
def resolve(
    before: Resolved | None,
    items: Sequence[ast.Item],
    sources: Mapping[str, Source],
    wanted: Callable[[ast.Item], bool] = lambda item: True,
) -> Resolved:
    """Find out what every name means.

    Args:
        before: What a program meant before; an item of it is resolved again only where it may mean something else.
        items: The program's items, amended, without overlays.
        sources: The texts of its files by path.
        wanted: Whether it is then; of what is not wanted, and was sound, it is taken that it means what it meant.
    """
    length = sum(len(source.text) for source in sources.values())
    findings = Findings(SEVERITIES, comparisons=Allowance(length).budget(Work.HINT))
    was = before.env if before is not None else None
    symbols = declare(items, findings, was.effects.symbols if was is not None else None)
    env = environment(symbols, sources, findings, was)
    counted = tuple(numbered(symbols.items))
    known = unchanged(before, env, counted) if before is not None else {}
    lines: dict[object, Line] = {}
    sound = {id(item): at for at, item, meant in before.each if not meant.diagnostics} if before is not None else {}
    resolved: list[ResolvedItem] = []
    late: dict[int, int] = {}
    for at, (item, number) in enumerate(counted):
        meant = known.get((id(item), number))
        if meant is None and before is not None and id(item) in sound and may_wait(item) and not wanted(item):
            late[at] = sound[id(item)]
            meant = before.meant[late[at]]
        resolved.append(meant or resolve_item(item, env, number, lines))
    unsure: frozenset[int] = frozenset()
    if before is not None and late:
        others = frozenset(names_redefined(before.env, env))
        unsure = frozenset(
            at for at, place in late.items() if place in before.unsure or not others.isdisjoint(resolved[at].asked)
        )
    findings.extend(finding for item in resolved for finding in item.diagnostics)
    nodes = [node for item in resolved for node in item.nodes]
    graph = graph_of(nodes, env, "")
    return Resolved(graph, tuple(findings.diagnostics), counted, tuple(resolved), env, frozenset(late), unsure)


def may_wait(item: ast.Item) -> bool:
    """Whether nobody need look at once what an item means by now; lists and fields of elements must fit each other."""
    return not isinstance(item, ast.State | ast.Record)


# --- the environment


def environment(symbols: Symbols, sources: Mapping[str, Source], findings: Findings, before: Env | None = None) -> Env:
    """The interface of every name: types, signatures, effects.

    Args:
        symbols: What is declared.
        sources: The texts of the files by path.
        findings: Where to tell what is wrong with what is declared.
        before: The interface of the names of a program before.
    """
    readings = [enum for node in symbols.options.values() if (enum := options.readings(node)) is not None]
    enums = {**symbols.enums, **{enum.name: enum for enum in readings}}
    owners = owners_of_word(enums.values())
    signatures: dict[str, Signature] = {}
    silent = [table for table in symbols.tables.values() if gives_of(table) is None]
    outcomes = carried(silent, inferred, before.inferred if before is not None else None)
    outcome = outcomes.by_identity()
    for table in symbols.tables.values():
        signatures[table.id], words = table_signature(table, enums, symbols.records, findings, outcome.get(id(table)))
        if words is not None:
            enums[words.name] = words

    def meaning(node: ast.TypeExpr) -> Type:
        return type_of(node, enums, symbols.records, findings)

    def signature(node: ast.Define | ast.Procedure) -> Signature:
        params = tuple((param.name, meaning(param.type)) for param in node.params)
        result = meaning(node.type) if node.type is not None else None
        return Signature(params, result, node.span, tests=node.name in tests and isinstance(result, BoolType))

    named = carried(symbols.defines.values(), none_tests.names_in, before.named if before is not None else None)
    tests = none_tests.defines_that_test(
        {define.name: names for define, names in zip(named.keys, named.values, strict=True)}
    )
    shared: dict[str, tuple[ast.ModifierOn, ...]] = {}
    for item in symbols.shared_modifiers:
        for table_id in dict.fromkeys(item.tables):
            shared[table_id] = (*shared.get(table_id, ()), item)
    return Env(
        enums=enums,
        owners=owners,
        holders=owners_of_word(enums.values()),
        records=symbols.record_fields,
        fields=symbols.fields,
        lists=symbols.lists,
        players=players(symbols.items, symbols.enums),
        options={
            name: UNKNOWN if options.is_undecided(node) else options.option_type(node)
            for name, node in symbols.options.items()
        },
        defines={name: signature(node) for name, node in symbols.defines.items()},
        procedures={name: signature(node) for name, node in symbols.procedures.items()},
        tables=signatures,
        rows=symbols.tables,
        bodies=symbols.defines,
        named=named,
        shared=shared,
        declared=symbols.places,
        inferred=outcomes,
        effects=Effects.all_of(symbols, before.effects if before is not None else None),
        sources=sources,
        reader=none_tests.DefineReader(),
        dispatch=Dispatch(),
        hints=findings.comparisons,
    )


# --- items


def numbered(items: Sequence[ast.Item]) -> list[tuple[ast.Item, int]]:
    """Items, each example with its number."""
    number = 0
    found = []
    for item in items:
        number += isinstance(item, ast.Example)
        found.append((item, number))
    return found


def resolve_item(item: ast.Item, env: Env, number: int = 1, lines: dict[object, Line] | None = None) -> ResolvedItem:
    """What one item means, whatever else has been resolved.

    Args:
        item: The item.
        env: The interface of what it names.
        number: Which of the examples it is, from 1, if it is one.
        lines: Lines of examples that were met before in this environment; takes those that are new.
    """
    ctx = Context.of(env, lines)
    nodes = nodes_of(ctx, item, number)
    found = with_ended(ctx.findings.diagnostics, item, env.sources)
    return ResolvedItem(nodes, tuple(found), frozenset(ctx.asked))


def mentions_in(item: ast.Item, env: Env) -> tuple[Mention, ...]:
    """What the names in an item mean, as far as it takes resolving to know."""
    mentions: list[Mention] = []
    nodes_of(evolve(Context.of(env), mentions=mentions), item, 1)
    return tuple(mentions)


def nodes_of(ctx: Context, item: ast.Item, number: int) -> tuple[Node, ...]:
    """What an item becomes; of an example, by its number."""
    match item:
        case ast.Option():
            return (options.option(ctx, item),)
        case ast.Enum(name=name):
            shorthand.check_enum(ctx, item)
            return (ctx.env.enums[name],)
        case ast.State():
            return tuple(fields.state(ctx, item))
        case ast.Record():
            return tuple(fields.element_fields(ctx, item))
        case ast.Table():
            return (tables.table(ctx, item),)
        case ast.ModifierOn():
            tables.check_shared(ctx, item)
            return ()
        case ast.Define():
            return (items.define(ctx, item),)
        case ast.Procedure():
            return (items.procedure(ctx, item),)
        case ast.Reroll():
            return (items.reroll(ctx, item),)
        case ast.Board():
            return (boards.board(ctx, item),)
        case ast.Example():
            return tuple(examples.examples(ctx, item, number))
        case ast.Game():
            return (manifest.manifest(ctx, item),)
        case ast.Chapter() | ast.Overlay():
            return ()
        case _:
            assert_never(item)


def graph_of(nodes: Sequence[Node], env: Env, hash_: str) -> n.RuleGraph | None:
    """The rule graph of the nodes of all items, without overlays and edges; None where there is no manifest."""
    apart: dict[type[BaseNode], list[Node]] = {}
    for node in nodes:
        apart.setdefault(type(node), []).append(node)

    def of(kind: type[N]) -> tuple[N, ...]:
        return cast(tuple[N, ...], tuple(apart.get(kind, ())))

    games = of(n.Game)
    enums = {enum.name: enum for enum in of(n.Enum)}
    lists = of(n.StateList)
    place = {list_.id: at for at, list_ in enumerate(lists)}
    leaves = of(n.Field)
    elements = sorted((leaf for leaf in leaves if leaf.element), key=lambda leaf: place[leaf.owner])
    if not games:
        return None
    return n.RuleGraph(
        game=games[0],
        options=of(n.Option),
        enums=tuple(enums.get(name, enum) for name, enum in env.enums.items()),
        fields=(*(leaf for leaf in leaves if not leaf.element), *elements),
        lists=lists,
        tables=of(n.Table),
        defines=of(n.Define),
        procedures=of(n.Procedure),
        rerolls=of(n.Reroll),
        examples=of(e.Example),
        overlays=(),
        edges=(),
        rules_hash=hash_,
        boards=of(n.Board),
    )
