"""Asks the compiler which names could stand at a cursor, by compiling the item with an unknown name there.

The compiler's hints for the unknown name are the possible names; for a name that is a value it also reports the scope
and the expected type. So scopes, types and kinds of names are defined in one place only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from attrs import evolve, frozen

from bombsight.compiler.codes import SEVERITIES
from bombsight.compiler.findings import Findings
from bombsight.compiler.overlays import amend
from bombsight.compiler.resolve.declare import build_symbol_table
from bombsight.compiler.resolve.environment import Context, Env
from bombsight.compiler.resolve.program import build_environment, resolve_nodes
from bombsight.compiler.resolve.scope import UnresolvedWord
from bombsight.dsl import ast
from bombsight.dsl.source import Source
from bombsight.dsl.walk import walk
from bombsight.service.language.workspace import Workspace


@frozen(eq=False)
class ProbeResult:
    """The compiler's answer about an unknown name.

    Attributes:
        env: The environment: what the program declares.
        candidates: The possible names with their titles, one mapping for each place that resolves the name.
        unresolved_words: The scope and the expected type, where the name stands as a value.
    """

    env: Env
    candidates: tuple[Mapping[str, str], ...]
    unresolved_words: tuple[UnresolvedWord, ...]


def find_unused_name(space: Workspace) -> str:
    """Make up a short name that no file of the workspace contains."""
    texts = [source.text for source in space.rules.sources.values()]
    return next(name for number in count() if not any((name := f"q{number}") in text for text in texts))


def probe_name(space: Workspace, item: ast.Item, name: str, source: Source, previous_env: Env) -> ProbeResult:
    """Compile an item with an unknown name in it, to learn from the error which names would fit there.

    Args:
        space: The workspace.
        item: The item, with the unknown name in it.
        name: The name.
        source: The file, with the name in it.
        previous_env: The environment of the last compilation.
    """
    findings = Findings(SEVERITIES)
    sources = {**space.rules.sources, source.path: source}
    own_items = amend_items(space, item, name, sources, findings) if isinstance(item, ast.Overlay) else (item,)
    own_keys = {(type(each), item_key(each)) for each in own_items}
    other_items = (each for each in program_without(space, item) if (type(each), item_key(each)) not in own_keys)
    symbols = build_symbol_table((*own_items, *other_items), findings, previous_env.effects.symbols)
    env = build_environment(symbols, sources, findings, previous_env)
    unresolved_words: list[UnresolvedWord] = []
    for each in (*own_items, *find_modified_tables(own_items, env)):
        if not isinstance(each, ast.Enum) or each.name in env.enums:
            ctx = evolve(Context.for_item(env), sights=unresolved_words)
            resolve_nodes(ctx, each, 1)
            findings.hints.extend(ctx.findings.hints)
    candidates = tuple(hint.known for hint in findings.hints if hint.word == name)
    return ProbeResult(env, candidates, tuple(sight for sight in unresolved_words if sight.word == name))


def find_modified_tables(items: Sequence[ast.Item], env: Env) -> Iterator[ast.Item]:
    """Find the tables of modifiers declared outside of their tables: each such modifier compiles only with these."""
    tables = dict.fromkeys(table for item in items if isinstance(item, ast.ModifierOn) for table in item.tables)
    yield from (env.rows[table] for table in tables if table in env.rows)


def item_key(item: ast.Item) -> str:
    """The key of an item among the items of its class: its id or name, else its span."""
    return str(getattr(item, "id", "") or getattr(item, "name", "") or item.span)


def program_without(space: Workspace, item: ast.Item) -> Iterator[ast.Item]:
    """Yield the program's items except the one that begins at the same place as a given item.

    For files with syntax errors, the items of the last version without errors are added, so that their names are known.
    """
    rules, sound = space.rules, space.last_sound
    damaged_paths = {path for path, file in rules.files.items() if file.parsed.damaged}
    current_ids = {id(each) for each in rules.items}
    previous_items = sound.items if sound is not None else ()
    for each in (
        *rules.items,
        *(each for each in previous_items if each.span.path in damaged_paths or not rules.items),
    ):
        is_current = id(each) in current_ids
        if is_current and each.span.path == item.span.path and each.span.start == item.span.start:
            continue
        if is_current or not isinstance(each, ast.ModifierOn | ast.Example):
            yield each


# --- overlays


def amend_items(
    space: Workspace, item: ast.Overlay, name: str, sources: Mapping[str, Source], findings: Findings
) -> tuple[ast.Item, ...]:
    """Apply the overlay's patch that holds the probed name to the program; return the items that it changes.

    Args:
        space: The workspace.
        item: The overlay.
        name: The name at the cursor, which stands in the patch.
        sources: The files, with that name in them.
        findings: Receives the hints of the patch.
    """
    entry, patch = next(
        ((entry, patch) for entry in item.entries for patch in entry.patches if name in repr(patch)), (None, None)
    )
    if entry is None or patch is None:
        return ()
    if isinstance(patch, ast.EditPatch):
        edits = tuple(quote_as_addition(edit, name) for edit in patch.edits if name in repr(edit))
        place = patch.target
        if place is not None and not place.column and not edits:  # the name is in the target; there may be no edit yet
            patch = ast.ConfirmPatch(place, span=patch.span)
        else:
            patch = evolve(patch, edits=edits or patch.edits)
    own = evolve(item, entries=(evolve(entry, patches=(patch,)),))
    target = patch.target if isinstance(patch, ast.EditPatch | ast.RemovePatch | ast.ConfirmPatch) else None
    written_items = [each for file in space.rules.files.values() for each in file.items]
    base = [each for each in written_items if not isinstance(each, ast.Overlay)]
    others: Sequence[ast.Overlay] = ()
    if target is not None and target.name != name:
        base = [each for each in base if item_key(each) == target.name]
        others = [
            each
            for each in space.rules.overlays
            if each.span.start != item.span.start or each.span.path != item.span.path
        ]
    amended = amend(base, (*others, own), sources, None)
    findings.hints.extend(amended.hints)
    return tuple(each for each in amended.items if any(is_in_overlay(node, own) for node in walk(each)))


def quote_as_addition(edit: ast.Edit, name: str) -> ast.Edit:
    """Turn an edit whose old text holds a name into one that inserts the old text, so that the name is resolved."""
    return evolve(edit, verb="add", old=(), new=edit.old) if name in repr(edit.old) else edit


def is_in_overlay(node: ast.Node, overlay: ast.Overlay) -> bool:
    """Whether a node's span lies in an overlay."""
    return node.span.path == overlay.span.path and overlay.span.start <= node.span.start <= overlay.span.end
