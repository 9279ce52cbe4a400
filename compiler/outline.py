"""The outline of a game, parsed but not compiled: its manifest, items and missions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from bombsight.compiler.chapters import apply_inherited_origins, split_sections
from bombsight.compiler.request import Request
from bombsight.compiler.symbols import fold_constants
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Severity
from bombsight.dsl.gc_pause import pause_gc
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.origin import HOME_MADE, PRINTED
from bombsight.dsl.parser import parse_cached
from bombsight.flat.release import Release


@frozen(kw_only=True)
class Outline:
    """The outline of a game, for lists of games: manifest, items and missions.

    Attributes:
        has_game: Whether there is a manifest.
        title: The game's title; may be empty.
        release: Its version, its licence and the like, as they are written.
        about: The manifest's introduction for players, by paragraph.
        tables: The standing of each table.
        rules: The standing of each option, procedure, define and modifier outside tables.
        missions: The first and the last mission number; None if missions have none, or if an overlay may change them.
        errors: The number of syntax errors.
    """

    has_game: bool
    title: str
    release: Release
    about: tuple[str, ...]
    tables: tuple[str, ...]
    rules: tuple[str, ...]
    missions: tuple[int, int] | None
    errors: int


@pause_gc()
def read_outline(request: Request) -> Outline:
    """Parse the files of a game and build its outline; errors are counted, not reported."""
    parsed = [parse_cached(source) for source in request.base]
    items = [item for each in parsed for item in apply_inherited_origins(split_sections(each.file))]
    game = next((item for item in items if isinstance(item, ast.Game)), None)
    usual = HOME_MADE if manifest_values(game, "sources") == ("optional",) else PRINTED
    return Outline(
        has_game=game is not None,
        title=game.title if game is not None else "",
        release=Release(**{key: outline_text(game, key) for key in ("version", "licence", "home")}),
        about=join_paragraphs(manifest_values(game, "about")),
        tables=tuple(standing_of(item, usual) for item in items if isinstance(item, ast.Table)),
        rules=tuple(rule_standings(items, usual)),
        missions=mission_range(items, str((*manifest_values(game, "mission"), "mission")[0])),
        errors=sum(found.severity is Severity.ERROR for each in parsed for found in each.diagnostics),
    )


def manifest_values(game: ast.Game | None, key: str) -> tuple[str | int, ...]:
    """Return all values of the manifest lines with a key."""
    return tuple(value for line in (game.lines if game else ()) if line.key == key for value in line.values)


def outline_text(game: ast.Game | None, key: str) -> str:
    """Return the first text of the manifest line with a key; empty if there is none."""
    return next((value for value in manifest_values(game, key) if isinstance(value, str)), "")


def join_paragraphs(lines: Sequence[str | int]) -> tuple[str, ...]:
    """Join lines into paragraphs, which empty lines separate."""
    found: list[list[str]] = [[]]
    for line in map(str, lines):
        if line.strip():
            found[-1].append(line.strip())
        else:
            found.append([])
    return tuple(" ".join(part) for part in found if part)


def rule_standings(items: Sequence[ast.Item], default_standing: str) -> Iterator[str]:
    """Yield the standing (reliability) of each rule that is no table, or ``default_standing`` if it states none."""
    for item in items:
        match item:
            case ast.Tally() | ast.Forecast():
                pass  # a statistic, not a rule of play
            case ast.Option() | ast.Procedure() | ast.Define():
                yield standing_of(item, default_standing)
            case ast.ModifierOn(modifier=modifier):
                yield standing_of(modifier, default_standing)
            case ast.Game() | ast.Chapter() | ast.Enum() | ast.Record() | ast.State() | ast.Table():
                pass
            case ast.Reroll() | ast.Board() | ast.Luck() | ast.Example() | ast.Overlay() | ast.Explain() | ast.Primer():
                pass
            case _:
                assert_never(item)


def standing_of(node: ast.Table | ast.Option | ast.Procedure | ast.Define | ast.Modifier, default_standing: str) -> str:
    """Return the standing (reliability) of an item: as stated, `printed` if it only cites, else the default."""
    return node.origin.standing or (PRINTED if node.origin.has_source else default_standing)


def mission_range(items: Sequence[ast.Item], procedure_name: str) -> tuple[int, int] | None:
    """Return the range of mission numbers: the type of the first parameter of a procedure; None if unknown."""
    replaced = any(
        isinstance(patch, ast.ReplacePatch)
        and isinstance(patch.item, ast.Procedure)
        and patch.item.name == procedure_name
        for item in items
        if isinstance(item, ast.Overlay)
        for entry in item.entries
        for patch in entry.patches
    )
    begins = [item for item in items if isinstance(item, ast.Procedure) and item.name == procedure_name]
    if replaced or len(begins) != 1 or not begins[0].params:
        return None
    kind = begins[0].params[0].type
    if not isinstance(kind, ast.RangeType):
        return None
    low, high = fold_constants(kind.low), fold_constants(kind.high)
    return (low, high) if low is not None and high is not None else None
