"""Compares two sets of rules: items, odds of tables, worked examples."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import evolve

from bombsight.boundary.budget import WorkKind
from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import either
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.request import Request
from bombsight.dsl.listing import join_names
from bombsight.flat.words import word_for
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.games.source_files import relative_path
from bombsight.service.programs.compile import compile_game
from bombsight.service.rules_diff.documents import Differences
from bombsight.service.rules_diff.examples import compare_examples
from bombsight.service.rules_diff.items import compare_items, credit_overlays, find_one_sided_entries, limit_changes
from bombsight.service.rules_diff.odds_changes import compare_tables, find_dependents

KINDS_OTHERS_USE = frozenset({"option", "enum", "field", "list", "table", "define", "procedure", "reroll"})
"""The kinds of items on which others depend; nothing depends on a board."""


def requests_to_compare(
    game: str, rules: Rules, other_game: str | None, extra_house: Sequence[Path]
) -> tuple[Request, Request]:
    """Make the compilation requests of the two sets of rules to compare: the old one, and the new one.

    Args:
        game: The game.
        rules: The options of the call.
        other_game: Another game or folder, to compare with the first under these options.
        extra_house: Further house rules, to compare the rules with and without them.

    Raises:
        InputError: There is nothing to compare, or no such game, variant, errata.
        WrongRules: A file cannot be read.
    """
    if other_game is not None:
        return request_for_game(game, rules), request_for_game(other_game, rules)
    if extra_house:
        return request_for_game(game, rules), request_for_game(game, evolve(rules, house=(*rules.house, *extra_house)))
    if not (rules.house or rules.variants or rules.without or rules.options):
        call = either(f"bombsight diff {game} --house FILE", f"bombsight.diff({game!r}, bombsight.Rules(house=[FILE]))")
        hint = f"Name what differs: {call}, or another folder."
        raise InputError("one set of rules differs from itself in nothing", "", hint)
    return request_for_game(game, Rules(folders=rules.folders)), request_for_game(game, rules)


def compare_rules(old_request: Request, new_request: Request, *, examples: bool = True) -> Differences:
    """Compare two sets of rules: items, odds of tables, worked examples.

    Raises:
        InputError: An option is unknown.
        WrongRules: The rules have errors.
    """
    allowance = max(old_request.allowance, new_request.allowance, key=lambda each: each.length)
    old_graph, old_compilation = compile_game(old_request)
    new_graph, new_compilation = compile_game(new_request)
    changes = credit_overlays(
        tuple(compare_items(old_graph, new_graph, old_compilation.sources, new_compilation.sources)),
        old_graph,
        new_graph,
    )
    changed_ids = frozenset(f"{each.kind}:{each.name}" for each in changes if each.kind in KINDS_OTHERS_USE)
    odds = compare_tables(
        old_graph, new_graph, changed_ids, {**old_compilation.sources, **new_compilation.sources}, allowance
    )
    changed_examples, examined, unfinished = (
        compare_examples(old_graph, new_graph, find_dependents(changed_ids, old_graph, new_graph), allowance)
        if examples
        else ((), 0, 0)
    )
    names = side_name(old_graph, new_graph), side_name(new_graph, old_graph)
    if len({*names}) == 1:
        names = f"{names[0]}, in {folder_of(old_request)}", f"{names[1]}, in {folder_of(new_request)}"
    return Differences(
        game=new_graph.game.id,
        title=new_graph.game.title,
        was=names[0],
        now=names[1],
        entries=tuple(find_one_sided_entries(old_graph, new_graph)),
        items=limit_changes(changes, allowance.make_budget(WorkKind.DIFFERENCE)),
        tables=odds.tables,
        same=odds.unchanged_count,
        untried=odds.untried,
        examples=changed_examples,
        examined=examined,
        unfinished=unfinished,
    )


def folder_of(request: Request) -> Path:
    """Return the folder that contains a request's game files."""
    first = request.base[0]
    return relative_path(Path(first.file or first.path).parent)


def side_name(graph: RuleGraph, other_graph: RuleGraph) -> str:
    """Name one set of rules by how it differs from the other: ``GAME with house calm without errata 3``."""
    mine, others = ([f"{each.kind} {each.name}" for each in one.overlays] for one in (graph, other_graph))
    extra = [name for name in mine if name not in others]
    missing = [name for name in others if name not in mine and name.startswith("errata ")]
    values = {option.name: option.value for option in other_graph.options}
    changed = [
        f"{option.name} {word_for(option.value, option.type, option.words)}"
        for option in graph.options
        if option.name in values and values[option.name] != option.value
    ]
    overlay_parts = [f"with {join_names(extra)}" if extra else "", f"without {join_names(missing)}" if missing else ""]
    return " ".join(filter(None, [graph.game.title, *overlay_parts, join_names(changed, when_empty="")]))
