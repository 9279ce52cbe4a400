"""Two sets of rules compared."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import evolve

from bombsight.boundary.budget import Work
from bombsight.boundary.errors import InputError
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.request import Request
from bombsight.dsl.listing import listed
from bombsight.flat.words import word_for
from bombsight.service.games.reading import from_here
from bombsight.service.games.requests import Rules, request_for
from bombsight.service.programs.compile import compiled
from bombsight.service.rules_diff.examples import example_changes
from bombsight.service.rules_diff.items import attributed, entries, item_changes, shortened
from bombsight.service.rules_diff.moved import moved_tables, reaching
from bombsight.service.rules_diff.told import Differences

FELT = frozenset({"option", "enum", "field", "list", "table", "define", "procedure", "reroll"})
"""The kinds of items on which others rest; nothing rests on a picture."""


def sides(game: str, rules: Rules, other: str | None, against: Sequence[Path]) -> tuple[Request, Request]:
    """What is compared: the rules as they were, and as they are.

    Args:
        game: The game.
        rules: The rules as a call asks for them.
        other: Another game or folder: then the two are compared by these rules.
        against: House rules to be laid over these as well: then they are compared with those without them.

    Raises:
        InputError: There is nothing to compare, or no such game, variant, errata.
        WrongRules: A file cannot be read.
    """
    if other is not None:
        return request_for(game, rules), request_for(other, rules)
    if against:
        return request_for(game, rules), request_for(game, evolve(rules, house=(*rules.house, *against)))
    if not (rules.house or rules.variants or rules.without or rules.options):
        hint = f"Name what differs: bombsight diff {game} --house FILE, or another folder."
        raise InputError("one set of rules differs from itself in nothing", "", hint)
    return request_for(game, Rules(folders=rules.folders)), request_for(game, rules)


def differences(was: Request, now: Request, *, examples: bool = True) -> Differences:
    """What two sets of rules differ in.

    Args:
        was: The rules as they were.
        now: The rules as they are.
        examples: Whether the worked examples that come to a change are run.

    Raises:
        InputError: An option is unknown.
        WrongRules: The rules have errors.
    """
    allowance = max(was.allowance, now.allowance, key=lambda each: each.length)
    before, old = compiled(was)
    after, new = compiled(now)
    changes = attributed(tuple(item_changes(before, after, old.sources, new.sources)), before, after)
    felt = frozenset(f"{each.kind}:{each.name}" for each in changes if each.kind in FELT)
    moved = moved_tables(before, after, felt, {**old.sources, **new.sources}, allowance)
    found, examined, unfinished = (
        example_changes(before, after, reaching(felt, before, after), allowance) if examples else ((), 0, 0)
    )
    names = side_name(before, after), side_name(after, before)
    if len({*names}) == 1:
        names = f"{names[0]}, in {folder_of(was)}", f"{names[1]}, in {folder_of(now)}"
    return Differences(
        game=after.game.id,
        title=after.game.title,
        was=names[0],
        now=names[1],
        entries=tuple(entries(before, after)),
        items=shortened(changes, allowance.budget(Work.DIFFERENCE)),
        tables=moved.tables,
        same=moved.same,
        untried=moved.untried,
        examples=found,
        examined=examined,
        unfinished=unfinished,
    )


def folder_of(request: Request) -> Path:
    """Where the files of a game lie."""
    first = request.base[0]
    return from_here(Path(first.file or first.path).parent)


def side_name(graph: RuleGraph, other: RuleGraph) -> str:
    """What one side is called, beside the other."""
    mine, others = ([f"{each.kind} {each.name}" for each in one.overlays] for one in (graph, other))
    extra = [name for name in mine if name not in others]
    missing = [name for name in others if name not in mine and name.startswith("errata ")]
    values = {option.name: option.value for option in other.options}
    changed = [
        f"{option.name} {word_for(option.value, option.type, option.words)}"
        for option in graph.options
        if option.name in values and values[option.name] != option.value
    ]
    said = [f"with {listed(extra)}" if extra else "", f"without {listed(missing)}" if missing else ""]
    return " ".join(filter(None, [graph.game.title, *said, listed(changed, none="")]))
